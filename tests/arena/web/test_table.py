"""A table in the browser: playing, joining, and clicks that come twice, late or from somebody else."""

import json
import threading

import numpy as np
import pytest

from meeplezoo.envs import GAMES
from meeplezoo.envs.engine import GameRecord, Replay

from .client import arena_at


@pytest.fixture
def browser(tmp_path):
    with arena_at(tmp_path) as new:
        yield new


def play_on(page, rng, most=10**6):
    """Plays random choices; returns the page."""
    for _ in range(most):
        if page.wait().over:
            break
        page.act(int(rng.choice(page.offered())))
        assert page.status == 200, page.text
    return page


@pytest.mark.parametrize("game", ["nations_dice", "glen_more"])
def test_a_whole_game_and_what_is_left_of_it(browser, game):
    page = browser().sit(game, "me", "random")
    assert page.status == 200
    play_on(page, np.random.default_rng(1))
    table = page.table
    record = GameRecord.from_json(page.get(f"/tables/{table}/record").text)
    replay = Replay(GAMES[game], record)
    replay.verify()
    assert replay.state.over
    assert record.names == ["Ann", "random"]
    assert len(record.moves) == len(record.actions)
    for step in (0, 7, len(record.actions), 10**5):
        assert page.get(f"/tables/{table}/replay?step={step}").status == 200
        assert page.get(f"/tables/{table}/replay/view?step={step}").status == 200
    assert f"Position {len(record.actions)} of {len(record.actions)}" in page.text
    ratings = page.get("/ratings").text
    assert "Ann" in ratings
    assert "random" in ratings
    stored = [result for _, result in page.arena.store.results()]
    assert sorted(result.seat for result in stored) == [0, 1]
    assert [r.score for r in sorted(stored, key=lambda r: r.seat)] == record.scores


def test_people_join_by_the_link_and_agents_fill_what_is_left(browser):
    ann, bob, eve = browser(), browser(), browser()
    ann.sit("nations_dice", "me", "open", "open", "random")
    assert "Waiting for 2 more people" in ann.text
    table = ann.table
    bob.get(f"/tables/{table}")
    assert "Sit down on seat 2" in bob.text
    bob.post(f"/tables/{table}/seats/1/join", {"name": "Bob"})
    assert bob.url.endswith(f"/tables/{table}/seats/1")
    assert eve.post(f"/tables/{table}/seats/1/join", {"name": "Eve"}).status == 409
    assert "This seat is taken" in eve.text
    assert eve.post(f"/tables/{table}/seats/2/agent", {"agent": "random"}).status == 403
    ann.post(f"/tables/{table}/seats/2/agent", {"agent": "greedy"})
    rng = np.random.default_rng(2)
    over = False
    while not over:
        for page, seat in ((ann, 0), (bob, 1)):
            page.get(f"/tables/{table}/seats/{seat}")
            if page.offered():
                assert page.act(int(rng.choice(page.offered()))).status == 200
        over = ann.over and bob.over
    record = json.loads(ann.get(f"/tables/{table}/record").text)
    assert record["names"] == ["Ann", "Bob", "greedy", "random"]


def test_two_take_the_last_seat_at_once(browser):
    host = browser().sit("aztlan", "me", "open")
    table, others, answers = host.table, [browser() for _ in range(6)], []
    threads = [
        threading.Thread(
            target=lambda b=b, k=k: answers.append(
                b.post(f"/tables/{table}/seats/1/join", {"name": f"N{k}"}).status
            )
        )
        for k, b in enumerate(others)
    ]  # fmt: skip
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200, 409, 409, 409, 409, 409]


def test_a_click_twice_is_one_move(browser):
    page = browser().sit("nations_dice", "me", "random")
    turn, action = page.wait().turn, page.offered()[0]
    assert page.act(action, turn).status == 200
    assert page.act(action, turn).status == 200  # the same click again: no error, no second move
    assert [(m.seat, m.action) for m in page.arena.store.moves(page.table) if m.seat == 0][:2].count((0, action)) == 1
    assert page.arena.hall.snapshot(page.table).decisions_of(0) == 1


def test_many_clicks_at_once_are_one_move(browser):
    page = browser().sit("nations_dice", "me", "random")
    actions, turn = page.wait().offered(), page.turn
    hall, table, done, refused = page.arena.hall, page.table, [], []

    def click(action):
        try:
            hall.act(table, 0, turn, action)
            done.append(action)
        except Exception as error:
            refused.append(str(error))

    threads = [threading.Thread(target=click, args=(actions[k % len(actions)],)) for k in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(done)) == 1
    assert all("out of date" in reason or "not your turn" in reason for reason in refused)
    mine = [move for move in page.arena.store.moves(table) if move.seat == 0]
    assert [move.action for move in mine] == done[:1]


def test_a_page_that_is_out_of_date(browser):
    page = browser().sit("nations_dice", "me", "random")
    turn, actions = page.wait().turn, page.offered()
    assert page.act(actions[0], turn).status == 200
    page.wait()
    before = page.arena.store.moves(page.table)
    assert page.act(actions[1], turn).status == 409  # another tab, or the back button
    assert "out of date" in page.text
    assert 'id="position"' in page.text  # with the table as it is now
    assert page.arena.store.moves(page.table) == before
    assert page.post(f"{page.home()}/act", {"turn": turn, "action": actions[1]}).status == 409  # without a script
    assert "To the table" in page.text


def test_illegal_and_senseless_choices(browser):
    page = browser().sit("glen_more", "me", "random").wait()
    turn, home = page.turn, page.home()
    illegal = next(a for a in range(GAMES["glen_more"].n_actions) if a not in page.offered())
    assert page.act(illegal).status == 422
    assert "not possible now" in page.text
    assert page.act(999_999, turn).status == 422
    for data in ({"turn": turn}, {"action": 1}, {"turn": "x", "action": "1"}, {"turn": -1, "action": 1}, {}):
        assert page.post(f"{home}/act", data).status == 422
        assert "cannot be understood" in page.text
    assert page.arena.hall.snapshot(page.table).decisions_of(0) == 0


def test_a_seat_is_its_holders_alone(browser):
    ann, bob = browser(), browser()
    ann.sit("glen_more", "me", "open", "random")
    table = ann.table
    bob.post(f"/tables/{table}/seats/1/join", {"name": "Bob"})
    for path in ("", "/view", "/story", "/hints", "/events"):
        assert bob.get(f"/tables/{table}/seats/0{path}").status == 403
    for path, data in (("act", {"turn": 0, "action": 0}), ("take-back", {"turn": 0}), ("leave", {"agent": "random"})):
        assert bob.post(f"/tables/{table}/seats/0/{path}", data).status == 403
        assert "not yours in this browser" in bob.text
    # Not even with Bob's own token for his seat.
    token = next(c.value for c in bob.client.cookies.jar if c.name == "mz_seat")
    other = browser()
    other.client.cookies.set("mz_seat", token, path=f"/tables/{table}/seats/0")
    assert other.get(f"/tables/{table}/seats/0").status == 403
    assert other.get(f"/tables/{table}/seats/9").status == 422
    assert other.get("/tables/nowhere").status == 404
    assert "no such table" in other.text


def test_taking_back(browser):
    page = browser().sit("aztlan", "me", "random", "random").wait()
    hall, table = page.arena.hall, page.table
    taken = refused = 0
    for _ in range(14):
        if page.wait().over:
            break
        before = hall.snapshot(table)
        turn = page.turn
        page.act(page.offered()[-1])
        if 'take-back"' in page.text:
            page.post(f"{page.home()}/take-back", {"turn": turn + 1}, headers={"HX-Request": "true"})
            page.url = f"http://localhost/tables/{table}/seats/0"
            assert page.status == 200
            after = hall.snapshot(table)
            assert after.states.tobytes() == before.states.tobytes()
            assert len(after.steps) == len(before.steps)
            page.act(page.offered()[-1])
            taken += 1
        elif page.offered():
            refused += 1
            answer = page.client.post(f"{page.home()}/take-back", data={"turn": turn + 1})
            assert answer.status_code == 409
    assert taken
    # The table plays through again from the store, what was taken back included.
    states = hall.snapshot(table).states.tobytes()
    hall._lives.clear()
    assert hall.snapshot(table).states.tobytes() == states


def test_a_choice_that_rolls_dice_stands(browser):
    page = browser().sit("nations_dice", "me", "random")
    actions = GAMES["nations_dice"].actions
    for _ in range(60):
        if page.wait().over:
            break
        wanted = [a for name in ("roll_all", "reroll") for a in page.offered() if a == actions[name][0]]
        page.act((wanted or page.offered())[0])
        if wanted[:1] == [actions["roll_all"][0]]:
            assert 'take-back"' not in page.text
            return
        if wanted:
            assert 'take-back"' in page.text  # a chit used, nothing rolled yet
    raise AssertionError("nobody could roll again")

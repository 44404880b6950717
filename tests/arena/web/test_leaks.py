"""A browser receives only a function of what its seat may know: the truth behind it is exchanged, nothing changes."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

import numpy as np
import pytest

from meeplezoo.arena.web import views
from meeplezoo.arena.web.drawings import Drawings, draw
from meeplezoo.arena.web.hall import Hall
from meeplezoo.arena.web.live import Step
from meeplezoo.arena.web.table import news
from meeplezoo.envs import GAMES

from .client import arena_at

HX = {"HX-Request": "true"}


def exchanged(now, seat, seed):
    """The same table with all drawn anew that the seat cannot know, and without the choices it learns nothing of."""
    game, names = now.game, now.labels()

    def other(states):
        twin = states.copy()
        if not twin["over"][0]:
            game.loops.redraw(twin, 0, seat, np.uint64(seed))
        twin["decisions"] = seed % 90
        return twin

    after = [*(step.before for step in now.steps), now.states][1:]
    steps = [
        Step(other(step.before), step.seat, step.action)
        for step, then in zip(now.steps, after, strict=True)
        if step.seat == seat
        or views.story(game, step.before[0], then[0], seat, step.seat, step.action, names)
    ]  # fmt: skip
    row = replace(now.row, seed=seed, agent_seed=seed + 1)
    return replace(
        now, row=row, states=other(now.states), steps=steps, stored=now.stored + 10_000 * seed, since=now.since - 1000.0
    )


def everything(page, legal, turn, hints):
    """All that a browser can be answered, but for what changes the game."""
    home = page.home()
    table = home.partition("/seats/")[0]
    other = (page.seat + 1) % 2
    illegal = next(a for a in range(10**6) if a not in legal)
    asked = [
        ("GET", home, None), ("GET", f"{home}/view", None), ("GET", f"{home}/story", None),
        ("POST", f"{home}/act", {"turn": turn, "action": illegal}),
        ("POST", f"{home}/act", {"turn": turn + 3, "action": legal[0]}),
        ("POST", f"{home}/act", {"turn": "x"}),
        ("POST", f"{home}/take-back", {"turn": turn + 1}),
        ("GET", f"{table}/record", None), ("GET", f"{table}/replay?step=2", None),
        ("GET", f"{table}/replay/view", None),
        ("GET", f"{table}/seats/{other}", None), ("POST", f"{table}/seats/{other}/act", {"turn": 0, "action": 0}),
        ("GET", "/", None), ("GET", f"{table}/seats/{other}/view", None),
    ]  # fmt: skip
    if hints:
        asked.append(("GET", f"{home}/hints", None))
    answers = []
    for method, path, data in asked:
        answer = page.client.request(method, path, data=data, headers=HX if "turn" in str(data) else {})
        headers = {k: v for k, v in answer.headers.items() if k != "date"}
        answers.append((path, answer.status_code, headers, answer.content))
    return answers


def waited(hall, table):
    """The table when its person is to choose, or at the end."""
    until = time.monotonic() + 60
    while not (now := hall.snapshot(table)).over and (now.to_decide is None or now.awaits_agent):
        assert time.monotonic() < until
        time.sleep(0.002)
    return now


def check_game(folder, monkeypatch, game, seats, every, hints=True):
    """Plays a game, and exchanges the truth at every so-many-th choice of the person; how often it did so."""
    looked, number = 0, 0
    rng = np.random.default_rng(5)
    monkeypatch.setattr("meeplezoo.arena.web.hall.secrets.randbits", lambda bits: 77)  # the same game each time
    with arena_at(folder, hint_budget="flat:8") as new:
        page = new().sit(game, *seats, guided="1")
        hall, table, seat = page.arena.hall, page.table, page.seat
        while not (now := waited(hall, table)).over:
            legal, turn = np.flatnonzero(now.mask).tolist(), now.decisions_of(seat)
            if number % every == 0:
                with_hints = hints and looked % 4 == 0
                answers = everything(page, legal, turn, with_hints)
                assert f'value="{legal[0]}"'.encode() in answers[0][3]
                for seed in (11, 12):
                    twin = exchanged(now, seat, seed)
                    with monkeypatch.context() as patch:
                        patch.setattr(Hall, "snapshot", lambda self, table, twin=twin: twin)
                        again = everything(page, legal, turn, with_hints)
                    for answer, other in zip(answers, again, strict=True):
                        assert answer[:3] == other[:3]
                        assert answer[3].decode().split("\n") == other[3].decode().split("\n")
                looked += 1
            hall.act(table, seat, turn, int(rng.choice(legal)))
            number += 1
    return looked


@pytest.mark.parametrize("game", list(GAMES))
def test_nothing_leaks(tmp_path, monkeypatch, game):
    seats = ["me", *["random"] * (GAMES[game].default_players - 1)]
    hints = game == "nations_dice"  # compiling the search takes longer than all the rest
    assert check_game(tmp_path, monkeypatch, game, seats, every=89 if game == "deus" else 29, hints=hints) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("seat", ["first", "last"])
def test_nothing_leaks_in_whole_games(tmp_path, monkeypatch, game, seat):
    for players in {max(2, GAMES[game].players[0]), GAMES[game].players[-1]}:
        seats = ["random"] * players
        seats[0 if seat == "first" else -1] = "me"
        folder = tmp_path / str(players)
        folder.mkdir()
        assert check_game(folder, monkeypatch, game, seats, every=1) >= 10


def test_no_news_of_silent_choices(tmp_path):
    """Who listens is not woken by what they may not know; what they may know wakes them."""
    with arena_at(tmp_path) as new:
        page, other = new(), new()
        page.sit("aztlan", "me", "open", "random")
        other.post(f"/tables/{page.table}/seats/1/join", {"name": "Bob"})
        now = page.arena.hall.snapshot(page.table)
        silent = exchanged(now, 0, 3)

        async def first(snapshot, seen):
            class Bells:
                def listen(self, table):
                    return asyncio.Event()

                def forget(self, table, event):
                    pass

            class Stub:
                hall = type("H", (), {"snapshot": staticmethod(lambda table: snapshot)})
                drawings = Drawings(9)
                driver = type("D", (), {"bells": Bells()})

            token = snapshot.sittings[0].token
            return await asyncio.wait_for(anext(news(Stub, page.table, 0, seen, token)), 0.3)

        seen = draw(now, 0).mark
        with pytest.raises(TimeoutError):
            asyncio.run(first(silent, seen))
        assert "event: position" in asyncio.run(first(silent, "something else"))

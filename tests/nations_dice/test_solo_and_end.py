"""The end of the game and the solo game (ND-13, ND-14)."""

import numpy as np
import pytest

from meeplezoo.envs import nations_dice_v0
from meeplezoo.envs.nations_dice import hall_of_fame
from meeplezoo.envs.nations_dice.state import IN_PLAY, MAIN, OUT, OVER

from .invariants import check
from .position import (
    B_BOOK2,
    B_BOOK3,
    B_STONE3,
    W_BOOK1,
    W_FOOD1,
    W_STRENGTH1,
    draws,
    everybody_passes,
    hold,
    lay,
    own,
    own_building,
    rig,
    set_age,
    set_event,
    space,
    start,
    tile,
)


def last_round(players, dice=()):
    """Round 4 with an empty board; nobody holds anything but ``dice`` of seat 0."""
    table = start(players)
    set_age(table.s, 4)
    for p in range(players):
        hold(table.s, p, dice if p == 0 else ())
    table.s.books[:] = 0
    table.s.opp_books = 0
    return table


@pytest.mark.rule("ND-13.1", "ND-7.5", "ND:G23", "ND:G20")
def test_final_score():
    table = last_round(2)
    s = table.s
    own_building(s, 0, 2, "Three-Field Farm")
    own_building(s, 0, 3, "Stock Exchange")
    own(s, 0, "Abraham Lincoln", "advisor")
    own(s, 0, "Sicily")
    own(s, 0, "Australia")
    own(s, 0, "Taj Mahal")
    own(s, 0, "Statue of Liberty", "wonder_uc")
    s.tile_zone[tile("Trading House")] = OUT  # covered
    s.score[0] = 14
    hold(s, 0)
    table.settle()
    assert s.over
    assert s.node == OVER
    assert s.seat == -1
    assert s.turn_pos == 0
    assert s.score[0] == 14 + 1 + 3 + 2 + 1 + 3 + 4 == 28
    assert s.tile_zone[tile("Statue of Liberty")] == IN_PLAY
    check(s)


@pytest.mark.rule("ND-13.2", "ND-12.1", "ND:G7")
def test_ties_go_to_the_earlier_in_the_final_order():
    table = last_round(3)
    s = table.s
    s.order[:3] = [1, 2, 0]
    s.seat = 1
    hold(s, 0, (W_STRENGTH1,))
    s.score[:3] = 7
    table.settle()
    everybody_passes(table, 4)
    assert s.over
    assert s.order.tolist() == [0, 1, 2, -1], "the order of the last round counts, not that before"
    assert s.payoff[:3].tolist() == [1, 0, -1]


@pytest.mark.rule("ND-13.2")
def test_most_points_win():
    table = last_round(4)
    s = table.s
    s.score[:4] = [3, 9, 4, 4]
    table.settle()
    assert s.payoff[:4].tolist() == pytest.approx([-1, 1, 1 / 3, -1 / 3])


@pytest.mark.rule("ND-14.2", "ND:G6")
@pytest.mark.parametrize(
    ("age", "faces", "books"), [(1, [5], 0), (2, [0, 2], 5), (3, [1, 5, 2], 5), (4, [2, 2, 2, 2], 12)]
)
def test_solo_opponent_rolls_as_many_blue_dice_as_the_age(age, faces, books):
    """The dice come after the tiles (14 draws of the shuffle) and the event."""
    table = start(1)
    s = table.s
    if age > 1:
        set_age(s, age - 1)
    else:
        set_age(s, 0)
        s.tile_zone[:] = 0
        s.event = 0
    hold(s, 0, (W_FOOD1,), reroll=1)
    before = int(s.opp_books)
    bounds = [*range(15, 1, -1), 3, *[6] * age]
    rig(s, bounds, {15 + i: face for i, face in enumerate(faces)})
    table.do("pass")
    assert s.age == age
    assert s.opp_books - before == books


@pytest.mark.rule("ND-14.2")
def test_solo_opponent_collects_each_age():
    """B-book2 and B-book3 count two and three, stone nothing: 7/6 a die on average."""
    gains = {age: [] for age in (2, 3, 4)}
    for seed in range(150):
        table = start(1, seed)
        for age, rolled in gains.items():
            before = int(table.s.opp_books)
            everybody_passes(table, age - 1)
            while table.s.age < age:  # a question about books or famine
                table.play(table.legal()[-1])
            rolled.append(int(table.s.opp_books) - before)
    for age, rolled in gains.items():
        assert max(rolled) <= 3 * age
        assert np.mean(rolled) == pytest.approx(7 / 6 * age, rel=0.2)
        assert 1 not in rolled


def solo(tiles, variants=()):
    """A solo game where the player has a few strength chits to buy colonies in column 1 and still can act then."""
    table = start(1, variants=variants)
    lay(table.s, {(1, 1): "Nubia", **tiles})
    hold(table.s, 0, (W_STRENGTH1, W_FOOD1), reroll=1)
    return table


@pytest.mark.rule("ND-14.3", "ND:G24")
def test_solo_opponent_takes_the_cheapest_tile_of_the_column():
    tiles = {(2, 2): "Market", (3, 2): "Sun Tzu", (1, 3): "Phalanx"}
    table = solo(tiles)
    s = table.s
    rig(s, [4], {0: 1})
    table.do("buy", space(1, 1))
    assert s.board[space(2, 2)] == -1
    assert s.tile_zone[tile("Market")] == OUT
    assert s.board[space(3, 2)] == tile("Sun Tzu")
    assert s.board[space(1, 3)] == tile("Phalanx")
    table = solo(tiles)
    s = table.s
    rig(s, [4], {0: 3})
    table.do("buy", space(1, 1))
    assert (s.board >= 0).sum() == 3, "a 4 takes nothing"
    table = solo(tiles)
    s = table.s
    rig(s, [4], {0: 0})
    table.do("buy", space(1, 1))
    assert (s.board >= 0).sum() == 3, "column 1 is empty now: nothing"


@pytest.mark.rule("ND-14.6", "ND:G24")
def test_solo_hard_never_spares_a_tile():
    rolls = {False: [], True: []}
    for hard, taken in rolls.items():
        for seed in range(60):
            table = solo({(3, 1): "Market", (3, 2): "Sun Tzu", (3, 3): "Phalanx"}, {"solo_hard": hard})
            table.s.rng = seed * 7919
            table.do("buy", space(1, 1))
            taken.append(3 - int((table.s.board >= 0).sum()))
    assert set(rolls[True]) == {1}
    assert set(rolls[False]) == {0, 1}
    assert np.mean(rolls[False]) == pytest.approx(0.75, abs=0.15)


@pytest.mark.rule("ND-14.3")
def test_the_opponent_acts_after_every_action_but_not_after_a_pass():
    tiles = {(1, 1): "Nubia", (1, 2): "Market", (1, 3): "Sun Tzu"}
    for what in ("reroll", "build"):
        table = start(1, variants=["solo_hard"])
        s = table.s
        lay(s, tiles)
        own(s, 0, "Stonehenge", "wonder_uc")
        hold(s, 0, (B_STONE3,), gold=1, reroll=1)
        table.do(what)
        assert (s.board >= 0).sum() == 2, what
    table = start(1, variants=["solo_hard"])
    s = table.s
    set_age(s, 4)
    lay(s, {(1, 1): "Australia", (1, 2): "Siberia"})
    hold(s, 0, (W_FOOD1,), gold=1)
    s.rng = 5
    table.do("pass")
    assert s.over
    assert (s.board >= 0).sum() == 2


@pytest.mark.rule("ND-14.4", "ND-10.2", "ND:G25")
@pytest.mark.parametrize(("own_books", "points"), [(4, 0), (5, 0), (6, 2)])
def test_solo_books(own_books, points):
    table = last_round(1)
    s = table.s
    s.books[0], s.opp_books = own_books, 5
    table.settle()
    assert s.over
    assert s.score[0] == points


@pytest.mark.rule("ND-14.4", "ND-11.1", "ND-12.2")
def test_solo_famine_and_war_as_always():
    table = last_round(1, (W_FOOD1,) * 5 + (W_STRENGTH1,) * 5)
    everybody_passes(table, 4)
    assert table.s.over
    assert table.s.score[0] == 4 + 4


@pytest.mark.rule("ND-14.1", "ND-12.1")
def test_solo_player_stays_first():
    table = start(1)
    s = table.s
    set_event(s, "Drought")
    hold(s, 0, (W_BOOK1, B_BOOK2, B_BOOK3))
    everybody_passes(table)
    assert s.age == 2
    assert s.seat == 0
    assert s.node == MAIN
    assert s.order.tolist() == [0, -1, -1, -1]
    assert s.books[0] == 1 + 6


@pytest.mark.rule("ND-14.5", "ND:G25")
def test_hall_of_fame():
    assert [hall_of_fame(points) for points in (0, 9)] == [None, None]
    names = {10: "Dan Quayle", 15: "Cleopatra", 20: "Charles V", 25: "Victoria", 30: "Saladin", 34: "Saladin",
             35: "Wu Zetian", 40: "Ashoka", 49: "Ashoka", 50: "Trajan", 99: "Trajan"}  # fmt: skip
    assert {points: hall_of_fame(points) for points in names} == names


@pytest.mark.rule("ND-14.5")
def test_infos_name_the_hall_of_fame_in_the_solo_game_only():
    rng = np.random.default_rng(3)
    for players in (1, 2):
        env = nations_dice_v0.env(players=players)
        env.reset(seed=3)
        while not any(env.terminations.values()):
            mask = env.last()[0]["action_mask"]
            env.step(int(rng.choice(np.flatnonzero(mask))))
        infos = env.infos[env.agents[0]]
        if players == 1:
            assert infos["hall_of_fame"] == hall_of_fame(infos["score"])
            assert infos["payoff"] == pytest.approx(min(infos["score"], 50) / 50)
        else:
            assert "hall_of_fame" not in infos
        env.close()


@pytest.mark.rule("ND-14.3")
def test_the_d4_is_uniform():
    hits = np.zeros(3)
    for seed in range(200):
        table = solo({(3, 1): "Market", (3, 2): "Sun Tzu", (3, 3): "Phalanx"})
        table.s.rng = seed * 7919
        drawn = draws(seed * 7919, [4])[0]
        table.do("buy", space(1, 1))
        gone = table.s.board[[space(3, column) for column in (1, 2, 3)]] < 0
        assert gone.tolist() == [drawn == column for column in range(3)]
        hits += gone
    assert hits.min() > 30

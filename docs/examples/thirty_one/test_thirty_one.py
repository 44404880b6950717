"""Thirty-One: the kit for every number of players, a game played by hand, redrawn worlds, the end, Greedy."""

import pytest

from docs.examples.thirty_one import env, game
from docs.examples.thirty_one.state import CARDS, HAND, NAMES, PILE, STOCK
from meeplezoo.agents import load_agent, play_games
from meeplezoo.envs.conformance import check_aec
from meeplezoo.envs.engine.environment.table import Table, random_positions


def set_up(hands, top, stock):
    """Seat 0 of two or more begins; all other cards are out of the game."""
    t = Table(game, len(hands))
    t.s.place[:] = PILE
    for place, cards in [*enumerate(hands), (STOCK, stock)]:
        t.s.place[[NAMES.index(card) for card in cards.split()]] = place
    t.s.top, t.s.seat = NAMES.index(top), 0
    return t


def test_a_game_by_hand():
    t = set_up(["A♠ 10♠ 7♠", "K♥ Q♥ 9♣"], "8♥", stock="J♠")
    assert game.rules.appraise(t.do("draw").s, 0) == 31  # of four spades the best three
    t.do("discard", NAMES.index("7♠")).do("take")
    assert [NAMES[i] for i in t.legal_in("discard")] == ["Q♥", "K♥", "9♣"]  # TO-2.4: not 7♠
    t.do("discard", NAMES.index("9♣"))
    t.do("take").do("discard", NAMES.index("10♠")).do("take").do("discard", NAMES.index("7♠"))
    assert t.observe(0, "own")["known"][1].nonzero()[0].tolist() == [NAMES.index("10♠")]
    assert [NAMES[card] for card in t.s.known.nonzero()[0]] == ["10♠", "9♣"]  # no longer 7♠
    assert "seat 1: 10♠ ? ?" in game.text(t.states[0], 0)
    assert not t.is_legal("draw")  # TO-2.1: the stock is empty
    t.do("knock")  # the last turn of seat 1: all that it can do is to take 7♠, which is not asked
    t.do("discard", NAMES.index("10♠"))
    assert (t.s.score[:2].tolist(), t.s.payoff[:2].tolist()) == ([21, 20], [1, -1])
    assert "seat 1: 7♠ Q♥ K♥, 20 points" in game.text(t.states[0])


def test_without_a_knock_the_turns_are_counted():
    assert {tuple(game.start(seed, 2)[["seat", "turns_left"]][0]) for seed in range(20)} == {(0, 16), (1, 16)}
    t = set_up(["A♠ 7♥ 8♦", "A♥ 8♠ 7♦"], "A♣", stock="J♠")
    t.s.turns_left = 1
    assert t.do("draw").do("discard", NAMES.index("8♦")).s.over
    assert t.s.score[:2].tolist() == [21, 11]


def test_the_one_who_knocked_is_behind_among_equals():
    t = set_up(["A♠ 7♥ 8♦", "A♥ 8♠ 7♦", "A♦ 7♠ 8♣"], "A♣", stock="J♠").do("knock")
    for card in ("8♠", "7♠"):
        t.do("take").do("discard", NAMES.index(card))
    assert t.s.score[:3].tolist() == [11, 11, 11]
    assert t.s.payoff[:3].tolist() == [-1, 0.5, 0.5]


@pytest.mark.parametrize("players", game.players)
def test_random_games(players):
    for t, _ in random_positions(game, players, seed=1, games=5):
        hands = [(t.s.place == p).sum() for p in range(players)]
        assert hands == [HAND + (p == t.s.seat and t.s.node == 1) for p in range(players)]
        for seat in range(players):  # what a seat has seen stays, all other hands become others
            world = t.copy()
            game.resample_hidden(world.states[0], seat, 1)
            kept = [c for c in range(CARDS) if t.s.known[c] or t.s.place[c] in (seat, PILE)]
            assert (world.s.place[kept] == t.s.place[kept]).all()
            assert [(world.s.place == p).sum() for p in range(players)] == hands
            assert game.draw(world.states[0], seat) == game.draw(t.states[0], seat)


@pytest.mark.parametrize("players", game.players)
def test_conformance(players):
    check_aec(lambda render_mode=None: env(players, render_mode=render_mode), games=1)


@pytest.mark.parametrize("players", game.players)
def test_greedy_beats_random(players):
    agents = [load_agent(name, game) for name in ["greedy"] + ["random"] * (players - 1)]
    assert play_games(game, agents, 200, players, seed=1).payoffs[:, 0].mean() > 0.2

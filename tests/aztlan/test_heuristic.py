"""The heuristic behind the Greedy agent."""

import numpy as np
import pytest

from meeplezoo.envs.aztlan import game
from meeplezoo.envs.aztlan.state import CONFLICT
from meeplezoo.envs.engine.rule import COMPILED
from tests.support import Table

from .position import OFFERING, R, conflict, placing

GAMES = 24 if COMPILED else 1


def greedy_choice(table, seed=1):
    values = np.zeros(game.n_actions)
    return int(game.loops.greedy(table.states, 0, np.uint64(seed), 1, game.new_states(2), table.mask(), values))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_beats_random_players(players):
    rng = np.random.default_rng(players)
    won = 0
    for k in range(GAMES):
        hero = k % players
        table = Table(game, players, seed=k)
        while not table.s.over:
            mine = table.s.seat == hero
            table.play(greedy_choice(table, k) if mine else int(rng.choice(table.legal())))
        won += table.s.payoff[hero] == 1
    assert won >= 0.9 * GAMES


def test_greedy_completes_its_sector():
    # Power 9: a second city beside C4 and M4 is worth most, and C5 is the only one that joins them.
    table = placing([0, 1, 2, 3], pawns={"C4": {0: 1}, "M4": {0: 1}}, to_place={0: 1, 1: 1, 2: 1, 3: 1})
    table.play(greedy_choice(table))
    assert table.s.pawns[0, [R["C5"], R["C3"]]].sum() == 1  # both border on M4


def test_greedy_looks_at_no_hidden_card():
    table = placing([0, 1, 2, 3], cards={0: 9, 1: 4, 2: 4, 3: 4}, pawns={"C4": {0: 1, 1: 1}})
    other = placing([0, 1, 2, 3], cards={0: 9, 1: 8, 2: 7, 3: 6}, pawns={"C4": {0: 1, 1: 1}}, hands={})
    assert greedy_choice(table) == greedy_choice(other)


def test_greedy_draws_a_card_rather_than_killing_a_harmless_rival():
    table = conflict([0, 1, 2, 3], dict.fromkeys(range(4), 9), {"C4": {0: 3, 1: 1}}, top=[OFFERING])
    assert table.s.node == CONFLICT
    assert game.actions.decode(greedy_choice(table)) == ("coexist", R["C4"])

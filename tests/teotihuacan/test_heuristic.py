"""The Greedy agent's heuristic."""

import numpy as np
import pytest

from meeplezoo.envs.engine import Batch
from meeplezoo.envs.teotihuacan import game
from meeplezoo.envs.teotihuacan.actions import A
from meeplezoo.envs.teotihuacan.heuristic import appraise
from tests.support import Table, random_positions

from .position import position


def greedy_choice(states, seed=0):
    work, values = game.new_states(2), np.zeros(game.n_actions)
    return int(game.loops.greedy(states.copy(), 0, np.uint64(seed), 1, work, game.new_mask(), values))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_beats_random_from_every_seat(players):
    n = 12 * players
    batch = Batch(game, n, players, seed=3, observe=False)
    work, mask, values = game.new_states(2, players), game.new_mask(), np.zeros(game.n_actions)
    seat = np.arange(n) % players
    rng = np.random.default_rng(4)
    payoffs = np.full(n, np.nan)
    while np.isnan(payoffs).any():
        live = np.flatnonzero(np.isnan(payoffs))
        actions = (rng.random(batch.masks.shape) * batch.masks).argmax(1)
        own = live[batch.seat[live] == seat[live]]
        if own.size:
            chosen = np.zeros(own.size, np.int64)
            game.loops.greedy_many(batch.states, own, np.uint64(len(live)), 1, work, mask, values, chosen)
            actions[own] = chosen
        batch.step(actions[live], live)
        ended = live[batch.over[live]]
        payoffs[ended] = batch.payoff[ended, seat[ended]]
    assert payoffs.mean() > 0.8


def test_the_heuristic_does_not_look_at_what_is_hidden():
    rng = np.random.default_rng(7)
    table = Table(game, 3, 25)
    for k in range(90):
        if k % 10 == 0:
            twin = table.copy()
            game.loops.redraw(twin.states, 0, 1, np.uint64(k))
            for seat in range(3):
                assert appraise(twin.s, seat) == appraise(table.s, seat)
        table.play(int(rng.choice(table.legal())))


def test_it_builds_when_it_can_and_takes_an_affordable_god_card():
    table = position([(5, 1)], stone=3, wood=2)
    assert A.tile <= greedy_choice(table.do("move", 0).states) < A.step
    table = position([(0, 1)], cocoa=9, gods=["G05"], markers={0: [0, 0, 3]})
    assert greedy_choice(table.do("move", 0).states) == A.god


def test_at_the_end_the_leader_is_valued_highest():
    for players in (2, 4):
        *_, (table, _) = random_positions(game, players, 111)
        values = [appraise(table.s, p) for p in range(players)]
        assert np.argmax(values) == np.argmax(table.s.payoff[:players])

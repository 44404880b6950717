"""The heuristic makes the Greedy agent clearly better than random play, with the same dice of chance to come."""

import numpy as np
import pytest

from meeplezoo.envs.engine import Batch
from meeplezoo.envs.nations_dice import game
from meeplezoo.envs.nations_dice.heuristic import appraise

from .position import W_FOOD1, W_GOLD1, hold, lay, own, set_age, start


def play(players, games, seats):
    """Final scores of games in which the seats ``seats`` (of each game) are greedy, the others random."""
    batch = Batch(game, games, players, seed=players, observe=False)
    rng = np.random.default_rng(players)
    work, mask, values = np.zeros(2, game.state), game.new_mask(), np.zeros(game.n_actions)
    done = np.zeros(games, bool)
    step = 0
    while not done.all():
        live = np.flatnonzero(~done)
        actions = (batch.masks * rng.random(batch.masks.shape)).argmax(1)
        which = live[np.isin(batch.seat[live], seats)]
        chosen = np.zeros(which.size, np.int64)
        game.loops.greedy_many(batch.states, which, np.uint64(step), 1, work, mask, values, chosen)
        actions[which] = chosen
        batch.step(actions[live], live)
        done[live] |= batch.over[live]
        step += 1
    batch.close()
    return batch.finals["score"][:, :players], batch.payoff


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_beats_random(players):
    scores, payoff = play(players, 30, [1])
    assert payoff[:, 1].mean() > 0.7
    assert scores[:, 1].mean() > np.delete(scores, 1, 1).mean() + 8


def test_greedy_alone_scores_more_than_twice_random_play():
    greedy, _ = play(1, 30, [0])
    random, _ = play(1, 30, [])
    assert greedy.mean() > 18
    assert greedy.mean() > 2 * random.mean()


def test_the_appraisal_knows_what_helps():
    table = start(2)
    s = table.s
    set_age(s, 2)
    lay(s, {})
    hold(s, 0, (W_GOLD1,), gold=1)
    base = appraise(s, 0)

    def worth(change):
        twin = table.copy()
        change(twin.s)
        return appraise(twin.s, 0) - base

    assert worth(lambda t: t.score.__setitem__(0, 5)) == pytest.approx(5)
    assert worth(lambda t: t.score.__setitem__(1, 5)) == pytest.approx(-5)
    assert worth(lambda t: hold(t, 0, (W_GOLD1, W_GOLD1), gold=1)) > 0
    assert worth(lambda t: hold(t, 0, (W_GOLD1, W_FOOD1), gold=1)) > 0
    assert worth(lambda t: own(t, 0, "Sicily")) > 1, "points and a chit"
    unbuilt = worth(lambda t: own(t, 0, "Angkor Wat", "wonder_uc"))
    assert 0 < unbuilt < worth(lambda t: own(t, 0, "Angkor Wat"))

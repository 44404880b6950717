"""Agents: legal and repeatable choices, and worlds that keep secrets."""

import numpy as np
import pytest

from meeplezoo.agents import Agent, GreedyAgent, RandomAgent, Worlds, load_agent, play_game, play_games
from meeplezoo.envs import GAMES
from meeplezoo.envs.engine import Batch, ConfigError, IllegalActionError, Replay
from meeplezoo.envs.engine.state import as_states
from tests import toy
from tests.wrappers.support import First, Hash, Last

aztlan = GAMES["aztlan"]


def some_positions(players=4, n=24, steps=60):
    batch = Batch(aztlan, n, players, seed=5)
    agent = RandomAgent(1)
    for _ in range(steps):
        batch.step(agent.act_many(batch.observations, batch.masks))
    return batch


def test_random_agent_is_uniform_over_the_legal_actions():
    masks = np.zeros((9000, 7), bool)
    masks[:, [1, 4, 6]] = True
    actions = RandomAgent(3).act_many(np.zeros((9000, 1), np.float32), masks)
    counts = np.bincount(actions, minlength=7)
    assert counts[[0, 2, 3, 5]].sum() == 0
    assert np.all(np.abs(counts[[1, 4, 6]] - 3000) < 5 * np.sqrt(3000 * 2 / 3))


def test_random_choices_in_a_row_are_independent():
    mask, view = np.array([True, True]), np.zeros(1, np.float32)
    agent = RandomAgent(0)
    choices = [agent.act(view, mask) for _ in range(4000)]
    pairs = np.bincount([2 * a + b for a, b in zip(choices[::2], choices[1::2], strict=True)], minlength=4)
    assert np.all(np.abs(pairs - 500) < 5 * np.sqrt(500 * 3 / 4))


@pytest.mark.parametrize("agent", [RandomAgent(), GreedyAgent(), GreedyAgent(worlds=3)], ids=lambda a: a.name)
def test_same_seed_same_choices_and_all_legal(agent):
    batch = some_positions()
    worlds = Worlds(aztlan, batch.states, batch.all)
    before = batch.states.tobytes()
    runs = []
    for seed in (4, 4, 5):
        agent.reset(seed)
        runs.append([agent.act_many(batch.observations, batch.masks, worlds) for _ in range(3)])
    assert np.array_equal(runs[0], runs[1])
    assert not np.array_equal(runs[0], runs[2])
    for actions in runs[0]:
        assert batch.masks[batch.all, actions].all()
    assert batch.states.tobytes() == before


def test_worlds_are_drawn_from_what_the_seat_knows_alone():
    """Two truths that the seat cannot tell apart give the same worlds, byte for byte."""
    batch = some_positions()
    other = batch.states.copy()
    for k, seat in enumerate(other["seat"].tolist()):
        aztlan.loops.redraw(other, k, seat, np.uint64(900 + k))
    other["decisions"] += 1  # silent choices of others
    assert other.tobytes() != batch.states.tobytes()
    one = Worlds(aztlan, batch.states, batch.all).redrawn(7)
    assert one.tobytes() == Worlds(aztlan, other, batch.all).redrawn(7).tobytes()
    assert one.tobytes() != Worlds(aztlan, batch.states, batch.all).redrawn(8).tobytes()


def test_worlds_keep_what_the_seat_sees_and_differ_from_each_other():
    batch = some_positions()
    world = Worlds(aztlan, batch.states, batch.all)[3]
    draws = world.draws(6, seed=1)
    views = np.zeros((6, aztlan.layout.size), np.float32)
    aztlan.loops.view_many(draws, np.arange(6), draws["seat"], aztlan.layout.own_end, views)
    assert (views == batch.observations[3]).all()
    assert len({draw.tobytes() for draw in draws}) == 6


def test_worlds_of_part_of_a_batch():
    batch = some_positions()
    which = np.array([5, 2, 9])
    worlds = Worlds(aztlan, batch.states, which)
    assert len(worlds) == 3
    assert worlds.seats.tolist() == batch.seat[which].tolist()
    assert worlds[1].seats.tolist() == [batch.seat[2]]
    assert worlds.redrawn(1)["season"].tolist() == batch.states["season"][which].tolist()


def test_an_agent_that_implements_act_can_be_asked_for_many_games():
    masks = np.eye(5, 8, dtype=bool)
    masks[:, 7] = True
    assert Last().act_many(np.zeros((5, 3), np.float32), masks).tolist() == [7] * 5
    assert First().act(np.zeros(3, np.float32), masks[2]) == 2


def test_an_agent_that_implements_nothing_says_so():
    with pytest.raises(NotImplementedError, match="act or act_many"):
        Agent().act(np.zeros(1, np.float32), np.ones(2, bool))


def test_greedy_needs_worlds():
    with pytest.raises(ConfigError, match="worlds"):
        GreedyAgent().act(np.zeros(1, np.float32), np.ones(2, bool))
    with pytest.raises(ConfigError, match="1 or more"):
        GreedyAgent(worlds=0)


def test_greedy_beats_random():
    games = [play_game(aztlan, [GreedyAgent(), RandomAgent()][:: 1 - 2 * (k % 2)], seed=k) for k in range(12)]
    assert sum(record.payoffs[k % 2] for k, record in enumerate(games)) > 6


def test_play_game_is_game_0_of_a_batch_and_can_be_replayed():
    record = play_game(aztlan, [First()] * 3, seed=11)
    batch = Batch(aztlan, 1, 3, seed=11)
    while not batch.over[0]:
        batch.step(batch.masks.argmax(axis=1))
    assert record.scores == batch.scores()[0].tolist()
    assert record.payoffs == batch.payoff[0].tolist()
    assert record.names == ["first"] * 3
    Replay(aztlan, record).verify()


def test_play_game_shows_each_agent_its_own_view():
    seen = []

    class Watch(Hash):
        def act(self, observation, mask, world=None):
            seen.append(observation)
            return super().act(observation, mask)

    record = play_game(aztlan, [Watch()] * 4, seed=2, variants={"unused_vp": "falling"})
    replay = Replay(aztlan, record)
    assert len(seen) == len(record.actions)
    for view in seen:
        wanted = np.zeros_like(view)
        aztlan.loops.view_at(replay.states, 0, int(replay.states["seat"][0]), aztlan.layout.own_end, wanted)
        assert np.array_equal(view, wanted)
        replay.forward()
    assert as_states(replay.states)[0].over


def test_play_game_repeats_with_the_seed():
    agents = [RandomAgent(), RandomAgent()]
    one, two, other = (play_game(toy.game, agents, seed=s) for s in (1, 1, 2))
    assert one == two
    assert one != other


def test_bad_tables_are_refused():
    with pytest.raises(ConfigError, match="one agent for each seat"):
        play_game(aztlan, [First()] * 3, players=4)
    with pytest.raises(ConfigError, match="allowed: 2, 3, 4"):
        play_game(aztlan, [First()] * 7)


def test_the_agent_that_cheats_is_named():
    class Cheat(Agent):
        name = "cheat"

        def act(self, observation, mask, world=None):
            return int(mask.argmin())

    with pytest.raises(IllegalActionError) as caught:
        play_game(aztlan, [First(), Cheat()])
    assert "cheat" in caught.value.__notes__[0]


def test_greedy_keeps_the_heuristic_it_began_with_as_a_yardstick():
    game = GAMES["glen_more"]
    first, now = load_agent("greedy:first", game, seed=4), load_agent("greedy", game, seed=4)
    assert first.name == "greedy-first"
    won = play_games(game, [now, first, first, first], 40, 4, seed=2).win_shares()[:, 0]
    assert won.mean() > 0.5  # par 1/4
    same = GAMES["aztlan"]  # where nothing has been improved
    play = [play_game(same, [load_agent(name, same)] * 3, 3, seed=5).actions for name in ("greedy", "greedy:first")]
    assert play[0] == play[1]

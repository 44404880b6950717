"""PublicHistory: what a spectator hears, and nothing else."""

from dataclasses import replace

import numpy as np
import pytest

from meeplezoo.agents import RandomAgent, play_game
from meeplezoo.envs import aztlan_v0
from meeplezoo.envs.engine import Replay
from meeplezoo.wrappers import PublicHistory
from tests.toy import CALL, GUESS_OF, STAKE, STAKE_OF
from tests.wrappers.support import toy_v0
from tests.wrappers.test_configuration import script


def history(env, agent):
    return env.observe(agent)["history"]


def by_hand(game, record, upto, observer, k):
    """The rows, from the record of a game, written another way than the wrapper's."""
    replay = Replay(game, record)
    heard = []
    for action in record.actions[:upto]:
        r = game.actions.range_of(action)
        if r.secret != "whole" and replay.states["node"][0] not in r.silent_nodes:
            row = np.zeros(max(game.players) + len(game.actions) + 1, np.float32)
            row[(int(replay.states["seat"][0]) - observer) % record.players] = 1
            row[max(game.players) + [q.name for q in game.actions].index(r.name)] = 1
            if r.secret == "no":
                row[-1] = (action - r.offset + 1) / r.size
            heard.insert(0, row)
        replay.forward()
    return np.array([*heard, *[np.zeros_like(heard[0])] * k][:k] if heard else np.zeros((k, 0)))


def test_rows_of_the_toy_game():
    env = script(PublicHistory(toy_v0.env(players=3), 3))
    assert history(env, "player_0").shape == (3, 3 + 4 + 1)
    assert not history(env, "player_0").any()
    env.step(GUESS_OF + 2)
    env.step(STAKE_OF + 1)
    stake, guess = [0, 0, 1, 0, 1, 0, 0, 2 / 3], [0, 0, 1, 1, 0, 0, 0, 0]  # as player_1 sees it: two seats away
    assert history(env, "player_1") == pytest.approx(np.array([stake, guess, [0] * 8]))
    assert history(env, "player_0")[:, :3].tolist() == [[1, 0, 0], [1, 0, 0], [0, 0, 0]]
    env.step(CALL)
    assert history(env, "player_1")[:, :3].tolist() == [[1, 0, 0], [0, 0, 1], [0, 0, 1]]
    assert history(env, "player_1")[0, 3:].tolist() == [0, 0, 1, 0, 1]


def test_the_private_index_stays_private():
    """Guesses that differ leave the same history with everybody."""
    envs = [script(PublicHistory(toy_v0.env(players=2), 4), GUESS_OF + g, STAKE_OF) for g in range(3)]
    for agent in ("player_0", "player_1"):
        assert len({history(env, agent).tobytes() for env in envs}) == 1


@pytest.mark.parametrize("players", [2, 4])
def test_rows_of_aztlan_at_every_decision(players):
    record = play_game(aztlan_v0.game, [RandomAgent()] * players, seed=8)
    env = PublicHistory(aztlan_v0.env(players=players), 6)
    env.reset(seed=8)
    silent = 0
    for t, action in enumerate(record.actions):
        silent += aztlan_v0.game.actions.range_of(action).secret == "whole"
        if t % 7 == 0:
            for seat, agent in enumerate(env.agents):
                wanted = by_hand(aztlan_v0.game, record, t, seat, 6)
                assert history(env, agent).any() == wanted.any()
                if wanted.any():
                    assert history(env, agent) == pytest.approx(wanted)
        env.step(action)
    assert silent > 0


def test_silent_choices_leave_no_trace():
    """After the picks of power cards, which nobody sees, the history is still empty."""
    env = PublicHistory(aztlan_v0.env(players=4), 5)
    env.reset(seed=1)
    picks = 0
    while aztlan_v0.game.actions.range_of(int(np.flatnonzero(env.last()[0]["action_mask"])[0])).name == "choose_power":
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
        picks += 1
    assert picks == 4
    assert not any(history(env, agent).any() for agent in env.agents)


def test_choices_silent_at_one_node_leave_no_trace_there(monkeypatch):
    table = toy_v0.game.actions
    quiet = replace(table["stake"], silent_nodes=(STAKE,))
    monkeypatch.setattr(table, "_of", [quiet if r.name == "stake" else r for r in table._of])
    env = script(PublicHistory(toy_v0.env(players=2), 4), GUESS_OF, STAKE_OF, CALL)
    kinds = history(env, "player_0")[:, 3:7].argmax(axis=1)[:2].tolist()
    assert kinds == [2, 0]  # call, guess
    assert not history(env, "player_0")[2:].any()


def test_reset_forgets_and_load_state_remembers():
    env = PublicHistory(aztlan_v0.env(players=3), 5)
    env.reset(seed=2)
    rng = np.random.default_rng(1)
    for _ in range(30):
        env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
    saved, wanted = env.unwrapped.save_state(), history(env, "player_1")
    assert wanted.any()
    env.reset(seed=3)
    assert not history(env, "player_1").any()
    env.unwrapped.load_state(saved)
    assert np.array_equal(history(env, "player_1"), wanted)
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    branch = history(env, "player_1")
    env.unwrapped.load_state(saved)
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[-1]))
    env.unwrapped.load_state(saved)
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert np.array_equal(history(env, "player_1"), branch)


def test_history_lies_in_its_space():
    env = PublicHistory(aztlan_v0.env(players=3), 5)
    env.reset(seed=2)
    assert env.observation_space("player_0") is env.observation_space("player_0")
    for _ in range(20):
        seen = env.last()[0]
        assert seen in env.observation_space(env.agent_selection)
        env.step(int(np.flatnonzero(seen["action_mask"])[0]))

"""Games on record: one line of JSON, replayed bit for bit."""

import dataclasses
import json

import numpy as np
import pytest

from meeplezoo.envs import DataError
from meeplezoo.envs.engine import GameRecord, Replay, read_records
from meeplezoo.envs.engine.numbers import state_seed

from .configs import CONFIGS, PLAYERS, random_game, some


def recorded(config, seed=1, stop=None):
    """An environment in which a random game was played, and its states along the way."""
    env = config.env()
    env.reset(seed=seed)
    states = [env.unwrapped.game_state.tobytes()]
    for action in random_game(config, state_seed(seed))[:stop]:
        env.step(action)
        states.append(env.unwrapped.game_state.tobytes())
    return env, states


@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_replay_equals_the_game(config):
    env, states = recorded(config)
    record = env.unwrapped.record([f"agent {p}" for p in range(config.players)])
    record = GameRecord.from_json(record.to_json())
    assert record.variants == config.game.check_variants(config.variants)
    assert record.payoffs == [float(x) for x in env.unwrapped.game_state.payoff[: config.players]]
    replay = Replay(config.game, record)
    replay.verify()
    n = len(record.actions)
    assert replay.position == n == len(states) - 1
    for k in (0, n, n // 2, n - 1, n // 3, -1, 0):
        replay.seek(k)
        assert replay.states.tobytes() == states[k]
    replay.forward()
    replay.back()
    assert replay.states.tobytes() == states[0]


@pytest.mark.parametrize("config", some(PLAYERS), ids=str)
def test_names_of_moves(config):
    env, _ = recorded(config)
    record = env.unwrapped.record().described(config.game)
    assert len(record.moves) == len(record.actions)
    assert all(move.startswith("player_") and len(move) > 10 for move in record.moves)
    assert GameRecord.from_json(record.to_json()) == record


@pytest.mark.parametrize("config", some(PLAYERS), ids=str)
def test_a_game_in_progress(config):
    env, states = recorded(config, stop=10)
    record = env.unwrapped.record()
    assert record.payoffs == []
    replay = Replay(config.game, record)
    replay.verify()
    assert replay.states.tobytes() == states[-1]
    with pytest.raises(IndexError):
        replay.forward()
    with pytest.raises(IndexError):
        replay.seek(len(record.actions) + 1)
    replay.seek(0)
    with pytest.raises(IndexError):
        replay.back()


@pytest.mark.parametrize("config", some(PLAYERS), ids=str)
def test_damaged_records_are_refused(config):
    env, _ = recorded(config)
    game, record = config.game, env.unwrapped.record()
    mask = game.new_mask()
    game.loops.mask_at(config.start(state_seed(1)), 0, mask)
    illegal = int(np.flatnonzero(~mask)[0])
    wrong = {
        "not legal": {"actions": [illegal, *record.actions[1:]]},
        "another position": {"digest": "0" * 64},
        "is of chess_v6": {"game": "chess_v6"},
        "damaged": {"players": 9},
        "another version": {"variants": {"unheard_of": True}},
        "damaged or": {"seed": -1},
    }
    for text, change in wrong.items():
        with pytest.raises(DataError, match=text):
            Replay(game, dataclasses.replace(record, **change)).verify()


@pytest.mark.parametrize("number", [float("inf"), float("nan"), np.float32("nan")])
def test_what_json_has_no_word_for_is_not_written(number, tmp_path):
    record = recorded(PLAYERS[0], stop=2)[0].unwrapped.record()
    for spoilt in (dataclasses.replace(record, payoffs=[number]), dataclasses.replace(record, options={"x": [number]})):
        with pytest.raises(ValueError, match="JSON"):
            spoilt.append_to(tmp_path / "games.jsonl")
    assert not (tmp_path / "games.jsonl").exists()


def test_torn_files(tmp_path):
    """A line cut off by a crash costs that game, never its neighbours."""
    config = PLAYERS[0]
    file = tmp_path / "log" / "games.jsonl"
    records = [recorded(config, seed, stop=5)[0].unwrapped.record() for seed in range(3)]
    for record in records[:2]:
        record.append_to(file)
    assert read_records(file) == records[:2]
    whole = file.read_bytes()
    file.write_bytes(whole[:-40])
    records[2].append_to(file)
    with pytest.raises(DataError, match=r"line 2.*skip_damaged"):
        read_records(file)
    assert read_records(file, skip_damaged=True) == [records[0], records[2]]
    file.write_bytes(whole[:-1])  # only the end of the line is missing
    records[2].append_to(file)
    assert read_records(file) == records


@pytest.mark.parametrize(
    "line",
    ["", "{", "[1, 2]", "3", '{"game": "aztlan_v0"}', json.dumps({"surplus": 1})],
)
def test_lines_that_are_no_records(line):
    with pytest.raises(DataError, match="not a game record"):
        GameRecord.from_json(line)


@pytest.mark.parametrize(
    "change",
    [{"actions": ["1"]}, {"actions": 5}, {"seed": "1"}, {"players": None}, {"names": {}}],
)
def test_lines_with_wrong_types(change):
    line = json.loads(recorded(PLAYERS[0], stop=2)[0].unwrapped.record().to_json())
    with pytest.raises(DataError, match="not a game record"):
        GameRecord.from_json(json.dumps({**line, **change}))

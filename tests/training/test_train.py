import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import torch

from meeplezoo.agents import LearnedAgent, ModelCard, load_agent
from meeplezoo.agents import loading as agents_module
from meeplezoo.agents.weights import read_weights
from meeplezoo.envs import GAMES, ConfigError, DataError
from meeplezoo.training import TrainConfig
from meeplezoo.training import run as run_module
from meeplezoo.training.train import train
from tests.engine.test_files import on_disk

from .support import quiet, steps_of, tiny

GAME = GAMES["aztlan"]


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A complete run and what it printed."""
    folder = tmp_path_factory.mktemp("runs") / "small"
    console = quiet()
    final = train(tiny(folder), console=console)
    return folder, final, console.file.getvalue()


def test_a_run_leaves_agent_card_checkpoints_curve_and_logs(finished):
    folder, final, output = finished
    assert final == folder / "final"
    card = ModelCard.read(final)
    assert (card.game, card.players, card.steps, card.name) == ("aztlan_v0", 3, 256, "small")
    assert card.results[0]["against"] == "random"
    assert card.results[0]["par"] == pytest.approx(1 / 3)
    assert steps_of(folder) == [192, 256]
    assert (folder / "learning_curve.png").read_bytes().startswith(b"\x89PNG")
    assert list((folder / "tensorboard").iterdir())
    assert "128 steps: against 2 × random wins" in output
    assert not [p for p in folder.rglob("*") if "partial" in p.name]


def test_the_agent_is_found_and_plays_legally(finished, monkeypatch):
    folder, final, _ = finished
    monkeypatch.setattr(agents_module, "RUNS", folder.parent)
    states = GAME.start(1, 3)
    mask, view = GAME.new_mask(), np.zeros(GAME.layout.size, np.float32)
    GAME.loops.mask_at(states, 0, mask)
    GAME.loops.view_at(states, 0, int(states["seat"][0]), GAME.layout.own_end, view)
    for name in ("small", folder, final, final / "model.zip", folder / "checkpoints" / "000000000192"):
        agent = load_agent(name, GAME, seed=3)
        assert isinstance(agent, LearnedAgent)
        assert mask[agent.act(view, mask)]
        agent.reset(3)
        assert mask[agent.act(view, mask)]
    with pytest.raises(ConfigError, match="random, greedy, greedy:first, ismcts:BUDGET, flat:BUDGET, small"):
        load_agent("nobody", GAME)
    with pytest.raises(DataError, match="trained on aztlan_v0, not on deus_v0"):
        load_agent(final, GAMES["deus"])


def test_agents_repeat_their_choices_after_reset(finished):
    agent = load_agent(finished[1], GAME, seed=3)
    rng = np.random.default_rng(0)
    views, masks = rng.random((50, GAME.layout.size), np.float32), np.ones((50, GAME.n_actions), bool)
    first = agent.act_many(views, masks)
    assert (agent.act_many(views, masks) != first).any()
    agent.reset(3)
    assert (agent.act_many(views, masks) == first).all()


def test_a_run_is_not_overwritten(finished):
    with pytest.raises(ConfigError, match="--resume"):
        train(tiny(finished[0]), console=quiet())


def test_a_finished_run_is_left_alone(finished):
    folder, final, _ = finished
    before = (final / "model.zip").stat().st_mtime_ns
    console = quiet()
    assert train(tiny(folder), resume=True, console=console) == final
    assert "nothing to do" in console.file.getvalue()
    assert (final / "model.zip").stat().st_mtime_ns == before


@pytest.mark.parametrize(
    ("change", "message"),
    [({"players": 2}, "players = 3"), ({"seed": 6}, "seed = 5"), ({"learner": {"net": [8]}}, r"learner\.net = \[16\]")],
)
def test_another_configuration_is_refused(finished, change, message):
    with pytest.raises(ConfigError, match=message):
        train(tiny(finished[0], steps=1000, **change), resume=True, console=quiet())


def test_a_run_goes_on_from_its_last_checkpoint(tmp_path):
    run = tmp_path / "run"
    train(tiny(run, steps=128), console=quiet())
    copy = tmp_path / "copy" / "run"
    shutil.copytree(run, copy)
    half_written = run / "checkpoints" / ".000000000192.1.partial"
    half_written.mkdir()
    finals = [train(tiny(folder, steps=256), resume=True, console=quiet()) for folder in (run, copy)]
    state = torch.load(run / "checkpoints" / "000000000256" / "state.pt", weights_only=True)
    assert (state["progress"]["steps"], state["updates"]) == (256, 4 * 2)
    assert state["snapshots"] == [64, 192, 256], "the pool of before is still there"
    assert not half_written.exists()
    first, second = (read_weights(final / "model.zip") for final in finals)
    assert all((first[k] == second[k]).all() for k in first), "the same continuation from the same checkpoint"


def test_a_damaged_state_is_named_and_the_checkpoint_before_stands_in(tmp_path):
    run = tmp_path / "run"
    train(tiny(run, steps=128), console=quiet())
    (run / "latest.pt").write_bytes((run / "latest.pt").read_bytes()[:100])
    with pytest.raises(DataError, match=r"latest\.pt is damaged .* delete \S*latest\.pt"):
        train(tiny(run), resume=True, console=quiet())
    (run / "latest.pt").unlink()
    newest = run / "checkpoints" / "000000000128"
    state = torch.load(newest / "state.pt", weights_only=True)
    for damaged in ({k: v for k, v in state.items() if k != "policy"}, {**state, "policy": {}}):
        torch.save(damaged, newest / "state.pt")
        with pytest.raises(DataError, match=r"state\.pt is damaged .* delete \S*000000000128 "):
            train(tiny(run), resume=True, console=quiet())
    shutil.rmtree(newest)
    console = quiet()
    train(tiny(run, steps=192), resume=True, console=console)
    assert "at 64 steps" in console.file.getvalue()


def start(run):
    """A long run in a process of its own, after its second checkpoint."""
    script = (
        "import sys; from tests.training.support import tiny; from meeplezoo.training.train import train;"
        "train(tiny(sys.argv[1], steps=10**7, evaluation={'every': 10**7}))"
    )
    root = Path(__file__).parents[2]
    process = subprocess.Popen(
        [sys.executable, "-c", script, str(run)],
        cwd=root, env={**os.environ, "PYTHONPATH": os.pathsep.join([*sys.path, str(root)])},
    )  # fmt: skip
    while len(steps_of(run)) < 2:
        assert process.poll() is None, "the run ended by itself"
        time.sleep(0.1)
    return process


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for other processes")
def test_ctrl_c_ends_a_run_with_a_checkpoint(tmp_path):
    process = start(tmp_path / "run")
    with pytest.raises(ConfigError, match=r"another training is at work in \S*run; .* --set output=runs/NAME"):
        train(tiny(tmp_path / "run"), resume=True, console=quiet())
    process.send_signal(signal.SIGINT)
    assert process.wait() == 0
    assert not (tmp_path / "run" / "final").exists()
    assert len(steps_of(tmp_path / "run")) == 2


def test_threads_are_those_of_the_configuration(tmp_path, monkeypatch):
    """PyTorch's while the run is at work, and those of the games, where there are enough games for several."""
    seen = []
    monkeypatch.setattr(run_module, "EverySeat", lambda *args, threads, **options: seen.append(threads) or stop())
    monkeypatch.setattr(run_module, "available_cores", lambda: 3)

    def stop():
        seen.append(torch.get_num_threads())
        raise KeyboardInterrupt

    before = torch.get_num_threads()
    for threads, n_games in ((2, 8), (2, 2048), (0, 2048), (7, 600)):
        with pytest.raises(KeyboardInterrupt):
            train(tiny(tmp_path / "run", threads=threads, n_games=n_games), console=quiet())
    assert seen == [1, 2, 2, 2, 3, 3, 2, 7]
    assert torch.get_num_threads() == before


@pytest.mark.skipif(sys.platform == "win32", reason="Windows opens no folders")
def test_each_update_outlives_a_power_cut(tmp_path, monkeypatch):
    """Its state is on disk before it has its name, and the name is after."""
    calls = on_disk(monkeypatch)
    train(tiny(tmp_path / "run", steps=128), console=quiet())
    named = [k for k, call in enumerate(calls) if call == "rename to latest.pt"]
    assert len(named) >= 2, "two updates"
    size = (tmp_path / "run" / "latest.pt").stat().st_size
    assert calls[named[-1] - 1 : named[-1] + 2] == [f"file of {size}", "rename to latest.pt", "folder"]
    assert all(calls[k - 1].startswith("file of") and calls[k + 1] == "folder" for k in named)


def test_the_time_limit_ends_a_run(tmp_path):
    train(tiny(tmp_path / "run", steps=10**7, max_minutes=1e-6), console=quiet())
    assert ModelCard.read(tmp_path / "run" / "final").steps == 64


def test_learning(tmp_path):
    """The shipped smoke run, from scratch: clearly better than random at the end, in tens of seconds."""
    path = Path(__file__).parents[2] / "configs" / "train" / "aztlan_smoke.toml"
    final = train(TrainConfig.from_toml(path, [f"output={tmp_path / 'run'}"]), console=quiet())
    result = ModelCard.read(final).results[0]
    assert result["win_low"] > 1.3 * result["par"], result
    assert result["score_low"] > 57, "random play scores about 54"

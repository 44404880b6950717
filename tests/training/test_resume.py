"""Continuing a run: no random stream repeats, nothing is lost, nothing stands twice."""

import errno
import os
import random
import shutil
import signal

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO

from meeplezoo.agents import GreedyAgent, LearnedAgent, ModelCard, RandomAgent, matches
from meeplezoo.agents.network import NotFiniteError
from meeplezoo.envs import ConfigError
from meeplezoo.envs.engine import Batch
from meeplezoo.envs.engine.records import files
from meeplezoo.envs.engine.records.files import FileError
from meeplezoo.training import locks, seats
from meeplezoo.training import train as loop
from meeplezoo.training.learner import SeatPPO
from meeplezoo.training.locks import alone, in_turn
from meeplezoo.training.saving import RunFolder
from meeplezoo.training.train import train

from .support import logged, quiet, saved, steps_of, tiny

POOL = {"latest": 1, "past": 1, "random": 1, "greedy": 1, "snapshot_steps": 64, "snapshots": 3}


@pytest.fixture(scope="module")
def half_way(tmp_path_factory):
    """The folder of a run of 128 steps, to be copied."""
    run = tmp_path_factory.mktemp("half") / "run"
    train(tiny(run, steps=128), console=quiet())
    return run


@pytest.fixture
def run(half_way, tmp_path):
    """A run of 128 steps, to be continued."""
    return shutil.copytree(half_way, tmp_path / "run")


# --- random streams -----------------------------------------------------------------------------------------------


class Streams:
    """Notes what every random stream of a training is seeded with."""

    def __init__(self, monkeypatch):
        self.deals, self.evaluations, self.tables, self.positions = [], [], [], []
        self.agents = {kind: [] for kind in (RandomAgent, GreedyAgent, LearnedAgent)}
        make, draw = Batch.__init__, seats.draw_table

        def start_batch(batch, game, n, players=None, variants=(), seed=0, *args, **kw):
            make(batch, game, n, players, variants, seed, *args, **kw)
            (self.evaluations if self.judging else self.deals).append(batch.seed)
            if not self.judging:
                self.positions += [state.tobytes() for state in batch.states]

        def draw_table(pool, seat, players, seeds):
            self.tables.append(seeds)
            return draw(pool, seat, players, seeds)

        def play_games(*args, **kw):
            self.judging = True
            try:
                return matches.play_games(*args, **kw)
            finally:
                self.judging = False

        self.judging = False
        monkeypatch.setattr(Batch, "__init__", start_batch)
        monkeypatch.setattr(seats, "draw_table", draw_table)
        monkeypatch.setattr("meeplezoo.training.evaluate.play_games", play_games)
        for kind, seeds in self.agents.items():
            self._note_resets(monkeypatch, kind, seeds)

    @staticmethod
    def _note_resets(monkeypatch, kind, seeds):
        before = kind.reset

        def reset(agent, seed):
            # Agents are made with a seed of their own, but are always reset before they play.
            if hasattr(agent, "made"):
                seeds.append(seed)
            agent.made = True
            before(agent, seed)

        monkeypatch.setattr(kind, "reset", reset)

    def take(self):
        """All that was noted since the last time, by stream."""
        found = {name: list(getattr(self, name)) for name in ("deals", "evaluations", "tables", "positions")}
        found |= {kind.__name__: list(seeds) for kind, seeds in self.agents.items()}
        for noted in (self.deals, self.evaluations, self.tables, self.positions, *self.agents.values()):
            noted.clear()
        return found


def test_no_stream_is_met_again_after_a_resume(tmp_path, monkeypatch):
    """Fresh: deals, seats and opponents, the choices of each kind of agent, evaluations."""
    streams = Streams(monkeypatch)
    judged = {"every": 64, "games": 3, "against": ["greedy"]}
    parts = []
    for steps in (128, 192, 256):  # two continuations
        train(tiny(tmp_path / "run", steps=steps, pool=POOL, evaluation=judged), resume=True, console=quiet())
        parts.append(streams.take())
    for stream in parts[0]:
        seeds = [set(part[stream]) for part in parts]
        assert all(seeds), f"{stream} was not noted"
        assert not (seeds[0] & seeds[1] or seeds[1] & seeds[2] or seeds[0] & seeds[2]), f"{stream} repeats"
    trained = {seed for part in parts for seed in part["deals"]}
    evaluated = [seed for part in parts for seed in part["evaluations"]]
    assert not trained & set(evaluated), "what is trained on is not what is judged on"
    assert len(set(evaluated)) == 4, "each of four evaluations has deals of its own, the same for all seats"


def test_generators_of_torch_and_numpy_go_on(run):
    """Continued: PyTorch's (actions of the learner) and numpy's (order of its batches); Python's is fresh."""

    def draw():
        return torch.rand(5).tolist(), np.random.rand(5).tolist(), random.random()

    folder = RunFolder(run, 2)
    first = folder.restore(tiny(run))
    torch.rand(3), np.random.rand(3)  # as an update would
    folder.save(first)
    continued = draw()
    first.close()
    folder.restore(tiny(run)).close()
    assert draw() == continued
    other = RunFolder(run.parent / "other", 2)
    other.start(tiny(run.parent / "other")).close()
    assert not any(a == b for a, b in zip(draw(), continued, strict=True)), "and not as at the start of the run"


def test_continuing_twice_from_one_state_gives_the_same(run, tmp_path):
    copy = shutil.copytree(run, tmp_path / "copy" / "run")
    states = []
    for folder in (run, copy):
        train(tiny(folder), resume=True, console=quiet())
        states.append(saved(folder))
    first, second = states
    assert first["progress"]["evaluations"] == second["progress"]["evaluations"]
    for part in ("policy", "torch_rng", "numpy_rng"):
        torch.testing.assert_close(first[part], second[part], rtol=0, atol=0)


# --- what is saved, and when ---------------------------------------------------------------------------------------


def test_every_update_is_saved(tmp_path, monkeypatch):
    """Whatever comes after an update may fail: nothing of it is lost."""
    def fail(*_, **__):
        raise RuntimeError("the machine breaks down")

    judged = {"every": 192, "games": 3, "against": ["random"]}
    config = tiny(tmp_path / "run", checkpoint_steps=10**6, evaluation=judged)
    monkeypatch.setattr(loop, "evaluate", fail)
    with pytest.raises(RuntimeError, match="breaks down"):
        train(config, console=quiet())
    assert saved(tmp_path / "run")["progress"]["steps"] == 192
    monkeypatch.undo()
    console = quiet()
    train(config, resume=True, console=console)
    assert "at 192 steps" in console.file.getvalue()
    assert "192 steps: against" in console.file.getvalue(), "the evaluation that was lost is made up for"
    rows = saved(tmp_path / "run")["progress"]["evaluations"]
    assert [row["steps"] for row in rows] == [192, 256]


def test_a_snapshot_of_what_was_lost_is_not_taken_for_a_new_one(run):
    (run / "pool" / "000000000192.npz").write_bytes(b"of an update that was lost")
    train(tiny(run), resume=True, console=quiet())
    assert 192 in saved(run)["snapshots"]
    console = quiet()
    train(tiny(run, steps=320), resume=True, console=console)  # reads it
    assert "at 256 steps" in console.file.getvalue()


def test_half_removed_and_half_written_files_are_swept_up(run):
    for name in (".latest.pt.1-1.partial", "pool/.x.npz.1-1.partial", "checkpoints/.000000000064.1.gone.partial"):
        (run / name).write_text("half")
    train(tiny(run, steps=192), resume=True, console=quiet())
    assert not [p for p in run.rglob("*") if "partial" in p.name]


def test_tensorboard_shows_each_step_once_after_a_crash(run):
    """The crash comes after values were logged and before the state was saved, with an event torn in the middle."""
    state = (run / "latest.pt").read_bytes()
    train(tiny(run), resume=True, console=quiet())
    (run / "latest.pt").write_bytes(state)
    for late in (run / "checkpoints" / "000000000192", run / "checkpoints" / "000000000256", run / "final"):
        shutil.rmtree(late)
    newest = max((run / "tensorboard").iterdir())
    newest.write_bytes(newest.read_bytes()[:-7])
    train(tiny(run), resume=True, console=quiet())
    steps = logged(run)
    for tag in ("pool/wins", "pool/episodes", "train/value_loss"):
        assert steps[tag] == [64, 128, 192, 256], tag
    assert steps["evaluation/win_share_random"] == steps["evaluation/score_random"] == [128, 256]


def test_an_evaluation_that_is_made_up_for_is_logged_once(run):
    """The crash comes after the evaluation of 128 steps was logged and before it was saved."""
    state = saved(run)
    state["progress"].update(evaluated=0, evaluations=[])
    torch.save(state, run / "latest.pt")
    train(tiny(run), resume=True, console=quiet())
    assert logged(run)["evaluation/win_share_random"] == [128, 256]


# --- being stopped -------------------------------------------------------------------------------------------------


def interrupt(monkeypatch, at):
    """Presses Ctrl-C in the middle of the ``at``-th evaluation."""
    judge, count = loop.evaluate, iter(range(1, 100))

    def evaluate(*args, **kw):
        if next(count) == at:
            signal.raise_signal(signal.SIGINT)
        return judge(*args, **kw)

    monkeypatch.setattr(loop, "evaluate", evaluate)


@pytest.mark.parametrize(("at", "steps"), [(1, 128), (2, 256)])
def test_ctrl_c_in_an_evaluation_ends_the_run_at_once_and_keeps_it(tmp_path, monkeypatch, at, steps):
    run, console, before = tmp_path / "run", quiet(), signal.getsignal(signal.SIGINT)
    interrupt(monkeypatch, at)
    config = tiny(run, checkpoint_steps=10**6)
    assert train(config, console=console) == run / "checkpoints" / f"{steps:012d}"
    assert f"stopped after {steps} steps; the same command with --resume continues" in console.file.getvalue()
    assert steps_of(run) == [steps]
    assert not (run / "final").exists()
    assert signal.getsignal(signal.SIGINT) is before
    monkeypatch.undo()
    final = train(config, resume=True, console=quiet())
    card = ModelCard.read(final)
    assert (card.steps, card.results[0]["steps"], final.name) == (256, 256, "final")
    assert [row["steps"] for row in saved(run)["progress"]["evaluations"]] == [128, 256]


def test_a_second_ctrl_c_ends_the_run_at_the_spot_and_loses_an_update_at_most(run, monkeypatch):
    learn, count = MaskablePPO.learn, iter(range(1, 100))

    def twice(*args, **kw):
        if next(count) == 2:
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)
        return learn(*args, **kw)

    monkeypatch.setattr(MaskablePPO, "learn", twice)
    with pytest.raises(KeyboardInterrupt):
        train(tiny(run, steps=640), resume=True, console=quiet())
    assert saved(run)["progress"]["steps"] == 192


# --- two at once ---------------------------------------------------------------------------------------------------


def test_two_trainings_in_one_folder_are_refused(run):
    before = {p: p.read_bytes() for p in run.rglob("*") if p.is_file()}
    with (
        alone(run),
        pytest.raises(ConfigError, match=r"another training is at work in \S*run; .* --set output=runs/NAME"),
    ):
        train(tiny(run), resume=True, console=quiet())
    assert before == {p: p.read_bytes() for p in run.rglob("*") if p.is_file()}
    train(tiny(run, steps=192), resume=True, console=quiet())  # the lock is gone


def test_results_are_written_in_turn(tmp_path, monkeypatch):
    monkeypatch.setattr(locks, "_PATIENCE", 0.05)
    with in_turn(tmp_path, "evaluation"):
        with pytest.raises(ConfigError, match="another process keeps writing"), in_turn(tmp_path, "evaluation"):
            pass
        with in_turn(tmp_path, "other"):
            pass


# --- what the system refuses ---------------------------------------------------------------------------------------


def test_a_file_where_the_run_should_be(tmp_path):
    (tmp_path / "run").write_text("a file")
    for output in (tmp_path / "run", tmp_path / "run" / "deeper"):
        with pytest.raises(FileError, match=r"cannot write \S*/run\S*: .*; a file stands where a folder should be"):
            train(tiny(output), console=quiet())


def test_a_file_where_the_logs_should_be(tmp_path):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "tensorboard").write_text("a file")
    with pytest.raises(FileError, match=r"cannot write \S*tensorboard: .*; a file stands where a folder should be"):
        train(tiny(tmp_path / "run"), console=quiet())


@pytest.mark.parametrize("name", ["latest.pt", "000000000192", "learning_curve.png", "000000000192.npz"])
def test_a_full_disk_ends_in_a_sentence_and_keeps_the_update_before(run, monkeypatch, name):
    replace = os.replace

    def refuse(source, target):
        if target.name == name:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(source))
        replace(source, target)

    monkeypatch.setattr(files.os, "replace", refuse)
    with pytest.raises(FileError, match=rf"cannot write \S*/{name}: No space left on device; free some space"):
        train(tiny(run), resume=True, console=quiet())
    monkeypatch.undo()
    assert saved(run)["progress"]["steps"] in {128, 192, 256}
    train(tiny(run), resume=True, console=quiet())
    assert [row["steps"] for row in saved(run)["progress"]["evaluations"]] == [128, 256]
    assert logged(run)["pool/wins"] == [64, 128, 192, 256]


# --- networks that are no numbers any more -------------------------------------------------------------------------


def test_a_training_that_diverges_at_once_says_so(tmp_path):
    config = tiny(tmp_path / "run", learner={"net": [16], "n_steps": 8, "batch_size": 32, "learning_rate": 1e30})
    with pytest.raises(NotFiniteError, match=r"diverged: after 0 steps .* Nothing had been saved .*_rate=3e\+29"):
        train(config, console=quiet())


@pytest.mark.parametrize("when", ["in the update", "before it"])
def test_a_network_without_numbers_stops_the_training_and_the_state_before_is_kept(run, monkeypatch, when):
    learn = MaskablePPO.train

    def spoil(model):
        with torch.no_grad():
            next(model.policy.action_net.parameters())[0, 0] = float("nan")

    def diverge(model):
        learn(model)
        spoil(model)

    if when == "in the update":
        monkeypatch.setattr(MaskablePPO, "train", diverge)
    else:
        collect = SeatPPO.collect_rollouts
        monkeypatch.setattr(
            SeatPPO, "collect_rollouts", lambda model, *args, **kw: (spoil(model), collect(model, *args, **kw))[1]
        )
    with pytest.raises(NotFiniteError, match=r"diverged: after 128 steps .*run keeps the state of 128 .*--resume"):
        train(tiny(run), resume=True, console=quiet())
    monkeypatch.undo()
    assert all(values.isfinite().all() for values in saved(run)["policy"].values())
    learner = {"net": [16], "n_steps": 8, "batch_size": 32, "n_epochs": 2, "learning_rate": 1e-4}
    assert train(tiny(run, learner=learner), resume=True, console=quiet()) == run / "final"

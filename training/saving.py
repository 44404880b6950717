"""The folder of a run: what is saved in it, and how a run is taken up again."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch

from ..agents import ModelCard
from ..agents.card import CARD, CARD_TEXT, MODEL
from ..envs import ConfigError, DataError, resolve_game
from ..envs.engine.records.files import as_json, sweep, write_file, write_folder, writing
from .checkpoint import STATE, CheckpointStore
from .config import TrainConfig
from .locks import alone
from .logs import cut_logs
from .run import Run
from .selfplay import forget_others

CONFIG, CURVE = "config.json", "learning_curve.png"
# A change of these would make another run out of the one that is continued.
_FIXED = ("game", "players", "counts", "variants", "seed", "n_games", "reward")
_FIXED_OF_LEARNER = ("net", "activation", "gamma", "advice")
# What SB3 would write into a model file beside the agent: schedules are functions of the run, positions are large.
_NOT_THE_AGENT = ["lr_schedule", "learning_rate", "clip_range", "_last_obs", "_last_episode_starts"]


class RunFolder:
    """What a run leaves on disk.

    ``latest.pt`` is the state after the latest update, from which a run continues; ``checkpoints/STEPS`` are agents
    with the same kind of state; ``pool/`` holds the snapshots that those need; ``best/`` is the agent that did best in
    an evaluation, and ``final/`` the same once the run is complete.

    Attributes:
        path: The folder.
        latest: The file with the latest state.
        best: The folder of the agent that did best so far.
        final: The folder of the finished agent.
        logs: The folder of TensorBoard's files.
        store: The checkpoints.
    """

    def __init__(self, path: Path, keep: int):
        """Looks at a folder, of which the last ``keep`` checkpoints are kept."""
        self.path = path
        self.latest, self.logs = path / "latest.pt", path / "tensorboard"
        self.best, self.final = path / "best", path / "final"
        self.store = CheckpointStore(path, keep)
        self._pool = path / "pool"

    @contextmanager
    def occupied(self) -> Iterator[None]:
        """Keeps other trainings out, and turns errors of the system into sentences.

        Raises:
            ConfigError: Another training is at work there.
            FileError: Something cannot be written.
        """
        with writing(self.path), alone(self.path):
            yield

    def holds_run(self) -> bool:
        """Whether there is a run to continue."""
        return self.latest.exists() or self.store.newest() is not None

    # --- taking up -----------------------------------------------------------------------------------------------

    def start(self, config: TrainConfig) -> Run:
        """A new run in this folder."""
        self._tidy(0, 0)
        return Run(config)

    def restore(self, config: TrainConfig) -> Run:
        """The run as it was last saved.

        Raises:
            ConfigError: The configuration is not that of the run.
            DataError: The state is damaged, or of another game or version.
        """
        newest = self.store.newest()
        file = self.latest if self.latest.exists() or newest is None else newest / STATE
        state = _read(file)
        try:
            card = ModelCard(**state["card"])
            card.check(resolve_game(config.game), file)
            self._check_same_run(card.config, config)
            run = Run(config, state, self._pool)
        except (KeyError, TypeError, AttributeError, RuntimeError, ValueError) as error:
            if isinstance(error, ConfigError | DataError):
                raise
            raise _damaged(file, error) from error
        self._tidy(run.progress.steps, run.progress.evaluated)
        return run

    def _check_same_run(self, started: dict[str, Any], config: TrainConfig) -> None:
        """Refuses a configuration that would change what is being learned, or the network."""
        now = config.to_dict()
        pairs = [(key, started[key], now[key]) for key in _FIXED]
        pairs += [(f"learner.{key}", started["learner"][key], now["learner"][key]) for key in _FIXED_OF_LEARNER]
        for key, then, wanted in pairs:
            if wanted != then:
                raise ConfigError(
                    f"{self.path} was started with {key} = {then!r}, not {wanted!r}; choose another folder with "
                    f"--set output=runs/NAME"
                )

    def _tidy(self, steps: int, evaluated: int) -> None:
        """Removes what belongs to no saved state: it was cut off, or is to be done again."""
        # Not everything: evaluations may be written there now.
        for name in (self.latest.name, self.best.name, self.final.name, CONFIG, CURVE):
            sweep(self.path, name)
        for folder in (self.store.folder, self._pool):
            sweep(folder)
        cut_logs(self.logs, steps, evaluated)
        self._forget_snapshots()

    # --- saving --------------------------------------------------------------------------------------------------

    def save(self, run: Run) -> None:
        """Saves everything that continuing needs; cheap enough to be done after every update.

        It waits for the disk, so that a power cut too loses no more than the update under way.
        """
        write_file(self.latest, self._state(run))

    def checkpoint(self, run: Run) -> Path:
        """Keeps the agent as it is now, with all that continuing needs."""
        state = self._state(run)

        def fill(folder: Path) -> None:
            _write_agent(run, folder)
            write_file(folder / STATE, state)

        path = self.store.write(run.progress.steps, fill)
        self._forget_snapshots()
        return path

    def keep_best(self, run: Run) -> None:
        """Writes the agent as it is now, which has just done better than ever."""
        write_folder(self.best, lambda folder: _write_agent(run, folder))

    def finish(self, run: Run) -> Path:
        """Writes the finished agent: the best one, or, if that is gone, the last."""

        def fill(folder: Path) -> None:
            try:
                best = {name: (self.best / name).read_bytes() for name in (MODEL, CARD, CARD_TEXT)}
            except FileNotFoundError:
                _write_agent(run, folder)
                return
            for name, data in best.items():
                write_file(folder / name, data)

        write_folder(self.final, fill)
        return self.final

    def is_finished(self, run: Run) -> bool:
        """Whether the finished agent is that of the run as it is now, with its evaluation."""
        try:
            steps = ModelCard.read(self.final).steps
            return run.judged() and steps in (run.progress.best_steps, run.progress.steps)
        except DataError:  # missing or damaged: it is to be written
            return False

    def write_config(self, config: TrainConfig) -> None:
        """Writes the configuration for people to read."""
        write_file(self.path / CONFIG, (as_json(config.to_dict(), 1) + "\n").encode())

    def _state(self, run: Run) -> bytes:
        run.pool.save(self._pool)
        data = io.BytesIO()
        torch.save({**run.state(), "card": asdict(run.card())}, data)
        return data.getvalue()

    def _forget_snapshots(self) -> None:
        """Removes the snapshots that no saved state needs any more."""
        needed: set[int] = set()
        for file in [self.latest, *(folder / STATE for folder in self.store.all())]:
            try:
                needed |= set(_read(file)["snapshots"])
            except (DataError, KeyError):  # missing or damaged: nobody can continue from it
                continue
        forget_others(self._pool, sorted(needed))


def _write_agent(run: Run, folder: Path) -> None:
    """Writes model and card."""
    run.model.save(folder / MODEL, exclude=_NOT_THE_AGENT)
    run.card().write(folder)


def _read(file: Path) -> dict[str, Any]:
    try:
        state: dict[str, Any] = torch.load(file, map_location="cpu", weights_only=True)
    except Exception as error:  # torch and pickle have many errors for damage
        raise _damaged(file, error) from error
    return state


def _damaged(file: Path, error: Exception) -> DataError:
    gone = file.parent if file.name == STATE else file
    reason = " ".join(str(error).split())
    return DataError(f"{file} is damaged ({reason}); delete {gone} to continue from the checkpoint before")

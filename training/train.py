"""Self-play training with MaskablePPO: a run is a folder that can be interrupted at any moment and continued."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict
from pathlib import Path

import numpy as np
from rich.console import Console

from ..agents import Agent, LearnedAgent, load_agent
from ..envs import ConfigError
from .charts import learning_curve
from .config import TrainConfig
from .evaluate import evaluate
from .logs import JUDGED, run_logger
from .progress import ProgressView
from .run import Run, is_due, limited_threads, threads_of
from .saving import CURVE, RunFolder
from .standing import Standing


def train(config: TrainConfig, resume: bool = False, console: Console | None = None) -> Path:
    """Trains an agent, or goes on training it.

    The agent in the end is the one that was best in the run's own evaluations.

    Ctrl-C ends the run after the current update, with a checkpoint; an evaluation in progress is given up, and made up
    for when the run is continued. A second Ctrl-C ends it at once, and then, as after a crash, the run can be continued
    from the latest update.

    Args:
        config: The run.
        resume: Continue the run in ``config.output`` if there is one (a finished one is left as it is, unless the
            configuration now asks for more steps).
        console: Where to show the progress; standard error by default.

    Returns:
        The folder of the latest checkpoint: ``output/final`` once the run is complete.

    Raises:
        ConfigError: The folder holds a run and ``resume`` is not set, another training is at work in it, or the
            configuration does not fit that run.
        DataError: Its saved state is damaged.
        NotFiniteError: The training has diverged; the state before is kept.
        FileError: Something cannot be written.
    """
    console = console or Console(stderr=True)
    folder = RunFolder(Path(config.output), config.keep_checkpoints)
    with (
        folder.occupied(),
        limited_threads(threads_of(config)),
        closing(_open(folder, config, resume, console)) as run,
    ):
        if (run.done() or run.waited()) and folder.is_finished(run):
            console.print(f"{folder.path} is complete after {run.progress.steps:,} steps; nothing to do.")
            return folder.final
        return _Training(run, folder, console).go()


def _open(folder: RunFolder, config: TrainConfig, resume: bool, console: Console) -> Run:
    """The run in the folder, or a new one."""
    if not folder.holds_run():
        return folder.start(config)
    if not resume:
        raise ConfigError(
            f"{folder.path} already holds a run; continue it with --resume, or choose another folder with "
            f"--set output=runs/NAME"
        )
    run = folder.restore(config)
    console.print(f"continuing {folder.path} at {run.progress.steps:,} steps")
    return run


class _Training:
    """The loop: updates, and what is due in between. All is saved before anything that takes long."""

    def __init__(self, run: Run, folder: RunFolder, console: Console):
        self.run, self.folder, self.console = run, folder, console
        self.stop = self.judging = False
        c = run.config
        names = c.evaluation.against if c.players > 1 else ()
        self.rivals: list[Agent | None] = [load_agent(name, run.game) for name in names] or [None]
        self.logger = run_logger(folder.logs)
        run.model.set_logger(self.logger)
        self.started = time.monotonic() - 60 * run.progress.minutes

    def go(self) -> Path:
        """Trains until the steps or the time are used up, or the user stops it."""
        run = self.run
        self.folder.write_config(run.config)
        with closing(self.logger), self.interruptible(), ProgressView(self.console, run.config, run.share()) as view:
            self.catch_up(view)  # with what was due when the run was cut off
            while not (self.ended() or self.stop):
                self.update()
                self.catch_up(view)
                view.show(run.progress, run.share())
            if not (self.stop or run.judged()):
                self.evaluate(view)
        return self.complete() if self.ended() and run.judged() else self.interrupted()

    def ended(self) -> bool:
        """Whether steps, time or patience are used up."""
        return self.run.done() or self.run.waited()

    def update(self) -> None:
        """One update of the learner; from here on it cannot be lost."""
        run = self.run
        run.update()
        run.progress.minutes = (time.monotonic() - self.started) / 60
        self.logger.record("pool/score" if run.config.players == 1 else "pool/wins", run.progress.result)
        self.logger.record("pool/episodes", run.progress.episodes)
        self.logger.dump(run.progress.steps)
        self.folder.save(run)

    def catch_up(self, view: ProgressView) -> None:
        """Evaluations and checkpoints that are due."""
        c, p = self.run.config, self.run.progress
        if is_due(c.evaluation.every, p.steps, p.evaluated) and not self.stop:
            self.evaluate(view)
        if is_due(c.checkpoint_steps, p.steps, self.folder.store.newest_steps()):
            self.folder.checkpoint(self.run)

    def evaluate(self, view: ProgressView) -> None:
        """Plays against the opponents of the learning curve and draws it, unless the user stops it."""
        progress = self.run.progress
        try:
            self.judging = True
            standings = self.standings()
        except KeyboardInterrupt:
            if not self.stop:
                raise
            return
        finally:
            self.judging = False
        progress.evaluated = progress.steps
        progress.minutes = (time.monotonic() - self.started) / 60
        for s in standings:
            progress.evaluations.append({"steps": progress.steps, **asdict(s)})
            self.logger.record(f"{JUDGED}win_share_{s.against or 'alone'}", s.win_share)
            self.logger.record(f"{JUDGED}score_{s.against or 'alone'}", s.score)
        self.logger.dump(progress.steps)
        self.compare(standings)
        self.draw()
        self.folder.save(self.run)
        view.report(progress.steps, standings)

    def compare(self, standings: list[Standing]) -> None:
        """Keeps the agent if it has never been better in its own evaluations."""
        progress = self.run.progress
        reached = float(np.mean([s.win_share if s.against else s.score for s in standings]))
        if not progress.best_steps or reached >= progress.best:
            progress.best, progress.best_steps = reached, progress.steps
            self.folder.keep_best(self.run)

    def standings(self) -> list[Standing]:
        """How the learner does now against each of the opponents."""
        run, c = self.run, self.run.config
        agent = LearnedAgent(run.network, self.folder.path.name)
        return [
            evaluate(run.game, agent, rival, c.evaluation.games, c.players, c.variants, seed=run.evaluation_seed)
            for rival in self.rivals
        ]

    def draw(self) -> None:
        """Draws the learning curve."""
        run, p = self.run, self.run.progress
        title = f"{run.game.title}, {run.config.players} players: {self.folder.path.name}"
        learning_curve(p.evaluations, p.losses, 1 / run.config.players, self.folder.path / CURVE, title)

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """Lets the first Ctrl-C end the run: after the current update, or at once during an evaluation."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def ask(*_: object) -> None:
            self.stop = True
            signal.signal(signal.SIGINT, signal.default_int_handler)
            if self.judging:
                raise KeyboardInterrupt
            self.console.print("stopping after this update (Ctrl-C again: at once) ...")

        before = signal.signal(signal.SIGINT, ask)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def interrupted(self) -> Path:
        """Keeps what has been learned as a checkpoint and says how to go on."""
        path = self.folder.checkpoint(self.run)
        steps = self.run.progress.steps
        self.console.print(f"stopped after {steps:,} steps; the same command with --resume continues.")
        return path

    def complete(self) -> Path:
        """Writes the result with its card."""
        self.folder.checkpoint(self.run)
        return self.folder.finish(self.run)

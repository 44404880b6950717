"""Self-play training with MaskablePPO: a run is a folder that can be interrupted at any moment and continued."""

from __future__ import annotations

import io
import json
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from rich.console import Console
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger, TensorBoardOutputFormat

from ..agents import LearnedAgent, ModelCard, load_agent
from ..agents.card import MODEL, card_for
from ..agents.network import PolicyNetwork
from ..envs import ConfigError, DataError, resolve_game
from ..envs.engine.numbers import state_seed
from ..envs.engine.records.files import write_file, write_folder
from ..wrappers import SeatVecEnv
from .charts import learning_curve
from .checkpoint import STATE, CheckpointStore
from .config import TrainConfig
from .evaluate import evaluate
from .policy import MaskedPolicy
from .progress import ProgressView
from .selfplay import SelfPlayPool, forget_others
from .standing import Standing

CURVE = "learning_curve.png"
ACTIVATIONS: dict[str, type[torch.nn.Module]] = {"relu": torch.nn.ReLU, "tanh": torch.nn.Tanh}
# MaskablePPO logs every so many updates; the run logs by itself, after the update instead of before.
_NO_LOG = 2**31
# A change of these would make another run out of the one that is continued.
_FIXED = ("game", "players", "variants", "seed", "n_games", "reward")


@dataclass
class Progress:
    """How far a run is; saved with every checkpoint.

    Attributes:
        steps: Own decisions of the learner.
        episodes: Episodes that it finished.
        minutes: Wall time.
        evaluations: Rows for the learning curve.
        losses: Rows for its lower part.
        recent: Wins (1 or 0) of the latest episodes against the pool; scores in solo games.
    """

    steps: int = 0
    episodes: int = 0
    minutes: float = 0.0
    evaluations: list[dict[str, Any]] = field(default_factory=list)
    losses: list[dict[str, float]] = field(default_factory=list)
    recent: deque[float] = field(default_factory=lambda: deque(maxlen=1000))

    @property
    def result(self) -> float:
        """Share of wins against the pool in the latest episodes; mean score in solo games."""
        return float(np.mean(self.recent)) if self.recent else 0.0


def train(config: TrainConfig, resume: bool = False, console: Console | None = None) -> Path:
    """Trains an agent, or goes on training it.

    Ctrl-C ends the run after the current update, with a checkpoint; a second Ctrl-C ends it at once, and then, as after
    a crash, the run can be continued from the checkpoint before.

    Args:
        config: The run.
        resume: Continue the run in ``config.output`` if there is one (a finished one is left as it is, unless the
            configuration now asks for more steps).
        console: Where to show the progress; standard error by default.

    Returns:
        The folder of the latest checkpoint: ``output/final`` once the run is complete.

    Raises:
        ConfigError: The folder holds a run and ``resume`` is not set, or the configuration does not fit that run.
        DataError: Its checkpoint is damaged.
    """
    run = _Run(config, console or Console(stderr=True))
    if run.store.newest() is not None and not resume:
        raise ConfigError(
            f"{config.output} already holds a run; continue it with --resume, or choose another folder with "
            f"--set output=runs/NAME"
        )
    if resume and run.store.newest() is not None:
        run.restore()
    return run.go()


class _Run:
    """One training run in progress."""

    def __init__(self, config: TrainConfig, console: Console):
        self.config, self.console = config, console
        self.game = resolve_game(config.game)
        self.folder = Path(config.output)
        self.store = CheckpointStore(self.folder, config.keep_checkpoints)
        self.progress = Progress()
        self.threads = config.threads or available_cores()
        self.stop = False
        self.model: MaskablePPO

    # --- the loop ------------------------------------------------------------------------------------------------

    def go(self) -> Path:
        """Trains until the steps or the time are used up, or the user stops it."""
        if self.done():
            self.console.print(f"{self.folder} is complete after {self.progress.steps:,} steps; nothing to do.")
            return self.folder / "final"
        torch.set_num_threads(self.threads)
        if not hasattr(self, "model"):
            self.build()
        write_file(self.folder / "config.json", _json(self.config.to_dict()))
        with self.interruptible(), ProgressView(self.console, self.config, self.share()) as view:
            started, before = time.monotonic(), self.progress.minutes
            while not self.done() and not self.stop:
                self.update()
                self.progress.minutes = before + (time.monotonic() - started) / 60
                self.regular_work(view)
                view.show(self.progress, self.share())
            self.progress.minutes = before + (time.monotonic() - started) / 60
        self.env.close()
        return self.interrupted() if not self.done() else self.complete()

    def done(self) -> bool:
        """Whether steps or time are used up."""
        return self.share() >= 1

    def share(self) -> float:
        """How much of the run is behind, by steps or by time."""
        c, p = self.config, self.progress
        return max(p.steps / c.steps, p.minutes / c.max_minutes if c.max_minutes else 0.0)

    def update(self) -> None:
        """One round of games and the gradient steps on it."""
        c = self.config
        self.model.learn(
            c.learner.n_steps * c.n_games, callback=self.counter, log_interval=_NO_LOG, reset_num_timesteps=False
        )
        self.progress.steps = self.model.num_timesteps
        logger = self.model.logger
        values = logger.name_to_value
        self.progress.losses.append(
            {
                "steps": self.progress.steps,
                "value_loss": float(values.get("train/value_loss", np.nan)),
                "entropy": -float(values.get("train/entropy_loss", np.nan)),
            }
        )
        logger.record("pool/score" if c.players == 1 else "pool/wins", self.progress.result)
        logger.record("pool/episodes", self.progress.episodes)
        logger.dump(self.progress.steps)

    def regular_work(self, view: ProgressView) -> None:
        """Snapshots, evaluations and checkpoints that are due after an update."""
        c, steps = self.config, self.progress.steps
        before = steps - c.learner.n_steps * c.n_games
        if steps // c.pool.snapshot_steps > before // c.pool.snapshot_steps:
            self.pool.add_snapshot(steps)
        if steps // c.evaluation.every > before // c.evaluation.every:
            self.evaluate(view)
        if steps // c.checkpoint_steps > before // c.checkpoint_steps:
            self.checkpoint()

    def evaluate(self, view: ProgressView | None = None) -> list[Standing]:
        """Plays against the opponents of the learning curve and draws it."""
        c = self.config
        agent = LearnedAgent(self.network, self.folder.name)
        standings = [
            evaluate(self.game, agent, opponent, c.evaluation.games, c.players, c.variants, seed=c.seed)
            for opponent in self.rivals
        ]
        for s in standings:
            self.progress.evaluations.append({"steps": self.progress.steps, **asdict(s)})
            self.model.logger.record(f"evaluation/win_share_{s.against or 'alone'}", s.win_share)
            self.model.logger.record(f"evaluation/score_{s.against or 'alone'}", s.score)
        self.draw()
        if view is not None:
            view.report(self.progress.steps, standings)
        return standings

    def draw(self) -> None:
        """Draws the learning curve."""
        title = f"{self.game.title}, {self.config.players} players: {self.folder.name}"
        learning_curve(
            self.progress.evaluations, self.progress.losses, 1 / self.config.players, self.folder / CURVE, title
        )

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """Lets the first Ctrl-C end the run after the current update."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def ask(*_: object) -> None:
            self.stop = True
            self.console.print("stopping after this update (Ctrl-C again: at once) ...")
            signal.signal(signal.SIGINT, signal.default_int_handler)

        before = signal.signal(signal.SIGINT, ask)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def interrupted(self) -> Path:
        """Saves what has been learned and says how to go on."""
        path = self.checkpoint()
        self.console.print(f"stopped after {self.progress.steps:,} steps; the same command with --resume continues.")
        return path

    def complete(self) -> Path:
        """Evaluates the result and writes it with its card."""
        standings = self.evaluate()
        self.checkpoint()
        final = self.folder / "final"
        write_folder(final, lambda folder: self.write_agent(folder, standings))
        return final

    # --- building and storing ------------------------------------------------------------------------------------

    def build(self) -> None:
        """Makes games, network and pool."""
        c, learner = self.config, self.config.learner
        self.env = SeatVecEnv(
            self.game, c.n_games, c.players, c.variants, seed=state_seed(c.seed, 0, self.progress.steps),
            reward=c.reward.reward(learner.gamma),
        )
        self.model = MaskablePPO(
            MaskedPolicy, self.env, learning_rate=self.learning_rate, n_steps=learner.n_steps,
            batch_size=learner.batch_size, n_epochs=learner.n_epochs, gamma=learner.gamma,
            gae_lambda=learner.gae_lambda, clip_range=learner.clip_range, ent_coef=learner.ent_coef,
            vf_coef=learner.vf_coef, max_grad_norm=learner.max_grad_norm, target_kl=learner.target_kl or None,
            policy_kwargs={"net_arch": list(learner.net), "activation_fn": ACTIVATIONS[learner.activation]},
            seed=c.seed & 0xFFFFFFFF, device="cpu",
        )  # fmt: skip
        # Arrays that share memory with the parameters: the network always plays like the policy does now.
        weights = {name: value.detach().numpy() for name, value in self.model.policy.state_dict().items()}
        self.network = PolicyNetwork(weights, learner.activation)
        self.pool = SelfPlayPool(c.pool, self.network, c.seed)
        self.env.opponents = self.pool
        self.rivals = [load_agent(name, self.game) for name in c.evaluation.against] if c.players > 1 else [None]
        self.counter = _Counter(self.progress, c.players == 1)
        self.model.set_logger(Logger(None, [TensorBoardOutputFormat(str(self.folder / "tensorboard"))]))

    def learning_rate(self, _: float) -> float:
        """Falls linearly over the run."""
        learner = self.config.learner
        return learner.learning_rate + (learner.final_learning_rate - learner.learning_rate) * min(1.0, self.share())

    def checkpoint(self) -> Path:
        """Saves everything that continuing needs."""
        snapshots = self.pool.save(self.folder / "pool")
        path = self.store.write(self.progress.steps, lambda folder: self.write_state(folder, snapshots))
        needed = {at for kept in self.store.all() for at in _read_state(kept)["snapshots"]}
        forget_others(self.folder / "pool", sorted(needed))
        return path

    def write_state(self, folder: Path, snapshots: list[int]) -> None:
        """Fills the folder of a checkpoint."""
        self.write_agent(folder, [])
        numpy_state: Any = np.random.get_state(legacy=False)
        p = self.progress
        state = {
            "steps": p.steps, "episodes": p.episodes, "minutes": p.minutes, "updates": self.model._n_updates,
            "evaluations": p.evaluations, "losses": p.losses, "recent": list(p.recent), "snapshots": snapshots,
            "torch_rng": torch.get_rng_state(),
            "numpy_rng": {"key": numpy_state["state"]["key"].tolist(), "pos": int(numpy_state["state"]["pos"])},
        }  # fmt: skip
        data = io.BytesIO()
        torch.save(state, data)
        write_file(folder / STATE, data.getvalue())

    def write_agent(self, folder: Path, standings: list[Standing]) -> None:
        """Writes model and card."""
        self.model.save(folder / MODEL, exclude=["lr_schedule", "learning_rate", "clip_range"])
        p = self.progress
        results = [asdict(s) for s in standings] or [
            {k: v for k, v in row.items() if k != "steps"} for row in p.evaluations[-len(self.rivals) :]
        ]
        card = card_for(
            self.game, self.config.to_dict(), self.folder.name,
            steps=p.steps, episodes=p.episodes, minutes=round(p.minutes, 2), results=results,
        )  # fmt: skip
        card.write(folder)

    def restore(self) -> None:
        """Continues from the newest checkpoint.

        Games that were in progress are not continued: the next ones start anew from a seed made of the run's seed and
        the steps, so that resuming twice gives the same.
        """
        newest = self.store.newest()
        assert newest is not None
        card = ModelCard.read(newest)
        card.check(self.game, newest)
        self.check_same_run(card)
        state = _read_state(newest)
        self.progress = Progress(
            **{k: state[k] for k in ("steps", "episodes", "minutes", "evaluations", "losses")},
            recent=deque(state["recent"], maxlen=1000),
        )
        self.build()
        try:
            self.model.set_parameters(str(newest / MODEL), device="cpu")
        except Exception as error:
            raise DataError(f"{newest / MODEL} is damaged ({error}); delete {newest} to use the one before") from error
        self.model.num_timesteps, self.model._n_updates = state["steps"], state["updates"]
        self.pool.load(self.folder / "pool", state["snapshots"])
        torch.set_rng_state(state["torch_rng"])
        key = np.array(state["numpy_rng"]["key"], np.uint32)
        np.random.set_state(("MT19937", key, int(state["numpy_rng"]["pos"]), 0, 0.0))
        self.console.print(f"continuing {self.folder} at {self.progress.steps:,} steps")

    def check_same_run(self, card: ModelCard) -> None:
        """Refuses a configuration that would change what is being learned, or the network."""
        now = self.config.to_dict()
        for key in _FIXED:
            if now[key] != card.config[key]:
                raise ConfigError(
                    f"{self.folder} was started with {key} = {card.config[key]!r}, not {now[key]!r}; choose another "
                    f"folder with --set output=runs/NAME"
                )
        for key in ("net", "activation", "gamma"):
            if now["learner"][key] != card.config["learner"][key]:
                raise ConfigError(
                    f"{self.folder} was started with learner.{key} = {card.config['learner'][key]!r}; choose another "
                    f"folder with --set output=runs/NAME"
                )


class _Counter(BaseCallback):
    """Counts finished episodes and their results."""

    def __init__(self, progress: Progress, solo: bool):
        super().__init__()
        self.progress, self.solo = progress, solo

    def _on_step(self) -> bool:
        for i in np.flatnonzero(self.locals["dones"]):
            self.progress.episodes += 1
            info = self.locals["infos"][i]
            self.progress.recent.append(float(info["score"] if self.solo else info["place"] == 1))
        return True


def available_cores() -> int:
    """Processor cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on Linux
        return os.cpu_count() or 1


def _read_state(folder: Path) -> dict[str, Any]:
    try:
        state: dict[str, Any] = torch.load(folder / STATE, map_location="cpu", weights_only=True)
    except Exception as error:  # torch and pickle have many errors for damage
        raise DataError(f"{folder / STATE} is damaged ({error}); delete {folder} to use the one before") from error
    return state


def _json(values: dict[str, Any]) -> bytes:
    return (json.dumps(values, indent=1) + "\n").encode()

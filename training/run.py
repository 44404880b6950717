"""A training run at some point: the learner, its games and its opponents. Where it is kept: `saving`."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from stable_baselines3.common.utils import set_random_seed
from threadpoolctl import threadpool_limits

from ..agents import ModelCard
from ..agents.card import card_for
from ..agents.network import NotFiniteError, PolicyNetwork
from ..envs import resolve_game
from ..envs.engine.numbers import state_seed
from .config import TrainConfig
from .learner import SeatPPO
from .lessons import Teacher
from .policy import AdvisedPolicy, MaskedPolicy
from .seats import EverySeat
from .selfplay import SelfPlayPool

ACTIVATIONS: dict[str, type[torch.nn.Module]] = {"relu": torch.nn.ReLU, "tanh": torch.nn.Tanh}
# MaskablePPO logs every so many updates; the run logs by itself, after the update instead of before.
_NO_LOG = 2**31
# Streams of random numbers: each is seeded anew from the run's seed, its number here and the steps so far, so that
# none is ever met twice, however often the run is continued.
_GAMES, _LEARNER, _POOL, _EVALUATION, _TEACHER = range(5)
_GAMES_A_THREAD = 256


@dataclass
class Progress:
    """How far a run is.

    Attributes:
        steps: Decisions that were learned from.
        episodes: Games that were finished.
        minutes: Wall time.
        evaluated: Steps at the latest evaluation.
        best: What the agent reached in the evaluation in which it was best: mean win share, or score alone.
        best_steps: Steps at that evaluation; 0 for none yet.
        evaluations: Rows for the learning curve.
        losses: Rows for its lower part.
        recent: Win shares of the latest episodes, of one seat each; scores in solo games.
    """

    steps: int = 0
    episodes: int = 0
    minutes: float = 0.0
    evaluated: int = 0
    best: float = 0.0
    best_steps: int = 0
    evaluations: list[dict[str, Any]] = field(default_factory=list)
    losses: list[dict[str, float]] = field(default_factory=list)
    recent: deque[float] = field(default_factory=lambda: deque(maxlen=1000))

    @property
    def result(self) -> float:
        """Share of wins against the pool in the latest episodes; mean score in solo games."""
        return float(np.mean(self.recent)) if self.recent else 0.0

    @property
    def latest_results(self) -> list[dict[str, Any]]:
        """The rows of the latest evaluation."""
        return [row for row in self.evaluations if row["steps"] == self.evaluated]

    def to_plain(self) -> dict[str, Any]:
        """As `torch.save` keeps it; a long run has many losses, so they are one tensor."""
        losses = [[row["steps"], row["value_loss"], row["entropy"]] for row in self.losses]
        return {
            "steps": self.steps, "episodes": self.episodes, "minutes": self.minutes, "evaluated": self.evaluated,
            "best": self.best, "best_steps": self.best_steps,
            "evaluations": self.evaluations, "recent": list(self.recent),
            "losses": torch.tensor(losses, dtype=torch.float64).reshape(-1, 3),
        }  # fmt: skip

    @classmethod
    def from_plain(cls, values: Mapping[str, Any]) -> Progress:
        """Reads what `to_plain` gave."""
        losses = [
            {"steps": int(steps), "value_loss": loss, "entropy": entropy}
            for steps, loss, entropy in values["losses"].tolist()
        ]
        return cls(**{**values, "losses": losses, "recent": deque(values["recent"], maxlen=1000)})


class Run:
    """A training run as far as it has come: new, or as it was saved.

    Attributes:
        config: The run's configuration.
        game: Its game.
        progress: How far it is.
        env: The games in progress.
        model: The learner.
        network: The learner's policy for playing; it always plays like the policy does now.
        pool: The opponents.
    """

    def __init__(self, config: TrainConfig, saved: Mapping[str, Any] | None = None, pool: Path | None = None):
        """Starts a run, or takes one up.

        Games that were in progress are not continued: new ones start from a seed made of the run's seed and the steps,
        so that none of before is met again and continuing twice from one state gives the same. The generators of
        PyTorch and numpy, which initialise, sample and shuffle, go on where they were.

        Args:
            config: The run.
            saved: What `state` gave, to continue from there.
            pool: The folder of the snapshots that belong to it.

        Raises:
            DataError: A snapshot is missing or damaged.
        """
        self.config, self.game = config, resolve_game(config.game)
        self.progress = Progress() if saved is None else Progress.from_plain(saved["progress"])
        learner = config.learner
        self.env = EverySeat(
            self.game, config.n_games, config.counts, config.variants, seed=self._seed(_GAMES),
            threads=threads_of_games(config), advice=learner.advice,
        )
        options: dict[str, Any] = {"net_arch": list(learner.net), "activation_fn": ACTIVATIONS[learner.activation]}
        if learner.advice:
            options |= {"units": self.env.units, "trust": learner.trust}
        set_random_seed(self._seed(_LEARNER) & 0xFFFFFFFF)
        # Not SB3's own seed: it would seed the games as well, with the same number at every continuation.
        self.model = SeatPPO(
            AdvisedPolicy if learner.advice else MaskedPolicy, self.env, learning_rate=self.learning_rate,
            n_steps=learner.n_steps, batch_size=learner.batch_size, n_epochs=learner.n_epochs, gamma=learner.gamma,
            gae_lambda=learner.gae_lambda, clip_range=learner.clip_range, ent_coef=learner.ent_coef,
            vf_coef=learner.vf_coef, max_grad_norm=learner.max_grad_norm, target_kl=learner.target_kl or None,
            policy_kwargs=options, seed=None, device="cpu",
        )  # fmt: skip
        if learner.teacher:
            self.env.teacher = Teacher(learner.teacher, learner.lessons, self.game, self._seed(_TEACHER))
            self.model.lesson_coef = learner.lesson_coef
        # Arrays that share memory with the parameters.
        weights = {name: value.detach().numpy() for name, value in self.model.policy.state_dict().items()}
        self.network = PolicyNetwork(weights, learner.activation)
        self.pool = SelfPlayPool(config.pool, self.network, self._seed(_POOL), self.game)
        self.env.opponents = self.pool
        self.env.results, self.env.episodes = self.progress.recent, self.progress.episodes
        if saved is not None:
            self._take_up(saved, pool or Path(config.output) / "pool")

    def _take_up(self, saved: Mapping[str, Any], pool: Path) -> None:
        self.model.policy.load_state_dict(saved["policy"])
        self.model.policy.optimizer.load_state_dict(saved["optimizer"])
        self.model.num_timesteps, self.model._n_updates = self.progress.steps, saved["updates"]
        self.pool.load(pool, saved["snapshots"])
        self.pool.beaten = dict(saved["beaten"])
        torch.set_rng_state(saved["torch_rng"])
        numpy_rng = saved["numpy_rng"]
        np.random.set_state(("MT19937", numpy_rng["key"].numpy().astype(np.uint32), numpy_rng["pos"], 0, 0.0))

    def state(self) -> dict[str, Any]:
        """Everything that continuing needs, apart from the pool's snapshots: plain values and tensors."""
        numpy_rng: Any = np.random.get_state(legacy=False)["state"]
        return {
            "progress": self.progress.to_plain(),
            "policy": self.model.policy.state_dict(),
            "optimizer": self.model.policy.optimizer.state_dict(),
            "updates": self.model._n_updates,
            "snapshots": list(self.pool.snapshots),
            "beaten": dict(self.pool.beaten),
            "torch_rng": torch.get_rng_state(),
            "numpy_rng": {"key": torch.from_numpy(numpy_rng["key"].astype(np.int64)), "pos": int(numpy_rng["pos"])},
        }

    def card(self) -> ModelCard:
        """The card of the agent as it is now."""
        p = self.progress
        return card_for(
            self.game, self.config.to_dict(), Path(self.config.output).name,
            steps=p.steps, episodes=p.episodes, minutes=round(p.minutes, 2), results=p.latest_results,
        )  # fmt: skip

    def _seed(self, stream: int) -> int:
        return state_seed(self.config.seed, stream, self.progress.steps)

    @property
    def evaluation_seed(self) -> int:
        """Decides the deals of an evaluation now: others than in training, and new ones at every evaluation."""
        return self._seed(_EVALUATION)

    def share(self) -> float:
        """How much of the run is behind, by steps or by time."""
        c, p = self.config, self.progress
        return max(p.steps / c.steps, p.minutes / c.max_minutes if c.max_minutes else 0.0)

    def done(self) -> bool:
        """Whether steps or time are used up."""
        return self.share() >= 1

    def waited(self) -> bool:
        """Whether there has been no better evaluation for as long as the configuration waits."""
        patience, p = self.config.evaluation.patience, self.progress
        return patience > 0 and len({row["steps"] for row in p.evaluations if row["steps"] > p.best_steps}) >= patience

    def judged(self) -> bool:
        """Whether the learner has been evaluated as it is now."""
        return self.progress.evaluated == self.progress.steps

    def learning_rate(self, _: float) -> float:
        """Falls linearly over the run."""
        learner = self.config.learner
        return learner.learning_rate + (learner.final_learning_rate - learner.learning_rate) * min(1.0, self.share())

    def update(self) -> None:
        """One rollout, the gradient steps on it, and a snapshot if one is due.

        Raises:
            NotFiniteError: The training has diverged; the message says how to go on from the state before.
        """
        c = self.config
        self.env.reward = c.reward.reward(c.learner.gamma, self.share())
        try:
            self.model.learn(c.learner.n_steps * c.n_games, log_interval=_NO_LOG, reset_num_timesteps=False)
        except NotFiniteError as error:
            raise self._diverged() from error
        if not all(torch.isfinite(values).all() for values in self.model.policy.parameters()):
            raise self._diverged()
        self.progress.steps, self.progress.episodes = self.model.num_timesteps, self.env.episodes
        self._note_losses()
        if is_due(c.pool.snapshot_steps, self.progress.steps, max(self.pool.snapshots, default=0)):
            self.pool.add_snapshot(self.progress.steps)

    def _note_losses(self) -> None:
        values = self.model.logger.name_to_value
        for kind, nats in self.model.experience.surprise().items():
            self.model.logger.record(f"entropy/node_{kind}", nats)
        if self.config.learner.advice:
            self.model.logger.record("train/trust", float(self.network.trust[0]))  # type: ignore[index]
        self.progress.losses.append(
            {
                "steps": self.progress.steps,
                "value_loss": float(values["train/value_loss"]),
                "entropy": -float(values["train/entropy_loss"]),
            }
        )

    def _diverged(self) -> NotFiniteError:
        before = self.progress.steps
        kept = (
            f"{self.config.output} keeps the state of {before:,} steps; continue it with --resume and"
            if before
            else "Nothing had been saved yet; start again with"
        )
        rate = self.config.learner.learning_rate
        return NotFiniteError(
            f"the training has diverged: after {before:,} steps the network's numbers are no longer finite. {kept} a "
            f"lower learning rate (--set learner.learning_rate={rate / 3:.1g})"
        )

    def close(self) -> None:
        """Ends the games."""
        self.env.close()


def is_due(every: int, steps: int, latest: int) -> bool:
    """Whether a multiple of ``every`` has been passed since ``latest``."""
    return steps // every > latest // every


def available_cores() -> int:
    """Processor cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on Linux
        return os.cpu_count() or 1


def threads_of(config: TrainConfig) -> int:
    """The number of threads that a run may use."""
    return config.threads or available_cores()


def threads_of_games(config: TrainConfig) -> int:
    """How many of them play: handing a few games over to another thread costs more than it brings."""
    return max(1, min(threads_of(config), config.n_games // _GAMES_A_THREAD))


@contextmanager
def limited_threads(number: int) -> Iterator[None]:
    """PyTorch, and NumPy with which opponents think, with so many threads; afterwards with as many as before.

    OpenBLAS takes all cores for products of a hundred rows, whose threads then wait for each other longer than they
    work: where cores are shared, opponents made of networks took seven times as long.
    """
    before = torch.get_num_threads()
    torch.set_num_threads(number)
    try:
        with threadpool_limits(number, user_api="blas"):
            yield
    finally:
        torch.set_num_threads(before)

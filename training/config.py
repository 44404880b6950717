"""Training runs as validated configuration, read from TOML (``configs/train/*.toml``)."""

from __future__ import annotations

import difflib
import json
import math
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import numpy as np

from ..envs import ConfigError, resolve_game
from ..envs.engine import Reward
from ..envs.engine.errors import not_among
from ..envs.engine.records.files import as_json

Section = TypeVar("Section")


@dataclass(frozen=True)
class LearnerConfig:
    """Network and hyperparameters of MaskablePPO; names as in Stable-Baselines3 where it has one.

    Attributes:
        net: Sizes of the hidden layers, for policy and value alike.
        activation: ``relu`` or ``tanh``.
        n_steps: Decisions learned from between two updates, for each game.
        batch_size: Decisions per gradient step.
        n_epochs: Passes over the collected decisions per update.
        learning_rate: At the start of the run.
        final_learning_rate: At its end; in between it falls linearly.
        gamma: Discount per own decision.
        gae_lambda: Trade-off between bias and variance of the advantages.
        clip_range: Clipping of the policy ratio.
        ent_coef: Weight of the entropy bonus.
        vf_coef: Weight of the value loss.
        max_grad_norm: Clipping of the gradient's length.
        target_kl: Stops the passes of an update early when the policy moved so far; 0 never does.
        advice: Redrawn worlds over which the game's heuristic appraises every choice as advice to the policy (see
            `meeplezoo.agents.advice`); 0 for a policy without.
        trust: Factor of the advice at first.
        teacher: A search agent, as ``ismcts:100``, whose choices the policy learns to make too; empty for none.
        lessons: Share of the decisions that it looks into.
        lesson_coef: Weight of their cross-entropy.
    """

    net: tuple[int, ...] = (256, 256)
    activation: str = "relu"
    n_steps: int = 32
    batch_size: int = 1024
    n_epochs: int = 4
    learning_rate: float = 5e-4
    final_learning_rate: float = 1e-4
    gamma: float = 1.0
    gae_lambda: float = 0.95
    clip_range: float = 0.2
    ent_coef: float = 0.01
    vf_coef: float = 0.5
    max_grad_norm: float = 0.5
    target_kl: float = 0.0
    advice: int = 0
    trust: float = 4.0
    teacher: str = ""
    lessons: float = 0.02
    lesson_coef: float = 1.0

    def __post_init__(self) -> None:
        """Checks the ranges."""
        _in("learner.activation", self.activation, ("relu", "tanh"))
        _least(0, advice=self.advice, lesson_coef=self.lesson_coef)
        _share(lessons=self.lessons)
        _least(1, n_steps=self.n_steps, batch_size=self.batch_size, n_epochs=self.n_epochs)
        _least(0, ent_coef=self.ent_coef, vf_coef=self.vf_coef, target_kl=self.target_kl)
        _positive(learning_rate=self.learning_rate, clip_range=self.clip_range, max_grad_norm=self.max_grad_norm)
        _least(0, final_learning_rate=self.final_learning_rate)
        _share(gamma=self.gamma, gae_lambda=self.gae_lambda)
        if not self.net or min(self.net) < 1:
            raise ConfigError(f"learner.net {list(self.net)} must list at least one layer size of 1 or more")


@dataclass(frozen=True)
class PoolConfig:
    """Who sits on the other seats: relative weights, drawn for every seat of every episode.

    Attributes:
        latest: The policy that is being trained, as it is now.
        past: A past state of it, the more often the harder it is to finish before (until there is one: the latest).
        random: The agent that plays uniformly at random.
        greedy: The one-ply heuristic of the game.
        others: Further agents by the names that `load_agent` takes, as ``{"greedy:first" = 0.2, "flat:50" = 0.05}``.
        snapshot_steps: Steps between two snapshots.
        snapshots: Number of snapshots kept; beyond it every second of the older ones goes.
    """

    latest: float = 0.5
    past: float = 0.3
    random: float = 0.1
    greedy: float = 0.1
    others: dict[str, float] = field(default_factory=dict)
    snapshot_steps: int = 100_000
    snapshots: int = 12

    def __post_init__(self) -> None:
        """Checks the ranges."""
        for name, weight in self.others.items():
            if isinstance(weight, bool) or not isinstance(weight, int | float):
                raise ConfigError(f"pool.others: the weight of {name} must be a number, not {weight!r}")
        _least(0, **self.weights())
        _least(1, snapshot_steps=self.snapshot_steps)
        _least(2, snapshots=self.snapshots)
        if sum(self.weights().values()) <= 0:
            raise ConfigError("pool: at least one of latest, past, random, greedy must be above 0, or one of others")

    def weights(self) -> dict[str, float]:
        """Weights by kind of opponent, or name."""
        kinds = {"latest": self.latest, "past": self.past, "random": self.random, "greedy": self.greedy}
        return {**kinds, **self.others}


@dataclass(frozen=True)
class RewardConfig:
    """What the learner is paid; see `meeplezoo.envs.engine.Reward`.

    Attributes:
        final: ``place``, ``win_share`` or ``margin``, paid at the end.
        shaping: Weight of the score margin as a potential, at the start of the run; 0 for none.
        scale: Victory points that count as 1.
        anneal: Share of the run over which the shaping falls linearly to nothing; 0 keeps it as it is.
    """

    final: str = "place"
    shaping: float = 0.0
    scale: float = 50.0
    anneal: float = 0.0

    def __post_init__(self) -> None:
        """Checks by making the reward."""
        self.reward(1.0)
        _share(anneal=self.anneal)

    def reward(self, gamma: float, share: float = 0.0) -> Reward:
        """The reward with the learner's discount, when a ``share`` of the run is behind."""
        shaping = self.shaping * max(0.0, 1 - share / self.anneal) if self.anneal else self.shaping
        return Reward(final=self.final, shaping=shaping, gamma=gamma, scale=self.scale)  # type: ignore[arg-type]


@dataclass(frozen=True)
class EvaluationConfig:
    """Evaluation while training, for the learning curve.

    Attributes:
        every: Steps between two evaluations.
        games: Games against each opponent (rounded up to whole rotations of the seats).
        against: Kinds of opponents: ``random``, ``greedy``, or what `load_agent` takes.
        patience: Evaluations without a better one (by the mean win share, or score alone) after which the run ends
            early; 0 for never. The agent that was best in an evaluation is the one that the run gives in the end.
    """

    every: int = 100_000
    games: int = 200
    against: tuple[str, ...] = ("random", "greedy")
    patience: int = 0

    def __post_init__(self) -> None:
        """Checks the ranges."""
        _least(1, every=self.every, games=self.games)
        _least(0, patience=self.patience)


@dataclass(frozen=True)
class TrainConfig:
    """One training run.

    Attributes:
        game: Name of the game.
        players: Number of seats, also in evaluations; 0 for the game's default.
        counts: Numbers of seats to train with, each in an equal share of the games; empty for ``players`` alone.
        variants: Optional rules, name → value.
        seed: Decides everything that is random, apart from thread timing.
        steps: Decisions to learn from.
        max_minutes: Wall time after which the run ends all the same; 0 for no limit.
        n_games: Games played at once.
        threads: Threads of PyTorch and NumPy, and of the games (one for each 256 of them, at most so many); 0 for one
            per processor core that the process may use.
        output: Folder of the run.
        checkpoint_steps: Steps between two checkpoints.
        keep_checkpoints: Number of checkpoints kept.
        learner: Network and hyperparameters.
        pool: Opponents.
        reward: What the learner is paid.
        evaluation: Evaluation while training.
    """

    game: str
    output: str
    players: int = 0
    counts: tuple[int, ...] = ()
    variants: dict[str, Any] = field(default_factory=dict)
    seed: int = 1
    steps: int = 1_000_000
    max_minutes: float = 0.0
    n_games: int = 128
    threads: int = 0
    checkpoint_steps: int = 100_000
    keep_checkpoints: int = 3
    learner: LearnerConfig = field(default_factory=LearnerConfig)
    pool: PoolConfig = field(default_factory=PoolConfig)
    reward: RewardConfig = field(default_factory=RewardConfig)
    evaluation: EvaluationConfig = field(default_factory=EvaluationConfig)

    def __post_init__(self) -> None:
        """Checks the ranges and fills in the game's default number of players and all variants."""
        game = resolve_game(self.game)
        object.__setattr__(self, "game", game.name)
        object.__setattr__(self, "players", game.check_players(self.players or None))
        counts = sorted({game.check_players(count) for count in self.counts})
        object.__setattr__(self, "counts", tuple(counts) or (self.players,))
        object.__setattr__(self, "variants", game.check_variants(self.variants))
        _least(len(self.counts), n_games=self.n_games)
        _least(1, steps=self.steps, n_games=self.n_games, checkpoint_steps=self.checkpoint_steps)
        _least(1, keep_checkpoints=self.keep_checkpoints)
        _least(0, max_minutes=self.max_minutes, threads=self.threads)
        if not self.output:
            raise ConfigError("output must name the folder of the run, for example output = 'runs/aztlan'")

    def to_dict(self) -> dict[str, Any]:
        """Plain values, as JSON and `from_dict` take them."""
        plain: dict[str, Any] = json.loads(as_json(asdict(self)))
        return plain

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> TrainConfig:
        """Makes a configuration from nested mappings.

        Raises:
            ConfigError: A key is unknown, missing or has a value of the wrong kind; the message names what is allowed.
        """
        return section(cls, values)

    @classmethod
    def from_toml(cls, path: str | Path, changes: Iterable[str] = ()) -> TrainConfig:
        """Reads a TOML file.

        Args:
            path: The file.
            changes: Changes on top of it, each ``key=value`` with a dotted key, for example ``learner.n_steps=64``.

        Raises:
            ConfigError: The file is missing or damaged, or a key or value is not allowed.
        """
        values = read_toml(path)
        for change in changes:
            apply_change(values, change)
        try:
            return cls.from_dict(values)
        except ConfigError as error:
            raise ConfigError(f"{path}: {error}") from error


def read_toml(path: str | Path) -> dict[str, Any]:
    """The contents of a TOML file.

    Raises:
        ConfigError: It is missing or no TOML.
    """
    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot read {path}: {error}; shipped files lie in configs/train/") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path} is no valid TOML: {error}") from error


def apply_change(values: dict[str, Any], change: str) -> None:
    """Sets one key of nested ``values`` from ``"key.subkey=value"``; the value is TOML, or else plain text.

    Raises:
        ConfigError: There is no ``=``, or the key runs through a value that is no section.
    """
    key, equals, text = change.partition("=")
    if not equals or not key.strip():
        raise ConfigError(f"{change!r} must have the form key=value, for example learner.n_steps=64")
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        value = text.strip()
    *path, last = key.strip().split(".")
    for name in path:
        values = values.setdefault(name, {})
        if not isinstance(values, dict):
            raise ConfigError(f"{key.strip()!r}: {name!r} is no section")
    values[last] = value


def section(kind: type[Section], values: Any, name: str = "") -> Section:
    """Makes the dataclass ``kind`` from a mapping, checking names and types of all keys.

    Raises:
        ConfigError: A key is unknown (the message names the nearest), missing, or has a value of the wrong type.
    """
    if not isinstance(values, Mapping):
        raise ConfigError(f"{name!r} must be a section with the keys {', '.join(_names(kind))}, not {values!r}")
    types_of = get_type_hints(kind)
    made = {}
    for key, value in values.items():
        if key not in types_of:
            raise _unknown(f"{name}{key}", key, _names(kind))
        made[key] = _converted(types_of[key], value, f"{name}{key}")
    missing = [f.name for f in fields(kind) if _is_required(f) and f.name not in made]  # type: ignore[arg-type]
    if missing:
        raise ConfigError(f"missing key {name}{missing[0]!r}")
    return kind(**made)


def _is_required(f: Any) -> bool:
    return f.default is MISSING and f.default_factory is MISSING


def _names(kind: Any) -> list[str]:
    return [f.name for f in fields(kind)]


def _unknown(full: str, key: str, allowed: list[str]) -> ConfigError:
    near = difflib.get_close_matches(key, allowed, 1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    return ConfigError(f"unknown key {full!r}; {hint}allowed: {', '.join(allowed)}")


def _converted(kind: Any, value: Any, name: str) -> Any:
    """The value as the annotated type, without guessing: an int may stand for a float, a list for a tuple."""
    if is_dataclass(kind):
        return section(kind, value, f"{name}.")  # type: ignore[arg-type]
    origin = get_origin(kind)
    if origin is tuple:
        if not isinstance(value, list | tuple):
            raise ConfigError(f"{name} must be a list, not {value!r}")
        return tuple(_converted(get_args(kind)[0], item, name) for item in value)
    if origin is dict:
        if not isinstance(value, Mapping):
            raise ConfigError(f"{name} must be a section of names and values, not {value!r}")
        return dict(value)
    if isinstance(value, np.generic):
        value = value.item()
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise ConfigError(f"{name} must be {_KINDS[kind]}, not {value!r}")
    if kind is float and not math.isfinite(value):
        raise ConfigError(f"{name} must be a finite number, not {value!r}")
    return value


_KINDS = {int: "an integer", float: "a number", str: "text in quotes", bool: "true or false"}


def _in(name: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise not_among(name, value, allowed)


def _least(least: float, **values: float) -> None:
    for name, value in values.items():
        if value < least:
            raise ConfigError(f"{name} = {value} must be at least {least}")


def _positive(**values: float) -> None:
    for name, value in values.items():
        if value <= 0:
            raise ConfigError(f"{name} = {value} must be above 0")


def _share(**values: float) -> None:
    for name, value in values.items():
        if not 0 <= value <= 1:
            raise ConfigError(f"{name} = {value} must lie between 0 and 1")

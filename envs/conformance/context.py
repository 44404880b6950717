"""How the checks play: random games written down as scripts, replayed as often as a check needs."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .report import Report

LIMIT = 100_000  # steps; a longer game is taken to be endless
POSITIONS = 6  # looked at closely per game

Last = tuple[Any, float, bool, bool, dict[str, Any]]


@dataclass
class Script:
    """One random game: its seed and the actions in order."""

    seed: int
    actions: list[int]


@dataclass
class Context:
    """What a check works with; see `check_aec` for the options."""

    make: Callable[..., Any]
    games: int
    seed: int
    illegal: str
    skip: frozenset[str]
    report: Report
    expect_agent: Callable[[Any], str] | None
    expect_observation: Callable[[Any, str], Any] | None
    expect_payoffs: Callable[[Any], Mapping[str, float]] | None
    scripts: list[Script] = field(default_factory=list)

    def wants(self, *names: str) -> bool:
        """Notes that checks are made; whether any of them is wanted."""
        wanted = [name for name in names if name not in self.skip]
        self.report.made.update(wanted)
        return bool(wanted)

    def skips(self, *names: str) -> bool:
        """Whether all of these checks are skipped."""
        return self.skip.issuperset(names)

    def fail(self, check: str, message: str) -> None:
        """Notes a finding."""
        if check not in self.skip:
            self.report.add(check, message)

    def expect(self, check: str, holds: bool, message: str) -> bool:
        """Notes a finding unless ``holds``; returns it."""
        if not holds:
            self.fail(check, message)
        return holds

    def guard(self, check: Callable[[Context], None]) -> None:
        """Runs one function of checks; an unexpected error becomes a finding of the first check it makes."""
        before = set(self.report.made)
        try:
            check(self)
        except Exception as error:  # environments under test may raise anything
            name = next(iter(n for n in (check.__doc__ or "").split(":")[0].split(", ") if n not in self.skip), "play")
            self.report.made = before | {name}
            self.fail(name, f"unexpected {type(error).__name__}: {error}")

    # --- playing ---------------------------------------------------------------------------------------------------

    def write_scripts(self) -> None:
        """Plays the random games that all checks replay."""
        self.wants("play")
        for k in range(self.games):
            try:
                self.scripts.append(self._random_game(self.seed + k))
            except Exception as error:  # see guard
                self.report.add("play", f"game with seed {self.seed + k}: {type(error).__name__}: {error}")

    def _random_game(self, seed: int) -> Script:
        env = self.start(seed)
        actions: list[Any] = []
        rng = np.random.default_rng(seed)
        for agent in env.agent_iter(LIMIT):
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                return Script(seed, actions)
            legal = np.flatnonzero(observation["action_mask"])
            if not legal.size:
                raise RuntimeError(f"{agent} is to move at decision {len(actions)} and its mask allows nothing")
            actions.append(self._first_accepted(env, rng.permutation(legal).tolist(), f"seed {seed}, {len(actions)}"))
        raise RuntimeError(f"no end after {LIMIT} steps")

    def _first_accepted(self, env: Any, actions: list[int], when: str) -> int:
        """Steps with the first action that is not refused, so that a wrong mask is named as such."""
        refusal: Exception | None = None
        for action in actions:
            try:
                env.step(action)
                return action
            except Exception as error:  # any refusal
                refusal = error
                self.fail("mask_exact", f"decision {when}: the mask allows {action}, step() raises {error!r}")
        raise RuntimeError(f"decision {when}: step() refuses all actions that the mask allows") from refusal

    def start(self, seed: int) -> Any:
        """A new environment at the start of a game."""
        env = self.make()
        env.reset(seed=seed)
        return env

    def at(self, script: Script, position: int) -> Any:
        """A new environment in which the first ``position`` actions of the script were played, without looking."""
        env = self.start(script.seed)
        for action in script.actions[:position]:
            env.step(action)
        return env

    def positions(self, script: Script) -> list[int]:
        """Decisions of a script to be looked at closely: the first, the last and some between."""
        n = len(script.actions)
        picked = random.Random(script.seed).sample(range(n), min(n, POSITIONS))
        return sorted({0, n - 1, *picked})


def walk(env: Any, actions: list[int]) -> Iterator[tuple[str, Last]]:
    """Plays actions, yielding (agent, last()) before each, and on through the removal of the agents at the end."""
    remaining = iter(actions)
    while env.agents:
        agent, last = env.agent_selection, env.last()
        yield agent, last
        if last[2] or last[3]:
            env.step(None)
            continue
        action = next(remaining, None)
        if action is None:
            return
        env.step(action)


def trace(env: Any, actions: list[int]) -> list[Any]:
    """Everything that `walk` reports, and the state at its end."""
    seen: list[Any] = [(agent, last) for agent, last in walk(env, actions)]
    return [*seen, state_of(env), list(env.agents)]


def state_of(env: Any) -> bytes | None:
    """The whole state as bytes, where the environment offers it."""
    record: Any = getattr(env.unwrapped, "game_state", None)
    return record.tobytes() if hasattr(record, "tobytes") else None


def snapshot(env: Any) -> dict[str, Any]:
    """All that can be read from an environment."""
    names = ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos")
    shown = {name: _copy(getattr(env.unwrapped, name)) for name in names}
    observed = {agent: _copy(env.observe(agent)) for agent in env.agents}
    return {**shown, "agent_selection": env.agent_selection, "observations": observed, "state": state_of(env)}


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copy(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_copy(item) for item in value]
    return value.copy() if isinstance(value, np.ndarray) else value


def difference(a: Any, b: Any, where: str = "") -> str | None:
    """Where two values differ first, in words; None if they are equal in type, shape and content."""
    if isinstance(a, dict) and isinstance(b, dict):
        if set(a) != set(b):
            return f"{where} has keys {list(a)} and {list(b)}"
        pairs = [(f"{where}[{key!r}]", a[key], b[key]) for key in a]
    elif isinstance(a, list | tuple) and isinstance(b, list | tuple):
        if len(a) != len(b):
            return f"{where} has {len(a)} and {len(b)} entries"
        pairs = [(f"{where}[{i}]", x, y) for i, (x, y) in enumerate(zip(a, b, strict=True))]
    elif isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        same = a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()
        return None if same else f"{where}: {_where(a, b)}"
    else:
        return None if type(a) is type(b) and a == b else f"{where}: {_short(a)} and {_short(b)}"
    return next((text for name, x, y in pairs if (text := difference(x, y, name)) is not None), None)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) < 80 else text[:77] + "..."


def _where(a: np.ndarray, b: np.ndarray) -> str:
    if a.dtype != b.dtype or a.shape != b.shape:
        return f"{a.dtype}{list(a.shape)} and {b.dtype}{list(b.shape)}"
    places = np.flatnonzero(a.ravel() != b.ravel())
    return f"elements {places[:8].tolist()} differ ({places.size} in all)"

"""Agents that search: ISMCTS, and flat Monte Carlo as its simple reference."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...envs.engine import ConfigError, Game
from ...envs.engine.errors import not_among
from ...envs.engine.numbers import integer, state_seed, word
from ...envs.engine.state import MAX_PLAYERS
from ..protocol import Agent, Worlds
from .bound import Search, bind_search
from .calibration import scales_of
from .tree import EDGE, NODE, OPTIONS

MAX_DEPTH = 200
"""Decisions of a simulation inside the trees; beyond them it is a playout."""
_CHUNK = 32
"""Simulations between two looks at the clock."""


@dataclass(frozen=True)
class Thoughts:
    """What a search found out about one decision.

    Attributes:
        seat: Who decides.
        visits: Simulations that began with each action, int64[N]; 0 for illegal ones.
        values: Mean payoff of every seat after each action, float64[N, P]; 0 where there was no simulation.
        action: The choice.
    """

    seat: int
    visits: NDArray[np.int64]
    values: NDArray[np.float64]
    action: int

    @property
    def policy(self) -> NDArray[np.float64]:
        """Shares of the simulations, float64[N]: what expert iteration learns from."""
        shares: NDArray[np.float64] = self.visits / max(int(self.visits.sum()), 1)
        return shares

    @property
    def value(self) -> NDArray[np.float64]:
        """Expected payoffs of all seats, float64[P]."""
        expected: NDArray[np.float64] = self.policy @ self.values
        return expected

    def candidates(self, n: int = 5) -> list[tuple[int, int, float]]:
        """The ``n`` most visited actions: action, visits and expected payoff of the seat."""
        order = np.argsort(-self.visits, kind="stable")[:n]
        return [(int(a), int(self.visits[a]), float(self.values[a, self.seat])) for a in order if self.visits[a]]


class SearchAgent(Agent):
    """Base of the agents that search; they see redrawn worlds only. Several games are searched in threads."""

    needs_world = True
    needs_observation = False

    def __init__(
        self, simulations: int | None = None, *, seconds: float | None = None, playout: int | None = None,
        seed: int = 0, threads: int = 1,
    ):  # fmt: skip
        """Checks the budget.

        Raises:
            ConfigError: There is no budget or two, or a value is out of range.
        """
        if (simulations is None) == (seconds is None):
            raise ConfigError("a search needs either simulations or seconds for each decision")
        if simulations is not None and integer("simulations", simulations) < 1:
            raise not_among("number of simulations", simulations, ["1 or more"])
        if seconds is not None and not 0 < seconds < np.inf:
            raise not_among("seconds", seconds, ["any positive number"])
        if playout is not None and integer("playout", playout) < -1:
            raise not_among("playout", playout, ["-1 (to the end)", "0", "or a number of choices"])
        if integer("threads", threads) < 1:
            raise not_among("threads", threads, ["1 or more"])
        self.simulations, self.seconds, self.playout = simulations, seconds, playout
        self._threads = threads
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """See `Agent.reset`."""
        self._seed, self._calls = seed, 0

    def act_many(
        self, observations: NDArray[np.float32], masks: NDArray[np.bool_], worlds: Worlds | None = None
    ) -> NDArray[np.int64]:
        """See `Agent.act_many`.

        Raises:
            ConfigError: No worlds were given, or a game is over.
        """
        return np.array([thoughts.action for thoughts in self.think(worlds)], np.int64)

    def think(self, worlds: Worlds | None) -> list[Thoughts]:
        """Searches in each of the games; the result depends on the agent's seed and number of calls, not on threads.

        Raises:
            ConfigError: No worlds were given, or a game is over.
        """
        if worlds is None:
            raise ConfigError(f"{type(self).__name__} looks ahead: pass the games as `worlds` (see Agent.needs_world)")
        if (worlds.seats < 0).any():
            raise ConfigError("a game is over: there is nothing to search for")
        self._calls += 1
        seed = state_seed(self._seed, 2, self._calls)
        positions = worlds.redrawn(seed)

        def one(k: int) -> Thoughts:
            return self._search(worlds.game, positions[k : k + 1], state_seed(seed, k))

        if self._threads == 1 or len(positions) == 1:
            return [one(k) for k in range(len(positions))]
        with ThreadPoolExecutor(self._threads) as pool:
            return list(pool.map(one, range(len(positions))))

    def _search(self, game: Game, position: NDArray[Any], key: int) -> Thoughts:
        raise NotImplementedError

    def _deadline(self) -> float:
        return np.inf if self.seconds is None else time.monotonic() + self.seconds

    @property
    def _budget(self) -> str:
        return f"{self.seconds:g}s" if self.seconds is not None else str(self.simulations)


def _options(game: Game, players: int, **values: Any) -> NDArray[Any]:
    scales = scales_of(game, players)
    options = np.zeros(1, OPTIONS)
    options["spread"], options["temperature"] = scales.spread, scales.temperature
    for name, value in values.items():
        if value is not None:
            options[name] = value
    return options


class FlatMonteCarlo(SearchAgent):
    """Tries every choice in redrawn worlds and drops the worse half in rounds (sequential halving)."""

    def __init__(
        self, simulations: int | None = 200, *, seconds: float | None = None, playout: int | None = 20, seed: int = 0,
        threads: int = 1,
    ):  # fmt: skip
        """Sets the budget.

        Args:
            simulations: Playouts for each decision.
            seconds: Time for each decision instead: rounds of doubling budgets while there is time.
            playout: Random choices before a position is appraised; -1 plays to the end.
            seed: Decides worlds, chance and playouts.
            threads: Games searched at once.

        Raises:
            ConfigError: A value is out of range.
        """
        super().__init__(
            None if seconds is not None else simulations, seconds=seconds, playout=playout, seed=seed, threads=threads
        )
        self.name = f"flat:{self._budget}"

    def _search(self, game: Game, position: NDArray[Any], key: int) -> Thoughts:
        search, players, seat = bind_search(game), int(position["players"][0]), int(position["seat"][0])
        options = _options(game, players, playout=self.playout)
        visits, sums = np.zeros(game.n_actions, np.int64), np.zeros((game.n_actions, players))
        work = np.zeros(2, game.state), options, game.new_mask(), game.new_mask(), game.new_mask()
        deadline, budget, action, turn = self._deadline(), self.simulations or _CHUNK, -1, 0
        while action < 0 or time.monotonic() < deadline < np.inf:
            states, opts, mask, wide, alive = work
            action = int(search.halve(position, seat, word(state_seed(key, turn)), budget, states, opts, mask, wide,
                                      alive, np.zeros(2 * MAX_PLAYERS), visits, sums))  # fmt: skip
            turn, budget = turn + 1, budget * 2
        return Thoughts(seat, visits, sums / np.maximum(visits, 1)[:, None], action)


class ISMCTS(SearchAgent):
    """Information-set Monte-Carlo tree search; see `tree`."""

    def __init__(
        self,
        simulations: int | None = 1000,
        *,
        seconds: float | None = None,
        playout: int | None = 0,
        observers: str = "single",
        select: str = "puct",
        exploration: float | None = None,
        temperature: float | None = None,
        seed: int = 0,
        threads: int = 1,
    ):
        """Sets budget and manner.

        Args:
            simulations: Simulations for each decision.
            seconds: Time for each decision instead.
            playout: Random choices before a leaf is appraised; -1 plays to the end.
            observers: ``single`` (one tree) or ``multiple`` (a tree for each seat).
            select: ``puct`` (the appraisal one choice ahead is the prior) or ``ucb``.
            exploration: Weight of exploration, on values scaled to [0, 1]; None for 1.5 (puct) or 0.7 (ucb).
            temperature: Appraisal difference that makes a choice e times as likely a priori; None for the game's.
            seed: Decides worlds, chance and playouts.
            threads: Games searched at once.

        Raises:
            ConfigError: A value is unknown or out of range.
        """
        super().__init__(
            None if seconds is not None else simulations, seconds=seconds, playout=playout, seed=seed, threads=threads
        )
        if observers not in {"single", "multiple"}:
            raise not_among("observers", observers, ["single", "multiple"])
        if select not in {"puct", "ucb"}:
            raise not_among("select", select, ["puct", "ucb"])
        for name, value in (("exploration", exploration), ("temperature", temperature)):
            if value is not None and not value > 0:
                raise not_among(name, value, ["any positive number"])
        self._values = {
            "playout": playout, "single": observers == "single", "by_prior": select == "puct",
            "exploration": exploration or (1.5 if select == "puct" else 0.7), "temperature": temperature,
        }  # fmt: skip
        self.name = f"ismcts:{self._budget}"

    def _search(self, game: Game, position: NDArray[Any], key: int) -> Thoughts:
        players, seat = int(position["players"][0]), int(position["seat"][0])
        growth = _Growth(bind_search(game), game, position, _options(game, players, **self._values), word(key))
        deadline = self._deadline()
        if self.simulations is not None:
            growth.run(self.simulations)
        else:
            growth.run(_CHUNK)
            while time.monotonic() < deadline:
                growth.run(_CHUNK)
        visits = growth.visits
        return Thoughts(seat, visits, growth.sums / np.maximum(visits, 1)[:, None], int(visits.argmax()))


class _Growth:
    """The trees of one search, and the working space around them."""

    def __init__(self, search: Search, game: Game, position: NDArray[Any], options: NDArray[Any], key: np.uint64):
        self._search, self._position, self._key, self._options = search, position, key, options
        players = int(position["players"][0])
        self._seat = int(position["seat"][0])
        self._done = 0
        self._nodes, self._edges = np.empty(0, NODE), np.empty(0, EDGE)
        self._used = np.zeros(2, np.int64)
        self._spans = np.zeros((players, 2))
        self.visits, self.sums = np.zeros(game.n_actions, np.int64), np.zeros((game.n_actions, players))
        self._work = (
            np.zeros(2, game.state), game.new_mask(), game.new_mask(), np.zeros(game.n_actions, np.int64),
            np.zeros(players, np.int64), np.zeros((MAX_DEPTH, 2), np.int64), np.zeros(2 * MAX_PLAYERS),
        )  # fmt: skip
        self._make_room(4 * game.n_actions)
        search.clear(self._nodes, self._used, self._spans)

    def _make_room(self, more: int) -> None:
        """Keeps room for ``more`` nodes and edges."""
        if self._used.max() + more > len(self._edges):
            size = 2 * (int(self._used.max()) + more)
            for name, kind in (("_nodes", NODE), ("_edges", EDGE)):
                grown = np.empty(size, kind)
                grown[: len(getattr(self, name))] = getattr(self, name)
                setattr(self, name, grown)

    def run(self, simulations: int) -> None:
        """Adds so many simulations."""
        states, mask, wide, edge_of, at, path, values = self._work
        end = self._done + simulations
        while self._done < end:
            stop = min(end, self._done + _CHUNK)
            # A simulation adds the choices of one position, and what each seat sees of those on the way.
            self._make_room((stop - self._done) * (mask.size + MAX_DEPTH * len(at)) // 4 + 4 * mask.size)
            self._search.grow(
                self._position, self._seat, self._key, self._done, stop, states, self._nodes, self._edges, self._used,
                self._options, self._search.seen, self._spans, mask, wide, edge_of, at, path, values, self.visits,
                self.sums,
            )  # fmt: skip
            self._done = stop

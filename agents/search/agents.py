"""Agents that search: ISMCTS, and flat Monte Carlo as its simple reference."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...envs.engine import ConfigError, Game
from ...envs.engine.errors import not_among
from ...envs.engine.numbers import integer, state_seed, word
from ...envs.engine.state import MAX_PLAYERS
from ..network import PolicyNetwork, ValueNetwork
from ..protocol import Agent, Worlds
from .bound import bind_search
from .calibration import scales_of
from .growth import Forest, Task, Tree, halve, halve_in_time
from .manners import manner_of
from .networks import NO_NETWORKS, networks_of
from .tree import OPTIONS

ROOT_WORLDS = 4
"""Worlds over which the worth of the root's choices is averaged before halving."""

_CHUNK = 32
"""Simulations of the first round of a search with a budget of time."""


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


def targets(thoughts: Sequence[Thoughts]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """What a network can learn from searches, for expert iteration.

    Args:
        thoughts: Of k games with the same number of seats (`SearchAgent.think` searches in many games at once).

    Returns:
        Policies float32[k, N], shares of the simulations; values float32[k, P], expected payoffs by seat.

    Raises:
        ConfigError: There are none.
    """
    if not thoughts:
        raise ConfigError("no searches were given; pass what SearchAgent.think returns")
    policies, values = zip(*((t.policy, t.value) for t in thoughts), strict=True)
    return np.array(policies, np.float32), np.array(values, np.float32)


class SearchAgent(Agent):
    """Base of the agents that search; they see redrawn worlds only. Several games are searched in threads."""

    needs_world = True
    needs_observation = False

    def __init__(
        self, simulations: int | None = None, *, seconds: float | None = None, playout: int | None = None,
        looks: int | None = 1, seed: int = 0, threads: int = 1,
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
        for name, count in (("threads", threads), ("looks", looks)):
            if count is not None and integer(name, count) < 1:
                raise not_among(name, count, ["1 or more"])
        self.simulations, self.seconds, self.playout, self.looks = simulations, seconds, playout, looks
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
            return self._search(worlds.game, positions[k : k + 1], state_seed(seed, k), k)

        self._alone = len(positions) == 1
        if self._threads == 1 or self._alone:
            return [one(k) for k in range(len(positions))]
        with ThreadPoolExecutor(self._threads) as pool:
            return list(pool.map(one, range(len(positions))))

    def _search(self, game: Game, position: NDArray[Any], key: int, number: int) -> Thoughts:
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
        self, simulations: int | None = 200, *, seconds: float | None = None, playout: int | None = 20, looks: int = 1,
        seed: int = 0, threads: int = 1,
    ):  # fmt: skip
        """Sets the budget.

        Args:
            simulations: Playouts for each decision.
            seconds: Time for each decision instead: rounds of doubling budgets while there is time.
            playout: Choices made before a position is appraised; -1 plays to the end.
            looks: Random choices of which a playout takes the one with the best appraisal; 1 for any.
            seed: Decides worlds, chance and playouts.
            threads: Games searched at once.

        Raises:
            ConfigError: A value is out of range.
        """
        super().__init__(
            None if seconds is not None else simulations, seconds=seconds, playout=playout, looks=looks, seed=seed,
            threads=threads,
        )  # fmt: skip
        self.name = f"flat:{self._budget}"

    def _search(self, game: Game, position: NDArray[Any], key: int, number: int) -> Thoughts:
        search, players, seat = bind_search(game), int(position["players"][0]), int(position["seat"][0])
        options = _options(game, players, playout=self.playout, looks=self.looks)
        visits, sums = np.zeros(game.n_actions, np.int64), np.zeros((game.n_actions, players))
        none = NO_NETWORKS.weights, NO_NETWORKS.shapes, NO_NETWORKS.rows()
        states, mask, wide, alive = np.zeros(3, game.state), game.new_mask(), game.new_mask(), game.new_mask()
        deadline, budget, action, turn = self._deadline(), self.simulations or _CHUNK, -1, 0
        while action < 0 or time.monotonic() < deadline < np.inf:
            action = int(search.halve(position, seat, word(state_seed(key, turn)), budget, states, options, *none, mask,
                                      wide, alive, np.zeros(2 * MAX_PLAYERS), visits, sums))  # fmt: skip
            turn, budget = turn + 1, budget * 2
        return Thoughts(seat, visits, sums / np.maximum(visits, 1)[:, None], action)


class ISMCTS(SearchAgent):
    """Information-set Monte-Carlo tree search; see `tree`."""

    def __init__(
        self,
        simulations: int | None = 1000,
        *,
        seconds: float | None = None,
        playout: int | None = None,
        looks: int | None = None,
        observers: str = "single",
        select: str = "puct",
        root: str = "halving",
        candidates: int = 16,
        exploration: float | None = None,
        temperature: float | None = None,
        first_play: float | None = None,
        widening: float = 0.0,
        patience: int | None = None,
        prior: PolicyNetwork | None = None,
        value: ValueNetwork | None = None,
        name: str | None = None,
        reuse: bool = False,
        trees: int = 1,
        seed: int = 0,
        threads: int = 1,
    ):
        """Sets budget and manner.

        Args:
            simulations: Simulations for each decision.
            seconds: Time for each decision instead.
            playout: Choices made before a leaf is appraised; -1 plays to the end; None for what suits the game
                (`manners`).
            looks: Random choices of which a playout takes the one with the best appraisal; 1 for any; None likewise.
            observers: ``single`` (one tree) or ``multiple`` (a tree for each seat).
            select: ``puct`` (prior: the appraisal one choice ahead, or ``prior``) or ``ucb``.
            root: How simulations are shared out among the root's choices: ``halving`` (sequential halving), or ``tree``
                (as everywhere in the tree).
            candidates: Choices that halving begins with, those of greatest worth.
            exploration: Weight of exploration, on values scaled to [0, 1]; None for 1.5 (puct) or 0.7 (ucb).
            temperature: Difference in worth that makes a choice e times as likely a priori; None likewise, or 1 with a
                network.
            first_play: By how much a choice not yet tried is thought worse than the mean; None for 0.25 (puct) or
                -inf (ucb: each is tried once).
            widening: A position with n simulations tries this times sqrt(n) choices, in the order of worth; 0 all.
            patience: Simulations that end at a position before its choices join the tree; None likewise.
            prior: Network whose logits are the worth of choices; if it takes advice, it gets it.
            value: Network whose answer is the expected payoff of the seat that sees the position.
            name: Shown in tables and records; None for one of the budget.
            reuse: Whether to go on with what was found out about a position one choice ahead of a search.
            trees: Independent trees whose results are added up, to be grown in threads.
            seed: Decides worlds, chance and playouts.
            threads: Games, or trees of one game, searched at once; the result is the same for any number.

        Raises:
            ConfigError: A value is unknown or out of range.
        """
        super().__init__(
            None if seconds is not None else simulations, seconds=seconds, playout=playout, looks=looks, seed=seed,
            threads=threads,
        )  # fmt: skip
        self.name = name or f"ismcts:{self._budget}" + "+net" * (prior is not None or value is not None)
        for option, chosen, known in (
            ("observers", observers, ["single", "multiple"]), ("select", select, ["puct", "ucb"]),
            ("root", root, ["halving", "tree"]),
        ):  # fmt: skip
            if chosen not in known:
                raise not_among(option, chosen, known)
        for option, number in (("exploration", exploration), ("temperature", temperature)):
            if number is not None and not number > 0:
                raise not_among(option, number, ["any positive number"])
        if not widening >= 0:
            raise not_among("widening", widening, ["0 or more"])
        for option, count in (("candidates", candidates), ("patience", patience), ("trees", trees)):
            if count is not None and integer(option, count) < 1:
                raise not_among(option, count, ["1 or more"])
        by_prior = select == "puct"
        self._halving, self._candidates, self._reuse, self._trees = root == "halving", candidates, reuse, trees
        self._prior, self._value = prior, value
        self._networks = networks_of(prior, value)
        self._values = {
            "playout": playout, "looks": looks, "single": observers == "single", "by_prior": by_prior,
            "exploration": exploration or (1.5 if by_prior else 0.7),
            "temperature": 1.0 if prior is not None and temperature is None else temperature,
            "first_play": (0.25 if by_prior else -np.inf) if first_play is None else first_play, "widening": widening,
            "patience": patience, "net_prior": prior is not None, "net_value": value is not None,
        }  # fmt: skip

    def reset(self, seed: int) -> None:
        """See `Agent.reset`."""
        super().reset(seed)
        self._kept: dict[bytes, list[Tree]] = {}

    def think(self, worlds: Worlds | None, priors: NDArray[np.floating[Any]] | None = None) -> list[Thoughts]:
        """Searches in each of the games; see `SearchAgent.think`.

        Args:
            worlds: The games.
            priors: How likely each choice is thought to be, float[k, N], from 0 on; None for the agent's own way.

        Raises:
            ConfigError: No worlds were given, a game is over, or priors have another shape or negative entries.
        """
        if worlds is not None:
            for what, network in (("prior", self._prior), ("value", self._value)):
                if network is not None:
                    network.check(worlds.game, what)
            if priors is not None:
                check_priors(priors, (len(worlds), worlds.game.n_actions))
        self._kept, before = {}, self._kept
        self._before, self._priors = before, priors
        return super().think(worlds)

    def _search(self, game: Game, position: NDArray[Any], key: int, number: int) -> Thoughts:
        players = int(position["players"][0])
        options = _options(game, players, level=game.layout.own_end, **manner_of(game).filled(**self._values))
        if self._prior is not None:
            options["advice"] = self._prior.point(players)
        task = Task(game, bind_search(game), position, key, options, self._networks)
        seen = self._view(game, position) if self._reuse else b""
        threads = self._threads if self._alone else 1
        with Forest(task, self._trees, threads, self._before.get(seen)) as forest:
            action = self._spend(forest, None if self._priors is None else self._priors[number])
            visits, sums = forest.visits, forest.sums
        if self._reuse:
            self._keep(forest, action)
        return Thoughts(task.seat, visits, sums / np.maximum(visits, 1)[:, None], action)

    def _spend(self, forest: Forest, priors: NDArray[Any] | None) -> int:
        """Grows the trees by the budget; returns the choice."""
        task, until = forest.task, self._deadline()
        legal = task.legal()
        worth = self._worth(task, legal, priors)
        if worth is not None and priors is not None:
            for tree in forest.trees:
                tree.expect(worth)
        if self._halving:
            assert worth is not None
            among = legal[np.argsort(-worth[legal], kind="stable")][: self._candidates]
            if self.simulations is not None:
                return halve(forest, among, self.simulations)
            return halve_in_time(forest, among, until)
        if self.simulations is not None:
            forest.grow(self.simulations)
        else:
            forest.grow(_CHUNK)
            forest.grow(1 << 40, until=until)
        return int(forest.visits.argmax())

    def _worth(self, task: Task, legal: NDArray[np.int64], priors: NDArray[Any] | None) -> NDArray[np.float64] | None:
        """Worth of the root's choices, float64[N], NaN where not legal; None if nobody asks."""
        if priors is not None:
            known = np.full(task.game.n_actions, np.nan)
            known[legal] = np.log(np.maximum(priors[legal], 1e-9)) * task.options["temperature"][0]
            return known
        if not self._halving:
            return None
        if self._prior is not None:
            view = np.zeros((1, task.game.layout.size), np.float32)
            task.game.loops.view_at(task.position, 0, task.seat, task.game.layout.own_end, view[0])
            logits: NDArray[np.float64] = self._prior.answers(view)[0].astype(np.float64)
            advice = float(task.options["advice"][0])
            return logits + advice * task.worth(ROOT_WORLDS) if advice else logits
        return task.worth(ROOT_WORLDS)

    def _view(self, game: Game, position: NDArray[Any]) -> bytes:
        """What the seat to decide sees: equal for positions that it cannot tell apart."""
        view = np.zeros(game.layout.size, np.float32)
        seat = int(position["seat"][0])
        game.loops.view_at(position, 0, seat, game.layout.own_end, view)
        return bytes([seat]) + view.tobytes()

    def _keep(self, forest: Forest, action: int) -> None:
        """Keeps the trees below ``action`` if it is followed by another decision of the same seat.

        They are found again by what the seat then sees; where chance or others come between, it sees something else.
        """
        task = forest.task
        after = task.position.copy()
        task.game.loops.play_if_legal(after, 0, action, task.game.new_mask())
        if after["seat"][0] == task.seat:
            below = [tree.below(action) for tree in forest.trees]
            if all(tree is not None for tree in below):
                self._kept[self._view(task.game, after)] = [tree for tree in below if tree is not None]


def check_priors(priors: NDArray[Any], shape: tuple[int, int]) -> None:
    """Checks what a caller thinks of the choices.

    Raises:
        ConfigError: It is no array of that shape, or an entry is negative or no number.
    """
    if getattr(priors, "shape", None) != shape:
        raise ConfigError(f"priors are of shape {getattr(priors, 'shape', None)}; needed is {shape}: [games, actions]")
    if not (np.isfinite(priors).all() and (priors >= 0).all()):
        raise ConfigError("priors must be finite and not negative")

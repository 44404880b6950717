"""The trees of one search, the working space around them, and how simulations are spent on the root's choices."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...envs.engine import Game
from ...envs.engine.numbers import state_seed, word
from ...envs.engine.state import MAX_PLAYERS
from .bound import Search
from .networks import Networks
from .tree import EDGE, NODE

MAX_DEPTH = 200
"""Decisions of a simulation inside the trees; beyond them it is a playout."""
_CHUNK = 32
"""Simulations between two looks at room and clock."""
_NOBODY = np.zeros(0, np.int64)


@dataclass(frozen=True)
class Task:
    """What is searched.

    Attributes:
        game: The game.
        search: The compiled search on it.
        position: A redrawn world, an array of one state.
        key: Decides worlds, chance and playouts.
        options: `tree.OPTIONS`.
        networks: Networks to ask.
    """

    game: Game
    search: Search
    position: NDArray[Any]
    key: int
    options: NDArray[Any]
    networks: Networks

    @property
    def seat(self) -> int:
        """Who decides."""
        return int(self.position["seat"][0])

    @property
    def players(self) -> int:
        """Number of seats."""
        return int(self.position["players"][0])

    def legal(self) -> NDArray[np.int64]:
        """The choices, in order."""
        mask = self.game.new_mask()
        self.game.loops.mask_at(self.position, 0, mask)
        return np.flatnonzero(mask)

    def worth(self, worlds: int) -> NDArray[np.float64]:
        """Mean appraisal of each choice one ahead over so many worlds, float64[N]; -1e300 for what is not legal."""
        worth, game = np.zeros(self.game.n_actions), self.game
        key = word(state_seed(self.key, 1))
        states = np.zeros(2, game.state)
        self.search.hopes(self.position, self.seat, key, worlds, states, game.new_mask(), game.new_mask(), worth)
        return worth


class Tree:
    """A tree for each observer, in arrays that grow.

    Attributes:
        visits: Simulations that began with each of the root's choices, int64[N].
        sums: What they were worth for each seat, float64[N, P].
    """

    def __init__(self, task: Task, number: int = 0, planted: Tree | None = None):
        """Plants the roots.

        Args:
            task: What is searched.
            number: Which of several trees on the same position it is.
            planted: Trees to go on with (see `below`).
        """
        game, players = task.game, task.players
        self._task, self._key = task, word(state_seed(task.key, 2, number))
        self._done = 0
        self.visits, self.sums = np.zeros(game.n_actions, np.int64), np.zeros((game.n_actions, players))
        self._work = (
            game.new_mask(), game.new_mask(), np.zeros(game.n_actions, np.int64), np.zeros(players, np.int64),
            np.zeros((MAX_DEPTH, 2), np.int64), np.zeros(2 * MAX_PLAYERS),
        )  # fmt: skip
        self._states, self._rows = np.zeros(3, game.state), task.networks.rows()
        if planted is None:
            self._nodes, self._edges = np.empty(0, NODE), np.empty(0, EDGE)
            self._used, self._spans = np.zeros(2, np.int64), np.zeros((players, 2))
            self._make_room(4 * game.n_actions)
            task.search.clear(self._nodes, self._used, self._spans)
        else:
            self._nodes, self._edges = planted._nodes, planted._edges
            self._used, self._spans = planted._used, planted._spans

    def _make_room(self, more: int) -> None:
        """Keeps room for ``more`` nodes and edges."""
        if self._used.max() + more > len(self._edges):
            size = 2 * (int(self._used.max()) + more)
            for name, kind in (("_nodes", NODE), ("_edges", EDGE)):
                grown = np.empty(size, kind)
                grown[: len(getattr(self, name))] = getattr(self, name)
                setattr(self, name, grown)

    def expect(self, worth: NDArray[np.float64]) -> None:
        """Gives the root's choices their worth, float64[N]; NaN for those that are not legal."""
        self._make_room(2 * worth.size)
        self._task.search.expect(self._task.seat, worth, self._nodes, self._edges, self._used)

    def grow(self, simulations: int, alive: NDArray[np.int64] = _NOBODY, until: float = np.inf) -> None:
        """Adds simulations, which begin with the choices ``alive`` in turn if there are any, until that time."""
        task, networks = self._task, self._task.networks
        end = self._done + simulations
        while self._done < end and time.monotonic() < until:
            stop = min(end, self._done + _CHUNK)
            # A simulation adds the choices of one position, and what each seat sees of those on the way.
            more = self._work[0].size + MAX_DEPTH * task.players
            self._make_room((stop - self._done) * more // 4 + 4 * self._work[0].size)
            task.search.grow(
                task.position, task.seat, self._key, self._done, stop, alive, self._states, self._nodes, self._edges,
                self._used, task.options, networks.weights, networks.shapes, self._rows, task.search.seen, self._spans,
                *self._work, self.visits, self.sums,
            )  # fmt: skip
            self._done = stop

    def below(self, action: int) -> Tree | None:
        """What was found out about the positions after ``action``: trees to be planted, or None if that is nothing."""
        task, seat = self._task, self._task.seat
        size = self._work[0].size
        roots = np.full(task.players, -1, np.int64)
        e = int(self._nodes["first"][seat])
        while e >= 0:
            if self._edges["label"][e] == seat * size + action:
                roots[seat] = self._edges["child"][e]
            e = int(self._edges["next"][e])
        if roots[seat] < 0 or self._nodes["first"][roots[seat]] < 0:
            return None
        tree: Tree = object.__new__(Tree)
        tree._nodes, tree._edges = np.empty(self._used[0] + task.players, NODE), np.empty(self._used[1], EDGE)
        tree._used, tree._spans = np.zeros(2, np.int64), np.zeros_like(self._spans)
        queue = np.empty(len(tree._nodes), np.int64)
        task.search.transplant(
            roots, self._nodes, self._edges, tree._spans, tree._nodes, tree._edges, tree._used, queue
        )
        tree._nodes, tree._edges = tree._nodes[: tree._used[0]].copy(), tree._edges[: tree._used[1]].copy()
        tree._spans[:] = self._spans
        return tree


class Forest:
    """Several trees on one position, each with random numbers of its own, whatever number of threads grows them."""

    def __init__(self, task: Task, trees: int, threads: int, planted: list[Tree] | None = None):
        """Plants the trees."""
        self.task = task
        self.trees = [Tree(task, k, planted[k] if planted else None) for k in range(trees)]
        self._pool = ThreadPoolExecutor(min(threads, trees)) if min(threads, trees) > 1 else None

    def __enter__(self) -> Forest:
        """Returns itself; its threads end with the block."""
        return self

    def __exit__(self, *error: object) -> None:
        """Ends the threads."""
        if self._pool:
            self._pool.shutdown()

    @property
    def visits(self) -> NDArray[np.int64]:
        """Simulations that began with each choice, int64[N]."""
        total: NDArray[np.int64] = np.sum([tree.visits for tree in self.trees], 0)
        return total

    @property
    def sums(self) -> NDArray[np.float64]:
        """What they were worth for each seat, float64[N, P]."""
        total: NDArray[np.float64] = np.sum([tree.sums for tree in self.trees], 0)
        return total

    def grow(self, simulations: int, alive: NDArray[np.int64] = _NOBODY, until: float = np.inf) -> None:
        """Shares simulations out among the trees; see `Tree.grow`."""
        share, more = divmod(simulations, len(self.trees))
        self._each(lambda k: self.trees[k].grow(share + (k < more), alive, until))

    def _each(self, work: Callable[[int], None]) -> None:
        numbers: Iterable[int] = range(len(self.trees))
        for _ in self._pool.map(work, numbers) if self._pool else map(work, numbers):
            pass

    def best(self, among: NDArray[np.int64]) -> NDArray[np.int64]:
        """These choices by their mean payoff so far, the best first."""
        means = self.sums[among, self.task.seat] / np.maximum(self.visits[among], 1)
        return among[np.argsort(-means, kind="stable")]


def halve(forest: Forest, candidates: NDArray[np.int64], simulations: int, until: float = np.inf) -> int:
    """Sequential halving (Karnin, Koren, Somekh 2013): rounds of equal budgets, each drops the worse half."""
    alive, left = candidates, simulations
    rounds = max(int(np.ceil(np.log2(len(alive)))), 1)
    for number in range(rounds):
        budget = max(left // (rounds - number), len(alive)) // len(alive) * len(alive)
        forest.grow(min(budget, max(left, 0)), alive, until)
        left -= budget
        alive = forest.best(alive)[: (len(alive) + 1) // 2]
    return int(alive[0])


def halve_in_time(forest: Forest, candidates: NDArray[np.int64], until: float) -> int:
    """`halve` with a first small budget, and then with as much as the time left is likely to allow."""
    begun, budget = time.monotonic(), _CHUNK
    action = halve(forest, candidates, budget)
    while time.monotonic() < until:
        pace = budget / max(time.monotonic() - begun, 1e-6)
        budget = max(int(pace * (until - time.monotonic())), _CHUNK)
        begun = time.monotonic()
        action = halve(forest, candidates, budget, until)
    return action

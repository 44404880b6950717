"""Many games at once: what training, search and benchmarks use."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import not_among
from ..game import Game, VariantChoice
from ..layout import Mode
from ..numbers import bits_64, integer, state_seed, word
from ..state import as_states


class Batch:
    """``n`` independent games, stepped together by one compiled call.

    Episode k of game i is seeded from (seed, i, k): results depend neither on n nor on the number of threads. A game
    that ends in a step is started anew at once; its result stays readable until the next step of that game.

    Attributes:
        states: Positions, structured array [n].
        masks: Legal actions of the seat to decide, bool[n, N].
        observations: What the seat to decide sees, float32[n, D], or None with ``observe=False``.
        seat: Who decides, int8[n].
        over: Whether the game ended in the last step, bool[n].
        payoff: Payoffs of games that ended in the last step, float32[n, P]; stale for others.
        finals: Last position of the latest finished episode of each game, structured array [n].
        episodes: Number of the episode in progress, from 0, int64[n].
    """

    def __init__(
        self,
        game: Game,
        n: int,
        players: int | None = None,
        variants: VariantChoice = (),
        seed: int = 0,
        threads: int = 1,
        observe: bool = True,
        hide: Mode = "own",
        open_scores: bool = False,
        first: int = 0,
    ):
        """Starts ``n`` games.

        Args:
            game: The game.
            n: Number of games, at least 1.
            players: Number of seats; None for the game's default.
            variants: Optional rules.
            seed: Any integer.
            threads: Python threads over slices of the batch (the compiled code releases the GIL).
            observe: Whether to write observations; without them a step takes about half the time.
            hide: Information mode of observations.
            open_scores: Whether mode ``own`` shows points that the rulebook keeps secret.
            first: Index of the first game, so that several batches can share one seed.

        Raises:
            ConfigError: A value is not allowed.
        """
        n, threads = integer("number of games", n), integer("number of threads", threads)
        if n < 1 or threads < 1:
            raise not_among("number of games or threads", min(n, threads), ["1 or more"])
        self.game, self.n, self.first = game, n, integer("first", first)
        self.seed = bits_64(integer("seed", seed))
        self.players = game.check_players(players)
        self.variants = game.check_variants(variants)
        self._level = game.layout.level(hide, open_scores) if observe else -1
        self._blank = game.new_states(1, self.players, variants)
        self.states = game.new_states(n, self.players, variants)
        self.finals = np.zeros(n, game.state)
        self.masks = np.zeros((n, game.n_actions), np.bool_)
        self._views = np.zeros((n, game.layout.size) if observe else (0, game.layout.size), np.float32)
        self.observations = self._views if observe else None
        self.payoff = np.zeros((n, self.players), np.float32)
        self.over = np.zeros(n, np.bool_)
        self.seat = np.zeros(n, np.int8)
        self.episodes = np.zeros(n, np.int64)
        self.all = np.arange(n)
        self._threads = threads
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        game.announce()
        self._begin_all()

    def _begin_all(self) -> None:
        for i, episode in enumerate(self.episodes.tolist()):
            seed = word(state_seed(self.seed, self.first + i, episode))
            if not self.game.loops.begin_at(self.states, i, self._blank, seed, self.masks[i]):
                raise self.game.stuck(self.states[i])
        self.over[:] = False
        self._look_again(self.all)

    def restart(self) -> None:
        """Abandons the games in progress; each starts its next episode."""
        self.episodes += 1
        self._begin_all()

    def _look_again(self, which: NDArray[np.int64]) -> None:
        self.seat[which] = self.states["seat"][which]
        if self.observations is not None:
            rows = np.empty((which.size, self.game.layout.size), np.float32)
            self.game.loops.view_many(self.states, which, self.seat[which], self._level, rows)
            self._views[which] = rows

    def step(self, actions: ArrayLike, which: ArrayLike | None = None) -> None:
        """Plays one action in every game, or in the games ``which``; updates all arrays.

        Args:
            actions: Flat ids, int[n] (or int[len(which)]).
            which: Indices of the games to step, each at most once; None for all.

        Raises:
            IllegalActionError: One of the actions is not legal; no game has changed.
            ConfigError: The arrays do not fit the batch; no game has changed.
            RuleError: The game's rules do not lead on; the batch is of no further use.
        """
        actions = _integers("actions", actions)
        index = self.all if which is None else _integers("which", which)
        if which is not None and index.size:
            if index.min() < 0 or index.max() >= self.n or np.bincount(index).max() > 1:
                raise not_among("which", index.tolist(), [f"different games from 0 to {self.n - 1}"])
        if actions.shape != index.shape:
            raise not_among("shape of actions", actions.shape, [index.shape])
        bad = int(self.game.loops.first_illegal(index, actions, self.masks))
        if bad >= 0:
            i = int(index[bad])
            raise self.game.illegal(as_states(self.states)[i], int(actions[bad]), self.masks[i])
        self.play(actions, index)

    def play(self, actions: NDArray[np.int64], which: NDArray[np.int64]) -> None:
        """`step` without its checks, for callers that have made them.

        Args:
            actions: Legal actions, int64[k].
            which: Different indices of games, int64[k].
        """
        self._spread(self._play, which, actions)

    def roam(self, which: NDArray[np.int64], players: NDArray[np.int64], player: int, key: int) -> None:
        """Plays uniformly random choices in the games ``which`` as long as it is ``player``'s turn.

        It stops where another player is to decide and where a game ended; `over`, `payoff` and `finals` are as after a
        step. Observations are not written: the batch must have been made with ``observe=False``.

        Args:
            which: Different indices of games, int64[k].
            players: Who plays each seat, int64[n, P].
            player: A number in ``players``.
            key: 64 bits that decide the choices.
        """
        assert self.observations is None
        roam = self.game.loops.roam_many

        def work(part: NDArray[np.int64]) -> int:
            return roam(
                self.states, part, players, player, np.uint64(key), self._blank, np.uint64(self.seed), self.first,
                self.episodes, self.masks, self.seat, self.over, self.payoff, self.finals,
            )  # fmt: skip

        self._spread(work, which)

    def _spread(self, work: Callable[..., int], which: NDArray[np.int64], *rows: NDArray[Any]) -> None:
        """Calls ``work`` on the games ``which``, in parts if there are threads; this one takes the first part.

        ``work`` returns a game from which the rules do not lead on, or -1.
        """
        if self._pool is None:
            stuck = work(which, *rows)
        else:
            mine, *others = zip(*(np.array_split(a, self._threads) for a in (which, *rows)), strict=True)
            jobs = [self._pool.submit(work, *part) for part in others]
            stuck = max(work(*mine), *(job.result() for job in jobs))
        if stuck >= 0:
            raise self.game.stuck(self.states[stuck])

    def _play(self, which: NDArray[np.int64], actions: NDArray[np.int64]) -> int:
        return self.game.loops.step_many(
            self.states, which, actions, self._blank, np.uint64(self.seed), self.first, self.episodes, self._level,
            self.masks, self._views, self.seat, self.over, self.payoff, self.finals,
        )

    def scores(self) -> NDArray[np.int32]:
        """Victory points of the latest finished episode of each game, int32[n, P]."""
        scores: NDArray[Any] = self.finals["score"][:, : self.players]
        return scores

    def view_of(self, seats: NDArray[np.int8], which: NDArray[np.int64], finals: bool = False) -> NDArray[np.float32]:
        """What seat ``seats[k]`` sees in game ``which[k]`` (in its last finished episode with ``finals``)."""
        out = np.empty((which.size, self.game.layout.size), np.float32)
        level = self._level if self._level >= 0 else self.game.layout.own_end
        self.game.loops.view_many(self.finals if finals else self.states, which, seats, level, out)
        return out

    def close(self) -> None:
        """Stops the threads."""
        if self._pool is not None:
            self._pool.shutdown()


def _integers(what: str, values: ArrayLike) -> NDArray[np.int64]:
    """An int64 array; numbers with a fraction and booleans are refused rather than cut."""
    array = np.asarray(values)
    if array.size and array.dtype.kind not in "iu":
        raise not_among(f"type of {what}", str(array.dtype), ["integers"])
    return array.astype(np.int64, copy=False)

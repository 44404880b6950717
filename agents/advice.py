"""Advice: what the game's heuristic thinks of every choice, one ahead, as further inputs of a policy.

A network with advice adds it to its logits, times a learned factor, so it begins as a player about as good as Greedy
and learns what the heuristic gets wrong. All is worked out in redrawn worlds: advice tells nothing hidden.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..envs.engine import Game
from ..envs.engine.bound import plainly
from ..envs.engine.numbers import word
from ..envs.engine.rng import mix
from ..envs.engine.rule import bind
from ..envs.engine.state import MAX_PLAYERS
from .search.calibration import scales_of

if TYPE_CHECKING:
    appraise: Any
    mask_at: Any
    play: Any
    redraw: Any

LOWEST = -8.0
"""Advice against a choice goes no further, in units of the game's temperature."""


def advise_many(S, which, seed, worlds, scale, W, mask, legal, values, out):
    """Advice for the seat to decide in each of the games ``which``, into the rows of ``out`` float32[k, N].

    The best choice gets 0, others how much worse they look in units of ``scale`` (at least `LOWEST`), illegal ones 0.
    """
    for k in range(which.size):
        i = which[k]
        seat = np.int64(S[i].seat)
        key = mix(np.uint64(seed) ^ mix(np.uint64(k)))
        mask_at(S, i, legal)
        values[:] = 0.0
        for w in range(worlds):
            W[1] = S[i]
            redraw(W, 1, seat, mix(key + np.uint64(w)))
            for action in range(mask.size):
                if legal[action]:
                    W[0] = W[1]
                    play(W[0], action, mask)
                    values[action] += appraise(W[0], seat) / (worlds * scale)
        best = -1e300
        for action in range(mask.size):
            if legal[action]:
                best = max(best, values[action])
        for action in range(mask.size):
            out[k, action] = max(values[action] - best, LOWEST) if legal[action] else 0.0


_BOUND: dict[str, Callable[..., None]] = {}


def _compiled(game: Game) -> Callable[..., None]:
    if game.module not in _BOUND:
        names = {
            "appraise": game.rules.appraise, "mask_at": game.loops.mask_at, "play": game.loops.play,
            "redraw": game.loops.redraw,
        }  # fmt: skip
        _BOUND[game.module] = plainly(bind(advise_many, names, game.home))
    return _BOUND[game.module]


def scales(game: Game) -> NDArray[np.float32]:
    """The units of advice by number of players, float32[MAX_PLAYERS + 1]; 1 where the game has no such number."""
    units = np.ones(MAX_PLAYERS + 1, np.float32)
    for players in game.players:
        units[players] = scales_of(game, players).temperature
    return units


class Adviser:
    """Gives advice on one game.

    Attributes:
        worlds: Redrawn worlds over which it is averaged.
    """

    def __init__(self, game: Game, units: NDArray[np.float32], worlds: int = 1):
        """Binds the heuristic.

        Args:
            game: The game.
            units: What `scales` gave when the policy was trained.
            worlds: Redrawn worlds to average over.
        """
        self.game, self.worlds, self._units = game, worlds, units
        self._states = np.zeros(2, game.state)
        self._masks = game.new_mask(), game.new_mask()
        self._values = np.zeros(game.n_actions)

    def __call__(self, states: NDArray[Any], which: NDArray[np.int64], seed: int) -> NDArray[np.float32]:
        """Advice for the seats to decide in the games ``which``, all with the same number of players.

        Args:
            states: Positions.
            which: Indices of games, int64[k].
            seed: Decides the worlds.

        Returns:
            float32[k, N] from `LOWEST` to 0.
        """
        out = np.empty((which.size, self.game.n_actions), np.float32)
        if which.size:
            unit = float(self._units[int(states["players"][which[0]])])
            _compiled(self.game)(states, which, word(seed), self.worlds, unit, self._states, *self._masks,
                                 self._values, out)  # fmt: skip
        return out

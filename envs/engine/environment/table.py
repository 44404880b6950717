"""For the tests of a game's rules: a game on a table whose position can be set freely."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..game import Game
from ..layout import Mode
from ..state import as_states


class Table:
    """One game. Set fields of ``table.s``, then play by action id.

    ``s`` is the live record (fields as attributes). After editing fields call `settle` if a lone legal action should be
    carried out, as it would be in play.
    """

    def __init__(self, game: Game, players: int | None = None, seed: int = 0, variants: Any = ()):
        """Starts a game."""
        self.game = game
        self.states = game.start(seed, players, variants)

    @property
    def s(self) -> Any:
        """The live state."""
        return as_states(self.states)[0]

    def mask(self) -> NDArray[np.bool_]:
        """The legal actions."""
        mask = self.game.new_mask()
        self.game.loops.mask_at(self.states, 0, mask)
        return mask

    def legal(self) -> list[int]:
        """Legal action ids, ascending."""
        return np.flatnonzero(self.mask()).tolist()

    def legal_in(self, name: str) -> list[int]:
        """Indices within the action range ``name`` that are legal."""
        r = self.game.actions[name]
        return [a - r.offset for a in self.legal() if r.offset <= a < r.end]

    def is_legal(self, name: str, index: int = 0) -> bool:
        """Whether action ``index`` of range ``name`` is legal."""
        return self.game.actions[name][index] in self.legal()

    def do(self, name: str, index: int = 0) -> Table:
        """Plays action ``index`` of range ``name``; fails if it is not legal."""
        return self.play(self.game.actions[name][index])

    def play(self, action: int) -> Table:
        """Plays an action id; fails if it is not legal."""
        ok = self.game.loops.play_if_legal(self.states, 0, action, self.game.new_mask())
        assert ok, f"{self.game.actions.describe(action, self.s)} ({action}) is illegal; legal: {self.legal()}"
        return self

    def settle(self) -> Table:
        """Carries out lone legal actions of an edited position."""
        self.game.loops.advance(self.s, self.game.new_mask())
        return self

    def copy(self) -> Table:
        """Another table with the same position."""
        twin = Table.__new__(Table)
        twin.game, twin.states = self.game, self.states.copy()
        return twin

    def observe(self, seat: int, mode: Mode = "all", open_scores: bool = False) -> dict[str, NDArray[Any]]:
        """The decoded observation of a seat."""
        out = np.zeros(self.game.layout.size, np.float32)
        self.game.loops.view_at(self.states, 0, seat, self.game.layout.level(mode, open_scores), out)
        return self.game.layout.decode(out)


def random_positions(
    game: Game, players: int, seed: int, variants: Any = (), games: int = 1
) -> Iterator[tuple[Table, NDArray[np.bool_]]]:
    """Yields (table, mask) at every decision and at the end of random games; the table is live."""
    rng = np.random.default_rng(seed)
    for k in range(games):
        table = Table(game, players, seed * 1000 + k, variants)
        while not table.s.over:
            mask = table.mask()
            yield table, mask
            table.play(int(rng.choice(np.flatnonzero(mask))))
        yield table, table.mask()

"""A table in memory: the position that its stored decisions lead to."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...envs import Game, MeepleZooError
from ..store import Move, Result, Sitting, TableRow
from ..store.records import TAKE_BACK


class ChangedRulesError(MeepleZooError):
    """The stored decisions do not fit the rules or components in use."""


@dataclass(frozen=True)
class Step:
    """A decision that counts.

    Attributes:
        before: The position in which it was taken, an array of one state.
        seat: Who took it.
        action: Flat action id.
    """

    before: NDArray[Any]
    seat: int
    action: int


class Live:
    """A game in progress, or finished.

    Attributes:
        game: The game.
        states: The position, an array of one state.
        steps: The decisions that led here, without those taken back.
        stored: How many moves of the store it takes account of.
        since: When the present decision became due, in seconds since 1970.
        lock: Held while any of this is changed or read together.
    """

    def __init__(self, game: Game, row: TableRow):
        """Sets the game up.

        Raises:
            ChangedRulesError: It was begun with other components.
        """
        if row.components != game.components_digest():
            raise ChangedRulesError(
                f"this game was begun with other components of {game.title} than those in use; "
                "start the arena with the components it began with (MEEPLEZOO_COMPONENTS)"
            )
        self.game, self._row = game, row
        self.states = game.start(row.seed, row.players, row.variants)
        self.steps: list[Step] = []
        self.stored, self.since = 0, row.created
        self.lock = threading.RLock()
        self._mask = game.new_mask()

    def catch_up(self, moves: Sequence[Move]) -> None:
        """Carries out the moves that follow those known.

        Raises:
            ChangedRulesError: One of them is not legal.
        """
        for move in moves:
            if move.number < self.stored:
                continue
            if move.action == TAKE_BACK:
                self.states = self.steps.pop().before
            else:
                before = self.states.copy()
                if self.game.loops.play_if_legal(self.states, 0, move.action, self._mask) != 1:
                    raise ChangedRulesError(
                        f"decision {move.number} of this game is not legal in {self.game.title} as it is now: the "
                        "rules have changed since, or the database was altered"
                    )
                self.steps.append(Step(before, move.seat, move.action))
            self.stored, self.since = move.number + 1, move.at

    def mask(self) -> NDArray[np.bool_]:
        """The legal actions, bool[N]."""
        mask = self.game.new_mask()
        self.game.loops.mask_at(self.states, 0, mask)
        return mask


def outcome(row: TableRow, states: NDArray[Any], held: Sequence[Sitting]) -> list[Result]:
    """How everybody came out of a finished game.

    Args:
        row: The table.
        states: The last position.
        held: Everybody who held a seat.
    """
    payoffs, scores = states["payoff"][0][: row.players].tolist(), states["score"][0].tolist()
    holders = [{s.who for s in held if s.seat == seat} for seat in range(row.players)]
    return [
        Result(
            row.id, seat, row.game, holders[seat].pop() if len(holders[seat]) == 1 else "", scores[seat],
            mean_place(payoffs, seat), payoffs[seat],
        )
        for seat in range(row.players)
    ]  # fmt: skip


def mean_place(payoffs: Sequence[float], seat: int) -> float:
    """The place of a seat, from 1 on; ties share the mean."""
    better = sum(p > payoffs[seat] for p in payoffs)
    equal = sum(p == payoffs[seat] for p in payoffs)
    return 1 + better + (equal - 1) / 2

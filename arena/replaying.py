"""Stepping through a recorded game in the terminal, as a seat, a spectator or everybody together saw it."""

from __future__ import annotations

from rich.console import Console

from ..envs import Game
from ..envs.engine import GameRecord, Replay
from ..envs.engine.errors import not_among
from ..envs.engine.numbers import integer
from .console import speaker

STEPS = "Enter or n: next · b: back · a number: go to that position · s: start · e: end · q: quit"


class ReplayView:
    """A recorded game as one viewer saw it: what was secret stays so, and silent choices of others leave no step.

    Attributes:
        stops: Positions of the record that differ for the viewer, ascending; steps go from one to the next.
        step: Index in ``stops`` of the position shown.
    """

    def __init__(
        self, game: Game, record: GameRecord, viewer: int | None = None, reveal: bool = False, anyway: bool = False
    ):
        """Goes to the start.

        Args:
            game: The game.
            record: The game to show.
            viewer: The seat whose view is shown; None for a spectator's.
            reveal: Tell every choice, and show each position as the seat to decide sees it.
            anyway: Show it though it was made with other rules or components.

        Raises:
            ConfigError: There is no such seat.
            DataError: The record is damaged, or made with other rules or components.
        """
        if viewer is not None and not 0 <= integer("seat", viewer) < record.players:
            raise not_among("seat", viewer, range(record.players))
        self._game, self._viewer, self._reveal = game, viewer, reveal
        self._replay = Replay(game, record, anyway)
        if not anyway:
            self._replay.verify()  # before the first picture
            self._replay.seek(0)
        self.stops = self._find_stops()
        self.step = 0

    def _find_stops(self) -> list[int]:
        replay, stops = self._replay, []
        for position in range(len(replay.source.actions)):
            replay.seek(position)
            if self._told():
                stops.append(position)
        replay.seek(0)
        return [*stops, len(replay.source.actions)]

    def _told(self) -> str:
        """The next choice, as far as the viewer learns of it."""
        replay = self._replay
        action = replay.source.actions[replay.position]
        seat = int(replay.states["seat"][0]) if self._reveal else self._viewer
        return self._game.actions.tell(action, replay.state, seat)

    def go(self, step: int) -> None:
        """Shows another step.

        Args:
            step: 0..len(stops) - 1, or negative to count from the end.

        Raises:
            IndexError: There is no such step.
        """
        target = step if step >= 0 else len(self.stops) + step
        if not 0 <= target < len(self.stops):
            raise IndexError(f"the game has positions 0 to {len(self.stops) - 1}")
        self._replay.seek(self.stops[target])
        self.step = target

    def text(self) -> str:
        """The board, and the choice that follows."""
        replay, state = self._replay, self._replay.state
        seat = int(state.seat)
        viewer = seat if self._reveal and seat >= 0 else self._viewer
        board = "\n" + self._game.text(state, viewer) + "\n"
        if self.step == len(self.stops) - 1:
            if state.over:
                return f"{board}\nthe game is over; scores {', '.join(map(str, replay.source.scores))}"
            return f"{board}\nhere the game was stopped"
        return f"{board}\nnext: seat {seat} ({replay.source.names[seat]}): {self._told()}"


def step_through(view: ReplayView, at: int, console: Console) -> None:
    """Shows a recorded game position by position, at the user's pace.

    Args:
        view: The game as somebody saw it.
        at: Position to begin with (negative: from the end).
        console: The terminal.
    """
    say = speaker(console)
    last = len(view.stops) - 1

    def go(step: int) -> None:
        try:
            view.go(step)
        except IndexError as error:
            say(str(error))

    go(at)
    say(STEPS)
    while True:
        say(view.text())
        try:
            answer = console.input(f"{view.step}/{last} > ", markup=False).strip().lower()
        except EOFError:
            return
        if answer in {"q", "quit"}:
            return
        targets = {"": view.step + 1, "n": view.step + 1, "b": max(view.step - 1, 0), "s": 0, "e": last}
        if answer in targets:
            go(targets[answer])
        elif answer.isdecimal():
            go(int(answer))
        else:
            say(STEPS)

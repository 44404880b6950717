"""Who looks at a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_LONGEST_NAME = 18


@dataclass(frozen=True)
class View:
    """Who looks, and what the players are called.

    Attributes:
        seat: The seat that looks; None for a spectator.
        names: What the players on the seats are called; empty for nobody in particular.
        reveal: Whether all secrets lie open, for games that are over.
    """

    seat: int | None = None
    names: Sequence[str] = ()
    reveal: bool = False

    def sees(self, p: int) -> bool:
        """Whether what only seat ``p`` knows may be shown."""
        return self.reveal or p == self.seat

    def name(self, p: int) -> str:
        """What to call seat ``p``, for example ``"seat 2"`` or ``"Anna"``."""
        if p >= len(self.names) or not self.names[p]:
            return f"seat {p}"
        name = self.names[p]
        return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"


SPECTATOR = View()


def as_view(viewer: View | int | None) -> View:
    """The view of a seat, or of a spectator for None."""
    return viewer if isinstance(viewer, View) else View(viewer)

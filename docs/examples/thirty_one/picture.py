"""The position of Thirty-One as one seat sees it: an SVG document, and plain text."""

from typing import Any

from meeplezoo.envs.engine.pictures import svg
from meeplezoo.envs.engine.pictures.view import View, as_view

from .state import CARDS, NAMES, STOCK

WIDTH, ROW = 520, 64


def hand(s: Any, p: int, view: View) -> list[str]:
    """The cards of seat ``p`` by name; last, as ``?``, those that the viewer may not know."""
    names = [NAMES[c] if s.known[c] or view.sees(p) else "?" for c in range(CARDS) if s.place[c] == p]
    return sorted(names, key=lambda name: name == "?")  # the place of a ? would tell something, too


def table(s: Any, view: View) -> str:
    """What lies in the middle, and whose turn it is."""
    now = "the game is over" if s.over else f"{view.name(int(s.seat))} to decide"
    knock = f", {view.name(int(s.knocker))} has knocked" if s.knocker >= 0 else ""
    return f"Open: {NAMES[s.top] if s.top >= 0 else 'none'}, stock: {(s.place == STOCK).sum()}; {now}{knock}"


def draw(s: Any, viewer: View | int | None) -> str:
    """The position as an SVG document."""
    view = as_view(viewer)
    parts = [svg.text(20, 36, table(s, view), 18, font_weight="bold")]
    for p in range(s.players):
        y = 60 + p * ROW
        parts += [svg.token(34, y + 24, 14, p, svg.SEAT_COLOURS[p], p), svg.text(60, y + 30, view.name(p))]
        for k, name in enumerate(hand(s, p, view)):
            x = 240 + k * 60
            ink = "#b3261e" if name[-1] in "♥♦" else svg.INK
            parts.append(svg.rect(x, y, 48, 48, "white", stroke=svg.INK, rx=6))
            parts.append(svg.text(x + 24, y + 31, name, 18, ink, "middle"))
    return svg.document(WIDTH, 60 + int(s.players) * ROW, *parts, title="Thirty-One")


def text(s: Any, viewer: int | None) -> str:
    """The position as plain text."""
    view = as_view(viewer)
    points = [f", {s.score[p]} points" if s.over else "" for p in range(s.players)]
    hands = [f"{view.name(p)}: {' '.join(hand(s, p, view))}" for p in range(s.players)]
    return "\n".join([table(s, view), *map("".join, zip(hands, points, strict=True))])

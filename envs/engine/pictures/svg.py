"""Small building blocks for the SVG pictures of the games. Each returns a string; coordinates are pixels."""

from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape, quoteattr

FONT = "DejaVu Sans, Verdana, sans-serif"
SEAT_COLOURS = ("#3068c8", "#2f9e44", "#d12f2f", "#d9a400", "#8e44ad")
"""Fill colours of seats 0–4 where a game has none of its own."""
INK, PAPER, FAINT = "#222222", "#faf6ec", "#b9b2a2"

Points = Iterable[Sequence[float]]


def ink_on(fill: str) -> str:
    """Black or white, whichever reads better on a colour ``#rrggbb``."""
    red, green, blue = (int(fill[k : k + 2], 16) for k in (1, 3, 5))
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else "white"


def tag(name: str, content: str = "", /, **attributes: object) -> str:
    """One element; underscores in attribute names become hyphens, None leaves an attribute out."""
    given = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(_number(value))}"
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{given}>{content}</{name}>" if content else f"<{name}{given}/>"


def _number(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def rect(x: float, y: float, width: float, height: float, fill: str = "none", **attributes: object) -> str:
    """A rectangle; ``rx`` rounds its corners."""
    return tag("rect", x=x, y=y, width=width, height=height, fill=fill, **attributes)


def circle(x: float, y: float, r: float, fill: str = "none", **attributes: object) -> str:
    """A circle round (x, y)."""
    return tag("circle", cx=x, cy=y, r=r, fill=fill, **attributes)


def line(x1: float, y1: float, x2: float, y2: float, stroke: str = INK, **attributes: object) -> str:
    """A straight line."""
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=stroke, **attributes)


def polygon(points: Points, fill: str = "none", **attributes: object) -> str:
    """A closed polygon through ``points``."""
    corners = " ".join(f"{_number(float(x))},{_number(float(y))}" for x, y in points)
    return tag("polygon", points=corners, fill=fill, **attributes)


def text(
    x: float, y: float, content: object, size: float = 14, fill: str = INK, anchor: str = "start", **attributes: object
) -> str:
    """Text with its baseline at y; ``anchor`` is ``start``, ``middle`` or ``end``; ``font_weight="bold"`` for bold."""
    return tag("text", escape(str(content)), x=x, y=y, font_size=size, fill=fill, text_anchor=anchor, **attributes)


def group(*parts: str, **attributes: object) -> str:
    """Several elements with common attributes, for example ``transform="translate(10 20)"``."""
    return tag("g", "".join(parts) or " ", **attributes)


def named(key: str, title: str, *parts: str, hit: str = "") -> str:
    """A part of the board that means something: a group with an id and a title (see `board.Board`).

    Args:
        key: Its id, unique on the board.
        title: What it is, in a few words.
        parts: What is drawn.
        hit: An invisible shape over all of it to be clicked on, such as `hit_box`.
    """
    return tag("g", tag("title", escape(title)) + "".join(parts) + hit, id=key)


def hit_box(x: float, y: float, width: float, height: float, rx: float = 5) -> str:
    """An invisible rectangle that takes clicks."""
    return rect(x, y, width, height, rx=rx, class_="hit", pointer_events="all")


def hit_polygon(points: Points) -> str:
    """An invisible polygon that takes clicks."""
    return polygon(points, class_="hit", pointer_events="all")


def hit_circle(x: float, y: float, r: float) -> str:
    """An invisible circle that takes clicks."""
    return circle(x, y, r, class_="hit", pointer_events="all")


_CORNERS: dict[int, list[tuple[float, float]]] = {
    2: [(-1.15, 0.2), (0, -1.15), (1.15, 0.2), (0.75, 0.95), (-0.75, 0.95)],
    3: [(-0.6, -1), (0.6, -1), (1.15, 0), (0.6, 1), (-0.6, 1), (-1.15, 0)],
    4: [(0, -1.25), (1.25, 0), (0, 1.25), (-1.25, 0)],
}
"""Outlines of the pieces of seats that are neither round nor square."""


def token(x: float, y: float, r: float, seat: int, fill: str, content: object = "", **attributes: object) -> str:
    """A piece of a seat, round (x, y): every seat has a shape of its own, besides its colour; -1 is nobody's."""
    if seat in (0, -1):
        shape = circle(x, y, r, fill, **attributes)
    elif seat == 1:
        shape = rect(x - 0.9 * r, y - 0.9 * r, 1.8 * r, 1.8 * r, fill, **attributes)
    else:
        corners = _CORNERS[seat]
        shape = polygon([(x + r * a, y + r * b) for a, b in corners], fill, **attributes)
    if content == "":
        return shape
    return shape + text(x, y + r * 0.45, content, r * 1.3, ink_on(fill), "middle", font_weight="bold")


def document(width: float, height: float, *parts: str, title: str = "") -> str:
    """A whole SVG document on a paper-coloured ground."""
    head = tag("title", escape(title)) if title else ""
    body = head + rect(0, 0, width, height, PAPER) + "".join(parts)
    return tag(
        "svg", body, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {_number(width)} {_number(height)}",
        width=width, height=height, font_family=FONT,
    )  # fmt: skip

"""Pictures of a report, as SVG."""

from __future__ import annotations

from collections.abc import Sequence

from ...envs.engine.pictures.svg import FAINT, INK, circle, document, line, rect, text
from .report import Line

_WIDTH, _LEFT, _ROW, _TOP = 760.0, 300.0, 34.0, 46.0
_BLUE = "#1f56b0"


def win_shares(lines: Sequence[Line], titles: dict[str, str]) -> str:
    """Win shares with intervals, one row for each line; a tick marks the share of equals."""
    height = _TOP + _ROW * len(lines) + 34
    span = _WIDTH - _LEFT - 30

    def x(share: float) -> float:
        return _LEFT + span * share

    parts = [text(_LEFT, 22, "win share of people, 95 % interval", 13, INK)]
    bottom = _TOP + _ROW * len(lines)
    for k in range(5):
        parts.append(line(x(k / 4), _TOP - 8, x(k / 4), bottom, FAINT))
        parts.append(text(x(k / 4), bottom + 18, f"{k / 4:g}", 12, INK, "middle"))
    for row, entry in enumerate(lines):
        y = _TOP + _ROW * row + _ROW / 2
        label = f"{titles.get(entry.game, entry.game)}, {entry.policy}" + (f": {entry.group}" if entry.group else "")
        parts.append(text(_LEFT - 12, y + 4, label[:42], 12, INK, "end"))
        parts.append(rect(x(entry.par) - 1, y - 11, 2, 22, INK))
        share = entry.win_share
        if share.low is not None and share.high is not None:
            parts.append(line(x(share.low), y, x(share.high), y, _BLUE, stroke_width=4))
        parts.append(circle(x(share.mean), y, 6, _BLUE))
    return document(_WIDTH, height, *parts, title="Win shares of people against policies")


def curve(lines: Sequence[Line], of: str) -> str:
    """How a figure goes with the number of the game: ``win_share``, ``place`` or ``seconds``."""
    names = {"win_share": "win share", "place": "mean place", "seconds": "seconds for a decision"}
    values = [getattr(entry, of) for entry in lines]
    tops = [v.mean if v.high is None else v.high for v in values]
    top = 1.0 if of == "win_share" else max(tops, default=1.0) * 1.1 or 1.0
    left, right, bottom, ceiling = 60.0, _WIDTH - 30, 250.0, 40.0
    step = (right - left) / max(len(lines), 1)

    def y(value: float) -> float:
        return bottom - (bottom - ceiling) * value / top

    parts = [text(left, 22, f"{names[of]} by number of the game, 95 % interval", 13, INK)]
    for k in range(5):
        parts.append(line(left, y(top * k / 4), right, y(top * k / 4), FAINT))
        parts.append(text(left - 8, y(top * k / 4) + 4, f"{top * k / 4:.3g}", 12, INK, "end"))
    before: tuple[float, float] | None = None
    for k, (entry, value) in enumerate(zip(lines, values, strict=True)):
        x = left + step * (k + 0.5)
        parts.append(text(x, bottom + 20, entry.group, 12, INK, "middle"))
        if value.low is not None and value.high is not None:
            parts.append(line(x, y(value.low), x, y(value.high), _BLUE, stroke_width=3))
        if before is not None:
            parts.append(line(*before, x, y(value.mean), _BLUE, stroke_width=1.5))
        parts.append(circle(x, y(value.mean), 5, _BLUE))
        before = x, y(value.mean)
    return document(_WIDTH, 290, *parts, title=f"{names[of]} by number of the game")

"""Results of evaluations as a table in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape

from ..arena.console import print_table
from ..training import Standing
from ..training.standing import Ranking


def print_standings(console: Console, standings: Sequence[Standing], title: str) -> None:
    """Prints win shares, places and scores with 95 % intervals, within 80 columns; of solo games scores only."""
    solo = all(s.players == 1 for s in standings)
    several = len({s.agent for s in standings}) > 1
    named = ["agent"] * (several or solo) + ["against"] * (not solo)
    figures = [] if solo else ["win share, 95 %", "par", "mean place"]
    rows = [_row(s, several or solo, solo) for s in standings]
    print_table(console, [*named, *figures, "mean score", "games"], rows, title, left=len(named))


def print_rankings(console: Console, rankings: Sequence[Ranking], title: str, solo: bool) -> None:
    """Prints the result of a tournament, the best first, and who finished before whom how often."""
    figures = ["mean score"] if solo else ["win share, 95 %", "mean place", "mean score", "rating"]
    print_table(console, ["agent", *figures, "games"], [_ranked(r, solo) for r in rankings], title, left=1)
    if not solo:
        names = [r.agent for r in rankings]
        cells = [[escape(r.agent), *(_meeting(r.ahead[name]) for name in names)] for r in rankings]
        heads = ["finished before", *(escape(name) for name in names)]
        print_table(console, heads, cells, "shares of common games, 95 %", left=1)


def _ranked(r: Ranking, solo: bool) -> list[str]:
    cells = [escape(r.agent)]
    if not solo:
        cells += [f"{r.win_share:.3f} ({r.win_low:.3f}–{r.win_high:.3f})", f"{r.place:.2f}"]
    cells.append(_around(r.score, r.score_high, 1))
    return [*cells, *([] if solo else [f"{r.rating:.1f} ± {r.deviation:.1f}"]), str(r.games)]


def _meeting(share: tuple[float, float, float] | None) -> str:
    return "" if share is None else f"{share[0]:.2f} ±{(share[2] - share[1]) / 2:.2f}"


def _row(s: Standing, named: bool, solo: bool) -> list[str]:
    cells = [escape(s.agent)] if named else []
    if not solo:
        colour = "green" if s.win_low > s.par else "red" if s.win_high < s.par else "yellow"
        share = f"[{colour}]{s.win_share:.3f}[/] ({s.win_low:.3f}–{s.win_high:.3f})"
        cells += [f"{s.players - 1} × {escape(s.against)}", share, f"{s.par:.3f}", _around(s.place, s.place_high, 2)]
    return [*cells, _around(s.score, s.score_high, 1), str(s.games)]


def _around(mean: float, high: float | None, digits: int) -> str:
    return f"{mean:.{digits}f} ± {high - mean:.{digits}f}" if high is not None else f"{mean:.{digits}f}"

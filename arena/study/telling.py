"""A report in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape

from ...envs import GAMES
from ..console import print_table
from .report import Line, Report


def print_report(console: Console, report: Report) -> None:
    """Prints the tables of a report."""
    if not report.overall:
        console.print("No game of a person against agents has been finished yet.", highlight=False)
        return
    _lines(console, report.overall, "People against policies, 95 % intervals", "")
    _lines(console, report.by_number, "By number of the game", "game no.")
    if report.by_experience:
        _lines(console, report.by_experience, f"By experience ({report.question})", "answer")


def _lines(console: Console, lines: Sequence[Line], title: str, group: str) -> None:
    columns = [
        "game",
        "policy",
        *([group] if group else []),
        "games",
        "people",
        "win share",
        "equals",
        "place",
        "seconds",
    ]
    rows = [
        [
            GAMES[line.game].title, escape(line.policy), *([escape(line.group)] if group else []), str(line.games),
            str(line.people), line.win_share.told(), f"{line.par:.2f}", line.place.told(), line.seconds.told(1),
        ]
        for line in lines
    ]  # fmt: skip
    print_table(console, columns, rows, title, left=3 if group else 2)

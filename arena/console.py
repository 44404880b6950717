"""What every command shows in a terminal, however narrow it is and whatever characters it knows."""

from __future__ import annotations

import codecs
import sys
import unicodedata
from collections.abc import Callable, Sequence

from rich.box import ASCII, SIMPLE
from rich.console import Console
from rich.table import Table

Say = Callable[[str], None]

# Marks of the boards and tables for terminals that lack them; each as wide as the original.
_PLAIN = str.maketrans(
    {"–": "-", "—": "-", "−": "-", "×": "x", "·": ".", "…": ".", "→": ">", "←": "<", "↑": "^", "↓": "v", "±": "~",
     "≥": ">", "≤": "<", "│": "|", "─": "-", "┼": "+", "•": "*", "●": "o", "○": "o", "■": "#", "□": "#", "▲": "^",
     "△": "^", "◆": "*", "◇": "*", "✓": "v", "“": '"', "”": '"', "’": "'", "‘": "'"}
)  # fmt: skip


def plain(text: str) -> str:
    """The text in ASCII, character for character: accents go, signs become like ones, all else a question mark."""
    found = []
    for character in text.translate(_PLAIN):
        base = unicodedata.normalize("NFKD", character)[0]
        found.append(base if base.isascii() else "?")
    return "".join(found)


def _replace(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return plain(error.object[error.start : error.end]), error.end


codecs.register_error("meeplezoo", _replace)


def tolerate_poor_terminals() -> None:
    """Lets output to a terminal (or pipe) that lacks characters show similar ones instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # not where somebody captures the output
            stream.reconfigure(errors="meeplezoo")


def speaker(console: Console) -> Say:
    """Prints text as it is: brackets and numbers in boards are no markup."""
    return lambda text: console.print(text, markup=False, highlight=False, soft_wrap=True)


def print_table(
    console: Console, columns: Sequence[str], rows: Sequence[Sequence[str]], title: str = "", left: int = 1
) -> None:
    """Prints a table; on a terminal too narrow for it, each row as lines of ``column: value``.

    Args:
        console: The terminal.
        columns: Headings.
        rows: Cells, which may hold rich's markup.
        title: A line above the table.
        left: So many columns are aligned to the left, the others to the right.
    """
    unicode = console.encoding.lower().startswith("utf")
    shown = Table(box=SIMPLE if unicode else ASCII, padding=(0, 1, 0, 0), safe_box=True)
    for k, name in enumerate(columns):
        shown.add_column(name, justify="left" if k < left else "right", no_wrap=True)
    for row in rows:
        shown.add_row(*row)
    if title:
        console.print(title, markup=False, highlight=False, soft_wrap=True, style="italic")
    if console.measure(shown, options=console.options.update(width=10_000)).maximum <= console.width:
        console.print(shown)
        return
    for row in rows:
        console.print("")
        for name, cell in zip(columns, row, strict=True):
            console.print(f"{name}: {cell}", highlight=False, soft_wrap=True)

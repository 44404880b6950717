"""Terminals that are narrow or know few characters: nothing is lost and nothing fails."""

import io
import os
import subprocess
import sys

import pytest
from rich.console import Console

from meeplezoo.arena.console import plain, print_table

COLUMNS = ("agent", "against", "win share, 95 %", "mean place")
ROWS = [("greedy", "3 × random", "0.998 (0.991–0.999)", "1.00 ± 0.01"), ("a-very-long-name-of-a-run", "x", "0", "4")]


def printed(width, encoding="utf-8"):
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding=encoding, errors="meeplezoo")
    print_table(Console(file=file, width=width), COLUMNS, ROWS, "a title")
    file.flush()
    return raw.getvalue().decode(encoding)


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "latin-1", "cp437"])
@pytest.mark.parametrize("width", [20, 40, 60, 80, 120])
def test_tables_lose_no_column(width, encoding):
    text = printed(width, encoding)
    for word in (*COLUMNS, "a title", "greedy", "0.998", "0.999", "1.00", "a-very-long-name-of-a-run"):
        assert word in text
    assert "…" not in text


def test_a_wide_table_has_one_line_a_row():
    line = next(line for line in printed(120).splitlines() if "greedy" in line)
    assert all(cell in line for cell in ROWS[0])


def test_plain_text_keeps_its_length():
    text = "Aztlán: 1–2 × Teotihuacán … ● ■ 字"
    assert len(plain(text)) == len(text)
    assert plain(text).isascii()
    assert plain("Aztlán 1–2 × 3") == "Aztlan 1-2 x 3"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
def test_the_command_line_on_poor_terminals(encoding):
    for columns, more in (("40", {"NO_COLOR": "1"}), ("60", {"TERM": "dumb"})):
        done = subprocess.run(
            [sys.executable, "-m", "meeplezoo.cli.commands", "games"], capture_output=True, check=True,
            env={**os.environ, "PYTHONIOENCODING": encoding, "COLUMNS": columns, **more},
        )  # fmt: skip
        text = done.stdout.decode(encoding)
        assert done.stderr == b""
        assert "teotihuacan" in text
        assert "observed" in text
        assert "Aztl" in text

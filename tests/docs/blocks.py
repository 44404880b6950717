"""The Python blocks of the documentation, and what a comment before each says about running it.

Every block runs with the quick tests, the blocks of a page one after another, unless the line before it is

    <!-- run: slow -->                  it runs with the slow tests, after all others of its page
    <!-- not run: the reason -->        it does not run
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from docs.website import ROOT, markdown_files

ELSEWHERE = re.compile(r"docs/clients\.md|docs/games/\w+\.md")
"""Pages whose blocks are run by tests/clients, or are copied from the games' READMEs."""
BLOCK = re.compile(r"(?:^<!-- (?P<mark>[^\n]*?) -->\n)?^```python[^\n]*\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A block of a page.

    Attributes:
        page: The page, from the root.
        line: The line before its first.
        code: Its text.
        slow: Whether it runs with the slow tests only.
        reason: Why it does not run; empty if it does.
    """

    page: str
    line: int
    code: str
    slow: bool = False
    reason: str = ""


def blocks_of(page: str, text: str) -> list[Block]:
    """The blocks of a page.

    Raises:
        ValueError: A comment before a block is none of the two that there are.
    """
    found = []
    for match in BLOCK.finditer(text):
        line, mark = text.count("\n", 0, match.start("code")), match["mark"] or ""
        reason = re.fullmatch(r"not run: (.+)", mark)
        if mark and not reason and mark != "run: slow" and not mark.startswith(("generated", "end", "code: ")):
            raise ValueError(f"{page}:{line}: <!-- {mark} --> says neither 'run: slow' nor 'not run: REASON'")
        if mark.startswith("code: "):  # quoted from a file, whose tests run it (see `docs.quotes`)
            continue
        found.append(Block(page, line, match["code"], mark == "run: slow", reason[1] if reason else ""))
    return found


def pages() -> dict[str, list[Block]]:
    """All pages that have blocks, with these."""
    texts = {page: (ROOT / page).read_text(encoding="utf-8") for page in markdown_files() if not ELSEWHERE.match(page)}
    return {page: blocks for page, text in texts.items() if (blocks := blocks_of(page, text))}


def run(blocks: list[Block]) -> None:
    """Runs blocks one after another, with the variables of those before; errors name the page and its line."""
    names: dict[str, object] = {"__name__": "example"}
    for block in blocks:
        exec(compile("\n" * block.line + block.code, ROOT / block.page, "exec"), names)

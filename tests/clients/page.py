"""The examples of docs/clients.md, to be run as they stand there."""

import re
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "clients.md"


def sections() -> dict[str, list[str]]:
    """The Python blocks of each section that has some; each keeps its line numbers of the page by empty lines."""
    found: dict[str, list[str]] = {}
    text = PAGE.read_text(encoding="utf-8")
    for match in re.finditer(r"^## (?P<title>[^\n]+)$|^```python\n(?P<code>.*?)^```$", text, re.MULTILINE | re.DOTALL):
        if match["title"]:
            title = match["title"]
        else:
            empty = "\n" * text.count("\n", 0, match.start("code"))
            found.setdefault(title, []).append(empty + match["code"])
    return found


def run_example(title: str) -> dict:
    """Runs the examples of a section one after another; returns their variables."""
    names: dict = {"__name__": "example"}
    for code in sections()[title]:
        exec(compile(code, PAGE, "exec"), names)
    return names

"""Code that pages quote from files, so that it cannot go out of date.

Between ``<!-- code: FILE NAME ... -->`` and ``<!-- end -->`` stands what the file of `EXAMPLE` defines under these
names; without names the whole file.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

EXAMPLE = Path(__file__).resolve().parent / "examples" / "thirty_one"
LANGUAGES = {".py": "python", ".toml": "toml", ".md": "markdown"}


def definitions(source: str) -> dict[str, str]:
    """The functions, classes and assignments of a module by name, decorators included."""
    lines, found = source.splitlines(), {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names, first = [node.name], min([node.lineno, *(d.lineno for d in node.decorator_list)])
        elif isinstance(node, ast.Assign):
            names = [name.id for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)]
            first = node.lineno
        else:
            continue
        found |= dict.fromkeys(names, "\n".join(lines[first - 1 : node.end_lineno]))
    return found


def quote(file: str, names: list[str], folder: Path = EXAMPLE) -> str:
    """The quoted code as a block of Markdown.

    Raises:
        SystemExit: The file or a name is not there.
    """
    path = folder / file
    if not path.is_file():
        raise SystemExit(f"quoted file {path} does not exist")
    source = path.read_text(encoding="utf-8").strip()
    if names:
        known = definitions(source)
        missing = [name for name in names if name not in known]
        if missing:
            raise SystemExit(f"{path} defines no {', '.join(missing)}; it defines {', '.join(known)}")
        # One assignment may define several of the names.
        source = "\n\n\n".join(dict.fromkeys(known[name] for name in names))
    return f"```{LANGUAGES[path.suffix]}\n{source}\n```"


def with_quotes(page: str, folder: Path = EXAMPLE) -> str:
    """The page with its quotes as the files are now."""

    def replace(match: re.Match[str]) -> str:
        file, *names = match[1].split()
        return f"<!-- code: {match[1]} -->\n{quote(file, names, folder)}\n<!-- end -->"

    return re.sub(r"<!-- code: (.+?) -->.*?<!-- end -->", replace, page, flags=re.S)

"""What the site is built from: ``python -m docs.website`` writes it into build/pages, where MkDocs takes it.

The Markdown files are written for reading in the repository; their relative links are right there, and
``tests/docs/test_links.py`` checks them. For the site

- pages come from all over the repository (`PAGES`, the games' rules);
- other files that some page links to (rules in Python, component tables) become pages that show them, under source/;
- links are turned to where these pages are.

No plug-in of the site's generator is needed for that, so that another generator can take its place.
"""

from __future__ import annotations

import posixpath
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PREPARED = ROOT / "build" / "pages"
PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "training/README.md": "training.md",
}
"""Where the site has files that do not lie in docs/. The page README.md is another one there: docs/index.md."""
LINK = re.compile(r"`[^`]*`|(?P<text>!?\[[^\]]*\])\((?P<target>[^()\s]+)\)")
FENCE = re.compile(r"^(?P<fence>`{3,}|~{3,})[^\n]*\n.*?^(?P=fence)[ ]*$", re.MULTILINE | re.DOTALL)
ITEM = re.compile(r"\s*([-*]|\d+\.) ")


# --- links of Markdown files in the repository -----------------------------------------------------------------------


def prose(text: str) -> Iterator[tuple[bool, str]]:
    """The text in pieces: whether each is prose (and no fenced code), and the piece."""
    at = 0
    for fence in FENCE.finditer(text):
        yield True, text[at : fence.start()]
        yield False, fence[0]
        at = fence.end()
    yield True, text[at:]


def in_prose(change: Callable[[str], str], text: str) -> str:
    """The text with ``change`` made to all of it but fenced code."""
    return "".join(change(piece) if is_prose else piece for is_prose, piece in prose(text))


def links(text: str) -> list[str]:
    """The targets of all links and pictures of a Markdown text."""
    written = "".join(piece for is_prose, piece in prose(text) if is_prose)
    return [match["target"] for match in LINK.finditer(written) if match["target"]]


def is_relative(target: str) -> bool:
    """Whether a link leads to a file of the repository."""
    return not re.match(r"[a-z]+:|#|/", target)


def resolved(page: str, target: str) -> str:
    """The file that a relative link on ``page`` leads to; both are paths from the root of the repository."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(page), target.partition("#")[0]))


def rebased(text: str, old: str, new: str) -> str:
    """The text of the file ``old`` with its links as they must be in the file ``new``."""

    def replace(match: re.Match[str]) -> str:
        target = match["target"]
        if not target or not is_relative(target):
            return match[0]
        path, hash_, anchor = target.partition("#")
        path = posixpath.relpath(resolved(old, path), posixpath.dirname(new) or ".")
        return f"{match['text']}({path}{hash_}{anchor})"

    return in_prose(lambda piece: LINK.sub(replace, piece), text)


# --- what the site makes of them -------------------------------------------------------------------------------------


def site_path(path: str) -> str:
    """Where the site shows a file of the repository."""
    if path in PAGES:
        return PAGES[path]
    game = re.fullmatch(r"envs/(\w+)/(README|RULES)\.md", path)
    if game:
        return f"games/{game[1]}{'-rules' if game[2] == 'RULES' else ''}.md"
    if path.startswith("docs/") and path.endswith((".md", ".svg", ".png")):
        return path.removeprefix("docs/")
    return f"source/{path}.md"


def markdown_files() -> list[str]:
    """All Markdown files that people read, as paths from the root."""
    found = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *ROOT.glob("envs/*/*.md"), ROOT / "training/README.md"]
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


def tidied(text: str) -> str:
    """The same text for Python-Markdown, which wants an empty line before lists and tables, and lists indented by 4."""

    def tidy(piece: str) -> str:
        lines: list[str] = []
        indented = re.sub(r"^ {2,3}(?=([-*]|\d+\.) )", "    ", piece, flags=re.MULTILINE)
        for line in re.sub(r"^<!--.*-->$", "", indented, flags=re.MULTILINE).split("\n"):
            before = lines[-1] if lines else ""
            starts = (ITEM.match(line) and not ITEM.match(before)) or (line.startswith("|") and before[:1] != "|")
            if starts and before.strip() and not before.startswith(" "):
                lines.append("")
            lines.append(re.sub(r"(?<=\]) \[(?=[^\]]*\][^(])", r" \[", line))  # else one names the other's target
        return "\n".join(lines)

    return in_prose(tidy, text)


def shown(path: str) -> str:
    """A page that shows a file."""
    language = {".py": "python", ".toml": "toml"}.get(Path(path).suffix, "text")
    text = (ROOT / path).read_text(encoding="utf-8").rstrip()
    return (
        f"---\nsearch:\n  exclude: true\n---\n\n# {Path(path).name}\n\n`{path}`\n\n``````{language}\n{text}\n``````\n"
    )


def turned(text: str, own: str, place: str) -> str:
    """The text of the file ``own`` as the page ``place`` of the site: with links between pages of the site."""

    def replace(match: re.Match[str]) -> str:
        target = match["target"]
        if not target or not is_relative(target):
            return match[0]
        path, hash_, anchor = target.partition("#")
        path = posixpath.relpath(site_path(resolved(own, path)), posixpath.dirname(place) or ".")
        return f"{match['text']}({path}{hash_}{anchor})"

    return tidied(in_prose(lambda piece: LINK.sub(replace, piece), text))


def site_pages() -> dict[str, str]:
    """All pages of the site by their place."""
    pages: dict[str, str] = {}
    for own in markdown_files():
        place, text = site_path(own), (ROOT / own).read_text(encoding="utf-8")
        if own.startswith("docs/") or not (ROOT / "docs" / place).is_file():
            pages[place] = turned(text, own, place)
        for file in (resolved(own, target) for target in links(text) if is_relative(target)):
            if site_path(file).startswith("source/") and (ROOT / file).is_file():
                pages[site_path(file)] = shown(file)
    return pages


def write(folder: Path) -> None:
    """Writes what the site is built from into an empty ``folder``."""
    for place, text in site_pages().items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(text, encoding="utf-8")
    for name in ("images", "assets"):
        shutil.copytree(ROOT / "docs" / name, folder / name)


if __name__ == "__main__":
    shutil.rmtree(PREPARED, ignore_errors=True)
    write(PREPARED)

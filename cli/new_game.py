"""Writes the files of a new game: a small complete one, to be changed step by step (docs/add_a_game.md)."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from keyword import iskeyword
from pathlib import Path

from .. import envs
from ..envs import ConfigError
from ..envs.engine import MAX_PLAYERS

TEMPLATE = Path(__file__).resolve().parent / "templates" / "game"
RECORDERS = ("tests.playthroughs", "tests.mutants.appraisals", "docs.generate")
"""Programs that write what the shared tests compare with, and the generated parts of the README."""


def source_root() -> Path:
    """The folder of the source checkout that the package runs from.

    Raises:
        ConfigError: It runs from an installed copy.
    """
    root = Path(envs.__file__).resolve().parent.parent
    if not ((root / "pyproject.toml").is_file() and (root / "tests" / "all_games").is_dir()):
        raise ConfigError(
            "new-game adds files to a source checkout, but this is an installed copy; "
            "clone the repository and install it with: pip install -e '.[all]'"
        )
    return root


def new_game(name: str, title: str | None = None, players: str = "2-4", root: Path | None = None) -> list[Path]:
    """Writes all files of the game ``name``, which can be played at once.

    Args:
        name: Name of its package: lower-case letters, digits and underscores.
        title: Name for people; None makes one of ``name``.
        players: Fewest and most seats, as ``2-4``.
        root: The source checkout; None for the one that this package runs from.

    Returns:
        The files, without those that are recorded from play.

    Raises:
        ConfigError: A name is not possible or taken, or this is no source checkout.
    """
    root = root or source_root()
    _check_name(name)
    low, high = _seats(players)
    title = name.replace("_", " ").title() if title is None else title
    if not title or any(c in title for c in '"\\&<>\n'):
        raise ConfigError(f"title {title!r} must be one line without quotation marks, \\, &, < and >")
    values = {"NAME": name, "TITLE": title, "PREFIX": prefix_of(name), "LOW": str(low), "HIGH": str(high)}
    files = {root / target.replace("NAME", name): _filled(source, values) for target, source in _sources()}
    taken = [path for path in (root / "envs" / name, root / "tests" / name, *files) if path.exists()]
    if taken:
        raise ConfigError(f"the name {name!r} is taken: {taken[0]} exists")
    for path, content in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    _record(name, root)
    return list(files)


def prefix_of(name: str) -> str:
    """Two capitals for the numbers of its rules: ``glen_more`` has GM-1.1, ``deus`` DE-1.1."""
    words = [word for word in re.split(r"[_\d]+", name) if word]
    return ((words[0][0] + words[1][0]) if len(words) > 1 else words[0].ljust(2, "x")[:2]).upper()


def _check_name(name: str) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or iskeyword(name):
        raise ConfigError(f"{name!r} cannot name a package; use lower-case letters, digits and underscores: my_game")
    if re.search(r"_v\d+$", name):
        raise ConfigError(f"{name!r} ends like a version; the version is added to the name: {name}_v0")


def _seats(players: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d)-(\d)", players)
    low, high = map(int, match.groups()) if match else (0, 0)
    if not 2 <= low <= high <= MAX_PLAYERS:
        raise ConfigError(
            f"players {players!r}: give fewest and most seats from 2 to {MAX_PLAYERS}, for example 2-4 "
            "(the template cannot be played alone; docs/add_a_game.md says how a solo game pays)"
        )
    return low, high


def _sources() -> list[tuple[str, Path]]:
    """Each file of the template with the path that it gets under the root."""
    found = sorted(TEMPLATE.rglob("*.txt"))
    return [(source.relative_to(TEMPLATE).with_suffix("").as_posix(), source) for source in found]


def _filled(source: Path, values: dict[str, str]) -> str:
    return re.sub(r"@([A-Z]+)@", lambda match: values[match[1]], source.read_text(encoding="utf-8"))


def _record(name: str, root: Path) -> None:
    """Records golden games and fills the README, in plain Python: that needs no compilation."""
    for program in RECORDERS:
        done = subprocess.run(
            [sys.executable, "-m", program, name], cwd=root, capture_output=True, text=True, check=False,
            env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        )  # fmt: skip
        if done.returncode:
            why = done.stderr.strip().splitlines()[-1:] or ["no message"]
            raise ConfigError(f"the files of {name!r} are written, but `python -m {program} {name}` failed: {why[0]}")

"""What is broken in a game, and the tests that should notice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path

import meeplezoo.envs
from meeplezoo.envs import GAMES
from meeplezoo.envs.engine import Game

from .results import digest
from .runner import Target

ROOT = Path(__file__).resolve().parents[2]
ROOMS = {"rules", "observation", "hidden", "heuristic"}
"""Modules of a game, or folders of them, that are broken."""
FIRST = ["tests/all_games/test_playthroughs.py::test_game_is_as_on_file", "tests/mutants/test_appraisals.py"]
SHARED = [*FIRST, "tests/mutants/quick_shared.py"]
"""Tests of all games that may notice what a game's own do not."""


def target_of(name: str) -> Target:
    """The target for the game ``name``.

    Raises:
        SystemExit: If there is no such game.
    """
    if name not in list(GAMES):  # looking it up would import it, unbroken
        raise SystemExit(f"no game is called {name}; there are {', '.join(GAMES)}")
    home = Path(meeplezoo.envs.__file__).resolve().parent / name
    sources = [f for f in sorted(home.rglob("*.py")) if f.relative_to(home).with_suffix("").parts[0] in ROOMS]
    return Target(
        name, sources, [f"tests/{name}"], SHARED, [*FIRST, f"tests/{name}/test_mutants_"], partial(_only, name)
    )


def digests_of(tests: list[str]) -> dict[str, str]:
    """Folders of tests file by file, each with a digest of the file and of the helpers that it may use."""
    found = {}
    for test in tests:
        path = ROOT / test.partition("::")[0]
        helpers = _helpers(path if path.is_dir() else path.parent)
        for file in sorted(path.rglob("test_*.py")) if path.is_dir() else [path]:
            found[str(file.relative_to(ROOT)) if path.is_dir() else test] = digest([*helpers, file])
    return found


def _helpers(folder: Path) -> list[Path]:
    """What the tests of a folder import or read."""
    if folder == Path(__file__).resolve().parent:  # the tool itself is no test
        return [*folder.glob("appraisals/*.txt"), folder / "appraisals.py"]
    beside = [f for f in folder.rglob("*") if f.suffix in {".py", ".txt"} and not f.name.startswith("test_")]
    return [*beside, ROOT / "tests" / "support.py", *(ROOT / "tests" / "playthroughs").glob("*.txt")]


class _OnlyGame(Mapping[str, Game]):
    """Stands in for `GAMES`, so that tests of all games ask and import one only."""

    def __init__(self, name: str):
        self.name = name

    def __getitem__(self, name: str) -> Game:
        if name != self.name:
            raise KeyError(name)
        return GAMES[name]

    def __iter__(self) -> Iterator[str]:
        return iter([self.name])

    def __len__(self) -> int:
        return 1


def _only(name: str) -> None:
    meeplezoo.envs.GAMES = _OnlyGame(name)
    import_module("tests.all_games.configs")

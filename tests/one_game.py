"""The option ``--game NAME`` of pytest: of all tests, those of one game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from meeplezoo.envs import GAMES

TESTS = Path(__file__).resolve().parent
SHARED = ("all_games", "mutants/test_appraisals.py", "engine/test_imports.py", "engine/test_declarations.py")
"""Tests of every game: for one game, those that name it or none."""


def games_of(item: pytest.Item) -> set[str]:
    """The games that a test's parameters name: themselves, or as the ``name`` of a configuration."""
    values: list[Any] = list(item.callspec.params.values()) if hasattr(item, "callspec") else []
    names = {value if isinstance(value, str) else getattr(value, "name", None) for value in values}
    return names & set(GAMES)


def belongs(item: pytest.Item, game: str) -> bool:
    """Whether a test is the game's own, or a shared one that is not about other games only."""
    path = item.path.relative_to(TESTS).as_posix()
    if path.startswith(f"{game}/"):
        return True
    return path.startswith(SHARED) and (not games_of(item) or game in games_of(item))


def keep_only(game: str, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselects the tests that do not belong to the game.

    Raises:
        UsageError: There is no such game.
    """
    if game not in list(GAMES):
        raise pytest.UsageError(f"--game: no game is called {game!r}; there are {', '.join(GAMES)}")
    config.hook.pytest_deselected(items=[item for item in items if not belongs(item, game)])
    items[:] = [item for item in items if belongs(item, game)]

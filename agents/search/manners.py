"""How to search in each game, where nothing else is said: ``manners.toml``."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from ...envs import Game

FILE = Path(__file__).with_name("manners.toml")


@dataclass(frozen=True)
class Manner:
    """What suits a game; see `ISMCTS`.

    Attributes:
        playout: Choices made before a leaf is appraised.
        looks: Random choices of which a playout takes the one with the best appraisal.
        patience: Simulations that end at a position before its choices join the tree.
        temperature: Difference in worth that makes a choice e times as likely a priori; None for that of the
            calibration.
    """

    playout: int = 20
    looks: int = 3
    patience: int = 4
    temperature: float | None = None

    def filled(self, **chosen: Any) -> dict[str, Any]:
        """What was chosen, with the rest filled in; None stands for what suits the game."""
        own = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: own.get(name) if value is None else value for name, value in chosen.items()}


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def manner_of(game: Game) -> Manner:
    """What suits the game."""
    return Manner(**_table().get(game.id, {}))

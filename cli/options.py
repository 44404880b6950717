"""Arguments and options that several commands share."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ..envs import Game

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game; `meeplezoo games` lists them.")]
Players = Annotated[int | None, typer.Option("--players", "-p", help="Number of seats [default: the game's].")]
VariantList = Annotated[
    list[str] | None, typer.Option("--variant", help="An optional rule: NAME (a flag) or NAME=VALUE; repeatable.")
]


def variants(game: Game, given: list[str] | None) -> dict[str, Any]:
    """Variants from ``NAME`` or ``NAME=VALUE``; a value is matched with those the game knows, as text."""
    known = {v.name: list(v.values) for v in game.variants.values()}
    chosen: dict[str, Any] = {}
    for entry in given or []:
        name, equals, text = entry.partition("=")
        values = known.get(name, [])
        chosen[name] = next((v for v in values if str(v).lower() == text.lower()), text) if equals else True
    return game.check_variants(chosen)

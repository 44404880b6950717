"""Which agents may sit at a table here."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...agents.card import ModelCard
from ...agents.learned import checkpoint_in
from ...agents.loading import BEST, SEARCH, default_opponent, is_shipped
from ...envs import ConfigError, DataError, Game
from ...envs.engine.errors import not_among
from .settings import Settings

OFFERED = ("greedy", "random", "flat:200", "ismcts:300", "ismcts:1000")
_MOST_WORLDS = 16


class Roster:
    """Names of agents, and what `load_agent` is to load for each."""

    def __init__(self, settings: Settings):
        """Looks into the configured folders only."""
        self._settings = settings

    def names(self, game: Game) -> list[str]:
        """What a page offers for ``game``, its `default_opponent` first."""
        names = [default_opponent(game), *self._trained(game), *OFFERED]
        if is_shipped(game):
            names.append(f"ismcts:1000+{BEST}")
        return list(dict.fromkeys(name for name in names if self._budget_fits(name)))

    def resolve(self, name: str, game: Game) -> str:
        """What to hand to `load_agent` for an agent called ``name``.

        Raises:
            ConfigError: No such agent may be used here; the message lists those that may.
        """
        if (learned := self._learned(name, game)) is not None:
            return learned
        kind, _, number = name.partition(":")
        budget, plus, prior = number.partition("+")
        if plus and kind in SEARCH and budget and self._budget_fits(name):
            if (learned := self._learned(prior, game)) is not None:
                return f"{kind}:{budget}+{learned}"
            raise not_among(f"{game.title}: agent", name[:60], self.names(game))
        scripted = (kind == "random" and not number) or (
            kind == "greedy" and (not number or (number.isdecimal() and 1 <= int(number) <= _MOST_WORLDS))
        )
        if scripted or (kind in SEARCH and number and self._budget_fits(name)):
            return name
        raise not_among(f"{game.title}: agent", name[:60], self.names(game))

    def _learned(self, name: str, game: Game) -> str | None:
        """What to load for a learned agent; None if there is none of that name."""
        if name == BEST and is_shipped(game):
            return BEST
        found = self._trained(game).get(name)
        return None if found is None else str(found)

    def _budget_fits(self, name: str) -> bool:
        number = name.partition(":")[2].partition("+")[0]
        try:
            if number.endswith("s"):
                return 0 < float(number[:-1]) <= self._settings.max_seconds
            return not number or 1 <= int(number) <= self._settings.max_simulations
        except ValueError:
            return False

    def _trained(self, game: Game) -> dict[str, Path]:
        return trained_agents(game, self._settings.agent_folders)


def trained_agents(game: Game, folders: Sequence[Path]) -> dict[str, Path]:
    """Runs in ``folders`` with an agent for ``game``, by name."""
    found: dict[str, Path] = {}
    for home in folders:
        for folder in sorted(home.iterdir()) if home.is_dir() else []:
            try:
                if ModelCard.read(checkpoint_in(folder)).game == game.id:
                    found.setdefault(folder.name, folder.resolve())
            except (DataError, ConfigError):
                continue
    return found


def is_slow(name: str) -> bool:
    """Whether an agent searches, and so may take seconds."""
    return name.partition(":")[0] in SEARCH

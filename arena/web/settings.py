"""How an arena is run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ...agents.loading import RUNS


@dataclass(frozen=True)
class Settings:
    """What whoever starts an arena decides.

    Attributes:
        database: SQLAlchemy URL.
        agent_folders: Folders whose runs may be named as agents; nothing outside them is ever loaded.
        tempo: Agents' choices are shown at ticks of so many seconds, so that their thinking times tell nothing finer.
        thinkers: Processes for agents that search; 0 lets all agents think in threads of the server.
        think_limit: Seconds after which an agent that does not answer counts as failed.
        max_simulations: The largest budget of simulations that may be asked for.
        max_seconds: The largest budget of seconds for one decision that may be asked for.
        hint_budget: The agent that suggests moves.
        access_token: Secret without which nobody is let in; empty for an arena that only this machine reaches.
        hosts: Host names under which the arena may be called; empty for any.
        requests_per_second: What one browser may ask for on average.
        burst: What it may ask for at once.
        kept_tables: Tables whose positions are kept in memory; others are played through again when asked for.
        alone: Whether no other process serves the same database: what a killed one was at is taken up at once.
        poll: Seconds between looks for what other processes have stored.
        study: Protocol of a study that takes part here, a TOML file.
    """

    database: str = "sqlite:///runs/arena.db"
    agent_folders: Sequence[Path] = (RUNS,)
    tempo: float = 0.25
    thinkers: int = 2
    think_limit: float = 90.0
    max_simulations: int = 5000
    max_seconds: float = 10.0
    hint_budget: str = "ismcts:400"
    access_token: str = field(default="", repr=False)
    hosts: Sequence[str] = ()
    requests_per_second: float = 20.0
    burst: int = 120
    kept_tables: int = 100
    alone: bool = True
    poll: float = 1.0
    study: Path | None = None

    def with_folders(self, folders: Sequence[Path]) -> Settings:
        """The same, with other folders of trained agents; shipped ones may be named all the same."""
        return replace(self, agent_folders=tuple(folders))

"""Model cards: what a learned agent was trained for, and how well it did."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from ..envs import DataError, Game
from ..envs.engine.records.files import as_json, write_file

CARD, CARD_TEXT, MODEL = "card.json", "card.md", "model.zip"
ARRAYS = "weights.npz"
"""In place of the model, where an agent is only to be played."""
FORMAT = 1


@dataclass(frozen=True)
class ModelCard:
    """What an agent was trained for and how well it did.

    Attributes:
        name: Name of the agent, usually that of its run.
        game: Environment id with version, for example ``"aztlan_v0"``.
        interface: Digest of the observation layout and the action table (see `interface_of`).
        observation_size: Length of the observation vector.
        n_actions: Size of the action space.
        players: Number of seats it was judged with; it was trained with those in the configuration's ``counts``.
        variants: Optional rules it was trained with.
        steps: Own decisions it learned from.
        episodes: Episodes that it finished.
        minutes: Wall time of the training.
        seed: The run's seed.
        config: The whole configuration of the run.
        results: Its latest evaluation, a row for each opponent (see `training.Standing`), with the ``steps`` it had
            learned from by then.
        versions: Versions of the libraries.
        format: Version of this card.
    """

    name: str
    game: str
    interface: str
    observation_size: int
    n_actions: int
    players: int
    variants: dict[str, Any]
    steps: int
    episodes: int
    minutes: float
    seed: int
    config: dict[str, Any]
    results: list[dict[str, Any]] = field(default_factory=list)
    versions: dict[str, str] = field(default_factory=dict)
    format: int = FORMAT

    def check(self, game: Game, source: str | Path) -> None:
        """Makes sure that the agent can play ``game``.

        Raises:
            DataError: It was trained on another game or version; the message names the remedy.
        """
        remedy = f"train one with `meeplezoo train configs/train/{game.name}_quick.toml`, or choose another agent"
        if self.game != game.id:
            raise DataError(f"{source} was trained on {self.game}, not on {game.id}; {remedy}")
        if self.interface != interface_of(game):
            raise DataError(
                f"{source} was trained on another observation or action layout of {game.id} "
                f"({self.observation_size} elements and {self.n_actions} actions then, "
                f"{game.layout.size} and {game.n_actions} now); {remedy}"
            )

    def markdown(self) -> str:
        """The card for people."""
        options = ", ".join(f"{k} = {v}" for k, v in self.variants.items()) or "none"
        rows = [
            f"# {self.name}", "",
            f"An agent for {self.game} with {self._counts()}, trained by self-play with MaskablePPO.", "",
            f"- Variants: {options}",
            f"- Trained for {self.steps:,} decisions in {self.episodes:,} episodes, {self.minutes:.1f} minutes, "
            f"seed {self.seed}",
            f"- Interface: {self.observation_size} observation elements, {self.n_actions} actions, "
            f"digest `{self.interface}`",
            f"- Libraries: {', '.join(f'{k} {v}' for k, v in self.versions.items())}",
            "- It knows these numbers of players and these variants only; with others it plays, but untrained.",
        ]  # fmt: skip
        if self.results:
            rows += ["", *(_alone(self.results) if self.players == 1 else _against(self.results))]
        rows += ["", "```json", as_json(self.config, 1), "```", ""]
        return "\n".join(rows)

    def _counts(self) -> str:
        counts = self.config.get("counts") or [self.players]
        *most, last = map(str, counts)
        return f"{', '.join(most)} or {last} players" if most else f"{last} player{'s' * (counts != [1])}"

    def write(self, folder: Path) -> None:
        """Writes both forms into ``folder``."""
        write_file(folder / CARD, (as_json(asdict(self), 1) + "\n").encode())
        write_file(folder / CARD_TEXT, self.markdown().encode())

    @classmethod
    def read(cls, folder: Path) -> ModelCard:
        """Reads the card in ``folder``.

        Raises:
            DataError: There is none, or it is damaged or of a later format.
        """
        try:
            values = json.loads((folder / CARD).read_text(encoding="utf-8"))
            if values["format"] != FORMAT:
                raise DataError(f"{folder / CARD} has format {values['format']}; this version reads {FORMAT}: update")
            return cls(**values)
        except FileNotFoundError as error:
            raise DataError(f"{folder} holds no {CARD}: it is no checkpoint of MeepleZoo") from error
        except (OSError, ValueError, KeyError, TypeError) as error:
            if isinstance(error, DataError):
                raise
            raise DataError(f"{folder / CARD} is damaged ({error}); use an older checkpoint or train anew") from error


def _against(results: Sequence[Mapping[str, Any]]) -> list[str]:
    """Results against opponents, as a table."""
    heads = "| after steps | against | games | win share | 95 % | par | mean place | mean score |"
    return [
        heads, "|---" * 8 + "|",
        *(
            f"| {r['steps']:,} | {r['against']} | {r['games']} | {r['win_share']:.3f} "
            f"| {r['win_low']:.3f}–{r['win_high']:.3f} | {r['par']:.3f} | {r['place']:.2f} | {r['score']:.1f} |"
            for r in results
        ),
    ]  # fmt: skip


def _alone(results: Sequence[Mapping[str, Any]]) -> list[str]:
    """Results of games for one player, as a table."""
    return [
        "| after steps | games | mean score |", "|---" * 3 + "|",
        *(f"| {r['steps']:,} | {r['games']} | {r['score']:.1f} |" for r in results),
    ]  # fmt: skip


def interface_of(game: Game) -> str:
    """A digest of what a policy depends on: id, every observation field, every action range."""
    fields = [[f.name, f.shape, f.scale, f.visibility] for f in game.layout]
    ranges = [[r.name, r.offset, r.size] for r in game.actions]
    return hashlib.sha256(as_json([game.id, fields, ranges]).encode()).hexdigest()[:16]


@cache
def library_versions() -> dict[str, str]:
    """Versions of what a checkpoint was made with."""
    found = {}
    for name in ("meeplezoo", "torch", "stable-baselines3", "sb3-contrib", "numpy"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def card_for(game: Game, config: Mapping[str, Any], name: str, **progress: Any) -> ModelCard:
    """The card of an agent for ``game`` trained by the run ``config``.

    Args:
        game: The game.
        config: `TrainConfig.to_dict`.
        name: Name of the agent.
        **progress: steps, episodes, minutes and results.
    """
    return ModelCard(
        name=name, game=game.id, interface=interface_of(game), observation_size=game.layout.size,
        n_actions=game.n_actions, players=config["players"], variants=dict(config["variants"]), seed=config["seed"],
        config=dict(config), versions=dict(library_versions()), **progress,
    )  # fmt: skip

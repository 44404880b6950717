"""The generated parts of the site's pages: a page for each game, the list of games, where components come from.

A game's page is made of its README.md, which is kept beside its rules, and of what the code itself says.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from docs.website import ROOT, rebased
from meeplezoo.envs import GAMES, Game

SOURCES = ("rulebook", "public", "reconstructed")
RULE = re.compile(r"^\s*(?:[-*|]\s+)?(?:\*\*)?([A-Z]{2}-\d+\.\d+[a-z]?)\b", re.MULTILINE)
MARKER = re.compile(r"<!-- (generated: \w+|end) -->\n?")

PAGE = """# {title}

<!-- generated: about --><!-- end -->

<!-- generated: facts --><!-- end -->

<!-- generated: details --><!-- end -->

## Strength of the baselines

<!-- generated: strength --><!-- end -->

## What is exact and what is reconstructed

<!-- generated: provenance --><!-- end -->

## Version history

Versions change when the same seed and actions give other results.

- `{id}`: the first version.
"""
"""What the page of a new game begins as; its history is written by hand."""


def sections(text: str) -> dict[str, str]:
    """The sections of a README by title, what precedes the first one under ``""``; without markers and the title."""
    parts = re.split(r"^## (.+)\n", MARKER.sub("", text), flags=re.MULTILINE)
    parts[0] = re.sub(r"\A# .+\n", "", parts[0])
    return {"": parts[0].strip(), **{parts[k]: parts[k + 1].strip() for k in range(1, len(parts), 2)}}


def players(game: Game) -> str:
    """The numbers of players in words."""
    return f"{game.players[0]}–{game.players[-1]}"


def gymnasium_id(game: Game) -> str:
    """Its name for `gymnasium.make`."""
    return f"meeplezoo/{game.name.title().replace('_', '')}-v{game.version}"


def facts(game: Game) -> str:
    """The table at the top of a game's page."""
    layout = game.layout
    hidden = [f"`{field.name}`" for field in layout if field.visibility != "public"]
    low, high = float(layout.low.min()), float(layout.high.max())
    rows = {
        "Import": f"`from meeplezoo.envs import {game.id}`",
        "Gymnasium, PettingZoo": f"`{gymnasium_id(game)}`, `meeplezoo/{game.name.replace('_', '-')}-v{game.version}`",
        "Players": f"{players(game)}, {game.default_players} if nothing is said",
        "Agents": f"`player_0` … `player_{game.players[-1] - 1}`, in order of seats; who is next follows the rules",
        "Actions": f"`Discrete({game.n_actions})`, with a mask of those that are legal: int8[{game.n_actions}]",
        "Observation": f"float32[{layout.size}], values in [{low:g}, {high:g}]",
        "of it public / own / hidden": " / ".join(
            map(str, (layout.public_end, layout.own_end - layout.public_end, layout.size - layout.own_end))
        ),
        "not public": ", ".join(hidden) or "nothing",
        "Rewards": "at the end, by place, in [−1, 1], zero-sum"
        + ("; alone min(points, 50)/50" if 1 in game.players else ""),
        "Variants": ", ".join(f"`{name}`" for name in game.variants) or "none",
        "Setup options": ", ".join(f"`{name}`" for name in game.setups) or "none",
        "A game has at most": f"{game.max_decisions:,} decisions",
        "State": f"{game.state.itemsize:,} bytes",
        "Rules": f"[as implemented, numbered](../../envs/{game.name}/RULES.md)",
        "Code": f"[rules](../../envs/{game.name}/rules/decisions.py), "
        f"[heuristic](../../envs/{game.name}/heuristic.py), [observation](../../envs/{game.name}/observation.py)",
    }
    return "\n".join(["| | |", "|---|---|", *(f"| {name} | {value} |" for name, value in rows.items())])


def strength(game: Game) -> str:
    """The game's table of docs/baselines.md, once it has been measured."""
    page = (ROOT / "docs" / "baselines.md").read_text(encoding="utf-8")
    found = re.search(rf"<!-- generated: {game.name} -->(.*?)<!-- end -->", page, flags=re.DOTALL)
    measured = found[1].strip() if found else ""
    how = "How it was measured, and all games: [baselines](../baselines.md)."
    return f"{rebased(measured, 'docs/baselines.md', f'docs/games/{game.name}.md')}\n\n{how}" if measured else how


# --- where components come from ------------------------------------------------------------------------------------


def marks(entry: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The provenance marks of one entry: the field they speak of (``""``: the entry itself) and the source."""
    for name, value in entry.items():
        if name == "source" or name.endswith("_source"):
            yield name.removesuffix("source").rstrip("_"), value


def component_table(name: str) -> dict[str, Counter[tuple[str, str]]]:
    """How often each source is named in a game's components.toml, by kind of entry, and by field and source."""
    file = ROOT / "envs" / name / "components.toml"
    if not file.is_file():
        return {}
    table: dict[str, Counter[tuple[str, str]]] = {}

    def visit(kind: str, value: Any) -> None:
        for entry in value if isinstance(value, list) else [value]:
            if not isinstance(entry, dict):
                continue
            table.setdefault(kind, Counter()).update(marks(entry))
            for inner in entry.values():
                if isinstance(inner, dict):
                    visit(kind, inner)

    for kind, value in tomllib.loads(file.read_text(encoding="utf-8")).items():
        visit(kind, value)
    return {kind: counts for kind, counts in table.items() if counts}


def provenance(name: str) -> str:
    """A table of a game's components: entries by source, and the fields whose source is another one."""
    table = component_table(name)
    if not table:
        return "No component of this game is read from a file; its rules name the sources."
    rows = ["| components.toml | " + " | ".join(SOURCES) + " | fields with a source of their own |"]
    rows.append("|---|" + "---:|" * len(SOURCES) + "---|")
    for kind, counts in table.items():
        own = [f"`{f}`: {n} {s}" for (f, s), n in sorted(counts.items()) if f]
        numbers = [str(counts["", source] or "–") for source in SOURCES]
        rows.append(f"| `{kind}` | {' | '.join(numbers)} | {', '.join(own)} |")
    total = sum(table.values(), Counter())
    sums = [str(total["", source] or "–") for source in SOURCES]
    fields = Counter({s: sum(n for (f, t), n in total.items() if f and t == s) for s in SOURCES})
    rows.append(f"| **all** | {' | '.join(sums)} | {', '.join(f'{n} {s}' for s, n in fields.items() if n)} |")
    return "\n".join(rows)


def rule_counts(name: str) -> tuple[int, int]:
    """How many numbered rules a game's RULES.md has, and how often it marks something as a decision of ours."""
    text = (ROOT / "envs" / name / "RULES.md").read_text(encoding="utf-8").partition("\n## ")[2]
    return len(set(RULE.findall(text))), len(re.findall(r"\[decision", text))


def summary() -> str:
    """One row for each game: entries by source, fields with a source of their own, rules and decisions."""
    rows = ["| game | entries | " + " | ".join(SOURCES) + " | fields apart | numbered rules | marks of decisions |"]
    rows.append("|---|" + "---:|" * (len(SOURCES) + 4))
    for name in GAMES:
        total = sum(component_table(name).values(), Counter())
        numbers = [sum(n for (f, s), n in total.items() if not f and s == source) for source in SOURCES]
        apart = sum(n for (f, _), n in total.items() if f)
        if total:
            cells = [sum(numbers), *numbers, apart, *rule_counts(name)]
            rows.append(f"| [{GAMES[name].title}](games/{name}.md) | {' | '.join(map(str, cells))} |")
    return "\n".join(rows)


# --- pages -----------------------------------------------------------------------------------------------------------


def games_table() -> str:
    """All games with what tells them apart."""
    rows = ["| game | import | players | actions | observation | longest game | what is hidden |"]
    rows.append("|---|---|---|---:|---:|---:|---|")
    for game in GAMES.values():
        layout = game.layout
        secrets = "what seats hold" if layout.own_end > layout.public_end else "what comes next, from all alike"
        if layout.size == layout.public_end:
            secrets = "nothing"
        rows.append(
            f"| [{game.title}]({game.name}.md) | `{game.id}` | {players(game)} | {game.n_actions} | {layout.size} "
            f"| {game.max_decisions:,} | {secrets} |"
        )
    return "\n".join(rows)


def game_page(game: Game) -> str:
    """The page of a game as it is, or a new one."""
    file = ROOT / "docs" / "games" / f"{game.name}.md"
    return file.read_text(encoding="utf-8") if file.is_file() else PAGE.format(title=game.title, id=game.id)


def game_parts(game: Game, readme: str) -> dict[str, str]:
    """The generated parts of a game's page, some of them taken from its README."""
    told = sections(rebased(readme, f"envs/{game.name}/README.md", f"docs/games/{game.name}.md"))
    return {
        "about": told.pop(""),
        "facts": facts(game),
        "details": "\n\n".join(f"## {title}\n\n{text}" for title, text in told.items()),
        "strength": strength(game),
        "provenance": provenance(game.name),
    }


def overview_parts() -> dict[str, str]:
    """The generated parts of pages about all games (`OVERVIEWS`)."""
    tables = {f"sources_{name}": provenance(name) for name in GAMES}
    return {"games": games_table(), "sources": summary(), **tables}


OVERVIEWS = (Path("docs/games/index.md"), Path("docs/exactness.md"))

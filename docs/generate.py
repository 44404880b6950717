"""Regenerates the generated parts of the documentation: ``python -m docs.generate [GAME ...]`` (or ``make docs``).

In each game's README.md the parts between ``<!-- generated: NAME -->`` and ``<!-- end -->`` are replaced: the table of
actions, the table of observation fields, the table of variants. Its page of the site, docs/games/GAME.md, is made of
that README and of what the code says (`docs.pages`); the pages about all games are brought up to date. The picture
docs/images/GAME.svg is drawn anew. Without names the page of the example game gets its quotes (see `docs.quotes`) and
its picture, too. With ``--check`` nothing is written; the exit status is 1 if something would change.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from docs.examples.thirty_one import game as example
from docs.pages import OVERVIEWS, game_page, game_parts, overview_parts
from docs.quotes import with_quotes
from meeplezoo.envs import GAMES, ConfigError, Game, resolve_game

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE_PAGE = ROOT / "docs" / "example_game.md"
PICTURE_SEED, PICTURE_DECISIONS = 7, 0.55


def variants_table(game: Game) -> str:
    """The variants of a game with their values, the default first."""
    if not game.variants:
        return "None."
    rows = ["| variant | values (default first) | what it changes |", "|---|---|---|"]
    for v in game.variants.values():
        rows.append(f"| `{v.name}` | {', '.join(f'`{value!r}`' for value in v.values)} | {v.description} |")
    return "\n".join(rows)


def parts(game: Game) -> dict[str, str]:
    """All generated parts of a game's README by name."""
    sizes = (
        f"`Discrete({game.n_actions})` actions, observations float32[{game.layout.size}] "
        f"(of which {game.layout.own_end} are not hidden from a seat), {game.state.itemsize} bytes of state."
    )
    return {
        "actions": game.actions.markdown(),
        "observation": game.layout.markdown(),
        "variants": variants_table(game),
        "sizes": sizes,
    }


def filled(text: str, generated: dict[str, str]) -> str:
    """The document with its generated parts replaced."""

    def replace(match: re.Match[str]) -> str:
        name = match.group(1)
        if name not in generated:
            raise SystemExit(f"unknown generated part {name!r}; known: {', '.join(generated)}")
        return f"<!-- generated: {name} -->\n{generated[name]}\n<!-- end -->"

    return re.sub(r"<!-- generated: (\w+) -->.*?<!-- end -->", replace, text, flags=re.S)


def picture(game: Game) -> str:
    """A position about half-way through a random game, as its seat to move sees it."""
    total = game.loops.playout(game.start(PICTURE_SEED), 0, game.max_decisions, game.new_mask())
    states = game.start(PICTURE_SEED)
    game.loops.playout(states, 0, int(total * PICTURE_DECISIONS), game.new_mask())
    return game.draw(states[0], int(states["seat"][0]))


def texts(names: Iterable[str]) -> dict[Path, str]:
    """The generated pages of these games and those about all games, with their content."""
    files = {}
    for name in names:
        game = GAMES[name]
        readme = ROOT / "envs" / name / "README.md"
        files[readme] = filled(readme.read_text(encoding="utf-8"), parts(game))
        files[ROOT / "docs" / "games" / f"{name}.md"] = filled(game_page(game), game_parts(game, files[readme]))
    overview = overview_parts()
    for page in OVERVIEWS:
        files[ROOT / page] = filled((ROOT / page).read_text(encoding="utf-8"), overview)
    return files


def outputs(names: Sequence[str]) -> dict[Path, str]:
    """Every generated file of these games with its content."""
    return texts(names) | {ROOT / "docs" / "images" / f"{name}.svg": picture(GAMES[name]) for name in names}


def example_outputs() -> dict[Path, str]:
    """The page of the example game and its picture."""
    page = with_quotes(EXAMPLE_PAGE.read_text(encoding="utf-8"))
    return {
        EXAMPLE_PAGE: filled(page, parts(example)),
        ROOT / "docs" / "images" / "thirty_one.svg": picture(example),
    }


def main() -> int:
    """Writes the files, or checks them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="games [default: all]")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if something would change")
    given = parser.parse_args()
    check, stale = given.check, []
    try:
        inside = [name for name in GAMES if (ROOT / "envs" / name).is_dir()]
        names = [resolve_game(name).name for name in given.games or inside]
    except ConfigError as error:
        parser.error(str(error))
    files = outputs(names) if given.games else outputs(names) | example_outputs()
    for path, content in files.items():
        if path.exists() and path.read_text(encoding="utf-8") == content:
            continue
        stale.append(path.relative_to(ROOT))
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
    for path in stale:
        print(("stale: " if check else "wrote ") + str(path))
    return 1 if check and stale else 0


if __name__ == "__main__":
    np.seterr(all="raise")
    sys.exit(main())

"""Plays the ladders of docs/baselines.md and writes their tables: ``python -m benchmarks.baselines [GAME ...]``.

In each game, with two and with most players, every agent meets every other (`training.tournament`). Games are kept in
``runs/baselines`` and are not played again: a run that was cut off goes on, and more deals add to those there are. The
tables go between the document's markers ``<!-- generated: GAME -->`` and ``<!-- end -->``; each names its command.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from docs.generate import filled
from meeplezoo.agents.loading import is_shipped
from meeplezoo.envs import GAMES, Game, resolve_game
from meeplezoo.training.tournament import RESULTS, Tournament, play_tournament

AGENTS = ("random", "greedy", "flat:200", "ismcts:100", "ismcts:1000", "best")
OF_TWO = (*AGENTS, "ismcts:5000", "ismcts:1000+best")
"""Who plays at tables of two besides: with most players every set of four or five of them would take days."""
RUNS, PAGE = Path("runs/baselines"), Path("docs/baselines.md")


def folder_of(game: Game, players: int) -> Path:
    """Where the games are kept."""
    return RUNS / f"{game.name}_{players}"


def tables(game: Game) -> str:
    """The tables of all tournaments of the game that have been played."""
    parts = []
    for players in (2, game.players[-1]):
        file = folder_of(game, players) / RESULTS
        if file.is_file():
            parts.append(table(game, json.loads(file.read_text(encoding="utf-8"))))
    return "\n\n".join(parts) or "Not yet played."


def table(game: Game, results: dict[str, Any]) -> str:
    """One tournament: an agent a row, the best first."""
    played, rankings = results["tournament"], results["rankings"]
    players, deals = played["players"], played["deals"]
    seats = f"{rankings[0]['games']} games for each agent, par {1 / players:.2f}"
    command = f"meeplezoo tournament {game.name} {' '.join(played['agents'])} --players {players} --deals {deals}"
    rows = [
        f"{players} players, {deals} deals: {seats}. `{command} --seed {played['seed']}`", "",
        "| agent | wins | 95 % | mean place | mean score | rating | ahead of Greedy |",
        "|---|---|---|---|---|---|---|",
    ]  # fmt: skip
    for r in rankings:
        greedy = r["ahead"].get("greedy")
        ahead = f"{greedy[0]:.2f} ({greedy[1]:.2f}–{greedy[2]:.2f})" if greedy else "–"
        rows.append(
            f"| `{r['agent']}` | {r['win_share']:.2f} | {r['win_low']:.2f}–{r['win_high']:.2f} | {r['place']:.2f} "
            f"| {r['score']:.1f} | {r['rating']:.1f} ± {r['deviation']:.1f} | {ahead} |"
        )
    return "\n".join(rows)


def main() -> None:
    """Plays what is missing, game by game, and writes the page after each tournament."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--deals", type=int, default=4)
    parser.add_argument("--deals-of-most", type=int, default=2, help="with most players, where a deal is more games")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--only", choices=["two", "most"], help="only with that number of players")
    args = parser.parse_args()
    chosen = [resolve_game(name) for name in args.games]
    plans = [(game, 2, args.deals) for game in chosen if args.only != "most"]
    plans += [(game, game.players[-1], args.deals_of_most) for game in chosen if args.only != "two"]
    for game, players, deals in plans:
        agents = [name for name in (OF_TWO if players == 2 else AGENTS) if is_shipped(game) or "best" not in name]
        plan = Tournament.of(game, agents, players, deals, seed=1)
        play_tournament(plan, folder_of(game, players), args.workers)
        print(f"{game.title}, {players} players: {deals} deals", flush=True)
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(filled(page, {name: tables(g) for name, g in GAMES.items()}), encoding="utf-8")


if __name__ == "__main__":
    main()

"""Plays the ladders of docs/baselines.md and writes their tables: ``python -m benchmarks.baselines [GAME ...]``.

In each game, with two and with most players, every agent meets every other (`training.tournament`). Games are kept in
``runs/baselines`` and are not played again: a run that was cut off goes on, and more deals add to those there are. The
tables go between the document's markers ``<!-- generated: GAME -->`` and ``<!-- end -->``; each names its command. With
``--shipped`` the shipped agents are judged instead, alone against tables of one kind, as `meeplezoo evaluate` does.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from docs.generate import filled
from meeplezoo.agents import load_agent
from meeplezoo.agents.loading import is_shipped
from meeplezoo.envs import GAMES, Game, resolve_game
from meeplezoo.envs.engine.records.files import write_file
from meeplezoo.training.evaluate import evaluate, to_json
from meeplezoo.training.tournament import RESULTS, Tournament, play_tournament

AGENTS = ("random", "greedy", "flat:200", "ismcts:100", "ismcts:1000", "best")
OF_TWO = (*AGENTS, "ismcts:5000", "ismcts:1000+best")
"""Who plays at tables of two besides: with most players every set of four or five of them would take days."""
SEED = 1_000_003
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


def judge(game: Game, games: int) -> None:
    """Judges the shipped agent with every number of players, and keeps the results."""
    standings = []
    for players in game.players:
        rivals = ["random", *(["greedy:first"] if game.rules.first_appraise else []), "greedy"]
        for rival in rivals if players > 1 else [None]:
            agent = load_agent("best", game)
            other = None if rival is None else load_agent(rival, game)
            standings.append(evaluate(game, agent, other, games, players, seed=SEED))
            if players == 1:
                standings.append(evaluate(game, load_agent("greedy", game), None, games, 1, seed=SEED))
    write_file(RUNS / f"shipped_{game.name}.json", to_json(standings).encode())


def shipped() -> str:
    """The table of what has been judged."""
    rows = ["| game | players | against | games | wins | 95 % | par | mean place | mean score |", "|---" * 9 + "|"]
    for name, game in GAMES.items():
        file = RUNS / f"shipped_{name}.json"
        for r in json.loads(file.read_text(encoding="utf-8")) if file.is_file() else []:
            alone = r["players"] == 1
            spread = r["score_high"] - r["score"]
            against = "" if alone else f"{r['players'] - 1} × `{r['against']}`"
            low, high = r["win_low"], r["win_high"]
            wins = "– | – | –" if alone else f"{r['win_share']:.3f} | {low:.3f}–{high:.3f} | {r['par']:.2f}"
            who = f"alone: `{r['agent']}`" if alone else against
            rows.append(
                f"| {game.title} | {r['players']} | {who} | {r['games']} | {wins} "
                f"| {r['place']:.2f} | {r['score']:.1f} ± {spread:.1f} |"
            )
    return "\n".join(rows)


def write_page() -> None:
    """Fills the page with all that is known."""
    parts = {"shipped": shipped(), **{name: tables(g) for name, g in GAMES.items()}}
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8"), parts), encoding="utf-8")


def main() -> None:
    """Plays what is missing, game by game, and writes the page after each tournament."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--deals", type=int, default=4)
    parser.add_argument("--deals-of-most", type=int, default=2, help="with most players, where a deal is more games")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--shipped", type=int, metavar="GAMES", help="judge the shipped agents in so many games")
    parser.add_argument("--only", choices=["two", "most"], help="only with that number of players")
    args = parser.parse_args()
    chosen = [resolve_game(name) for name in args.games]
    if args.shipped:
        for game in filter(is_shipped, chosen):
            judge(game, args.shipped)
            write_page()
        return
    plans = [(game, 2, args.deals) for game in chosen if args.only != "most"]
    plans += [(game, game.players[-1], args.deals_of_most) for game in chosen if args.only != "two"]
    for game, players, deals in plans:
        agents = [name for name in (OF_TWO if players == 2 else AGENTS) if is_shipped(game) or "best" not in name]
        plan = Tournament.of(game, agents, players, deals, seed=1)
        play_tournament(plan, folder_of(game, players), args.workers)
        print(f"{game.title}, {players} players: {deals} deals", flush=True)
        write_page()


if __name__ == "__main__":
    main()

"""Behaviour cloning: an agent learns by imitation from games on disk, and is judged against random play.

    python -m docs.examples.behaviour_cloning nations_dice

plays games between the heuristic and random agents (once; they are kept in runs/data/GAME-cloning), imitates the
heuristic's decisions alone, and lets the clone play: it sees its observation only and looks ahead at nothing.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import nn

from meeplezoo.agents import load_agent
from meeplezoo.agents.learned import LearnedAgent
from meeplezoo.agents.network import PolicyNetwork
from meeplezoo.datasets import Plan, generate
from meeplezoo.datasets.loader import load
from meeplezoo.envs import Game, resolve_game
from meeplezoo.training import Standing
from meeplezoo.training.evaluate import evaluate

EXPERT = "greedy"


def imitate(game: Game, folder: Path, passes: int = 6, hidden: int = 256) -> LearnedAgent:
    """Trains a policy to choose what the expert chose, among the legal actions."""
    torch.manual_seed(0)
    body = nn.Sequential(nn.Linear(game.layout.size, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
    head = nn.Linear(hidden, game.n_actions)
    optimizer = torch.optim.Adam([*body.parameters(), *head.parameters()], 1e-3)
    batches = load(folder, batch_size=512, columns=("observation", "action_mask", "action"), agents=[EXPERT])
    for number in range(passes):
        hits = rows = 0
        for batch in batches:
            logits = head(body(batch["observation"])).masked_fill(~batch["action_mask"], -torch.inf)
            action = batch["action"].long()
            loss = nn.functional.cross_entropy(logits, action)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            hits, rows = hits + int((logits.argmax(1) == action).sum()), rows + len(action)
        print(f"pass {number + 1}: {hits / rows:.1%} of {rows:,} decisions as the expert")
    weights = {f"mlp_extractor.policy_net.{name}": w for name, w in body.state_dict().items()}
    weights |= {f"action_net.{name}": w for name, w in head.state_dict().items()}
    network = PolicyNetwork({name: w.numpy() for name, w in weights.items()}, "relu")
    return LearnedAgent(network, "clone", sample=False)


def clone(name: str, folder: Path, games: int = 512, judged: int = 400, players: int = 2) -> Standing:
    """Generates the data, learns from it, and judges the clone against random play."""
    game = resolve_game(name)
    generate(Plan.of(game, [EXPERT, "random"], players, games=games), folder)
    return evaluate(game, imitate(game, folder), load_agent("random", game), judged, players, seed=1_000_003)


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="nations_dice")
    parser.add_argument("--games", type=int, default=512, help="games to learn from")
    parser.add_argument("--data", type=Path, help="folder of the data [default: runs/data/GAME-cloning]")
    given = parser.parse_args()
    standing = clone(given.game, given.data or Path("runs/data") / f"{given.game}-cloning", given.games)
    print(
        f"{given.game}: the clone wins {standing.win_share:.1%} of {standing.games} games against random play "
        f"(95 %: {standing.win_low:.1%} to {standing.win_high:.1%})"
    )


if __name__ == "__main__":
    main()

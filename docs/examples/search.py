"""What a search thinks of a position, and how it does against Greedy in a few games."""

import numpy as np

from meeplezoo.agents import ISMCTS, load_agent, play_games
from meeplezoo.agents.protocol import World
from meeplezoo.envs import GAMES


def main() -> None:
    """Prints the best choices at the start of a game, then the result of four games."""
    game = GAMES["nations_dice"]
    states = game.start(seed=1, players=2)
    agent = ISMCTS(200, seed=1)
    (thoughts,) = agent.think(World(game, states, np.zeros(1, np.int64)))
    for action, visits, value in thoughts.candidates(3):
        print(f"{game.actions.describe(action, None)}: {visits} visits, expected payoff {value:+.2f}")
    seats = [ISMCTS(50, seed=1), load_agent("greedy", game)]
    shares = play_games(game, seats, n=4, players=2, seed=1).win_shares().mean(axis=0)
    print(f"4 games: ismcts:50 won {shares[0]:.2f}, greedy {shares[1]:.2f}")


if __name__ == "__main__":
    main()

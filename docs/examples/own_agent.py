"""An agent of your own, checked for fair play and judged against a random one."""

import numpy as np

from meeplezoo.agents import Agent, RandomAgent, play_games
from meeplezoo.agents.conformance import check_agent
from meeplezoo.envs import GAMES


class FirstOfKind(Agent):
    """Prefers the legal action with the lowest id: a policy that is easily written, and not much more."""

    name = "first of kind"

    def act_many(self, observations, masks, worlds=None):
        """See `Agent.act_many`; an agent that looks ahead says ``needs_world = True`` and draws from ``worlds``."""
        return masks.argmax(axis=1).astype(np.int64)


def main() -> None:
    """Checks and judges it, on both seats of the same deals."""
    game = GAMES["nations_dice"]
    check_agent(FirstOfKind, game, players=2, positions=10)
    mine, other = FirstOfKind(), RandomAgent(1)
    first = play_games(game, [mine, other], n=100, players=2, seed=1).win_shares()[:, 0]
    second = play_games(game, [other, mine], n=100, players=2, seed=1).win_shares()[:, 1]
    print(f"{mine.name}: won {np.mean([first, second]):.2f} of 200 games against {other.name} (par 0.50)")


if __name__ == "__main__":
    main()

"""Worlds that agree with what a seat knows: its view stays, other hands change."""

import numpy as np

from meeplezoo.envs import deus_v0


def main() -> None:
    """Redraws a position three times and compares what is seen with what is hidden."""
    env = deus_v0.env(players=2)
    env.reset(seed=3)
    game, seat, agent = env.unwrapped.game, 0, "player_0"
    view = env.observe(agent)["observation"]
    hidden = np.zeros(game.layout.size, np.float32)
    truth = game.observe(env.unwrapped.game_state, seat, hidden).copy()
    for seed in range(3):
        world = env.unwrapped.clone()
        world.resample_hidden(seat, seed)
        whole = game.observe(world.game_state, seat, np.zeros(game.layout.size, np.float32))
        seen = np.array_equal(whole[: game.layout.own_end], view[: game.layout.own_end])
        other = int((whole[game.layout.own_end :] != truth[game.layout.own_end :]).sum())
        print(f"seed {seed}: the seat's view is the same: {seen}; hidden elements that differ from the truth: {other}")


if __name__ == "__main__":
    main()

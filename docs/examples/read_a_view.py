"""An observation by its named fields, the mask in words, what is hidden."""

import numpy as np

from meeplezoo.envs import aztlan_v0


def main() -> None:
    """Prints what the seat to decide sees at the start of a game."""
    env = aztlan_v0.env(players=3)
    env.reset(seed=7)
    game, agent = env.unwrapped.game, env.agent_selection
    view = env.observe(agent)
    fields = game.layout.decode(view["observation"])
    for name, visibility in ((f.name, f.visibility) for f in game.layout):
        if fields[name].any():
            print(f"{name} ({visibility}): {fields[name].tolist()}")
    print("hidden from the seat:", [f.name for f in game.layout if f.visibility == "hidden"])
    print(f"{agent} may:")
    for action in np.flatnonzero(view["action_mask"]):
        print(f"  {action}: {game.actions.describe(int(action), env.unwrapped.game_state)}")


if __name__ == "__main__":
    main()

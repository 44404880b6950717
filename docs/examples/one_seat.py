"""Gymnasium's view: one seat of a game, agents on the others."""

import gymnasium

import meeplezoo.envs  # registers the ids


def main() -> None:
    """Plays three games at random from the learner's view."""
    print("version", gymnasium.spec("meeplezoo/Aztlan-v0").version, "of", len(meeplezoo.envs.GAMES), "games' ids")
    env = gymnasium.make("meeplezoo/Aztlan-v0", players=3, seat="random")
    env.action_space.seed(1)
    for game in range(3):
        _, info = env.reset(seed=game)
        decisions, paid, over = 0, 0.0, False
        while not over:
            _, reward, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
            decisions, paid = decisions + 1, paid + float(reward)
        print(f"game {game}: seat {info['seat']}, {decisions} own decisions, place {info['place']}, reward {paid:+.1f}")
    env.close()


if __name__ == "__main__":
    main()

"""A game of four at random, by PettingZoo's loop."""

from meeplezoo.envs import aztlan_v0


def main() -> None:
    """Plays one game and prints who won."""
    env = aztlan_v0.env(players=4)
    env.reset(seed=1)
    for seat, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seat)  # equal seeds would make seats that play alike
    decisions, results = 0, {}
    for agent in env.agent_iter():
        observation, _, terminated, _, info = env.last()
        if terminated:
            results[agent] = info
            env.step(None)
            continue
        env.step(env.action_space(agent).sample(observation["action_mask"]))
        decisions += 1
    print(f"{decisions} decisions")
    for agent, info in sorted(results.items(), key=lambda item: item[1]["place"]):
        print(f"{agent}: place {info['place']}, {info['score']} points, payoff {info['payoff']:+.2f}")


if __name__ == "__main__":
    main()

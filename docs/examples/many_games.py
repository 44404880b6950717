"""A batch of games at random: how long games last, and what each seat is worth."""

import numpy as np

from meeplezoo.envs import glen_more_v0

GAMES = 128


def main() -> None:
    """Plays games side by side and prints means with standard errors."""
    batch = glen_more_v0.batch(GAMES, players=3, seed=1, observe=False)
    rng = np.random.default_rng(1)
    lengths, payoffs = np.zeros(GAMES, np.int64), []
    lasted: list[int] = []
    while len(lasted) < GAMES:
        actions = (rng.random(batch.masks.shape) * batch.masks).argmax(axis=1)
        batch.step(actions)
        lengths += 1
        for i in np.flatnonzero(batch.over):  # these games have begun anew
            lasted.append(int(lengths[i]))
            payoffs.append(batch.payoff[i].copy())
            lengths[i] = 0
    paid = np.array(payoffs)
    print(f"{len(lasted)} games, {np.mean(lasted):.0f} decisions on average")
    for seat in range(3):
        mean, error = paid[:, seat].mean(), paid[:, seat].std() / np.sqrt(len(paid))
        print(f"seat {seat}: payoff {mean:+.3f} ± {error:.3f}")


if __name__ == "__main__":
    main()

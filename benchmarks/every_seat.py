"""Prints how much is learned from in a second of a quick run: ``python -m benchmarks.every_seat [GAME]``.

Four ways in turns in one run, decisions per CPU-second from end to end (collection and gradient steps), medians:

- as quick runs were until every seat counted: `SeatVecEnv` with one learning seat in each of 64 games, MaskablePPO,
  the pool and sizes of that time;
- the same with NumPy on one thread, as trainings now run;
- `SeatPPO` on `EverySeat` with the same pool, network, batch size and passes, and 256 games;
- the quick configuration as it is now, with advice and mostly Greedy on the other seats.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import torch
from sb3_contrib import MaskablePPO

from meeplezoo.agents.network import PolicyNetwork
from meeplezoo.envs import resolve_game
from meeplezoo.envs.engine import Reward
from meeplezoo.training import MaskedPolicy, TrainConfig
from meeplezoo.training.config import PoolConfig
from meeplezoo.training.learner import SeatPPO
from meeplezoo.training.run import Run, limited_threads
from meeplezoo.training.seats import EverySeat
from meeplezoo.training.selfplay import SelfPlayPool
from meeplezoo.wrappers import SeatVecEnv

POOL = PoolConfig(latest=0.45, past=0.1, random=0.3, greedy=0.15)
SIZES: dict[str, Any] = {"n_steps": 32, "batch_size": 256, "n_epochs": 4, "device": "cpu", "gamma": 1.0}
NET: dict[str, Any] = {"net_arch": [128, 128], "activation_fn": torch.nn.ReLU}


BEFORE = "one seat a game, until now"
"""PyTorch on one thread, NumPy on as many as it likes."""


class Spent:
    """CPU time of a model's gradient steps."""

    def __init__(self, model: MaskablePPO):
        self.seconds, self._train = 0.0, model.train
        model.train = self.train  # type: ignore[method-assign]

    def train(self) -> None:
        begun = time.process_time()
        self._train()
        self.seconds += time.process_time() - begun


def one_seat(game: Any, players: int) -> MaskablePPO:
    """As it was."""
    env = SeatVecEnv(game, 64, players, seed=1, reward=Reward("margin", shaping=1.0))
    return with_pool(MaskablePPO(MaskedPolicy, env, policy_kwargs=NET, **SIZES), env)


def every_seat(game: Any, players: int) -> MaskablePPO:
    """The same, but for the seats that count and the number of games."""
    env = EverySeat(game, 256, players, seed=1, reward=Reward("margin", shaping=1.0))
    return with_pool(SeatPPO(MaskedPolicy, env, policy_kwargs=NET, **SIZES), env)


def with_pool(model: MaskablePPO, env: Any) -> MaskablePPO:
    """The model with the pool of that time around it, and a snapshot in it."""
    weights = {name: value.detach().numpy() for name, value in model.policy.state_dict().items()}
    env.opponents = SelfPlayPool(POOL, PolicyNetwork(weights, "relu"))
    env.opponents.add_snapshot(1)
    return model


def quick(game: Any, _: int) -> MaskablePPO:
    """The quick configuration."""
    config = TrainConfig.from_toml(Path(f"configs/train/{game.name}_quick.toml"))
    return Run(config).model


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="aztlan")
    parser.add_argument("--repeats", type=int, default=5)
    args = parser.parse_args()
    torch.set_num_threads(1)
    game = resolve_game(args.game)
    players = game.check_players(None)
    makers: dict[str, Callable[..., MaskablePPO]] = {
        BEFORE: one_seat,
        "the same, NumPy on one thread": one_seat,
        "every seat, the same pool": every_seat,
        "the quick run now": quick,
    }
    models = {name: make(game, players) for name, make in makers.items()}
    gradients = {name: Spent(model) for name, model in models.items()}
    speeds: dict[str, list[float]] = {name: [] for name in models}
    shares: dict[str, list[float]] = {name: [] for name in models}
    for repeat in range(args.repeats + 1):
        for name, model in models.items():
            before, spent, begun = model.num_timesteps, gradients[name].seconds, time.process_time()
            with nullcontext() if name == BEFORE else limited_threads(1):
                model.learn(2 * model.n_steps * model.n_envs, reset_num_timesteps=False)
            seconds = time.process_time() - begun
            if repeat:  # the first one warms up
                speeds[name].append((model.num_timesteps - before) / seconds)
                shares[name].append((gradients[name].seconds - spent) / seconds)
    base = statistics.median(next(iter(speeds.values())))
    print(f"{game.title}, {players} players, medians of {args.repeats}\n")
    print("| | decisions a CPU-second | ratio | gradient steps |\n|---|---|---|---|")
    for name, found in speeds.items():
        speed, share = statistics.median(found), statistics.median(shares[name])
        print(f"| {name} | {speed / 1e3:.1f} k | {speed / base:.1f} × | {share:.0%} of the time |")


if __name__ == "__main__":
    main()

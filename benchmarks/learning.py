"""How fast Stable-Baselines3 collects experience and learns, through both single-learner views."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from meeplezoo.envs import Game

ENVS, STEPS = 128, 16
Row = tuple[str, str]


def rows(game: Game, players: int) -> Iterator[Row]:
    """Collection through `SeatVecEnv` and a DummyVecEnv of as many `SeatEnv`s, and learning; learner's steps.

    Collection runs twice: with SB3's policy network, and with actions taken from the mask alone, which is what the
    environments themselves cost. Opponents play at random.
    """
    from stable_baselines3.common.vec_env import DummyVecEnv

    from meeplezoo.wrappers import SeatEnv, SeatVecEnv

    def one(k: int) -> Any:
        return lambda: SeatEnv(game, players, seat="random", index=k)

    batched = SeatVecEnv(game, ENVS, players, seed=0)
    single = DummyVecEnv([one(k) for k in range(ENVS)])
    speeds = {}
    for name, env in (("SeatVecEnv", batched), ("DummyVecEnv of SeatEnv", single)):
        speeds[name] = stepping(env)
        yield f"{name}({ENVS}), environment alone", f"{speeds[name] / 1e3:.1f} k/s"
        yield f"{name}({ENVS}), MaskablePPO collecting", f"{collecting(env) / 1e3:.1f} k/s"
    ratio = speeds["SeatVecEnv"] / speeds["DummyVecEnv of SeatEnv"]
    yield "SeatVecEnv : DummyVecEnv, environment alone", f"{ratio:.1f} ×"
    yield f"MaskablePPO learning on SeatVecEnv({ENVS})", f"{learning(batched) / 1e3:.1f} k/s"


def stepping(env: Any, steps: int = 60) -> float:
    """Learner's steps per CPU-second with actions drawn from the masks."""
    import numpy as np
    from sb3_contrib.common.maskable.utils import get_action_masks

    from benchmarks.workloads import random_actions

    rng = np.random.default_rng(0)
    env.reset()
    spent = 0.0
    for step in range(steps + 5):
        start = time.process_time()
        masks = get_action_masks(env)
        half = time.process_time()
        actions = random_actions(masks, rng)
        again = time.process_time()
        env.step(actions)
        if step >= 5:  # the first ones warm up
            spent += (half - start) + (time.process_time() - again)
    return env.num_envs * steps / spent


def model(env: Any) -> Any:
    """A MaskablePPO with a network of the size that the quick training runs use."""
    import torch
    from sb3_contrib import MaskablePPO

    torch.set_num_threads(1)
    return MaskablePPO(
        "MlpPolicy", env, n_steps=STEPS, batch_size=ENVS * STEPS // 4, n_epochs=2, seed=0, device="cpu",
        policy_kwargs={"net_arch": [256, 256]},
    )  # fmt: skip


def collecting(env: Any) -> float:
    """Learner's steps per CPU-second while SB3 fills its rollout buffer."""
    learner = model(env)
    _, callback = learner._setup_learn(10**9)
    learner.collect_rollouts(learner.env, callback, learner.rollout_buffer, STEPS)
    start = time.process_time()
    for _ in range(3):
        learner.collect_rollouts(learner.env, callback, learner.rollout_buffer, STEPS)
    return 3 * ENVS * STEPS / (time.process_time() - start)


def learning(env: Any) -> float:
    """Learner's steps per CPU-second of whole `learn` calls: collection and gradient steps."""
    learner = model(env)
    learner.learn(ENVS * STEPS)
    start = time.process_time()
    learner.learn(4 * ENVS * STEPS)
    return 4 * ENVS * STEPS / (time.process_time() - start)

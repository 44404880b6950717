"""How fast Stable-Baselines3 collects experience and learns, through both single-learner views."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from benchmarks.clock import rate, rates
from meeplezoo.envs import Game

ENVS, STEPS = 128, 16
FEW, MANY = 8, 1024  # games at once as either kind is used
Row = tuple[str, str]


def rows(game: Game, players: int) -> Iterator[Row]:
    """Collection through `SeatVecEnv` and a DummyVecEnv of `SeatEnv`s, and learning; all in learner's steps.

    First the environments alone, both with the same number of games and actions taken from the masks; then SB3 filling
    its rollout buffer with its default network. There the network's own time, which is the same for both, hides the
    difference, unless each runs with the number of games that suits it: 8 environments in a DummyVecEnv as in SB3's
    own examples, 1024 games in a batch. Opponents play at random.
    """
    from meeplezoo.training import MaskedPolicy

    speeds = {}
    for kind in (SEAT_VEC, DUMMY):
        speeds[kind] = stepping(make(kind, game, players, ENVS))
        yield f"{kind}({ENVS}), environment alone", f"{speeds[kind] / 1e3:.1f} k/s"
    yield ratio(f"{SEAT_VEC} : {DUMMY}, environment alone", speeds[SEAT_VEC], speeds[DUMMY])
    cases: list[tuple[str, int, Any]] = [
        (DUMMY, FEW, "MlpPolicy"), (DUMMY, FEW, MaskedPolicy), (DUMMY, ENVS, MaskedPolicy),
        (SEAT_VEC, ENVS, "MlpPolicy"), (SEAT_VEC, ENVS, MaskedPolicy), (SEAT_VEC, MANY, MaskedPolicy),
    ]  # fmt: skip
    for kind, n, policy in cases:
        name = policy if isinstance(policy, str) else policy.__name__
        speeds[n, kind, name] = collecting(make(kind, game, players, n), policy)
        yield f"MaskablePPO collecting, {kind}({n}), {name}", f"{speeds[n, kind, name] / 1e3:.1f} k/s"
    best = speeds[MANY, SEAT_VEC, "MaskedPolicy"]
    yield ratio(f"{SEAT_VEC}({MANY}) : {DUMMY}({FEW}), MaskedPolicy", best, speeds[FEW, DUMMY, "MaskedPolicy"])
    yield distributions(game)
    for policy in ("MlpPolicy", MaskedPolicy):
        name = policy if isinstance(policy, str) else policy.__name__
        speed = learning(make(SEAT_VEC, game, players, ENVS), policy)
        yield f"MaskablePPO learning, {SEAT_VEC}({ENVS}), {name}, layers {LAYERS}", f"{speed / 1e3:.1f} k/s"


SEAT_VEC, DUMMY = "SeatVecEnv", "DummyVecEnv of SeatEnv"
LAYERS = [128, 128]  # as in the quick training runs


def make(kind: str, game: Game, players: int, n: int) -> Any:
    """``n`` games for SB3, by `SeatVecEnv` or by a DummyVecEnv of `SeatEnv`s."""
    from stable_baselines3.common.vec_env import DummyVecEnv

    from meeplezoo.wrappers import SeatEnv, SeatVecEnv

    def one(k: int) -> Any:
        return lambda: SeatEnv(game, players, seat="random", index=k)

    return SeatVecEnv(game, n, players, seed=0) if kind == SEAT_VEC else DummyVecEnv([one(k) for k in range(n)])


def ratio(name: str, one: float, other: float) -> Row:
    """A row that compares two speeds."""
    return name, f"{one / other:.1f} ×"


def distributions(game: Game) -> Row:
    """Masking, sampling and log-probabilities of many rows: sb3-contrib's distribution against ours."""
    import torch
    from sb3_contrib.common.maskable.distributions import MaskableCategoricalDistribution

    from meeplezoo.training.policy import MaskedCategoricalDistribution

    torch.set_num_threads(1)
    logits = torch.randn(MANY, game.n_actions)
    masks = torch.rand(MANY, game.n_actions).lt(0.1).numpy()
    masks[:, 0] = True

    def work_of(distribution: Any) -> Any:
        def work() -> int:
            with torch.no_grad():
                distribution.proba_distribution(logits).apply_masking(masks)
                distribution.log_prob(distribution.sample())
            return MANY

        return work

    kinds = (MaskedCategoricalDistribution, MaskableCategoricalDistribution)
    ours, theirs = rates([work_of(kind(game.n_actions)) for kind in kinds], 15)
    return ratio(f"masked distribution of {MANY} × {game.n_actions}, MaskedPolicy : sb3-contrib", ours, theirs)


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


def model(env: Any, policy: Any, layers: list[int] | None) -> Any:
    """A MaskablePPO on one thread; ``layers`` None is SB3's default network, twice 64."""
    import torch
    from sb3_contrib import MaskablePPO

    torch.set_num_threads(1)
    return MaskablePPO(
        policy, env, n_steps=STEPS, batch_size=env.num_envs * STEPS // 4, n_epochs=2, seed=0, device="cpu",
        policy_kwargs={"net_arch": layers},
    )  # fmt: skip


def collecting(env: Any, policy: Any, repeats: int = 5) -> float:
    """Learner's steps per CPU-second while SB3 fills its rollout buffer: the median over ``repeats``."""
    learner = model(env, policy, None)
    _, callback = learner._setup_learn(10**9)

    def work() -> int:
        learner.collect_rollouts(learner.env, callback, learner.rollout_buffer, STEPS)
        return int(env.num_envs * STEPS)

    return rate(work, repeats)


def learning(env: Any, policy: Any) -> float:
    """Learner's steps per CPU-second of whole `learn` calls: collection and gradient steps."""
    learner = model(env, policy, LAYERS)

    def work() -> int:
        learner.learn(2 * env.num_envs * STEPS)
        return int(2 * env.num_envs * STEPS)

    return rate(work, 3)

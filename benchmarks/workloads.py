"""What is measured. Each function returns a closure that does the work once and returns the number of units.

Choosing actions is never part of the measured work: games are chosen beforehand and replayed, or (in a batch) actions
are drawn by a compiled function whose own time is subtracted by the caller's design of fixed action lists.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from meeplezoo.envs.engine import Batch, Game

Work = Callable[[], int]


def random_actions(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A uniformly random legal action of every row."""
    return np.argmax(masks * rng.random(masks.shape, np.float32), axis=1)


def aec_loop(make: Callable[[], Any], games: int) -> Work:
    """`last()` and `step()` over whole games with actions chosen beforehand."""
    env = make()
    rng = np.random.default_rng(0)
    scripts: list[list[int]] = []
    for k in range(games):
        env.reset(seed=k)
        script: list[int] = []
        for _ in env.agent_iter():
            observation, _, over, _, _ = env.last()
            if over:
                break
            script.append(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
            env.step(script[-1])
        scripts.append(script)

    def work() -> int:
        for k, script in enumerate(scripts):
            env.reset(seed=k)
            for action in script:
                env.last()
                env.step(action)
        return sum(map(len, scripts))

    return work


def fused_calls(game: Game, players: int, games: int) -> Work:
    """One compiled call per decision from Python: play, mask and observation."""
    mask = game.new_mask()
    out = np.zeros(game.layout.size, np.float32)
    rng = np.random.default_rng(0)
    starts, scripts = [], []
    for k in range(games):
        start = game.start(k, players)
        states, script = start.copy(), []
        game.loops.mask_at(states, 0, mask)
        while not states["over"][0]:
            script.append(int(rng.choice(np.flatnonzero(mask))))
            game.loops.step(states, 0, script[-1], mask, out)
        starts.append(start)
        scripts.append(script)
    step = game.step

    def work() -> int:
        for start, script in zip(starts, scripts, strict=True):
            states = start.copy()
            game.loops.mask_at(states, 0, mask)
            for action in script:
                step(states, 0, action, mask, out)
        return sum(map(len, scripts))

    return work


def batch_steps(game: Game, players: int, n: int, steps: int, observe: bool, threads: int = 1) -> Work:
    """`Batch.step` on fixed actions: every call starts from the same positions."""
    batch = Batch(game, n, players, seed=1, observe=observe, threads=threads)
    rng = np.random.default_rng(0)
    for _ in range(game.max_decisions // 20):  # games at all stages
        batch.step(random_actions(batch.masks, rng))
    saved = batch.states.copy(), batch.masks.copy(), batch.episodes.copy()
    script = []
    for _ in range(steps):
        script.append(random_actions(batch.masks, rng))
        batch.step(script[-1])

    def work() -> int:
        for target, source in zip((batch.states, batch.masks, batch.episodes), saved, strict=True):
            target[:] = source
        for actions in script:
            batch.step(actions)
        return n * steps

    return work


def copy_bound(game: Game, n: int, steps: int) -> Work:
    """Writing as many bytes as a batch step writes: state, mask and observation of every game, by memory copies."""
    arrays = [np.zeros((n, size), np.uint8) for size in (game.state.itemsize, game.n_actions, 4 * game.layout.size)]
    sources = [a.copy() for a in arrays]

    def work() -> int:
        for _ in range(steps):
            for target, source in zip(arrays, sources, strict=True):
                np.copyto(target, source)
        return n * steps

    return work


def clones(game: Game, players: int, n: int) -> dict[str, Work]:
    """Copies of positions: in bulk and of one environment."""
    from meeplezoo.envs.engine import GameEnv

    states = Batch(game, n, players, observe=False).states
    target = states.copy()
    env = GameEnv(game, players)
    env.reset(seed=0)

    def bulk() -> int:
        for _ in range(20):
            np.copyto(target, states)
        return 20 * n

    def environment() -> int:
        for _ in range(2000):
            env.clone()
        return 2000

    return {"clones in bulk": bulk, "clone of raw_env()": environment}

"""Compiles the rules of games ahead of their first use, by using each entry point once."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import suppress
from queue import Empty
from typing import Any

import numpy as np

from ..agents import GreedyAgent, RandomAgent, Worlds
from ..envs import GAMES, Game
from ..envs.engine import Batch, GameEnv
from ..envs.engine.rule import on_compilation

Task = tuple[str, Callable[[], object]]
Tell = Callable[[str, str, float], None]
"""Is told a game, what is being compiled, and which part of the game is done (1.0: all)."""

_news: Any = None  # in a worker: the way to the process that shows progress


def compile_games(names: Sequence[str], tell: Tell) -> None:
    """Compiles games side by side, each in a process of its own, as many at a time as there are cores."""
    context = multiprocessing.get_context("spawn")
    news = context.Queue()
    workers = min(len(names), _cores())
    with ProcessPoolExecutor(workers, context, _start_worker, (news,)) as pool:
        waiting: list[Future[None]] = [pool.submit(_compile, name) for name in names]
        while not all(future.done() for future in waiting):
            with suppress(Empty):
                tell(*news.get(timeout=0.1))
        for name, future in zip(names, waiting, strict=True):
            future.result()
            tell(name, "ready", 1.0)


def _start_worker(news: Any) -> None:
    global _news
    _news = news


def _compile(name: str) -> None:
    game, done = GAMES[name], 0.0
    on_compilation(lambda rule: _news.put((name, rule, done)) if rule else None)
    steps = list(tasks(game))
    for k, (what, run) in enumerate(steps):
        done = k / len(steps)
        _news.put((name, what, done))
        run()


def _cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on this system
        return os.cpu_count() or 1


def tasks(game: Game) -> Iterator[Task]:
    """What compiling ``game`` consists of: a name for people, and what to call."""
    states, mask = game.start(0), game.new_mask()
    views = np.zeros(game.layout.size, np.float32)
    which = np.zeros(1, np.int64)

    def legal() -> int:
        game.loops.mask_at(states, 0, mask)
        return int(mask.argmax())

    yield "rules", lambda: game.apply(states[0], int(game.legal_mask(states[0], mask).argmax()))
    yield "observation", lambda: game.observe(states[0], 0, views)
    yield "hidden information", lambda: game.resample_hidden(states[0], 0, 1)
    yield "one game", lambda: _one_game(game)
    yield "one fused step", lambda: game.loops.step(states, 0, legal(), mask, views)
    yield "many games", lambda: _many_games(game)
    yield "random opponents", lambda: _random_opponents(game)
    yield "all masks", lambda: game.loops.mask_many(states, mask[None].copy())
    yield "random play", lambda: RandomAgent().act_many(views[None], _legal_rows(game, states))
    yield (
        "greedy play",
        lambda: GreedyAgent().act_many(views[None], _legal_rows(game, states), Worlds(game, states, which)),
    )
    yield "play to the end", lambda: game.loops.playout(states, 0, 1, mask)


def _legal_rows(game: Game, states: np.ndarray) -> np.ndarray:
    masks = np.zeros((1, game.n_actions), np.bool_)
    game.loops.mask_at(states, 0, masks[0])
    return masks


def _one_game(game: Game) -> None:
    env = GameEnv(game, hide="own")
    env.reset(0)
    seen = env.observe(env.agent_selection)
    env.step(int(seen["action_mask"].argmax()))
    env.state()
    env.resample_hidden(0, 0)


def _many_games(game: Game) -> None:
    batch = Batch(game, 2)
    batch.step(batch.masks.argmax(1))
    batch.view_of(batch.seat, batch.all)
    batch.close()


def _random_opponents(game: Game) -> None:
    batch = Batch(game, 2, observe=False)
    batch.roam(batch.all, np.zeros((2, batch.players), np.int64), 1, 0)
    batch.close()

"""Compiles the rules of games ahead of their first use, by using each entry point once."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from ..agents import GreedyAgent, RandomAgent, Worlds
from ..envs import Game
from ..envs.engine import Batch, GameEnv

Task = tuple[str, Callable[[], object]]


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
    yield "all masks", lambda: game.loops.mask_many(states, mask[None].copy())
    yield "random play", lambda: RandomAgent().act_many(views[None], _legal_rows(game, states))
    yield "greedy play", lambda: GreedyAgent().act_many(
        views[None], _legal_rows(game, states), Worlds(game, states, which)
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

"""Checks of copies: deepcopy, pickle, clone, save_state."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np

from .context import Context, Last, Script, difference, snapshot, trace

CONTINUED = 50  # decisions


def _saved(env: Any, make: Callable[..., Any]) -> Any:
    twin = make()
    twin.reset(seed=987)
    twin.unwrapped.load_state(env.unwrapped.save_state())
    return twin


def _pickled(env: Any, make: Callable[..., Any]) -> Any:
    return pickle.loads(pickle.dumps(env))


def _cloned(env: Any, make: Callable[..., Any]) -> Any:
    return env.clone()


def _deepcopied(env: Any, make: Callable[..., Any]) -> Any:
    return copy.deepcopy(env)


WAYS: dict[str, Callable[[Any, Callable[..., Any]], Any]] = {
    "deepcopy": _deepcopied, "pickle": _pickled, "clone": _cloned, "save_state": _saved,
}  # fmt: skip


def check_copies(context: Context) -> None:
    """deepcopy, pickle, clone, save_state: copies continue alike and leave the original as it was."""
    offered = dir(context.make().unwrapped)
    for name in WAYS:
        if name in ("clone", "save_state") and name not in offered:
            continue
        if not context.wants(name):
            continue
        for script in context.scripts:
            # The last position is a finished game whose agents are still there.
            for k in (*context.positions(script), len(script.actions)):
                try:
                    _check_copy(context, name, script, k)
                except Exception as error:  # copies of an environment may raise anything
                    context.fail(name, f"seed {script.seed}, decision {k}: {type(error).__name__}: {error}")


def _check_copy(context: Context, name: str, script: Script, k: int) -> None:
    when = f"seed {script.seed}, decision {k}"
    env = context.at(script, k)
    before = snapshot(env)
    twin = WAYS[name](env, context.make)
    changed = difference(before, snapshot(twin))
    context.expect(name, changed is None, f"{when}: the copy differs ({changed})")
    actions, seen = _continue(twin, k)
    changed = difference(before, snapshot(env))
    if context.expect(name, changed is None, f"{when}: playing the copy changes the original ({changed})"):
        changed = difference(seen, trace(env, actions)[: len(seen)])
        context.expect(name, changed is None, f"{when}: the copy continues in another way ({changed})")


def _continue(env: Any, seed: int) -> tuple[list[int], list[tuple[str, Last]]]:
    """Plays on at random; the actions, and what was seen before each."""
    rng = np.random.default_rng(seed)
    actions: list[int] = []
    seen: list[tuple[str, Last]] = []
    while env.agents and len(actions) < CONTINUED:
        seen.append((env.agent_selection, env.last()))
        observation, _, terminated, truncated, _ = seen[-1][1]
        if terminated or truncated:
            env.step(None)
            continue
        actions.append(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        env.step(actions[-1])
    return actions, seen


COPY_CHECKS = (check_copies,)

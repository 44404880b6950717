"""Checks of hidden information and of pictures, for environments that offer them."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np

from .context import LIMIT, Context, difference, state_of

WORLDS = 4  # drawn per position


def check_visibility(context: Context) -> None:
    """visibility: hidden elements are 0 and the others do not depend on hiding."""
    unwrapped = context.make().unwrapped
    layout, mode = getattr(getattr(unwrapped, "game", None), "layout", None), getattr(unwrapped, "hide", None)
    if layout is None or mode is None or not context.wants("visibility"):
        return
    visible = layout.visible(mode, getattr(unwrapped, "open_scores", False))
    for script in context.scripts:
        for k in context.positions(script):
            env = context.at(script, k)
            for seat, agent in enumerate(env.possible_agents):
                seen = env.observe(agent)["observation"]
                full = np.zeros(layout.size, np.float32)
                env.unwrapped.game.observe(env.unwrapped.game_state, seat, full)
                due = np.where(visible, full, np.float32(0))
                changed = difference(_by_field(layout, due), _by_field(layout, seen))
                context.expect("visibility", changed is None, f"{agent} at seed {script.seed}, decision {k}: {changed}")


def check_resampling(context: Context) -> None:
    """resample_invisible, resample_blind, resample_varies, resample_playable: worlds that fit what a seat knows."""
    if not hasattr(context.make().unwrapped, "resample_hidden"):
        return
    names = ("resample_invisible", "resample_blind", "resample_varies", "resample_playable")
    if not context.wants(*names):
        return
    varied = False
    never: dict[Any, Any] = {}
    for script in context.scripts:
        for i, k in enumerate(context.positions(script)):
            for seat in range(len(context.at(script, k).possible_agents)):
                when = f"seat {seat} at seed {script.seed}, decision {k}"
                true = context.at(script, k)
                worlds = [_redrawn(context, script, k, seat, [100 + w]) for w in range(WORLDS)]
                for w, world in enumerate(worlds):
                    pictures = w == 0 and i % 3 == 1  # they take the most time by far
                    changed = difference(_known(true, seat, pictures), _known(world, seat, pictures))
                    context.expect("resample_invisible", changed is None, f"{when}: {changed}")
                varied |= len({state_of(world) for world in worlds}) > 1
                _note_redrawn(true, worlds, seat, never)
                twice = _redrawn(context, script, k, seat, [100, 101])
                apart = difference(_state_fields(worlds[1]), _state_fields(twice), "state")
                told = f"{when}: two worlds that the seat cannot tell apart, one seed: {apart}"
                context.expect("resample_blind", apart is None, told)
                _check_playable(context, worlds[0], true.agent_selection, when)
    context.expect("resample_varies", varied, "every seed gives the same world")
    for name in (name for name, kept in never.items() if kept):
        context.fail("resample_varies", f"the hidden field {name} is the true one in every world")


def _note_redrawn(true: Any, worlds: list[Any], seat: int, never: dict[str, bool]) -> None:
    """Notes for each hidden field that holds anything whether it was the truth in all worlds so far."""
    layout = getattr(getattr(true.unwrapped, "game", None), "layout", None)
    if layout is None or true.unwrapped.terminations[true.agent_selection]:
        return
    views = []
    for env in (true, *worlds):
        views.append(np.zeros(layout.size, np.float32))
        env.unwrapped.game.observe(env.unwrapped.game_state, seat, views[-1])
    for field in layout:
        # Hidden points follow from what everybody saw; they stay.
        if field.visibility == "hidden" and not field.score:
            part = layout.slice(field.name)
            if views[0][part].any():
                same = all(np.array_equal(view[part], views[0][part]) for view in views[1:])
                never[field.name] = never.get(field.name, True) and same


def _by_field(layout: Any, vector: Any) -> Any:
    """A view by the names of its fields, so that a difference bears a name."""
    if layout is None or getattr(vector, "shape", None) != (layout.size,):
        return vector
    return {f.name: vector[layout.slice(f.name)] for f in layout}


def _state_fields(env: Any) -> Any:
    """The state by the names of its fields, where it has some; else its bytes."""
    state: Any = getattr(env.unwrapped, "game_state", None)
    names = getattr(getattr(state, "dtype", None), "names", None)
    return {name: np.asarray(state[name]) for name in names} if names else state_of(env)


def _redrawn(context: Context, script: Any, k: int, seat: int, seeds: list[int]) -> Any:
    env = context.at(script, k)
    for seed in seeds:
        env.unwrapped.resample_hidden(seat, seed)
    return env


def _known(env: Any, seat: int, pictures: bool) -> dict[str, Any]:
    """All that a seat is shown: observation and mask, text and picture."""
    known = dict(env.observe(env.possible_agents[seat]))
    known["agent_selection"] = env.agent_selection
    game: Any = getattr(env.unwrapped, "game", None)
    if getattr(env.unwrapped, "hide", None) == "all":  # the environment shows more than the seat may know
        known["observation"] = np.where(game.layout.visible("own"), known["observation"], 0)
    if "observation" in known:
        known["observation"] = _by_field(getattr(game, "layout", None), known["observation"])
    for name in ("text", "draw"):
        if pictures and hasattr(game, name):
            known[name] = getattr(game, name)(env.unwrapped.game_state, seat)
    return known


def _check_playable(context: Context, env: Any, mover: str, when: str) -> None:
    context.expect("resample_playable", env.agent_selection == mover, f"{when}: {env.agent_selection} is to move now")
    rng = np.random.default_rng(0)
    for _ in range(LIMIT):
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            return
        legal = np.flatnonzero(observation["action_mask"])
        if not legal.size:
            context.fail("resample_playable", f"{when}: {env.agent_selection} has no legal action")
            return
        env.step(int(rng.choice(legal)))
    context.fail("resample_playable", f"{when}: no end")


def check_render(context: Context) -> None:
    """render: every mode but human, which may open a window."""
    if "render_mode" not in inspect.signature(context.make).parameters or not context.wants("render"):
        return
    modes = [mode for mode in context.make().metadata.get("render_modes", []) if mode != "human"]
    for mode in modes:
        for script in context.scripts[:1]:
            env = context.make(render_mode=mode)
            context.expect("render", env.render_mode == mode, f"render_mode is {env.render_mode!r} instead of {mode!r}")
            env.reset(seed=script.seed)
            for k, action in enumerate(script.actions):
                if k in (0, len(script.actions) // 2, len(script.actions) - 1):
                    _check_picture(context, mode, env.render(), f"{mode} at decision {k}")
                env.step(action)
            _check_picture(context, mode, env.render(), f"{mode} at the end")
            env.close()


def _check_picture(context: Context, mode: str, picture: Any, when: str) -> None:
    if mode == "rgb_array":
        fits = isinstance(picture, np.ndarray) and picture.dtype == np.uint8 and picture.shape[2:] == (3,)
    else:
        fits = isinstance(picture, str) and bool(picture)
    context.expect("render", fits, f"{when}: {type(picture).__name__}")


KNOWLEDGE_CHECKS = (check_visibility, check_resampling, check_render)

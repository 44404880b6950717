"""Checks of what is handed out: spaces, masks, observations, flags."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from .context import Context, difference, snapshot, state_of, walk


def check_spaces(context: Context) -> None:
    """spaces: what the environment declares."""
    if not context.wants("spaces"):
        return
    env = context.start(context.seed)
    for agent in env.possible_agents:
        seen, acts = env.observation_space(agent), env.action_space(agent)
        context.expect("spaces", seen is env.observation_space(agent), "observation_space makes a new object each call")
        context.expect("spaces", acts is env.action_space(agent), "action_space makes a new object each call")
        context.expect("spaces", isinstance(acts, spaces.Discrete), f"action space of {agent} is {acts}, not Discrete")
        keys = set(seen.spaces) if isinstance(seen, spaces.Dict) else None
        context.expect("spaces", keys == {"observation", "action_mask"}, f"observation space of {agent} is {seen}")


def check_reset(context: Context) -> None:
    """reset, before_reset: the state of affairs before and after reset()."""
    if context.wants("before_reset"):
        for name, use in {"last()": lambda env: env.last(), "step(0)": lambda env: env.step(0)}.items():
            if not raises(lambda use=use: use(context.make())):
                context.fail("before_reset", f"{name} before reset() raises nothing")
    if not context.wants("reset"):
        return
    env = context.start(context.seed)
    agents = list(env.possible_agents)
    context.expect("reset", env.agents == agents, f"agents are {env.agents}, possible_agents {agents}")
    context.expect("reset", env.agents is not env.possible_agents, "agents and possible_agents are one list")
    context.expect("reset", env.agent_selection in agents, f"agent_selection is {env.agent_selection!r}")
    for name, fresh in {"rewards": 0, "_cumulative_rewards": 0, "terminations": False, "truncations": False}.items():
        value = getattr(env.unwrapped, name)
        context.expect("reset", value == dict.fromkeys(agents, fresh), f"{name} is {value}")
    infos = env.infos
    context.expect("reset", set(infos) == set(agents) and all(isinstance(i, dict) for i in infos.values()),
                   f"infos is {infos}")  # fmt: skip


def check_forms(context: Context) -> None:
    """mask_form, mask_nonempty, mask_waiting, observation_space, flags: at every decision, for every agent."""
    if not context.wants("mask_form", "mask_nonempty", "mask_waiting", "observation_space", "flags"):
        return
    for script in context.scripts:
        env = context.start(script.seed)
        for k, (mover, _) in enumerate(walk(env, script.actions)):
            when = f"seed {script.seed}, decision {k}"
            _check_flags(context, env, when)
            ended = env.terminations[mover] or env.truncations[mover]
            for agent in env.agents:
                _check_observation(context, env, agent, agent == mover and not ended, f"{agent} at {when}")


def _check_flags(context: Context, env: Any, when: str) -> None:
    for agent in env.agents:
        ended, cut = env.terminations[agent], env.truncations[agent]
        context.expect("flags", isinstance(ended, bool) and isinstance(cut, bool), f"{ended!r}, {cut!r} at {when}")
        context.expect("flags", not (ended and cut), f"{agent} is both terminated and truncated at {when}")


def _check_observation(context: Context, env: Any, agent: str, moves: bool, when: str) -> None:
    observation, space = env.observe(agent), env.observation_space(agent)
    seen, mask = observation["observation"], observation["action_mask"]
    declared = space["observation"]
    if not declared.contains(seen):
        context.fail("observation_space", f"{when}: outside the space{_outside(declared, seen)}")
    n = env.action_space(agent).n
    if not (isinstance(mask, np.ndarray) and mask.dtype == np.int8 and mask.shape == (n,)):
        form = f"{mask.dtype}{list(mask.shape)}" if isinstance(mask, np.ndarray) else type(mask).__name__
        context.fail("mask_form", f"{when}: {form} instead of int8[{n}]")
    elif not np.isin(mask, (0, 1)).all():
        context.fail("mask_form", f"{when}: holds {np.unique(mask).tolist()}")
    if moves:
        context.expect("mask_nonempty", bool(np.any(mask)), f"{when}: nothing is legal")
    else:
        context.expect("mask_waiting", not np.any(mask), f"{when}: {np.count_nonzero(mask)} legal actions, not to move")


def _outside(space: Any, seen: Any) -> str:
    if not isinstance(seen, np.ndarray) or seen.shape != space.shape or seen.dtype != space.dtype:
        form = f"{seen.dtype}{list(seen.shape)}" if isinstance(seen, np.ndarray) else type(seen).__name__
        return f": {form} instead of {space.dtype}{list(space.shape)}"
    wrong = np.argwhere((seen < space.low) | (seen > space.high))
    return f" at {wrong[:5].tolist()}" if wrong.size else ""


def check_fresh(context: Context) -> None:
    """observation_fresh, mask_fresh: arrays that were handed out stay the caller's own."""
    if not context.wants("observation_fresh", "mask_fresh"):
        return
    names = {"observation": "observation_fresh", "action_mask": "mask_fresh"}
    for script in context.scripts:
        for k in context.positions(script):
            env = context.at(script, k)
            agent = env.agent_selection
            first = env.observe(agent)
            before = {key: first[key].copy() for key in names}
            second = env.observe(agent)
            for key, check in names.items():
                when = f"{agent} at seed {script.seed}, decision {k}"
                if np.shares_memory(first[key], second[key]):
                    context.fail(check, f"{when}: two calls of observe() share memory")
                if first[key].flags.writeable:
                    first[key][...] = 1 - first[key]
                changed = difference(before[key], env.observe(agent)[key])
                context.expect(check, changed is None, f"{when}: writing into the array changes the game ({changed})")
            env.step(script.actions[k])
            for key, check in names.items():
                changed = difference(before[key], second[key])
                context.expect(check, changed is None, f"{when}: a later step changes the array ({changed})")


def check_observe(context: Context) -> None:
    """observe_pure: looking changes nothing."""
    if not context.wants("observe_pure"):
        return
    for script in context.scripts:
        quiet, watched = context.start(script.seed), context.start(script.seed)
        pairs = zip(walk(quiet, script.actions), walk(watched, script.actions), strict=False)
        for k, (a, b) in enumerate(pairs):
            when = f"seed {script.seed}, decision {k}"
            changed = difference(a, b)
            if not context.expect("observe_pure", changed is None, f"{when}: differs after looking around ({changed})"):
                return
            before = state_of(watched)
            first = snapshot(watched)
            reverse = {agent: watched.observe(agent) for agent in reversed(watched.agents)}
            changed = difference(first["observations"], reverse) or difference(first, snapshot(watched))
            context.expect("observe_pure", changed is None, f"{when}: observe() does not repeat itself ({changed})")
            context.expect("observe_pure", before == state_of(watched), f"{when}: observe() changes the state")
            changed = difference(b[1], watched.last())
            context.expect("observe_pure", changed is None, f"{when}: last() does not repeat itself ({changed})")


def raises(use: Any) -> bool:
    """Whether a call raises an error."""
    try:
        use()
    except Exception:  # any error will do
        return True
    return False


FORM_CHECKS = (check_spaces, check_reset, check_forms, check_fresh, check_observe)

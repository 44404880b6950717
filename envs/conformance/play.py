"""Checks of how the game goes on: legality, turns, rewards, the end, seeds."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from math import isclose, isfinite
from typing import Any

import numpy as np

from .context import Context, Script, difference, snapshot, state_of, trace, walk
from .forms import raises

LEGAL_TRIED = 6  # legal actions tried per position
ENOUGH = 3  # actions wrongly accepted per position; each costs a replay
PENALTIES_TRIED = 10  # illegal actions tried per position where each ends the game


def check_exactness(context: Context) -> None:
    """mask_exact, illegal_unchanged, action_range: actions are accepted if and only if the mask allows them."""
    if not context.wants("mask_exact", "illegal_unchanged", "action_range"):
        return
    for script in context.scripts:
        for k in context.positions(script):
            env = context.at(script, k)
            agent = env.agent_selection
            mask = env.observe(agent)["action_mask"]
            when = f"{agent} at seed {script.seed}, decision {k}"
            forbidden = [a for a in range(env.action_space(agent).n) if a >= mask.size or not mask[a]]
            if context.illegal == "raise":
                _refuses(context, script, k, forbidden, when)
            else:
                _punishes(context, script, k, forbidden, when)
            legal = np.flatnonzero(mask).tolist()
            for action in random.Random(k).sample(legal, min(len(legal), LEGAL_TRIED)):
                try:
                    context.at(script, k).step(action)
                except Exception as error:  # any refusal
                    context.fail("mask_exact", f"{when}: the mask allows {action}, step() raises {error!r}")


def _refuses(context: Context, script: Script, k: int, forbidden: list[int], when: str) -> None:
    env = context.at(script, k)
    n = env.action_space(env.agent_selection).n
    before = snapshot(env)
    accepted = 0
    for check, actions in {"mask_exact": forbidden, "action_range": [-1, n]}.items():
        for action in actions:
            if raises(lambda env=env, action=action: env.step(action)):
                continue
            reason = "the mask forbids it" if check == "mask_exact" else f"ids run from 0 to {n - 1}"
            context.fail(check, f"{when}: action {action} is accepted, {reason}")
            env = context.at(script, k)
            accepted += 1
            if accepted == ENOUGH:
                return
    changed = difference(before, snapshot(env))
    context.expect("illegal_unchanged", changed is None, f"{when}: refused actions changed the game ({changed})")


def _punishes(context: Context, script: Script, k: int, forbidden: list[int], when: str) -> None:
    for action in random.Random(k).sample(forbidden, min(len(forbidden), PENALTIES_TRIED)):
        env = context.at(script, k)
        env.step(action)
        ended = all(env.terminations[a] or env.truncations[a] for a in env.agents)
        context.expect("mask_exact", ended, f"{when}: action {action} is accepted, the mask forbids it")


def check_turns(context: Context) -> None:
    """agent_order, observation_expected, egocentric: who is to move, and what each agent sees."""
    if context.skips("agent_order", "egocentric", "observation_expected"):
        return
    context.wants("agent_order", "egocentric")
    if context.expect_observation is not None:
        context.wants("observation_expected")
    told_apart = False
    for script in context.scripts:
        env = context.start(script.seed)
        several = len(env.possible_agents) > 1
        closely = context.positions(script)
        for k, (agent, last) in enumerate(walk(env, script.actions)):
            if last[2] or last[3]:
                break
            when = f"seed {script.seed}, decision {k}"
            _check_mover(context, env, agent, when)
            seen = [env.observe(a)["observation"] for a in env.agents]
            told_apart |= not several or any(difference(seen[0], other) is not None for other in seen[1:])
            if context.expect_observation is not None:
                for a, shown in zip(env.agents, seen, strict=True):
                    changed = difference(np.asarray(context.expect_observation(env, a)), shown)
                    context.expect("observation_expected", changed is None, f"{a} at {when}: {changed}")
            if k in closely and hasattr(getattr(env.unwrapped, "game", None), "layout"):
                _check_rotation(context, env, seen, when)
    context.expect("egocentric", told_apart, "all agents see the same picture throughout")


def _check_mover(context: Context, env: Any, agent: str, when: str) -> None:
    """Compares with the caller's opinion and with the seat in the state, where they are offered."""
    if context.expect_agent is not None:
        expected = context.expect_agent(env)
        context.expect("agent_order", agent == expected, f"{when}: {agent} is to move, expected {expected}")
    seat = getattr(getattr(env.unwrapped, "game_state", None), "seat", None)
    if seat is not None:
        expected = env.possible_agents[int(seat)]
        context.expect("agent_order", agent == expected, f"{when}: {agent} is to move, the state says {expected}")


def _check_rotation(context: Context, env: Any, seen: list[np.ndarray], when: str) -> None:
    """Public fields are those of the first seat, rotated to the observer; its own score comes first."""
    layout, n = env.unwrapped.game.layout, len(seen)
    views = [layout.decode(vector) for vector in seen]
    for field in layout:
        if field.visibility != "public":
            continue
        for seat, view in enumerate(views):
            fits = any(np.array_equal(turned, views[0][field.name]) for turned in _turned(view[field.name], seat, n))
            context.expect("egocentric", fits, f"{when}: {field.name} of seat {seat} is not that of seat 0, rotated")
            if field.name == "score" and field.size >= n:
                points = env.unwrapped.game_state.score[:n]
                fits = np.allclose(view["score"].ravel()[:n], np.roll(points, -seat), atol=0.01)
                context.expect("egocentric", fits, f"{when}: score of seat {seat} does not begin with its own")


def _turned(value: np.ndarray, seat: int, n: int) -> Iterator[np.ndarray]:
    """All that a field may be from the view of seat 0, if it is ``value`` from the view of ``seat``."""
    yield value
    for axis, size in enumerate(value.shape):
        if size >= n:  # one entry per seat
            order = [*((k - seat) % n for k in range(n)), *range(n, size)]
            yield np.take(value, order, axis)
    yield np.where((value >= 0) & (value < n), (value + seat) % n, value)  # numbers of seats, from 0
    yield np.where((value >= 1) & (value <= n), (value - 1 + seat) % n + 1, value)  # numbers of seats, from 1


def check_rewards(context: Context) -> None:
    """reward_once, reward_payoff, zero_sum, end_together, end_drained, after_end: what is paid, and how it ends."""
    names = ("reward_once", "zero_sum", "end_together", "end_drained", "after_end")
    if context.skips(*names, "reward_payoff"):
        return
    context.wants(*names)
    for script in context.scripts:
        when = f"seed {script.seed}"
        env = context.start(script.seed)
        told = dict.fromkeys(env.possible_agents, 0.0)
        paid = dict(told)
        for k, action in enumerate(script.actions):
            ended = [a for a in env.agents if env.terminations[a] or env.truncations[a]]
            context.expect("end_together", not ended, f"{when}: {ended} ended before decision {k}, others did not")
            told[env.agent_selection] += env.last()[1]
            env.step(action)
            for agent, reward in env.rewards.items():
                paid[agent] += reward
        payoffs = _payoffs(context, env)
        _drain(context, env, told, when)
        for agent in told:
            text = f"{when}: {agent} is told {told[agent]:g}"
            fits = isfinite(told[agent]) and isclose(told[agent], paid[agent], abs_tol=1e-6)
            context.expect("reward_once", fits, f"{text}, env.rewards add up to {paid[agent]:g}")
            if payoffs is not None and context.wants("reward_payoff"):
                fits = isclose(told[agent], payoffs[agent], abs_tol=1e-6)
                context.expect("reward_payoff", fits, f"{text}, its payoff is {payoffs[agent]:g}")
        total = sum(told.values())
        context.expect("zero_sum", isclose(total, 0, abs_tol=1e-6), f"{when}: rewards add up to {total:g} ({told})")


def _payoffs(context: Context, env: Any) -> Mapping[str, float] | None:
    if context.expect_payoffs is not None:
        return context.expect_payoffs(env)
    if all("payoff" in env.infos[agent] for agent in env.possible_agents):
        return {agent: env.infos[agent]["payoff"] for agent in env.possible_agents}
    return None


def _drain(context: Context, env: Any, told: dict[str, float], when: str) -> None:
    """Removes the agents of a finished game, as the usual loop does."""
    ended = [a for a in env.agents if env.terminations[a] or env.truncations[a]]
    context.expect("end_together", ended == env.possible_agents, f"{when}: only {ended} have ended")
    removed: list[Any] = []
    while env.agents and len(removed) < len(told):
        agent = env.agent_selection
        _, reward, terminated, truncated, _ = env.last()
        context.expect("end_drained", terminated or truncated, f"{when}: {agent} is asked again after the end")
        told[agent] += reward
        removed.append(agent)
        env.step(None)
    fits = sorted(removed) == sorted(told) and not env.agents
    context.expect("end_drained", fits, f"{when}: removed {removed}, left {env.agents}")
    context.expect("after_end", raises(lambda: env.step(0)), f"{when}: step(0) raises nothing once nobody is left")


def check_seeds(context: Context) -> None:
    """determinism, seeds_differ, reset_repeatable, reset_config: reset(seed) decides all, and changes nothing else."""
    if not context.wants("determinism", "seeds_differ", "reset_repeatable", "reset_config"):
        return
    used = context.make()
    used.reset(seed=context.seed)
    before = _configuration(used)
    starts = []
    for script in context.scripts:
        when = f"seed {script.seed}"
        n = len(script.actions)
        fresh = {stop: trace(context.start(script.seed), script.actions[:stop]) for stop in (n // 2, n)}
        changed = difference(fresh[n], trace(context.start(script.seed), script.actions))
        context.expect("determinism", changed is None, f"{when}: a second game differs ({changed})")
        for stop in (n, n // 2, n):  # so reset() follows on a finished game, and on one in progress
            used.reset(seed=script.seed)
            changed = difference(before, _configuration(used))
            context.expect("reset_config", changed is None, f"{when}: after reset() {changed}")
            changed = difference(fresh[stop], trace(used, script.actions[:stop]))
            context.expect("reset_repeatable", changed is None, f"{when}: a used environment differs ({changed})")
    for seed in range(context.seed, context.seed + 4):
        env = context.start(seed)
        starts.append((trace(env, _blind(context, seed)), state_of(env)))
    differ = any(difference(starts[0], other) is not None for other in starts[1:])
    context.expect("seeds_differ", differ, "four seeds give one and the same game")


def _blind(context: Context, seed: int) -> list[int]:
    """A game in which the same choices among legal actions are made whatever the seed: the first, the last, ..."""
    env, actions = context.start(seed), []
    for k in range(40):
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            break
        actions.append(int(np.flatnonzero(observation["action_mask"])[-(k % 2)]))
        env.step(actions[-1])
    return actions


def _configuration(env: Any) -> dict[str, Any]:
    """What reset() must keep."""
    agents = list(env.possible_agents)
    return {
        "possible_agents": agents,
        "agents": list(env.agents),
        "observation spaces": [env.observation_space(agent) for agent in agents],
        "action spaces": [env.action_space(agent) for agent in agents],
        "metadata": dict(env.metadata),
        "render_mode": getattr(env, "render_mode", None),
        "variants": getattr(env.unwrapped, "variants", None),
    }


def check_global_random(context: Context) -> None:
    """global_random_read, global_random_changed: the modules random and numpy.random belong to the user."""
    if not context.wants("global_random_read", "global_random_changed"):
        return
    kept = random.getstate(), np.random.get_state()
    try:
        for script in context.scripts:
            seen = [_disturbed(context, script, salt) for salt in (1, 2)]
            changed = difference(seen[0], seen[1])
            message = f"seed {script.seed}: the game depends on them ({changed})"
            context.expect("global_random_read", changed is None, message)
    finally:
        random.setstate(kept[0])
        np.random.set_state(kept[1])


def _disturbed(context: Context, script: Script, salt: int) -> list[Any]:
    """The trace of a game between whose steps the global generators are seeded anew."""
    _seed_globals(salt)
    seen: list[Any] = []
    env = None
    for k in range(len(script.actions)):
        before = _globals()
        if env is None:
            env = context.start(script.seed)
        seen.append((env.agent_selection, env.last(), state_of(env)))
        env.step(script.actions[k])
        message = f"seed {script.seed}, decision {k}: their state changes"
        context.expect("global_random_changed", before == _globals(), message)
        _seed_globals(salt + 10 * k)
    return seen


def _seed_globals(seed: int) -> None:
    random.seed(seed)
    np.random.seed(seed)


def _globals() -> tuple[Any, ...]:
    """The states of the global generators, comparable."""
    name, keys, *rest = np.random.get_state()
    return random.getstate(), name, np.asarray(keys).tobytes(), rest


def check_close(context: Context) -> None:
    """close: closing a closed environment is no error."""
    if context.wants("close"):
        env = context.start(context.seed)
        env.close()
        env.close()


PLAY_CHECKS = (check_exactness, check_turns, check_rewards, check_seeds, check_global_random, check_close)

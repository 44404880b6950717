"""A strict conformance kit for turn-based PettingZoo (AEC) environments with action masks.

It needs nothing but the environment, so that authors of other environments can use it as well::

    from meeplezoo.envs.conformance import check_aec

    check_aec(lambda: my_env(), skip=("seeds_differ",))  # raises ConformanceError with every failure and a hint

Observations must be dictionaries with the keys ``observation`` and ``action_mask``. Environments that offer more
(``clone``, ``save_state``/``load_state``, ``resample_hidden``, ``game_state``, ``render_mode``) are checked for more.
The checks are those that PettingZoo's own `api_test` leaves out; run both.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Literal

from .context import Context
from .copies import COPY_CHECKS
from .forms import FORM_CHECKS
from .knowledge import KNOWLEDGE_CHECKS
from .play import PLAY_CHECKS
from .report import CHECKS, ConformanceError, Failure, Report


def check_aec(
    env_fn: Callable[..., Any],
    *,
    games: int = 2,
    seed: int = 0,
    illegal: Literal["raise", "end"] = "raise",
    skip: Collection[str] = (),
    expect_agent: Callable[[Any], str] | None = None,
    expect_observation: Callable[[Any, str], Any] | None = None,
    expect_payoffs: Callable[[Any], Mapping[str, float]] | None = None,
    raise_error: bool = True,
) -> Report:
    """Plays random games and checks everything in `CHECKS`.

    Args:
        env_fn: Makes a new environment; if it takes ``render_mode``, pictures are checked too.
        games: Number of random games per check.
        seed: Seed of the first game; game i is reset with seed + i.
        illegal: What a forbidden action does: ``raise`` an error and change nothing, or ``end`` the game.
        skip: Names of checks that do not apply: ``seeds_differ`` for games without chance, ``zero_sum`` for other
            payoffs, ``egocentric`` where all seats see one and the same picture, and so on.
        expect_agent: Independent opinion on who is to move: called with the environment at every decision.
        expect_observation: Independent opinion on ``observe(agent)["observation"]``: called with environment, agent.
        expect_payoffs: Independent opinion on the payoffs: called with the environment when the game has just ended.
        raise_error: Raise on failures; otherwise they are only in the report.

    Returns:
        What was checked and what failed.

    Raises:
        ConformanceError: At least one check failed; the message lists all failures, each with a hint.
        ValueError: ``skip`` names an unknown check.
    """
    unknown = sorted(set(skip) - set(CHECKS))
    if unknown:
        raise ValueError(f"unknown checks to skip: {', '.join(unknown)}; there are {', '.join(CHECKS)}")
    context = Context(
        make=env_fn, games=games, seed=seed, illegal=illegal, skip=frozenset(skip), report=Report(),
        expect_agent=expect_agent, expect_observation=expect_observation, expect_payoffs=expect_payoffs,
    )  # fmt: skip
    context.write_scripts()
    if context.scripts:
        for check in (*FORM_CHECKS, *PLAY_CHECKS, *COPY_CHECKS, *KNOWLEDGE_CHECKS):
            context.guard(check)
    if raise_error and context.report.failures:
        raise ConformanceError(context.report)
    return context.report


__all__ = ["CHECKS", "ConformanceError", "Failure", "Report", "check_aec"]

"""Checks for any agent, one's own included: legal, repeatable, and fair.

::

    from meeplezoo.agents.conformance import check_agent

    check_agent(lambda: MyAgent(), "aztlan")  # raises AgentConformanceError with all that is wrong

An agent may know what its observation shows and what a `World` lets it draw. Whoever reads more plays differently in
two positions that its seat cannot tell apart; that is what the check of fairness looks for.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..envs import Game, MeepleZooError, resolve_game
from ..envs.engine import Batch
from ..envs.engine.numbers import state_seed, word
from .protocol import Agent, choose_actions, seed_agents

Position = NDArray[Any]


class AgentConformanceError(AssertionError):
    """An agent breaks the protocol; the message lists how."""


def check_agent(
    make: Callable[[], Agent], game: str | Game, players: int | None = None, *, positions: int = 30, seed: int = 0
) -> None:
    """Asks an agent at positions of games played at random.

    Checked is that it chooses a legal action; that the same seed makes the same choice; that positions which its seat
    cannot tell apart get the same choice (hidden information and the game's future chance are drawn anew); that it
    changes neither the game nor the global random generators.

    Args:
        make: Makes the agent, the same each time.
        game: The game, or its name.
        players: Number of seats; None tries every number.
        positions: Positions for each number of seats.
        seed: Decides them.

    Raises:
        AgentConformanceError: With every failure, and where it was seen.
    """
    chosen = resolve_game(game) if isinstance(game, str) else game
    failures: dict[str, str] = {}
    for n in chosen.players if players is None else [chosen.check_players(players)]:
        for number, states in enumerate(_positions(chosen, n, positions, seed)):
            for what in _faults(make, chosen, states, state_seed(seed, number)):
                failures.setdefault(what, f"{n} players, position {number} of seed {seed}")
    if failures:
        told = "\n".join(f"- {what} (first seen: {where})" for what, where in failures.items())
        raise AgentConformanceError(f"{make().name} does not conform:\n{told}")


def _positions(game: Game, players: int, count: int, seed: int) -> Iterator[Position]:
    """Positions of random games at all stages, each an array of one."""
    batch = Batch(game, max(1, count // 10), players, seed=seed, observe=False)
    rng = np.random.default_rng(seed)
    for _ in range(count):
        for _ in range(int(rng.integers(1, 12))):
            batch.step(np.argmax(batch.masks * rng.random(batch.masks.shape), axis=1))
        yield batch.states[rng.integers(len(batch.states)) :][:1].copy()


def _faults(make: Callable[[], Agent], game: Game, states: Position, seed: int) -> Iterator[str]:
    mask = game.new_mask()
    game.loops.mask_at(states, 0, mask)
    before = states.tobytes()
    generators = _globals()
    try:
        first, again = (_choice(make(), game, states, seed) for _ in range(2))
    except MeepleZooError as error:
        yield f"it fails: {error}"
        return
    if _globals() != generators:
        yield "it uses a global random generator: give it one of its own, seeded by `reset`"
    if states.tobytes() != before:
        yield "it changes the game"
    if not (0 <= first < mask.size and mask[first]):
        yield f"it chooses an illegal action ({first})"
    if first != again:
        yield "the same seed makes different choices: draw from a generator that `reset` seeds"
    elif _choice(make(), game, _told_apart_by_nobody(game, states, seed), seed) != first:
        yield "it plays differently in positions that its seat cannot tell apart: it knows what is hidden"


def _choice(agent: Agent, game: Game, states: Position, seed: int) -> int:
    """What a freshly seeded agent chooses."""
    seed_agents([agent], seed)
    masks = game.new_mask()[None]
    game.loops.mask_at(states, 0, masks[0])
    actions = choose_actions(agent, game, states, masks, np.zeros(1, np.int64), game.layout.own_end)
    return int(actions[0])


def _told_apart_by_nobody(game: Game, states: Position, seed: int) -> Position:
    """The position with everything drawn anew that the seat to decide does not know."""
    other = states.copy()
    game.loops.redraw(other, 0, int(states["seat"][0]), word(state_seed(seed, 9)))
    return other


def _globals() -> tuple[Any, ...]:
    legacy = [part.tobytes() if isinstance(part, np.ndarray) else part for part in np.random.get_state()]
    return random.getstate(), legacy

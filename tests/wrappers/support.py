"""Agents whose choices are a function of what they see, and the toy game's payoffs by hand."""

from __future__ import annotations

import numpy as np

from meeplezoo.agents import Agent
from meeplezoo.envs.engine.environment.module import EnvModule
from tests.toy import CALL, game

toy_v0 = EnvModule(game)


class First(Agent):
    """Always the first legal action."""

    name = "first"
    needs_observation = False

    def act_many(self, observations, masks, worlds=None):
        return masks.argmax(axis=1)


class Last(Agent):
    """Always the last legal action; one game at a time."""

    name = "last"

    def act(self, observation, mask, world=None):
        return int(np.flatnonzero(mask)[-1])


class Hash(Agent):
    """A choice that depends on every element of the observation."""

    name = "hash"

    def act(self, observation, mask, world=None):
        legal = np.flatnonzero(mask)
        weights = np.arange(1, observation.size + 1)
        return int(legal[int(np.rint(observation * 840).astype(np.int64) @ weights) % legal.size])


class Changing:
    """A pool that draws each opponent anew for every episode."""

    def __init__(self, *agents):
        self.agents = agents

    def assign(self, rng, n_seats):
        return [self.agents[rng.integers(len(self.agents))] for _ in range(n_seats)]


def toy_payoff(record, last_action: int, seat: int) -> float:
    """What the toy game's rules pay ``seat``, worked out from cards and choices alone."""
    n = int(record.players)
    g, a = int(record.guesser), (int(record.guesser) + 1) % max(n, 2)
    right = int(record.guess) == int(record.card[a])
    if n == 1:
        return int(record.stake) / 50 if right else 0.0
    if last_action != CALL or seat not in {g, a}:
        return 0.0
    return 1.0 if (seat == g) == right else -1.0

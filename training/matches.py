"""Many games between agents, played together with one call per agent and step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..envs import Game
from ..envs.engine import Batch
from ..envs.engine.game import Variants
from ..wrappers.agents import Agent, Worlds


@dataclass(frozen=True)
class Outcomes:
    """Results of finished games.

    Attributes:
        payoffs: Payoff of every seat, float32[n, P].
        scores: Victory points of every seat, int32[n, P].
        finals: Last positions, records [n].
        decisions: Decisions of all seats together.
    """

    payoffs: NDArray[np.float32]
    scores: NDArray[np.int32]
    finals: NDArray[np.void]
    decisions: int

    def win_shares(self) -> NDArray[np.float64]:
        """One win per game, split among those who tie for the first place: float64[n, P]."""
        best = self.payoffs >= self.payoffs.max(axis=1, keepdims=True)
        shares: NDArray[np.float64] = best / best.sum(axis=1, keepdims=True)
        return shares

    def places(self) -> NDArray[np.float64]:
        """Places from 1 on, tied seats sharing the mean of theirs: float64[n, P]."""
        mine, other = self.payoffs[:, :, None], self.payoffs[:, None, :]
        places: NDArray[np.float64] = 1 + (other > mine).sum(2) + ((other == mine).sum(2) - 1) / 2
        return places


def play_games(
    game: Game, agents: Sequence[Agent], n: int, players: int, variants: Variants = (), seed: int = 0
) -> Outcomes:
    """Plays ``n`` games with ``agents[p]`` on seat p; game i has the chance of game i of ``Batch(..., seed=seed)``.

    The same agent may sit on several seats; it is asked once for all games that wait for it.

    Raises:
        IllegalActionError: An agent chose an illegal action.
    """
    batch = Batch(game, n, players, variants, seed, observe=any(a.needs_observation for a in agents))
    crew = list({id(a): a for a in agents}.values())
    member = np.array([next(k for k, a in enumerate(crew) if a is agent) for agent in agents])
    unseen = np.zeros((n, game.layout.size), np.float32) if batch.observations is None else None
    open_games, decisions = np.arange(n), 0
    actions = np.zeros(n, np.int64)
    while open_games.size:
        decider = member[batch.seat[open_games]]
        for k, agent in enumerate(crew):
            which = open_games[decider == k]
            if which.size:
                views = batch.observations if batch.observations is not None else unseen
                assert views is not None
                worlds = Worlds(game, batch.states, which) if agent.needs_world else None
                actions[which] = agent.act_many(views[which], batch.masks[which], worlds)
        batch.step(actions[open_games], open_games)
        decisions += open_games.size
        open_games = open_games[~batch.over[open_games]]
    return Outcomes(batch.payoff.copy(), batch.scores().copy(), batch.finals, decisions)

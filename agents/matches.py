"""Games between agents: one on record, or many played together with one call per agent and step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..envs.engine import Batch, ConfigError, Game, GameRecord
from ..envs.engine.environment import win_shares
from ..envs.engine.game import VariantChoice
from ..envs.engine.layout import Mode
from ..envs.engine.numbers import state_seed, word
from ..envs.engine.state import as_state
from .protocol import Agent, choose_action, choose_actions, seed_agents


def play_game(
    game: Game,
    agents: Sequence[Agent],
    players: int | None = None,
    variants: VariantChoice = (),
    seed: int = 0,
    *,
    hide: Mode = "own",
    open_scores: bool = False,
    reseed: bool = True,
) -> GameRecord:
    """Plays one game between agents.

    Args:
        game: The game.
        agents: Who sits on each seat; the same object may sit on several.
        players: Number of seats; None for the number of agents.
        variants: Optional rules.
        seed: Decides the game's chance (the same game as game 0 of ``Batch(..., seed=seed)``) and the agents' choices.
        hide: Information mode of the agents' observations.
        open_scores: Whether mode ``own`` shows points that the rulebook keeps secret.
        reseed: Whether to reset the agents from ``seed``; False leaves their random choices running.

    Returns:
        The game as a record that can be written and replayed.

    Raises:
        ConfigError: The number of agents is not that of the seats, or a value is not allowed.
        IllegalActionError: An agent chose an illegal action.
    """
    players = game.check_players(len(agents) if players is None else players)
    if len(agents) != players:
        raise ConfigError(f"{len(agents)} agents for {players} seats; give one agent for each seat")
    if reseed:
        seed_agents(agents, seed)
    level = game.layout.level(hide, open_scores)
    start = state_seed(seed)
    blank = game.new_states(1, players, variants)
    states, mask = blank.copy(), game.new_mask()
    actions: list[int] = []
    game.loops.begin_at(states, 0, blank, word(start), mask)
    while (seat := states["seat"].item(0)) >= 0:
        actions.append(choose_action(agents[seat], game, states, mask, level))
        game.loops.play_if_legal(states, 0, actions[-1], mask)
    return GameRecord.of(
        game, as_state(states[0]), game.check_variants(variants), start, {}, actions, [a.name for a in agents]
    )


@dataclass(frozen=True)
class Outcomes:
    """Results of finished games.

    Attributes:
        payoffs: Payoff of every seat, float32[n, P].
        scores: Victory points of every seat, int32[n, P].
        finals: Last positions, states [n].
        decisions: Decisions of all seats together.
    """

    payoffs: NDArray[np.float32]
    scores: NDArray[np.int32]
    finals: NDArray[np.void]
    decisions: int

    def win_shares(self) -> NDArray[np.float64]:
        """One win per game, split among those who tie for the first place: float64[n, P]."""
        return win_shares(self.payoffs)

    def places(self) -> NDArray[np.float64]:
        """Places from 1 on, tied seats sharing the mean of theirs: float64[n, P]."""
        mine, other = self.payoffs[:, :, None], self.payoffs[:, None, :]
        places: NDArray[np.float64] = 1 + (other > mine).sum(2) + ((other == mine).sum(2) - 1) / 2
        return places


def play_games(
    game: Game, agents: Sequence[Agent], n: int, players: int, variants: VariantChoice = (), seed: int = 0
) -> Outcomes:
    """Plays ``n`` games with ``agents[p]`` on seat p; game i has the chance of game i of ``Batch(..., seed=seed)``.

    The same agent may sit on several seats; it is asked once for all games that wait for it.

    Raises:
        IllegalActionError: An agent chose an illegal action.
    """
    batch = Batch(game, n, players, variants, seed, observe=False)
    crew = list({id(a): a for a in agents}.values())
    member = np.array([next(k for k, a in enumerate(crew) if a is agent) for agent in agents])
    open_games, decisions, level = batch.all, 0, game.layout.own_end
    actions = np.zeros(n, np.int64)
    while open_games.size:
        decider = member[batch.seat[open_games]]
        for k, agent in enumerate(crew):
            which = open_games[decider == k]
            if which.size:
                actions[which] = choose_actions(agent, game, batch.states, batch.masks, which, level)
        batch.step(actions[open_games], open_games)
        decisions += open_games.size
        open_games = open_games[~batch.over[open_games]]
    return Outcomes(batch.payoff.copy(), batch.scores().copy(), batch.finals, decisions)

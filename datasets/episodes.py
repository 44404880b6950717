"""The games of a shard: played together, kept as their actions, and turned into rows one by one.

A game is its seed and its actions; what each seat saw follows from them. So while games are being played only actions
(and what searches found out) are kept, and the rows of one game at a time are made by playing it again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..agents import load_agent, seed_agents
from ..agents.protocol import Agent, Worlds, choose_actions
from ..agents.search import SearchAgent, targets
from ..envs import DataError, Game
from ..envs.engine import Batch, GameRecord
from ..envs.engine.numbers import state_seed, word
from ..envs.engine.state import as_state
from .plan import Plan

Found = tuple[NDArray[np.float32], NDArray[np.float32]]
"""What a search found out about a decision: shares of the actions float32[N], payoffs expected float32[P]."""


@dataclass(frozen=True)
class Episode:
    """A finished game.

    Attributes:
        number: Its number in the data set.
        record: The game, with the agents' names by seat.
        found: What searches found out, by the number of the decision.
    """

    number: int
    record: GameRecord
    found: Mapping[int, Found]


def play_shard(plan: Plan, shard: int) -> list[Episode]:
    """Plays the games of one shard; the result depends on the plan and the shard's number only.

    Raises:
        IllegalActionError: An agent chose an illegal action.
    """
    game, numbers = plan.game, plan.numbers(shard)
    batch = Batch(game, len(numbers), plan.players, plan.variants, plan.seed, observe=False, first=numbers[0])
    names = list(dict.fromkeys(plan.agents))
    crew = [load_agent(name, game) for name in names]
    labeller = load_agent(plan.label, game) if plan.label else None
    seed_agents([*crew, *([labeller] if labeller else [])], state_seed(plan.seed, shard, 2))
    seated = np.array([[names.index(plan.agents[k]) for k in plan.seats(number)] for number in numbers])
    played: list[list[int]] = [[] for _ in numbers]
    found: list[dict[int, Found]] = [{} for _ in numbers]
    open_games, actions = batch.all, np.zeros(batch.n, np.int64)
    while open_games.size:
        decider = seated[open_games, batch.seat[open_games]]
        for k, agent in enumerate(crew):
            which = open_games[decider == k]
            if which.size:
                actions[which], thoughts = _decide(agent, batch, which)
                _note(thoughts, which, played, found)
        if labeller is not None:
            _note(_decide(labeller, batch, open_games)[1], open_games, played, found)
        for i in open_games.tolist():
            played[i].append(int(actions[i]))
        batch.step(actions[open_games], open_games)
        open_games = open_games[~batch.over[open_games]]
    return [
        Episode(number, _record(plan, batch, i, played[i], [names[k] for k in seated[i]]), found[i])
        for i, number in enumerate(numbers)
    ]


def _decide(agent: Agent, batch: Batch, which: NDArray[np.int64]) -> tuple[NDArray[np.int64], list[Found]]:
    """The choices of an agent in the games ``which`` and, if it searches, what it found out about each."""
    if isinstance(agent, SearchAgent):
        thoughts = agent.think(Worlds(batch.game, batch.states, which))
        return np.array([t.action for t in thoughts], np.int64), list(zip(*targets(thoughts), strict=True))
    level = batch.game.layout.own_end
    return choose_actions(agent, batch.game, batch.states, batch.masks, which, level), []


def _note(
    thoughts: list[Found], which: NDArray[np.int64], played: list[list[int]], found: list[dict[int, Found]]
) -> None:
    """Keeps what was found out about the next decision of the games ``which``."""
    for i, thought in zip(which.tolist(), thoughts, strict=bool(thoughts)):
        found[i][len(played[i])] = thought


def _record(plan: Plan, batch: Batch, i: int, actions: list[int], names: list[str]) -> GameRecord:
    seed = int(word(state_seed(plan.seed, batch.first + i)))
    return GameRecord.of(plan.game, as_state(batch.finals[i]), plan.variants, seed, {}, actions, names)


def rows_of(game: Game, episode: Episode) -> dict[str, Any]:
    """Plays a game again; its rows, by column: arrays, or lists where a decision may have none.

    Raises:
        DataError: An action is not legal, or the game ends elsewhere than recorded.
    """
    record, n = episode.record, len(episode.record.actions)
    views = np.zeros((n, game.layout.size), np.float32)
    masks = np.zeros((n, game.n_actions), np.bool_)
    seats, nodes = np.zeros(n, np.int8), np.zeros(n, np.int8)
    blank, mask = game.new_states(1, record.players, record.variants), game.new_mask()
    states = blank.copy()
    game.loops.begin_at(states, 0, blank, word(record.seed), mask)
    for step, action in enumerate(record.actions):
        seat = states["seat"].item(0)
        seats[step], nodes[step] = seat, states["node"].item(0)
        game.loops.look(states, 0, seat, game.layout.own_end, views[step], masks[step])
        if game.loops.play_if_legal(states, 0, action, mask) != 1:
            raise DataError(f"action {action} at step {step} is not legal: the data is damaged or of other rules")
    end = GameRecord.of(game, as_state(states[0]), record.variants, record.seed, {}, record.actions, record.names)
    if (end.digest, end.payoffs, end.scores) != (record.digest, record.payoffs, record.scores):
        raise DataError("played again, the game ends in another position: the data is damaged or of other rules")
    return {
        "game": np.repeat(game.id, n), "players": np.full(n, record.players, np.int8),
        "episode": np.full(n, episode.number, np.int64), "seed": np.full(n, record.seed, np.uint64),
        "step": np.arange(n, dtype=np.int32), "seat": seats, "agent": np.array(record.names)[seats], "node": nodes,
        "observation": views, "action_mask": masks, "action": np.array(record.actions, np.int32),
        **_outcome(record, seats),
        "search_policy": [episode.found.get(step, (None, None))[0] for step in range(n)],
        "search_value": [episode.found.get(step, (None, None))[1] for step in range(n)],
    }  # fmt: skip


def _outcome(record: GameRecord, seats: NDArray[np.int8]) -> dict[str, Any]:
    """The columns that tell how the game ended for the seat to decide, ``seats`` int8[n]."""
    n = seats.size
    payoffs, scores = np.array(record.payoffs, np.float32), np.array(record.scores, np.int32)
    places = 1 + (payoffs[None, :] > payoffs[:, None]).sum(1)
    last = {seat: step for step, seat in enumerate(seats.tolist())}
    done = np.zeros(n, np.bool_)
    done[list(last.values())] = True
    payoff = payoffs[seats]
    return {
        # Payoffs come at the end, so all that is paid before a seat's last decision is nothing.
        "reward": np.where(done, payoff, np.float32(0)), "done": done, "payoff": payoff, "score": scores[seats],
        "place": places[seats].astype(np.int8), "payoffs": np.tile(payoffs, (n, 1)), "scores": np.tile(scores, (n, 1)),
        "final": np.repeat(record.digest, n),
    }  # fmt: skip

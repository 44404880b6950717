"""Yardsticks for the search: the same algorithm with Python around each choice, and OpenSpiel's in C++."""

from __future__ import annotations

import math
import random
import time
from typing import Any

import numpy as np

from meeplezoo.envs import Game
from meeplezoo.envs.engine.numbers import state_seed, word


class Node:
    """Statistics of one position of the tree."""

    def __init__(self) -> None:
        """No choice has been met."""
        self.visits: dict[int, int] = {}
        self.offers: dict[int, int] = {}
        self.values: dict[int, float] = {}
        self.children: dict[int, Node] = {}


class PlainISMCTS:
    """Single-observer ISMCTS with UCB as a researcher would write it on the compiled rules; leaves are played out."""

    def __init__(self, game: Game, players: int, playout: int):
        """Binds working space; after ``playout`` random choices the payoff of an unfinished game counts as 0."""
        self.game, self.players, self.playout = game, players, playout
        self._state, self._mask, self._rng = game.new_states(1, players), game.new_mask(), random.Random(1)

    def search(self, root: Any, simulations: int) -> int:
        """The most visited choice."""
        tree, seat = Node(), int(root["seat"][0])
        for k in range(simulations):
            self._state[:] = root
            self.game.loops.redraw(self._state, 0, seat, word(state_seed(3, k)))
            self._simulate(tree)
        return max(tree.visits, key=lambda action: tree.visits[action])

    def _simulate(self, node: Node) -> None:
        state, mask, game = self._state, self._mask, self.game
        path: list[tuple[Node, int, int]] = []
        game.loops.mask_at(state, 0, mask)
        while not state["over"][0]:
            seat, legal = int(state["seat"][0]), np.flatnonzero(mask).tolist()
            for action in legal:
                node.offers[action] = node.offers.get(action, 0) + 1
            fresh = [action for action in legal if action not in node.visits]
            action = self._rng.choice(fresh) if fresh else max(legal, key=lambda a: self._bound(node, a))
            path.append((node, action, seat))
            game.loops.play_if_legal(state, 0, action, mask)
            node = node.children.setdefault(action, Node())
            if fresh:
                break
        left = self.playout
        while not state["over"][0] and left:
            game.loops.play_if_legal(state, 0, self._rng.choice(np.flatnonzero(mask).tolist()), mask)
            left -= 1
        payoff = state["payoff"][0]
        for node, action, seat in path:
            node.visits[action] = node.visits.get(action, 0) + 1
            node.values[action] = node.values.get(action, 0.0) + float(payoff[seat])

    @staticmethod
    def _bound(node: Node, action: int) -> float:
        n = node.visits[action]
        return node.values[action] / n + 0.7 * math.sqrt(math.log(node.offers[action]) / n)


def openspiel_rates(name: str, simulations: int, clock: Any = time.process_time) -> tuple[list[float], float]:
    """Simulations per second of OpenSpiel's ISMCTSBot in random games, and decisions of such a game.

    Raises:
        ImportError: OpenSpiel is not installed.
    """
    import pyspiel

    game, rng = pyspiel.load_game(name), random.Random(1)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 3)
    final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(3, evaluator, 2.0, simulations, -1, final, False, False)
    rates, decisions = [], 0
    games = 4
    for _ in range(games):
        state, n = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
                continue
            if n in {4, 8, 16} and len(state.legal_actions()) > 1:
                begun = clock()
                bot.step(state)
                rates.append(simulations / (clock() - begun))
            state.apply_action(rng.choice(state.legal_actions()))
            n += 1
        decisions += n
    return rates, decisions / games

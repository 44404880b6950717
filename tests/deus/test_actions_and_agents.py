"""Action ids and their texts, the greedy heuristic."""

from __future__ import annotations

import numpy as np
import pytest

from meeplezoo.envs.deus import game
from meeplezoo.envs.deus.components import DATA
from meeplezoo.envs.deus.state import START
from meeplezoo.envs.engine import Batch
from meeplezoo.envs.engine.rule import COMPILED

from ..support import random_positions
from .position import FARM, SHIP, A, Deus, M


def test_ids_are_those_of_the_component_file():
    assert game.n_actions == 102 == DATA["meta"]["n_actions"]
    for row in DATA["action"]:
        r = game.actions[row["id"].lower().replace("goldunits", "gold_units")]
        assert (r.offset, r.size) == (row["offset"], row["size"])
    assert len(DATA["action"]) == len(game.actions)


def test_slots_are_private_and_starting_pieces_silent():
    for name in ("build", "discard", "wild"):
        assert game.actions[name].secret == "index"
    public = [r for r in game.actions if r.name not in ("build", "discard", "wild")]
    assert all(r.secret == "no" for r in public)
    assert [r.name for r in public if r.known(START) == "nothing"] == ["kind"]


def test_every_legal_action_of_a_game_has_a_text():
    texts = {game.actions.describe(a) for a in range(game.n_actions)}
    assert all(texts)
    for players in (2, 4):
        for table, mask in random_positions(game, players, 3, {"start_pieces": 6, "wild_building": True}):
            for action in np.flatnonzero(mask):
                texts.add(game.actions.describe(int(action), table.s))
    wanted_texts = ("build Library", "place the army in region", "pay 4 gold in place of 1 ", "call on Demeter",
                    "produce ", "take a ship", "stop here", "draw no cards", "make an offering with",
                    "move the army")  # fmt: skip
    for wanted in wanted_texts:
        assert any(wanted in text for text in texts), wanted


def test_texts_of_rare_decisions():
    table = Deus().put(A, {3: [FARM], 2: [SHIP]}).hand(A, "School").goods(A, [1, 0, 0, 0]).use("Ferry")
    assert game.actions.describe(84, table.s) == "give 1 wood"
    table.do("resource", 0)
    assert game.actions.describe(85, table.s) == "get 1 stone"
    assert game.actions.describe(88, table.s) == f"steal from seat {M}"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_beats_random(players):
    """One greedy seat against random ones: it must have nearly all wins."""
    games = 24 if COMPILED else 1
    batch = Batch(game, games, players, seed=9, observe=False)
    work, mask, values = np.zeros(2, game.state), game.new_mask(), np.zeros(game.n_actions)
    rng = np.random.default_rng(9)
    hero, payoff = np.arange(games) % players, np.full(games, np.nan)
    step = 0
    while np.isnan(payoff).any():
        actions = (rng.random(batch.masks.shape) * batch.masks).argmax(axis=1)
        which = np.flatnonzero((batch.seat == hero) & np.isnan(payoff))
        chosen = np.zeros(which.size, np.int64)
        game.loops.greedy_many(batch.states, which, np.uint64(step), 1, work, mask, values, chosen)
        actions[which] = chosen
        batch.step(actions)
        step += 1
        for i in np.flatnonzero(batch.over & np.isnan(payoff)):
            payoff[i] = batch.payoff[i, hero[i]]
    assert payoff.mean() > 0.8


def test_appraisal_uses_own_knowledge_only():
    """Redrawing what a seat does not know leaves its appraisal unchanged."""
    from meeplezoo.envs.deus.heuristic import appraise

    for table, _ in random_positions(game, 3, 4, {"wild_building": True}):
        if table.s.decisions % 25 == 0:
            for seat in range(3):
                twin = table.copy()
                game.loops.redraw(twin.states, 0, seat, np.uint64(1))
                twin.s.score[(seat + 1) % 3] += 7
                assert appraise(twin.s, seat) == appraise(table.s, seat) or table.s.over

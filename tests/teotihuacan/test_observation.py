"""The observation says what the state says, relative to the observer."""

import numpy as np
import pytest

from meeplezoo.envs.teotihuacan import game
from meeplezoo.envs.teotihuacan.components import SLOTS, TILE_KIND_LEVEL, TILE_KIND_NUMBER
from meeplezoo.envs.teotihuacan.state import MOVE
from tests.support import random_positions

from .position import position


def one_hot(size, index):
    return [int(k == index) for k in range(size)]


@pytest.mark.rule("TE-2.4", "TE-1.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_field_in_natural_units(players):
    for k, (table, _) in enumerate(random_positions(game, players, 61)):
        s, seat = table.s, k % players
        seen = table.observe(seat)
        order = [(seat + i) % players for i in range(players)]
        empty = [0] * (4 - players)
        for name in ("statues", "rebirths", "levels_completed", "score"):
            assert seen[name].tolist() == [*(s[name][p] for p in order), *empty], name
        for name in ("resources", "track_laps"):
            assert np.array_equal(seen[name][:players], s[name][order]), name
        for i, p in enumerate(order):
            assert np.array_equal(seen["track_pos"][i].argmax(1), s.track_pos[p])
            assert np.array_equal(seen["workers"][i].sum(1), s.worker_power[p])
            assert (seen["god_owner"][i] > 0).tolist() == (s.god_owner == p).tolist()
            for y in range(3):
                assert seen["tiles"][i, y].tolist() == (s.slot_owner[y] == p).sum(1).tolist()
        assert seen["slots_left"].tolist() == (SLOTS[players] - (s.slot_owner >= 0).sum(2)).tolist()
        assert seen["pyramid_sum"].tolist() == s.slot_number.sum((1, 2)).tolist()
        assert seen["tile_display"].tolist() == s.tile_display.tolist()
        for kind, count in enumerate(seen["tiles_unseen"]):
            level = TILE_KIND_LEVEL[kind]
            assert count == (s.tile_stack[level] == TILE_KIND_NUMBER[kind]).sum()
        assert np.flatnonzero(seen["gods_unseen"]).tolist() == sorted(s.god_deck[: s.god_left].tolist())
        assert np.flatnonzero(seen["events_unseen"]).tolist() == sorted(s.event_deck[: s.event_left].tolist())
        assert seen["event"].tolist() == one_hot(12, s.event_current)
        assert seen["node"].tolist() == one_hot(10, s.node)
        if not s.over:
            assert seen["round"].tolist() == one_hot(3, s.round_no)
            assert seen["turn_in_round"] == s.turn_in_round
            assert seen["to_decide"].tolist() == one_hot(4, (s.seat - seat) % players)
            assert seen["moved_worker"].tolist() == one_hot(5, -1 if s.node == MOVE else s.moved_worker)
            assert seen["ability"].tolist() == one_hot(5, s.ability)[1:]
            assert (seen["ability_arg"], seen["ops_left"]) == (s.ability_arg, s.ops_left)


def test_hidden_fields_list_what_comes_next():
    table = position(players=4)
    s = table.s
    seen = table.observe(0)
    for level in range(3):
        left = int(s.stack_left[level])
        assert seen["coming_tiles"][level].tolist() == s.tile_stack[level, left - 15 : left][::-1].tolist()
    assert (seen["coming_gods"] - 1).tolist() == s.god_deck[s.god_left - 10 : s.god_left][::-1].tolist()
    assert (seen["coming_events"] - 1).tolist() == s.event_deck[s.event_left - 2 : s.event_left][::-1].tolist()
    own = table.observe(0, "own")
    assert not own["coming_tiles"].any() and not own["coming_gods"].any() and not own["coming_events"].any()


def test_the_price_of_a_god_card_is_shown():
    assert position(event_name="E12").observe(0)["god_price"] == 4
    assert position().observe(0)["god_price"] == 5
    assert position(variants=["start_meetings"]).observe(0)["variants"].tolist() == [1, 0]


def test_the_vector_stays_within_its_bounds():
    out = np.zeros(game.layout.size, np.float32)
    for table, _ in random_positions(game, 4, 71):
        game.loops.view_at(table.states, 0, 2, game.layout.size, out)
        assert (out <= game.layout.high).all() and (out >= game.layout.low).all()

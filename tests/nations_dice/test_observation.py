"""What the observation says, field by field, and that it turns with the seats."""

import numpy as np
import pytest

from meeplezoo.envs.nations_dice import components as c
from meeplezoo.envs.nations_dice import game
from meeplezoo.envs.nations_dice.rules.rounds import tile_points
from meeplezoo.envs.nations_dice.state import MARK, PAY, SLOT

from ..support import random_positions
from .position import (
    B_BOOK2,
    W_FOOD1,
    W_GOLD1,
    W_STRENGTH1,
    hold,
    lay,
    own,
    own_building,
    set_age,
    space,
    start,
)


def test_nothing_is_hidden():
    assert game.layout.public_end == game.layout.own_end == game.layout.size


def test_table_and_players():
    table = start(3)
    s = table.s
    set_age(s, 2)
    lay(s, {(2, 3): "Guild Hall", (3, 1): "Great Wall", (1, 1): "Charlemagne", (1, 2): "Sicily"})
    own_building(s, 1, 3, "University")
    own_building(s, 1, 4, "Three-Field Farm")
    own(s, 1, "Sun Tzu", "advisor")
    own(s, 1, "Library of Alexandria", "wonder_uc")
    own(s, 1, "Nubia")
    own(s, 1, "Stonehenge")
    hold(s, 1, (W_GOLD1, W_GOLD1, B_BOOK2), gold=2)
    s.score[:3], s.books[:3], s.passed[2] = [4, 6, 1], [2, 9, 3], 1
    o = table.observe(1)
    assert o["players"].tolist() == [0, 0, 1, 0]
    assert o["age"].tolist() == [0, 1, 0, 0]
    assert o["to_decide"].tolist() == [0, 0, 1, 0], "seat 0 sits two places clockwise of seat 1"
    assert o["position"].tolist() == [2, 3, 1, 0]
    assert o["passed"].tolist() == [0, 1, 0, 0]
    assert o["score"].tolist() == [6, 1, 4, 0]
    assert o["books"].tolist() == [9, 3, 2, 0]
    assert o["tile_vp"].tolist() == [0 + 1 + 0 + 1 + 2, 0, 0, 0], "the wonder under construction does not count"
    assert (o["famine"], o["war"]) == (3, 3)
    assert o["board_dice"][space(2, 3)].tolist() == [2, 0, 0]
    assert o["board_stone"][space(3, 1)] == 3
    assert o["board_vp"][space(3, 1)] == 2
    assert o["board_chits"][space(3, 1)].tolist() == [0, 0, 0, 1, 0, 0]
    assert o["board_chits"][space(1, 1)].tolist() == [2, 0, 0, 0, 0, 0]
    assert o["board_chits"][space(1, 2)].tolist() == [0, 0, 1, 0, 0, 0]
    assert np.count_nonzero(o["board_vp"]) == 3
    assert o["slot_dice"][0, 3].tolist() == [0, 0, 2]
    assert o["slot_dice"][0, 0].tolist() == [0, 0, 0]
    assert o["slot_vp"][0].tolist() == [0, 0, 0, 0, 1]
    assert o["advisor_rerolls"][0] == 2
    assert o["advisor_vp"][0] == 0
    assert o["wonder_stone"][0] == 2
    assert o["wonder_vp"][0] == 1
    assert o["wonder_chits"][0].tolist() == [0, 0, 0, 0, 1, 0]
    assert o["unused"][0, W_GOLD1] == 2
    assert o["unused"][0, B_BOOK2] == 1
    assert o["unused"][0].sum() == 3
    assert o["used"][0].tolist() == [1, 1, 0, 1]
    assert o["chits_unused"][0].tolist() == [0, 2, 0, 0, 0, 0]
    assert o["chits_used"][0].tolist() == [3, 0, 0, 0, 0, 0]
    assert o["fresh"][1].tolist() == [5, 0, 0, 0], "seat 2 has not rolled"
    assert o["supply_dice"].tolist() == s.supply_dice.tolist()
    assert o["supply_chits"].tolist() == s.supply_chits.tolist()


def test_steps_of_a_payment_and_a_reroll():
    table = start(2)
    s = table.s
    lay(s, {(3, 1): "Irrigation"})
    hold(s, 0, (W_GOLD1, W_GOLD1, W_FOOD1, W_STRENGTH1), reroll=1, gold=1)
    twin = table.copy()
    o = table.do("buy", space(3, 1)).observe(1)
    assert o["node"].argmax() == PAY
    assert o["target"].argmax() == space(3, 1)
    assert o["need"] == 3
    assert o["pay_icon"].argmax() == c.GOLD
    assert o["bought_dice"].tolist() == [1, 0, 0]
    o = table.do("exchange_die", W_GOLD1).observe(1)
    assert o["exch_first"].argmax() == W_GOLD1
    assert o["exch_first"].sum() == 1
    twin.do("reroll").do("mark_die", W_FOOD1)
    o = twin.observe(0)
    assert o["node"].argmax() == MARK
    assert o["marked"][W_FOOD1] == 1
    assert o["mark_last"] == W_FOOD1
    assert o["unused"][0, W_FOOD1] == 0


def test_slot_and_return():
    table = start(2)
    s = table.s
    lay(s, {(1, 1): "Irrigation"})
    own_building(s, 0, 0, "Academy")
    hold(s, 0, (B_BOOK2, W_FOOD1), gold=1)
    s.used[0, c.BLUE] += 1  # a second blue die, so that there is a choice
    o = table.do("buy", space(1, 1)).do("spend_chit").observe(0)
    assert o["node"].argmax() == SLOT
    assert o["target"].sum() == 0
    assert o["bought_dice"].tolist() == [1, 0, 0]
    o = table.do("slot", 0).observe(0)
    assert o["slot_sel"].tolist() == [1, 0, 0, 0, 0]
    assert o["ret_color"].argmax() == c.BLUE
    assert o["ret_left"] == 1


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_rows_turn_with_the_observer_and_tile_points_add_up(players):
    by_seat = [f.name for f in game.layout if f.shape[0] == 4 and f.name not in ("players", "age")]
    by_seat = [name for name in by_seat if name not in ("supply_dice", "ret_color")]
    for table, _ in random_positions(game, players, seed=3):
        own_view = table.observe(0)
        for seat in range(players):
            o = table.observe(seat)
            for name in by_seat:
                turned = np.roll(own_view[name][:players], -seat, axis=0)
                assert np.array_equal(o[name][:players], turned), name
                assert not o[name][players:].any(), name
        if table.s.bought_tile < 0:
            points = [tile_points(table.s, p) for p in range(players)]
            assert own_view["tile_vp"][:players].tolist() == points

"""The component tables hold what rules section 2 says."""

import numpy as np
import pytest

from meeplezoo.envs import DataError
from meeplezoo.envs.nations_dice import components as c
from meeplezoo.envs.nations_dice import game
from meeplezoo.envs.nations_dice.state import VARIANTS

RESOURCES = (c.GOLD, c.FOOD, c.STRENGTH, c.BOOK, c.STONE)


@pytest.mark.rule("ND-1.2", "ND-1.3")
def test_dice_show_one_icon_of_value_one_to_three():
    assert c.CLASSES == 17
    assert set(c.CLASS_VALUE) == {1, 2, 3}
    assert set(c.CLASS_ICON) == set(RESOURCES)
    assert c.CLASS_NAMES[5] == "O-gold2"
    assert (c.CLASS_COLOUR[5], c.CLASS_ICON[5], c.CLASS_VALUE[5]) == (1, c.GOLD, 2)
    assert [int((colour == c.CLASS_COLOUR).sum()) for colour in range(4)] == [5, 4, 4, 4]
    usual, food2 = c.FACES
    assert usual[c.WHITE].tolist() == [0, 0, 1, 2, 3, 4]
    assert food2[c.WHITE].tolist() == [0, 1, 1, 2, 3, 4]
    assert (usual[1:] == food2[1:]).all()
    assert [int(c.CLASS_VALUE[row].sum()) for row in usual[1:]] == [14, 14, 14]


def test_counts_of_pieces():
    assert c.CHIT_COUNT.tolist() == [12, 9, 3, 3, 3, 3]
    assert c.CHIT_COUNT.sum() == 33
    assert c.DICE_COUNT.tolist() == [20, 8, 8, 8]
    assert c.TILES == 60
    assert len(c.EVENT_NAMES) == 12
    assert [int((kind == c.TILE_TYPE).sum()) for kind in range(4)] == [18, 14, 14, 14]
    assert [int((age == c.TILE_AGE).sum()) for age in (1, 2, 3, 4)] == [15] * 4
    assert [int((colour == c.TILE_COLOUR).sum()) for colour in range(4)] == [0, 6, 6, 6]
    assert c.TILE_VP.sum() == 118


def test_tiles_give_what_their_type_gives():
    for t in range(c.TILES):
        kind = c.TILE_TYPE[t]
        assert (c.TILE_COLOUR[t] >= 0) == (kind == c.BUILDING)
        assert (c.TILE_CHIT[t] == c.REROLL) == (kind == c.ADVISOR)
        assert (c.TILE_STONE[t] > 0) == (kind == c.WONDER)
        assert c.TILE_ICON[t] == (c.STRENGTH if kind == c.COLONY else c.GOLD)
        assert 0 <= c.TILE_GAIN[t] <= 2
        assert c.TILE_GAIN[t] > 0 or kind == c.WONDER
    statue = c.TILE_NAMES.index("Statue of Liberty")
    assert (c.TILE_AGE[statue], c.TILE_STONE[statue], c.TILE_VP[statue], c.TILE_GAIN[statue]) == (4, 6, 8, 0)


@pytest.mark.rule("ND-11.1", "ND-12.2", "ND:G7")
def test_events_give_one_to_four_points_by_age():
    assert c.EVENT_VP.tolist() == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]
    assert c.EVENT_FAMINE.tolist() == [2, 3, 1, 3, 4, 2, 4, 5, 3, 5, 6, 4]
    assert c.EVENT_WAR.tolist() == [2, 1, 3, 3, 2, 4, 4, 3, 5, 5, 4, 6]


def test_supply_cannot_run_out(monkeypatch):
    """Rules section 7: with other component data this is asserted on load."""
    c.check_supply()
    dice, chits = c.DICE_COUNT, c.CHIT_COUNT
    for table, index in ((dice, c.BLUE), (dice, c.WHITE), (chits, c.REROLL), (chits, c.BOOK)):
        scarce = table.copy()
        scarce[index] -= 1
        monkeypatch.setattr(c, "DICE_COUNT" if table is dice else "CHIT_COUNT", scarce)
        with pytest.raises(DataError, match="may be needed"):
            c.check_supply()
        monkeypatch.undo()


def test_tiles_with_impossible_gains_are_refused(monkeypatch):
    """A building without dice would leave nothing to return later; white dice never come back into play."""
    breaks = [
        ("TILE_GAIN", "Market", 0),
        ("TILE_COLOUR", "Market", c.WHITE),
        ("TILE_GAIN", "Sun Tzu", 3),
        ("TILE_CHIT", "Nubia", c.REROLL),
        ("TILE_STONE", "Stonehenge", 0),
    ]
    for table, name, value in breaks:
        broken = getattr(c, table).copy()
        broken[c.TILE_NAMES.index(name)] = value
        monkeypatch.setattr(c, table, broken)
        with pytest.raises(DataError, match=name):
            c.check_gains()
        monkeypatch.undo()


@pytest.mark.rule("ND-14.6")
def test_variants_and_players():
    assert [v.name for v in VARIANTS] == ["solo_hard", "white_food2"]
    assert list(game.players) == [1, 2, 3, 4]
    assert game.n_actions == 96


OFFSETS = {
    "buy": (0, 12), "build": (12, 1), "reroll": (13, 1), "pass": (14, 1), "spend_die": (15, 17), "spend_chit": (32, 1),
    "exchange_die": (33, 17), "mark_die": (50, 17), "roll_marked": (67, 1), "roll_all": (68, 1), "slot": (69, 5),
    "return_used_die": (74, 1), "return_unused_die": (75, 17), "return_used_reroll": (92, 1),
    "return_unused_reroll": (93, 1), "stop": (94, 1), "spend_all_books": (95, 1),
}  # fmt: skip


def test_action_ids_are_those_of_the_rules():
    assert {r.name: (r.offset, r.size) for r in game.actions} == OFFSETS
    assert all(r.secret == "no" for r in game.actions)
    listed = {a["name"].lower(): (a["offset"], a["size"]) for a in c.DATA["actions"]}
    assert listed == OFFSETS


def test_white_food2_changes_the_white_dice_only():
    """Over many first rolls food comes twice as often as gold, and the other way round without the variant."""
    for variants, ratio in (((), 0.5), (("white_food2",), 2.0)):
        rolled = np.zeros(c.CLASSES)
        for seed in range(150):
            states = game.start(seed, 2, variants)
            rolled += states["unused"][0].sum(0)
        assert rolled[5:].sum() == 0
        assert rolled[1] / rolled[0] == pytest.approx(ratio, rel=0.35)

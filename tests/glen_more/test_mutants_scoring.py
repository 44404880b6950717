"""End cards count every tile of their colour or type, whichever it is."""

from __future__ import annotations

import pytest

from meeplezoo.envs.glen_more import components as c
from meeplezoo.envs.glen_more.rules import scoring

from .table import Glen


@pytest.mark.rule("GM-9.1", "GM-9.3", "GM-9.8")
@pytest.mark.parametrize(
    ("card", "worth", "counts"),
    [
        (c.IONA, 2, lambda t: c.TILE_COLOUR[t] == c.YELLOW),
        (c.MORAR, 2, lambda t: c.TILE_COLOUR[t] == c.GREEN),
        (c.DUART, 3, lambda t: c.TILE_TYPE[t] == c.VILLAGE),
    ],
)
def test_each_tile_counts_for_the_owner_of_the_card_alone(card, worth, counts):
    table = Glen(3)
    s = table.s
    s.card_owner[:], s.tile_owner[:] = -1, -1
    s.card_owner[card] = 1
    for tile in range(1, c.TILES):
        s.tile_owner[tile] = 1
        assert scoring.card_points(s, 1) == worth * bool(counts(tile)), c.TILE_NAMES[tile]
        assert scoring.card_points(s, 0) == scoring.card_points(s, 2) == 0
        s.tile_owner[tile] = 0
        assert scoring.card_points(s, 1) == 0
        s.tile_owner[tile] = -1

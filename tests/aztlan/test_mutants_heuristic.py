"""What the heuristic makes of positions worked out by hand."""

from __future__ import annotations

import pytest

from meeplezoo.envs.aztlan import game
from meeplezoo.envs.aztlan.state import SCORING_CARD

from .position import CANOES, R, position


def worth(table, seat: int) -> float:
    return float(game.rules.appraise(table.s, seat))


@pytest.mark.rule("AZ-7.7")
def test_a_canoe_is_worth_the_points_that_it_adds():
    """Seat 1 has two sectors of two regions, 3 points with any of their terrains; joined they are 4 + 1."""
    pawns = {key: {1: 1} for key in ("J2", "H3", "D3", "C4")}
    table = position(
        SCORING_CARD, players=3, order=[1, 0, 2], cards={0: 9, 1: 4, 2: 9}, pawns=pawns, hands={1: [CANOES]},
        reserve={0: 30, 1: 26, 2: 30},
    )  # fmt: skip
    before = worth(table, 1)
    table.do("score_canoe", 0)
    assert table.s.seat == 1, "the terrain of the wild card is still to be named"
    assert worth(table, 1) - before == pytest.approx(5 - 3 - 1.5)  # a card in hand is worth 1.5


@pytest.mark.rule("AZ-3.4")
def test_regions_that_a_stronger_rival_contests_do_not_count():
    """Power 9 (city): C4 alone gives 1 + 1 points; a revealed rival of more strength there takes it away."""
    base = {"cards": {0: 9, 1: 5, 2: 5}, "order": [0, 1, 2], "players": 3, "reserve": {0: 28, 1: 27, 2: 30}}
    alone = position(SCORING_CARD, pawns={"C4": {0: 1}, "J1": {0: 1, 1: 1}, "H1": {1: 2}}, **base)
    weak = position(SCORING_CARD, pawns={"C4": {0: 1, 1: 1}, "J1": {0: 1}, "H1": {1: 2}}, **base)
    strong = position(SCORING_CARD, pawns={"C4": {0: 1, 1: 2}, "J1": {0: 1}, "H1": {1: 1}}, **base)
    settled = strong.copy()
    settled.s.settled[R["C4"]] = 1
    assert worth(alone, 0) == pytest.approx(worth(weak, 0))
    # 2 points now, 0.15 of 2 in times to come.
    assert worth(weak, 0) - worth(strong, 0) == pytest.approx(2 + 0.15 * 2)
    assert worth(settled, 0) == pytest.approx(worth(weak, 0))

"""The SVG board and the text view (section 12 of the rules file).

``python -m tests.aztlan.test_picture`` writes the golden text anew.
"""

import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

from meeplezoo.envs.aztlan import game
from meeplezoo.envs.aztlan.components import REGION_KEYS
from meeplezoo.envs.aztlan.picture.drawing import CANOE
from meeplezoo.envs.aztlan.picture.position import FACTION_COLOURS, TRIBE_COLOURS
from meeplezoo.envs.aztlan.state import SCORING_CARD
from tests.support import random_positions

from .position import CANOES, GAMES_CARD, MIXCOATL, OFFERING, R, conflict, placing, position, scoring

SNAPSHOT = Path(__file__).with_name("board.txt")
SVG = "{http://www.w3.org/2000/svg}"


def drawn(table, viewer=None):
    return ET.fromstring(game.draw(table.s, viewer))


def labels(table, viewer=None):
    """All texts of the picture."""
    return ["".join(e.itertext()) for e in drawn(table, viewer).iter(f"{SVG}text")]


def snapshot():
    """The text view of three positions of a fixed game."""
    parts = []
    for decisions, viewer in ((90, 2), (160, None), (400, 0)):
        states = game.start(11)
        game.loops.playout(states, 0, decisions, game.new_mask())
        parts.append(game.text(states[0], viewer))
    return "\n".join(parts)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_picture_is_well_formed_and_shows_nothing_hidden(players):
    rng = np.random.default_rng(players)
    for table, _ in random_positions(game, players, seed=20 + players):
        if rng.random() < 0.97 and not table.s.over:
            continue
        for viewer in [*range(players), None]:
            svg, text = game.draw(table.s, viewer), game.text(table.s, viewer)
            assert ET.fromstring(svg).tag == f"{SVG}svg"
            world = table.copy()
            for seat in [viewer] if viewer is not None else range(players):
                game.loops.redraw(world.states, 0, seat, np.uint64(rng.integers(1 << 40)))
            assert game.draw(world.s, viewer) == svg
            assert game.text(world.s, viewer) == text


def test_map_shows_all_regions_lakes_and_pawns():
    table = placing([0, 1, 2, 3], pawns={"J1": {0: 11}, "C6": {2: 12, 3: 13}})
    seen = labels(table)
    assert set(REGION_KEYS) <= set(seen)
    assert {"11", "12", "13"} <= set(seen)
    assert len([e for e in drawn(table).iter(f"{SVG}polygon") if len(e.get("points").split()) > 4]) >= 34
    assert "Q11" in game.text(table.s, None)


def test_strengths_are_shown_after_the_reveal_only():
    pawns = {"J1": {0: 3, 1: 5}}
    before = labels(placing([0, 1, 2, 3], pawns=pawns, cards={0: 7, 1: 9, 2: 9, 3: 9}))
    assert "21" not in before
    assert "45" not in before
    table = conflict([0, 1, 2, 3], {0: 7, 1: 9, 2: 9, 3: 9}, pawns)
    assert {"21", "45"} <= set(labels(table))
    assert "Shared J1: Quetzal 21, Coyote 45 (open)" in game.text(table.s, None)


def test_settled_regions_are_marked():
    table = conflict([0, 1, 2, 3], dict.fromkeys(range(4), 6), {"J1": {0: 2, 1: 1}, "J2": {0: 2, 1: 1}})
    ticks = game.draw(table.s, None).count('r="9"')
    table.do("coexist", R["J1"])
    assert game.draw(table.s, None).count('r="9"') == ticks + 1
    assert "(settled)" in game.text(table.s, None)


def test_season_phase_turn_and_numbers():
    table = placing([2, 0, 3, 1], season=4, removed={0: 9}, score=[17, 28, 39, 41], marker_order=[1, 3, 0, 2])
    seen = labels(table, 0)
    assert "Aztlán · season 4 of 5 · placement · seat 2 (Serpent) to decide" in seen
    assert {"seat 2 · 1st in turn · to decide", "seat 0 · 2nd in turn · you", "17", "28", "39", "41", "9", "3"} <= set(
        seen
    )
    stack = [e.get("fill") for e in drawn(table).iter(f"{SVG}polygon") if e.get("stroke-width") == "1"]
    assert stack == [TRIBE_COLOURS[p] for p in (1, 3, 0, 2)]
    text = game.text(table.s, None)
    assert "top first: 1 3 0 2" in text
    rows = [row.split()[0] for row in text.splitlines() if any(t in row for t in ("Quetzal", "Coyote", "Ocelot"))]
    assert rows == ["0", "3", "1"]
    assert ">2" in text


def test_the_chosen_power_card_is_seen_by_its_owner_only():
    given = {"turn": [0, 1, 2, 3], "hands": {}}
    mine, yours = placing(**given, cards={0: 5, 1: 9, 2: 9, 3: 9}), placing(**given, cards={0: 8, 1: 9, 2: 9, 3: 9})
    assert game.draw(mine.s, 0) != game.draw(yours.s, 0)
    assert "4[5]6789" in game.text(mine.s, 0)
    for viewer in (1, 2, 3, None):
        assert game.draw(mine.s, viewer) == game.draw(yours.s, viewer)
        assert "456789[?]" in game.text(mine.s, viewer)
    assert labels(mine, 0).count("?") == 3
    assert labels(mine, None).count("?") == 4


def test_own_cards_by_name_others_by_number_and_the_piles():
    table = placing(
        [0, 1, 2, 3], hands={0: [OFFERING] * 4 + [CANOES], 1: [MIXCOATL] * 3}, discard=[GAMES_CARD, GAMES_CARD]
    )
    assert {"Offering ×4", "Canoes", "3 prosperity cards", "Games ×2", "20"} <= set(labels(table, 0))
    assert {"Mixcoatl ×3", "5 prosperity cards"} <= set(labels(table, 1))
    assert not {"Offering ×4", "Mixcoatl ×3"} & set(labels(table, None))
    text = game.text(table.s, 0)
    assert "Seat 0 holds: Offering to the Gods ×4, Rafts and Canoes" in text
    assert "Deck 20; discard pile: Sacred Games ×2" in text
    assert "Mixcoatl" not in text


def test_scoring_shows_sectors_with_their_worth_and_the_lake():
    table = scoring(9, "J1 J2 H1 C1 M4 C4 C5 C6 J6", [MIXCOATL])
    assert {"4 + 1×1 = 5", "3 + 2×2 = 7", "1 + 1×1 = 2", "0"} <= set(labels(table))
    assert "Sector M4 C4 C5: 3 + 2×2 = 7" in game.text(table.s, None)
    table = scoring(4, "J2 H3 D3 C4", [CANOES])
    assert labels(table).count("2 + m×m") == 2
    outlined = game.draw(table.s, None).count(f'stroke="{CANOE}"')
    table.do("score_canoe", 0)
    assert "4 + m×m" in labels(table)
    assert game.draw(table.s, None).count(f'stroke="{CANOE}"') == outlined + 1
    assert "Rafts and Canoes on North Lake" in game.text(table.s, None)


def test_a_pair_of_three_sectors_is_joined_once_chosen():
    table = scoring(4, "J2 M2 M4", [CANOES]).do("score_canoe", 0)
    assert labels(table).count("1 + m×m") == 3
    table.do("canoe_pair", 1)
    assert "2 + m×m" in labels(table)
    assert "Sector J2 M4: 2 + m×m" in game.text(table.s, None)


def test_factions_of_two_players():
    table = position(SCORING_CARD, players=2, season=2, cards={0: 4, 1: 4}, pawns={"J1": {0: 1, 1: 1}})
    text = game.text(table.s, None)
    assert ">0    Ocelot and Serpent" in text
    assert " 1    Coyote and Quetzal" in text
    assert {"Coyote and Quetzal", "Ocelot and Serpent"} <= set(labels(table))
    assert all(colour in game.draw(table.s, None) for colour in FACTION_COLOURS)


def test_final_picture_names_the_winner():
    states = game.start(5, 3)
    game.loops.playout(states, 0, game.max_decisions, game.new_mask())
    winner = int(states["payoff"][0].argmax())
    assert f"seat {winner} wins with {states['score'][0, winner]} points" in game.text(states[0], None)
    assert f"seat {winner} · 1st place" in game.draw(states[0], None)


def test_text_is_as_it_was():
    assert snapshot() == SNAPSHOT.read_text(encoding="utf-8")


if __name__ == "__main__":
    SNAPSHOT.write_text(snapshot(), encoding="utf-8")

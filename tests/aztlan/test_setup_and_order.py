"""Setup, turn order, the marker stack and the limits on prosperity cards (AZ-1, AZ-2)."""

from collections import Counter

import numpy as np
import pytest

from meeplezoo.envs import aztlan_v0
from meeplezoo.envs.aztlan import game
from meeplezoo.envs.aztlan.actions import A
from meeplezoo.envs.aztlan.components import CARD_COUNT, DATA, POWER, TRIBE_NAMES
from meeplezoo.envs.aztlan.state import CONFLICT, MOVE, PLACE, SCORING_CARD, SELECT, WILD_TERRAIN
from tests.support import Table

from .position import (
    CANOES,
    GAMES_CARD,
    MIXCOATL,
    OFFERING,
    TEPEYOLLOTL,
    TLATOANI,
    WARRIORS,
    R,
    choose_all,
    conflict,
    hand_of,
    placing,
    position,
    scoring,
    selecting,
)


@pytest.mark.rule("AZ-1.1", "AZ-1.4")
@pytest.mark.parametrize(("players", "pawns"), [(2, 60), (3, 30), (4, 30)])
def test_start_position(players, pawns):
    s = Table(game, players, seed=3).s
    assert s.reserve.tolist() == [pawns] * players + [0] * (4 - players)
    assert s.season == 1
    assert s.node == SELECT
    assert not s.pawns.any()
    assert not s.to_place.any()
    assert not s.removed.any()
    assert not s.power_used.any()
    assert (s.power_now == -1).all()


def test_tribes_in_seat_order():
    assert [name.split()[3] for name in TRIBE_NAMES] == ["Quetzal", "Coyote", "Serpent", "Ocelot"]
    assert POWER.tolist() == [4, 5, 6, 7, 8, 9]


@pytest.mark.rule("AZ-1.2")
def test_markers_start_in_uniformly_random_order():
    states = aztlan_v0.batch(2400, players=3, seed=5, observe=False).states
    orders = Counter(map(tuple, states["marker_order"][:, :3].tolist()))
    assert len(orders) == 6
    assert min(orders.values()) > 320  # 400 expected, standard deviation 18
    assert (states["turn_order"] == states["marker_order"]).all()
    assert (states["seat"] == states["turn_order"][:, 0]).all()
    assert not states["score"].any()


@pytest.mark.rule("AZ-1.3")
def test_deck_is_shuffled_and_hands_are_empty():
    states = aztlan_v0.batch(1500, seed=6, observe=False).states
    assert (states["deck_len"] == 30).all()
    assert not states["hand"].any()
    assert not states["discard"].any()
    for place in (0, 13, 29):
        seen = np.bincount(states["deck"][:, place], minlength=8) / 1500
        assert np.abs(seen - CARD_COUNT / 30).max() < 0.05
    assert (np.sort(states["deck"], axis=1) == np.repeat(range(8), CARD_COUNT)).all()


@pytest.mark.rule("AZ-1.5")
def test_all_thirty_pawns_of_a_tribe_are_received():
    assert sum(DATA["pawns_per_season"][1]["counts"]) == 30
    table = selecting(players=3, season=5, reserve={0: 4, 1: 4, 2: 4})
    choose_all(table)
    assert table.s.to_place[:3].tolist() == [4, 4, 4]
    assert table.s.reserve[:3].tolist() == [0, 0, 0]


@pytest.mark.rule("AZ-2.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_five_seasons_of_four_phases(players):
    rng = np.random.default_rng(players)
    table = Table(game, players, seed=8)
    phases = []
    while not table.s.over:
        phases.append(
            (int(table.s.season), int(np.searchsorted([PLACE, CONFLICT, SCORING_CARD], table.s.node, "right")))
        )
        table.play(int(rng.choice(table.legal())))
    assert phases == sorted(phases)
    seen = set(phases)
    for season in range(1, 6):
        assert {(season, 0), (season, 1), (season, 2)} <= seen  # scoring is often free of choices
    assert table.s.season == 5


@pytest.mark.rule("AZ-2.2", "AZ-2.3", "AZ-2.4", "AZ:O11")
def test_marker_stack_and_next_turn_order():
    # Player 2 gains 5, then player 0 gains 7, then player 1 gains 5.
    pawns = {r: {1: 1, 2: 1} for r in ("J1", "J2", "H1", "C1")} | {r: {0: 1} for r in ("M4", "C4", "C5")}
    given = {"players": 3, "order": [2, 0, 1], "marker_order": [2, 0, 1], "cards": {0: 9, 1: 9, 2: 9}}
    table = position(SCORING_CARD, pawns=pawns, **given).settle()
    assert table.s.score[:3].tolist() == [7, 5, 5]
    assert table.s.marker_order[:3].tolist() == [1, 0, 2]
    assert table.s.season == 2
    assert table.s.turn_order[:3].tolist() == [0, 1, 2]
    # Without gain a marker keeps its place in the stack.
    for r in ("J1", "J2", "H1", "C1"):
        pawns[r] = {2: 1}
    table = position(SCORING_CARD, pawns=pawns, **given).settle()
    assert table.s.score[:3].tolist() == [7, 0, 5]
    assert table.s.marker_order[:3].tolist() == [0, 2, 1]


@pytest.mark.rule("AZ-2.2")
def test_turn_order_of_a_season_stays_while_markers_move():
    # Player 0 scores first and overtakes everybody; the order of the others does not change.
    table = position(
        SCORING_CARD, order=[0, 3, 1, 2], score=[5, 3, 2, 4], cards={0: 9, 1: 4, 2: 4, 3: 4},
        pawns={"C1": {0: 1}, "C2": {1: 1}, "C3": {2: 1}, "C4": {3: 1}},
    ).settle()  # fmt: skip
    asked = []
    while table.s.node == WILD_TERRAIN:
        asked.append(int(table.s.seat))
        table.do("wild_terrain", 4)
    assert asked == [3, 1, 2]
    # The order of the new season: 7, 6, 5, 4 points.
    assert table.s.score[:4].tolist() == [7, 5, 4, 6]
    assert table.s.turn_order.tolist() == [0, 3, 1, 2]


@pytest.mark.rule("AZ-2.3")
def test_points_of_a_scoring_turn_are_one_step():
    # 4 sector points and 2 of a blessing: the marker passes player 1 at 4 and lands on player 2 at 6.
    table = scoring(9, "J1 C1", [MIXCOATL], score=[0, 4, 5, 6], marker_order=[1, 2, 3, 0])
    table.do("score_blessing", 0)
    assert table.s.score[:4].tolist() == [5, 4, 5, 6]
    assert table.s.marker_order.tolist() == [0, 1, 2, 3]
    assert table.s.turn_order.tolist() == [3, 0, 2, 1]  # 6; 5 on top of 5; 4


@pytest.mark.rule("AZ-2.5", "AZ-5.7")
def test_one_warriors_card_per_placement_turn_but_several_per_season():
    table = placing([0, 1, 2, 3], hands={0: [WARRIORS, WARRIORS]})
    table.do("play_eagle_jaguar")
    assert not table.is_legal("play_eagle_jaguar")
    table.do("place", 0)
    assert not table.is_legal("play_eagle_jaguar")
    table.do("place", 1).do("move_none")
    for _ in range(3):
        table.do("place", 5).do("move_none")
    assert table.s.seat == 0
    assert table.is_legal("play_eagle_jaguar")


@pytest.mark.rule("AZ-2.5")
def test_one_scoring_card_per_turn():
    table = scoring(4, "J1 M1 C1", [MIXCOATL, TEPEYOLLOTL, CANOES])
    table.do("score_blessing", 0)
    assert table.s.node == WILD_TERRAIN  # no second card is offered
    table.do("wild_terrain", 0)
    assert hand_of(table, 0) == [TEPEYOLLOTL, CANOES]


@pytest.mark.rule("AZ-2.5", "AZ-6.8")
def test_sacred_games_do_not_count_as_the_card_of_the_own_turn():
    # Blue saves its pawns in red's turn and still plays Tlatoani in its own; red declares two fights, both answered.
    table = conflict(
        [2, 0, 1, 3], {0: 6, 1: 6, 2: 9, 3: 6}, {"J1": {2: 1, 0: 1}, "J2": {2: 1, 0: 1}, "C4": {0: 1, 1: 1}},
        hands={0: [GAMES_CARD, GAMES_CARD, TLATOANI]},
    )  # fmt: skip
    table.do("fight", R["J1"]).do("games_play").do("fight", R["J2"]).do("games_play")
    assert table.s.seat == 0
    assert table.legal_in("tlatoani") == [R["C4"]]


@pytest.mark.rule("AZ-2.6", "AZ:O10")
def test_a_card_drawn_may_be_played_in_the_same_conflict_turn():
    table = conflict([0, 1, 2, 3], dict.fromkeys(range(4), 6), {"J1": {0: 2, 1: 1}, "J2": {0: 1, 2: 1}}, top=[TLATOANI])
    assert not table.legal_in("tlatoani")
    table.do("coexist", R["J1"])
    assert hand_of(table, 0) == [TLATOANI]
    assert table.legal_in("tlatoani") == [R["J2"]]
    table.do("tlatoani", R["J2"]).do("fight", R["J2"])
    assert table.s.pawns[2, R["J2"]] == 0


@pytest.mark.rule("AZ-2.7")
def test_cards_without_effect_cannot_be_played():
    # No jungle, mountain or highland; two regions on different lakes.
    table = scoring(9, "C1 D6", [0, 1, 2, CANOES, OFFERING, GAMES_CARD, TLATOANI, WARRIORS])
    assert table.legal() == [A.score_no_card]
    assert scoring(9, "C1 J1", [0, 1, 2]).legal_in("score_blessing") == [0]
    assert scoring(9, "C1 M1", [0, 1, 2]).legal_in("score_blessing") == [1]
    assert scoring(9, "C1 H1", [0, 1, 2]).legal_in("score_blessing") == [2]
    # No tie for the top: Tlatoani is not offered, the turn passes without a question.
    table = conflict([0, 1, 2, 3], dict.fromkeys(range(4), 6), {"J1": {0: 1, 1: 2}}, hands={0: [TLATOANI]})
    assert table.s.seat == 1


@pytest.mark.rule("AZ-2.8", "AZ-6.12")
def test_played_cards_are_on_the_discard_pile_before_the_draw_that_follows():
    # The deck is empty: the Sacred Games just played are shuffled in and drawn by the winner.
    table = conflict([0, 1, 2, 3], {0: 9, 1: 6, 2: 6, 3: 6}, {"H4": {0: 2, 1: 1}}, hands={1: [GAMES_CARD]}, deck=[])
    table.do("fight", R["H4"]).do("games_play")
    assert hand_of(table, 0) == [GAMES_CARD]
    assert not table.s.discard.any()
    assert table.s.deck_len == 0


@pytest.mark.rule("AZ-2.8")
def test_no_hand_limit():
    hand = [OFFERING] * 9 + [MIXCOATL] * 3
    table = conflict([0, 1, 2, 3], dict.fromkeys(range(4), 6), {"J1": {0: 2, 1: 1}}, hands={0: hand}, top=[WARRIORS])
    table.do("coexist", R["J1"])
    assert table.s.hand[0].sum() == 13


@pytest.mark.rule("AZ-4.1", "AZ-5.2")
def test_every_decision_belongs_to_the_turn_owner_outside_sacred_games():
    table = placing([3, 1, 0, 2])
    assert (table.s.seat, table.s.node) == (3, PLACE)
    table.do("place", 0)
    assert (table.s.seat, table.s.node) == (3, MOVE)


def test_action_ids_are_those_of_the_component_file():
    ranges = {name: [r.offset, r.size] for name, r in ((r.name, r) for r in game.actions)}
    wanted = {name: span for name, span in DATA["action_space"].items() if name not in ("n", "source")}
    assert game.n_actions == DATA["action_space"]["n"] == 265
    assert list(ranges.values()) == list(wanted.values())
    assert game.actions.describe(A.move_edge + 33) == "move a pawn from D3 to H2"
    assert game.actions.describe(A.move_edge) == "move a pawn from J1 to D1"
    assert game.actions.describe(A.move_edge + 117) == "move a pawn from C6 to H5"
    assert game.actions.describe(A.choose_power) == "choose power 4 (wild)"

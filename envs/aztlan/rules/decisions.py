"""What may be done at each decision, and who carries it out (section 5 of RULES.md)."""

import numpy as np

from ...engine import rule
from ..actions import A
from ..components import (
    BLESSINGS,
    EDGE_FROM,
    LAKES,
    POWERS,
    REGIONS,
    TERRAINS,
    TLATOANI,
)
from ..state import CONFLICT, GAMES, MOVE, PAIR, PLACE, PLACE_SECOND, SCORING_CARD, SELECT, TIE_WINNER, WILD_TERRAIN
from .board import controlled, decider, side_of
from .conflict import answer_games, army, coexist, end_conflict_turn, fight, play_tlatoani
from .development import can_play_warriors, choose_power, move, place, play_warriors
from .scoring import (
    can_play_blessing,
    can_play_canoe,
    choose_pair,
    name_terrain_or_score,
    play_blessing,
    play_canoe,
    score_turn,
)

N_TERRAINS = len(TERRAINS)
ONE = np.uint64(1)


@rule
def legal_mask(s, mask):
    """Marks the legal actions of the pending decision."""
    p = decider(s)
    if s.node == SELECT:
        for c in range(POWERS):
            mask[A.choose_power + c] = not s.power_used[p, c]
    elif s.node in (PLACE, PLACE_SECOND):
        mask[A.place : A.place + REGIONS] = True
        mask[A.play_eagle_jaguar] = s.node == PLACE and can_play_warriors(s, p)
    elif s.node == MOVE:
        mask_moves(s, side_of(s, p), mask)
    elif s.node == CONFLICT:
        mask_conflicts(s, p, mask)
    elif s.node == TIE_WINNER:
        r = int(s.fight_region)
        mask[A.fight + r] = True
        mask[A.coexist + r] = True
    elif s.node == GAMES:
        mask[A.games_decline] = True
        mask[A.games_play] = True
    elif s.node == SCORING_CARD:
        mask_scoring_cards(s, p, mask)
    elif s.node == PAIR:
        mask[A.canoe_pair : A.canoe_pair + 3] = True
    elif s.node == WILD_TERRAIN:
        mask[A.wild_terrain : A.wild_terrain + N_TERRAINS] = True


@rule
def mask_moves(s, side, mask):
    mask[A.move_none] = True
    regions = np.uint64(controlled(s, side))
    for edge in range(EDGE_FROM.size):
        mask[A.move_edge + edge] = regions >> EDGE_FROM[edge] & ONE


@rule
def mask_conflicts(s, p, mask):
    """A conflict that the player alone wins must be settled (AZ-6.4); a tie may be broken by Tlatoani (AZ-6.7).

    This is `standing` for all regions at once, without a branch, in numbers that fill vector registers.
    """
    breaks_ties = s.hand[p, TLATOANI] > 0 and not s.card_played
    side, power = army(s, p, 0)
    side_1, power_1 = army(s, p, 1)
    side_2, power_2 = army(s, p, 2)
    side_3, power_3 = army(s, p, 3)
    must = False
    for r in range(REGIONS):
        own = np.int32(power * s.pawns[side, r])
        rival = max(np.int32(power_1 * s.pawns[side_1, r]), np.int32(power_2 * s.pawns[side_2, r]))
        rival = max(rival, np.int32(power_3 * s.pawns[side_3, r]))
        contested = (own > 0) & (rival > 0) & (s.settled[r] == 0)
        wins = contested & (own > rival)
        mask[A.fight + r] = wins
        mask[A.coexist + r] = wins
        mask[A.tlatoani + r] = contested & (own == rival) & breaks_ties
        must |= wins
    mask[A.conflict_done] = not must


@rule
def mask_scoring_cards(s, p, mask):
    """Cards are offered only where they would do something (AZ-2.7)."""
    mask[A.score_no_card] = True
    regions = controlled(s, side_of(s, p))
    for b in range(BLESSINGS.size):
        mask[A.score_blessing + b] = can_play_blessing(s, p, b, regions)
    for lake in range(LAKES):
        mask[A.score_canoe + lake] = can_play_canoe(s, p, lake, regions)


@rule
def apply(s, action):
    """Carries out one legal action."""
    if s.node == SELECT:
        choose_power(s, action - A.choose_power)
    elif s.node in (PLACE, PLACE_SECOND):
        if action == A.play_eagle_jaguar:
            play_warriors(s)
        else:
            place(s, action - A.place)
    elif s.node == MOVE:
        move(s, action - A.move_edge if action >= A.move_edge else -1)
    elif s.node in (CONFLICT, TIE_WINNER):
        apply_conflict(s, action)
    elif s.node == GAMES:
        answer_games(s, action == A.games_play)
    elif s.node == SCORING_CARD:
        apply_scoring_card(s, action)
    elif s.node == PAIR:
        choose_pair(s, action - A.canoe_pair)
    elif s.node == WILD_TERRAIN:
        score_turn(s, action - A.wild_terrain)


@rule
def apply_conflict(s, action):
    if action == A.conflict_done:
        end_conflict_turn(s)
    elif action >= A.tlatoani:
        play_tlatoani(s, action - A.tlatoani)
    elif action >= A.coexist:
        coexist(s, action - A.coexist)
    else:
        fight(s, action - A.fight)


@rule
def apply_scoring_card(s, action):
    if action == A.score_no_card:
        name_terrain_or_score(s)
    elif action >= A.score_canoe:
        play_canoe(s, action - A.score_canoe)
    else:
        play_blessing(s, action - A.score_blessing)

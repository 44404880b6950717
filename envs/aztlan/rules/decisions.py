"""What may be done at each decision, and who carries it out (section 5 of RULES.md)."""

import numpy as np

from ...engine import rule
from ..actions import (
    BLESSING,
    CANOE,
    CANOE_PAIR,
    CHOOSE,
    COEXIST,
    DONE,
    FIGHT,
    GAMES_DECLINE,
    GAMES_PLAY,
    MOVE_EDGE,
    MOVE_NONE,
    NAME_TERRAIN,
    NO_CARD,
    PLACE_IN,
    PLAY_TLATOANI,
    PLAY_WARRIORS,
)
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
            mask[CHOOSE + c] = not s.power_used[p, c]
    elif s.node in (PLACE, PLACE_SECOND):
        mask[PLACE_IN : PLACE_IN + REGIONS] = True
        mask[PLAY_WARRIORS] = s.node == PLACE and can_play_warriors(s, p)
    elif s.node == MOVE:
        mask_moves(s, side_of(s, p), mask)
    elif s.node == CONFLICT:
        mask_conflicts(s, p, mask)
    elif s.node == TIE_WINNER:
        r = int(s.fight_region)
        mask[FIGHT + r] = True
        mask[COEXIST + r] = True
    elif s.node == GAMES:
        mask[GAMES_DECLINE] = True
        mask[GAMES_PLAY] = True
    elif s.node == SCORING_CARD:
        mask_scoring_cards(s, p, mask)
    elif s.node == PAIR:
        mask[CANOE_PAIR : CANOE_PAIR + 3] = True
    elif s.node == WILD_TERRAIN:
        mask[NAME_TERRAIN : NAME_TERRAIN + N_TERRAINS] = True


@rule
def mask_moves(s, side, mask):
    mask[MOVE_NONE] = True
    regions = np.uint64(controlled(s, side))
    for edge in range(EDGE_FROM.size):
        mask[MOVE_EDGE + edge] = regions >> EDGE_FROM[edge] & ONE


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
        mask[FIGHT + r] = wins
        mask[COEXIST + r] = wins
        mask[PLAY_TLATOANI + r] = contested & (own == rival) & breaks_ties
        must |= wins
    mask[DONE] = not must


@rule
def mask_scoring_cards(s, p, mask):
    """Cards are offered only where they would do something (AZ-2.7)."""
    mask[NO_CARD] = True
    regions = controlled(s, side_of(s, p))
    for b in range(BLESSINGS.size):
        mask[BLESSING + b] = can_play_blessing(s, p, b, regions)
    for lake in range(LAKES):
        mask[CANOE + lake] = can_play_canoe(s, p, lake, regions)


@rule
def apply(s, action):
    """Carries out one legal action."""
    if s.node == SELECT:
        choose_power(s, action - CHOOSE)
    elif s.node in (PLACE, PLACE_SECOND):
        if action == PLAY_WARRIORS:
            play_warriors(s)
        else:
            place(s, action - PLACE_IN)
    elif s.node == MOVE:
        move(s, action - MOVE_EDGE if action >= MOVE_EDGE else -1)
    elif s.node in (CONFLICT, TIE_WINNER):
        apply_conflict(s, action)
    elif s.node == GAMES:
        answer_games(s, action == GAMES_PLAY)
    elif s.node == SCORING_CARD:
        apply_scoring_card(s, action)
    elif s.node == PAIR:
        choose_pair(s, action - CANOE_PAIR)
    elif s.node == WILD_TERRAIN:
        score_turn(s, action - NAME_TERRAIN)


@rule
def apply_conflict(s, action):
    if action == DONE:
        end_conflict_turn(s)
    elif action >= PLAY_TLATOANI:
        play_tlatoani(s, action - PLAY_TLATOANI)
    elif action >= COEXIST:
        coexist(s, action - COEXIST)
    else:
        fight(s, action - FIGHT)


@rule
def apply_scoring_card(s, action):
    if action == NO_CARD:
        name_terrain_or_score(s)
    elif action >= CANOE:
        play_canoe(s, action - CANOE)
    else:
        play_blessing(s, action - BLESSING)

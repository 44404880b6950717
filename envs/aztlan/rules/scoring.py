"""The scoring phase and the end of the game (AZ-7, AZ-8)."""

from ...engine import rule
from ...engine.bits import popcount
from ...engine.payoff import finish
from ..components import (
    BLESSING_TERRAIN,
    BLESSING_VP,
    BLESSINGS,
    CANOES,
    CARD_VP,
    KINDS,
    OFFERING,
    OFFERING_VP,
    POWER_TERRAIN,
    POWERS,
    REGIONS,
    SEASONS,
    TERRAIN_REGIONS,
    UNUSED_VP,
)
from ..state import OVER, PAIR, SCORING_CARD, WILD_TERRAIN
from .board import controlled, decider, own_side, sector_at, shore_sector, side_of, turn_owner
from .cards import play_card
from .season import clear_turn, gain, start_season


@rule
def start_scoring_turn(s):
    s.node = SCORING_CARD
    s.seat = turn_owner(s)


@rule
def can_play_blessing(s, p, b, regions):
    """Whether blessing ``b`` would bring points for the regions held (AZ-2.7)."""
    return s.hand[p, BLESSINGS[b]] > 0 and regions & TERRAIN_REGIONS[BLESSING_TERRAIN[b]] != 0


@rule
def can_play_canoe(s, p, lake, regions):
    """Whether Rafts and Canoes would find two sectors on the shore (AZ-2.7)."""
    return s.hand[p, CANOES] > 0 and shore_sector(regions, lake, 1) != 0


@rule
def play_blessing(s, b):
    play_card(s, decider(s), BLESSINGS[b])
    s.card_played = True
    s.blessing = b
    name_terrain_or_score(s)


@rule
def play_canoe(s, lake):
    play_card(s, decider(s), CANOES)
    s.card_played = True
    s.canoe_lake = lake
    if shore_sector(controlled(s, own_side(s)), lake, 2):
        s.node = PAIR
    else:
        choose_pair(s, 0)


@rule
def choose_pair(s, pair):
    s.canoe_pair = pair
    name_terrain_or_score(s)


@rule
def name_terrain_or_score(s):
    """The wild card asks for a terrain, unless nothing can score (AZ-7.4)."""
    terrain = POWER_TERRAIN[s.power_now[s.seat]]
    if terrain < 0 and controlled(s, own_side(s)):
        s.node = WILD_TERRAIN
    else:
        score_turn(s, terrain)


@rule
def joined_sectors(s, regions):
    """The two sectors that Rafts and Canoes joins, as one bit mask; 0 without the card (AZ-7.7)."""
    if s.canoe_lake < 0:
        return 0
    first = 1 if s.canoe_pair == 2 else 0
    second = 1 if s.canoe_pair == 0 else 2
    return shore_sector(regions, s.canoe_lake, first) | shore_sector(regions, s.canoe_lake, second)


@rule
def sector_points(regions, joined, terrain):
    """N + m x m for each sector with m >= 1 regions of the terrain (AZ-7.2); ``joined`` counts as one sector."""
    points = 0
    left = regions
    for r in range(REGIONS):
        if left >> r & 1:
            sector = joined if joined >> r & 1 else sector_at(regions, r)
            left &= ~sector
            m = popcount(sector & TERRAIN_REGIONS[terrain])
            if m > 0:
                points += popcount(sector) + m * m
    return points


@rule
def score_turn(s, terrain):
    """Adds up one player's season and passes the scoring turn on (AZ-7.1)."""
    p = decider(s)
    regions = controlled(s, side_of(s, p))
    points = 0
    if terrain >= 0:
        points += sector_points(regions, joined_sectors(s, regions), terrain)
    if s.blessing >= 0:
        points += BLESSING_VP * popcount(regions & TERRAIN_REGIONS[BLESSING_TERRAIN[s.blessing]])
    gain(s, p, points)
    clear_turn(s)
    s.turn_pos += 1
    if s.turn_pos < s.players:
        start_scoring_turn(s)
    else:
        end_season(s)


@rule
def end_season(s):
    for p in range(s.players):
        s.power_used[p, s.power_now[p]] = True
        s.power_now[p] = -1
    if s.season < SEASONS:
        start_season(s)
    else:
        end_game(s)


@rule
def final_points(s, p):
    """The unused power card, the cards in hand and the Offering set (AZ-8.2)."""
    points = 0
    for c in range(POWERS):
        if not s.power_used[p, c]:
            points += UNUSED_VP[s.unused_vp, c]
    for kind in range(KINDS):
        points += CARD_VP * int(s.hand[p, kind])
    return points + OFFERING_VP[s.offerings, s.hand[p, OFFERING]]


@rule
def end_game(s):
    """Adds the final points in turn order computed anew (AZ-8.3); equal scores: the lower marker wins (AZ-8.6)."""
    n = int(s.players)
    s.turn_pos = 0
    s.node = OVER
    for i in range(n):  # places are kept in tiebreak, since every step of a marker changes the stack
        p = s.marker_order[i]
        ahead = 0
        for j in range(n):
            q = s.marker_order[j]
            ahead += s.score[q] > s.score[p] or (s.score[q] == s.score[p] and j < i)
        s.tiebreak[p] = ahead
    for k in range(n):
        for p in range(n):
            if s.tiebreak[p] == k:
                s.tiebreak[p] = -1
                gain(s, p, final_points(s, p))
    for depth in range(n):
        s.tiebreak[s.marker_order[depth]] = depth
    finish(s)

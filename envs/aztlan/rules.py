"""The rules of Aztlán as functions on a record ``s``. Numbers such as AZ-5.4 refer to RULES.md."""

from ..engine import rule
from ..engine.payoff import finish
from ..engine.rng import randint, shuffle
from .actions import (
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
from .components import (
    BLESSING_TERRAIN,
    BLESSING_VP,
    BLESSINGS,
    CANOES,
    CARD_COUNT,
    CARD_VP,
    DECK_SIZE,
    EDGE_FROM,
    EDGE_START,
    EDGE_TO,
    KINDS,
    LAKES,
    NEIGHBOURS,
    OFFERING,
    OFFERING_VP,
    POWER,
    POWER_TERRAIN,
    POWERS,
    REGIONS,
    SACRED_GAMES,
    SEASON_PAWNS,
    SEASONS,
    SHORES,
    SIDE_PAWNS,
    TERRAIN_REGIONS,
    TERRAINS,
    TLATOANI,
    UNUSED_VP,
    WARRIORS,
)
from .state import (
    CONFLICT,
    GAMES,
    MOVE,
    OVER,
    PAIR,
    PLACE,
    PLACE_SECOND,
    SCORING_CARD,
    SELECT,
    TIE_WINNER,
    WILD_TERRAIN,
)

N_TERRAINS = len(TERRAINS)
MAX_REDRAWS = 1000

# --- Sides and the map (AZ-3) ----------------------------------------------------------------------------------------


@rule
def side_of(s, p):
    """The side that player ``p`` controls this season: his tribe, or with two players a faction (AZ-9.5)."""
    return (p + s.season - 1) % 2 if s.players == 2 else p


@rule
def turn_owner(s):
    """The player whose turn it is (he differs from ``seat`` while rivals are asked for Sacred Games)."""
    return int(s.turn_order[s.turn_pos])


@rule
def controlled(s, side):
    """The regions where ``side`` has a pawn, as a bit mask (AZ-3.4)."""
    regions = 0
    for r in range(REGIONS):
        if s.pawns[side, r] > 0:
            regions |= 1 << r
    return regions


@rule
def sector_at(regions, r):
    """The connected part of ``regions`` that contains region ``r`` (AZ-3.5)."""
    sector = 1 << r
    frontier = sector
    while frontier:
        reached = 0
        for q in range(REGIONS):
            if frontier >> q & 1:
                reached |= NEIGHBOURS[q]
        frontier = reached & regions & ~sector
        sector |= frontier
    return sector


@rule
def popcount(bits):
    """How many regions a bit mask holds."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@rule
def shore_sector(regions, lake, k):
    """The ``k``-th sector of ``regions`` that touches ``lake``, by lowest region id; 0 if there are fewer."""
    left = regions
    for r in range(REGIONS):
        if left >> r & 1:
            sector = sector_at(regions, r)
            left &= ~sector
            if sector & SHORES[lake]:
                if k == 0:
                    return sector
                k -= 1
    return 0


# --- Setup and seasons (AZ-1, AZ-2) ----------------------------------------------------------------------------------


@rule
def reset(s):
    """Sets up the game (AZ-1)."""
    n = int(s.players)
    s.marker_order[:] = -1
    s.turn_order[:] = -1
    for p in range(n):
        s.marker_order[p] = p
        s.reserve[p] = SIDE_PAWNS[n]  # with two players: one row per faction
    shuffle(s, s.marker_order, n)  # AZ-1.2
    fill_deck(s, CARD_COUNT)  # AZ-1.3
    clear_turn(s)
    s.season = 0
    start_season(s)


@rule
def clear_turn(s):
    """Puts the fields of a turn or fight to rest."""
    s.warriors_left = 0
    s.card_played = False
    s.canoe_lake = -1
    s.canoe_pair = -1
    s.blessing = -1
    clear_fight(s)


@rule
def clear_fight(s):
    s.fight_region = -1
    s.fight_step = 0
    s.games_played[:] = False


@rule
def start_season(s):
    s.season += 1
    s.settled[:] = False
    s.power_now[:] = -1
    rank_markers(s, s.turn_order)
    s.node = SELECT
    s.turn_pos = 0
    s.seat = turn_owner(s)


@rule
def rank_markers(s, order):
    """Writes the turn order: by score, among equals the higher marker first (AZ-2.2, AZ-2.4)."""
    for i in range(s.players):
        p = s.marker_order[i]
        j = i
        while j > 0 and s.score[order[j - 1]] < s.score[p]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = p


@rule
def gain(s, p, points):
    """Moves a score marker; it lands on top of those already there (AZ-2.3)."""
    if points == 0:
        return
    s.score[p] += points
    j = 0
    while s.marker_order[j] != p:
        j += 1
    while j > 0:
        s.marker_order[j] = s.marker_order[j - 1]
        j -= 1
    s.marker_order[0] = p


# --- Prosperity cards (AZ-2.8, AZ-6.12) ------------------------------------------------------------------------------


@rule
def fill_deck(s, counts):
    """Shuffles cards, given as counts by kind, into the empty deck."""
    s.deck[:] = -1
    n = 0
    for kind in range(KINDS):
        for _ in range(counts[kind]):
            s.deck[n] = kind
            n += 1
    s.deck_len = n
    shuffle(s, s.deck, n)


@rule
def draw_card(s, p):
    if s.deck_len == 0:
        fill_deck(s, s.discard)
        s.discard[:] = 0
    if s.deck_len == 0:
        return
    s.hand[p, s.deck[0]] += 1
    s.deck_len -= 1
    for k in range(s.deck_len):
        s.deck[k] = s.deck[k + 1]
    s.deck[s.deck_len] = -1


@rule
def play_card(s, p, kind):
    s.hand[p, kind] -= 1
    s.discard[kind] += 1


# --- Selection and development (AZ-4, AZ-5) --------------------------------------------------------------------------


@rule
def choose_power(s, c):
    s.power_now[s.seat] = c
    s.turn_pos += 1
    if s.turn_pos < s.players:
        s.seat = turn_owner(s)
        return
    receive_pawns(s)
    s.turn_pos = s.players - 1
    next_placement(s)


@rule
def receive_pawns(s):
    """Each side takes its pawns from the reserve, the rest from removed ones as far as they go (AZ-4.3, AZ-4.4)."""
    for side in range(s.players):
        due = SEASON_PAWNS[s.players, s.season - 1]
        fresh = min(due, int(s.reserve[side]))
        back = min(due - fresh, int(s.removed[side]))
        s.reserve[side] -= fresh
        s.removed[side] -= back
        s.to_place[side] = fresh + back


@rule
def next_placement(s):
    """Gives the turn to the next player with pawns to place; without any the conflict phase begins (AZ-5.1)."""
    for _ in range(s.players):
        s.turn_pos = (s.turn_pos + 1) % s.players
        p = turn_owner(s)
        if s.to_place[side_of(s, p)] > 0:
            s.seat = p
            s.node = PLACE
            return
    s.turn_pos = 0
    start_conflict_turn(s)


@rule
def can_play_warriors(s, p):
    """Whether Eagle and Jaguar Warriors may be played: a pawn must be there to take (AZ-5.6)."""
    side = side_of(s, p)
    return s.hand[p, WARRIORS] > 0 and not s.card_played and s.reserve[side] + s.removed[side] > 0


@rule
def play_warriors(s):
    side = side_of(s, s.seat)
    play_card(s, s.seat, WARRIORS)
    s.card_played = True
    s.warriors_left = 2
    if s.reserve[side] > 0:
        s.reserve[side] -= 1
    else:
        s.removed[side] -= 1
    s.to_place[side] += 1


@rule
def place(s, r):
    side = side_of(s, s.seat)
    s.pawns[side, r] += 1
    s.to_place[side] -= 1
    if s.warriors_left > 0:
        s.warriors_left -= 1
    s.node = PLACE_SECOND if s.warriors_left > 0 else MOVE


@rule
def move(s, edge):
    """Moves one pawn over a land border (AZ-5.4); ``edge`` -1 moves none."""
    if edge >= 0:
        side = side_of(s, s.seat)
        s.pawns[side, EDGE_FROM[edge]] -= 1
        s.pawns[side, EDGE_TO[edge]] += 1
    clear_turn(s)
    next_placement(s)


# --- Conflict (AZ-6) -------------------------------------------------------------------------------------------------


@rule
def strength(s, p, r):
    """Power of the season's card times own pawns in the region (AZ-6.1)."""
    return POWER[s.power_now[p]] * int(s.pawns[side_of(s, p), r])


@rule
def standing(s, p, r):
    """How ``p`` stands in region ``r``: 2 alone strongest of several, 1 tied for the top, 0 no say."""
    own = strength(s, p, r)
    if own == 0:
        return 0
    rivals = 0
    tied = False
    for q in range(s.players):
        if q != p:
            other = strength(s, q, r)
            if other > own:
                return 0
            tied |= other == own
            rivals += other > 0
    if rivals == 0:
        return 0
    return 1 if tied else 2


@rule
def start_conflict_turn(s):
    s.node = CONFLICT
    s.seat = turn_owner(s)


@rule
def play_tlatoani(s, r):
    play_card(s, s.seat, TLATOANI)
    s.card_played = True
    s.fight_region = r
    s.node = TIE_WINNER


@rule
def fight(s, r):
    s.fight_region = r
    ask_rival(s, 0)


@rule
def ask_rival(s, step):
    """Asks the next rival who holds Sacred Games, in turn order after the fighter; then fights (AZ-6.8)."""
    for k in range(step, s.players - 1):
        q = int(s.turn_order[(s.turn_pos + 1 + k) % s.players])
        if s.hand[q, SACRED_GAMES] > 0 and s.pawns[side_of(s, q), s.fight_region] > 0:
            s.node = GAMES
            s.seat = q
            s.fight_step = k
            return
    settle_fight(s)


@rule
def answer_games(s, plays):
    if plays:
        play_card(s, s.seat, SACRED_GAMES)
        s.games_played[s.seat] = True
    ask_rival(s, s.fight_step + 1)


@rule
def settle_fight(s):
    """Removes the rivals' pawns but for those saved; the winner draws one card if any were (AZ-6.5, AZ-6.8)."""
    p = turn_owner(s)
    r = int(s.fight_region)
    saved = False
    for q in range(s.players):
        if q == p:
            continue
        if s.games_played[q]:
            saved = True
        else:
            remove_pawns(s, side_of(s, q), r)
    if saved:
        draw_card(s, p)
    end_conflict(s, r)


@rule
def coexist(s, r):
    draw_card(s, s.seat)
    end_conflict(s, r)


@rule
def remove_pawns(s, side, r):
    s.removed[side] += s.pawns[side, r]
    s.pawns[side, r] = 0


@rule
def end_conflict(s, r):
    """The region is finished for this season; the active player goes on."""
    s.settled[r] = True
    clear_fight(s)
    start_conflict_turn(s)


@rule
def end_conflict_turn(s):
    clear_turn(s)
    s.turn_pos += 1
    if s.turn_pos < s.players:
        start_conflict_turn(s)
        return
    settle_ties(s)
    s.turn_pos = 0
    start_scoring_turn(s)


@rule
def settle_ties(s):
    """In tied regions that no Tlatoani broke, the weaker sides lose their pawns (AZ-6.6)."""
    for r in range(REGIONS):
        top = 0
        present = 0
        for p in range(s.players):
            own = strength(s, p, r)
            present += own > 0
            top = max(top, own)
        if present < 2 or s.settled[r]:
            continue
        s.settled[r] = True
        for p in range(s.players):
            if strength(s, p, r) < top:
                remove_pawns(s, side_of(s, p), r)


# --- Scoring and the end (AZ-7, AZ-8) --------------------------------------------------------------------------------


@rule
def start_scoring_turn(s):
    s.node = SCORING_CARD
    s.seat = turn_owner(s)


@rule
def play_blessing(s, b):
    play_card(s, s.seat, BLESSINGS[b])
    s.card_played = True
    s.blessing = b
    name_terrain_or_score(s)


@rule
def play_canoe(s, lake):
    play_card(s, s.seat, CANOES)
    s.card_played = True
    s.canoe_lake = lake
    if shore_sector(controlled(s, side_of(s, s.seat)), lake, 2):
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
    if terrain < 0 and controlled(s, side_of(s, s.seat)):
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
    p = int(s.seat)
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


# --- Decisions (rules section 5) -------------------------------------------------------------------------------------


@rule
def legal_mask(s, mask):
    """Marks the legal actions of the pending decision."""
    p = int(s.seat)
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
    for r in range(REGIONS):
        if s.pawns[side, r] > 0:
            mask[MOVE_EDGE + EDGE_START[r] : MOVE_EDGE + EDGE_START[r + 1]] = True


@rule
def mask_conflicts(s, p, mask):
    """A conflict that the player alone wins must be settled (AZ-6.4); a tie may be broken by Tlatoani (AZ-6.7)."""
    breaks_ties = s.hand[p, TLATOANI] > 0 and not s.card_played
    must = False
    for r in range(REGIONS):
        if s.settled[r]:
            continue
        stands = standing(s, p, r)
        if stands == 2:
            mask[FIGHT + r] = True
            mask[COEXIST + r] = True
            must = True
        elif stands == 1 and breaks_ties:
            mask[PLAY_TLATOANI + r] = True
    mask[DONE] = not must


@rule
def mask_scoring_cards(s, p, mask):
    """Cards are offered only where they would do something (AZ-2.7)."""
    mask[NO_CARD] = True
    regions = controlled(s, side_of(s, p))
    for b in range(BLESSINGS.size):
        mask[BLESSING + b] = s.hand[p, BLESSINGS[b]] > 0 and regions & TERRAIN_REGIONS[BLESSING_TERRAIN[b]] != 0
    if s.hand[p, CANOES] > 0:
        for lake in range(LAKES):
            mask[CANOE + lake] = shore_sector(regions, lake, 1) != 0


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


# --- Hidden information (rules section 6) ----------------------------------------------------------------------------


@rule
def resample_hidden(s, seat, seed):
    """Redraws unrevealed power cards, other hands and the deck, from what ``seat`` knows."""
    s.rng = seed
    if s.node <= MOVE:
        for p in range(s.players):
            if p != seat and s.power_now[p] >= 0:
                s.power_now[p] = random_unused_power(s, p)
    for _ in range(MAX_REDRAWS):
        deal_unseen(s, seat)
        if s.seat == seat or s.over or holds_what_is_asked(s):
            return


@rule
def random_unused_power(s, p):
    skip = randint(s, POWERS - s.season + 1)
    for c in range(POWERS):
        if not s.power_used[p, c]:
            if skip == 0:
                return c
            skip -= 1
    return -1


@rule
def deal_unseen(s, seat):
    """Shuffles all cards that ``seat`` has not seen, deals the others their numbers; the rest is the deck."""
    n = 0
    for kind in range(KINDS):
        unseen = CARD_COUNT[kind] - s.hand[seat, kind] - s.discard[kind]
        for _ in range(unseen):
            s.deck[n] = kind
            n += 1
    shuffle(s, s.deck, n)
    for p in range(s.players):
        if p != seat:
            held = 0
            for kind in range(KINDS):
                held += s.hand[p, kind]
                s.hand[p, kind] = 0
            for _ in range(held):
                n -= 1
                s.hand[p, s.deck[n]] += 1
    s.deck[n:DECK_SIZE] = -1
    s.deck_len = n


@rule
def holds_what_is_asked(s):
    """Whether the player to decide holds a card that his pending decision implies."""
    p = int(s.seat)
    if s.node == GAMES:
        return s.hand[p, SACRED_GAMES] > 0
    if s.node == CONFLICT:
        for r in range(REGIONS):
            if not s.settled[r] and standing(s, p, r) == 2:
                return True
        return s.hand[p, TLATOANI] > 0
    if s.node == SCORING_CARD:
        return has_scoring_card(s, p)
    return True


@rule
def has_scoring_card(s, p):
    regions = controlled(s, side_of(s, p))
    for b in range(BLESSINGS.size):
        if s.hand[p, BLESSINGS[b]] > 0 and regions & TERRAIN_REGIONS[BLESSING_TERRAIN[b]]:
            return True
    if s.hand[p, CANOES] > 0:
        for lake in range(LAKES):
            if shore_sector(regions, lake, 1):
                return True
    return False

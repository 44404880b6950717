"""Positions of Aztlán for tests, written with region codes, card names and powers."""

from collections.abc import Iterable, Mapping
from typing import Any

from meeplezoo.envs.aztlan import game
from meeplezoo.envs.aztlan.components import CARD_COUNT, CARDS, POWERS, REGION_KEYS, SIDE_PAWNS
from meeplezoo.envs.aztlan.state import CONFLICT, PLACE, SCORING_CARD, SELECT
from tests.support import Table

R = {key: r for r, key in enumerate(REGION_KEYS)}
KIND = {key: kind for kind, key in enumerate(CARDS)}
MIXCOATL, TEPEYOLLOTL, XIPE, OFFERING, GAMES_CARD, CANOES, TLATOANI, WARRIORS = range(8)
BLUE, GREEN, RED, YELLOW = range(4)

Pawns = Mapping[str, Mapping[int, int]]
Hands = Mapping[int, Iterable[int]]


def position(
    node: int,
    players: int = 4,
    season: int = 1,
    order: Iterable[int] | None = None,
    cards: Mapping[int, int] | None = None,
    pawns: Pawns | None = None,
    hands: Hands | None = None,
    top: Iterable[int] = (),
    discard: Iterable[int] = (),
    deck: Iterable[int] | None = None,
    reserve: Mapping[int, int] | None = None,
    removed: Mapping[int, int] | None = None,
    to_place: Mapping[int, int] | None = None,
    unused: Mapping[int, int] | None = None,
    score: Iterable[int] = (),
    marker_order: Iterable[int] | None = None,
    variants: Any = (),
) -> Table:
    """A consistent position at ``node``, the first of ``order`` to decide.

    Args:
        node: The pending decision.
        players: Number of seats.
        season: 1–5; earlier power cards are marked used.
        order: Turn order of the season.
        cards: Power (4–9) of the season by player.
        pawns: Region code → side → pawns there.
        hands: Player → kinds of prosperity cards.
        top: Kinds lying on top of the deck, first drawn first.
        discard: Kinds in the discard pile.
        deck: The whole deck; by default all cards that lie nowhere else.
        reserve: Side → pawns in reserve; the pawns not accounted for then stand in M6. By default the reserve takes
            those.
        removed: Side → pawns out of the game.
        to_place: Side → pawns still to place this season.
        unused: Player → power of the card that stays unused (season 5).
        score: Points by player.
        marker_order: The marker stack, top first.
        variants: Optional rules.
    """
    table = Table(game, players, 1, variants)
    s = table.s
    s.season, s.node, s.turn_pos = season, node, 0
    s.turn_order[:players] = list(order or range(players))
    s.seat = s.turn_order[0]
    s.marker_order[:players] = list(marker_order or range(players))
    s.score[: len(list(score))] = list(score)
    _deal_power(s, players, season, cards or {}, unused or {})
    _put_pawns(s, players, pawns or {}, reserve or {}, removed or {}, to_place or {})
    _deal_cards(s, hands or {}, list(top), list(discard), deck)
    return table


def _deal_power(s, players, season, cards, unused):
    s.power_now[:] = -1
    s.power_used[:] = 0
    for p in range(players):
        s.power_now[p] = cards.get(p, 4 if s.node != SELECT and not cards else 3) - 4
        free = [c for c in range(POWERS) if c != s.power_now[p] and c != unused.get(p, 0) - 4]
        s.power_used[p, free[: season - 1]] = 1


def _put_pawns(s, players, pawns, reserve, removed, to_place):
    s.pawns[:] = 0
    s.to_place[:] = 0
    s.removed[:] = 0
    for region, by_side in pawns.items():
        for side, count in by_side.items():
            s.pawns[side, R[region]] = count
    for side in range(players):
        s.removed[side] = removed.get(side, 0)
        s.to_place[side] = to_place.get(side, 0)
        rest = int(SIDE_PAWNS[players] - s.pawns[side].sum() - s.removed[side] - s.to_place[side])
        s.reserve[side] = reserve.get(side, rest)
        s.pawns[side, R["M6"]] += rest - s.reserve[side]


def _deal_cards(s, hands, top, discard, deck):
    s.hand[:] = 0
    s.discard[:] = 0
    for p, kinds in hands.items():
        for kind in kinds:
            s.hand[p, kind] += 1
    for kind in discard:
        s.discard[kind] += 1
    left = CARD_COUNT - s.hand.sum(axis=0) - s.discard
    for kind in top:
        left[kind] -= 1
    order = top + [k for k, n in enumerate(left) for _ in range(n)] if deck is None else list(deck)
    s.deck[:] = -1
    s.deck[: len(order)] = order
    s.deck_len = len(order)


def placing(turn: Iterable[int], **given: Any) -> Table:
    """The development phase, the first of ``turn`` about to place; each side has 3 pawns to place unless said."""
    players = given.get("players", 4)
    given.setdefault("to_place", dict.fromkeys(range(players), 3))
    given.setdefault("cards", dict.fromkeys(range(players), 9))
    return position(PLACE, order=turn, **given)


def conflict(order: Iterable[int], cards: Mapping[int, int], pawns: Pawns, **given: Any) -> Table:
    """The conflict phase at its first real decision (players without a say are passed over)."""
    return position(CONFLICT, order=order, cards=cards, pawns=pawns, **given).settle()


def scoring(card: int, regions: str, hand: Iterable[int] = (), **given: Any) -> Table:
    """The scoring turn of player 0, who has one pawn in each of ``regions`` (codes with spaces) and power ``card``.

    Nobody else has pawns, so after its turn only its points have changed. Lone actions are not yet carried out.
    """
    cards = dict.fromkeys(range(given.get("players", 4)), 9) | {0: card}
    hands = {0: hand} | given.pop("hands", {})
    return position(SCORING_CARD, cards=cards, pawns={r: {0: 1} for r in regions.split()}, hands=hands, **given)


def selecting(**given: Any) -> Table:
    """The selection phase, nobody having chosen yet."""
    return position(SELECT, cards={p: 3 for p in range(4)}, **given)


def choose_all(table: Table, powers: Mapping[int, int] | None = None) -> Table:
    """Every player picks a power card: the given one, else its lowest."""
    for _ in range(table.s.players):
        wanted = (powers or {}).get(int(table.s.seat))
        table.do("choose_power", table.legal_in("choose_power")[0] if wanted is None else wanted - 4)
    return table


def pawns_in(table: Table, region: str) -> list[int]:
    """Pawns by side in a region."""
    return table.s.pawns[: table.s.players, R[region]].tolist()


def hand_of(table: Table, player: int) -> list[int]:
    """Kinds of the prosperity cards a player holds."""
    return [kind for kind, n in enumerate(table.s.hand[player]) for _ in range(n)]

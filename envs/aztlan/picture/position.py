"""What the pictures say of a position of Aztlán."""

from typing import Any

from ...engine.pictures.view import SPECTATOR, View, as_view
from ..components import DATA, FACTION_NAMES, POWER_TERRAIN, SEASONS, TERRAIN_REGIONS
from ..rules.board import controlled, sector_at, side_of, turn_owner
from ..rules.conflict import strength
from ..rules.scoring import joined_sectors, sector_points
from ..state import CONFLICT, GAMES, MOVE, NODES, SCORING_CARD, SELECT, WILD_TERRAIN

REGIONS, LAKES = DATA["region"], DATA["lake"]
TRIBES = [t["key"].capitalize() for t in DATA["tribe"]]
TRIBE_COLOURS = [t["hex"] for t in DATA["tribe"]]
FACTION_COLOURS = ["#127d86", "#dd6b1f"]  # blue with green, red with yellow


def side_now(s: Any, p: int) -> int:
    """The side that seat ``p`` controls this season."""
    return int(side_of(s, p))


def controller(s: Any, side: int) -> int:
    """The seat that controls a side."""
    return next(p for p in range(s.players) if side_now(s, p) == side)


def colour_of(s: Any, side: int) -> str:
    """Fill of a side's pawns."""
    return FACTION_COLOURS[side] if s.players == 2 else TRIBE_COLOURS[side]


def side_name(s: Any, side: int) -> str:
    """A tribe or, with two players, a faction."""
    return FACTION_NAMES[side] if s.players == 2 else TRIBES[side]


def sides_in(s: Any, r: int) -> list[int]:
    """Sides with pawns in the region."""
    return [side for side in range(s.players) if s.pawns[side, r] > 0]


def revealed(s: Any) -> bool:
    """Whether the power cards of the season lie open (AZ-5.8)."""
    return CONFLICT <= s.node <= WILD_TERRAIN


def strength_in(s: Any, side: int, r: int) -> int:
    """Strength of a side in a region, once the power cards lie open."""
    return int(strength(s, controller(s, side), r))


def shown_power(s: Any, p: int, viewer: View | int | None) -> int:
    """Index of the seat's power card of this season; -1 none yet, -2 face down for the viewer."""
    if s.power_now[p] < 0:
        return -1
    return int(s.power_now[p]) if revealed(s) or as_view(viewer).sees(p) else -2


def phase(s: Any) -> int:
    """Index into PHASES."""
    return 0 if s.node == SELECT else 1 if s.node <= MOVE else 2 if s.node <= GAMES else 3


def scorer(s: Any) -> int:
    """The seat whose scoring turn it is, or -1."""
    return int(turn_owner(s)) if SCORING_CARD <= s.node <= WILD_TERRAIN else -1


def ids(regions: int) -> list[int]:
    """The ids of a set of regions, which is a bit mask as in the rules."""
    return [r for r in range(len(REGIONS)) if regions >> r & 1]


def joined_set(s: Any, regions: int) -> int:
    """The two sectors that Rafts and Canoes joins, once they are chosen, as one set; else the empty set."""
    return int(joined_sectors(s, regions)) if s.canoe_pair >= 0 else 0


def sectors_of(s: Any, side: int) -> list[int]:
    """The sectors of a side by lowest region id; two joined by Rafts and Canoes are one, at the end."""
    regions = int(controlled(s, side))
    joined = joined_set(s, regions)
    left, sectors = regions & ~joined, []
    while left:
        sectors.append(int(sector_at(regions, ids(left)[0])))
        left &= ~sectors[-1]
    return [*sectors, joined] if joined else sectors


def worth_of(sector: int, card: int) -> str:
    """What a sector scores, as it is added up: n + m x m (AZ-7.2)."""
    n, terrain = sector.bit_count(), int(POWER_TERRAIN[card])
    if terrain < 0:
        return f"{n} + m×m"
    m = (sector & int(TERRAIN_REGIONS[terrain])).bit_count()
    points = int(sector_points(sector, sector, terrain))  # also of two that are joined
    return f"{n} + {m}×{m} = {points}" if m else str(points)


def headline(s: Any, view: View = SPECTATOR) -> str:
    """What is going on, in a line."""
    if s.over:
        winner = max(range(s.players), key=lambda p: s.payoff[p])
        return f"Aztlán · game over · {view.name(winner)} wins with {s.score[winner]} points"
    who = f"{view.name(int(s.seat))} ({side_name(s, side_now(s, int(s.seat)))}) to decide"
    return f"Aztlán · season {s.season} of {SEASONS} · {NODES[s.node]} · {who}"

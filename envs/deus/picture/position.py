"""What the pictures say of a position of Deus, and where its regions lie."""

from math import cos, pi, sin, sqrt
from typing import Any

import numpy as np

from ...engine.pictures.view import SPECTATOR, View, as_view
from .. import game
from ..components import CARD_NAMES, DIRECTIONS, TILE_COUNT, TILE_REGIONS, region_coordinates
from ..state import NODES, START, WILD_COLUMN

MAP = (12, 54, 640, 516)  # x, y, width, height


def pieces_shown(s: Any, viewer: View | int | None, p: int) -> bool:
    """Starting pieces are secret until all have chosen (DE-11.1)."""
    return s.node != START or as_view(viewer).sees(p)


def legal(s: Any, viewer: View | int | None) -> np.ndarray:
    """Legal actions, for the seat to decide only: they tell about its hand and its VP."""
    mask = game.new_mask()
    return game.legal_mask(s, mask) if as_view(viewer).seat == s.seat else mask


def card_in_use(s: Any) -> tuple[int, int] | None:
    """Column and place of the card whose effect is being used."""
    if s.inner_kind >= 0:
        return int(s.inner_kind), int(s.inner_pos)
    return (int(s.frame_kind), int(s.frame_pos)) if s.frame_kind >= 0 else None


def headline(s: Any, view: View = SPECTATOR) -> str:
    """What is going on, in a line."""
    if s.over:
        best = max(s.score[: s.players])
        winners = " and ".join(view.name(p) for p in range(s.players) if s.score[p] == best)
        return f"Deus · game over after round {s.round_no} · {winners} with {best} VP"
    end = ""
    if s.end_round >= 0:
        end = " · last round" if s.round_no >= min(s.end_round, s.max_rounds) else " · last round but one"
    doing = NODES[s.node]
    if card_in_use(s) is not None:
        doing += f" ({CARD_NAMES[used_card(s)]})"
    elif s.card >= 0 and s.node != WILD_COLUMN:
        doing += f" ({CARD_NAMES[s.card]})"
    return f"Deus · round {s.round_no}{end} · {view.name(int(s.seat))} to decide: {doing}"


def used_card(s: Any) -> int:
    """The card whose effect is being used."""
    kind, place = card_in_use(s) or (0, 0)
    return int(s.column[s.seat, kind, place])


class Map:
    """Places of the regions on the page."""

    def __init__(self, s: Any):
        self.n = int(TILE_COUNT[s.players]) * TILE_REGIONS
        slots = [(int(i), int(j)) for i, j in s.slots[: TILE_COUNT[s.players]]]
        self.axial = region_coordinates(slots)
        self.where = {axial: r for r, axial in enumerate(self.axial)}
        flat = [(sqrt(3) * (q + r / 2), 1.5 * r) for q, r in self.axial]
        left, top = min(x for x, _ in flat), min(y for _, y in flat)
        wide, high = max(x for x, _ in flat) - left, max(y for _, y in flat) - top
        x, y, w, h = MAP
        self.size = min(w / (wide + sqrt(3)), h / (high + 2), 50.0)
        dx = x + (w - self.size * wide) / 2 - self.size * left
        dy = y + (h - self.size * high) / 2 - self.size * top
        self.centre = [(dx + self.size * a, dy + self.size * b) for a, b in flat]

    def corners(self, r: int, size: float) -> list[tuple[float, float]]:
        """The corners of a hexagon of this size round a region's centre."""
        x, y = self.centre[r]
        return [(x + size * cos(pi / 6 + k * pi / 3), y + size * sin(pi / 6 + k * pi / 3)) for k in range(6)]

    def borders(self, r: int) -> list[tuple[tuple[float, float], tuple[float, float]]]:
        """The sides of a region that are the rim of its tile."""
        corners = self.corners(r, self.size)
        found = []
        for dq, dr in DIRECTIONS:
            q, t = self.axial[r]
            other = self.where.get((q + dq, t + dr))
            if other is None or other // TILE_REGIONS != r // TILE_REGIONS:
                angle = round(_angle(dq, dr) / (pi / 3)) % 6  # the side between corners angle - 1 and angle
                found.append((corners[angle - 1], corners[angle]))
        return found


def _angle(dq: int, dr: int) -> float:
    return float(np.arctan2(1.5 * dr, sqrt(3) * (dq + dr / 2)))

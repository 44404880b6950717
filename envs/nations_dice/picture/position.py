"""What the pictures say of a position of Nations: The Dice Game."""

from typing import Any

import numpy as np

from ...engine.pictures.view import SPECTATOR, View
from ..actions import die
from ..components import (
    AGES,
    BOARD_NAMES,
    CHITS,
    COLOURS,
    HALL_OF_FAME,
    TILE_CHIT,
    TILE_COLOUR,
    TILE_GAIN,
    TILE_NAMES,
    TILE_STONE,
    TILE_TYPE,
    TILE_VP,
    WONDER,
)
from ..state import EXCHANGE2, IN_PLAY, NODES, PAY

ROMAN = ["", "I", "II", "III", "IV"]
LABELS = ["re-roll", *CHITS[1:]]


def beside(s: Any, p: int) -> list[int]:
    """Colonies and completed wonders of a seat."""
    placed = {int(t) for t in s.slot_tile[p]} | {int(s.advisor[p]), int(s.wonder_uc[p])}
    if p == s.seat:
        placed.add(int(s.bought_tile))
    return [t for t in range(len(TILE_NAMES)) if s.tile_zone[t] == IN_PLAY + p and t not in placed]


def tile_points(s: Any, p: int) -> int:
    """Points of the tiles that would score now (ND-13.1)."""
    tiles = [*beside(s, p), *(int(t) for t in s.slot_tile[p]), int(s.advisor[p])]
    return sum(int(TILE_VP[t]) for t in tiles if t >= 0)


def total(s: Any, p: int) -> int:
    """Points of a seat as if the game ended now."""
    return int(s.score[p]) + (0 if s.over else tile_points(s, p))


def counted(n: int, what: str) -> str:
    """A number and a noun."""
    return f"{n} {what}" + ("" if n == 1 else "s")


def rank(points: int) -> str:
    """The place in the Hall of Fame (ND-14.5)."""
    return next((name for threshold, name in HALL_OF_FAME if points >= threshold), "no rank")


def headline(s: Any, view: View = SPECTATOR) -> str:
    """What is going on, in a line."""
    if s.over:
        if s.players == 1:
            return f"Nations: The Dice Game · game over · {s.score[0]} points: {rank(int(s.score[0]))}"
        winner = max(range(s.players), key=lambda p: s.payoff[p])
        return f"Nations: The Dice Game · game over · {view.name(winner)} wins with {s.score[winner]} points"
    who = f"{view.name(int(s.seat))} ({BOARD_NAMES[s.seat]})"
    return f"Nations: The Dice Game · age {ROMAN[s.age]} of {ROMAN[AGES]} · {who} · {doing(s)}"


def doing(s: Any) -> str:
    """The pending decision in words."""
    if s.node in (PAY, EXCHANGE2):
        what = TILE_NAMES[s.bought_tile if s.bought_tile >= 0 else s.wonder_uc[s.seat]]
        half = f", exchanging the {die(int(s.exch_first))}" if s.exch_first >= 0 else ""
        return f"pays {s.need} more {CHITS[s.pay_icon]} for {what}{half}"
    if s.bought_tile >= 0:
        left = f", {s.ret_left} to return" if s.ret_left else ""
        return f"{NODES[s.node]} for {TILE_NAMES[s.bought_tile]}{left}"
    if s.fam_left > 0:
        return f"famine: {s.fam_left} strength dice would be given up for food"
    return NODES[s.node]


def describe_tile(tile: int) -> str:
    """A tile in words, for example ``"Guild Hall (building: 2 orange dice, 0 VP)"``."""
    kind, n = int(TILE_TYPE[tile]), int(TILE_GAIN[tile])
    gains = []
    if kind == WONDER:
        gains.append(f"{TILE_STONE[tile]} stone to build")
    if TILE_COLOUR[tile] >= 0:
        gains.append(f"{n} {COLOURS[TILE_COLOUR[tile]]} {'die' if n == 1 else 'dice'}")
    elif n:
        gains.append(f"{n} {LABELS[TILE_CHIT[tile]]} chit" + "s" * (n > 1))
    name = ("building", "advisor", "colony", "wonder")[kind]
    return f"{TILE_NAMES[tile]} ({name}: {', '.join(gains)}, {TILE_VP[tile]} VP)"


def listed(counts: Any, names: list[str]) -> str:
    """Numbers of things, zeros left out."""
    return ", ".join(f"{n} {names[i]}" for i, n in enumerate(np.asarray(counts).tolist()) if n) or "none"

"""The board of Aztlán as plain text, as one seat sees it."""

from typing import Any

from ..components import CARD_NAMES, POWER, POWERS, REGION_KEYS, TERRAINS
from .position import (
    LAKES,
    headline,
    ids,
    revealed,
    scorer,
    sectors_of,
    shown_power,
    side_name,
    side_now,
    sides_in,
    strength_in,
    worth_of,
)


def _letter(s: Any, side: int) -> str:
    return side_name(s, side)[0]


def text(s: Any, viewer: int | None) -> str:
    """The position as plain text.

    Args:
        s: A state.
        viewer: The seat that looks; None for a spectator.
    """
    lines = [headline(s), ""]
    lines += _text_map(s)
    lines += _text_shared(s)
    lines += _text_players(s, viewer)
    if viewer is not None:
        lines.append(f"Seat {viewer} holds: {_listed(s.hand[viewer])}")
    lines.append(f"Deck {s.deck_len}; discard pile: {_listed(s.discard)}")
    return "\n".join(lines) + "\n"


def _text_map(s: Any) -> list[str]:
    """Pawns in a grid of terrains and numbers; a region's code is its letter and column."""
    rows = [" " * 12 + "".join(f"{k:<13}" for k in range(1, 7)).rstrip()]
    for t, terrain in enumerate(TERRAINS):
        cells = [_text_region(s, r) for r in range(6 * t, 6 * t + 6)]
        rows.append(f"{REGION_KEYS[6 * t][0]} {terrain:<10}" + "".join(f"{cell:<13}" for cell in cells).rstrip())
    return [*rows, ""]


def _text_region(s: Any, r: int) -> str:
    return " ".join(f"{_letter(s, side)}{s.pawns[side, r]}" for side in sides_in(s, r)) or "·"


def _text_shared(s: Any) -> list[str]:
    """Shared regions with strengths once the power cards lie open, and the sectors of a scoring turn."""
    rows = []
    for r, key in enumerate(REGION_KEYS):
        present = sides_in(s, r)
        if len(present) > 1 and revealed(s) and scorer(s) < 0:
            sides = ", ".join(f"{side_name(s, side)} {strength_in(s, side, r)}" for side in present)
            state = "settled" if s.settled[r] else "fighting" if r == s.fight_region else "open"
            rows.append(f"Shared {key}: {sides} ({state})")
    p = scorer(s)
    if p >= 0:
        for sector in sectors_of(s, side_now(s, p)):
            names = " ".join(REGION_KEYS[r] for r in ids(sector))
            rows.append(f"Sector {names}: {worth_of(sector, int(s.power_now[p]))}")
        if s.canoe_lake >= 0:
            rows.append(f"Rafts and Canoes on {LAKES[s.canoe_lake]['name']}")
    return [*rows, ""] if rows else []


def _text_players(s: Any, viewer: int | None) -> list[str]:
    rows = ["seat  side                 score  to place  reserve  removed  power cards     cards"]
    for p in s.turn_order[: s.players].tolist():
        side = side_now(s, p)
        mark = ">" if p == s.seat else " "
        rows.append(
            f"{mark}{p:<5}{side_name(s, side):<21}{s.score[p]:>5}{s.to_place[side]:>10}{s.reserve[side]:>9}"
            f"{s.removed[side]:>9}  {_text_power(s, p, viewer):<15}{s.hand[p].sum():>5}"
        )
    order = " ".join(str(p) for p in s.marker_order[: s.players].tolist())
    return [*rows, f"In turn order; score markers, top first: {order}", ""]


def _text_power(s: Any, p: int, viewer: int | None) -> str:
    """Unused power cards, the one of the season in brackets (? face down), used ones as dots."""
    shown = shown_power(s, p, viewer)
    cards = [f"[{POWER[c]}]" if c == shown else "." if s.power_used[p, c] else str(POWER[c]) for c in range(POWERS)]
    return "".join(cards) + ("[?]" if shown == -2 else "")


def _listed(counts: Any) -> str:
    held = [f"{CARD_NAMES[kind]} ×{n}" if n > 1 else CARD_NAMES[kind] for kind, n in enumerate(counts) if n]
    return ", ".join(held) or "none"

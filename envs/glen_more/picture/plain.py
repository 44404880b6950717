"""The table of Glen More as plain text, as one seat sees it."""

from typing import Any

import numpy as np

from ..actions import A
from ..components import CARD_NAMES, CARDS, CELLS, CHAIN, COLS, GOODS, TILE_NAMES, TILE_TYPE, TILES, TYPES
from ..rules.scoring import CHIEFTAINS, category_count, tiles_of
from ..state import DIE_FIGURE, FIGURE
from .position import SEAT_NAMES, headline, legal, points_of, result_rows, seat_name, window

CODES = {
    "quarry": "Qu", "forest": "Fo", "meadow": "Me", "pasture": "Pa", "field": "Fi", "distillery": "Di", "village": "Vi",
    "castle": "Ca", "loch": "Lo", "abbey": "Ab", "butcher": "Bu", "fair": "Fa", "grocer": "Gr", "bridge": "Br",
    "tavern": "Ta",
}  # fmt: skip

def _code(s: Any, t: int) -> str:
    """A tile in six characters: type, cubes, clansmen, activated or pending."""
    state = "." if s.activated[t] else "!" if s.in_A[t] else " "
    cubes, men = int(s.tile_cubes[t].sum()), int(s.tile_clansmen[t])
    return f"{CODES[TYPES[TILE_TYPE[t]]]}{cubes or ' '}{'i' * men if men < 3 else f'i{men}':<2}{state}"


def _chain_item(s: Any, i: int, mask: np.ndarray) -> str:
    what = int(s.chain[i])
    if what == 0:
        return f"{i}:-"
    if what == DIE_FIGURE:
        return f"{i}:<die>"
    if what >= FIGURE:
        return f"{i}:<{SEAT_NAMES[what - FIGURE]}>"
    return f"{i}:{TILE_NAMES[what]}{'*' if i and mask[A.take + i - 1] else ''}"


def _text_territory(s: Any, p: int, viewer: int | None, mask: np.ndarray) -> list[str]:
    cards = [CARD_NAMES[c] for c in range(CARDS) if s.card_owner[c] == p]
    rank = int(category_count(s, p, CHIEFTAINS))
    head = (
        f"{seat_name(p, viewer)}: {int(s.coins[p])} coins, {int(s.whisky[p])} whisky, {int(s.chieftains[p])} "
        f"chieftains (counting {rank} with hats), {int(tiles_of(s, p))} tiles, {points_of(s, p, viewer)} VP"
    )
    mine = {int(s.tile_cell[t]): t for t in range(1, TILES) if s.tile_owner[t] == p}
    targets = set(np.flatnonzero(mask[A.cell : A.cell + CELLS]).tolist()) if s.seat == p else set()
    row, col, rows, cols = window([*mine, *targets])
    lines = [head + (f"; {', '.join(cards)}" if cards else "")]
    for r in range(row, row + rows):
        cells = [COLS * r + c for c in range(col, col + cols)]
        shown = [(_code(s, mine[c]) if c in mine else "  ..  " if c in targets else "      ") for c in cells]
        marks = ["*" if c in targets else " " for c in cells]
        lines.append((f"  {r + 1:>2} " + "".join(map("".join, zip(marks, shown, strict=True)))).rstrip())
    return lines


def text(s: Any, viewer: int | None) -> str:
    """The table as plain text; ``*`` marks what may be chosen, ``!`` tiles to activate, ``.`` activated ones."""
    mask = legal(s)
    lines = [headline(s), "Ring: " + "  ".join(_chain_item(s, i, mask) for i in range(CHAIN))]
    lines.append("Market: " + ", ".join(f"{g} {int(k)}" for g, k in zip(GOODS, s.market, strict=True)))
    left = "/".join(str(int(n)) for n in s.stack_n)
    lines.append(f"Stacks: {left}; scorings done: {int(s.scorings)}")
    for p in range(s.players):
        lines += ["", *_text_territory(s, p, viewer, mask)]
    if s.over:
        lines += ["", "Points by seat: " + ", ".join(SEAT_NAMES[: s.players])]
        lines += [f"  {name:<24}" + "".join(f"{n:>6}" for n in numbers) for name, numbers in result_rows(s)]
    return "\n".join(lines)

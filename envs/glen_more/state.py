"""The state of one game of Glen More (rules section 7)."""

import numpy as np

from ..engine import state_dtype
from .components import CARDS, CHAIN, N_GOODS, STACK_SIZES, STACKS, TILES

# Values of the header's ``node``: the pending decision (rules section 5).
# (Numba compiles a function anew for every plain integer constant handed to it, but only once for numpy's.)
TAKE, NESS_PAY, PAY, FROM, PLACE, GAIN, SHIEL_SALE, ACT, MOVE, DEST = np.arange(10)
NODES = [
    "take a tile", "pay for Loch Ness", "pay", "choose the cube", "place the tile",
    "choose a good", "sell before Loch Shiel", "activate", "move clansmen", "destination",
]  # fmt: skip

# Values of ``chain`` besides 0 (empty) and tile ids: figures.
FIGURE, DIE_FIGURE = 100, 105

# Values of ``from_mode``.
USING, SELLING = np.arange(1, 3)

SEATS = 5

STATE = state_dtype(
    [
        ("chain", "i1", (CHAIN,)),  # from the hindmost figure forwards: 0, tile id, FIGURE + seat or DIE_FIGURE
        ("tail_space", "i1"),  # ring space of chain index 0
        ("stack", "i1", (STACKS, int(STACK_SIZES.max()))),  # secret order, top last
        ("stack_n", "i1", (STACKS,)),
        ("market", "i1", (N_GOODS,)),  # filled spaces per row
        ("tile_owner", "i1", (TILES,)),  # -1: nobody's
        ("tile_cell", "i1", (TILES,)),  # 11 x row + column, -1: not placed
        ("tile_cubes", "i1", (TILES, N_GOODS)),
        ("tile_clansmen", "i1", (TILES,)),
        ("coins", "i1", (SEATS,)),
        ("whisky", "i2", (SEATS,)),
        ("chieftains", "i1", (SEATS,)),
        ("card_owner", "i1", (CARDS,)),  # -1: nobody's
        ("scorings", "i1"),
        ("turns", "i1"),  # finished turns of all figures
        ("dist", "i1"),  # chain index the figure has moved to in this turn, 0 before
        ("tile", "i1"),  # taken and not yet placed
        ("in_A", "u1", (TILES,)),  # tiles the placed one lets activate (GM-7.2)
        ("activated", "u1", (TILES,)),
        ("mp", "i1"),  # movement points left
        ("ness_used", "?"),
        ("oich_turn", "?"),
        ("req_kind", "i1"),  # requirement in progress (GM-5.7), 0 none
        ("req_tile", "i1"),
        ("req_is_cost", "?"),
        ("req_need", "i1", (N_GOODS,)),
        ("req_paid", "i1", (N_GOODS,)),
        ("req_sum", "i1"),
        ("req_min", "i1"),
        ("req_max", "i1"),
        ("req_last", "i1"),  # last good paid, -1 before the first
        ("from_good", "i1"),
        ("from_mode", "i1"),
        ("from_return", "i1"),
        ("gain_tile", "i1"),
        ("gain_left", "i1"),
        ("move_src", "i1"),  # cell of the clansman to move, -1
        ("last_roll", "i1"),  # of the die, for display; 0 before the first
        ("scratch_laid", "i1", (TILES,)),  # ids of tiles in a territory (or in all), without gaps
        ("scratch_laid_n", "i1"),
        ("scratch_own", "i2", (N_GOODS,)),
        ("scratch_row", "i2", (N_GOODS,)),
        ("scratch_need", "i2", (N_GOODS,)),
        ("scratch_ground", "i4", (13,)),  # occupied cells by row, with a border
        ("scratch_clans", "i4", (13,)),  # cells with clansmen by row
    ]
)

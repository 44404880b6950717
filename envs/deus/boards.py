"""Explicit boards: checks the reset options of Deus and writes them into a blank state (DE-2.3)."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..engine import ConfigError
from ..engine.errors import not_among
from .components import (
    DIRECTIONS,
    FREE_LAYOUT,
    LAYOUT_NAMES,
    LAYOUT_PLAYERS,
    LAYOUT_SLOTS,
    MAX_COORDINATE,
    MAX_ROUNDS,
    TILE_COUNT,
    TILE_NAMES,
    neighbour_sets,
)
from .rules.setup import villages_touch
from .state import BOARD_GIVEN, LAYOUT_GIVEN

SETUPS = {
    "board": (
        "the board (DE-2.3): a mapping with layout (a name that fits the player count) or slots (a free arrangement, "
        "list of lattice places [i, j]) and, all three or none, tiles (names), sides ('a' or 'b') and rotations (0-5) "
        "by slot"
    ),
    "max_rounds": f"last possible round, DE-10.3 (1 to {MAX_ROUNDS}, the default)",
}
_KEYS = ("layout", "slots", "tiles", "sides", "rotations")


def prepare(s: Any, options: Mapping[str, Any]) -> None:
    """Writes reset options into a blank state.

    Args:
        s: A state with ``players`` filled in.
        options: See `SETUPS`.

    Raises:
        ConfigError: The board breaks DE-2.1 or DE-2.3, or a value is unknown; says what is allowed.
    """
    if "max_rounds" in options:
        s.max_rounds = _whole("max_rounds", options["max_rounds"], 1, MAX_ROUNDS)
    if "board" in options:
        _prepare_board(s, options["board"])


def _prepare_board(s: Any, board: Any) -> None:
    if not isinstance(board, Mapping):
        raise ConfigError(f"Deus: board must be a mapping with some of {', '.join(_KEYS)}, not {board!r}")
    for key in board:
        if key not in _KEYS:
            raise not_among("Deus: key of board", key, _KEYS)
    if ("layout" in board) == ("slots" in board):
        raise ConfigError("Deus: board needs either layout or slots")
    n = int(TILE_COUNT[s.players])
    if "layout" in board:
        slots = _named_slots(s, board["layout"], n)
    else:
        slots = _free_slots(board["slots"], n)
        s.board_layout = FREE_LAYOUT
    for t, slot in enumerate(slots):
        s.slots[t] = slot
    s.neighbours[:] = neighbour_sets(slots)
    s.board_given = LAYOUT_GIVEN
    given = [key for key in ("tiles", "sides", "rotations") if key in board]
    if len(given) == 3:
        _prepare_tiles(s, board, n)
    elif given:
        raise ConfigError(f"Deus: board has {' and '.join(given)}; give tiles, sides and rotations, or none of them")


def _named_slots(s: Any, name: Any, n: int) -> list[tuple[int, int]]:
    fitting = [layout for layout, players in zip(LAYOUT_NAMES, LAYOUT_PLAYERS, strict=True) if players == s.players]
    if name not in fitting:
        raise not_among(f"Deus: layout for {s.players} players", name, fitting)
    s.board_layout = LAYOUT_NAMES.index(name)
    return [(int(i), int(j)) for i, j in LAYOUT_SLOTS[s.board_layout][:n]]


def _free_slots(given: Any, n: int) -> list[tuple[int, int]]:
    """A free arrangement: distinct slots that hang together."""
    places = _list_of(given, "slots", n)
    slots = []
    for place in places:
        i, j = _list_of(place, "a slot", 2)
        slots.append((_whole("slot coordinate", i, -MAX_COORDINATE, MAX_COORDINATE),
                      _whole("slot coordinate", j, -MAX_COORDINATE, MAX_COORDINATE)))  # fmt: skip
    if len(set(slots)) < n:
        raise ConfigError(f"Deus: slots {slots} must all be different")
    reached, frontier = {slots[0]}, [slots[0]]
    while frontier:
        i, j = frontier.pop()
        for di, dj in DIRECTIONS:
            slot = (i + di, j + dj)
            if slot in slots and slot not in reached:
                reached.add(slot)
                frontier.append(slot)
    if len(reached) < n:
        raise ConfigError(f"Deus: slots {slots} must hang together; {slots[0]} reaches only {sorted(reached)}")
    return slots


def _prepare_tiles(s: Any, board: Mapping[str, Any], n: int) -> None:
    tiles = _list_of(board["tiles"], "tiles", n)
    for t, (tile, side, rotation) in enumerate(
        zip(tiles, _list_of(board["sides"], "sides", n), _list_of(board["rotations"], "rotations", n), strict=True)
    ):
        if tile not in TILE_NAMES:
            raise not_among("Deus: tile", tile, TILE_NAMES)
        if side not in ("a", "b"):
            raise not_among("Deus: side of a tile", side, ("a", "b"))
        s.tile[t] = TILE_NAMES.index(tile)
        s.side[t] = "ab".index(side)
        s.rotation[t] = _whole("rotation", rotation, 0, 5)
    if len(set(tiles)) < n:
        raise ConfigError(f"Deus: tiles {list(tiles)} must all be different")
    s.board_given = BOARD_GIVEN
    if villages_touch(s, n):
        raise ConfigError("Deus: two villages are adjacent on this board, which DE-2.1 forbids; turn or swap tiles")


def _list_of(value: Any, name: str, n: int) -> Sequence[Any]:
    if isinstance(value, str) or not isinstance(value, Sequence) or len(value) != n:
        raise ConfigError(f"Deus: {name} must be a list of {n} entries, not {value!r}")
    return value


def _whole(name: str, value: Any, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ConfigError(f"Deus: {name} {value!r} must be a whole number from {low} to {high}")
    return value

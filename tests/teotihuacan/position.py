"""Positions of Teotihuacan for tests, as the golden examples of the rules file write them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from meeplezoo.envs.teotihuacan import game
from meeplezoo.envs.teotihuacan.components import EVENTS, GODS, SLOTS, SPACE_IDS
from meeplezoo.envs.teotihuacan.state import MOVE
from tests.support import Table

SPACE = {name: k for k, name in enumerate(SPACE_IDS)}
START, QUARRY, FOREST, FARM, GOLD_MINE, MARKET, SITE, SUN, MOON, DEATH, TRAINING, STATUES = range(12)
COCOA, STONE, WOOD, GOLD = range(4)
NEUTRAL = 4

Workers = Sequence[tuple[int, int]]


def god(name: str) -> int:
    """Index of the card "G05"."""
    return int(name[1:]) - 1


def event(name: str) -> int:
    """Index of the event "E05"."""
    return int(name[1:]) - 1


def position(
    workers: Workers | Mapping[int, Workers] = (),
    players: int = 3,
    seat: int = 0,
    cocoa: int | Mapping[int, int] = 0,
    stone: int = 0,
    wood: int = 0,
    gold: int = 0,
    neutral: tuple[int, int] = (0, 1),
    markers: Mapping[int, Sequence[int]] | None = None,
    laps: Mapping[int, Sequence[int]] | None = None,
    gods: Iterable[str] = (),
    owned: Mapping[str, int] | None = None,
    event_name: str = "E01",
    levels: Sequence[Sequence[int]] = (),
    round_no: int = 0,
    turn: int | None = None,
    variants: Any = (),
) -> Table:
    """A position at the beginning of a turn.

    Args:
        workers: (space, power) of the workers of the seat to move, or of seats by number, in slots 0, 1, ... A second
            worker that is not named stands on Start with power 1; others are in reserve.
        players: Number of seats.
        seat: Who moves.
        cocoa: Of the seat to move, or by seat; all other resources are 0.
        stone: Of the seat to move.
        wood: Of the seat to move.
        gold: Of the seat to move.
        neutral: (space, power) of the neutral worker with two players.
        markers: Seat → positions on the Sun, Moon, Death track.
        laps: Seat → laps on these tracks.
        gods: The god display, "G05" and so on, from slot 0.
        owned: God card → owner.
        event_name: The current event; by default an instant one, which is over.
        levels: For each pyramid the number of tiles on its levels; they belong to the last seat and bear the number 1.
        round_no: 0–2.
        turn: Turns played in the round; by default those before the seat's first.
        variants: Optional rules.
    """
    table = Table(game, players, 7, variants)
    s = table.s
    s.seat, s.round_no, s.node = seat, round_no, MOVE
    s.turn_in_round = (seat - round_no) % players if turn is None else turn
    s.score[:] = 0
    s.points_from[:] = 0
    place_workers(table, workers if isinstance(workers, Mapping) else {seat: workers})
    if players == 2:
        s.neutral_space, s.neutral_power = neutral
    s.resources[:] = 0
    for p, amount in (cocoa if isinstance(cocoa, Mapping) else {seat: cocoa}).items():
        s.resources[p, COCOA] = amount
    s.resources[seat, STONE:] = stone, wood, gold
    for p, row in (markers or {}).items():
        s.track_pos[p] = row
    for p, row in (laps or {}).items():
        s.track_laps[p] = row
    lay_gods(table, [god(name) for name in gods], {god(name): p for name, p in (owned or {}).items()})
    lay_event(table, event(event_name))
    for pyramid, counts in enumerate(levels):
        fill(table, pyramid, counts, players - 1)
    return table


def place_workers(table: Table, workers: Mapping[int, Workers]) -> None:
    s = table.s
    s.worker_space[:] = -1
    s.worker_power[:] = 0
    for p in range(s.players):
        named = [*workers.get(p, ())]
        named += [(0, 1)] * (2 - len(named))
        for w, (space, power) in enumerate(named):
            s.worker_space[p, w], s.worker_power[p, w] = space, power


def lay_gods(table: Table, display: Sequence[int], owned: Mapping[int, int]) -> None:
    s = table.s
    s.god_display[:] = -1
    s.god_owner[:] = -1
    s.god_deck[:] = -1
    s.god_display[: len(display)] = display
    for card, p in owned.items():
        s.god_owner[card] = p
    rest = [card for card in range(GODS) if card not in display and card not in owned]
    s.god_left = len(rest)
    s.god_deck[: len(rest)] = rest


def lay_event(table: Table, current: int, coming: Sequence[int] = ()) -> None:
    """Makes an event the current one; ``coming`` are turned over next."""
    s = table.s
    left = EVENTS - 1 - s.round_no
    rest = [card for card in range(EVENTS) if card != current and card not in coming]
    deck = [*rest[: left - len(coming)], *reversed(coming)]
    s.event_deck[:] = -1
    s.event_deck[:left] = deck
    s.event_left = left
    s.event_current = current


def fill(table: Table, pyramid: int, counts: Sequence[int], owner: int, number: int = 1) -> None:
    """Places tiles of ``owner`` in the next free slots of the levels of a pyramid."""
    for level, count in enumerate(counts):
        for _ in range(count):
            slot = int((table.s.slot_owner[pyramid, level] >= 0).sum())
            table.s.slot_owner[pyramid, level, slot] = owner
            table.s.slot_number[pyramid, level, slot] = number


def full(players: int, levels: int) -> list[int]:
    """Tile counts of a pyramid whose lowest ``levels`` levels are full."""
    return [int(SLOTS[players, level]) if level < levels else 0 for level in range(3)]


def move(table: Table, slot: int, distance: int) -> Table:
    """Moves a worker (slot 4: the neutral one)."""
    return table.do("move", slot * 3 + distance - 1)


def stock(table: Table, p: int = 0) -> list[int]:
    """Cocoa, stone, wood, gold of a seat."""
    return table.s.resources[p].tolist()


def cocoa_of(table: Table, p: int = 0) -> int:
    return int(table.s.resources[p, COCOA])


def powers(table: Table, p: int = 0) -> list[int]:
    """Powers of a seat's workers on the board."""
    return [power for power in table.s.worker_power[p].tolist() if power]


def score(table: Table, p: int = 0) -> int:
    return int(table.s.score[p])


def next_turn(table: Table, seat: int) -> bool:
    """Whether ``seat`` is to move."""
    return table.s.node == MOVE and table.s.seat == seat and table.s.ability == 0

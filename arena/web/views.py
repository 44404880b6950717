"""What a browser is shown of a table: a function of what its seat may know.

Boards, choices and hints are made from a position in which everything hidden from the seat was drawn anew, so that no
fault of a picture can give the truth away. Nothing here depends on how many silent choices others made.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...envs import Game
from ...envs.engine.pictures.board import Board, board_of, button_group, story, wording
from .hall import Snapshot, may_take_back
from .minds import Question, Suggestion

_LINES = 12  # of the story, for those who have no turn
_WORLD = np.uint64(0x5EA7)
_GROUP = re.compile(r'<g id="([^"]+)"|class="hit"')
_RULE = re.compile(r"\b[A-Z]{2}-\d+(?:\.\d+)?[a-z]?\b")
SHAPES = ("●", "■", "▲", "◆", "★")
"""Marks of seats: shapes, so that nobody needs to tell colours apart."""


@dataclass(frozen=True)
class Choice:
    """A legal action.

    Attributes:
        action: Flat action id.
        text: What it does, in words.
        place: Element of the board that means it, or "".
    """

    action: int
    text: str
    place: str


@dataclass(frozen=True)
class Group:
    """Choices of one kind.

    Attributes:
        title: Their heading.
        rules: The numbers of the rules that tell of them.
        choices: The choices.
    """

    title: str
    rules: Sequence[str]
    choices: Sequence[Choice]


@dataclass(frozen=True)
class SeatView:
    """A seat, as everybody may know it.

    Attributes:
        seat: Its number, from 0.
        mark: Its shape.
        name: Who holds it; empty if it is free.
        agent: Whether an agent holds it.
        deciding: Whether it is to decide.
        result: At the end: place and points in words.
    """

    seat: int
    mark: str
    name: str
    agent: bool
    deciding: bool
    result: str


@dataclass(frozen=True)
class View:
    """All that a page shows of a table to one seat.

    Attributes:
        table: The table's id.
        game: The game.
        seat: Who looks; None for a spectator.
        turn: How many decisions the seat has made; the page sends it back with a choice.
        status: What is going on, in one sentence.
        mine: Whether the seat is to decide.
        over: Whether the game has ended.
        trouble: Why the table is paused.
        board: The drawing, with the places that can be clicked.
        notes: What is what on the board.
        groups: The choices.
        told: What has happened since the seat's last turn.
        seats: Everybody at the table.
        may_take_back: Whether the last choice can be taken back.
    """

    table: str
    game: Game
    seat: int | None
    turn: int
    status: str
    mine: bool
    over: bool
    trouble: str
    board: str
    notes: Sequence[tuple[str, str]]
    groups: Sequence[Group]
    told: Sequence[str]
    seats: Sequence[SeatView]
    may_take_back: bool


def look(now: Snapshot, seat: int | None) -> View:
    """The table as a seat may see it; as a spectator for None."""
    names = now.labels()
    states = known_to(now, seat)
    state = states[0]
    mine = now.to_decide is not None and now.to_decide.seat == seat
    board = board_of(now.game, state, seat, names, reveal=now.over)
    legal = np.flatnonzero(now.mask).tolist() if mine else []
    groups = choices(now.game, state, seat, legal, board) if seat is not None else []
    return View(
        table=now.row.id, game=now.game, seat=seat, turn=0 if seat is None else now.decisions_of(seat),
        status=_status(now, seat, names), mine=mine, over=now.over, trouble=now.row.trouble or "",
        board=annotate(board, groups), notes=_notes(board), groups=groups, told=tell(now, seat, names),
        seats=_seats(now, names), may_take_back=mine and seat is not None and may_take_back(now, seat),
    )  # fmt: skip


def known_to(now: Snapshot, seat: int | None) -> NDArray[Any]:
    """A position that the seat cannot tell from the true one, always the same one; the true one at the end."""
    states = now.states.copy()
    if seat is not None and not now.over:
        now.game.loops.redraw(states, 0, seat, _WORLD)
    states["decisions"] = 0
    return states


def question_of(now: Snapshot, seat: int, agent: str) -> Question:
    """What an adviser of the seat is asked: it too sees no more than the seat, and its chance comes from that alone."""
    states = known_to(now, seat)
    seen = np.zeros(now.game.layout.size, np.float32)
    now.game.loops.view_at(states, 0, seat, now.game.layout.own_end, seen)
    seed = int.from_bytes(hashlib.sha256(seen.tobytes()).digest()[:8], "big")
    return Question(now.game.name, states.tobytes(), agent, seed)


def choices(game: Game, state: Any, seat: int, legal: Sequence[int], board: Board) -> list[Group]:
    """The legal actions in words, grouped by kind."""
    found: dict[str, list[int]] = {}
    for action in legal:
        found.setdefault(button_group(game, action), []).append(action)
    groups = []
    for title, actions in found.items():
        ranges = {id(r): r for r in map(game.actions.range_of, actions)}.values()
        rules = dict.fromkeys(rule for r in ranges for rule in _RULE.findall(r.rule))
        entries = [Choice(a, wording(game, state, seat, a), board.places.get(a, "")) for a in actions]
        groups.append(Group(title, list(rules), entries))
    return groups


def annotate(board: Board, groups: Sequence[Group]) -> str:
    """The drawing; elements that mean choices can be reached by keyboard and say what they do; all have tips."""
    meant: dict[str, list[Choice]] = {}
    for group in groups:
        for choice in group.choices:
            if choice.place:
                meant.setdefault(choice.place, []).append(choice)

    button = ""

    def add(found: re.Match[str]) -> str:
        nonlocal button
        element = found[1]
        if element is None:  # the shape to click on, in the group that was met last
            added, button = button, ""
            return found[0] + added
        more = f' data-tip="{escape(board.tips[element])}"' if board.tips.get(element) else ""
        if element in meant:
            here = meant[element]
            told = here[0].text if len(here) == 1 else f"{len(here)} choices: " + "; ".join(c.text for c in here)
            more += f' data-actions="{" ".join(str(choice.action) for choice in here)}"'
            button = f' tabindex="0" role="button" aria-label="{escape(told)}"'
        return found[0] + more

    role = "group" if meant else "img"
    label = "The board; places you may choose are buttons" if meant else "The board"
    svg = board.svg.replace("<svg ", f'<svg role="{role}" aria-label="{label}" ', 1)
    return _GROUP.sub(add, svg)


def tell(now: Snapshot, seat: int | None, names: Sequence[str]) -> list[str]:
    """What happened since the seat's last choice, that one included; the last lines for a spectator."""
    mine = [k for k, step in enumerate(now.steps) if step.seat == seat]
    start = mine[-1] if mine else 0
    blocks: list[list[str]] = []
    count = 0
    for k in reversed(range(start, len(now.steps))):
        step = now.steps[k]
        after = now.steps[k + 1].before if k + 1 < len(now.steps) else now.states
        lines = story(now.game, step.before[0], after[0], seat, step.seat, step.action, names)
        blocks.append(lines)
        count += len(lines)
        if seat is None and count >= _LINES:
            break
    return [line for lines in reversed(blocks) for line in lines]


def whole_story(now: Snapshot, seat: int | None) -> list[str]:
    """Everything that the seat has learned since the beginning."""
    names, lines = now.labels(), []
    for k, step in enumerate(now.steps):
        after = now.steps[k + 1].before if k + 1 < len(now.steps) else now.states
        lines += story(now.game, step.before[0], after[0], seat, step.seat, step.action, names)
    return lines


@dataclass(frozen=True)
class Hint:
    """A suggestion in words.

    Attributes:
        action: Flat action id.
        text: What it does.
        share: Share of the search in per cent.
        place: The expected place.
    """

    action: int
    text: str
    share: int
    place: str


def hints(now: Snapshot, seat: int, suggestions: Sequence[Suggestion]) -> list[Hint]:
    """Suggestions with the place that the agent expects."""
    state, players = known_to(now, seat)[0], now.row.players
    return [
        Hint(s.action, wording(now.game, state, seat, s.action), round(100 * s.share), expected(s.payoff, players))
        for s in suggestions
    ]


def expected(payoff: float, players: int) -> str:
    """The place that a mean payoff stands for."""
    if players == 1:
        return f"about {50 * max(payoff, 0.0):.0f} points"
    return f"place {1 + (1 - payoff) / 2 * (players - 1):.1f} of {players}"


def _status(now: Snapshot, seat: int | None, names: Sequence[str]) -> str:
    if now.over:
        return "The game is over."
    if not now.full:
        free = now.row.players - len(now.sittings)
        return f"Waiting for {free} more {'person' if free == 1 else 'people'}: send them the link to this table."
    if now.row.trouble:
        return "The table is paused."
    decider = int(now.states["seat"][0])
    return "It is your turn." if decider == seat else f"{names[decider]} is to move."


def _seats(now: Snapshot, names: Sequence[str]) -> list[SeatView]:
    found = []
    decider = now.to_decide
    for seat in range(now.row.players):
        holder = now.sittings.get(seat)
        result = ""
        if now.over:
            info = now.game.final_info(now.states[0], seat)
            result = f"place {info['place']}, {info['score']} points"
        found.append(
            SeatView(
                seat, SHAPES[seat], names[seat] if holder else "", bool(holder and holder.agent),
                decider is not None and decider.seat == seat, result,
            )
        )  # fmt: skip
    return found


def _notes(board: Board) -> list[tuple[str, str]]:
    return [(element, tip) for element, tip in board.tips.items() if tip]

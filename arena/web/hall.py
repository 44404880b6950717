"""The hall: all tables, as the store has them, and what may be done at them. Knows nothing of pages."""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...envs import GAMES, Game, MeepleZooError
from ...envs.engine import GameRecord
from ...envs.engine.game import VariantChoice
from ..store import Move, Person, Sitting, StaleError, Store, TableRow
from ..store.records import TAKE_BACK
from .live import Live, Step, outcome
from .roster import Roster

ME, OPEN = "me", "open"
"""Who may be put on a seat besides agents: the person who sets the table up; whoever comes."""
_WORLDS = 6  # redrawn positions in which a choice is tried before it may be taken back


class RefusedError(MeepleZooError):
    """What somebody asked for cannot be done; the message says why, and what can be.

    Attributes:
        status: The HTTP status that fits.
    """

    def __init__(self, message: str, status: int = 409):
        """Takes the sentence first."""
        super().__init__(message)
        self.status = status


@dataclass(frozen=True)
class Snapshot:
    """A table at one moment: all that pages and agents are made from.

    Attributes:
        row: The table.
        game: The game.
        sittings: Who holds each seat now; a seat that is free is missing.
        held: Everybody who held a seat at some time.
        states: A copy of the position, an array of one state.
        mask: Legal actions of the seat that is to decide.
        steps: The decisions so far, with the positions before them.
        stored: Number of the next move to be stored.
        since: When the present decision became due.
    """

    row: TableRow
    game: Game
    sittings: dict[int, Sitting]
    held: Sequence[Sitting]
    states: NDArray[Any]
    mask: NDArray[np.bool_]
    steps: Sequence[Step]
    stored: int
    since: float

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.states["over"][0])

    @property
    def full(self) -> bool:
        """Whether somebody sits on every seat: only then the game begins."""
        return len(self.sittings) == self.row.players

    @property
    def to_decide(self) -> Sitting | None:
        """Who is to decide; None while seats are free and after the end."""
        return None if self.over or not self.full else self.sittings[int(self.states["seat"][0])]

    @property
    def awaits_agent(self) -> bool:
        """Whether an agent is to decide."""
        return self.to_decide is not None and self.to_decide.agent is not None

    @property
    def overdue(self) -> bool:
        """Whether a person has taken too long over the present decision."""
        limit, waiting = self.row.time_limit, self.to_decide is not None and not self.awaits_agent
        return limit is not None and waiting and time.time() - self.since > limit

    def decisions_of(self, seat: int) -> int:
        """How many decisions of a seat count so far: all that a page tells of the game's length."""
        return sum(step.seat == seat for step in self.steps)

    def check_over(self) -> None:
        """Makes sure that nothing of the game is secret any more.

        Raises:
            RefusedError: It is not over.
        """
        if not self.over:
            raise RefusedError("The game is not over: its record and replay can be had after the end.")

    def record(self) -> GameRecord:
        """The finished game as a line of JSON holds it.

        Raises:
            RefusedError: It is not over: its seed and decisions are still secret.
        """
        self.check_over()
        actions, variants = [step.action for step in self.steps], dict(self.row.variants)
        record = GameRecord.of(self.game, self.states[0], variants, self.row.seed, {}, actions, self.labels())
        return record.described(self.game)

    def labels(self) -> list[str]:
        """Names by seat; equal ones with the number of the seat."""
        names = self.names()
        return [f"{name} ({k + 1})" if names.count(name) > 1 else name for k, name in enumerate(names)]

    def names(self) -> list[str]:
        """What to call the holders of the seats."""
        return [self.sittings[s].name if s in self.sittings else "free seat" for s in range(self.row.players)]


class Hall:
    """All tables.

    Attributes:
        store: Where everything is kept.
        roster: The agents that may sit here.
        changed: Called with a table's id after each change of it.
    """

    def __init__(self, store: Store, roster: Roster, kept: int):
        """Opens the hall.

        Args:
            store: Where everything is kept.
            roster: The agents that may sit here.
            kept: How many tables stay in memory.
        """
        self.store, self.roster, self._kept = store, roster, kept
        self.changed: Callable[[str], None] = lambda table_id: None
        self._lives: OrderedDict[str, Live] = OrderedDict()
        self._lock = threading.Lock()

    # --- looking ---------------------------------------------------------------------------------------------------

    def snapshot(self, table_id: str) -> Snapshot:
        """The table now.

        Raises:
            RefusedError: There is no such table.
            ChangedRulesError: It cannot be played with the present rules.
        """
        row = self.store.table(table_id)
        if row is None or row.game not in GAMES:
            raise RefusedError("There is no such table. Check the link, or set up a new table.", 404)
        live = self._live(row)
        held = self.store.sittings(table_id)
        with live.lock:
            live.catch_up(self.store.moves(table_id, live.stored))
            return Snapshot(
                row, live.game, {s.seat: s for s in held}, held, live.states.copy(), live.mask(), tuple(live.steps),
                live.stored, live.since,
            )  # fmt: skip

    def _live(self, row: TableRow) -> Live:
        with self._lock:
            live = self._lives.get(row.id)
            if live is None:
                live = self._lives[row.id] = Live(GAMES[row.game], row)
                while len(self._lives) > self._kept:
                    self._lives.popitem(last=False)
            self._lives.move_to_end(row.id)
            return live

    # --- setting up ------------------------------------------------------------------------------------------------

    def set_up(
        self, host: Person, game: Game, seats: Sequence[str], variants: VariantChoice = (), *, listed: bool = True,
        guided: bool = False, seed: int | None = None,
    ) -> tuple[TableRow, dict[int, str]]:  # fmt: skip
        """A new table.

        Args:
            host: Who sets it up.
            game: The game.
            seats: For each seat `ME`, `OPEN` or the name of an agent.
            variants: Optional rules.
            listed: Whether the front page names it.
            guided: Whether pages explain and suggest.
            seed: Decides the game; None draws it.

        Returns:
            The table, and the host's tokens by seat.

        Raises:
            ConfigError: A value is not allowed.
        """
        players, chosen = game.check_players(len(seats)), game.check_variants(variants)
        agents = {k: name for k, name in enumerate(seats) if name not in {ME, OPEN}}
        for name in agents.values():
            self.roster.resolve(name, game)
        row = TableRow(
            id=secrets.token_urlsafe(9), game=game.name, components=game.components_digest(), players=players,
            variants=chosen, seed=secrets.randbits(62) if seed is None else seed, agent_seed=secrets.randbits(62),
            host=host.id, listed=listed, guided=guided, created=time.time(),
        )  # fmt: skip
        with self.store.write() as c:
            self.store.add_table(row, agents, c)
            mine = [k for k, name in enumerate(seats) if name == ME]
            tokens = {k: self.store.sit(row.id, k, 0, person=host.id, connection=c) for k in mine}
        self._note_change(row.id)
        return row, tokens

    def join(self, table_id: str, seat: int, person: Person) -> str:
        """Somebody takes a free seat; returns the token for it.

        Raises:
            RefusedError: The seat is not free.
        """
        now = self._free(table_id, seat)
        try:
            token = self.store.sit(table_id, seat, now.stored, person=person.id)
        except StaleError:
            raise RefusedError("Somebody has just taken this seat. Choose another one, or watch.") from None
        self._note_change(table_id)
        return token

    def put_agent(self, table_id: str, seat: int, name: str, person: Person) -> None:
        """The host puts an agent on a free seat, or in the place of one that failed.

        Raises:
            RefusedError: The seat is not to be had, or the person is not the host.
            ConfigError: No such agent may be used.
        """
        now = self.snapshot(table_id)
        self._check_host(now, person)
        holder = now.sittings.get(seat)
        if holder is not None and not (now.row.trouble and now.to_decide == holder):
            raise RefusedError("This seat is taken. Only a free seat, or an agent that failed, can be replaced.")
        if not 0 <= seat < now.row.players:
            raise RefusedError("This table has no such seat.", 404)
        self.roster.resolve(name, now.game)
        if holder is not None:
            self.store.hand_over(table_id, seat, now.stored, name)
        else:
            try:
                self.store.sit(table_id, seat, now.stored, agent=name)
            except StaleError:
                raise RefusedError("Somebody has just taken this seat.") from None
        self._note_change(table_id)

    def leave(self, table_id: str, seat: int, agent: str) -> None:
        """A person gives their seat to an agent for the rest of the game.

        Raises:
            RefusedError: The game is over, or part of a study.
            ConfigError: No such agent may be used.
        """
        now = self.snapshot(table_id)
        if now.over:
            raise RefusedError("The game is over; there is nothing to leave.")
        if now.row.trial is not None:
            raise RefusedError("This game is part of a study: the seat cannot be given away.")
        self.roster.resolve(agent, now.game)
        self.store.hand_over(table_id, seat, now.stored, agent)
        self._note_change(table_id)

    def resume(self, table_id: str, person: Person) -> None:
        """The host lets a paused table try again.

        Raises:
            RefusedError: The person is not the host.
        """
        self._check_host(self.snapshot(table_id), person)
        self.store.set_trouble(table_id, None)
        self._note_change(table_id)

    def _check_host(self, now: Snapshot, person: Person) -> None:
        if now.row.host != person.id:
            raise RefusedError("Only the person who set this table up may do that.", 403)

    def _free(self, table_id: str, seat: int) -> Snapshot:
        now = self.snapshot(table_id)
        if not 0 <= seat < now.row.players:
            raise RefusedError("This table has no such seat.", 404)
        if seat in now.sittings:
            raise RefusedError("This seat is taken. Choose another one, or watch.")
        return now

    # --- deciding --------------------------------------------------------------------------------------------------

    def act(self, table_id: str, seat: int, turn: int, action: int) -> None:
        """A person's choice.

        Args:
            table_id: The table.
            seat: The person's seat.
            turn: How many decisions the seat had made when the page was drawn: a page that is out of date is noticed.
            action: Flat action id.

        Raises:
            RefusedError: It is not the seat's turn, the page was out of date, or the action is not legal.
        """
        now = self.snapshot(table_id)
        if self._repeats(now, seat, turn, action):
            return
        self._check_turn(now, seat, turn)
        if not (0 <= action < now.mask.size and now.mask[action]):
            raise RefusedError("This choice is not possible now. Nothing was changed; choose one that is offered.", 422)
        moment = time.time()
        took = max(moment - now.since, 0.0)
        try:
            self.play(now, [(seat, action)], moment, took)
        except StaleError:
            if not self._repeats(self.snapshot(table_id), seat, turn, action):
                raise RefusedError(_STALE) from None

    def _check_turn(self, now: Snapshot, seat: int, turn: int) -> None:
        holder = now.to_decide
        if now.over:
            raise RefusedError("The game is over. Nothing was changed.")
        if not now.full:
            raise RefusedError("The game has not begun: there are free seats.")
        if now.decisions_of(seat) != turn:
            raise RefusedError(_STALE)
        if holder is None or holder.seat != seat:
            raise RefusedError("It is not your turn. Nothing was changed.")

    def _repeats(self, now: Snapshot, seat: int, turn: int, action: int) -> bool:
        """Whether this choice was stored already: a double click, or a browser that asks again."""
        mine = [step.action for step in now.steps if step.seat == seat]
        return 0 <= turn < len(mine) and turn == len(mine) - 1 and mine[turn] == action

    def play(self, now: Snapshot, choices: Sequence[tuple[int, int]], moment: float, took: float | None = None) -> None:
        """Stores choices that follow a snapshot, then shows them.

        Args:
            now: The table as the choices were made.
            choices: Seat and action of each, all legal.
            moment: When, in seconds since 1970.
            took: Seconds that a person thought.

        Raises:
            StaleError: The table has gone on since.
        """
        states, mask = now.states.copy(), now.game.new_mask()  # beside the table: what is not stored is not shown
        for _, action in choices:
            assert now.game.loops.play_if_legal(states, 0, action, mask) == 1
        new = [Move(now.stored + k, seat, action, moment, took) for k, (seat, action) in enumerate(choices)]
        over, following = bool(states["over"][0]), now.sittings.get(int(states["seat"][0]))
        awaits = following is not None and following.agent is not None
        self.store.append(now.row.id, new, awaits, outcome(now.row, states, now.held) if over else ())
        self.changed(now.row.id)

    def take_back(self, table_id: str, seat: int, turn: int) -> None:
        """A person takes their last choice back.

        Raises:
            RefusedError: It cannot be taken back.
        """
        now = self.snapshot(table_id)
        if now.decisions_of(seat) != turn:
            raise RefusedError(_STALE)
        if not may_take_back(now, seat):
            raise RefusedError("This choice stands: others have moved since, or something hidden was revealed.")
        move = Move(now.stored, seat, TAKE_BACK, time.time())
        try:
            self.store.append(table_id, [move], awaits_agent=False)
        except StaleError:
            raise RefusedError(_STALE) from None
        self.changed(table_id)

    def _note_change(self, table_id: str) -> None:
        """After somebody sat down: whether an agent is to move, for whoever starts next."""
        now = self.snapshot(table_id)
        self.store.set_awaits_agent(table_id, now.awaits_agent)
        self.changed(table_id)


_STALE = "This page was out of date: the game has gone on. Nothing was changed; here is the table as it is now."


def may_take_back(now: Snapshot, seat: int) -> bool:
    """Whether the seat's last choice told nobody anything: it made the last choice, still decides, and saw nothing new.

    Tried in redrawn positions before the choice: where the seat would now see something else in one of them, the choice
    has revealed something.
    """
    if now.over or not now.steps or now.row.trial is not None:
        return False
    last = now.steps[-1]
    if last.seat != seat or int(now.states["seat"][0]) != seat:
        return False
    seen, game = _view(now.game, now.states, seat), now.game
    for world in range(_WORLDS):
        twin = last.before.copy()
        game.loops.redraw(twin, 0, seat, np.uint64(world))
        if game.loops.play_if_legal(twin, 0, last.action, game.new_mask()) != 1:
            return False
        if not np.array_equal(_view(game, twin, seat), seen):
            return False
    return True


def _view(game: Game, states: NDArray[Any], seat: int) -> NDArray[np.float32]:
    out = np.zeros(game.layout.size + game.n_actions, np.float32)
    mask = game.new_mask()
    game.loops.look(states, 0, seat, game.layout.own_end, out[: game.layout.size], mask)
    out[game.layout.size :] = mask
    return out

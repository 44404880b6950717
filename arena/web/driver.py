"""Lets agents move: one task for each table where an agent is to decide."""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from starlette.concurrency import run_in_threadpool

from ...envs import MeepleZooError
from ..store import StaleError
from .hall import Hall, Snapshot
from .minds import AgentError, Question, Suggestion, Turn
from .roster import is_slow
from .settings import Settings
from .thinkers import Thinkers

_LOG = logging.getLogger("meeplezoo.arena")
_CLAIM = 12.0  # seconds for which a process drives a table unless it says so again
_SWEEP = 4.0  # seconds between saying so, and between looks for tables that nobody drives


class Bells:
    """Wakes whoever waits for news of a table. All of it runs in the server's event loop."""

    def __init__(self) -> None:
        """Nobody waits yet."""
        self._waiting: dict[str, set[asyncio.Event]] = defaultdict(set)

    def listen(self, table_id: str) -> asyncio.Event:
        """An event that is set at every change of the table."""
        event = asyncio.Event()
        self._waiting[table_id].add(event)
        return event

    def forget(self, table_id: str, event: asyncio.Event) -> None:
        """Nobody waits for this event any more."""
        self._waiting[table_id].discard(event)
        if not self._waiting[table_id]:
            del self._waiting[table_id]

    def ring(self, table_id: str) -> None:
        """Wakes all who wait for the table."""
        for event in self._waiting.get(table_id, ()):
            event.set()

    def tables(self) -> list[str]:
        """The tables for which somebody waits."""
        return list(self._waiting)


class Driver:
    """Drives the agents of all tables of this process.

    Attributes:
        bells: Rung at each change of a table, also of those made by other processes.
    """

    def __init__(self, hall: Hall, thinkers: Thinkers, settings: Settings):
        """Begins nothing before `start`."""
        self.bells = Bells()
        self._hall, self._thinkers, self._settings = hall, thinkers, settings
        self._name = secrets.token_hex(8)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._chores: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begins, in the running event loop, with the tables that were left waiting for agents."""
        self._loop = asyncio.get_running_loop()
        self._chores = [asyncio.create_task(self._sweep()), asyncio.create_task(self._look_out())]

    async def stop(self) -> None:
        """Ends all tasks; what agents were thinking about is thought again by whoever starts next."""
        tasks = [*self._chores, *self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def changed(self, table_id: str) -> None:
        """A table has changed: wakes whoever waits and lets agents move. May be called from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._on_change, table_id)

    def _on_change(self, table_id: str) -> None:
        self.bells.ring(table_id)
        if table_id in self._tasks:
            self._again.add(table_id)
            return
        task = asyncio.create_task(self._drive(table_id))
        self._tasks[table_id] = task
        task.add_done_callback(lambda _: self._done(table_id))

    def _done(self, table_id: str) -> None:
        self._tasks.pop(table_id, None)
        if table_id in self._again:
            self._again.discard(table_id)
            self._on_change(table_id)

    # --- one table -------------------------------------------------------------------------------------------------

    async def _drive(self, table_id: str) -> None:
        try:
            while await self._turn(table_id):
                pass
        except MeepleZooError as error:  # a table that cannot be shown cannot be played
            _LOG.warning("table %s: %s", table_id, error)
        except asyncio.CancelledError:
            raise
        except Exception:
            _LOG.exception("table %s: its agents do not move until it is tried again", table_id)

    async def _turn(self, table_id: str) -> bool:
        """One turn of the agents; whether another one follows at once."""
        now = await run_in_threadpool(self._hall.snapshot, table_id)
        if not (now.awaits_agent or now.overdue) or now.row.trouble:
            return False
        if not await run_in_threadpool(self._hall.store.claim, table_id, self._name, _CLAIM):
            return False  # another process does, or its claim runs out and the sweep finds the table
        begun = time.monotonic()
        try:
            choices = await asyncio.wrap_future(self._ask(now))
        except AgentError as error:
            await self._pause(now, str(error))
            return False
        # Shown at ticks: how long an agent thought about what it alone knows cannot be measured finer.
        await asyncio.sleep(_to_tick(time.monotonic() - begun, self._settings.tempo))
        try:
            await run_in_threadpool(self._play, now, choices)
        except StaleError:
            return True
        if not (await run_in_threadpool(self._hall.snapshot, table_id)).awaits_agent:
            await run_in_threadpool(self._hall.store.release, table_id, self._name)
            return False
        return True

    def _ask(self, now: Snapshot) -> Any:
        held = {seat: s.agent for seat, s in now.sittings.items() if s.agent is not None}
        if now.overdue and now.to_decide is not None and now.row.stand_in:
            held = {now.to_decide.seat: now.row.stand_in}
        agents = {seat: self._hall.roster.resolve(name, now.game) for seat, name in held.items()}
        slow = any(is_slow(name) for name in agents.values())
        turn = Turn(
            now.game.name, now.states.tobytes(), agents, now.row.agent_seed, now.stored, self._settings.tempo or 0.1
        )
        return self._thinkers.submit(turn, slow)

    def _play(self, now: Snapshot, choices: list[int]) -> None:
        seats, states, mask = [], now.states.copy(), now.game.new_mask()
        for action in choices:
            seats.append(int(states["seat"][0]))
            now.game.loops.play_if_legal(states, 0, action, mask)
        if now.overdue:  # the stand-in makes one decision, and the person goes on with the next
            self._hall.play(now, [(seats[0], choices[0])], time.time(), now.row.time_limit)
        else:
            self._hall.play(now, list(zip(seats, choices, strict=True)), time.time())

    async def _pause(self, now: Snapshot, reason: str) -> None:
        holder = now.to_decide
        assert holder is not None
        _LOG.warning("table %s, seat %s: %s", now.row.id, holder.seat, reason)
        trouble = (
            f"{holder.name} on seat {holder.seat + 1} failed ({reason}). The game is kept: the host can let it try "
            "again, or let another agent go on."
        )
        await run_in_threadpool(self._hall.store.set_trouble, now.row.id, trouble)
        await run_in_threadpool(self._hall.store.release, now.row.id, self._name)
        self.bells.ring(now.row.id)

    async def suggest(self, question: Question) -> list[Suggestion]:
        """Suggestions for a person.

        Raises:
            AgentError: The agent failed.
        """
        found: list[Suggestion] = await asyncio.wrap_future(self._thinkers.submit(question, slow=True))
        return found

    # --- all tables ------------------------------------------------------------------------------------------------

    async def _sweep(self) -> None:
        """Finds tables whose agents nobody lets move: at the start, and after another process was killed."""
        if self._settings.alone:
            await run_in_threadpool(self._hall.store.release_all)
        while True:
            await self._calmly(self._sweep_once)
            await asyncio.sleep(_SWEEP)

    async def _sweep_once(self) -> None:
        await run_in_threadpool(self._hall.store.claim_again, self._name, _CLAIM)
        for table_id in await run_in_threadpool(self._hall.store.waiting_for_agents):
            if table_id not in self._tasks:
                self._on_change(table_id)

    async def _look_out(self) -> None:
        """Notices what other processes have stored."""
        known: dict[str, Any] = {}
        while True:
            await asyncio.sleep(self._settings.poll)

            async def once() -> None:
                ids = self.bells.tables()
                found = await run_in_threadpool(self._hall.store.last_change, ids) if ids else {}
                for table_id, mark in found.items():
                    if known.get(table_id, mark) != mark:
                        self.bells.ring(table_id)
                known.clear()
                known.update(found)

            await self._calmly(once)

    async def _calmly(self, chore: Callable[[], Any]) -> None:
        """A chore that fails is tried again at its next time."""
        try:
            await chore()
        except asyncio.CancelledError:
            raise
        except Exception:
            _LOG.exception("the arena's housekeeping failed; it is tried again")


def _to_tick(passed: float, tempo: float) -> float:
    """Seconds from now to the next multiple of ``tempo``."""
    return math.ceil(passed / tempo) * tempo - passed if tempo else 0.0

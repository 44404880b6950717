"""Workers that think for agents, off the path of requests: processes that are replaced when they fail."""

from __future__ import annotations

import itertools
import multiprocessing
import queue
import threading
from concurrent.futures import Future
from multiprocessing.connection import Connection
from typing import Any

from .minds import AgentError, Mind, Question

_Work = tuple[int, int, Any, "Future[Any]"]


class Thinkers:
    """Two lanes of workers: one for agents that answer at once, one for those that search.

    So a slow agent keeps no cheap one waiting. Those that search share the second lane; suggestions to people come
    first.
    """

    def __init__(self, processes: int, limit: float):
        """Starts no process yet: each starts with its first work.

        Args:
            processes: Worker processes of the slow lane; the quick lane has one. 0 uses threads of this process.
            limit: Seconds after which a worker that does not answer is replaced.
        """
        self._count = itertools.count()
        self._lanes: dict[bool, queue.PriorityQueue[_Work]] = {
            False: queue.PriorityQueue(),
            True: queue.PriorityQueue(),
        }
        self._workers = [
            _Worker(self._lanes[slow], limit, processes > 0)
            for slow in (False, True)
            for _ in range(max(processes, 1) if slow else 1)
        ]

    def submit(self, request: Any, slow: bool) -> Future[Any]:
        """Hands work over; the future has the answer of `Mind.answer`, or an `AgentError`."""
        future: Future[Any] = Future()
        urgent = 0 if isinstance(request, Question) else 1
        self._lanes[slow].put((urgent, next(self._count), request, future))
        return future

    def close(self) -> None:
        """Ends all workers."""
        for worker in self._workers:
            worker.stop()


class _Worker:
    """A thread that takes work from a lane, and the process that does it."""

    def __init__(self, lane: queue.PriorityQueue[_Work], limit: float, apart: bool):
        self._lane, self._limit, self._apart = lane, limit, apart
        self._stopping = threading.Event()
        self._process: Any = None
        self._pipe: Connection | None = None
        self._mind = Mind()
        threading.Thread(target=self._run, daemon=True).start()

    def stop(self) -> None:
        self._stopping.set()
        self._kill()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                *_, request, future = self._lane.get(timeout=0.5)
            except queue.Empty:
                continue
            if not future.set_running_or_notify_cancel():  # whoever asked has gone
                continue
            try:
                future.set_result(self._ask(request) if self._apart else self._mind.answer(request))
            except Exception as error:
                future.set_exception(error if isinstance(error, AgentError) else AgentError(type(error).__name__))

    def _ask(self, request: Any) -> Any:
        if self._process is None or not self._process.is_alive():
            self._start()
        assert self._pipe is not None
        try:
            self._pipe.send(request)
            if not self._pipe.poll(self._limit):
                raise AgentError(f"no answer within {self._limit:g} seconds")
            good, answer = self._pipe.recv()
        except (EOFError, OSError) as error:
            self._kill()
            raise AgentError("its process ended") from error
        except AgentError:
            self._kill()
            raise
        if not good:
            raise AgentError(answer)
        return answer

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process = None


def serve(pipe: Any) -> None:
    """What a worker process does until its pipe is closed."""
    mind = Mind()
    while True:
        try:
            request = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            pipe.send((True, mind.answer(request)))
        except Exception as error:
            pipe.send((False, str(error) if isinstance(error, AgentError) else type(error).__name__))

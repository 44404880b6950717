"""Runs a target's tests on mutants: a process that has imported what all need forks once per mutant."""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

import hypothesis  # noqa: F401 (all children need it, and it takes a second to import)
import pytest

from .sites import Mutant

SLOW = 1.0
"""Tests that take longer than so many seconds are tried on those only that all others passed."""
TOO_SLOW = 6.0
"""Tests that take longer than this are left out altogether."""
LATELY = 8
"""So many tests that noticed something lately are tried first."""
_MEMORY = 8 << 30
_ARGUMENTS = ["-q", "--tb=line", "-p", "no:cacheprovider"]


@dataclass(frozen=True)
class Target:
    """What is broken and what should notice."""

    name: str
    sources: list[Path]
    tests: list[str]
    """Tests of the target's own: paths or node ids."""
    shared: list[str] = field(default_factory=list)
    """Further tests, tried after its own."""
    first: list[str] = field(default_factory=list)
    """Beginnings of ids: those that notice much in little time, tried first until others do better."""
    prepare: Callable[[], None] = lambda: None
    """Called in each process before the tests are imported."""


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant: the test that noticed it, or none."""

    noticed: bool
    test: str = ""
    why: str = ""
    shared: bool = False


class Runner:
    """Keeps the usual duration of each test, and which tests have noticed something lately.

    Args:
        target: What to break.
        patience: A test may use four times its usual CPU time and so many seconds; then it hangs.
        quick: Leaves out slow tests.
    """

    def __init__(self, target: Target, patience: float = 5.0, quick: bool = False):
        self.target, self.patience, self.quick = target, patience, quick
        self.usual: dict[str, float] = {}
        self.recent: list[str] = []

    def measure(self, tests: list[str]) -> dict[str, float]:
        """Runs tests (files or ids) on the unchanged source; gives the CPU time of each by id, but for very slow ones.

        Raises:
            RuntimeError: If one of them fails.
        """
        events = _wait(self._fork(None, tests))
        failed = [f"{e['failed']}: {e['why']}" for e in events if "failed" in e]
        if failed or {"done": 0} not in events:
            raise RuntimeError("fails without any mutant: " + ("\n".join(failed) or str(events[-1:])))
        return {e["passed"]: e["seconds"] for e in events if "passed" in e}

    def run(self, mutants: list[Mutant], jobs: int = 1) -> Iterator[tuple[Mutant, Outcome]]:
        """Yields each mutant with its outcome, in the order in which they are ready."""
        waiting, running = list(mutants), []
        first = [test for part in self.target.first for test in self.usual if test.startswith(part)]
        self.recent = self.recent or first
        while waiting or running:
            while waiting and len(running) < jobs:
                running.append(self._course(waiting.pop(0)))
            for course in list(running):
                result = next(course)
                if result is not None:
                    running.remove(course)
                    yield result
            time.sleep(0.01)

    def stages(self) -> list[list[str]]:
        """Which tests to run, in which order: those that noticed something lately, the quick ones, the slow ones.

        The first stage is small, for that of many mutants is spent on collecting tests.
        """
        lately = self.recent[:LATELY]
        rest = sorted(set(self.usual) - set(lately), key=lambda t: (self.is_shared(t), self.usual[t], t))
        quick, slow = ([t for t in rest if (self.usual[t] > SLOW) == late] for late in (False, True))
        return [stage for stage in (lately, quick, [] if self.quick else slow) if stage]

    def is_shared(self, test: str) -> bool:
        return any(test.startswith(part) for part in self.target.shared)

    def _course(self, mutant: Mutant) -> Iterator[tuple[Mutant, Outcome] | None]:
        """Yields None until the outcome is there."""
        for tests in self.stages():
            child = self._fork(mutant, tests)
            while not child.ended():
                yield None
            outcome = self._judge(child.events(), child.killed)
            if outcome.noticed:
                if outcome.test in self.usual:
                    self.recent = [outcome.test, *(t for t in self.recent if t != outcome.test)]
                yield mutant, outcome
                return
        yield mutant, Outcome(False)

    def _judge(self, events: list[dict[str, Any]], killed: bool) -> Outcome:
        test = "import"
        for event in events:
            test = event.get("started", test)
            if "failed" in event:
                return Outcome(True, event["failed"], event["why"], self.is_shared(event["failed"]))
            if "error" in event:  # pytest itself gave up, which it does not without the mutant
                return Outcome(True, test, event["error"], self.is_shared(test))
        if {"done": 0} in events:
            return Outcome(False)
        if not killed:
            raise RuntimeError(f"no test failed, yet pytest ended with {events[-1:]}")
        return Outcome(True, test, "timeout or crash", self.is_shared(test))

    def _fork(self, mutant: Mutant | None, tests: list[str]) -> _Child:
        # A deadlock uses no CPU time, so there is a limit on the clock too.
        usual = sum(self.usual.get(test, 0.0) for test in tests)
        until = time.monotonic() + (600 + 20 * usual if mutant else 7200)
        told = Path(tempfile.mkstemp(prefix="mutant-")[1])
        sys.stdout.flush()
        sys.stderr.flush()
        gc.freeze()  # pytest collects garbage several times; what is imported here is none
        pid = os.fork()
        if pid == 0:
            try:
                self._in_child(mutant, tests, told)
            except BaseException as error:
                told.write_text(json.dumps({"error": repr(error)}) + "\n", encoding="utf-8")
            finally:
                os._exit(1)
        return _Child(pid, told, until)

    def _in_child(self, mutant: Mutant | None, tests: list[str], told: Path) -> None:
        os.setsid()
        os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # pytest would rewrite and import Hypothesis anew
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        if mutant is not None:
            _put_in_place(mutant)
        self.target.prepare()
        limits = {test: self.patience + 4 * seconds for test, seconds in self.usual.items()}
        reporter = _Reporter(told, tests if mutant else None, limits)
        files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
        stop = ["--maxfail=1"] if mutant else []
        if mutant is None:
            files = tests
            signal.signal(signal.SIGPROF, lambda *_: pytest.skip("too slow"))
        elif not all(Path(file).is_file() for file in files):  # ids outside the root are no paths
            files = self.target.tests + self.target.shared
        code = pytest.main([*_ARGUMENTS, *stop, *files], plugins=[reporter])
        reporter.tell(done=int(code))
        os._exit(0)


class _Child:
    """A forked process and what it has told."""

    def __init__(self, pid: int, told: Path, until: float):
        self.pid, self.told, self.until = pid, told, until
        self.killed = False

    def ended(self) -> bool:
        """Whether it is over; kills it (and what it started) when its time is up."""
        ended, status = os.waitpid(self.pid, os.WNOHANG)
        over, self.killed = ended != 0, os.WIFSIGNALED(status)
        if not over and time.monotonic() > self.until:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            over = self.killed = True
        if over:
            with suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGKILL)  # the child leads a session of its own
        return over

    def events(self) -> list[dict[str, Any]]:
        lines = self.told.read_text(encoding="utf-8").splitlines()
        self.told.unlink()
        return [json.loads(line) for line in lines]


def _wait(child: _Child) -> list[dict[str, Any]]:
    while not child.ended():
        time.sleep(0.05)
    return child.events()


def _put_in_place(mutant: Mutant) -> None:
    """From now on this process imports the mutant in place of the module."""
    get_code = SourceFileLoader.get_code
    file, source = os.path.realpath(mutant.file), mutant.source()

    def mutated(self: SourceFileLoader, name: str) -> Any:
        if os.path.realpath(self.path) == file:
            return compile(source, self.path, "exec", dont_inherit=True)
        return get_code(self, name)

    SourceFileLoader.get_code = mutated  # type: ignore[method-assign, assignment]


class _Reporter:
    """A pytest plugin that runs chosen tests in a given order and writes down what happens, a JSON line each."""

    def __init__(self, told: Path, tests: list[str] | None, limits: dict[str, float]):
        self.file = told.open("a", encoding="utf-8")
        self.place = None if tests is None else {test: i for i, test in enumerate(tests)}
        self.limits = limits
        self.begun = 0.0
        self.limit(60.0)

    def tell(self, **event: Any) -> None:
        self.file.write(json.dumps(event) + "\n")
        self.file.flush()

    @staticmethod
    def limit(seconds: float) -> None:
        """The process ends (by SIGPROF) when it has used so much CPU time from now on."""
        signal.setitimer(signal.ITIMER_PROF, seconds)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        place = self.place
        if place is not None:
            items[:] = sorted((i for i in items if i.nodeid in place), key=lambda item: place[item.nodeid])

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.tell(failed=f"import of {report.nodeid}", why=str(report.longrepr)[-300:])

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.tell(started=nodeid)
        self.begun = time.process_time()
        self.limit(self.limits.get(nodeid, TOO_SLOW))

    def pytest_runtest_logfinish(self) -> None:
        self.limit(60.0)  # what comes between and after the tests takes a while too

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.tell(failed=report.nodeid, why=report.longreprtext[-300:])
        elif report.passed and report.when == "call":
            self.tell(passed=report.nodeid, seconds=round(time.process_time() - self.begun, 3))

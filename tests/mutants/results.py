"""What is known about mutants: outcomes on disk, and the report."""

from __future__ import annotations

import hashlib
import json
import os
import tomllib
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from .runner import Outcome
from .sites import Mutant

EQUIVALENT = Path(__file__).with_name("equivalent.toml")


def digest(files: Iterable[Path]) -> str:
    """A short digest of the contents of files."""
    total = hashlib.sha256()
    for file in sorted(files):
        total.update(file.name.encode() + file.read_bytes())
    return total.hexdigest()[:16]


class Log:
    """Outcomes in a JSONL file, a line as soon as each is known.

    A noticed mutant stays so while the sources are the same; one that survived is tried again when a test has changed.
    """

    def __init__(self, file: Path, sources: str, tests: dict[str, str], quick: bool = False):
        """Reads what is known.

        Args:
            file: The file, which need not exist yet.
            sources: A digest of the sources.
            tests: Digests of the tests by what pytest is told to run.
            quick: Whether slow tests are left out; who survives that has not survived all.
        """
        self.file, self.sources, self.tests, self.quick = file, sources, tests, quick
        self.known: dict[str, Outcome] = {}
        self.usual: dict[str, float] = {}
        self.measured: set[str] = set()
        """Tests that are known to pass on the unchanged sources, and how long they take."""
        for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else []:
            try:
                self._take(json.loads(line))
            except json.JSONDecodeError:
                continue  # cut off when the process was stopped

    def _take(self, entry: dict[str, Any]) -> None:
        if entry["sources"] != self.sources:
            return
        if "usual" in entry:
            for test in (t for t, digested in entry["tests"].items() if self.tests.get(t) == digested):
                self.measured.add(test)
                self.usual.update({k: v for k, v in entry["usual"].items() if k.startswith(test)})
            return
        self.known.pop(entry["mutant"], None)
        if entry["noticed"] or entry["tests"] == self._all_tests():
            self.known[entry["mutant"]] = Outcome(*(entry[k] for k in ("noticed", "test", "why", "shared")))

    def _all_tests(self) -> str:
        return hashlib.sha256(json.dumps([self.quick, self.tests], sort_keys=True).encode()).hexdigest()[:16]

    def add(self, mutant: Mutant, outcome: Outcome) -> None:
        self.known[mutant.name] = outcome
        where = {"function": mutant.function, "original": mutant.original, "mutated": mutant.mutated}
        self._write({"tests": self._all_tests(), "mutant": mutant.name, **asdict(outcome), **where})

    def keep(self, tests: list[str], usual: dict[str, float]) -> None:
        """Remembers how long tests take, and that they pass."""
        self.usual.update(usual)
        self.measured.update(tests)
        self._write({"tests": {test: self.tests[test] for test in tests}, "usual": usual})

    def _write(self, entry: dict[str, Any]) -> None:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        torn = self.file.exists() and not self.file.read_bytes().endswith(b"\n")
        with self.file.open("a", encoding="utf-8") as out:
            text = json.dumps({"sources": self.sources, **entry})
            out.write(("\n" if torn else "") + text + "\n")


@dataclass(frozen=True)
class Equivalents:
    """Mutants that no test can notice, each with the reason."""

    game: str
    reasons: dict[tuple[str, str, str], str]

    @classmethod
    def load(cls, game: str, file: Path = EQUIVALENT) -> Equivalents:
        entries = tomllib.loads(file.read_text(encoding="utf-8")).get("equivalent", [])
        own = [e for e in entries if e["game"] == game]
        return cls(game, {(e["function"], e["original"], e["mutated"]): e["reason"] for e in own})

    def __contains__(self, mutant: Mutant) -> bool:
        return (mutant.function, mutant.original, mutant.mutated) in self.reasons


def report(mutants: list[Mutant], log: Log, equivalents: Equivalents, root: Path) -> str:
    """Figures, and every survivor that is not explained."""
    outcomes = {m: log.known.get(m.name, Outcome(False)) for m in mutants if m.name in log.known or m in equivalents}
    survivors = [m for m, outcome in outcomes.items() if not outcome.noticed]
    explained = [m for m in survivors if m in equivalents]
    open_ones = sorted((m for m in survivors if m not in equivalents), key=lambda m: (str(m.file), m.line))
    noticed = len(outcomes) - len(survivors)
    by_shared = sum(outcome.shared for outcome in outcomes.values())
    lines = [
        f"{os.path.relpath(m.file, root)}:{m.line} in {m.function or 'the module'} ({m.kind})\n"
        f"  - {m.original}\n  + {m.mutated}"
        for m in open_ones
    ]
    share = 100 * (noticed + len(explained)) / max(1, len(outcomes))
    lines.append(
        f"{equivalents.game}: {len(outcomes)} of {len(mutants)} mutants tried, {noticed} noticed ({by_shared} first "
        f"by shared tests), {len(explained)} explained as equivalent, {len(open_ones)} survive: "
        f"{share:.1f} % noticed or explained"
    )
    return "\n".join(lines)

"""What is known about mutants: outcomes on disk, and the report."""

from __future__ import annotations

import hashlib
import json
import os
import tomllib
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

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

    def __init__(self, file: Path, sources: str, tests: str):
        self.file, self.sources, self.tests = file, sources, tests
        self.known: dict[str, Outcome] = {}
        self.usual: dict[str, float] = {}
        for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else []:
            try:
                self._take(json.loads(line))
            except json.JSONDecodeError:
                continue  # cut off when the process was stopped

    def _take(self, entry: dict[str, object]) -> None:
        if entry.pop("sources") != self.sources:
            return
        same_tests = entry.pop("tests") == self.tests
        if "usual" in entry:
            self.usual = entry["usual"] if same_tests else {}  # type: ignore[assignment]
            return
        name = str(entry.pop("mutant"))
        self.known.pop(name, None)
        if same_tests or entry["noticed"]:
            self.known[name] = Outcome(**{k: entry[k] for k in ("noticed", "test", "why", "shared")})  # type: ignore[arg-type]

    def add(self, mutant: Mutant, outcome: Outcome) -> None:
        self.known[mutant.name] = outcome
        where = {"function": mutant.function, "original": mutant.original, "mutated": mutant.mutated}
        self._write({"mutant": mutant.name, **asdict(outcome), **where})

    def keep(self, usual: dict[str, float]) -> None:
        """Remembers how long the tests usually take, and that they pass."""
        self.usual = usual
        self._write({"usual": usual})

    def _write(self, entry: dict[str, object]) -> None:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        torn = self.file.exists() and not self.file.read_bytes().endswith(b"\n")
        with self.file.open("a", encoding="utf-8") as out:
            text = json.dumps({"sources": self.sources, "tests": self.tests, **entry})
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
    tried = [(m, log.known[m.name]) for m in mutants if m.name in log.known]
    survivors = [m for m, outcome in tried if not outcome.noticed]
    explained = [m for m in survivors if m in equivalents]
    open_ones = sorted((m for m in survivors if m not in equivalents), key=lambda m: (str(m.file), m.line))
    noticed = len(tried) - len(survivors)
    by_shared = sum(outcome.shared for _, outcome in tried)
    lines = [
        f"{os.path.relpath(m.file, root)}:{m.line} in {m.function or 'the module'} ({m.kind})\n"
        f"  - {m.original}\n  + {m.mutated}"
        for m in open_ones
    ]
    share = 100 * (noticed + len(explained)) / max(1, len(tried))
    lines.append(
        f"{equivalents.game}: {len(tried)} of {len(mutants)} mutants tried, {noticed} noticed ({by_shared} first "
        f"by shared tests), {len(explained)} explained as equivalent, {len(open_ones)} survive: "
        f"{share:.1f} % noticed or explained"
    )
    return "\n".join(lines)

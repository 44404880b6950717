"""Mutation testing: ``python -m tests.mutants GAME`` breaks a game in many small ways and asks which its tests notice.

Rules run as plain Python. (cosmic-ray starts a process per mutant, seconds of imports each; mutmut names modules by
their path, which is not how our mapped packages are imported, and neither breaks constants of a module or takes the
wrong seat; so this is our own.)
"""

from __future__ import annotations

import os

# Before anything imports Numba or numpy.
os.environ.update(NUMBA_DISABLE_JIT="1", OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")

import argparse
import sys
import time

from .results import Equivalents, Log, digest, report
from .runner import Runner
from .sites import choose
from .targets import ROOT, digests_of, target_of


def main(arguments: list[str]) -> None:
    """Runs what has not been tried yet, and reports."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description="mutation testing of a game")
    parser.add_argument("game")
    parser.add_argument("--number", type=int, default=150, help="mutants to try (150)")
    parser.add_argument("--seed", type=int, default=1, help="which of them (1)")
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time (1)")
    parser.add_argument("--report", action="store_true", help="only report what is known")
    parser.add_argument("--quick", action="store_true", help="leave out slow tests: for a first look at survivors")
    options = parser.parse_args(arguments)
    target = target_of(options.game)
    tests = digests_of(target.tests + target.shared)
    log = Log(ROOT / "runs" / "mutants" / f"{target.name}.jsonl", digest(target.sources), tests, options.quick)
    mutants = choose(target.sources, options.number, options.seed)
    equivalents = Equivalents.load(target.name)
    waiting = [m for m in mutants if m.name not in log.known and m not in equivalents]
    if waiting and not options.report:
        runner = Runner(target, quick=options.quick)
        unknown = [test for test in tests if test not in log.measured]
        if unknown:
            log.keep(unknown, runner.measure(unknown))
        runner.usual = log.usual
        print(f"{len(waiting)} mutants to try; the tests take {sum(log.usual.values()):.0f} s", flush=True)
        for count, (mutant, outcome) in enumerate(runner.run(waiting, options.jobs), 1):
            log.add(mutant, outcome)
            told = f"noticed by {outcome.test}" if outcome.noticed else "SURVIVES"
            place = f"{time.strftime('%H:%M:%S')} {count}/{len(waiting)} {mutant.file.name}:{mutant.line}"
            print(f"{place} {mutant.mutated[:100]}: {told}", flush=True)
    print(report(mutants, log, equivalents, ROOT))


if __name__ == "__main__":
    main(sys.argv[1:])

"""Prints the speed table of the games: ``python -m benchmarks.speed [GAME ...]`` (or ``make bench``).

All figures come from one run, pinned to one core, warm, as decisions per CPU-second; medians over repeats. PettingZoo's
connect four and plain memory copies are measured in the same run as yardsticks.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

from benchmarks import learning, workloads
from benchmarks.clock import all_cores, pin_to_one_core, rate, rates
from meeplezoo.envs import GAMES, Game
from meeplezoo.envs.engine.environment.module import EnvModule

Row = tuple[str, str]
FIRST_STEP = """
from meeplezoo.envs import GAMES
game = GAMES[{name!r}]
from meeplezoo.envs.engine import Batch
batch = Batch(game, 1, observe=True)
batch.step([int(batch.masks[0].argmax())])
"""


def connect_four(repeats: int) -> Iterator[Row]:
    """The peer: PettingZoo's own connect four, through the same loop."""
    from pettingzoo.classic import connect_four_v3

    for name in ("env", "raw_env"):
        make = getattr(connect_four_v3, name)
        yield f"PettingZoo connect four, {name}()", per_second(rate(workloads.aec_loop(make, 40), repeats))


def engine(game: Game, players: int, repeats: int, quick: bool) -> Iterator[Row]:
    """Every way of stepping one game."""
    module = EnvModule(game)
    games, steps = (4, 30) if quick else (20, 100)
    for name in ("env", "raw_env"):
        make = getattr(module, name)
        loop = workloads.aec_loop(lambda make=make: make(players), games)
        yield f"{name}(), last() and step()", per_second(rate(loop, repeats))
    yield "one fused call", per_second(rate(workloads.fused_calls(game, players, games), repeats))
    for n in (1, 64, 1024):
        works = [
            workloads.batch_steps(game, players, n, steps * (20 if n == 1 else 1), True),
            workloads.batch_steps(game, players, n, steps * (20 if n == 1 else 1), False),
            workloads.copy_bound(game, n, steps * (1000 if n == 1 else 20)),
        ]
        full, bare, bound = rates(works, 3 * repeats)
        yield f"Batch({n}), masks and observations", per_second(full)
        yield f"Batch({n}), masks only", per_second(bare)
        if n == 1024:
            yield f"memory-copy bound of Batch({n})", f"{per_second(bound)} (the batch: 1/{bound / full:.1f})"
    with all_cores():
        one, two = (
            rate(workloads.batch_steps(game, players, 1024, steps, True, threads), repeats, time.perf_counter)
            for threads in (1, 2)
        )
    yield "Batch(1024), two threads, wall clock", f"{per_second(two)} ({two / one:.2f} × one thread, all cores)"
    for name, work in workloads.clones(game, players, 1024).items():
        speed = rate(work, repeats)
        yield name, f"{per_second(speed)} ({1e6 / speed:.2f} µs each)"


def start_up(game: Game, repeats: int, cold: bool) -> Iterator[Row]:
    """Import and first step in a new process: from the cache, and with everything to compile."""
    code = FIRST_STEP.format(name=game.name)
    subprocess.run([sys.executable, "-c", code], check=True, stderr=subprocess.DEVNULL)
    warm = []
    for _ in range(repeats):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        warm.append(time.perf_counter() - start)
    yield "warm start: new process to first step", f"{sorted(warm)[len(warm) // 2]:.2f} s wall clock"
    if cold:
        with tempfile.TemporaryDirectory() as folder:
            before = os.times()
            subprocess.run(
                [sys.executable, "-c", code], check=True, stderr=subprocess.DEVNULL,
                env={**os.environ, "MEEPLEZOO_CACHE_DIR": folder},
            )  # fmt: skip
            after = os.times()
        spent = after.children_user + after.children_system - before.children_user - before.children_system
        yield "cold start: compile for Batch, first step", f"{spent:.1f} CPU-seconds"


def per_second(speed: float) -> str:
    """A rate for people."""
    return f"{speed / 1e6:.2f} M/s" if speed >= 1e6 else f"{speed / 1e3:.1f} k/s"


def print_table(title: str, rows: Iterator[Row]) -> None:
    """Prints a Markdown table row by row, as results come in."""
    print(f"\n### {title}\n\n| what | decisions per CPU-second |\n|---|---|", flush=True)
    for what, figure in rows:
        print(f"| {what} | {figure} |", flush=True)


def main() -> None:
    """Measures the games named on the command line (all by default)."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}; default: all")
    parser.add_argument("--players", type=int, help="number of players (default: the game's)")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="shorter runs, no cold compile, no learning")
    arguments = parser.parse_args()
    pin_to_one_core()
    repeats = arguments.repeats
    print(f"`python -m benchmarks.speed {' '.join(sys.argv[1:])}` on {os.cpu_count()} cores, medians of {repeats}")
    print_table("Yardstick", connect_four(repeats))
    for name in arguments.games or GAMES:
        game = GAMES[name]
        players = game.check_players(arguments.players)
        print_table(f"{game.title}, {players} players", engine(game, players, repeats, arguments.quick))
        print_table(f"{game.title}: starting", start_up(game, 3, not arguments.quick))
        if not arguments.quick:
            print_table(f"{game.title}: SB3, learner's steps per second", learning.rows(game, players))


if __name__ == "__main__":
    main()

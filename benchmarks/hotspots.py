"""Shows in which rules the time of a batch goes: ``python -m benchmarks.hotspots GAME`` (Linux, with ``perf``).

Compiled rules have no symbols that a profiler knows. This program runs batch steps under ``perf record``, asks Numba
where it has put each function, and counts the samples by function: a table of shares. With ``--listing NAME`` it also
prints the machine code of the functions whose name contains NAME, with the share of every instruction; look there for
conversions one by one (``cvtsi2sd``), divisions, and jumps in the middle of a loop.

It reads internals of Numba (0.6x) and is a tool for developers only; nothing else depends on it.
"""

from __future__ import annotations

import argparse
import bisect
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from benchmarks import workloads
from benchmarks.clock import pin_to_one_core
from meeplezoo.envs import GAMES

SECONDS = 6.0
FEWEST = 0.3  # per cent: smaller shares are not shown


def keep_object_code() -> dict[str, bytes]:
    """Makes Numba keep the object code that it loads from the cache; returns where, by name of the function."""
    from numba.core.codegen import CPUCodeLibrary

    kept: dict[str, bytes] = {}
    load = CPUCodeLibrary._set_compiled_object

    def set_compiled_object(self: Any, code: bytes) -> None:
        kept[self.name] = code
        load(self, code)

    CPUCodeLibrary._set_compiled_object = set_compiled_object
    return kept


def play(name: str, players: int | None, observe: bool, folder: Path) -> None:
    """The measured process: plays, then writes object code and addresses of all functions that `step_many` reaches."""
    kept = keep_object_code()
    game = GAMES[name]
    pin_to_one_core()
    work = workloads.batch_steps(game, game.check_players(players), 1024, 60, observe)
    work()
    start, units = time.process_time(), 0
    while time.process_time() < start + SECONDS:
        units += work()
    print(f"{game.title}: {units / (time.process_time() - start) / 1e6:.2f} M decisions per CPU-second")
    (compiled,) = game.loops.step_many.overloads.values()
    functions = []
    for number, library in enumerate(reached(compiled.library)):
        if library.name not in kept:
            sys.exit("the rules have only now been compiled; run it again")
        functions += locate(library, kept[library.name], folder / f"code{number}.o")
    (folder / "functions.json").write_text(json.dumps(sorted(functions)))


def reached(library: Any) -> list[Any]:
    """The unit itself and all that it calls."""
    found = [library]
    for each in found:
        found += [called for called in each.units if called not in found]
    return found


def locate(library: Any, code: bytes, file: Path) -> list[tuple[int, int, int, str, str]]:
    """Address, size and offset in ``file`` of each function of a unit, its symbol and the file."""
    file.write_bytes(code)
    table = subprocess.run(["nm", "-S", file], check=True, capture_output=True, text=True).stdout
    lines = [fields for fields in map(str.split, table.splitlines()) if len(fields) == 4 and fields[2] in "TtWw"]
    offset, _, _, symbol = next(fields for fields in lines if fields[2] == "T")
    start = library._codegen._engine.get_function_address(symbol) - int(offset, 16)
    return [(start + int(at, 16), int(size, 16), int(at, 16), name, file.name) for at, size, _, name in lines]


def readable(symbol: str) -> str:
    """The dotted Python name in one of Numba's symbols: ``_ZN``, then each part after its length."""
    at, parts = 3, []
    while symbol.startswith("_ZN") and (match := re.compile(r"\d+").match(symbol, at)):
        at = match.end() + int(match[0])
        parts.append(symbol[match.end() : at])
    return ".".join(parts).removeprefix("meeplezoo.envs.") or symbol


def report(folder: Path, listing: str | None) -> None:
    """Counts the samples by function and prints the shares."""
    functions = json.loads((folder / "functions.json").read_text())
    starts = [f[0] for f in functions]
    out = subprocess.run(
        ["perf", "script", "-i", folder / "perf.data", "-F", "ip,sym"], check=True, capture_output=True, text=True
    ).stdout
    shares: Counter[str] = Counter()
    places: Counter[int] = Counter()
    for line in filter(str.strip, out.splitlines()):
        address, _, known = line.strip().partition(" ")
        k = bisect.bisect_right(starts, int(address, 16)) - 1
        if k >= 0 and int(address, 16) < functions[k][0] + functions[k][1]:
            shares[functions[k][3]] += 1
            places[int(address, 16)] += 1
        elif known.startswith(("__memset", "__memmove")):
            shares[known] += 1
    total = sum(shares.values())
    for symbol, count in shares.most_common():
        if 100 * count / total >= FEWEST:
            print(f"{100 * count / total:5.1f} %  {readable(symbol)}")
    for start, size, offset, symbol, file in functions:
        if listing and listing in symbol:
            inside = {k - start + offset: 100 * v / total for k, v in places.items() if 0 <= k - start < size}
            print_listing(folder / file, symbol, offset, size, inside)


def print_listing(file: Path, symbol: str, offset: int, size: int, shares: dict[int, float]) -> None:
    """Prints the instructions of one function with their shares in per cent."""
    print(f"\n{readable(symbol)}")
    command = ["objdump", "-d", "--no-show-raw-insn", "-M", "intel", f"--start-address={offset}"]
    command += [f"--stop-address={offset + size}", str(file)]
    for line in subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines():
        match = re.match(r"\s*([0-9a-f]+):\t(.*)", line)
        if match:
            share = shares.get(int(match[1], 16), 0.0)
            print(f"{share:6.2f}" if share >= 0.05 else " " * 6, match[2].split("<")[0])


def main() -> None:
    """Runs the measured process under perf and reports."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--players", type=int)
    parser.add_argument("--masks-only", action="store_true", help="without observations")
    parser.add_argument("--listing", metavar="NAME", help="also the machine code of functions of that name")
    parser.add_argument("--measured", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measured:
        play(arguments.game, arguments.players, not arguments.masks_only, arguments.measured)
        return
    missing = [tool for tool in ("perf", "nm", "objdump") if shutil.which(tool) is None]
    if missing:
        sys.exit(f"needs {', '.join(missing)} (Debian: apt install linux-perf binutils)")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        command = ["perf", "record", "-q", "-e", "cpu-clock", "-F", "5000", "-o", str(folder / "perf.data")]
        command += [sys.executable, "-m", "benchmarks.hotspots", *sys.argv[1:], "--measured", name]
        subprocess.run(command, check=True)
        report(folder, arguments.listing)


if __name__ == "__main__":
    main()

"""The decorator `@rule`: compiles a game rule with Numba and keeps the machine code on disk.

Numba's own cache looks at the file of the function only, so a change in a callee or in a component table would leave
stale machine code in use. Here the cache directory bears a digest of everything the code is made from.
"""

import hashlib
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from itertools import takewhile
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import numba
import numpy as np
from numba.core import config

from .components import override_of
from .diagnosis import explaining

try:
    from . import units
except (ImportError, AttributeError):  # a Numba whose inner parts are others
    units = None  # type: ignore[assignment]

COMPILED = not config.DISABLE_JIT
"""False when ``NUMBA_DISABLE_JIT=1`` runs the rules as plain Python."""

TRIED = ("0.68",)
"""The versions of Numba that `units` was tried with; others compile in their own way, which takes longer."""

APART = ("reset", "legal_mask", "apply", "observe_known", "observe_hidden", "resample_hidden", "appraise")
"""Rules of a game that its loops call as units of their own: each is large, and many loops call it."""

BESIDE = ("picture", "tests", "configs")
"""Files and folders in a game's folder that no machine code is made from."""

_ENGINE = Path(__file__).resolve().parent
_KEEP_CACHES = 6


def rule(function: Callable[..., Any] | None = None, *, inline: bool = False) -> Any:
    """Compiles a rule: a function of records, arrays and numbers that allocates nothing and raises nothing.

    The compiled code is cached on disk under a digest of the game's folder, the engine and the Numba version. With
    ``NUMBA_DISABLE_JIT=1`` the function is returned as it is.

    Args:
        function: The rule; without it a decorator is returned.
        inline: Whether the machine code is copied into every caller: for a few lines in a hot loop.
    """
    if function is None:
        return partial(rule, inline=inline)
    return compile_rule(function, game_home(function.__code__), inline)


def compile_rule(function: Callable[..., Any], home: Path, inline: bool = False, bound: str = "") -> Any:
    """Compiles ``function`` as a rule of the game whose sources lie in ``home`` (a folder or a single file).

    Rules allocate nothing, so Numba's counting of references to arrays (7 % of a step of Aztlán) is left out. ``bound``
    tells copies of one function apart (see `bind`).
    """
    if not COMPILED:
        return function
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False, "forceinline": inline}
    # What is typed into a session has no file: nobody could tell when it changes.
    directory = cache_directory(home) if home.exists() else None
    if in_units():
        cache = units.UnitCache(function, directory, bound) if directory else None
        return units.RuleDispatcher(function, targetoptions=options, cache=cache)
    # Numba reads CACHE_DIR while it decorates; other libraries must not see ours.
    before = config.CACHE_DIR
    config.CACHE_DIR = str(directory or "")
    try:
        return explaining(numba.njit(cache=directory is not None, **options)(function))
    finally:
        config.CACHE_DIR = before


def in_units() -> bool:
    """Whether rules are compiled by `units`, not in Numba's own way."""
    return units is not None and str(numba.__version__).startswith(TRIED)


def bind(template: Callable[..., Any], names: dict[str, Any], home: Path, inline: bool = False) -> Any:
    """Compiles a copy of the engine function ``template`` whose free names are those of one game; see `rule`.

    A compiled function that takes other compiled functions as arguments never hits Numba's disk cache; a copy with
    its own globals does.
    """
    assert isinstance(template, FunctionType)
    scope = {**template.__globals__, **names}
    copy = FunctionType(template.__code__, scope, template.__name__, template.__defaults__)
    copy.__doc__, copy.__module__ = template.__doc__, template.__module__
    if in_units():
        for each in APART:
            units.keep_apart(names.get(each))
    bound = repr([(name, units.name_of(value)) for name, value in names.items()]) if in_units() else ""
    return compile_rule(copy, home, inline, bound)


def game_home(code: CodeType) -> Path:
    """The folder of the game that ``code`` belongs to.

    It is the nearest one with a components.toml; else the nearest package with ``rules`` in it; else the package of the
    file; else the file.
    """
    file = Path(code.co_filename).resolve()
    for folder in file.parents:
        if (folder / "components.toml").is_file():
            return folder
    packages = list(takewhile(lambda folder: (folder / "__init__.py").is_file(), file.parents))
    for folder in packages:
        if (folder / "rules.py").is_file() or (folder / "rules" / "__init__.py").is_file():
            return folder
    return packages[0] if packages else file


@cache
def cache_directory(home: Path) -> Path | None:
    """Where machine code made from ``home`` is kept, or None if no place is writable."""
    name = f"{home.stem}-{_digest(home)}"
    for base in _cache_bases():
        directory = base / name
        try:
            directory.mkdir(parents=True, exist_ok=True)
            os.utime(directory)
            with tempfile.TemporaryFile(dir=directory):
                pass
        except OSError as error:
            if base == _chosen_base():
                _complain(base, error.strerror or str(error))
            continue
        _prune(base, home.stem)
        return directory
    return None


@cache
def _complain(base: Path, reason: str) -> None:
    """Tells, once, that the place the user chose is of no use."""
    print(
        f"meeplezoo: MEEPLEZOO_CACHE_DIR={base} cannot be written ({reason}); using the usual places instead",
        file=sys.stderr, flush=True,
    )  # fmt: skip


def is_cached(home: Path) -> bool:
    """Whether machine code for ``home`` is on disk (it may still lack some functions)."""
    directory = cache_directory(home) if COMPILED else None
    return directory is None or any(directory.rglob("loops.begin_at*"))


@cache
def announce_compilation(home: Path, title: str) -> None:
    """Tells on stderr, once, that the first run has to compile; on a terminal also what is being compiled."""
    if not COMPILED or is_cached(home):
        return
    message = f"meeplezoo: compiling {title}'s rules, first run only"
    if in_units() and sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
        on_compilation(partial(_show_progress, message))
    else:
        print(f"{message} (up to a minute) ...", file=sys.stderr, flush=True)


def on_compilation(listener: Callable[[str | None], None]) -> None:
    """Calls ``listener`` with the name of each rule that is about to be compiled, and with None when all is done."""
    if in_units():
        units.listeners.append(listener)


def _show_progress(message: str, name: str | None) -> None:
    """One line that says what is compiled now, and goes away when all is."""
    line = "" if name is None else f"{message}: {name.removeprefix('meeplezoo.envs.')}"
    with suppress(OSError, ValueError):  # a terminal that is gone
        sys.stderr.write("\r\x1b[K" + line[: shutil.get_terminal_size().columns - 1])
        sys.stderr.flush()


def _chosen_base() -> Path | None:
    chosen = os.environ.get("MEEPLEZOO_CACHE_DIR")
    return Path(chosen) if chosen else None


def _cache_bases() -> list[Path]:
    home = os.environ.get("XDG_CACHE_HOME")
    try:
        user = Path(home) if home else Path.home() / ".cache"
    except RuntimeError:  # no home folder
        user = Path(tempfile.gettempdir())
    usual = [user / "meeplezoo", Path(tempfile.gettempdir()) / "meeplezoo-cache"]
    chosen = _chosen_base()
    return [chosen, *usual] if chosen else usual


def _digest(home: Path) -> str:
    """A digest of all that the machine code of ``home`` is made from, wherever it is installed."""
    made_by = (numba.__version__, np.__version__, platform.python_version(), str(config.BOUNDSCHECK), in_units())
    digest = hashlib.sha256(repr(made_by).encode())
    folder = home.parent if home.is_file() else home
    # Beside a single file may lie others that it imports.
    sources = folder.glob("*.py") if home.is_file() else folder.rglob("*")
    # The engine's rooms (environment, records, pictures) leave no trace in machine code, nor do a game's picture, tests
    # and configurations.
    files = list(_ENGINE.glob("*.py"))
    files += [f for f in sources if f.suffix in {".py", ".toml"} and not _is_beside(f.relative_to(folder))]
    named = sorted((_name_in(f, folder), f) for f in set(files))
    replaced = override_of(home.name)
    if replaced is not None:
        named.append((replaced.name, replaced))
    for name, file in named:
        digest.update(repr((name, file.read_bytes())).encode())
    return digest.hexdigest()[:16]


def _is_beside(file: Path) -> bool:
    """Whether a file of a game's folder is no part of its rules: picture, tests and configurations."""
    return file.with_suffix("").parts[0] in BESIDE or file.name.startswith("test_")


def _name_in(file: Path, folder: Path) -> str:
    base = _ENGINE.parent if file.parent == _ENGINE else folder
    return f"{base.name}/{file.relative_to(base).as_posix()}"


def _prune(base: Path, stem: str) -> None:
    """Removes the oldest caches of one game; a cache in use elsewhere is merely compiled again."""
    old = sorted(base.glob(f"{stem}-*"), key=lambda d: d.stat().st_mtime if d.exists() else 0.0)
    for directory in old[:-_KEEP_CACHES]:
        shutil.rmtree(directory, ignore_errors=True)

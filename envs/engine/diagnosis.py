"""What Numba's refusal of a rule means: function, file, line and a hint instead of hundreds of lines."""

from __future__ import annotations

import dis
import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from numba.core import errors, types

from .errors import RuleError

_ALLOCATES = ("NRT required but not enabled", "Only accept returning of array passed into the function")
_ALLOCATION = (
    "this allocates (a new array, list, dict or text), which rules must not: copy element by element, for example with "
    "put() and copy() of meeplezoo.envs.engine, into a field of the state (scratch_... for working space)"
)
_NOISE = ("Failed in ", "- Resolution failure", "During: ", "There are ", "- Of which", "File ")
_LONGEST = 200


_failures: list[tuple[Callable[..., Any], Sequence[Any], Exception]] = []


def explaining(dispatcher: Any) -> Any:
    """Makes a rule that Numba compiles in its own way raise a `RuleError` when Python calls it and it is refused.

    (`units` does so by itself.) Compiled callers compile it by ``compile``; Python's call begins one step before.
    """
    compile_one, compile_for_call = dispatcher.compile, dispatcher._compile_for_args

    def noting(sig: Any) -> Any:
        try:
            return compile_one(sig)
        except Exception as error:
            _failures.append((dispatcher.py_func, sig, error))
            raise

    def telling(*args: Any, **named: Any) -> Any:
        _failures.clear()
        try:
            return compile_for_call(*args, **named)
        except Exception:
            if not _failures:
                raise
            told = explain(*_failures[0])
        finally:
            _failures.clear()
        raise told  # here, where Numba's error is no longer its context

    dispatcher.compile, dispatcher._compile_for_args = noting, telling
    return dispatcher


def explain(function: Callable[..., Any], args: Sequence[Any], error: Exception) -> RuleError:
    """The `RuleError` for a rule that cannot be compiled; its cause is ``error``, shortened.

    Args:
        function: The rule that could not be compiled, the innermost one.
        args: The Numba types of its arguments.
        error: What Numba raised.
    """
    text = str(error)
    field = _missing_field(args, error)
    if field is not None:
        line, reason = _line_of_attribute(function, field), _no_such_field(field, args)
    else:
        name = getattr(error, "name", None)  # of numpy, for example
        line = _line_of_attribute(function, name) if name else _line_told(function, text, error)
        reason = _ALLOCATION if any(sign in text for sign in _ALLOCATES) else _essence(error)
    code = function.__code__
    where = f"rule {function.__qualname__}, {code.co_filename}, line {line}"
    told = RuleError(f"{where}: {reason}\n    {_source(code, line)}")
    told.__cause__ = _shortened(error)
    return told


def _missing_field(args: Sequence[Any], error: Exception) -> str | None:
    """The misspelt field: Numba lets the KeyError of its record type escape."""
    missing = isinstance(error, KeyError) and error.args and isinstance(error.args[0], str)
    return error.args[0] if missing and _records(args) else None


def _records(args: Sequence[Any]) -> list[Any]:
    kinds = [a.dtype if isinstance(a, types.Array) else a for a in args]
    return [kind for kind in kinds if isinstance(kind, types.Record)]


def _no_such_field(field: str, args: Sequence[Any]) -> str:
    names = [n for record in _records(args) for n in record.fields if not n.startswith("pad_")]
    close = get_close_matches(field, names, 1)
    meant = f" (did you mean {close[0]!r}?)" if close else ""
    return f"no such field {field!r}{meant}; the fields are {', '.join(names)}"


def _line_of_attribute(function: Callable[..., Any], name: str) -> int:
    line = function.__code__.co_firstlineno
    for instruction in dis.get_instructions(function):
        if instruction.opname in {"LOAD_ATTR", "STORE_ATTR", "LOAD_METHOD"} and instruction.argval == name:
            return (instruction.positions and instruction.positions.lineno) or line
    return line


def _line_told(function: Callable[..., Any], text: str, error: Exception) -> int:
    """The line of the rule that Numba names, in one of its ways; else the rule's first."""
    code = function.__code__
    lines = [line for *_, line in code.co_lines() if line]
    file = code.co_filename
    told = [int(n) for n in re.findall(re.escape(file) + r" \((\d+)\)", text)]
    loc = getattr(error, "loc", None)
    if loc is not None and loc.filename == file:
        told.append(loc.line)
    told += [int(n) for n in re.findall(rf'File "[^"]*{re.escape(Path(file).name)}", line (\d+)', text)]
    return next((n for n in told if min(lines) < n <= max(lines)), code.co_firstlineno)


def _essence(error: Exception) -> str:
    """The first line that says anything, with the call that it is about."""
    lines = [line.strip() for line in str(error).splitlines()]
    telling = [line for line in lines if line and not line.startswith(_NOISE)] or [type(error).__name__]
    signature = telling[1].removeprefix(">>> ") if len(telling) > 1 and telling[1].startswith(">>>") else ""
    return _cut(f"{telling[0]} {signature}".strip())


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def _source(code: Any, line: int) -> str:
    """The line itself; nothing if the file is gone."""
    try:
        return Path(code.co_filename).read_text(encoding="utf-8").splitlines()[line - 1].strip()
    except (OSError, UnicodeDecodeError, IndexError):
        return ""


def _shortened(error: Exception) -> Exception:
    """The same error with one line of text and none of its own causes, whose texts are the hundreds of lines."""
    short = error.with_traceback(None)
    if isinstance(error, errors.NumbaError):
        short = errors.NumbaError(_essence(error))
        short.__class__ = type(error)
    short.__cause__ = short.__context__ = None
    short.__suppress_context__ = True
    return short

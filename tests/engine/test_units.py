"""Units: what rules are compiled to, and who may call them."""

import io
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from numba import njit
from numba.core import config

from meeplezoo.envs.engine import RuleError, rule
from tests.engine.test_rule import tiny

__all__ = ["tiny"]
module = import_module("meeplezoo.envs.engine.rule")

pytestmark = pytest.mark.skipif(config.DISABLE_JIT, reason="nothing is compiled")


@rule
def factorial(n):
    return 1 if n <= 1 else n * factorial(n - 1)


@rule
def thrice(n):
    return 3 * factorial(n)


@rule
def six_times(n):
    return 2 * thrice(n)


module.units.keep_apart(thrice)


def test_only_what_is_called_becomes_a_unit():
    assert six_times(4) == 144
    (unit,) = (result.library for result in six_times.overloads.values())
    assert [called.key[0].rpartition(".")[2] for called in unit.units] == ["thrice"]
    assert unit.units == [result.library for result in thrice.overloads.values()]
    # Taken up by `thrice`, and called by nobody else.
    assert not factorial.overloads


def test_functions_that_are_not_rules_may_call_rules():
    # Called from Python too, so that several modules hold its name; it recurses, so it is called and not inlined.
    assert factorial(4) == 24

    @njit
    def together(n):
        return factorial(n) + thrice(n) + six_times(n)

    assert together(4) == 24 + 72 + 144


def test_plain_integers_are_one_type():
    @rule
    def callee(x):
        return x + 1

    @rule
    def caller(x):
        return callee(1) + callee(2) + callee(x)

    assert caller(3) == 9
    assert len(callee._translated) == 1


def test_a_unit_is_made_anew_if_one_that_it_calls_was(tiny, tmp_path):
    assert tiny(APART="1") == (50, 0)
    assert tiny(APART="1") == (50, 1)
    (callee,) = (tmp_path / "cache").rglob("helper.bonus-*.unit")
    callee.unlink()  # its successor has another symbol
    assert tiny(APART="1") == (50, 0)
    assert tiny(APART="1") == (50, 1)


def test_errors_of_rules_come_again():
    @rule
    def misspelt(x):
        return x.nothing

    for _ in range(2):
        with pytest.raises(RuleError, match="nothing"):
            misspelt(3)


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self):
        return True


def test_a_terminal_shows_what_is_being_compiled_on_one_line(monkeypatch):
    stream = Terminal()
    monkeypatch.setattr(module.sys, "stderr", stream)
    monkeypatch.setattr(module, "is_cached", lambda home: False)
    monkeypatch.setattr(module.units, "listeners", [])
    monkeypatch.setattr(module.units.UnitCache, "load_overload", lambda self, *key: None)  # nothing is on disk
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "200")
    module.announce_compilation(Path("/nowhere"), "Testgame")
    assert stream.getvalue() == ""
    compiled = rule(lambda x: np.int64(x) + 1)
    assert compiled(1) == 2
    shown = stream.getvalue().split("\r\x1b[K")
    assert shown[1].startswith("meeplezoo: compiling Testgame's rules, first run only: tests.engine.test_units.")
    assert shown[-1] == ""  # gone at the end
    assert "\n" not in stream.getvalue()


def test_a_terminal_shows_nothing_when_all_comes_from_disk(monkeypatch):
    told = []
    monkeypatch.setattr(module.units, "listeners", [told.append])
    with module.units._compiling():  # what surrounds the search on disk too
        pass
    assert told == []

"""A rule that Numba refuses is named with its line and a hint, in a few lines."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

RULES = """
import numpy as np
from meeplezoo.envs.engine import rule, state_dtype

STATE = state_dtype([("card", "i1", (3,)), ("gold", "i4")])


@rule
def new_array(s):
    room = 3
    x = np.zeros(room)
    return x[0]


@rule
def new_list(s):
    cards = [1, 2]
    cards.append(s.gold)
    return cards[0]


@rule
def slices(s):
    s.card[:] = s.card + 1


@rule
def reads(s):
    if s.gold > 0:
        return s.glod
    return 0


@rule
def writes(s):
    s.glod = 3


@rule
def unknown_name(s):
    return gloom(s)


@rule
def unknown_function(s):
    return np.zeroes(3)


@rule
def wrong_types(s):
    return s.gold + "a"


@rule
def calls_slices(s):
    for _ in range(2):
        slices(s)
    return s.gold


@rule
def calls_reads(s):
    return reads(s) + reads(s)


@rule
def sound(s):
    return s.gold + 1
"""
PROGRAM = """
import importlib, json, sys, traceback
import numpy as np
import refused
from meeplezoo.envs.engine import MeepleZooError, RuleError
module = importlib.import_module("meeplezoo.envs.engine.rule")

def messages():
    told = {}
    state = np.zeros(1, refused.STATE)[0]
    for name in [n for n, value in vars(refused).items() if hasattr(value, "py_func")]:
        try:
            told[name] = repr(getattr(refused, name)(state))
        except RuleError as error:
            cause = error.__cause__
            kinds = [type(cause).__module__.split(".")[0], type(cause).__name__]
            told[name] = [str(error), *kinds, str(cause), len(traceback.format_exc().splitlines())]
    return told

told = {"in units": messages()}
module.cache_directory = lambda home: None
importlib.reload(refused)
told["without a cache"] = messages()
module.TRIED = ()
importlib.reload(refused)
assert not isinstance(refused.sound, module.units.RuleDispatcher)
told["in Numba's own way"] = messages()
print(json.dumps(told))
"""
FIELDS = "the fields are rng, players, seat, node, over, decisions, score, tiebreak, payoff, card, gold\n"
EXPECTED = {
    "new_array": ("new_array", "x = np.zeros(room)", "allocates", "numba"),
    "new_list": ("new_list", "cards = [1, 2]", "allocates", "numba"),
    "slices": ("slices", "s.card[:] = s.card + 1", "copy element by element", "numba"),
    "reads": ("reads", "return s.glod", f"no such field 'glod' (did you mean 'gold'?); {FIELDS}", "builtins"),
    "writes": ("writes", "s.glod = 3", f"no such field 'glod' (did you mean 'gold'?); {FIELDS}", "builtins"),
    "unknown_name": ("unknown_name", "return gloom(s)", "name 'gloom' is not defined", "numba"),
    "unknown_function": ("unknown_function", "return np.zeroes(3)", "no attribute 'zeroes'", "builtins"),
    "wrong_types": ("wrong_types", 'return s.gold + "a"', "add(int32, Literal[str](a))", "numba"),
    "calls_slices": ("slices", "s.card[:] = s.card + 1", "allocates", "numba"),
    "calls_reads": ("reads", "return s.glod", "no such field 'glod'", "builtins"),
}


@pytest.fixture(scope="module")
def all_refused(tmp_path_factory):
    """What is told of every rule in `RULES`, for each way of compiling, and the file."""
    folder = tmp_path_factory.mktemp("rules")
    file = folder / "refused.py"
    file.write_text(RULES)
    path = os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH"))))
    own = {"PYTHONPATH": path, "MEEPLEZOO_CACHE_DIR": str(folder / "cache"), "NUMBA_DISABLE_JIT": "0"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, env={**os.environ, **own}
    )
    return json.loads(done.stdout), file


@pytest.fixture(params=["in units", "without a cache", "in Numba's own way"])
def refused(request, all_refused):
    """The same for one way of compiling."""
    told, file = all_refused
    return told[request.param], file


def test_every_rule_is_told_of(refused):
    told, _ = refused
    assert set(told) == {*EXPECTED, "sound"}
    assert told["sound"] == "1"


@pytest.mark.parametrize("name", EXPECTED)
def test_function_file_line_and_hint(refused, name):
    told, file = refused
    culprit, source, hint, package = EXPECTED[name]
    message, where, kind, cause, lines = told[name]
    line = 1 + [each.strip() for each in Path(file).read_text().splitlines()].index(source)
    assert message.startswith(f"rule {culprit}, {file}, line {line}: ")
    assert hint in message
    assert message.splitlines()[1:] == [f"    {source}"]
    # Numba's error is the cause, but in one line; and the whole traceback fits on a screen.
    assert where == package and "\n" not in cause and len(cause) <= 200, (kind, cause)
    assert lines <= 20

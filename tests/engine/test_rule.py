"""`@rule`: machine code is kept on disk, and never stale."""

import os
import shutil
import subprocess
import sys
import time
from importlib import import_module

import numpy as np
import pytest
from numba.core import config

module = import_module("meeplezoo.envs.engine.rule")  # the package's name `rule` is the decorator

SOURCES = {
    "components.toml": 'game = "tiny"\nworth = 10\n',
    "components.py": (
        "from meeplezoo.envs.engine import load_components\nWORTH = load_components(__file__)['worth']\n"
    ),
    "helper.py": "from meeplezoo.envs.engine import rule\n\n@rule\ndef bonus(x):\n    return x + 1\n",
    "rules.py": (
        "from meeplezoo.envs.engine import rule\nfrom .components import WORTH\nfrom .helper import bonus\n\n"
        "@rule\ndef points(x):\n    return WORTH * bonus(x)\n"
    ),
    "__init__.py": "",
}
PROGRAM = """
import os, tempfile
from importlib import import_module
import numba
if "NUMBA_UNKNOWN" in os.environ:
    numba.__version__ = "99.0"
if "NO_TEMPORARY_FOLDER" in os.environ:
    tempfile.tempdir = os.environ["MEEPLEZOO_CACHE_DIR"]
from meeplezoo.envs import engine
assert engine.__file__.startswith(os.environ.get("MUST_COME_FROM", "")), engine.__file__
if "APART" in os.environ:
    from meeplezoo.envs.engine.rule import units
    units.keep_apart(import_module("tiny.helper").bonus)
points = import_module(os.environ.get("PROGRAM_MODULE", "tiny.rules")).points
print(points(4), sum(points.stats.cache_hits.values()))
"""


@pytest.fixture
def tiny(tmp_path):
    """A folder with a game of two rules; `run` uses it in a new process."""
    folder = tmp_path / "tiny"
    folder.mkdir()
    for name, text in SOURCES.items():
        (folder / name).write_text(text)

    def run(*places, **environment):
        path = os.pathsep.join(filter(None, (*map(str, places or (tmp_path,)), os.environ.get("PYTHONPATH"))))
        given = {"MEEPLEZOO_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": path}
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True,
            env={**os.environ, **given, **environment},
        )  # fmt: skip
        run.told = done.stderr
        value, hits = done.stdout.split()
        return int(value), int(hits)

    run.folder = folder
    return run


def test_cache_follows_every_source(tiny, tmp_path):
    assert tiny() == (50, 0)
    assert tiny() == (50, 1)  # from disk
    # Numba alone would keep the old code: the file of points() has not changed.
    helper = tiny.folder / "helper.py"
    helper.write_text(helper.read_text().replace("x + 1", "x + 2"))
    assert tiny() == (60, 0)
    # A game's pictures leave no trace in machine code, nor do tests and configurations that lie in its folder.
    for name in ("picture/drawing.py", "tests/invariants.py", "test_rules.py", "configs/quick.toml"):
        (tiny.folder / name).parent.mkdir(exist_ok=True)
        (tiny.folder / name).write_text("INK = 1\n")
    assert tiny() == (60, 1)
    table = tiny.folder / "components.toml"
    table.write_text(table.read_text().replace("10", "20"))
    assert tiny() == (120, 0)
    # A file of the user's in place of the shipped one counts as well.
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "tiny.toml").write_text('game = "tiny"\nworth = 100\n')
    assert tiny(MEEPLEZOO_COMPONENTS=str(tmp_path / "own")) == (600, 0)
    assert tiny() == (120, 1)


def test_a_callee_counts_in_a_game_without_components(tiny):
    (tiny.folder / "components.toml").unlink()
    (tiny.folder / "components.py").write_text("WORTH = 10\n")
    (tiny.folder / "pieces").mkdir()
    helper = tiny.folder / "pieces" / "helper.py"
    helper.write_text((tiny.folder / "helper.py").read_text())
    (tiny.folder / "pieces" / "__init__.py").write_text("from .helper import bonus\n")
    rules = tiny.folder / "rules.py"
    rules.write_text(rules.read_text().replace(".helper", ".pieces"))
    assert tiny() == (50, 0)
    assert tiny() == (50, 1)
    helper.write_text(helper.read_text().replace("x + 1", "x + 2"))
    assert tiny() == (60, 0)


def test_a_callee_counts_in_a_single_file_beside_others(tiny, tmp_path):
    (tmp_path / "helper.py").write_text((tiny.folder / "helper.py").read_text())
    rules = SOURCES["rules.py"].replace("from .components import WORTH", "WORTH = 10")
    (tmp_path / "alone.py").write_text(rules.replace(".helper", "helper"))
    assert tiny(PROGRAM_MODULE="alone") == (50, 0)
    assert tiny(PROGRAM_MODULE="alone") == (50, 1)
    (tmp_path / "helper.py").write_text(SOURCES["helper.py"].replace("x + 1", "x + 2"))
    assert tiny(PROGRAM_MODULE="alone") == (60, 0)


def test_installations_in_two_places_share_machine_code(tiny, tmp_path):
    assert tiny() == (50, 0)
    (tmp_path / "elsewhere").mkdir()
    tiny.folder.rename(tmp_path / "elsewhere" / "tiny")
    assert tiny(tmp_path / "elsewhere") == (50, 1)


def test_engines_in_two_places_share_machine_code(tiny, tmp_path):
    assert tiny() == (50, 0)
    copy = tmp_path / "site" / "meeplezoo" / "envs"
    shutil.copytree(module._ENGINE, copy / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "__init__.py").write_text("")
    assert tiny(copy.parents[1], tmp_path, MUST_COME_FROM=str(copy)) == (50, 1)


def test_rules_compile_in_numbas_own_way_where_its_inside_is_unknown(tiny):
    assert tiny() == (50, 0)
    assert tiny(NUMBA_UNKNOWN="1") == (50, 0)  # neither takes the other's files
    assert tiny(NUMBA_UNKNOWN="1") == (50, 1)
    assert tiny() == (50, 1)


def test_the_numba_installed_is_one_that_units_know():
    assert module.in_units()


def test_a_damaged_file_is_compiled_again(tiny, tmp_path):
    assert tiny() == (50, 0)
    (file,) = (tmp_path / "cache").rglob("rules.points-*")
    file.write_bytes(file.read_bytes()[:-1000])
    assert tiny() == (50, 0)
    assert tiny() == (50, 1)


def test_a_chosen_place_that_cannot_be_written_is_told_once(tiny, tmp_path):
    (tmp_path / "file").write_text("")
    chosen = {"MEEPLEZOO_CACHE_DIR": str(tmp_path / "file" / "cache"), "XDG_CACHE_HOME": str(tmp_path / "usual")}
    assert tiny(**chosen) == (50, 0)
    assert tiny.told.count("MEEPLEZOO_CACHE_DIR") == 1
    assert str(tmp_path / "file" / "cache") in tiny.told
    assert tiny(**chosen) == (50, 1)  # kept in the usual place
    assert any((tmp_path / "usual" / "meeplezoo").rglob("rules.points-*"))
    assert tiny() == (50, 0)
    assert tiny.told == ""


def test_import_works_where_nothing_can_be_written(tiny, tmp_path):
    (tmp_path / "file").write_text("")
    nowhere = str(tmp_path / "file" / "cache")
    assert tiny(MEEPLEZOO_CACHE_DIR=nowhere, XDG_CACHE_HOME=nowhere, NO_TEMPORARY_FOLDER="1") == (50, 0)


@pytest.fixture
def forgetful():
    module.cache_directory.cache_clear()
    yield
    module.cache_directory.cache_clear()


@pytest.mark.usefixtures("forgetful")
def test_second_place_where_the_first_cannot_be_written(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.delenv("MEEPLEZOO_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr(module.tempfile, "tempdir", str(tmp_path))
    directory = module.cache_directory(tmp_path)
    assert directory is not None
    assert directory.parent == tmp_path / "meeplezoo-cache"


@pytest.mark.usefixtures("forgetful")
def test_old_caches_are_removed(tmp_path, monkeypatch):
    monkeypatch.setenv("MEEPLEZOO_CACHE_DIR", str(tmp_path))
    now = time.time()
    for age in range(9):
        old = tmp_path / f"rng-{age}"
        old.mkdir()
        os.utime(old, (now - 1000 - age, now - 1000 - age))
    other = tmp_path / "aztlan-1"
    other.mkdir()
    directory = module.cache_directory(module._ENGINE / "rng.py")
    kept = {d.name for d in tmp_path.iterdir()}
    assert kept == {directory.name, other.name, *(f"rng-{age}" for age in range(5))}


def test_numbas_own_setting_is_left_alone():
    before = config.CACHE_DIR
    compiled = module.rule(lambda x: x + 1)
    assert before == config.CACHE_DIR
    assert compiled(1) == 2


def test_copies_bound_to_two_homes_have_names_of_their_own():
    def template(x):
        return factor * x  # noqa: F821 - bound below

    homes = {2: module._ENGINE / "rng.py", 3: module._ENGINE / "payoff.py"}
    twice, thrice = (module.bind(template, {"factor": np.int64(n)}, home) for n, home in homes.items())
    assert (twice(5), thrice(5)) == (10, 15)


def test_first_compilation_is_announced_once(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(module, "is_cached", lambda home: False)
    for _ in range(2):
        module.announce_compilation(tmp_path, "Testgame")
    assert capsys.readouterr().err.count("compiling Testgame's rules") == 1

"""`@rule`: machine code is kept on disk, and never stale."""

import os
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
PROGRAM = (
    "from tiny.rules import points\n"
    "print(points(4), sum(points.stats.cache_hits.values()))\n"
)


@pytest.fixture
def tiny(tmp_path):
    """A folder with a game of two rules; `run` uses it in a new process."""
    folder = tmp_path / "tiny"
    folder.mkdir()
    for name, text in SOURCES.items():
        (folder / name).write_text(text)

    def run(**environment):
        given = {"MEEPLEZOO_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": str(tmp_path)}
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True,
            env={**os.environ, **given, **environment},
        )  # fmt: skip
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
    table = tiny.folder / "components.toml"
    table.write_text(table.read_text().replace("10", "20"))
    assert tiny() == (120, 0)
    # A file of the user's in place of the shipped one counts as well.
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "tiny.toml").write_text('game = "tiny"\nworth = 100\n')
    assert tiny(MEEPLEZOO_COMPONENTS=str(tmp_path / "own")) == (600, 0)
    assert tiny() == (120, 1)


def test_import_works_where_nothing_can_be_written(tiny, tmp_path):
    (tmp_path / "file").write_text("")
    assert tiny(MEEPLEZOO_CACHE_DIR=str(tmp_path / "file" / "cache")) == (50, 0)


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

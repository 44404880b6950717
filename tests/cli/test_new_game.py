"""A game made by `meeplezoo new-game`, in a copy of the source tree, runs and passes the tests of all games."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from meeplezoo import envs
from meeplezoo.cli.new_game import TEMPLATE, new_game, prefix_of, source_root
from meeplezoo.envs import ConfigError

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("envs", "agents", "wrappers", "training", "arena", "cli")
NAME = "zoo_bluff"
QUICK = ("layout", "hidden", "play", "playthroughs", "boards")


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """A copy of the source tree with a new game in it."""
    root = tmp_path_factory.mktemp("tree")
    for folder in (*ROOMS, "tests", "docs", "configs"):
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", root)
    (root / "names" / "meeplezoo").mkdir(parents=True)
    for room in ROOMS:
        (root / "names" / "meeplezoo" / room).symlink_to(root / room)
    done = run(root, "meeplezoo.cli.commands", "new-game", NAME, "--title", "Zoo Bluff", "--players", "2-3")
    assert done.returncode == 0, done.stderr
    assert f"make test-game GAME={NAME}" in done.stdout
    return root


def run(root, module, *arguments, compiled=False):
    """Runs a module of the copy, as plain Python unless said otherwise."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST", "NUMBA_DISABLE_JIT"))}
    environment["PYTHONPATH"] = os.pathsep.join([str(root / "names"), str(root)])
    environment["MEEPLEZOO_CACHE_DIR"] = str(root / "cache")
    if not compiled:
        environment["NUMBA_DISABLE_JIT"] = "1"
    return subprocess.run(
        [sys.executable, "-m", module, *arguments], cwd=root, env=environment, capture_output=True, text=True,
        check=False,
    )


def run_tests(root, *arguments, compiled=False):
    return run(root, "pytest", "-p", "no:cacheprovider", "--game", NAME, *arguments, compiled=compiled)


def test_the_new_game_passes_its_own_and_shared_tests(tree):
    files = [f"tests/all_games/test_{name}.py" for name in QUICK]
    done = run_tests(tree, f"tests/{NAME}", *files, "-m", "not slow")
    assert done.returncode == 0, done.stdout[-3000:]


def test_the_new_game_is_listed_played_and_documented(tree):
    assert re.search(rf"{NAME} .*Zoo Bluff .*2–3", run(tree, "meeplezoo.cli.commands", "games").stdout)
    watched = run(tree, "meeplezoo.cli.commands", "watch", NAME, "random", "--players", "3")
    assert "claim at least" in watched.stdout
    assert "doubt" in watched.stdout
    assert run(tree, "docs.generate", NAME, "--check").returncode == 0
    readme = (tree / "envs" / NAME / "README.md").read_text(encoding="utf-8")
    assert "`Discrete(37)`" in readme
    assert "| `wild_aces` |" in readme
    page = (tree / "docs" / "games" / f"{NAME}.md").read_text(encoding="utf-8")
    assert "| Actions | `Discrete(37)`" in page
    assert "Zoo Bluff" in (tree / "docs" / "games" / "index.md").read_text(encoding="utf-8")


def test_the_new_files_are_clean(tree):
    done = run(tree, "ruff", "check", f"envs/{NAME}", f"envs/{NAME}_v0.py", f"tests/{NAME}")
    assert done.returncode == 0, done.stdout
    written = [path for path in tree.rglob(f"*{NAME}*") if path.is_dir() or path.is_file()]
    texts = [f.read_text(encoding="utf-8") for p in written for f in ([p] if p.is_file() else p.rglob("*.py"))]
    assert texts
    assert not any(re.search("@[A-Z]+@", text) for text in texts)


def test_docs_generate_knows_its_games(tree):
    done = run(tree, "docs.generate", "chess")
    assert done.returncode == 2
    assert "aztlan" in done.stderr


@pytest.mark.slow
def test_the_new_game_passes_all_tests_compiled(tree):
    done = run_tests(tree, "tests", "-m", "not client", compiled=True)
    assert done.returncode == 0, done.stdout[-3000:]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("aztlan",), "taken"),
        (("engine",), "taken"),
        (("toy",), "taken"),  # the tests' own game
        (("my-game",), "lower-case"),
        (("MyGame",), "lower-case"),
        (("class",), "lower-case"),
        (("../elsewhere",), "lower-case"),
        (("chess_v1",), "version"),
        (("chess", None, "1-4"), "2-4"),
        (("chess", None, "4-2"), "2-4"),
        (("chess", None, "2-6"), "2 to 5"),
        (("chess", None, "two"), "2-4"),
        (("chess", 'a "quoted" title'), "title"),
        (("chess", ""), "title"),
    ],
)
def test_what_is_refused_and_leaves_no_file(arguments, message, tmp_path):
    for folder in ("envs/aztlan", "envs/engine", "tests/toy"):
        (tmp_path / folder).mkdir(parents=True)
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(ConfigError, match=message):
        new_game(*arguments, root=tmp_path)
    assert sorted(tmp_path.rglob("*")) == before


def test_an_installed_copy_is_refused(monkeypatch, tmp_path):
    assert source_root() == ROOT
    monkeypatch.setattr(envs, "__file__", str(tmp_path / "envs" / "__init__.py"))
    with pytest.raises(ConfigError, match="source checkout"):
        source_root()


@pytest.mark.parametrize(
    ("name", "prefix"), [("glen_more", "GM"), ("deus", "DE"), ("a", "AX"), ("x_2_b", "XB"), ("catch22", "CA")]
)
def test_rule_numbers_begin_with_two_capitals(name, prefix):
    assert prefix_of(name) == prefix


def test_the_template_has_the_files_of_a_game():
    """What every game has, the template has too."""
    common = set.intersection(*(
        {f.relative_to(home).as_posix() for f in home.rglob("*") if f.suffix in {".py", ".md"}}
        for home in (ROOT / "envs" / name for name in envs.GAMES)
    ))  # fmt: skip
    here = TEMPLATE / "envs" / "NAME"
    assert common <= {f.relative_to(here).as_posix().removesuffix(".txt") for f in here.rglob("*.txt")}


@pytest.mark.parametrize(
    ("game", "there", "elsewhere"),
    [
        ("deus", ["test_decode_and_encode[deus-2]", "test_layout_is_well_formed[deus]", "deus/test_end.py"],
         ["[aztlan", "aztlan/"]),
        ("aztlan", ["test_decode_and_encode[aztlan-2]", "aztlan/test_map.py"], ["[deus", "deus/"]),
    ],
)  # fmt: skip
def test_the_option_game_keeps_one_games_tests(game, there, elsewhere):
    files = ["tests/all_games/test_layout.py", "tests/deus/test_end.py", "tests/aztlan/test_map.py"]
    done = collect("--game", game, *files)
    assert all(part in done.stdout for part in there)
    assert not any(part in done.stdout for part in elsewhere)


def test_an_unknown_game_is_an_error():
    done = collect("--game", "eus", "tests/deus/test_end.py")
    assert done.returncode == 4
    assert "deus" in done.stderr


def collect(*arguments):
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--collect-only", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

"""Games outside of the package are found by name."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from meeplezoo.envs import ConfigError
from meeplezoo.envs.outside import GROUP, VARIABLE, import_game, outside_games
from tests import toy

PROGRAM = """
from meeplezoo.envs import GAMES, resolve_game
print(GAMES["aztlan"].title, GAMES["toy"] is resolve_game("toy_v0"), "toy" in list(GAMES))
"""


def test_listed_games_are_among_the_others_and_replace_none():
    environment = {**os.environ, VARIABLE: "tests.toy, somewhere.aztlan"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, env=environment,
        cwd=Path(__file__).resolve().parents[2],
    )  # fmt: skip
    assert done.stdout.split() == ["Aztlán", "True", "True"]


def test_installed_packages_announce_games(tmp_path, monkeypatch):
    metadata = tmp_path / "other-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[{GROUP}]\nchess = other.games.chess\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv(VARIABLE, "tests.toy")
    assert outside_games() == {"chess": "other.games.chess", "toy": "tests.toy"}


def test_a_game_is_its_modules():
    assert import_game("toy", "tests.toy") is toy.game


@pytest.mark.parametrize(
    ("name", "module", "message"),
    [
        ("nowhere", "nowhere", "PYTHONPATH"),
        ("nowhere", "tests.nowhere", "PYTHONPATH"),
        ("support", "tests.support", "`game`"),
        ("other", "tests.toy", "'other'"),
    ],
)
def test_mistakes_name_the_remedy(name, module, message):
    with pytest.raises(ConfigError, match=message):
        import_game(name, module)


def test_what_the_module_lacks_is_told_as_such(tmp_path, monkeypatch):
    (tmp_path / "needy.py").write_text("import not_installed_anywhere\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ModuleNotFoundError, match="not_installed_anywhere"):
        import_game("needy", "needy")

"""Golden games: whole random games as text, so that a change of behaviour is seen in review."""

import pytest

from tests.playthroughs.__main__ import FOLDER, file_of, write_out

from .configs import PLAYERS


@pytest.mark.parametrize("config", PLAYERS, ids=str)
def test_game_is_as_on_file(config):
    told = write_out(config)
    kept = file_of(config).read_text(encoding="utf-8")
    for number, (new, old) in enumerate(zip(told.splitlines(), kept.splitlines(), strict=False), 1):
        assert new == old, f"line {number}; if the change is meant: python -m tests.playthroughs"
    assert told == kept


def test_every_file_belongs_to_a_game():
    assert {file.name for file in FOLDER.glob("*.txt")} == {file_of(config).name for config in PLAYERS}

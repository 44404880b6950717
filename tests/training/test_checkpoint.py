import dataclasses
import json

import pytest
import torch

from meeplezoo.agents import ModelCard
from meeplezoo.agents.card import card_for
from meeplezoo.agents.weights import read_weights
from meeplezoo.envs import GAMES, DataError
from meeplezoo.envs.engine.records.files import write_file, write_folder
from meeplezoo.training import TrainConfig
from meeplezoo.training.checkpoint import CheckpointStore

GAME = GAMES["aztlan"]


@pytest.fixture
def card():
    config = TrainConfig.from_dict({"game": "aztlan", "output": "runs/x"}).to_dict()
    return card_for(GAME, config, "x", steps=5, episodes=2, minutes=0.1)


def fails(folder):
    (folder / "half").write_text("half")
    raise OSError("disk full")


def test_a_folder_is_written_whole_or_not_at_all(tmp_path):
    write_folder(tmp_path / "a", lambda folder: (folder / "one").write_text("1"))
    with pytest.raises(OSError, match="disk full"):
        write_folder(tmp_path / "a", fails)
    assert [p.name for p in (tmp_path / "a").iterdir()] == ["one"]
    write_folder(tmp_path / "a", lambda folder: (folder / "two").write_text("2"))
    assert [p.name for p in (tmp_path / "a").iterdir()] == ["two"]
    assert [p.name for p in tmp_path.iterdir()] == ["a"]


def test_a_file_is_replaced_whole(tmp_path):
    write_file(tmp_path / "deep" / "f", b"1")
    write_file(tmp_path / "deep" / "f", b"2")
    assert [p.read_bytes() for p in (tmp_path / "deep").iterdir()] == [b"2"]


def test_the_store_keeps_the_newest_and_ignores_what_was_cut_off(tmp_path):
    store = CheckpointStore(tmp_path, keep=2)
    assert store.newest() is None
    with pytest.raises(OSError, match="disk full"):
        store.write(7, fails)
    assert store.newest() is None
    for steps in (8, 9, 100):
        store.write(steps, lambda folder: (folder / "x").write_text("x"))
    assert [int(p.name) for p in store.all()] == [9, 100]
    assert len(list(store.folder.iterdir())) == 2


def test_card_is_read_back(tmp_path, card):
    card.write(tmp_path)
    assert ModelCard.read(tmp_path) == card
    text = (tmp_path / "card.md").read_text()
    assert "aztlan_v0 with 4 players" in text
    assert card.interface in text
    ModelCard.read(tmp_path).check(GAME, tmp_path)


def test_agent_of_another_game_or_version_is_refused(card):
    with pytest.raises(DataError, match=r"trained on aztlan_v0, not on deus_v0.*configs/train/deus_quick\.toml"):
        card.check(GAMES["deus"], "here")
    with pytest.raises(DataError, match="trained on aztlan_v7, not on aztlan_v0"):
        dataclasses.replace(card, game="aztlan_v7").check(GAME, "here")
    with pytest.raises(DataError, match="another observation or action layout"):
        dataclasses.replace(card, interface="0" * 16).check(GAME, "here")


def test_damaged_cards_are_refused(tmp_path, card):
    with pytest.raises(DataError, match=r"no card\.json"):
        ModelCard.read(tmp_path)
    card.write(tmp_path)
    file = tmp_path / "card.json"
    whole = file.read_text()
    file.write_text(whole[:50])
    with pytest.raises(DataError, match="damaged"):
        ModelCard.read(tmp_path)
    file.write_text(json.dumps({**json.loads(whole), "format": 2}))
    with pytest.raises(DataError, match="format 2"):
        ModelCard.read(tmp_path)
    file.write_text(json.dumps({**json.loads(whole), "colour": "red"}))
    with pytest.raises(DataError, match="damaged"):
        ModelCard.read(tmp_path)


def test_damaged_models_are_refused(tmp_path):
    with pytest.raises(DataError, match="missing"):
        read_weights(tmp_path / "model.zip")
    (tmp_path / "model.zip").write_bytes(b"PK\x03\x04 cut off")
    with pytest.raises(DataError, match="damaged"):
        read_weights(tmp_path / "model.zip")


def test_models_cannot_run_code(tmp_path):
    import zipfile

    class Evil:
        def __reduce__(self):
            return (tmp_path / "ran").touch, ()

    torch.save({"action_net.weight": Evil()}, tmp_path / "policy.pth")
    with zipfile.ZipFile(tmp_path / "model.zip", "w") as archive:
        archive.write(tmp_path / "policy.pth", "policy.pth")
    with pytest.raises(DataError, match="damaged"):
        read_weights(tmp_path / "model.zip")
    assert not (tmp_path / "ran").exists()

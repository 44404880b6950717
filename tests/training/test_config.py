from pathlib import Path

import pytest

from meeplezoo.envs import ConfigError, resolve_game
from meeplezoo.training import TrainConfig
from meeplezoo.training.config import apply_change

CONFIGS = Path(__file__).parents[2] / "configs" / "train"
SMALL = {"game": "aztlan", "output": "runs/x"}


@pytest.mark.parametrize("path", sorted(CONFIGS.glob("*.toml")), ids=lambda p: p.stem)
def test_shipped_configurations_are_valid(path):
    config = TrainConfig.from_toml(path)
    assert path.stem.startswith(config.game)
    assert Path(config.output).name == path.stem


def test_defaults_of_the_game_are_filled_in():
    config = TrainConfig.from_dict(SMALL)
    assert config.players == 4
    assert config.variants == {"unused_vp": "default", "offerings": "last"}


def test_configuration_survives_its_plain_form():
    config = TrainConfig.from_dict({**SMALL, "learner": {"net": [8, 4]}, "evaluation": {"against": ["random"]}})
    assert TrainConfig.from_dict(config.to_dict()) == config


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"step": 5}, "did you mean 'steps'"),
        ({"learner": {"n_step": 5}}, "'learner.n_step'; did you mean 'n_steps'"),
        ({"players": 7}, "2, 3, 4"),
        ({"game": "chess"}, "aztlan"),
        ({"variants": {"dragons": True}}, "unused_vp"),
        ({"steps": "many"}, "steps must be an integer"),
        ({"steps": True}, "steps must be an integer"),
        ({"steps": 0}, "at least 1"),
        ({"learner": 5}, "must be a section"),
        ({"learner": {"net": []}}, "at least one layer"),
        ({"learner": {"activation": "sine"}}, "relu, tanh"),
        ({"learner": {"gamma": 1.5}}, "between 0 and 1"),
        ({"learner": {"learning_rate": 0}}, "above 0"),
        ({"pool": {"latest": 0, "past": 0, "random": 0, "greedy": 0}}, "at least one"),
        ({"pool": {"random": -1}}, "at least 0"),
        ({"reward": {"final": "glory"}}, "place, win_share, margin"),
        ({"output": ""}, "folder"),
        ({"max_minutes": float("inf")}, "max_minutes must be a finite number"),
        ({"learner": {"learning_rate": float("nan")}}, "learning_rate must be a finite number"),
    ],
)
def test_bad_values_are_refused_with_the_remedy(change, message):
    with pytest.raises(ConfigError, match=message.replace("(", r"\(")):
        TrainConfig.from_dict({**SMALL, **change})


def test_missing_key_is_named():
    with pytest.raises(ConfigError, match="output"):
        TrainConfig.from_dict({"game": "aztlan"})


def test_changes_on_the_command_line():
    values = {"steps": 1}
    for change in ("learner.n_steps=64", "output=runs/other", "pool.random = 0.5", "learner.net=[8, 8]"):
        apply_change(values, change)
    learner = {"n_steps": 64, "net": [8, 8]}
    assert values == {"steps": 1, "output": "runs/other", "pool": {"random": 0.5}, "learner": learner}
    with pytest.raises(ConfigError, match="key=value"):
        apply_change(values, "steps")
    with pytest.raises(ConfigError, match="no section"):
        apply_change(values, "steps.more=1")


def test_unreadable_files_are_named(tmp_path):
    with pytest.raises(ConfigError, match=r"nowhere\.toml"):
        TrainConfig.from_toml(tmp_path / "nowhere.toml")
    (tmp_path / "bad.toml").write_text("game = ")
    with pytest.raises(ConfigError, match="no valid TOML"):
        TrainConfig.from_toml(tmp_path / "bad.toml")


def test_games_are_found_by_name_and_id():
    assert resolve_game("aztlan") is resolve_game("aztlan_v0") is resolve_game("aztlan-v0")

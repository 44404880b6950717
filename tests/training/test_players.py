"""Training for every number of players, alone too."""

import json

import numpy as np
import pytest

from meeplezoo.agents import ModelCard, load_agent
from meeplezoo.envs import GAMES
from meeplezoo.training import TrainConfig
from meeplezoo.training.train import train
from meeplezoo.wrappers import SeatVecEnv

from .support import logged, quiet, saved, tiny

COUNTS = [(name, players) for name in GAMES for players in GAMES[name].players]


@pytest.mark.parametrize(("game", "players"), COUNTS)
def test_every_number_of_players_can_be_configured(game, players):
    config = TrainConfig.from_dict({"game": game, "players": players, "output": "runs/x"})
    assert TrainConfig.from_dict(config.to_dict()).players == players


@pytest.mark.parametrize(("game", "players"), [("nations_dice", 1), ("glen_more", 5)])
def test_fewest_and_most_players_train_end_to_end(tmp_path, game, players):
    """With a pool, snapshots, evaluation, card, curve, logs; stopped in between and continued."""
    run, console = tmp_path / "run", quiet()
    changes = {
        "n_games": 2, "checkpoint_steps": 1024,
        "learner": {"net": [8], "n_steps": 512, "batch_size": 256},
        "pool": {"snapshot_steps": 1024},
        "evaluation": {"every": 1024, "games": 10, "against": ["random"]},
    }  # fmt: skip
    for steps in (1024, 2048):
        config = tiny(run, game=game, players=players, steps=steps, **changes)
        final = train(config, resume=True, console=console)
    card = ModelCard.read(final)
    assert (card.players, len(card.results)) == (players, 1)
    assert card.steps == saved(run)["progress"]["best_steps"], "the one that did best is kept"
    assert json.loads((final / "card.json").read_text())["results"][0]["games"] == 10
    state = saved(run)
    assert state["snapshots"] == [1024, 2048]
    assert state["progress"]["episodes"] >= len(state["progress"]["recent"]) > 0
    rows = state["progress"]["evaluations"]
    assert [row["steps"] for row in rows] == [1024, 2048]
    text, logs = console.file.getvalue(), logged(run)
    if players == 1:
        assert {row["against"] for row in rows} == {""}
        assert "2,048 steps: mean score" in text
        assert logs["pool/score"] == logs["evaluation/score_alone"] == [1024, 2048]
        assert "| after steps | games | mean score |" in (final / "card.md").read_text()
        assert max(state["progress"]["recent"]) > 1, "scores, not wins"
    else:
        assert "2,048 steps: against 4 × random wins" in text
        assert logs["pool/wins"] == logs["evaluation/win_share_random"] == [1024, 2048]
        assert "| after steps | against | games |" in (final / "card.md").read_text()
        assert set(state["progress"]["recent"]) <= {0, 1, 1 / 2, 1 / 3, 1 / 4, 1 / 5}
    assert (run / "learning_curve.png").read_bytes().startswith(b"\x89PNG")
    agent = load_agent(run, GAMES[game])
    env = SeatVecEnv(game, 4, players, seed=1)
    actions = agent.act_many(env.reset(), env.action_masks())
    assert env.action_masks()[np.arange(4), actions].all()

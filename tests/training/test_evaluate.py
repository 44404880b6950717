import dataclasses
import io
import json

import numpy as np
import pytest
from rich.console import Console

from meeplezoo.agents import Agent, RandomAgent, load_agent
from meeplezoo.agents.matches import Outcomes, play_games
from meeplezoo.cli.standings import print_standings
from meeplezoo.envs import GAMES, ConfigError
from meeplezoo.envs.engine import Batch
from meeplezoo.training.charts import learning_curve
from meeplezoo.training.evaluate import evaluate, save
from meeplezoo.training.standing import mean_interval, share_interval, wilson

GAME = GAMES["aztlan"]


class First(Agent):
    """Takes the first legal action."""

    name = "first"

    def act_many(self, observations, masks, worlds=None):
        return masks.argmax(1)


def outcomes(payoffs):
    return Outcomes(np.array(payoffs, np.float32), np.zeros((len(payoffs), 3), np.int32), np.zeros(1), 0)


def test_places_and_win_shares_with_ties():
    seen = outcomes([[1, 0, -1], [0.5, 0.5, -1], [0, 0, 0], [-0.5, 1, -0.5]])
    assert seen.places().tolist() == [[1, 2, 3], [1.5, 1.5, 3], [2, 2, 2], [2.5, 1, 2.5]]
    third = pytest.approx(1 / 3)
    assert seen.win_shares().tolist() == [[1, 0, 0], [0.5, 0.5, 0], [third] * 3, [0, 1, 0]]


def test_wilson_interval():
    # Brown, Cai, DasGupta 2001: 0 of 10 and 5 of 10.
    assert wilson(0, 10) == pytest.approx((0, 0.2775), abs=1e-4)
    assert wilson(0.5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)


def test_share_interval_counts_what_the_deals_teach():
    independent = np.random.default_rng(0).random((400, 4)) < 0.3
    same_in_a_deal = np.repeat(np.random.default_rng(1).random((400, 1)) < 0.3, 4, 1)

    def width(wins):
        low, high = share_interval(wins.astype(float))
        assert low < wins.mean() < high
        return high - low

    assert width(independent) == pytest.approx(2 * 1.96 * np.sqrt(0.3 * 0.7 / 1600), rel=0.1)
    assert width(same_in_a_deal) == pytest.approx(2 * 1.96 * np.sqrt(0.3 * 0.7 / 400), rel=0.1)
    low, high = share_interval(np.ones((10, 4)))
    assert 0.8 < low < high == 1


def test_share_interval_covers_the_truth():
    rng = np.random.default_rng(3)
    deals = rng.beta(1, 3, (600, 40, 1))  # every deal is differently good for the agent; mean 1/4
    wins = (rng.random((600, 40, 4)) < deals).astype(float)
    covered = np.mean([low <= 0.25 <= high for low, high in map(share_interval, wins)])
    assert 0.92 < covered < 0.98


def test_mean_interval():
    low, high = mean_interval(np.array([[1.0, 3.0], [3.0, 5.0]]))
    assert (low, high) == pytest.approx((3 - 1.96, 3 + 1.96), abs=0.01)


def test_a_mirror_match_is_par():
    standing = evaluate(GAME, RandomAgent(1), RandomAgent(2), games=600, players=3, seed=11)
    assert standing.games == 600
    assert standing.par == pytest.approx(1 / 3)
    assert standing.win_low < standing.par < standing.win_high
    assert standing.place_low < 2 < standing.place_high
    assert standing.win_high - standing.win_low < 0.1


def test_a_mirror_match_without_chance_in_the_agents_is_exactly_par():
    agent = First()
    standing = evaluate(GAME, agent, agent, games=20, players=4, seed=2)
    assert standing.win_share == 0.25
    assert standing.place == 2.5


def test_every_agent_gets_the_same_deals():
    first = evaluate(GAME, First(), RandomAgent(1), games=8, players=2, seed=3)
    again = evaluate(GAME, First(), RandomAgent(9), games=8, players=2, seed=3)
    assert first == again, "evaluation reseeds the agents"
    assert first != evaluate(GAME, First(), RandomAgent(1), games=8, players=2, seed=4)


def test_games_of_a_match_are_those_of_a_batch():
    agent = First()
    played = play_games(GAME, [agent] * 3, 4, 3, seed=8)
    batch = Batch(GAME, 4, 3, seed=8)
    done = np.zeros(4, bool)
    while not done.all():
        batch.step(batch.masks.argmax(1))
        for i in np.flatnonzero(batch.over & ~done):
            assert (batch.payoff[i] == played.payoffs[i]).all()
            assert batch.finals[i].tobytes() == played.finals[i].tobytes()
        done |= batch.over


def test_the_better_agent_is_ahead_on_every_seat():
    standing = evaluate(GAME, load_agent("greedy", GAME), RandomAgent(), games=40, seed=1)
    assert standing.win_low > 0.6
    assert min(standing.by_seat) > 0.5
    assert standing.place < 1.5


def test_results_are_written(tmp_path):
    standing = evaluate(GAME, First(), RandomAgent(), games=4, players=2)
    files = save([standing], tmp_path)
    assert json.loads(files[0].read_text())[0]["agent"] == "first"
    assert files[1].read_bytes().startswith(b"\x89PNG")


def test_a_single_deal_has_no_interval_and_everything_copes(tmp_path):
    """JSON has no word for infinity."""
    assert mean_interval(np.array([[1.0, 3.0]])) == (None, None)
    alone = evaluate(GAMES["nations_dice"], RandomAgent(), None, games=1, players=1)
    against = evaluate(GAME, First(), RandomAgent(), games=2, players=2)
    for standing in (alone, against):
        assert (standing.place_low, standing.place_high, standing.score_low, standing.score_high) == (None,) * 4
        files = save([standing], tmp_path)
        assert files[1].read_bytes().startswith(b"\x89PNG")

        def refuse(constant):
            raise AssertionError(f"{constant} is no JSON")

        found = json.loads(files[0].read_text(), parse_constant=refuse)[0]
        assert found["score_low"] is None
        assert found["win_high"] == standing.win_high
        console = Console(file=io.StringIO(), width=100)
        print_standings(console, [standing], "one deal")
        assert f"{standing.score:.1f}" in console.file.getvalue()
        assert "None" not in console.file.getvalue()
        rows = [{"steps": steps, **dataclasses.asdict(standing)} for steps in (1, 2)]
        losses = [{"steps": 1, "value_loss": 1.0, "entropy": 1.0}]
        learning_curve(rows, losses, standing.par, tmp_path / "curve.png", "one deal")
        assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")


def test_bad_requests_are_refused():
    with pytest.raises(ConfigError, match="opponent"):
        evaluate(GAME, First(), None)
    with pytest.raises(ConfigError, match="at least 1"):
        evaluate(GAME, First(), First(), games=0)


def test_alone_the_score_and_the_report_of_the_game_count():
    solo = GAMES["nations_dice"]
    standing = evaluate(solo, RandomAgent(), None, games=12, players=1, seed=1)
    assert (standing.games, standing.win_share, standing.by_seat) == (12, 0, [])
    assert standing.score_low < standing.score < standing.score_high
    assert standing.reports
    assert all(sum(counts.values()) == 12 for counts in standing.reports.values())

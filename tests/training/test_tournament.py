"""Tournaments: everybody meets everybody, on every seat, and a stopped one is taken up where it was."""

import json

import numpy as np
import pytest

from meeplezoo.envs import GAMES, ConfigError
from meeplezoo.envs.engine import Replay, read_records
from meeplezoo.training import tournament as module
from meeplezoo.training.tournament import Tournament, play_tournament

GAME = GAMES["nations_dice"]
NAMES = ("random", "greedy", "greedy:2")


@pytest.fixture
def plan():
    return Tournament.of(GAME, NAMES, 2, deals=2, seed=4)


def test_everybody_meets_everybody_on_every_seat(plan):
    for deal in range(2):
        seats = [fixture.seats for fixture in plan.fixtures(deal)]
        assert sorted(seats) == sorted((a, b) for a in NAMES for b in NAMES if a != b)
    four = Tournament.of(GAME, (*NAMES, "flat:5", "flat:6"), 4)
    seats = [fixture.seats for fixture in four.fixtures(0)]
    assert len(seats) == 5 * 4
    for name in four.agents:
        assert [sum(s[p] == name for s in seats) for p in range(4)] == [4] * 4


def test_fewer_agents_than_seats_fill_the_table():
    tables = Tournament.of(GAME, NAMES, 4).tables()
    assert all(len(table) == 4 and len(set(table)) > 1 for table in tables)
    assert ("random", "greedy", "greedy", "greedy:2") in tables


def test_results_and_files(plan, tmp_path):
    told = []
    rankings = play_tournament(plan, tmp_path, tell=lambda done, of: told.append((done, of)))
    assert told == [(k, 12) for k in range(13)]
    assert rankings[-1].agent == "random"
    assert sum(r.win_share for r in rankings) == pytest.approx(1.5)  # each meets two others: half of the games each
    for r in rankings:
        assert r.games == 8
        assert r.win_low <= r.win_share <= r.win_high
        assert r.ahead[r.agent] is None
        for other in rankings:
            if other is not r:
                assert r.ahead[other.agent][0] + other.ahead[r.agent][0] == pytest.approx(1)
    assert rankings[-1].rating == min(r.rating for r in rankings)
    records = read_records(tmp_path / "games.jsonl")
    assert len(records) == 12
    for record in records:
        Replay(GAME, record).verify()
    written = json.loads((tmp_path / "tournament.json").read_text())
    assert written["rankings"][0]["agent"] == rankings[0].agent
    assert (tmp_path / "tournament.png").read_bytes().startswith(b"\x89PNG")


def test_a_stopped_tournament_is_taken_up_with_the_same_result(plan, tmp_path, monkeypatch):
    whole = play_tournament(plan, tmp_path / "whole")
    once, played = module.play_fixture, []

    def interrupted(tournament, fixture):
        if len(played) == 5:
            raise KeyboardInterrupt
        played.append(fixture)
        return once(tournament, fixture)

    monkeypatch.setattr(module, "play_fixture", interrupted)
    with pytest.raises(KeyboardInterrupt):
        play_tournament(plan, tmp_path / "cut")
    with (tmp_path / "cut" / "games.jsonl").open("a") as file:
        file.write('{"game": "nat')  # a writer that was killed
    monkeypatch.setattr(module, "play_fixture", once)
    left = []
    assert play_tournament(plan, tmp_path / "cut", tell=lambda done, of: left.append(done)) == whole
    assert left[0] == 5


def test_processes_change_nothing(plan, tmp_path):
    assert play_tournament(plan, tmp_path / "one") == play_tournament(plan, tmp_path / "two", workers=2)


def test_more_deals_can_be_added(plan, tmp_path):
    play_tournament(plan, tmp_path)
    told = []
    longer = Tournament.of(GAME, NAMES, 2, deals=3, seed=4)
    play_tournament(longer, tmp_path, tell=lambda done, of: told.append((done, of)))
    assert told[0] == (12, 18)


def test_alone_scores_count(tmp_path):
    rankings = play_tournament(Tournament.of(GAME, ("random", "greedy"), 1, deals=3), tmp_path)
    assert [r.agent for r in rankings] == ["greedy", "random"]
    assert rankings[0].score > rankings[1].score


def test_ties_are_split_and_places_shared():
    plan = Tournament.of(GAME, ("random", "greedy"), 2, deals=1)
    fixtures = list(plan.fixtures(0))
    record = module.play_fixture(plan, fixtures[0])
    tied = [module.replace(record, names=list(f.seats), payoffs=[0.0, 0.0], scores=[5, 5]) for f in fixtures]
    for r in module.rank(plan, tied):
        assert (r.win_share, r.place) == (0.5, 1.5)
        assert next(share for share in r.ahead.values() if share)[0] == 0.5
    ahead = [module.replace(t, payoffs=[1.0, -1.0] if t.names[0] == "greedy" else [-1.0, 1.0]) for t in tied]
    best, worst = module.rank(plan, ahead)
    assert (best.agent, best.win_share, best.place) == ("greedy", 1.0, 1.0)
    assert worst.place == 2.0
    assert best.rating > worst.rating


def test_bad_input_is_refused(plan, tmp_path):
    for names in (("random",), ("random", "random"), ("random", "nobody")):
        with pytest.raises(ConfigError):
            Tournament.of(GAME, names)
    with pytest.raises(ConfigError, match="deals"):
        Tournament.of(GAME, NAMES, deals=0)
    with pytest.raises(ConfigError, match="workers"):
        play_tournament(plan, tmp_path, workers=0)
    play_tournament(plan, tmp_path)
    with pytest.raises(ConfigError, match="another folder"):
        play_tournament(Tournament.of(GAME, NAMES, 3, deals=1), tmp_path)
    assert np.isfinite(json.loads((tmp_path / "tournament.json").read_text())["rankings"][0]["score"])

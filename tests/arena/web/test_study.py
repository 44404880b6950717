"""A study: who plays what is settled by the protocol, what is stored can be exported, and the report adds up."""

import csv
import io
from collections import Counter

import numpy as np
import pytest
from pyarrow import parquet

from meeplezoo.arena.study import Protocol
from meeplezoo.arena.study.export import Collection, to_csv, write_all
from meeplezoo.arena.study.report import estimate, report
from meeplezoo.envs import ConfigError, resolve_game
from meeplezoo.envs.engine import Replay, read_records

from .client import arena_at

TEXT = """
[study]
name = "pilot"
seed = 7
participants = 12
games = 2
experience = "plays"
consent = "You play two games. You may stop at any time."
[[condition]]
game = "nations_dice"
players = 2
agents = ["random"]
[[condition]]
game = "nations_dice"
players = 3
agents = ["greedy", "random"]
[[before]]
id = "plays"
text = "How often do you play?"
choices = ["hardly ever", "weekly"]
[[after]]
id = "fair"
text = "How fair was it?"
least = "not at all"
most = "entirely"
steps = 5
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "study.toml"
    path.write_text(TEXT)
    return path


def test_the_assignment_is_balanced_and_the_same_again(file):
    protocol = Protocol.read(file)
    trials = [trial for n in range(10) for trial in protocol.trials(n)]  # 20 games, 5 cells
    cells = Counter((trial.condition.policy, trial.seat) for trial in trials)
    assert set(cells.values()) == {4}
    assert len(cells) == 5
    assert [Protocol.read(file).trials(n) for n in range(10)] == [protocol.trials(n) for n in range(10)]
    assert len({trial.seed for trial in trials}) == 20
    codes = [protocol.code(n) for n in range(12)]
    assert len(set(codes)) == 12
    assert [protocol.number_of(code.lower()) for code in codes] == list(range(12))
    assert protocol.number_of("nobody") is None
    for trial in trials:
        seats = trial.seats("me")
        assert seats.index("me") == trial.seat
        if trial.condition.players == 3:  # clockwise from the participant
            assert [seats[(trial.seat + k) % 3] for k in (1, 2)] == ["greedy", "random"]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('game = "nations_dice"', 'game = "chess"', "chess"), ("players = 2", "players = 9", "number of players"),
        ("games = 2", "games = 0", "games must be"), ('agents = ["random"]', "agents = []", "names no agents"),
        ('id = "fair"', 'id = "plays"', "id of its own"), ("seed = 7", "sede = 7", "unknown entries: sede"),
        ("[study]", "[studie]", "study"), ("steps = 5", "stepps = 5", "stepps"),
        ('name = "pilot"', 'name = ', "no study"),
    ],
)  # fmt: skip
def test_a_wrong_protocol_is_refused(file, old, new, told):
    file.write_text(TEXT.replace(old, new, 1))
    with pytest.raises(ConfigError, match=told):
        Protocol.read(file)


def take_part(page, code, rng):
    """A participant who answers, plays random choices, and does all that is asked."""
    page.post("/study/enter", {"code": code})
    assert "may stop at any time" in page.text
    page.post("/study/consent")
    assert page.post("/study/answers", {}).status == 422
    assert "answer every question" in page.text
    page.post("/study/answers", {"q.plays": "weekly" if rng.random() < 0.5 else "hardly ever"})
    for _ in range(2):
        page.post("/study/play")
        assert page.status == 200, page.text
        assert page.get(f"{page.home()}/hints").status == 403  # no suggestions in a study
        page.get(page.home())
        while not page.wait().over:
            page.act(int(rng.choice(page.offered())))
    page.get("/study")
    assert "How fair was it?" in page.text
    page.post("/study/answers", {"q.fair": "4"})
    assert "Thank you" in page.text


def test_a_study_from_codes_to_report(tmp_path, file):
    rng = np.random.default_rng(3)
    protocol = Protocol.read(file)
    with arena_at(tmp_path, study=file) as new:
        assert new().post("/study/enter", {"code": "WRONG"}).status == 403
        assert new().post("/study/consent").status == 403
        pages = [new() for _ in range(2)]
        for number, page in enumerate(pages):
            take_part(page, protocol.code(number), rng)
        arena = pages[0].arena
        collection = Collection(arena.store, arena.hall)
        games, answers = collection.games("pilot"), collection.answers("pilot")
        planned = [
            (protocol.code(n), t.number, t.condition.policy, t.seat) for n in range(2) for t in protocol.trials(n)
        ]
        played = sorted((g["participant"], g["trial"], g["policy"], g["seat"]) for g in games)
        assert played == sorted(planned)
        assert len(answers) == 4
        assert all(g["decisions"] > 0 and g["seconds"] >= 0 for g in games)
        found = report(games, answers, "plays")
        assert sum(line.games for line in found.overall) == 4
        assert sum(line.games for line in found.by_number) == 4
        assert {line.group for line in found.by_number} == {"1", "2"}
        assert {line.group for line in found.by_experience} == {
            a["answer"] for a in answers if a["question"] == "plays"
        }
        text = pages[0].get("/report").text
        assert "Win share" in text
        assert "<svg" in text
        for form in ("csv", "parquet"):
            check_export(write_all(collection, tmp_path / form, form, "pilot"), form, games)
        with pytest.raises(ConfigError, match="csv or parquet"):
            write_all(collection, tmp_path / "x", "xlsx")
        # Nobody's results are found under another study's name.
        assert collection.games("other") == []


def check_export(files, form, games):
    assert [f.name for f in files] == [f"games.{form}", f"decisions.{form}", f"answers.{form}", "records.jsonl"]
    if form == "csv":
        rows = list(csv.DictReader(io.StringIO(files[0].read_text())))
        moves = list(csv.DictReader(io.StringIO(files[1].read_text())))
    else:
        rows, moves = parquet.read_table(files[0]).to_pylist(), parquet.read_table(files[1]).to_pylist()
    assert [str(row["score"]) for row in rows] == [str(game["score"]) for game in games]
    records = read_records(files[3])
    assert len(records) == 4
    assert len(moves) == sum(len(record.actions) for record in records)
    for record in records:
        Replay(resolve_game(record.game), record).verify()
    people = {row["participant"] for row in rows}
    assert people & set(records[0].names)


def test_another_browser_goes_on_and_shows_the_first_one_out(tmp_path, file):
    code = Protocol.read(file).code(5)
    with arena_at(tmp_path, study=file) as new:
        first, second = new(), new()
        first.post("/study/enter", {"code": code})
        first.post("/study/consent")
        first.post("/study/answers", {"q.plays": "weekly"})
        first.post("/study/play")
        table = first.table
        second.post("/study/enter", {"code": code})
        second.post("/study/play")
        assert second.table == table
        assert first.get(first.home()).status == 403
        assert (
            second.post(f"{second.home()}/leave", {"agent": "random"}).status == 409
        )  # the seat stays the participant's


def test_who_takes_too_long_is_helped_on(tmp_path, file):
    file.write_text(TEXT.replace("seed = 7", 'seed = 7\ntime_limit = 0.05\nstand_in = "random"'))
    with arena_at(tmp_path, study=file) as new:
        page = new()
        page.post("/study/enter", {"code": Protocol.read(file).code(0)})
        page.post("/study/consent")
        page.post("/study/answers", {"q.plays": "weekly"})
        page.post("/study/play")
        page.wait()
        arena, table, seat = page.arena, page.table, page.seat
        for _ in range(200):
            arena.driver.changed(table)  # as the look-out does every few seconds
            if arena.hall.snapshot(table).decisions_of(seat):
                break
            page.get("/study")
        mine = [move for move in arena.store.moves(table) if move.seat == seat]
        assert mine[0].took == 0.05


def test_intervals_take_account_of_people():
    one = estimate([1.0, 0.0, 1.0], ["a", "a", "a"])
    assert one.low is None  # nothing is known of others
    alike = estimate([1.0] * 10 + [0.0] * 10, ["a"] * 10 + ["b"] * 10)
    apart = estimate([1.0] * 10 + [0.0] * 10, [str(k) for k in range(20)])
    assert alike.mean == apart.mean == 0.5
    assert (alike.low, alike.high) == (0.0, 1.0)
    assert 0.2 < apart.low < 0.4
    assert 0.6 < apart.high < 0.8


def test_cells_that_a_spreadsheet_would_run():
    text = to_csv(("a", "b"), [{"a": "=1+1", "b": -3}, {"a": "x", "b": 2.5}]).decode()
    assert text == "a,b\n'=1+1,-3\nx,2.5\n"

import json
import re

import numpy as np
import pytest
from typer.testing import CliRunner

from meeplezoo.agents.protocol import World
from meeplezoo.arena.person import Person
from meeplezoo.cli.commands import app
from meeplezoo.envs import GAMES
from meeplezoo.envs.engine import Replay, read_records

from ..support import random_positions
from ..training.support import tiny

GAME = GAMES["aztlan"]


def run(*arguments, status=0, typed=None):
    result = CliRunner().invoke(app, [str(a) for a in arguments], input=typed, env={"COLUMNS": "120"})
    assert result.exit_code == status, result.output + repr(result.exception)
    return result.output


@pytest.fixture
def files(tmp_path):
    return tmp_path / "study.jsonl", tmp_path / "games.jsonl"


def play(files, *arguments, typed="1\n" * 2000):
    log, records = files
    return run("play", "aztlan", "--players", 3, "--against", "random", "--seed", 7, "--log", log, "--records", records,
               *arguments, typed=typed)  # fmt: skip


def test_a_whole_game_from_piped_input(files):
    output = play(files, "--seat", 1, "--name", "ada")
    assert "You are seat 1" in output
    assert "choose power 4 (wild)" in output
    entry = json.loads(files[0].read_text())
    record = read_records(files[1])[0]
    assert entry["finished"]
    assert (entry["person"], entry["seat"], entry["against"]) == ("ada", 1, ["random", "", "random"])
    assert entry["scores"] == record.scores
    assert entry["place"] in {1, 2, 3}
    assert record.names == ["random", "ada", "random"]
    Replay(GAME, record).verify()


def test_a_game_can_be_left_at_any_time(files):
    for typed in ("1\nq\n", "1\n"):  # said, and by the end of the input
        output = play(files, "--seat", 0, typed=typed)
        assert "stopped" in output
    entries = [json.loads(line) for line in files[0].read_text().splitlines()]
    assert [e["finished"] for e in entries] == [False, False]
    assert entries[0]["place"] == 0
    for record in read_records(files[1]):
        Replay(GAME, record).verify()
        assert record.payoffs == []


def test_wrong_input_is_answered_and_asked_again(files):
    output = play(files, "--seat", 0, typed="99\nxyz\n0\n?\nb\nm\nq\n")
    assert output.count("is none of the moves") == 3
    assert "the board again" in output


def test_secret_choices_of_others_are_not_told(files):
    output = play(files, "--seat", 2, typed="1\n" * 12)
    assert "you: choose power 4 (wild)" in output
    assert not re.search(r"seat [01] \(random\): choose power", output)
    assert re.search(r"seat [01] \(random\): place a pawn", output)


@pytest.mark.parametrize("leaky", [False, True], ids=["the board", "a board that shows everything"])
def test_a_person_is_shown_only_what_the_seat_knows(monkeypatch, leaky):
    if leaky:
        show_all = "meeplezoo.envs.aztlan.picture.text"
        monkeypatch.setattr(show_all, lambda s, viewer: f"{s.deck} {s.hand} {s.power_now} {s.decisions} {s.rng}")
    for table, mask in random_positions(GAME, 3, seed=4):
        seat = int(table.s.seat)
        if seat < 0 or table.s.decisions % 7:
            continue
        other = table.copy()
        GAME.loops.redraw(other.states, 0, seat, np.uint64(99))
        shown = []
        for states in (table.states, other.states):
            said = []
            person = Person("ada", lambda prompt: "1", said.append)
            person.act(np.zeros(GAME.layout.size, np.float32), mask, World(GAME, states, np.zeros(1, np.int64)))
            shown.append(said)
        assert shown[0] == shown[1]


def test_watch_shows_moves_boards_and_draws(tmp_path, files):
    output = run("watch", "aztlan", "random", "greedy", "--players", 2, "--seed", 3, "--records", files[1])
    assert "seat 0 (random): choose power" in output
    assert "seat 1 (greedy): place a pawn" in output
    svg = tmp_path / "end.svg"
    output = run("watch", "aztlan", "random", "--players", 2, "--quiet", "--picture", svg)
    assert "place a pawn" not in output
    assert svg.read_text().startswith("<svg")
    assert run("watch", "aztlan", "random", "--players", 2, "--boards").count("\n") > output.count("\n") + 100


def test_replay_steps_both_ways_and_verifies(files):
    run("watch", "aztlan", "random", "--players", 2, "--records", files[1])
    record = read_records(files[1])[0]
    output = run("replay", files[1], "--reveal", typed="n\nb\n5\ne\ns\n999999\n-\nq\n")
    last = len(record.actions)
    shown = [int(at) for at in re.findall(rf"(\d+)/{last} > ", output)]
    assert shown == [0, 1, 0, 5, last, 0, 0, 0]
    assert f"positions 0 to {last}" in output
    assert "1 games replay exactly" in run("replay", files[1], "--verify")
    assert run("replay", files[1], "--at", -1, typed="").count("the game is over") == 1
    changed = files[1].read_text().replace(record.digest, "0" * 64)
    files[1].write_text(changed)
    assert "game 1" in run("replay", files[1], "--verify", status=2)
    assert "other rules or components" in run("replay", files[1], status=2)
    assert "the game is over" in run("replay", files[1], "--anyway", "--at", -1, typed="")


def test_train_and_evaluate(tmp_path):
    config = tiny(tmp_path / "run", steps=64).to_dict()
    lines = [f"{k} = {json.dumps(v)}" for k, v in config.items() if not isinstance(v, dict)]
    for name, section in config.items():
        if isinstance(section, dict):
            lines += [f"[{name}]", *(f"{k} = {json.dumps(v)}" for k, v in section.items())]
    (tmp_path / "run.toml").write_text("\n".join(lines))
    output = run("train", tmp_path / "run.toml", "--set", "learner.n_epochs=1")
    assert "agent and model card" in output
    assert "nothing to do" in run("train", tmp_path / "run.toml", "--resume", "--set", "learner.n_epochs=1")
    assert "already holds a run" in run("train", tmp_path / "run.toml", status=2)
    output = run("evaluate", "aztlan", tmp_path / "run", "random", "-n", 6, "-p", 3, "--output", tmp_path / "out")
    assert "2 × random" in output
    assert (tmp_path / "out" / "evaluation.png").is_file()
    assert json.loads((tmp_path / "out" / "evaluation.json").read_text())[0]["games"] == 6


def test_games_and_compile():
    output = run("games")
    assert all(name in output for name in GAMES)
    assert "--variant unused_vp=default, flat_step" in output
    assert "Aztlán: ready" in run("compile", "aztlan")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "chess"], "allowed: aztlan"),
        (["play", "aztlan", "--players", "9"], "2, 3, 4"),
        (["play", "aztlan", "--seat", "8"], "choose one from 0 to 3"),
        (["play", "aztlan", "--against", "nobody"], "random, greedy"),
        (["play", "aztlan", "--variant", "dragons"], "unused_vp"),
        (["play", "aztlan", "--variant", "offerings=many"], "last, square, sets"),
        (["watch", "aztlan", *["random"] * 5], "5 agents are named for 4 seats"),
        (["train", "nowhere.toml"], "cannot read nowhere.toml"),
        (["evaluate", "aztlan", "random", "-n", "0"], "at least 1"),
        (["replay", __file__], "line 1: not a game record"),
        (["compile", "chess"], "allowed: aztlan"),
    ],
)
def test_errors_are_one_line_with_the_remedy(arguments, message):
    output = run(*arguments, status=2).strip()
    assert output.startswith("meeplezoo: ")
    assert message in output
    assert "\n" not in output


def test_missing_extras_are_named(monkeypatch):
    def needs_matplotlib(*_):
        raise ImportError("No module named 'matplotlib'", name="matplotlib")

    monkeypatch.setattr("meeplezoo.cli.commands._variants", needs_matplotlib)
    assert "pip install 'meeplezoo[train]'" in run("play", "aztlan", status=2)


def test_a_result_is_shown_even_where_nothing_can_be_written(tmp_path):
    file = tmp_path / "file"
    file.touch()
    output = play((file / "study.jsonl", file / "games.jsonl"), "--seat", 0)
    assert re.search(r"place .* score", output)
    assert output.count("could not be added") == 2


def test_files_where_folders_should_be_end_in_a_sentence(tmp_path):
    file = tmp_path / "file"
    file.touch()
    for option in ("--picture", "--records"):
        output = run("watch", "aztlan", "random", "--players", 2, "--quiet", option, file / "x.svg", status=2)
        assert str(file) in output
        assert "a file stands where a folder should be" in output
        assert "Traceback" not in output


def test_pictures_are_what_their_name_says_or_are_refused_before_play(tmp_path):
    output = run("watch", "aztlan", "random", "--picture", tmp_path / "x.jpg", status=2)
    assert "must end in .png or .svg" in output
    assert "place" not in output
    run("watch", "aztlan", "random", "--players", 2, "--quiet", "--picture", tmp_path / "x.PNG")
    assert (tmp_path / "x.PNG").read_bytes().startswith(b"\x89PNG")


def test_solo_play(files):
    log, records = files
    output = run("play", "nations_dice", "--players", 1, "--log", log, "--records", records, typed="1\n" * 2000)
    assert "1 player" in output
    assert json.loads(log.read_text())["finished"]
    assert "alone" in run("evaluate", "nations_dice", "random", "--players", 1, "-n", 4)
    assert "nobody" not in run("watch", "nations_dice", "--players", 1, "--quiet")
    assert "the game is over" in run("replay", records, "--seat", 0, "--at", -1, typed="")


def test_hints_are_given_to_those_who_ask(files):
    log, records = files
    options = ("nations_dice", "--players", 1, "--seed", 3, "--log", log, "--records", records)
    output = run("play", *options, "--hint", "--adviser", "ismcts:20", typed="h\n1\nq\n")
    assert "ismcts:20 considered, its choice first" in output and "simulations, place 1.0" in output
    assert "nobody gives hints" in run("play", *options, typed="h\nq\n")
    assert "cannot give hints" in run("play", *options, "--hint", "--adviser", "random", status=2)


def test_data_is_generated_shown_and_checked(tmp_path):
    folder = tmp_path / "data"
    command = ("data", "generate", "nations_dice", "random", "-n", 3, "--per-shard", 2, "-p", 2, "--output", folder)
    assert "4 games" in run(*command)
    assert "4 games" in run(*command)
    shown = run("data", "inspect", folder)
    assert "nations_dice_v0, 2 players" in shown and "2 of 2 shards" in shown and "random" in shown
    assert "2 shards as written, 3 games played again alike" in run("data", "check", folder, "--sample", 3)
    assert "holds other data" in run(*command, "--seed", 1, status=2)
    (folder / "shard-00001.parquet").write_bytes(b"PAR1")
    assert "shard-00001.parquet is missing or has other bytes" in run("data", "check", folder, status=1)
    assert "holds no data" in run("data", "inspect", tmp_path, status=2)

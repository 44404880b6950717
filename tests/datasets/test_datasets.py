"""Games as offline data: what is in the rows, what survives a cut, and what a check notices."""

import json
import os
import signal
import subprocess
import sys
import tracemalloc
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from meeplezoo.agents import Agent
from meeplezoo.datasets import COLUMNS, DataSet, Manifest, Plan, check, generate, schema
from meeplezoo.datasets.manifest import MANIFEST
from meeplezoo.datasets.schema import markdown
from meeplezoo.envs import GAMES, ConfigError, DataError
from meeplezoo.envs.engine import GameEnv, Replay
from meeplezoo.wrappers import SeatEnv
from tests.toy import ANSWER, GUESS, STAKE
from tests.toy import game as toy

module = sys.modules["meeplezoo.datasets.generate"]
NATIONS = GAMES["nations_dice"]
ROOT = Path(__file__).parents[2]


def toy_plan(games=24, per_shard=8, players=3, **changes):
    agents = changes.pop("agents", ["greedy", "random"])
    return Plan.of(toy, agents, players, games=games, per_shard=per_shard, seed=5, **changes)


@pytest.fixture(scope="module")
def toys(tmp_path_factory):
    folder = tmp_path_factory.mktemp("toys")
    generate(toy_plan(), folder)
    return folder


@pytest.fixture(scope="module")
def nations(tmp_path_factory):
    folder = tmp_path_factory.mktemp("nations")
    generate(Plan.of(NATIONS, ["greedy", "random"], 3, games=6, per_shard=3, seed=1), folder)
    return folder


def contents(folder):
    return {file.name: file.read_bytes() for file in folder.iterdir() if not file.name.startswith(".")}


def table_of(folder):
    return pa.concat_tables(parquet.read_table(file) for file in DataSet(folder).files())


# --- what is in the rows --------------------------------------------------------------------------------------------


def test_rows_of_the_toy_by_its_rules(toys):
    """A guess, a stake, an answer; who is called pays."""
    rows = table_of(toys).to_pylist()
    assert len(rows) == 24 * 3
    for k in range(0, len(rows), 3):
        guess, stake, answer = game = rows[k : k + 3]
        assert [row["episode"] for row in game] == [k // 3] * 3
        assert [row["step"] for row in game] == [0, 1, 2]
        assert [row["node"] for row in game] == [GUESS, STAKE, ANSWER]
        assert guess["seat"] == stake["seat"] == (answer["seat"] - 1) % 3
        assert [np.flatnonzero(row["action_mask"]).tolist() for row in game] == [[0, 1, 2], [3, 4, 5], [6, 7]]
        assert [row["done"] for row in game] == [False, True, True]
        assert [row["reward"] for row in game] == [0, stake["payoff"], answer["payoff"]]
        assert sum(guess["payoffs"]) == 0
        assert guess["payoffs"][answer["seat"]] == answer["payoff"]
        assert guess["scores"][guess["seat"]] == guess["score"]
        assert guess["place"] == 1 + sum(p > guess["payoff"] for p in guess["payoffs"])
        assert stake["observation"][13] == pytest.approx((guess["action"] + 1) / 3)
        assert not any(value for row in game for value in row["observation"][14:]), "hidden elements are shown"


def games_of(folder):
    """The rows of each game."""
    games = {}
    for row in table_of(folder).to_pylist():
        games.setdefault(row["episode"], []).append(row)
    return games


def test_rows_agree_with_the_environment(nations):
    """AEC: the same views and masks; what a seat is paid up to its next decision is the reward of the row."""
    env = GameEnv(NATIONS, 3, hide="own")
    env.reset(seed=1)  # game 0 of this seed
    paid, latest = {}, {}
    for row in games_of(nations)[0]:
        agent = env.agent_selection
        assert env.possible_agents.index(agent) == row["seat"]
        assert env.unwrapped.game_state.node == row["node"]
        seen = env.observe(agent)
        assert np.array_equal(seen["observation"], np.array(row["observation"], np.float32))
        assert np.array_equal(seen["action_mask"], np.array(row["action_mask"], np.int8))
        if agent in latest:
            assert not latest[agent]["done"]
            assert latest[agent]["reward"] == paid[agent]
        latest[agent], paid[agent] = row, 0.0
        env.step(row["action"])
        for name in paid:
            paid[name] += env.rewards[name]
    assert all(env.terminations.values())
    for agent, row in latest.items():
        info = env.infos[agent]
        assert row["done"]
        assert row["reward"] == pytest.approx(paid[agent])
        assert (row["score"], row["place"]) == (info["score"], info["place"])


class Script(Agent):
    """Plays given actions in turn."""

    def __init__(self, actions):
        self.actions = actions
        self.reset(0)

    def reset(self, seed):
        self.left = iter(self.actions)

    def act(self, observation, mask, world=None):
        return next(self.left)


@pytest.mark.parametrize("data", ["toys", "nations"])
def test_rewards_agree_with_the_learners_view(data, request):
    """SeatEnv: the learner's own decisions, one after another, with the same views and rewards."""
    folder = request.getfixturevalue(data)
    game, seed = (toy, 5) if data == "toys" else (NATIONS, 1)
    for number, rows in games_of(folder).items():
        for seat in {row["seat"] for row in rows}:
            others = Script([row["action"] for row in rows if row["seat"] != seat])
            env = SeatEnv(game, 3, seat=seat, opponents=others, index=number)
            view, info = env.reset(seed=seed)
            for row in (row for row in rows if row["seat"] == seat):
                assert np.array_equal(view, np.array(row["observation"], np.float32))
                assert np.array_equal(info["action_mask"], row["action_mask"])
                view, reward, over, _, info = env.step(row["action"])
                assert (row["reward"], row["done"]) == (pytest.approx(reward), over)
            assert (row["score"], row["place"], row["payoff"]) == (info["score"], info["place"], info["payoff"])


def test_every_agent_sits_everywhere_and_no_game_is_dealt_twice(toys):
    seats = [Plan.seats(toy_plan(), number).tolist() for number in range(24)]
    assert all({row[p] for row in seats} == {0, 1} for p in range(3))
    table = table_of(toys)
    names = np.array(["greedy", "random"])
    for row in table.to_pylist():
        assert row["agent"] == names[seats[row["episode"]][row["seat"]]]
    assert len(set(table["seed"].to_pylist())) == 24


def test_searches_are_kept_where_an_agent_searches(tmp_path):
    generate(toy_plan(8, players=2, agents=["flat:6", "random"]), tmp_path)
    rows = table_of(tmp_path).to_pylist()
    for row in rows:
        assert (row["search_policy"] is None) == (row["agent"] == "random")
        if row["search_policy"] is not None:
            policy = np.array(row["search_policy"])
            assert policy.sum() == pytest.approx(1)
            assert not policy[~np.array(row["action_mask"])].any()
            assert policy[row["action"]] > 0
            assert sum(row["search_value"]) == pytest.approx(0, abs=1e-6)
    assert {row["agent"] for row in rows} == {"flat:6", "random"}
    assert check(tmp_path, game=toy) == []
    (searched,) = DataSet(tmp_path).groups(("search_policy", "agent"))
    assert searched["search_policy"].shape == (sum(row["agent"] != "random" for row in rows), toy.n_actions)


def test_labels_are_given_to_every_decision(tmp_path):
    generate(toy_plan(8, players=2, agents=["random"], label="ismcts:10"), tmp_path)
    rows = table_of(tmp_path).to_pylist()
    assert all(sum(row["search_policy"]) == pytest.approx(1) and len(row["search_value"]) == 2 for row in rows)
    assert any(row["search_policy"][row["action"]] < max(row["search_policy"]) for row in rows), "random plays"


# --- what a cut leaves ----------------------------------------------------------------------------------------------


def test_a_cut_changes_no_byte(toys, tmp_path, monkeypatch):
    """Cut off while a shard is written, between a shard and the manifest, with rubbish left: the same files."""
    write = module.write_shard

    def cut(plan, folder, shard):
        made = write(plan, folder, shard)
        if shard == 1:
            raise KeyboardInterrupt
        return made

    monkeypatch.setattr(module, "write_shard", cut)
    with pytest.raises(KeyboardInterrupt):
        generate(toy_plan(), tmp_path)
    assert sorted(Manifest.read(tmp_path).shards) == [0]
    (tmp_path / ".shard-00002.parquet.1-1.partial").write_bytes(b"PAR1")
    monkeypatch.setattr(module, "write_shard", write)
    told = []
    generate(toy_plan(), tmp_path, tell=lambda done, of: told.append((done, of)))
    assert told == [(1, 3), (2, 3), (3, 3)]
    assert contents(tmp_path) == contents(toys)
    assert not list(tmp_path.glob("*.partial"))


KILLED = """
import sys
from pathlib import Path
from tests.datasets.test_datasets import toy_plan
from meeplezoo.datasets import generate
generate(toy_plan(), Path(sys.argv[1]), tell=lambda done, of: print(done, flush=True))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_killed_process_leaves_whole_shards(toys, tmp_path):
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([*sys.path, str(ROOT)])}
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, str(tmp_path)], cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        while child.stdout.readline().strip() not in {"1", ""}:
            pass
        child.send_signal(signal.SIGKILL)
    assert all(shard.is_whole(tmp_path) for shard in Manifest.read(tmp_path).shards.values())
    generate(toy_plan(), tmp_path)
    assert contents(tmp_path) == contents(toys)


def test_shards_do_not_depend_on_each_other(toys, tmp_path):
    """Any process may make any shard, in any order: for spreading over machines."""
    (tmp_path / "alone").mkdir()
    made = module.write_shard(toy_plan(), tmp_path / "alone", 2)
    assert made == Manifest.read(toys).shards[2]
    assert (tmp_path / "alone" / made.file).read_bytes() == (toys / made.file).read_bytes()


@pytest.mark.slow
def test_processes_change_nothing(toys, tmp_path):
    generate(toy_plan(), tmp_path, workers=2)
    assert contents(tmp_path) == contents(toys)


def test_a_data_set_grows(toys, tmp_path):
    generate(toy_plan(8), tmp_path)
    assert check(tmp_path, game=toy) == []
    told = []
    generate(toy_plan(), tmp_path, tell=lambda done, of: told.append(done))
    assert told[0] == 1
    assert contents(tmp_path) == contents(toys)
    generate(toy_plan(8), tmp_path)
    assert contents(tmp_path) == contents(toys), "asking for fewer takes nothing away"


def test_other_plans_are_kept_out(toys):
    for other in (
        toy_plan(agents=["random"]), toy_plan(per_shard=12), toy_plan(players=2), replace(toy_plan(), seed=6),
        toy_plan(variants=["no_fold"]),
    ):  # fmt: skip
        with pytest.raises(ConfigError, match="holds other data"):
            generate(other, toys)


def test_one_process_at_a_time(toys):
    with module._alone(toys), pytest.raises(ConfigError, match="another process"):
        generate(toy_plan(), toys)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"agents": []}, "one agent or more"),
        ({"agents": ["nobody"]}, "random, greedy"),
        ({"agents": ["flat:1s"]}, "budget is one of time"),
        ({"label": "greedy"}, "does not search"),
        ({"games": 0}, "at least 1"),
        ({"per_shard": 0}, "at least 1"),
    ],
)
def test_plans_are_checked(changes, message):
    with pytest.raises(ConfigError, match=message):
        toy_plan(**changes)


def test_rows_are_written_a_group_at_a_time(tmp_path, monkeypatch):
    """Views of no more than a row group are in memory, however many games a shard has."""
    monkeypatch.setattr(module, "ROWS", 6)
    sizes, join = [], module.as_arrow

    def measured(form, parts):
        sizes.append(sum(len(part) for part in parts))
        return join(form, parts)

    monkeypatch.setattr(module, "as_arrow", measured)
    generate(toy_plan(64, per_shard=64), tmp_path)
    assert set(sizes) == {6}
    with parquet.ParquetFile(tmp_path / "shard-00000.parquet") as file:
        assert file.num_row_groups == 32


def test_memory_does_not_grow_with_the_number_of_shards(tmp_path):
    def peak(games, folder):
        tracemalloc.start()
        generate(Plan.of(NATIONS, ["random"], 2, games=games, per_shard=4), folder)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    peak(4, tmp_path / "first")  # what is loaded once
    assert peak(24, tmp_path / "more") < 1.5 * peak(4, tmp_path / "few")


# --- what a check notices -------------------------------------------------------------------------------------------


@pytest.fixture
def copied(toys, tmp_path):
    for name, data in contents(toys).items():
        (tmp_path / name).write_bytes(data)
    return tmp_path


def test_a_sound_data_set(toys, nations):
    assert check(toys, 100, game=toy) == []
    assert check(nations, 3) == []


def test_damage_is_noticed_and_mended(copied, toys):
    file = copied / "shard-00001.parquet"
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    (copied / "shard-00002.parquet").unlink()
    first, second = check(copied, game=toy)
    assert "shard-00001.parquet" in first and "shard-00002.parquet" in second
    generate(toy_plan(), copied)
    assert contents(copied) == contents(toys)


def changed(folder, column, change):
    """Replaces a column of shard 0 and makes the digests fit, as somebody who forges data would."""
    file = folder / "shard-00000.parquet"
    table = parquet.read_table(file)
    at, field = table.column_names.index(column), table.schema.field(column)
    parquet.write_table(table.set_column(at, field, pa.array(change(table[column].to_pylist()), field.type)), file)
    manifest = Manifest.read(folder)
    shard = manifest.shards[0]
    shard = replace(shard, bytes=file.stat().st_size, sha256=module.hashlib.sha256(file.read_bytes()).hexdigest())
    replace(manifest, shards={**manifest.shards, 0: shard}).write(folder)


def other_first(values):
    first = values[0]
    if isinstance(first, list):
        return [[not first[0] if isinstance(first[0], bool) else first[0] + 1, *first[1:]], *values[1:]]
    if isinstance(first, bool):
        return [not first, *values[1:]]
    return [first + "x" if isinstance(first, str) else first + 1, *values[1:]]


@pytest.mark.parametrize("column", [c.name for c in COLUMNS if not c.searched])
def test_every_column_is_compared(copied, column):
    changed(copied, column, other_first)
    wrong = check(copied, 24, game=toy)
    assert wrong and "shard-00000.parquet" in wrong[0]


def test_impossible_policies_are_noticed(tmp_path):
    generate(toy_plan(8, players=2, agents=["random"], label="flat:6"), tmp_path)
    changed(tmp_path, "search_policy", other_first)
    assert "search_policy" in check(tmp_path, 8, game=toy)[0]


def test_unfinished_data_and_other_games_are_noticed(copied, nations):
    manifest = Manifest.read(copied)
    replace(manifest, planned=4).write(copied)
    assert "3 of 4 shards" in check(copied, game=toy)[0]
    with pytest.raises(DataError, match="other actions, observations or components"):
        check(nations, game=toy)
    values = json.loads((copied / MANIFEST).read_text())
    for damage in ("{", json.dumps({**values, "format": 9}), json.dumps({**values, "shards": 1})):
        (copied / MANIFEST).write_text(damage)
        with pytest.raises(DataError):
            DataSet(copied)
    values["shards"]["0"]["file"] = "../other.parquet"
    (copied / MANIFEST).write_text(json.dumps(values))
    with pytest.raises(DataError, match="other folders"):
        DataSet(copied)


# --- reading --------------------------------------------------------------------------------------------------------


def test_records_can_be_replayed(nations):
    for record in DataSet(nations).records():
        Replay(NATIONS, record).verify()


def test_agents_can_be_chosen_and_columns_are_checked(toys):
    data = DataSet(toys)
    (rows,) = data.groups(("agent", "step"), ["greedy"], files=data.files()[:1])
    assert set(rows["agent"]) == {"greedy"}
    with pytest.raises(ConfigError, match="observation"):
        next(data.groups(("obervation",)))


def test_summaries(toys):
    rows = table_of(toys).to_pylist()
    for summary in DataSet(toys).summaries():
        mine = [row for row in rows if row["agent"] == summary.agent]
        payoffs = [row["payoff"] for row in mine if row["done"]]
        assert (summary.rows, summary.seats) == (len(mine), len(payoffs))
        assert summary.payoff == pytest.approx(np.mean(payoffs))


def test_the_schema_is_that_of_the_files_and_of_the_documentation(toys):
    assert parquet.read_schema(DataSet(toys).files()[0]).equals(schema(toy, 3, searched=False))
    page = (ROOT / "docs" / "data.md").read_text(encoding="utf-8")
    assert markdown() in page, "put what schema.markdown() gives between the marks in docs/data.md"


def test_nothing_but_the_loader_needs_torch():
    code = "import sys, meeplezoo.datasets; print('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"

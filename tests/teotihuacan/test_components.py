"""Cards and events are data: editing components.toml changes what they do (closed effect vocabulary)."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from meeplezoo.envs.engine import DataError
from meeplezoo.envs.teotihuacan import components, game
from meeplezoo.envs.teotihuacan.actions import A
from meeplezoo.envs.teotihuacan.components import DATA

ROOT = Path(__file__).resolve().parents[2]
TOML = ROOT / "envs" / "teotihuacan" / "components.toml"

# Runs in a process of its own, since components are read at import: plays god cards and events and prints the outcome.
PROBE = """
import json
from tests.teotihuacan.position import position, move, score, stock, powers, god
from meeplezoo.envs.teotihuacan.actions import A
from meeplezoo.envs.teotihuacan.components import GOD_NAMES

def activate(**arguments):
    table = move(position([(0, 1)], cocoa=9, gods=["G05"], **arguments), 0, 1)
    if A.god not in table.legal():
        return "not payable"
    table.play(A.god)
    return {"points": score(table), "stock": stock(table), "ability": [int(table.s.ability), int(table.s.ability_arg)],
            "statues": int(table.s.statues[0]), "workers": len(powers(table))}

def harvest(space, **arguments):
    return stock(move(position([(space - 1, 2)], **arguments), 0, 1))

print(json.dumps({
    "name": GOD_NAMES[4],
    "plain": activate(),
    "death 3": activate(markers={0: [0, 0, 3]}),
    "stone 4": activate(stone=3),
    "quarry, owned": harvest(1, owned={"G05": 0}),
    "forest under E02": harvest(2, event_name="E02"),
    "quarry under E02": harvest(1, event_name="E02"),
    "tile under E02": move(position([(5, 1)], stone=2, wood=1, event_name="E02"), 0, 1).legal(),
}))
"""


def edited(text, card, key, entry):
    """The file with the line ``key = …`` of one card or event replaced."""
    block = re.compile(rf'(id = "{card}"\n(?:.*\n)*?){key} = .*\n')
    changed, count = block.subn(rf"\g<1>{key} = {entry}\n", text, count=1)
    assert count == 1
    return changed


def probe(folder, *edits):
    text = TOML.read_text(encoding="utf-8")
    for edit in edits:
        text = edited(text, *edit)
    (folder / "teotihuacan.toml").write_text(text, encoding="utf-8")
    settings = {"MEEPLEZOO_COMPONENTS": str(folder), "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", PROBE]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **settings}, capture_output=True, text=True, check=False
    )
    return json.loads(done.stdout) if done.returncode == 0 else done.stderr


@pytest.mark.rule("TE-10.1", "TE-12.1")
def test_the_shipped_file_gives_the_printed_effects(tmp_path):
    outcome = probe(tmp_path)
    assert outcome["name"] == "Mictlantecuhtli"
    assert outcome["plain"] == outcome["stone 4"] == "not payable"
    assert outcome["death 3"]["points"] == 4
    assert outcome["quarry, owned"] == [0, 2, 0, 0]
    assert outcome["forest under E02"] == [0, 0, 2, 0]
    assert A.tile not in outcome["tile under E02"]


def test_editing_the_file_changes_condition_reward_and_event(tmp_path):
    outcome = probe(
        tmp_path,
        ("G05", "name", '"Tester"'),
        ("G05", "condition", '{ kind = "hold_resource", resource = "stone", n = 4 }'),
        ("G05", "reward", '{ kind = "gain", cocoa = 1, stone = 2, wood = 3, gold = 4 }'),
        ("E02", "effect", '{ kind = "yield_mod", space = "forest", n = 3, min = 0 }'),
    )
    assert outcome["name"] == "Tester"
    assert outcome["plain"] == outcome["death 3"] == "not payable"
    assert outcome["stone 4"]["stock"] == [9 - 5 + 1, 4 + 2, 3, 4]
    assert outcome["forest under E02"] == [0, 0, 5, 0]
    assert outcome["quarry under E02"] == [0, 2, 0, 0]
    assert A.tile in outcome["tile under E02"]


@pytest.mark.parametrize(
    ("reward", "seen", "value"),
    [
        ('{ kind = "train", n = 2 }', "ability", [1, 2]),
        ('{ kind = "free_tile" }', "ability", [2, 0]),
        ('{ kind = "free_step" }', "ability", [3, 0]),
        ('{ kind = "free_statue" }', "statues", 1),
        ('{ kind = "enter_worker" }', "workers", 3),
        ('{ kind = "perm_yield", space = "quarry", n = 2 }', None, [0, 4, 0, 0]),
    ],
)
def test_any_reward_can_be_put_on_any_card(tmp_path, reward, seen, value):
    outcome = probe(tmp_path, ("G05", "reward", reward))
    if seen is None:
        assert outcome["quarry, owned"] == value
    else:
        assert outcome["death 3"][seen] == value


@pytest.mark.parametrize(
    ("card", "key", "entry", "message"),
    [
        ("G05", "reward", '{ kind = "win_the_game" }', "not in the vocabulary"),
        ("G05", "condition", '{ kind = "statues", resource = "gold", n = 1 }', "takes exactly the fields"),
        ("G05", "condition", '{ kind = "temple_steps", temple = "rain", n = 1 }', "is unknown"),
        ("E02", "effect", '{ kind = "gain_all", resource = "gold", n = 1 }', "cannot have the duration"),
    ],
)
def test_entries_outside_the_vocabulary_are_refused(tmp_path, card, key, entry, message):
    errors = probe(tmp_path, (card, key, entry))
    assert "DataError" in errors and message in errors


def test_kinds_are_checked_at_import():
    with pytest.raises(DataError, match="not in the vocabulary"):
        components._kind({"kind": "nothing"}, components._REWARDS, "G99")


@pytest.mark.rule("TE-2.1", "TE-2.2", "TE-7.6", "TE-12.1")
def test_totals_of_the_file():
    assert sum(kind["count"] for kind in DATA["pyramid_tile"]) == DATA["components"]["pyramid_tiles"] == 120
    assert len(DATA["god_card"]) == DATA["components"]["god_cards"] == 24
    assert len(DATA["event_card"]) == DATA["components"]["event_cards"] == 12
    first = [kind["first_id"] for kind in DATA["pyramid_tile"]]
    assert first == np.cumsum([0, *(kind["count"] for kind in DATA["pyramid_tile"])])[:-1].tolist()
    assert len(DATA["space"]) == 12 and len(DATA["exchange"]) == 6
    entries = [*DATA["space"], *DATA["god_card"], *DATA["event_card"], *DATA["pyramid_tile"], *DATA["temple"]]
    assert {entry["source"] for entry in entries} == {"rulebook", "reconstructed"}


def test_action_ids_are_those_of_the_file():
    ours = {r.name: (r.offset, r.size) for r in game.actions}
    for name, entry in DATA["actions"].items():
        if isinstance(entry, dict):
            called = {"temple_step": "step"}.get(name, name)
            assert ours.pop(called) == (entry["offset"], entry.get("count", 1)), name
    assert not ours
    assert game.n_actions == DATA["actions"]["n"] == 48

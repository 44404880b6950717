"""The component file: what the rules take from it, and that a card is corrected by editing it alone (DE-8.3)."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from meeplezoo.envs import DataError
from meeplezoo.envs.deus import components as c
from meeplezoo.envs.deus import game
from meeplezoo.envs.deus.vocabulary import OPS, effect_row

TOML = game.home / "components.toml"
ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.rule("DE-8.3", "DE:G31")
def test_designs_and_copies():
    copies = [d["copies"] for d in c.DESIGNS]
    assert (
        copies
        == [1] * 16 + [4, 1, 1, 1, 1, 2, 2, 2, 2] + [1] * 12 + [4] + [2] * 4 + [1] * 8 + [2, 4, 4, 2, 2, 2] + [1] * 16
    )
    assert sum(copies) == 96 == c.CARDS
    assert len(copies) == 72
    assert [int(c.DESIGN[i]) for i in (44, 45, 46, 47)] == [37] * 4
    assert c.CARD_NAMES[44] == "Library"


@pytest.mark.rule("DE-5.2", "DE-4.4")
def test_costs():
    assert (c.COST[80:] == 1).all()
    assert (c.COST_GOLD[80:] == 0).all()
    assert c.COST[:80].sum(axis=0).tolist() == [28] * 4
    assert c.COST_GOLD[:80].sum() == 29


@pytest.mark.rule("DE-8.3")
def test_the_readme_lists_every_card_with_its_source():
    text = (game.home / "README.md").read_text(encoding="utf-8")
    for design in c.DESIGNS:
        cards = (
            f"{design['index']}"
            if design["copies"] == 1
            else f"{design['index']}–{design['index'] + design['copies'] - 1}"
        )
        assert f"| {cards} | {design['id']} | {design['name']} |" in text
    assert len(re.findall(r"^\| [\d–]+ \| [A-Z]{2}\d\d \|", text, re.M)) == 72


def test_the_rules_name_no_card():
    """No card is special-cased: the code that runs in a game holds no card name, card id or design number."""
    code = "\n".join(file.read_text(encoding="utf-8") for file in (game.home / "rules").glob("*.py"))
    for design in c.DESIGNS:
        assert not re.search(rf"\b({re.escape(design['name'])}|{design['id']})\b", code), design["name"]
    assert not re.search(r"\bDESIGNS?\b", code)


# --- an edited file ---------------------------------------------------------------------------------------------------

# What the edited game is asked for, in a process of its own: the tables are read at import.
SCRIPT = """
from tests.deus.position import *
from meeplezoo.envs.deus.state import MAIN
t = Deus().put(A, {25: [FARM], 16: [FARM, HOUSE], 23: [FARM], 3: [ARMY]}).put(M, {0: [HOUSE]})
t.hand(A, "School", "Estate").goods(A, [0] * 4, 9)
"""

EDITS = {
    # design id: (effects in the edited file, what the test does, what must be true afterwards)
    "SC01": ('[{ e = "take_piece", n = 1 }, '
             '{ e = "gain", what = "gold", n = 2, per = "regions_all", div = 1, cap = 3 }]',
             't.build_at("School", 25).do("kind", 4)', "t.gold(A) == 9 - 2 + 3 and t.s.ready[A, 4] == 3"),
    "PR01": ('[{ e = "produce_pick", max = 3, amount = 1, distinct = false }]',
             't.use("Estate")', "t.s.resources[A].tolist() == [2, 1, 0, 0] and t.s.seat == M"),
    "PR02": ('[{ e = "produce_all", terrains = ["forest", "mountain"], amount = 1, min_city = 2 }]',
             """t.use("Foresters' Guild")""", "t.s.resources[A].tolist() == [1, 0, 0, 0]"),
    "MI02": ('[{ e = "gain", what = "vp", n = 3, per = "villages_near_army", div = 1, cap = 0 }]',
             't.use("Spearmen")', "t.vp(A) == 5 + 6"),
    "CI01": ('[{ e = "steal", what = "gold", n = 3, near = "army", scope = "one" }]',
             """t.use("Foresters' Village")""", "t.gold(A) == 12 and t.gold(M) == 2"),
    "MA01": ('[{ e = "move", armies = 1, steps = 2 }, '
             '{ e = "buy", res = ["clay"], max = 2, distinct = false, unit_gold = 1 }]',
             't.use("Timber Ship").do("done").do("resource", 2).do("resource", 2)',
             "t.gold(A) == 7 and t.s.resources[A, 2] == 2"),
}  # fmt: skip


def edited(design: str, effects: str) -> str:
    """The component file with other effects on one card."""
    text = TOML.read_text(encoding="utf-8")
    pattern = rf'(id = "{design}"\n(?:(?!\[\[)[^\n]*\n)*?effects = )[^\n]*'
    changed, n = re.subn(pattern, lambda found: found[1] + effects, text)
    assert n == 1
    return changed


def run(tmp_path: Path, script: str) -> subprocess.CompletedProcess[str]:
    variables = {**os.environ, "MEEPLEZOO_COMPONENTS": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
    return subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=variables, capture_output=True, text=True, check=False
    )


@pytest.mark.rule("DE-8.3", "DE:G29", "DE-8.9", "DE-8.5")
def test_a_card_is_corrected_by_editing_the_file_alone(tmp_path):
    text = TOML.read_text(encoding="utf-8")
    script = SCRIPT
    for design, (effects, play, wanted) in EDITS.items():
        pattern = rf'(id = "{design}"\n(?:(?!\[\[)[^\n]*\n)*?effects = )[^\n]*'
        text, n = re.subn(pattern, lambda found, new=effects: found[1] + new, text)
        assert n == 1
        script += f"\nstart = t.copy()\n{play}\nassert {wanted}, {design!r}\nt = start"
    (tmp_path / "deus.toml").write_text(text, encoding="utf-8")
    outcome = run(tmp_path, script + "\nprint('all right')")
    assert outcome.stdout == "all right\n", outcome.stderr
    # With the shipped file the same positions come out differently, so it is the file that decides.
    unedited = run(tmp_path.parent, SCRIPT + EDITS["SC01"][1])
    assert unedited.returncode != 0


@pytest.mark.rule("DE:G29", "DE-8.5")
def test_three_picks_ask_only_if_something_is_left(tmp_path):
    """An effect on no present design: produce_pick of 3, not distinct."""
    (tmp_path / "deus.toml").write_text(edited("PR01", EDITS["PR01"][0]), encoding="utf-8")
    script = (
        SCRIPT
        + """
t.put(A, {22: [FARM]}).use("Estate")
assert t.legal_in("resource") == [0, 1, 3]
t.do("resource", 0)
assert t.legal_in("resource") == [0, 1, 3]
print("all right")
"""
    )
    outcome = run(tmp_path, script)
    assert outcome.stdout == "all right\n", outcome.stderr


def test_an_edited_cost_and_name(tmp_path):
    text = TOML.read_text(encoding="utf-8")
    text = text.replace(
        'name = "School"\ncost = { wood = 0, stone = 0, clay = 0, wheat = 0, gold = 2 }',
        'name = "Old School"\ncost = { wood = 0, stone = 3, clay = 0, wheat = 0, gold = 0 }',
    )
    (tmp_path / "deus.toml").write_text(text, encoding="utf-8")
    script = """
from tests.deus.position import *
t = Deus().put(A, {25: [FARM]}).hand(A, "Old School", "Estate").goods(A, [0, 2, 0, 0], 4)
t.build("Old School")
assert t.gold(A) == 0 and t.s.resources[A, 1] == 0 and t.legal_in("gold_units") == []
print("all right")
"""
    outcome = run(tmp_path, script)
    assert outcome.stdout == "all right\n", outcome.stderr


# --- the vocabulary ---------------------------------------------------------------------------------------------------


def test_the_vocabulary_is_the_one_at_the_top_of_the_file():
    head = TOML.read_text(encoding="utf-8").split("[meta]")[0]
    assert set(
        re.findall(r"^#   ([a-z_]+) {2,}", head.split("EFFECT VOCABULARY")[1].split("On no present")[0], re.M)
    ) == set(OPS)


@pytest.mark.parametrize(
    ("effect", "kind", "message"),
    [
        ({"e": "conquer"}, "military", "must be one of sell, buy"),
        ({"e": "trade"}, "maritime", "keys e, max"),
        ({"e": "trade", "max": 0}, "maritime", "from 1 to 99"),
        ({"e": "trade", "max": True}, "maritime", "whole number"),
        ({"e": "trade", "max": 1, "min": 1}, "maritime", "keys e, max"),
        ({"e": "produce_city", "terrains": ["sea"]}, "production", "forest, mountain"),
        ({"e": "produce_city", "terrains": []}, "production", "list of some"),
        ({"e": "draw", "n": 1, "mode": "twice"}, "science", "count, up_to"),
        ({"e": "activate", "column": "science"}, "science", "maritime, production"),
        ({"e": "activate", "column": "civil"}, "civil", "science cards only"),
        ({"e": "gain", "what": "wood", "n": 1, "per": "regions_all", "div": 1, "cap": 0}, "civil", "gold, vp"),
        ({"e": "gain", "what": "vp", "n": 1, "per": "regions", "div": 1, "cap": 0}, "civil", "regions_forest"),
        ({"e": "gain", "what": "vp", "n": 1, "per": "regions_all", "div": 0, "cap": 0}, "civil", "div = 0"),
        (
            {"e": "sell", "res": ["wood"], "max": 1, "distinct": 1, "unit_gold": 1, "unit_vp": 0},
            "maritime",
            "true or false",
        ),
        ({"e": "temple", "n": 1, "per": "regions_all", "div": 1, "cap": 0}, "civil", "temple cards"),
        ({"e": "trade", "max": 1}, "temple", "temple"),
    ],
)
def test_wrong_effects_are_refused_with_what_would_be_right(effect, kind, message):
    with pytest.raises(DataError, match=message):
        effect_row(effect, kind)


def test_a_wrong_file_says_which_card(tmp_path):
    (tmp_path / "deus.toml").write_text(edited("SC01", '[{ e = "draw", n = 1, mode = "many" }]'), encoding="utf-8")
    outcome = run(tmp_path, "import meeplezoo.envs.deus")
    assert outcome.returncode != 0
    assert "card SC01" in outcome.stderr
    assert "count, up_to" in outcome.stderr

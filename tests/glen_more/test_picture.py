"""The pictures: complete, well-formed, and only what the viewer may see."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from meeplezoo.envs.engine.rule import COMPILED
from meeplezoo.envs.glen_more import game
from meeplezoo.envs.glen_more.picture.position import result_rows

from ..support import random_positions
from .table import Glen, activating, finish_turn, moving, only_start

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_pictures_are_well_formed_in_whole_games(players):
    step = 9 if COMPILED else 25
    for k, (table, _) in enumerate(random_positions(game, players, seed=players)):
        if k % step and not table.s.over:
            continue
        for viewer in (0, players - 1, None):
            svg = game.draw(table.states[0], viewer)
            root = ElementTree.fromstring(svg)
            width, height = float(root.get("width", 0)), float(root.get("height", 0))
            for element in root.iter(f"{SVG}rect"):
                x, y, w, h = (float(element.get(name, 0)) for name in ("x", "y", "width", "height"))
                assert -0.1 <= x <= x + w <= width + 0.1
                assert -0.1 <= y <= y + h <= height + 0.1
            assert game.text(table.states[0], viewer)
    assert table.s.over
    assert "game over" in svg


def test_the_picture_shows_ring_market_table_and_territories():
    t = only_start().money(13).market(1, 2, 3, 0, 0).lay(0, 2, 4, 5, wood=2).offer(48, 33, 55)
    shown = texts(t.game.draw(t.states[0], 0))
    assert {"Iona Abbey", "Tavern", "Market", "Stacks", "Lead over the last", "5+", "13", "coins"} <= set(shown)
    row = shown[shown.index("stone") + 1 : shown.index("sheep")]
    assert row == ["1", "2", "3", "2"]  # two coins, the next buying price, the selling price
    assert any("Scorings done: 0 of 3; the next one in" in line for line in shown)
    assert shown.count("Home") == 4


def test_legal_places_and_the_pending_step_are_marked():
    t = only_start().lay(0, 2, 4, 5).lay(0, 1, 5, 6).offer(24)
    gold = re.findall(r'stroke="#f0a500" stroke-width="4"', t.game.draw(t.states[0], None))
    assert len(gold) == len(t.legal())
    t.take(24)
    svg = t.game.draw(t.states[0], None)
    assert svg.count("stroke-dasharray") == len(t.legal()) == 3
    assert "Red places Forest" in texts(svg)[0]
    assert "in hand" in texts(svg)
    t = moving(only_start().lay(0, 2, 4, 5), 2)
    assert "2 movement points left" in texts(t.game.draw(t.states[0], 1))
    t = activating(only_start().money(3).lay(0, 10, 4, 4).lay(0, 12, 4, 6, sheep=2), 10).at(4, 4)
    assert texts(t.game.draw(t.states[0], 1))[0] == "Red pays the input for Butcher: 1 to 2 sheep"


@pytest.mark.rule("GM-13.2")
def test_points_are_shown_to_their_owner_only():
    t = Glen(3, seed=1)
    t.s.score[:3] = 41, 52, 63
    for viewer, mine in ((0, "41"), (1, "52"), (2, "63"), (None, "")):
        shown = "\n".join([*texts(t.game.draw(t.states[0], viewer)), t.game.text(t.states[0], viewer)])
        for number in ("41", "52", "63"):
            assert (f"{number} VP" in shown) == (number == mine)


@pytest.mark.rule("GM-13.1")
def test_pictures_do_not_depend_on_what_is_hidden():
    t = Glen(4, seed=1)
    finish_turn(t)
    twin = t.copy()
    for k in range(1, 4):
        n = int(twin.s.stack_n[k])
        twin.s.stack[k, :n] = twin.s.stack[k, :n][::-1].copy()
    twin.s.rng = np.uint64(5)
    twin.s.score[1:4] += 9
    assert t.game.draw(t.states[0], 0) == twin.game.draw(twin.states[0], 0)
    assert t.game.text(t.states[0], 0) == twin.game.text(twin.states[0], 0)


@pytest.mark.rule("GM-11.1", "GM-11.2", "GM-11.3", "GM-14.2")
def test_the_result_adds_up():
    *_, (table, _) = random_positions(game, 4, seed=3)
    rows = dict(result_rows(table.s))
    total = rows.pop("total")
    rows.pop("cubes (tie-break)")
    assert [sum(column) for column in zip(*rows.values(), strict=True)] == total
    fewest = min(int((table.s.tile_owner == p).sum()) for p in range(4))
    assert rows["tiles too many"] == [-3 * (int((table.s.tile_owner == p).sum()) - fewest) for p in range(4)]
    assert rows["coins"] == table.s.coins[:4].tolist()
    assert "Points by seat" in game.text(table.states[0], None)

"""Layouts, action tables, state types, variants and payoffs refuse what makes no sense."""

import numpy as np
import pytest

from meeplezoo.envs import GAMES, ConfigError, DataError
from meeplezoo.envs.engine import ActionRange, ActionTable, Field, ObservationLayout, load_components, state_dtype
from meeplezoo.envs.engine.numbers import integer
from meeplezoo.envs.engine.payoff import finish

GAME = GAMES["aztlan"]


def layout():
    return ObservationLayout(
        [
            Field("shown", (2, 3), 10, "public", scale=5),
            Field("balance", (1,), 4, "may be negative", low=-8),
            Field("own", (2,), 1, "own secret", visibility="own"),
            Field("points", (1,), 50, "secret points", visibility="hidden", score=True),
            Field("deck", (3,), 9, "hidden", visibility="hidden"),
        ]
    )


# --- observations ----------------------------------------------------------------------------------------------------


def test_layout_modes_show_prefixes():
    fields = layout()
    assert (fields.public_end, fields.own_end, fields.score_end, fields.size) == (7, 9, 10, 13)
    assert fields.visible("public").sum() == 7
    assert fields.visible("own").sum() == 9
    assert fields.visible("own", open_scores=True).sum() == 10
    assert fields.visible("all").all()
    with pytest.raises(ConfigError, match="public, own, all"):
        fields.level("everything")


def test_layout_bounds_and_units():
    fields = layout()
    assert fields.slice("balance") == slice(6, 7)
    assert (fields.low[6], fields.high[6], fields.high[0]) == (-1, 0.5, 2)
    vector = fields.encode({"shown": np.arange(6), "balance": -8, "deck": [9, 0, 3]})
    assert vector[6] == -1
    values = fields.decode(vector)
    assert values["shown"].tolist() == [[0, 1, 2], [3, 4, 5]]
    assert values["deck"].tolist() == [9, 0, 3]
    assert fields.decode(np.stack([vector, vector]))["shown"].shape == (2, 2, 3)
    with pytest.raises(ValueError, match="13 elements"):
        fields.decode(vector[:-1])
    with pytest.raises(ConfigError, match="shown, balance"):
        fields.slice("unknown")


def test_layout_order_is_enforced():
    with pytest.raises(ValueError, match="order public, own"):
        ObservationLayout([Field("a", (1,), 1, "", visibility="own"), Field("b", (1,), 1, "")])
    with pytest.raises(ValueError, match="only hidden fields"):
        Field("a", (1,), 1, "", score=True)


# --- actions ---------------------------------------------------------------------------------------------------------


def test_action_table():
    def name(i, state):
        return f"number {i}"

    table = ActionTable([ActionRange("go", 0, 3, "X-1", "", name), ActionRange("stop", 3, 1, "X-2", "", name)])
    assert table.n == 4 and len(table) == 2
    assert [table.decode(a) for a in range(4)] == [("go", 0), ("go", 1), ("go", 2), ("stop", 0)]
    assert table.encode("go", 2) == table["go"][2] == 2
    assert table.describe(np.int64(3)) == "number 0"
    for wrong in (-1, 4):
        with pytest.raises(ConfigError, match=r"0\.\.3"):
            table.decode(wrong)
    with pytest.raises(IndexError, match=r"0\.\.2"):
        table["go"][3]
    with pytest.raises(ConfigError, match="go, stop"):
        table["fly"]
    with pytest.raises(ValueError, match="starts at 5, expected 3"):
        ActionTable([ActionRange("go", 0, 3, "X-1", "", name), ActionRange("stop", 5, 1, "X-2", "", name)])


# --- state -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["round", "all", "fill", "size", "copy", "tolist"])
def test_state_fields_must_not_hide_attributes_of_records(name):
    with pytest.raises(ValueError, match=name):
        state_dtype([(name, "i1")])


def test_state_padding_is_explicit():
    dtype = state_dtype([("a", "i1"), ("b", "f8"), ("c", "i2", (3,))], ["variant"])
    covered = np.zeros(dtype.itemsize, bool)
    for kind, offset in dtype.fields.values():
        assert not covered[offset : offset + kind.itemsize].any()
        covered[offset : offset + kind.itemsize] = True
    assert covered.all()
    assert dtype.isalignedstruct
    with pytest.raises(ValueError, match="duplicate"):
        state_dtype([("seat", "i1")])


@pytest.mark.parametrize("name", GAMES)
def test_state_fields_of_games_are_readable_by_attribute(name):
    assert not [field for field in GAMES[name].state.names if hasattr(np.record, field)]


# --- configuration ---------------------------------------------------------------------------------------------------


def test_unknown_names_list_the_allowed_ones():
    with pytest.raises(KeyError, match="aztlan"):
        GAMES["chess"]
    for players in (0, 1, 5):
        with pytest.raises(ConfigError, match="allowed: 2, 3, 4"):
            GAME.check_players(players)
    for players in (2.5, "4", True):
        with pytest.raises(ConfigError, match="must be an integer from 2 to 4"):
            GAME.check_players(players)
    with pytest.raises(ConfigError, match="allowed: unused_vp, offerings"):
        GAME.check_variants(["unused"])
    with pytest.raises(ConfigError, match="allowed: last, square, sets"):
        GAME.check_variants({"offerings": "cube"})
    with pytest.raises(ConfigError, match="offerings"):
        GAME.check_variants("offerings")  # a flag's way, but this one has no value True
    with pytest.raises(ConfigError, match="reset option 'board' is unknown"):
        GAME.new_states(options={"board": 1})


def test_variants_are_kept_in_the_record():
    states = GAME.start(0, 3, {"offerings": "sets"})
    assert GAME.variants_of(states[0]) == {"unused_vp": "default", "offerings": "sets"}
    assert GAME.check_variants() == {"unused_vp": "default", "offerings": "last"}
    with pytest.raises(ConfigError):
        GAME.check_variants({"offerings": 1})


@pytest.mark.parametrize("seed", [1.0, "1", None, True])
def test_seeds_are_integers(seed):
    with pytest.raises(ConfigError, match="integer"):
        integer("seed", seed)


def test_seeds_of_any_size():
    assert GAME.start(2**64 + 3).tobytes() == GAME.start(3).tobytes()
    assert GAME.start(-1).tobytes() == GAME.start(2**64 - 1).tobytes()


def test_component_files(tmp_path):
    (tmp_path / "components.toml").write_text("game = ")
    with pytest.raises(DataError, match="no valid TOML"):
        load_components(tmp_path)
    (tmp_path / "components.toml").write_text('game = "other"')
    with pytest.raises(DataError, match="describes 'other'"):
        load_components(tmp_path)


# --- payoffs ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "tiebreak", "payoff"),
    [
        ([10, 5], [0, 0], [1, -1]),
        ([5, 10], [9, 0], [-1, 1]),  # the tiebreak counts among equals only
        ([5, 5], [0, 0], [0, 0]),
        ([5, 5], [1, 2], [-1, 1]),
        ([3, 9, 6], [0, 0, 0], [-1, 1, 0]),
        ([9, 9, 1], [0, 0, 0], [0.5, 0.5, -1]),  # places 1 and 2 share (1 + 0) / 2
        ([1, 9, 1], [0, 0, 0], [-0.5, 1, -0.5]),
        ([4, 3, 2, 1], [0, 0, 0, 0], [1, 1 / 3, -1 / 3, -1]),
        ([4, 4, 4, 1], [0, 0, 0, 0], [1 / 3, 1 / 3, 1 / 3, -1]),
        ([4, 4, 4, 4], [0, 2, 2, 0], [-2 / 3, 2 / 3, 2 / 3, -2 / 3]),
        ([5, 4, 3, 2, 1], [0, 0, 0, 0, 0], [1, 0.5, 0, -0.5, -1]),
        ([-3, -5], [0, 0], [1, -1]),
        ([20], [0], [0.4]),
        ([50], [0], [1]),
        ([80], [0], [1]),
        ([-4], [0], [0]),
    ],
)
def test_payoffs(score, tiebreak, payoff):
    n = len(score)
    states = np.zeros(1, state_dtype([]))
    states["players"], states["seat"] = n, 1
    states["score"][0, :n], states["tiebreak"][0, :n] = score, tiebreak
    finish(states.view(np.recarray)[0])
    assert states["over"][0] and states["seat"][0] == -1
    assert np.allclose(states["payoff"][0, :n], payoff)
    assert not states["payoff"][0, n:].any()

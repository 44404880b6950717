"""God cards (TE-10)."""

import pytest

from meeplezoo.envs.teotihuacan.actions import A

from .position import cocoa_of, fill, full, god, move, next_turn, position, powers, score, stock


@pytest.mark.rule("TE:X7", "TE-10.1", "TE-10.3", "TE-D12")
def test_a_card_is_paid_taken_and_rewards_at_once():
    table = move(position([(0, 1)], cocoa=5, gods=["G05"], markers={0: [0, 0, 3]}), 0, 1)
    assert table.legal() == [A.god, A.pass_]
    table.play(A.god)
    assert (cocoa_of(table), score(table)) == (0, 4)
    assert table.s.god_owner[god("G05")] == 0
    assert table.s.god_display[0] == -1
    assert next_turn(table, 1)


@pytest.mark.rule("TE-10.1", "TE-10.2", "TE-D12", "TE-D16")
def test_only_payable_cards_with_a_true_condition():
    gods = ["G05", "G03", "G09", "G02"]
    table = position([(0, 1), (4, 2)], cocoa=5, gods=gods, markers={0: [3, 0, 2]})
    assert move(table, 0, 1).legal() == [A.god + 1, A.pass_]
    table = position([(0, 1), (4, 2)], cocoa=4, gods=gods, markers={0: [3, 0, 2]})
    assert next_turn(move(table, 0, 1), 1)
    table = move(position([(0, 1)], cocoa=5, gods=["G05"], markers={0: [0, 0, 3]}), 0, 1).play(A.pass_)
    assert cocoa_of(table) == 5
    assert table.s.god_display[0] == god("G05")


@pytest.mark.rule("TE:X25", "TE-10.2", "TE-10.6")
def test_the_price_counts_towards_the_condition():
    table = move(position([(0, 2)], cocoa=6, gods=["G01"]), 0, 3)
    assert cocoa_of(table) == 8
    assert table.legal() == [A.god, A.pass_]
    table.play(A.god)
    assert cocoa_of(table) == 3
    assert table.s.god_display[0] == -1
    table.s.seat, table.s.worker_space[0, 0] = 0, 2
    assert cocoa_of(move(table, 0, 1)) == 3 + 2 + 1
    table.s.seat, table.s.worker_space[1, 0], table.s.worker_power[1, 0] = 1, 2, 2
    assert cocoa_of(move(table, 0, 1), 1) == 2  # only for the owner


# Card, keyword arguments of a position one short of its condition, and what makes it true.
ALMOST = [
    ("G01", {"cocoa": 7}, lambda s: s.resources[0].__setitem__(0, 8)),
    ("G02", {"workers": [(0, 2), (4, 1)]}, lambda s: s.worker_power[0].__setitem__(1, 2)),
    ("G03", {"markers": {0: [2, 5, 5]}}, lambda s: s.track_pos[0].__setitem__(0, 3)),
    ("G04", {"markers": {0: [5, 2, 5]}}, lambda s: s.track_laps[0].__setitem__(1, 1)),
    ("G05", {"markers": {0: [5, 5, 2]}}, lambda s: s.track_pos[0].__setitem__(2, 3)),
    ("G06", {}, lambda s: s.rebirths.__setitem__(0, 1)),
    ("G07", {}, lambda s: s.rebirths.__setitem__(0, 1)),
    ("G08", {"workers": [(0, 3), (4, 3)]}, lambda s: s.worker_power[0].__setitem__(1, 4)),
    ("G09", {"workers": [(0, 4), (4, 3), (5, 2)]}, lambda s: s.worker_power[0].__setitem__(2, 3)),
    ("G10", {"markers": {0: [5, 0, 5]}}, lambda s: s.track_pos[0].__setitem__(1, 1)),
    ("G11", {}, lambda s: s.slot_owner[2, 0].__setitem__(0, 0)),
    ("G12", {"workers": [(0, 1), (4, 1), (5, 1)]}, lambda s: set_worker(s, 3)),
    ("G13", {"workers": [(0, 1), (4, 1)]}, lambda s: set_worker(s, 2)),
    ("G14", {"stone": 2, "wood": 5}, lambda s: s.resources[0].__setitem__(3, 1)),
    ("G15", {"wood": 3}, lambda s: s.resources[0].__setitem__(2, 4)),
    ("G16", {"stone": 2}, lambda s: s.resources[0].__setitem__(1, 3)),  # and 1 from the Quarry
    ("G17", {"gold": 1}, lambda s: s.resources[0].__setitem__(3, 2)),
    ("G18", {}, lambda s: s.slot_owner[1, 0].__setitem__(1, 0)),
    ("G19", {"markers": {0: [5, 5, 1]}}, lambda s: s.track_pos[0].__setitem__(2, 2)),
    ("G20", {}, lambda s: s.statues.__setitem__(0, 1)),
    ("G21", {}, lambda s: s.levels_completed.__setitem__(0, 1)),
    ("G22", {"workers": [(0, 1), (4, 1)]}, lambda s: set_worker(s, 2)),
    ("G23", {}, lambda s: s.statues.__setitem__(0, 2)),
    ("G24", {"markers": {0: [5, 5, 5]}}, lambda s: s.track_laps[0].__setitem__(2, 1)),
]


def set_worker(s, slot):
    s.worker_space[0, slot], s.worker_power[0, slot] = 6, 1


@pytest.mark.rule("TE-10.1", "TE-10.2")
@pytest.mark.parametrize(("card", "arguments", "complete"), ALMOST, ids=[row[0] for row in ALMOST])
def test_every_condition_at_its_border(card, arguments, complete):
    arguments = {"workers": [(0, 1)], "cocoa": 5, **arguments}
    table = position(gods=[card], **arguments)
    if card in ("G11", "G18"):
        fill(table, 0, [0 if card == "G18" else 1, 0, 0], 0)
        fill(table, 1, [1, 0, 0], 0)
    if card == "G23":
        table.s.statues[0] = 1
    almost = table.copy()
    assert next_turn(move(almost, 0, 1), 1)
    complete(table.s)
    assert move(table, 0, 1).legal() == [A.god, A.pass_]


@pytest.mark.rule("TE-10.4", "TE-10.6")
@pytest.mark.parametrize(
    ("card", "gain", "points"),
    [
        ("G02", [4, 0, 0, 0], 0),
        ("G08", [0, 0, 0, 2], 0),
        ("G23", [0, 0, 1, 2], 0),
        ("G06", [0, 0, 0, 0], 6),
        ("G09", [0, 0, 0, 0], 4),
        ("G14", [0, 0, 0, 0], 4),
        ("G21", [0, 0, 0, 0], 5),
        ("G24", [0, 0, 0, 0], 6),
        ("G20", [0, 0, 0, 0], 5),
    ],
)
def test_rewards_of_resources_points_and_statues(card, gain, points):
    table = rich(card)
    before = stock(table)
    move(table, 0, 1).play(A.god)
    assert score(table) == points
    assert stock(table) == [before[0] - 5 + gain[0], before[1] + 4 + gain[1], before[2] + gain[2], before[3] + gain[3]]
    assert next_turn(table, 1)


def rich(card, **arguments):
    """A position in which every condition holds; slot 0 moves 1 to the Quarry and takes 4 stone."""
    arguments = {"workers": [(0, 4), (4, 4), (5, 4)], **arguments}
    table = position(
        cocoa=20, stone=9, wood=9, gold=9, gods=[card], markers={0: [3, 3, 3]}, laps={0: [1, 0, 0]}, **arguments
    )
    s = table.s
    s.rebirths[0] = s.levels_completed[0] = s.statues[0] = 1
    if card == "G23":
        s.statues[0] = 2
    for pyramid in range(3):
        fill(table, pyramid, [1, 0, 0], 0)
    return table


@pytest.mark.rule("TE-10.6", "TE-5.1", "TE-5.2", "TE-5.3")
@pytest.mark.parametrize(
    ("card", "worker", "gain"),
    [("G16", (0, 2), [0, 3, 0, 0]), ("G15", (1, 2), [0, 0, 3, 0]), ("G01", (2, 2), [3, 0, 0, 0])],
)
def test_permanent_yields(card, worker, gain):
    assert stock(move(position([worker], owned={card: 0}), 0, 1)) == gain
    assert sum(stock(move(position([worker], owned={card: 1}), 0, 1))) == 2


@pytest.mark.rule("TE-10.6", "TE-5.5")
def test_yacatecuhtli_adds_exchanges():
    table = move(position([(4, 1)], gold=5, owned={"G17": 0}), 0, 1)
    assert table.s.ops_left == 3
    for _ in range(3):
        table.play(A.exchange + 3)
    assert stock(table) == [0, 0, 6, 2]
    assert next_turn(table, 1)


@pytest.mark.rule("TE-10.6", "TE-10.3")
def test_permanent_rewards_begin_with_the_next_turn():
    table = move(position([(0, 4), (5, 1), (6, 1)], cocoa=5, gods=["G16"], stone=0), 0, 1)
    assert stock(table) == [5, 4, 0, 0]
    table.play(A.god)
    assert stock(table) == [0, 4, 0, 0]  # the Quarry of this turn yields no more


@pytest.mark.rule("TE:X26", "TE-10.4", "TE-9.2")
def test_three_trainings_on_the_same_worker():
    table = position([(0, 1)], cocoa=5, gods=["G07"])
    table.s.rebirths[0] = 1
    move(table, 0, 1).play(A.god)
    for power in (2, 3, 4):
        assert table.legal() == [A.train, A.train + 1, A.pass_]
        table.play(A.train)
        assert powers(table) == [power, 1]
    assert next_turn(table, 1)


@pytest.mark.rule("TE:X27", "TE-10.4", "TE-2.3")
def test_coatlicue_enters_a_worker():
    table = move(position([(0, 1), (4, 2), (5, 2)], cocoa=5, gods=["G13"]), 0, 1).play(A.god)
    assert (table.s.worker_space[0, 3], table.s.worker_power[0, 3]) == (0, 1)
    assert next_turn(table, 1)


@pytest.mark.rule("TE-10.4")
def test_a_card_may_be_activated_without_effect():
    four = [(0, 4), (4, 4), (5, 4), (6, 4)]
    for card in ("G13", "G12", "G04"):
        table = position(four, cocoa=5, gods=[card], markers={0: [0, 3, 0]})
        move(table, 0, 1).play(A.god)
        assert powers(table) == [4, 4, 4, 4]
        assert table.s.god_owner[god(card)] == 0
        assert next_turn(table, 1)


@pytest.mark.rule("TE-10.5", "TE-10.1")
def test_one_card_a_turn():
    table = position([(0, 1)], cocoa=20, gods=["G05", "G03"], markers={0: [3, 0, 3]})
    move(table, 0, 1).play(A.god)
    assert next_turn(table, 1)
    assert cocoa_of(table) == 15


@pytest.mark.rule("TE:X44", "TE-10.1", "TE-12.1")
def test_divine_audience_lowers_the_price():
    table = position([(0, 1)], cocoa=4, gods=["G21", "G01", "G02"], event_name="E12")
    table.s.levels_completed[0] = 1
    assert move(table, 0, 1).legal() == [A.god, A.pass_]
    table.play(A.god)
    assert (cocoa_of(table), score(table)) == (0, 5)


@pytest.mark.rule("TE:X45", "TE-10.4", "TE-5.9")
@pytest.mark.parametrize(("statues", "points"), [(7, 10), (8, 0)])
def test_a_free_statue_under_the_sculptors_guild(statues, points):
    table = position([(0, 1)], cocoa=5, gods=["G20"], event_name="E11")
    table.s.statues[0] = statues
    move(table, 0, 1).play(A.god)
    assert table.s.statues[0] == 8
    assert score(table) == points
    assert next_turn(table, 1)


@pytest.mark.rule("TE-10.4", "TE-9.1")
def test_a_free_tile_of_a_god_card():
    table = position([(0, 1)], cocoa=5, gods=["G03"], markers={0: [3, 0, 0]}, levels=[full(3, 1)])
    move(table, 0, 1).play(A.god)
    table.play(A.tile)
    assert score(table) == 3
    assert next_turn(table, 1)


@pytest.mark.rule("TE-D16")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_display_slots_above_n_stay_empty(players):
    gods = ["G05", "G03", "G04", "G12", "G06"][: players + 1]
    table = position([(0, 1), (5, 1), (6, 1), (7, 1)], players=players, cocoa=5, gods=gods, markers={0: [3, 3, 3]})
    table.s.rebirths[0] = 1
    assert move(table, 0, 1).legal() == [*range(A.god, A.god + 1 + players), A.pass_]


@pytest.mark.rule("TE-10.1")
def test_the_god_card_comes_after_the_action():
    table = move(position([(8, 1)], cocoa=8, gods=["G05"], markers={0: [0, 0, 2]}), 0, 1)
    assert table.legal() == [A.step, A.pass_]
    table.play(A.step)
    assert table.legal() == [A.god, A.pass_]  # the step just made counts

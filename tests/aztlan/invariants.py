"""What holds in every position of Aztlán (section 9 of the rules file), for one state or an array of states."""

from typing import Any

import numpy as np

from meeplezoo.envs.aztlan.actions import ACTIONS, A
from meeplezoo.envs.aztlan.components import CARD_COUNT, EDGES, NEIGHBOURS, POWER, REGIONS, SIDE_PAWNS
from meeplezoo.envs.aztlan.state import (
    CONFLICT,
    GAMES,
    MOVE,
    OVER,
    PLACE,
    SCORING_CARD,
    SELECT,
    TIE_WINNER,
    WILD_TERRAIN,
)


def check(s: Any, before: Any = None) -> None:
    """Raises AssertionError with a reason if a position breaks an invariant.

    Args:
        s: One state.
        before: An earlier state of the same game, for invariants about change.
    """
    check_many(_alone(s), None if before is None else _alone(before))


def _alone(s: Any) -> np.ndarray:
    states = np.zeros(1, s.dtype)
    states[0] = s
    return states


def check_many(states: np.ndarray, before: np.ndarray | None = None) -> None:
    """`check` for all states of an array; ``before`` holds earlier ones of the same games."""
    if states.size == 0:
        return
    players = int(states["players"][0])
    assert (states["players"] == players).all(), "an array must hold games of one player count"
    _check_pawns(states, players)
    _check_cards(states, players)
    _check_power(states, players)
    _check_order(states, players)
    _check_turn(states, players)
    _check_settled(states, players)
    if before is not None:
        _check_change(states, before)


def _all(condition: Any, reason: str) -> None:
    assert np.all(condition), reason


def _sides(states, players):
    """Side of each player, int[n, players] (AZ-9.5)."""
    p = np.arange(players)[None, :]
    season = states["season"][:, None].astype(int)
    return (p + season - 1) % 2 if players == 2 else np.broadcast_to(p, (states.size, players))


def _check_pawns(states, players):
    """Invariants 1, 3 and 7."""
    for name in ("pawns", "reserve", "to_place", "removed"):
        _all(states[name] >= 0, f"{name}: a negative count")
        _all(states[name][:, players:] == 0, f"{name}: a side that is not in the game")
    total = states["reserve"] + states["to_place"] + states["removed"] + states["pawns"].sum(axis=2)
    _all(total[:, :players] == SIDE_PAWNS[players], "1: pawns of a side got lost or multiplied")
    developing = (states["node"] >= PLACE) & (states["node"] <= MOVE)
    _all(states["to_place"][~developing] == 0, "7: pawns to place outside the development phase")


def _check_cards(states, players):
    """Invariant 2, and where cards may lie."""
    n = states.size
    place = np.arange(states["deck"].shape[1])[None, :]
    in_deck = place < states["deck_len"][:, None]
    _all((states["deck"] >= 0) == in_deck, "2: the deck is not its first deck_len entries")
    deck = np.zeros((n, len(CARD_COUNT)), int)
    np.add.at(deck, (np.nonzero(in_deck)[0], states["deck"][in_deck]), 1)
    _all(states["hand"] >= 0, "2: a negative hand")
    _all(states["hand"][:, players:] == 0, "2: cards of a seat that is not in the game")
    _all(
        states["hand"].sum(axis=1) + states["discard"] + deck == CARD_COUNT,
        "2: prosperity cards got lost or multiplied",
    )
    _all(states["discard"][:, 3] == 0, "an Offering was played (AZ-8.4)")


def _check_power(states, players):
    """Invariant 4."""
    used = states["power_used"][:, :players].astype(int)
    now = states["power_now"][:, :players].astype(int)
    over = states["over"]
    _all(used.sum(axis=2) == (states["season"] - 1 + over)[:, None], "4: number of used power cards")
    game, player = np.nonzero(now >= 0)
    _all(used[game, player, now[game, player]] == 0, "4: the card of the season was used before")
    _all(now[(states["node"] > SELECT) & ~over] >= 0, "4: a player without a power card after the selection")
    _all(now[over] == -1, "4: a power card of the season after the end")


def _check_order(states, players):
    """Invariant 5 (the stack) and AZ-2.2."""
    everybody = np.arange(players)
    for name in ("marker_order", "turn_order"):
        _all(np.sort(states[name][:, :players], axis=1) == everybody, f"5: {name} is no permutation of the players")
        _all(states[name][:, players:] == -1, f"5: {name} is not padded with -1")
    _all(states["score"] >= 0, "a negative score")
    _all(states["score"][:, players:] == 0, "a score of a seat that is not in the game")
    fresh = states[states["node"] <= CONFLICT]  # scores have not changed since the order was made
    order = fresh["turn_order"][:, :players]
    score = np.take_along_axis(fresh["score"], order.astype(int), 1)
    depth = np.argsort(fresh["marker_order"][:, :players], axis=1)
    depth = np.take_along_axis(depth, order.astype(int), 1)
    ahead = (score[:, :-1] > score[:, 1:]) | ((score[:, :-1] == score[:, 1:]) & (depth[:, :-1] < depth[:, 1:]))
    _all(ahead, "the turn order is not that of the scores (AZ-2.2)")


def _check_turn(states, players):
    """Whose decision it is, and fields at rest."""
    over, node = states["over"], states["node"]
    _all(over == (node == OVER), "over and node disagree")
    _all(over == (states["seat"] == -1), "over and seat disagree")
    going = states[~over]
    owner = np.take_along_axis(going["turn_order"], going["turn_pos"][:, None].astype(int), 1)[:, 0]
    asked = going["node"] == GAMES
    _all((going["seat"] == owner) | asked, "a seat decides in another's turn")
    _all((going["seat"] != owner) | ~asked, "a fighter is asked for its own Sacred Games")
    fighting = (node == GAMES) | (node == TIE_WINNER)
    _all((states["fight_region"] >= 0) == fighting, "fight_region outside a fight")
    _all(states["games_played"][~fighting] == 0, "games_played outside a fight")
    _all(states["warriors_left"][(node < PLACE) | (node > MOVE)] == 0, "warriors_left outside the development phase")
    scoring = (node > SCORING_CARD) & (node <= WILD_TERRAIN)
    for name in ("canoe_lake", "canoe_pair", "blessing"):
        _all(states[name][~scoring] == -1, f"{name} outside a scoring turn")
    _all((states["season"] >= 1) & (states["season"] <= 5), "no such season")
    for name in states.dtype.names:
        if name.startswith("pad_"):
            _all(states[name] == 0, "padding is not zero")


def _check_settled(states, players):
    """Invariant 8: what may be shared after the conflict phase."""
    after = states[(states["node"] >= SCORING_CARD) & (states["node"] < OVER)]
    if after.size == 0:
        return
    side = _sides(after, players)
    pawns = np.take_along_axis(after["pawns"], side[:, :, None], 1).astype(int)
    present = (pawns > 0).sum(axis=1)
    _all(after["settled"][present >= 2] == 1, "8: a shared region was not settled")


def _check_change(now, then):
    """Invariants 5 and 6: what may not fall or grow."""
    _all(now["score"] >= then["score"], "5: a score fell")
    _all(now["reserve"] <= then["reserve"], "6: a reserve grew")
    _all(now["decisions"] >= then["decisions"], "decisions were taken back")
    developing = (now["season"] == then["season"]) & (now["node"] <= MOVE)
    _all(now["removed"][developing] <= then["removed"][developing], "6: pawns were removed outside the conflict phase")


def check_step(before: Any, action: int, after: Any) -> None:
    """Invariants about one action: 8 (what is left shared) and 11 (moves)."""
    developing = before["node"] == MOVE and PLACE <= after["node"] <= MOVE and before["season"] == after["season"]
    if developing:
        _check_move(after["pawns"].astype(int) - before["pawns"], action)
    elif MOVE <= before["node"] <= GAMES and not CONFLICT <= after["node"] <= GAMES:
        _check_ties(before, action, after)


def _check_move(change, action):
    if action < A.move_edge:
        assert not change.any(), "11: pawns moved without a move"
        return
    source, target = EDGES[action - A.move_edge]
    assert NEIGHBOURS[source] >> target & 1, "11: a move over no border"
    assert NEIGHBOURS[target] >> source & 1, "11: a move over no border"
    (side,) = set(np.nonzero(change)[0].tolist())
    assert change[side, source] == -1, "11: a move takes one pawn from its source"
    assert change[side, target] == 1, "11: a move puts one pawn on its target"
    assert np.count_nonzero(change) == 2, "11: a move changes two counts"


def _check_ties(before, action, after):
    """The conflict phase has just ended: regions that nobody settled by choice are shared by equals only."""
    players = int(before["players"])
    name, chosen = ACTIONS.decode(action)
    if name not in ("fight", "coexist"):
        chosen = -1
    if before["node"] == GAMES:
        chosen = int(before["fight_region"])
    for r in range(REGIONS):
        if before["settled"][r] or r == chosen:
            continue
        sides = [(p + before["season"] - 1) % 2 if players == 2 else p for p in range(players)]
        strength = {int(POWER[before["power_now"][p]]) * int(after["pawns"][side, r]) for p, side in enumerate(sides)}
        assert len(strength - {0}) <= 1, "8: unequal sides share a region that was not settled by choice"

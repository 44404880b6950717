"""What holds at every decision of Deus (rules section 9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from meeplezoo.envs.deus import game
from meeplezoo.envs.deus.components import BASIC, CARDS, KIND, PIECES, REGIONS, SEA, SUPPLY_PER_PLAYER, TILE_COUNT
from meeplezoo.envs.deus.state import MAIN, OVER, PAY, PLACE, START, STATE
from meeplezoo.envs.deus.vocabulary import MARITIME, MILITARY, TEMPLE_KIND

PENDING = (PAY, PLACE)  # D2, D4: a card whose piece is not placed yet is not counted


def bits(regions: Any) -> set[int]:
    """The regions of a set."""
    return {r for r in range(REGIONS) if int(regions) >> r & 1}


def check(s: Any) -> None:
    """Raises an AssertionError that says which invariant a state breaks."""
    n = int(s["players"])
    check_goods(s, n)
    check_cards(s, n)
    check_pieces(s, n)
    check_board(s, n)
    check_villages(s, n)
    check_end(s, n)
    check_rest(s)
    check_mask(s)


def check_goods(s: Any, n: int) -> None:
    """1 and 8."""
    total = s["supply"].astype(int) + s["resources"].astype(int).sum(axis=0)
    assert (total == SUPPLY_PER_PLAYER * n).all(), f"resources {total} are not conserved"
    assert (s["supply"] >= 0).all(), "a negative supply"
    assert (s["resources"] >= 0).all(), "negative resources"
    assert (s["gold"] >= 0).all(), "negative gold"
    assert (s["score"] >= 0).all(), "negative VP"


def cards_of(s: Any) -> Iterator[int]:
    """All cards, wherever they lie."""
    for name, length in (("deck", "deck_len"), ("discard", "discard_len")):
        yield from s[name][: s[length]].tolist()
        assert (s[name][s[length] :] == -1).all(), f"{name} is not padded"
    for p in range(4):
        hand = s["hand"][p, : s["hand_len"][p]].tolist()
        assert hand == sorted(hand), f"hand {p} is not sorted: {hand}"
        assert (s["hand"][p, s["hand_len"][p] :] == -1).all(), f"hand {p} is not padded"
        yield from hand
        for k in range(6):
            yield from s["column"][p, k, : s["height"][p, k]].tolist()


def check_cards(s: Any, n: int) -> None:
    """2, 7, 13, and that cards lie in the column of their kind."""
    cards = list(cards_of(s))
    assert sorted(cards) == list(range(CARDS)), "the cards are not a partition of the 96"
    assert (s["hand_len"] <= 10).all(), "more than 10 cards in hand"
    for p in range(n):
        k, i = int(s["facedown_kind"][p]), int(s["facedown_pos"][p])
        assert (k >= 0) == (i >= 0), f"half a face-down place of {p}: column {k}, place {i}"
        assert k < 0 or i < s["height"][p, k], f"no card at the face-down place of {p}"
        assert k < 0 or (s["wild_used"][p] and s["wild_building"]), f"face-down card of {p} without the variant"
        for kind in range(6):
            for place, card in enumerate(s["column"][p, kind, : s["height"][p, kind]].tolist()):
                assert KIND[card] == kind or (kind, place) == (k, i), f"card {card} in column {kind}"
    ended = [p for p in range(n) if s["over"] or p != s["seat"]]
    if s["deck_len"] + s["discard_len"] > 0 and s["node"] == MAIN:
        last = (int(s["seat"]) - 1) % n
        moved = s["round_no"] > 1 or s["seats_done"] > 0
        assert not moved or last not in ended or s["hand_len"][last] > 0, "a hand stayed empty though there are cards"


def check_pieces(s: Any, n: int) -> None:
    """3, 4 and 6."""
    on_board = np.array([[len(bits(s["where"][p, k])) for k in range(6)] for p in range(4)])
    height = s["height"].astype(int).copy()
    if s["node"] in PENDING:
        height[s["seat"], s["kind"]] -= 1
    for p in range(n):
        for k in range(BASIC):
            assert s["ready"][p, k] + s["reserve"][p, k] + on_board[p, k] == PIECES, f"pieces of kind {k} of {p}"
            assert height[p, k] == on_board[p, k], f"height of column {k} of {p}"
        temples = height[p, TEMPLE_KIND]
        assert on_board[p, TEMPLE_KIND] <= temples, f"more wooden temples than temple cards of {p}"
        assert temples == 0 or height[p, :BASIC].min() >= temples - 1, f"too many temple cards of {p}"
    assert on_board[n:].sum() == 0, "pieces of nobody"
    placed = on_board[:, TEMPLE_KIND].sum()
    assert s["temple_supply"] + placed == TILE_COUNT[n], "wooden temples are not conserved"
    assert s["temple_supply"] == 0 or placed == height[:, TEMPLE_KIND].sum(), "a temple card without wooden temple"


def check_board(s: Any, n: int) -> None:
    """5: who and what stands where."""
    basic = [bits(np.bitwise_or.reduce(s["where"][p, :BASIC])) for p in range(n)]
    villages = {int(r) for r in s["village_region"] if r >= 0}
    for p in range(n):
        assert bits(s["where"][p, TEMPLE_KIND]) <= basic[p], f"a temple of {p} stands alone"
        assert not basic[p] & villages, f"{p} has built in a village"
        assert all(s["terrain"][r] >= 0 for r in basic[p]), f"{p} has built off the board"
        seas = {r for r in basic[p] if s["terrain"][r] == SEA}
        assert bits(s["where"][p, MARITIME]) == seas, f"ships of {p} are not exactly at sea"
        for k in range(6):
            if k not in (MARITIME, MILITARY):
                assert not bits(s["where"][p, k]) & seas, f"kind {k} of {p} stands at sea"
        assert (s["first_region"][p] >= 0) == bool(basic[p]), f"first region of {p}"
        for q in range(p):
            assert not basic[p] & basic[q], f"{p} and {q} share a region"


def check_villages(s: Any, n: int) -> None:
    """9 and 10."""
    tiles = int(TILE_COUNT[n])
    occupied = bits(np.bitwise_or.reduce(s["where"], axis=None))
    armies = bits(np.bitwise_or.reduce(s["where"][:, MILITARY]))
    villages = s["village_region"][:tiles].tolist()
    for t in range(tiles):
        ring = bits(s["neighbours"][villages[t]])
        assert not ring & set(villages), "two villages are adjacent"
        kinds = sorted(s["terrain"][7 * t : 7 * t + 7].tolist())
        assert kinds == [0, 1, 2, 3, 4, 4, 5], f"tile {t} shows {kinds}"
        if s["village_attacked"][t]:
            assert s["village_vp"][t] == 0, "an attacked village has VP"
        else:
            assert s["village_vp"][t] == len(ring), "VP of a village"
            assert ring - occupied or not ring & armies, f"village {t} should have been attacked"


def check_end(s: Any, n: int) -> None:
    """11."""
    tiles = int(TILE_COUNT[n])
    triggered = s["temple_supply"] == 0 or bool(s["village_attacked"][:tiles].all())
    assert (s["end_round"] >= 0) == triggered, "end_round"
    if s["over"]:
        assert s["seats_done"] == n, "the game ended within a round"
        assert s["round_no"] in (s["end_round"], s["max_rounds"]), f"the game ended in round {s['round_no']}"
        assert (s["score"][n:] == 0).all(), "score of nobody"
    else:
        assert s["round_no"] <= s["max_rounds"], f"round {s['round_no']} of {s['max_rounds']}"
        assert 0 <= s["seats_done"] < n, f"{s['seats_done']} turns over in this round"
        assert s["seat"] == (s["first_player"] + s["seats_done"]) % n or s["node"] == START, "not the seat's turn"


def check_rest(s: Any) -> None:
    """Fields of a turn are at rest outside it."""
    if s["node"] in (MAIN, OVER):
        at_rest = {
            name: s[name] for name in ("card", "kind", "pay_resource", "god", "frame_kind", "frame_pos", "inner_kind")
        }
        assert all(v == -1 for v in at_rest.values()), f"left over from the last turn: {at_rest}"
        assert s["offer_n"] == s["left"] == s["used"] == s["moved"] == s["min_slot"] == 0, (
            "left over from the last turn"
        )
    assert (s["discarder"][: s["discard_len"]] >= 0).all(), "a discarded card without discarder"
    assert (s["discarder"][s["discard_len"] :] == -1).all(), "discarder is not padded"


def check_mask(s: Any) -> None:
    """12."""
    states = np.zeros(1, STATE)
    states[0] = s
    mask = game.new_mask()
    game.loops.mask_at(states, 0, mask)
    least = 0 if s["over"] else (1 if s["node"] == MAIN else 2)
    assert mask.sum() >= least, f"{mask.sum()} legal actions at node {s['node']}"
    assert not s["over"] or mask.sum() == 0, f"{mask.sum()} legal actions at node {s['node']}"

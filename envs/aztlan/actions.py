"""The flat action ids of Aztlán (rules section 5)."""

from typing import Any

from ..engine import ActionRange, ActionTable
from .components import CARD_NAMES, EDGES, LAKE_NAMES, POWER, POWER_TERRAIN, REGION_KEYS, TERRAINS

PAIRS = ((0, 1), (0, 2), (1, 2))


def _choose(i: int, state: Any) -> str:
    terrain = "wild" if POWER_TERRAIN[i] < 0 else TERRAINS[POWER_TERRAIN[i]]
    return f"choose power {POWER[i]} ({terrain})"


def _move(i: int, state: Any) -> str:
    source, target = EDGES[i]
    return f"move a pawn from {REGION_KEYS[source]} to {REGION_KEYS[target]}"


def _fixed(text: str) -> Any:
    return lambda i, state: text


ACTIONS = ActionTable(
    [
        ActionRange("choose_power", 0, 6, "AZ-4.2", "pick power card 4 + i for the season", _choose, secret="whole"),
        ActionRange("place", 6, 30, "AZ-5.3", "place a pawn in region i",
                    lambda i, s: f"place a pawn in {REGION_KEYS[i]}"),
        ActionRange("play_eagle_jaguar", 36, 1, "AZ-5.6", "play Eagle and Jaguar Warriors",
                    _fixed("play Eagle and Jaguar Warriors")),
        ActionRange("move_none", 37, 1, "AZ-5.4", "move no pawn", _fixed("move no pawn")),
        ActionRange("move_edge", 38, 118, "AZ-5.4", "move a pawn over directed land border i", _move),
        ActionRange("fight", 156, 30, "AZ-6.5", "fight in region i", lambda i, s: f"fight in {REGION_KEYS[i]}"),
        ActionRange("coexist", 186, 30, "AZ-6.5", "coexist in region i and draw a card",
                    lambda i, s: f"coexist in {REGION_KEYS[i]} and draw a card"),
        ActionRange("tlatoani", 216, 30, "AZ-6.7", "win the tie in region i by Great Tlatoani",
                    lambda i, s: f"play Great Tlatoani in {REGION_KEYS[i]}"),
        ActionRange("conflict_done", 246, 1, "AZ-6.13", "end the conflict turn", _fixed("end the conflict turn"),
                    secret="whole"),
        ActionRange("games_decline", 247, 1, "AZ-6.8", "do not play Sacred Games", _fixed("do not play Sacred Games"),
                    secret="whole"),
        ActionRange("games_play", 248, 1, "AZ-6.8", "save own pawns by Sacred Games", _fixed("play Sacred Games")),
        ActionRange("score_no_card", 249, 1, "AZ-7.1", "score without a card", _fixed("score without a card"),
                    secret="whole"),
        ActionRange("score_blessing", 250, 3, "AZ-7.6", "play blessing i", lambda i, s: f"play {CARD_NAMES[i]}"),
        ActionRange("score_canoe", 253, 4, "AZ-7.7", "join two sectors across lake i",
                    lambda i, s: f"play Rafts and Canoes on {LAKE_NAMES[i]}"),
        ActionRange("canoe_pair", 257, 3, "AZ-7.7", "which two sectors on the shore: (0,1), (0,2), (1,2)",
                    lambda i, s: f"join sectors {PAIRS[i][0] + 1} and {PAIRS[i][1] + 1} of the shore"),
        ActionRange("wild_terrain", 260, 5, "AZ-7.4", "score terrain i with the wild card",
                    lambda i, s: f"score the {TERRAINS[i]}"),
    ]
)  # fmt: skip

A = ACTIONS.at

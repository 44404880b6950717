"""Component tables of Teotihuacan, read from components.toml (each entry there names its source).

Cards and events are data: their conditions, rewards and effects come from a closed vocabulary, which this module turns
into numbers that the rules interpret. An entry outside the vocabulary is refused with a `DataError`.
"""

from typing import Any

import numpy as np

from ..engine import DataError, load_components

DATA = load_components(__file__)

_CONSTANTS = DATA["constants"]
MAX_PLAYERS = _CONSTANTS["max_players"]
ROUNDS = _CONSTANTS["rounds"]
TURNS = _CONSTANTS["turns_per_round"]  # of each player in a round
WORKERS = _CONSTANTS["workers_per_player_total"]
START_WORKERS = _CONSTANTS["workers_start_on_board"]
START_POWER = _CONSTANTS["start_power"]
MAX_POWER = _CONSTANTS["max_power"]
START_COCOA = _CONSTANTS["start_cocoa"]
MIN_MOVE = _CONSTANTS["min_move"]
MAX_MOVE = _CONSTANTS["max_move"]
SPACE_COCOA = _CONSTANTS["start_space_cocoa"]
MEETING_COCOA = _CONSTANTS["meet_power4_cocoa"]
REBIRTH_COCOA = _CONSTANTS["rebirth_cocoa"]
REBIRTH_POWER = _CONSTANTS["rebirth_power"]
GOD_COST = _CONSTANTS["god_cost"]
SACRIFICE_COCOA = _CONSTANTS["sacrifice_cocoa"]
DISPLAY = _CONSTANTS["tile_display_per_level"]
PYRAMIDS = _CONSTANTS["pyramids"]
LEVELS = _CONSTANTS["levels"]
MEET_ON_START = bool(_CONSTANTS["train_on_start_space"])
NEUTRAL_LEVEL_COCOA = bool(_CONSTANTS["neutral_gets_level_cocoa"])

RESOURCES = ["cocoa", "stone", "wood", "gold"]
COCOA, STONE, WOOD, GOLD = range(4)
N_RESOURCES = len(RESOURCES)

SPACE_NAMES = [space["name"] for space in DATA["space"]]
SPACE_IDS = [space["id"] for space in DATA["space"]]
SPACES = len(SPACE_IDS)
TEMPLE_NAMES = [temple["name"] for temple in DATA["temple"]]
TEMPLE_IDS = [temple["id"] for temple in DATA["temple"]]
TEMPLES = len(TEMPLE_IDS)
PYRAMID_NAMES = [pyramid["name"] for pyramid in DATA["pyramid"]]

# --- The closed vocabulary: kind → the names of its fields -----------------------------------------------------------

_ACTIONS: dict[str, tuple[str, ...]] = {
    "start": (), "gain": ("resource",), "market": (), "build": (), "temple": ("temple",), "train_self": (),
    "statue": (),
}  # fmt: skip
AT_START, AT_SOURCE, AT_MARKET, AT_SITE, AT_TEMPLE, AT_TRAINING, AT_STATUES = range(len(_ACTIONS))

_CONDITIONS: dict[str, tuple[str, ...]] = {
    "hold_resource": ("resource", "n"), "hold_each": ("n",), "workers_with_power": ("power", "n"),
    "total_power": ("n",), "workers_on_board": ("n",), "temple_steps": ("temple", "n"), "all_temples_steps": ("n",),
    "rebirths": ("n",), "tiles_total": ("n",), "pyramids_present": ("n",), "statues": ("n",),
    "levels_completed": ("n",), "tracks_completed": ("n",),
}  # fmt: skip
(
    HOLD_RESOURCE, HOLD_EACH, WORKERS_WITH_POWER, TOTAL_POWER, WORKERS_ON_BOARD, TEMPLE_STEPS, ALL_TEMPLES_STEPS,
    REBIRTHS, TILES_TOTAL, PYRAMIDS_PRESENT, STATUES_BUILT, LEVELS_COMPLETED, TRACKS_COMPLETED,
) = range(len(_CONDITIONS))  # fmt: skip

_REWARDS: dict[str, tuple[str, ...]] = {
    "gain": tuple(RESOURCES), "points": ("n",), "train": ("n",), "free_tile": (), "free_step": (), "free_statue": (),
    "enter_worker": (), "perm_yield": ("space", "n"), "perm_market_ops": ("n",),
    "perm_tile_discount": ("resource", "n"), "perm_step_discount": ("n",), "perm_start_cocoa": ("n",),
}  # fmt: skip
(
    GAIN, POINTS, TRAININGS, FREE_TILE, FREE_STEP, FREE_STATUE, ENTER_WORKER, PERM_YIELD, PERM_MARKET_OPS,
    PERM_TILE_DISCOUNT, PERM_STEP_DISCOUNT, PERM_START_COCOA,
) = range(len(_REWARDS))  # fmt: skip

_EFFECTS: dict[str, tuple[str, ...]] = {
    "gain_all": ("resource", "n"), "train_on_start": ("n",), "tile_cost_extra": ("resource", "n"),
    "market_buy_rate": ("n",), "temple_step_points": ("temple", "n"), "yield_mod": ("space", "n", "min"),
    "rebirth_points": ("n",), "statue_points": ("n",), "god_cost": ("n",),
}  # fmt: skip
(
    GAIN_ALL, TRAIN_ON_START, TILE_COST_EXTRA, MARKET_BUY_RATE, TEMPLE_STEP_POINTS, YIELD_MOD, REBIRTH_POINTS,
    STATUE_POINTS, EVENT_GOD_COST,
) = range(len(_EFFECTS))  # fmt: skip
_INSTANT = (GAIN_ALL, TRAIN_ON_START)

# What may wait to be decided: abilities of track spaces, completed levels and god cards (TE-9).
NONE, TRAIN, TILE, STEP, SACRIFICE = range(5)
ABILITIES = ["none", "train", "free tile", "free step", "sacrifice"]
_TRACK_ABILITIES: dict[str, tuple[str, ...]] = {"train": ("n",), "free_tile": (), "sacrifice": ("cocoa", "points")}
_LEVEL_ABILITIES: dict[str, tuple[str, ...]] = {"train": ("n",), "gain": ("cocoa",), "free_step": ()}
_ABILITY = {"train": TRAIN, "free_tile": TILE, "free_step": STEP, "sacrifice": SACRIFICE, "gain": NONE}


def _kind(entry: dict[str, Any], vocabulary: dict[str, tuple[str, ...]], where: str) -> int:
    """The number of an entry's kind, after checking its fields against the vocabulary."""
    kind = entry.get("kind")
    if kind not in vocabulary:
        raise DataError(f"{where}: kind {kind!r} is not in the vocabulary: {', '.join(vocabulary)}")
    fields = set(entry) - {"kind"}
    if fields != set(vocabulary[kind]):
        raise DataError(f"{where}: {kind} takes exactly the fields {list(vocabulary[kind])}, not {sorted(fields)}")
    return list(vocabulary).index(kind)


def _subject(entry: dict[str, Any], where: str) -> int:
    """What an entry is about, as an index: its resource, temple, space or power (0 if none)."""
    for field, names in (("resource", RESOURCES), ("temple", TEMPLE_IDS), ("space", SPACE_IDS)):
        if field in entry:
            if entry[field] not in names:
                raise DataError(f"{where}: {field} {entry[field]!r} is unknown; there are {', '.join(names)}")
            return names.index(entry[field])
    return int(entry.get("power", 0))


def _bundle(amounts: dict[str, int]) -> list[int]:
    return [amounts.get(resource, 0) for resource in RESOURCES]


def _table(rows: Any) -> np.ndarray:
    return np.array(rows, np.int64)


# --- The ring, the market --------------------------------------------------------------------------------------------

SPACE_KIND = _table([_kind(space["action"], _ACTIONS, space["id"]) for space in DATA["space"]])
SPACE_SUBJECT = _table([_subject(space["action"], space["id"]) for space in DATA["space"]])  # its resource or temple

_GIVE = _table([_bundle(e["give"]) for e in DATA["exchange"]])
_TAKE = _table([_bundle(e["take"]) for e in DATA["exchange"]])
EXCHANGES = len(_GIVE)
GIVES, GIVES_N = _GIVE.argmax(1), _GIVE.max(1)
TAKES, TAKES_N = _TAKE.argmax(1), _TAKE.max(1)
UPWARD = _table([e["upward"] for e in DATA["exchange"]])

# --- Pyramids --------------------------------------------------------------------------------------------------------

TILE_COST = _table([_bundle(level["cost"]) for level in DATA["pyramid_level"]])
TILE_POINTS = _table([level["place_points"] for level in DATA["pyramid_level"]])
LEVEL_POINTS = _table([level["completion_points"] for level in DATA["pyramid_level"]])
_completion = [level["completion_ability"] for level in DATA["pyramid_level"]]
for _ability in _completion:
    _kind(_ability, _LEVEL_ABILITIES, "pyramid_level")
LEVEL_ABILITY = _table([_ABILITY[a["kind"]] for a in _completion])
LEVEL_ARGUMENT = _table([a.get("n", 0) for a in _completion])
LEVEL_COCOA = _table([a.get("cocoa", 0) for a in _completion])

_KINDS = DATA["pyramid_tile"]
TILE_KINDS = len(_KINDS)
TILE_KIND_LEVEL = _table([k["level"] - 1 for k in _KINDS])
TILE_KIND_NUMBER = _table([k["number"] for k in _KINDS])
TILE_KIND_COUNT = _table([k["count"] for k in _KINDS])
MAX_NUMBER = int(TILE_KIND_NUMBER.max())
TILES_OF_LEVEL = _table([sum(k["count"] for k in _KINDS if k["level"] == level + 1) for level in range(LEVELS)])
STACK = int(TILES_OF_LEVEL.max())
TILE_KIND_OF = np.full((LEVELS, MAX_NUMBER + 1), -1)  # by level and number
TILE_KIND_OF[TILE_KIND_LEVEL, TILE_KIND_NUMBER] = np.arange(TILE_KINDS)

# Indexed by number of players.
SLOTS = np.zeros((MAX_PLAYERS + 1, LEVELS), np.int64)
GOD_SLOTS = np.zeros(MAX_PLAYERS + 1, np.int64)
NEUTRAL = np.zeros(MAX_PLAYERS + 1, np.int64)
BONUS_COCOA = np.zeros((MAX_PLAYERS + 1, MAX_PLAYERS), np.int64)
for _row in DATA["player_count"]:
    _n = _row["players"]
    SLOTS[_n] = _row["slots_per_level"]
    GOD_SLOTS[_n] = _row["god_display"]
    NEUTRAL[_n] = _row["neutral_worker"]
    BONUS_COCOA[_n, :_n] = _row["start_bonus_cocoa"]
MAX_SLOTS = int(SLOTS.max())
MAX_GOD_SLOTS = int(GOD_SLOTS.max())
if (PYRAMIDS * SLOTS.max(0) + DISPLAY > TILES_OF_LEVEL).any():
    raise DataError("pyramid_tile: a stack could run out; more tiles than slots and display are needed (TE-7.6)")

# --- Temples, statues ------------------------------------------------------------------------------------------------

TRACK_LENGTH = DATA["temple"][0]["length"]
TRACK_COST = np.zeros((TEMPLES, TRACK_LENGTH + 1), np.int64)  # of the step onto a space, by temple and space
TRACK_POINTS = np.zeros_like(TRACK_COST)
TRACK_ABILITY = np.zeros_like(TRACK_COST)
TRACK_ARGUMENT = np.zeros_like(TRACK_COST)  # trainings, or points of the sacrifice
for _t, _temple in enumerate(DATA["temple"]):
    if [space["n"] for space in _temple["spaces"]] != list(range(1, TRACK_LENGTH + 1)):
        raise DataError(f"temple {_temple['id']}: spaces must be numbered 1..{TRACK_LENGTH} on every track")
    for _space in _temple["spaces"]:
        _k = _space["n"]
        _where = f"temple {_temple['id']}, space {_k}"
        TRACK_COST[_t, _k], TRACK_POINTS[_t, _k] = _space["cost"], _space["points"]
        if "ability" in _space:
            _kind(_space["ability"], _TRACK_ABILITIES, _where)
            if _space["ability"].get("cocoa", SACRIFICE_COCOA) != SACRIFICE_COCOA:
                raise DataError(f"{_where}: every sacrifice costs sacrifice_cocoa of [constants]")
            TRACK_ABILITY[_t, _k] = _ABILITY[_space["ability"]["kind"]]
            TRACK_ARGUMENT[_t, _k] = _space["ability"].get("n", _space["ability"].get("points", 0))
POSITION_POINTS = _table(DATA["final_scoring"]["temple_final_points"])

STATUE_COST = _table(_bundle(DATA["statue"]["cost"]))
STATUE_VALUE = _table([*DATA["statue"]["points"], 0])  # of the next statue, by statues owned
MAX_STATUES = DATA["statue"]["max_per_player"]

# --- God cards and events --------------------------------------------------------------------------------------------

_GODS = DATA["god_card"]
GODS = len(_GODS)
GOD_NAMES = [card["name"] for card in _GODS]
GOD_IDS = [card["id"] for card in _GODS]
GOD_NUMBER = _table([card["number"] for card in _GODS])
CONDITION = _table([_kind(card["condition"], _CONDITIONS, card["id"]) for card in _GODS])
CONDITION_SUBJECT = _table([_subject(card["condition"], card["id"]) for card in _GODS])
CONDITION_N = _table([card["condition"]["n"] for card in _GODS])
REWARD = _table([_kind(card["reward"], _REWARDS, card["id"]) for card in _GODS])
REWARD_SUBJECT = _table([_subject(card["reward"], card["id"]) for card in _GODS])
REWARD_N = _table([card["reward"].get("n", 0) for card in _GODS])
REWARD_GAIN = _table([_bundle(card["reward"]) for card in _GODS])
PERMANENT = np.flatnonzero(REWARD >= PERM_YIELD)  # cards that work for the rest of the game (TE-10.6)

_EVENTS = DATA["event_card"]
EVENTS = len(_EVENTS)
EVENT_NAMES = [card["name"] for card in _EVENTS]
EFFECT = _table([_kind(card["effect"], _EFFECTS, card["id"]) for card in _EVENTS])
EFFECT_SUBJECT = _table([_subject(card["effect"], card["id"]) for card in _EVENTS])
EFFECT_N = _table([card["effect"]["n"] for card in _EVENTS])
EFFECT_MIN = _table([card["effect"].get("min", 0) for card in _EVENTS])
for _card, _effect in zip(_EVENTS, EFFECT, strict=True):
    if (_card["duration"] == "instant") != (_effect in _INSTANT):
        raise DataError(f"{_card['id']}: {_card['effect']['kind']} cannot have the duration {_card['duration']!r}")

# --- Scoring ---------------------------------------------------------------------------------------------------------

SOLE_LEADER = DATA["round_scoring"]["sole_leader_points"]
TIED_LEADER = DATA["round_scoring"]["tied_leader_points"]
LEAST_TO_LEAD = DATA["round_scoring"]["minimum_to_lead"]

"""Cards, events and abilities of Teotihuacan in words."""

from typing import Any

from ..components import DATA, GOD_COST, RESOURCES, TRACK_ABILITY, TRACK_ARGUMENT


def counted(n: int, noun: str) -> str:
    """A number and a noun."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def _space(key: str) -> str:
    return next(space["name"] for space in DATA["space"] if space["id"] == key)


def amounts_text(amounts: dict[str, Any]) -> str:
    """Resources in words."""
    return " + ".join(f"{amounts[r]} {r}" for r in RESOURCES if amounts.get(r))


def condition_text(card: int) -> str:
    """What a god card asks for."""
    c = DATA["god_card"][card]["condition"]
    n = c["n"]
    return {
        "hold_resource": lambda: f"hold {n} {c['resource']}",
        "hold_each": lambda: f"hold {n} stone, wood and gold each",
        "workers_with_power": lambda: f"{counted(n, 'worker')} of power {c['power']}+",
        "total_power": lambda: f"total power {n}",
        "workers_on_board": lambda: f"{counted(n, 'worker')} on the board",
        "temple_steps": lambda: f"{counted(n, 'step')} on {c['temple'].title()}",
        "all_temples_steps": lambda: f"{counted(n, 'step')} on every track",
        "rebirths": lambda: counted(n, "rebirth"),
        "tiles_total": lambda: counted(n, "own tile"),
        "pyramids_present": lambda: f"own tiles in {n} pyramids",
        "statues": lambda: counted(n, "statue"),
        "levels_completed": lambda: f"{counted(n, 'level')} completed",
        "tracks_completed": lambda: f"{counted(n, 'track')} run to the end",
    }[c["kind"]]()


def reward_text(card: int) -> str:
    """What a god card gives."""
    r = DATA["god_card"][card]["reward"]
    n = r.get("n", 0)
    return {
        "gain": lambda: amounts_text(r),
        "points": lambda: counted(n, "point"),
        "train": lambda: counted(n, "training"),
        "free_tile": lambda: "a free tile",
        "free_step": lambda: "a free step",
        "free_statue": lambda: "a free statue",
        "enter_worker": lambda: "a new worker",
        "perm_yield": lambda: f"{_space(r['space'])} yields {n} more",
        "perm_market_ops": lambda: f"{n} more exchanges a visit",
        "perm_tile_discount": lambda: f"tiles cost {n} {r['resource']} less",
        "perm_step_discount": lambda: f"steps cost {n} cocoa less",
        "perm_start_cocoa": lambda: f"{n} more cocoa on Start",
    }[r["kind"]]()


def event_text(card: int) -> str:
    """What an event does."""
    e = DATA["event_card"][card]["effect"]
    n = e["n"]
    return {
        "gain_all": lambda: f"everybody took {n} {e['resource']}",
        "train_on_start": lambda: f"workers on Start gained {n} power",
        "tile_cost_extra": lambda: f"paid tiles cost {n} {e['resource']} more",
        "market_buy_rate": lambda: f"buying on the market takes {n}",
        "temple_step_points": lambda: f"each step on {e['temple'].title()}: {counted(n, 'point')}",
        "yield_mod": lambda: f"{_space(e['space'])} yields {n:+d}",
        "rebirth_points": lambda: f"each rebirth: {counted(n, 'point')}",
        "statue_points": lambda: f"each statue: {counted(n, 'point')} more",
        "god_cost": lambda: f"god cards cost {GOD_COST + n} cocoa",
    }[e["kind"]]()


def ability_text(temple: int, space: int) -> str:
    """Sign of a track space's ability."""
    return ("", "train", "tile", "step", f"sacr {TRACK_ARGUMENT[temple, space]}")[TRACK_ABILITY[temple, space]]

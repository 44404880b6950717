"""Nations: The Dice Game (Rustan Håkansson): four ages of buying better dice, wonders and colonies; also solo."""

from pathlib import Path
from typing import Any

from ..engine import Game, Rules
from .actions import ACTIONS
from .components import HALL_OF_FAME
from .heuristic import appraise
from .observation import LAYOUT, observe_hidden, observe_known
from .rules import apply, legal_mask, resample_hidden, reset
from .state import STATE, VARIANTS


def hall_of_fame(points: int) -> str | None:
    """The name beside a solo result in the Hall of Fame, or None below its lowest rank (ND-14.5)."""
    return next((name for threshold, name in HALL_OF_FAME if points >= threshold), None)


def report(state: Any, seat: int) -> dict[str, Any]:
    """What a finished solo game adds to ``infos``: its rank in the Hall of Fame."""
    return {"hall_of_fame": hall_of_fame(int(state.score[seat]))} if state.players == 1 else {}


game = Game(
    name="nations_dice",
    title="Nations: The Dice Game",
    version=0,
    players=range(1, 5),
    default_players=4,
    max_decisions=2192,  # rules section 8
    state=STATE,
    actions=ACTIONS,
    layout=LAYOUT,
    rules=Rules(
        reset=reset,
        legal_mask=legal_mask,
        apply=apply,
        observe_known=observe_known,
        observe_hidden=observe_hidden,
        resample_hidden=resample_hidden,
        appraise=appraise,
    ),
    variants=VARIANTS,
    home=Path(__file__).resolve().parent,
    module=__name__,
    picture=f"{__name__}.picture",
    report=report,
)

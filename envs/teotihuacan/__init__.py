"""Teotihuacan: City of Gods: workers circle the city, train one another, raise pyramids and honour the gods."""

from pathlib import Path

from ..engine import Game, Rules
from .actions import ACTIONS
from .heuristic import appraise
from .observation import LAYOUT, observe_hidden, observe_known
from .rules import apply, is_forced, legal_mask, resample_hidden, reset
from .state import STATE, VARIANTS

game = Game(
    name="teotihuacan",
    title="Teotihuacan",
    version=0,
    players=range(2, 5),
    default_players=4,
    max_decisions=1172,  # TE-15.5
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
        is_forced=is_forced,
    ),
    variants=VARIANTS,
    home=Path(__file__).resolve().parent,
    module=__name__,
    picture=f"{__name__}.picture",
)

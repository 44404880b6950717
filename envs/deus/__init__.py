"""Deus (Sébastien Dujardin): leaders of ancient civilizations build columns of cards and spread over a modular map."""

from pathlib import Path

from ..engine import Game, Rules
from .actions import ACTIONS
from .boards import SETUPS, prepare
from .heuristic import appraise
from .observation import LAYOUT, observe_hidden, observe_known
from .rules import apply, is_forced, legal_mask, resample_hidden, reset
from .state import STATE, VARIANTS

game = Game(
    name="deus",
    title="Deus",
    version=0,
    players=range(2, 5),
    default_players=4,
    max_decisions=16_240,  # rules section 8
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
    setups=SETUPS,
    prepare=prepare,
    home=Path(__file__).resolve().parent,
    module=__name__,
    picture=f"{__name__}.picture",
)

"""Glen More (Matthias Cramer): clans lay tiles in the Highlands; who is hindmost on the ring of tiles moves next."""

from pathlib import Path

from ..engine import Game, Rules
from .actions import ACTIONS
from .heuristic import appraise, first_appraise
from .observation import LAYOUT, observe_hidden, observe_known
from .rules import apply, legal_mask, resample_hidden, reset
from .state import STATE

game = Game(
    name="glen_more",
    title="Glen More",
    version=0,
    players=range(2, 6),
    default_players=4,
    max_decisions=6500,  # rules section 8
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
        first_appraise=first_appraise,
    ),
    home=Path(__file__).resolve().parent,
    module=__name__,
    picture=f"{__name__}.picture",
)

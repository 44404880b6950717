"""Thirty-One, the example of docs/example_game.md: a game that lives outside of the package."""

from pathlib import Path

from meeplezoo.envs.engine import Game, Rules
from meeplezoo.envs.engine.environment.module import EnvModule

from .observation import LAYOUT, observe_hidden, observe_known
from .rules import apply, appraise, legal_mask, resample_hidden, reset
from .state import ACTIONS, LEAST_SEATS, SEATS, STATE, TURNS

game = Game(
    name="thirty_one",
    title="Thirty-One",
    version=0,
    players=range(LEAST_SEATS, SEATS + 1),
    default_players=3,
    max_decisions=2 * TURNS * SEATS,
    state=STATE,
    actions=ACTIONS,
    layout=LAYOUT,
    rules=Rules(reset, legal_mask, apply, observe_known, observe_hidden, resample_hidden, appraise),
    home=Path(__file__).resolve().parent,
    module=__name__,
    picture=f"{__name__}.picture",
)
_module = EnvModule(game)
env, raw_env, batch = _module.env, _module.raw_env, _module.batch

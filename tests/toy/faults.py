"""Toy games with one fault each, as a beginner makes them."""

from dataclasses import replace

from meeplezoo.envs.engine import Game, rule

from . import ANSWER, STAKE, game, resample_hidden
from . import apply as apply_toy
from . import legal_mask as toy_mask


@rule
def forgetful_apply(s, action):
    """The answer, which is forced in the variant no_fold, changes nothing."""
    if s.node != ANSWER:
        apply_toy(s, action)


@rule
def idle_reset(s):
    """The first decision has one action, which changes nothing."""
    s.seat = 0
    s.node = ANSWER


@rule
def mask_without_stakes(s, mask):
    """Once a card is guessed there is nothing to do."""
    if s.node != STAKE:
        toy_mask(s, mask)


@rule
def empty_mask(s, mask):
    """Nothing is ever legal."""


@rule
def resample_but_seat_1(s, seat, seed):
    """Redraws all secrets but the card of seat 1."""
    card = s.card[1]
    resample_hidden(s, seat, seed)
    s.card[1] = card


@rule
def resample_from_the_truth(s, seat, seed):
    """Every card becomes another one than it is: never the truth, but made from it."""
    cards = s.card[0] + 3 * s.card[1] + 9 * s.card[2]
    resample_hidden(s, seat, seed)
    for p in range(3):
        if p != seat:
            s.card[p] = (cards // 3**p + 1) % 3


def with_rules(**rules) -> Game:
    """The toy with other rules."""
    return replace(game, rules=replace(game.rules, **rules))


endless = with_rules(apply=forgetful_apply)
endless_at_once = with_rules(apply=forgetful_apply, reset=idle_reset)
dead_end = with_rules(legal_mask=mask_without_stakes)
dead_at_once = with_rules(legal_mask=empty_mask)
keeps_card_of_seat_1 = with_rules(resample_hidden=resample_but_seat_1)
redraws_from_the_truth = with_rules(resample_hidden=resample_from_the_truth)

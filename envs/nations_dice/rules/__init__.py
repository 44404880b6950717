"""The rules of Nations: The Dice Game as functions on a state ``s``. Numbers such as ND-6.4 refer to RULES.md.

In order of play:

- ``setup``: the table is set up (ND-2)
- ``rounds``: a round starts (ND-4); after the action phase books, famine, order and war, the end (ND-10 to ND-14)
- ``decisions``: which actions a pending decision allows, and where each action goes
- ``turns``: the action phase with its payments and sub-steps (ND-5 to ND-9, ND-14.3)
- ``dice``: dice and chits of one player (ND-1, ND-6), which all of these use
- ``hidden``: what a seat does not know is drawn anew
"""

from .decisions import apply, legal_mask
from .hidden import resample_hidden
from .setup import reset

__all__ = ["apply", "legal_mask", "resample_hidden", "reset"]

"""The rules of Deus as functions on a state ``s``. Numbers such as DE-5.4 refer to RULES.md.

In order of play:

- ``setup``: the table is set up (DE-2), starting pieces are chosen (DE-11.1)
- ``decisions``: which actions a pending decision allows, and where each action goes
- ``turn``: the course of turns and rounds, the final score (DE-4.1, DE-9.4, DE-10)
- ``building``: a card is paid and put in its column, its piece is placed (DE-4, DE-5, DE-11.3)
- ``villages``: attacks on barbarian villages (DE-6)
- ``effects``: the cards of a column are used (DE-4.11, DE-8)
- ``armies``: armies move (DE-8.7)
- ``offering``: offerings to the gods (DE-7)
- ``cards``: hands, columns and the two piles (DE-9), which all of these use
- ``board``: sets of regions (DE-3) and what cards measure (DE-8.11), likewise
- ``hidden``: what a seat does not know is drawn anew
"""

from .decisions import apply, is_forced, legal_mask
from .hidden import resample_hidden
from .setup import reset

__all__ = ["apply", "is_forced", "legal_mask", "resample_hidden", "reset"]

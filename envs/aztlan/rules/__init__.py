"""The rules of Aztlán as functions on a state ``s``. Numbers such as AZ-5.4 refer to RULES.md.

In order of play: `setup`; `season` (its start, turn order, score markers); `development` (power cards, pawns);
`conflict`; `scoring` (and the end). Each phase calls the next one when it is over. All of them use `board` (sides,
regions, sectors) and `cards` (prosperity cards). `decisions` says what may be done and who carries it out, `hidden`
guesses at what a seat does not know.
"""

from .decisions import apply, legal_mask
from .hidden import resample_hidden
from .setup import reset

__all__ = ["apply", "legal_mask", "resample_hidden", "reset"]

"""The rules of Glen More as functions on a state ``s``. Numbers such as GM-5.4 refer to RULES.md.

In order of play: `setup`; `ring` (order of play, the die, taking a tile); `payment` (market and requirements);
`territory` (where tiles fit); `activation` (placing, benefits, activation step); `movement`; `scoring` (and the end).
`decisions` says what may be done and who carries it out, `hidden` guesses at what a seat does not know.
"""

from .decisions import apply, legal_mask
from .hidden import resample_hidden
from .setup import reset

__all__ = ["apply", "legal_mask", "resample_hidden", "reset"]

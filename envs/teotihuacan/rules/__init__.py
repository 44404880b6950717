"""The rules of Teotihuacan as functions on a state ``s``. Numbers such as TE-5.4 refer to RULES.md.

In order of play: `setup`; `rounds` (event, god display, first player); `workers` (moves and meetings); `spaces` (their
actions); `building` (pyramids and statues); `temples` (tracks and abilities); `gods` (god cards); `turn` (how these
follow one another); `scoring` (of a round and at the end). All of them use `common`. `decisions` says what may be done
and who carries it out, `hidden` redraws stacks and decks.
"""

from .decisions import apply, is_forced, legal_mask
from .hidden import resample_hidden
from .setup import reset

__all__ = ["apply", "is_forced", "legal_mask", "resample_hidden", "reset"]

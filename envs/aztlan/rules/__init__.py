"""The rules of Aztlán as functions on a record ``s``. Numbers such as AZ-5.4 refer to RULES.md.

The phases call the next one when they are over: ``development`` → ``conflict`` → ``scoring`` → ``season``.
"""

from .decisions import apply, legal_mask
from .hidden import resample_hidden
from .season import reset

__all__ = ["apply", "legal_mask", "resample_hidden", "reset"]

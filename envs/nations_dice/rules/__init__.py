"""The rules of Nations: The Dice Game as functions on a record ``s``. Numbers such as ND-6.4 refer to RULES.md."""

from .decisions import apply, legal_mask, resample_hidden
from .rounds import reset

__all__ = ["apply", "legal_mask", "resample_hidden", "reset"]

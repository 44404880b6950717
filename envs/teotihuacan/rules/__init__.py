"""The rules of Teotihuacan as functions on a record ``s``, by phase. Numbers such as TE-5.4 refer to RULES.md."""

from .setup import resample_hidden, reset
from .turn import apply, is_forced, legal_mask

__all__ = ["apply", "is_forced", "legal_mask", "resample_hidden", "reset"]

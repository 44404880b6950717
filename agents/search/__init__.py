"""Search on the compiled engine."""

from .agents import ISMCTS, FlatMonteCarlo, SearchAgent, Thoughts, targets
from .hints import Candidate, advise, adviser

__all__ = ["ISMCTS", "Candidate", "FlatMonteCarlo", "SearchAgent", "Thoughts", "advise", "adviser", "targets"]

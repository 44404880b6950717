"""Search on the compiled engine."""

from .agents import ISMCTS, FlatMonteCarlo, SearchAgent, Thoughts

__all__ = ["ISMCTS", "FlatMonteCarlo", "SearchAgent", "Thoughts"]

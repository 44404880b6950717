"""Studies of people against policies: protocol, assignment, export and report."""

from .protocol import Condition, Protocol, Question, Trial

__all__ = ["Condition", "Protocol", "Question", "Trial"]

"""Errors of the public interface. Each message names the remedy."""

from collections.abc import Sequence


class MeepleZooError(Exception):
    """Base of all errors that MeepleZoo raises on purpose."""


class IllegalActionError(MeepleZooError, ValueError):
    """An action that the rules forbid now. The game is left as it was.

    Attributes:
        action: The flat action id that was refused.
        legal: All legal action ids at that moment, ascending.
    """

    def __init__(self, message: object, action: int = -1, legal: Sequence[int] = ()):
        """Takes the message first and alone, as all exceptions do: so it can be sent between processes."""
        super().__init__(str(message))
        self.action = action
        self.legal = list(legal)

    @classmethod
    def of(cls, action: int, reason: str, legal: Sequence[int], names: Sequence[str]) -> "IllegalActionError":
        """The error for ``action``, with the ``names`` of up to ten legal ones in its message."""
        shown = ", ".join(f"{a} ({name})" for a, name in zip(legal, names, strict=False))
        more = f" and {len(legal) - len(names)} more" if len(legal) > len(names) else ""
        return cls(f"action {action} is illegal: {reason}. Legal now: {shown or 'nothing'}{more}.", action, legal)


class ConfigError(MeepleZooError, ValueError):
    """A game option, variant or configuration key that is unknown or out of range."""


class ResetNeededError(MeepleZooError, RuntimeError):
    """The environment was used before `reset()` or after the game had ended."""


class RuleError(MeepleZooError, RuntimeError):
    """A fault in the rules of a game, for the one who writes them: a rule that cannot be compiled, a dead end."""


class DataError(MeepleZooError, ValueError):
    """A saved state, record or checkpoint that is damaged or belongs to another game or version."""


def not_among(what: str, value: object, allowed: Sequence[object]) -> ConfigError:
    """Returns the error for a ``value`` of ``what`` that is not among ``allowed``."""
    return ConfigError(f"{what} {value!r} is unknown; allowed: {', '.join(map(str, allowed)) or 'none'}")

"""Whether redraws take away from a seat all that it may not know: for the tests of the games and the test of this."""

from dataclasses import dataclass, field

import numpy as np


def redrawn(game, states, seat, *seeds):
    """A copy of one position, redrawn for ``seat`` once for each seed."""
    twin = states.copy()
    for seed in seeds:
        game.loops.redraw(twin, 0, seat, np.uint64(seed))
    return twin


def full_view(game, states, seat):
    """All fields of the observation, the hidden ones too."""
    out = np.zeros(game.layout.size, np.float32)
    game.loops.view_at(states, 0, seat, game.layout.size, out)
    return out


def state_fields_that_differ(a, b):
    """Names of the state's fields in which two positions differ."""
    return [name for name in a.dtype.names if a[name].tobytes() != b[name].tobytes()]


def view_fields_that_differ(layout, a, b):
    """Names of the observation's fields in which two views (of the same length) differ."""
    return [f.name for f in layout if a[layout.slice(f.name)].tobytes() != b[layout.slice(f.name)].tobytes()]


@dataclass
class Secret:
    """What was seen of one secret: the part of a hidden field that is hidden from a seat."""

    truths: set[bytes] = field(default_factory=set)
    changed: bool = False


class Redraws:
    """Notes, for each seat and each hidden field, whether redraws ever differ from the truth.

    Fields with one row for each seat count row by row: somebody's secrets that are never redrawn are not made good by
    another's that are. Points that the rules hide although everybody saw each gain (``score=True``) may stay. A secret
    that is the same in all positions looked at cannot vary, for all we know, and may stay too.
    """

    def __init__(self, game, players, worlds=3):
        self.game, self.players, self.worlds = game, players, worlds
        self.secrets: dict[tuple[int, str, int], Secret] = {}
        self.depends: dict[tuple[int, str], None] = {}

    def look(self, states):
        """Redraws one position for every seat."""
        for seat in range(self.players):
            worlds = [redrawn(self.game, states, seat, 100 + w) for w in range(self.worlds)]
            self._note_changes(seat, full_view(self.game, states, seat), worlds)
            # Both are one information set of the seat: one seed makes one world of them.
            again = redrawn(self.game, worlds[1], seat, 100)
            for name in state_fields_that_differ(worlds[0], again):
                self.depends[seat, name] = None

    def _note_changes(self, seat, true, worlds):
        views = [full_view(self.game, world, seat) for world in worlds]
        for name, away, part in self._parts():
            if true[part].any():
                secret = self.secrets.setdefault((seat, name, away), Secret())
                secret.truths.add(true[part].tobytes())
                secret.changed |= any((view[part] != true[part]).any() for view in views)

    def _parts(self):
        """Every secret: field, how many seats away its owner sits (0: nobody's), elements."""
        layout, seats = self.game.layout, self.game.players[-1]
        for f in layout:
            if f.visibility != "hidden" or f.score:
                continue
            span = layout.slice(f.name)
            rows = f.shape[0] if f.shape else 0
            if rows not in (seats, seats - 1) or rows < 2:
                yield f.name, 0, span
                continue
            width = f.size // rows
            # A row of its own, where there is one, comes first and is no secret.
            for away in range(1, self.players):
                start = span.start + (away + rows - seats) * width
                yield f.name, away, slice(start, start + width)

    def faults(self):
        """What is wrong, in words; empty if nothing is."""
        kept = [key for key, secret in self.secrets.items() if len(secret.truths) > 1 and not secret.changed]
        return [
            *(f"{self._whose(*key)} is the true one in every world drawn for seat {key[0]}" for key in sorted(kept)),
            *(f"the redrawn {name} depends on the truth hidden from seat {seat}" for seat, name in self.depends),
        ]

    def _whose(self, seat, name, away):
        return f"hidden field {name}" + (f" of seat {(seat + away) % self.players}" if away else "")

"""The shared loops, compiled for one game: ``game.loops.play_if_legal(states, i, action, mask)``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .loops import TEMPLATES
from .rule import COMPILED, bind
from .state import as_states

States = NDArray[Any]
"""Structured array of states, one a game."""
Mask = NDArray[np.bool_]
"""bool[N]."""
Masks = NDArray[np.bool_]
"""bool[n, N]."""
View = NDArray[np.float32]
"""float32[D]."""
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Loops:
    """The loops of one game. Each is described where it is written, in `engine.loops`, under the same name.

    Functions of one state take ``states[0]``, those of several the array and the index of the game: from Python the
    second way costs a tenth of the first. Nothing is checked, bounds neither: `Game`, `Batch` and the environments do.
    """

    lone_action: Callable[[Mask], int]
    advance: Callable[[Any, Mask], bool]
    begin: Callable[[Any, np.uint64, Mask], bool]
    begin_at: Callable[[States, int, States, np.uint64, Mask], bool]
    play: Callable[[Any, int, Mask], bool]
    play_if_legal: Callable[[States, int, int, Mask], int]
    view_known: Callable[[Any, int, int, View], None]
    view: Callable[[Any, int, int, View], None]
    observe: Callable[[Any, int, View], None]
    look: Callable[[States, int, int, int, View, Mask], None]
    mask_at: Callable[[States, int, Mask], None]
    view_at: Callable[[States, int, int, int, View], None]
    step: Callable[[States, int, int, Mask, View], int]
    first_illegal: Callable[[Ints, Ints, Masks], int]
    carry_out: Callable[..., bool]
    step_many: Callable[..., int]
    roam_many: Callable[..., int]
    view_many: Callable[[States, Ints, NDArray[np.int8], int, NDArray[np.float32]], None]
    mask_many: Callable[[States, Masks], None]
    redraw: Callable[[States, int, int, np.uint64], None]
    pick: Callable[[Any, Mask], int]
    playout: Callable[[States, int, int, Mask], int]
    greedy: Callable[..., int]
    greedy_many: Callable[..., None]


def bind_loops(names: Mapping[str, Any], home: Path) -> Loops:
    """Compiles the shared loops for one game (lazily: machine code is made or loaded at the first call).

    Args:
        names: The rules and sizes of the game, under the free names of `engine.loops`.
        home: The game's folder.
    """
    scope = dict(names)
    for name, (template, inline) in TEMPLATES.items():
        scope[name] = bind(template, scope, home, inline)
    return Loops(**{f.name: plainly(scope[f.name]) for f in fields(Loops)})


def plainly(function: Callable[..., Any]) -> Callable[..., Any]:
    """The bound function as it is; without Numba one that lets it read states by attribute, as compiled code does."""
    return function if COMPILED else _Plain(function)


class _Plain:
    """Without Numba: hands states over as record arrays."""

    def __init__(self, function: Callable[..., Any]):
        self.function = function

    def __call__(self, *arguments: Any) -> Any:
        return self.function(*(as_states(a) if _holds_states(a) else a for a in arguments))


def _holds_states(value: Any) -> bool:
    return isinstance(value, np.ndarray) and value.dtype.names is not None

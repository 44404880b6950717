"""The search, compiled for one game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...envs.engine import Game
from ...envs.engine.bound import plainly
from ...envs.engine.rule import bind
from . import tree


@dataclass(frozen=True)
class Search:
    """The entry points of the search on one game; see `tree` under the same names.

    Attributes:
        seen: What other seats see of each choice, int16[nodes of the game, N]: the action, N + kind, or -1.
    """

    seen: NDArray[np.int16]
    clear: Callable[..., None]
    expect: Callable[..., None]
    forward: Callable[..., int]
    grow: Callable[..., None]
    halve: Callable[..., int]
    hopes: Callable[..., None]
    outlook: Callable[..., None]
    prospects: Callable[..., None]
    transplant: Callable[..., None]


_ENTRIES = tuple(field.name for field in fields(Search) if field.name != "seen")
_BOUND: dict[str, Search] = {}


def bind_search(game: Game) -> Search:
    """Compiles the search for ``game``, once (lazily: machine code is made or loaded at the first call)."""
    if game.module not in _BOUND:
        names: dict[str, Any] = {
            "SOURCE": sha256(Path(tree.__file__).read_bytes()).hexdigest(),  # machine code on disk is of this text
            "appraise": game.rules.appraise, "mask_at": game.loops.mask_at, "play": game.loops.play,
            "redraw": game.loops.redraw, "view_at": game.loops.view_at,
        }  # fmt: skip
        for template in tree.TEMPLATES:
            names[template.__name__] = bind(template, names, game.home)
        entries = {name: plainly(names[name]) for name in _ENTRIES}
        _BOUND[game.module] = Search(seen=_seen(game), **entries)
    return _BOUND[game.module]


def _seen(game: Game) -> NDArray[np.int16]:
    nodes = 128  # values of the field ``node``, an int8
    table = np.tile(np.arange(game.n_actions, dtype=np.int16), (nodes, 1))
    for kind, actions in enumerate(game.actions):
        for node in range(nodes):
            known = actions.known(node)
            if known != "all":
                table[node, actions.offset : actions.end] = -1 if known == "nothing" else game.n_actions + kind
    return table

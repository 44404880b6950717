"""Offsets by name for compiled rules."""

from collections import namedtuple
from collections.abc import Mapping
from keyword import iskeyword
from typing import Any


def by_name(offsets: Mapping[str, int]) -> Any:
    """A namedtuple of ``offsets``, whose fields compiled rules read as constants: ``A = ACTIONS.at; A.place``.

    Names that are keywords of Python get an underscore: ``A.pass_``.
    """
    names = [f"{name}_" if iskeyword(name) else name for name in offsets]
    kind: Any = namedtuple("Offsets", names)  # type: ignore[misc]
    return kind(*offsets.values())

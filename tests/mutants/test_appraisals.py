"""What heuristics and redraws make of positions, so that an accidental change of the agents is seen."""

import pytest

from meeplezoo.envs import GAMES

from .appraisals import file_of, write_out

FILES = [(name, False) for name in GAMES] + [(name, True) for name, game in GAMES.items() if game.rules.first_appraise]


@pytest.mark.parametrize(("name", "first"), FILES)
def test_appraisals_are_as_on_file(name, first):
    told, kept = write_out(name, first).splitlines(), file_of(name, first).read_text(encoding="utf-8").splitlines()
    for new, old in zip(told, kept, strict=True):
        (place, values, worlds), (old_place, old_values, old_worlds) = new.split(": "), old.split(": ")
        assert (place, worlds) == (old_place, old_worlds), f"if meant: python -m tests.mutants.appraisals {name}"
        same = zip(numbers(values), numbers(old_values), strict=True)
        assert all(abs(a - b) < 0.002 for a, b in same), f"{new}; if meant: python -m tests.mutants.appraisals {name}"


def numbers(text: str) -> list[float]:
    return [float(number) for number in text.split()]

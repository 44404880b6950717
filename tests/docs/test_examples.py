"""The scripts in docs/examples run, and the page that lists them lists all."""

import re
import runpy

import pytest

from docs.website import ROOT

OWN_TESTS = ["behaviour_cloning"]
"""Scripts that other tests run."""
SCRIPTS = sorted(p for p in (ROOT / "docs" / "examples").glob("[!_]*.py") if p.stem not in OWN_TESTS)
SLOW = {"train"}
PRINTED = {
    "first_game": r"place 1, \d+ points, payoff \+1\.00",
    "read_a_view": r"choose power 9 \(city\)",
    "many_games": r"seat 2: payoff [+-]0\.\d{3} ± 0\.\d{3}",
    "redraw": r"view is the same: True; hidden elements that differ from the truth: [1-9]",
    "own_agent": r"won 0\.\d\d of 200 games against random",
    "search": r"expected payoff [+-]\d\.\d\d",
    "record_and_replay": r"characters of SVG",
    "one_seat": r"game 2: seat \d, \d+ own decisions, place [123]",
    "train": r"won 0\.\d\d \[0\.\d\d, [01]\.\d\d\] of 100 games",
}
"""What each script must print (once at least)."""


@pytest.mark.parametrize(
    "script", [pytest.param(s, marks=[pytest.mark.slow] if s.stem in SLOW else [], id=s.stem) for s in SCRIPTS]
)
def test_an_example_runs(script, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", [str(script)])
    runpy.run_path(str(script), run_name="__main__")
    assert re.search(PRINTED[script.stem], capsys.readouterr().out)
    assert not list(tmp_path.iterdir()), "examples leave nothing behind"


def test_all_examples_are_listed():
    page = (ROOT / "docs" / "examples.md").read_text(encoding="utf-8")
    assert re.findall(r"\(examples/(\w+)\.py\)", page) == [*list(PRINTED)[:-1], *OWN_TESTS, "train"]
    assert {script.stem for script in SCRIPTS} == set(PRINTED)
    for script in SCRIPTS:
        assert len(script.read_text(encoding="utf-8").splitlines()) <= 50

"""Every example of docs/clients.md belongs to a test, and every client to an environment."""

import re

import pytest

from tests.clients.page import HERE, run_example, sections

CLIENTS = ("agilerl", "pettingzoo", "rllib", "supersuit", "tianshou", "torchrl")


def test_every_example_is_run_by_a_test():
    run = [re.findall(r'run_example\("(.+?)"\)', file.read_text(encoding="utf-8")) for file in HERE.glob("test_*.py")]
    assert set(sections()) == {title for titles in run for title in titles} - {"Broken"}
    assert len(sections()) == 9
    assert len(sections()["TorchRL"]) == 2


@pytest.mark.parametrize("name", CLIENTS)
def test_every_client_has_an_environment_of_its_own(name):
    assert "-r base.txt" in (HERE / f"requirements-{name}.txt").read_text(encoding="utf-8")
    text = (HERE / f"test_{name}.py").read_text(encoding="utf-8")
    assert "pytestmark = [pytest.mark.client, " in text
    top = re.findall(r"^(?:import|from) (\w+)", text, re.MULTILINE)
    assert set(top) <= {"numpy", "pytest", "meeplezoo", "tests"}, "collecting must not need the client"


def test_clients_are_all_listed():
    assert {f"requirements-{name}.txt" for name in CLIENTS} == {file.name for file in HERE.glob("requirements-*.txt")}


def test_an_example_that_fails_names_its_line(monkeypatch):
    broken = {"Broken": ["\n\n\n1 / 0\n"]}
    monkeypatch.setattr("tests.clients.page.sections", lambda: broken)
    with pytest.raises(ZeroDivisionError) as caught:
        run_example("Broken")
    assert caught.traceback[-1].lineno == 3

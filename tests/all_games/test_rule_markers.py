"""Every numbered rule of a game's RULES.md is named by a test of that game."""

import ast
import re
from pathlib import Path

import pytest

from meeplezoo.envs import GAMES

ROOT = Path(__file__).resolve().parents[2]
DEFINED = re.compile(r"^\s*(?:[-*|]\s+)?(?:\*\*)?([A-Z]{2}-\d+\.\d+[a-z]?)\b", re.MULTILINE)
"""A rule's id at the start of a line or of a list's entry; elsewhere it is only cited."""


def defined_rules(text):
    return DEFINED.findall(text)


def named_rules(source):
    """The ids in all ``pytest.mark.rule(...)`` of a test file."""
    return {
        argument.value
        for call in ast.walk(ast.parse(source))
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.rule"
        for argument in call.args
        if isinstance(argument, ast.Constant)
    }


def unnamed_rules(rules, sources):
    """The rules that no test names, in the order of the rules file."""
    named = set().union(*map(named_rules, sources))
    return [rule for rule in defined_rules(rules) if rule not in named]


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_is_named_by_a_test(name):
    rules = (GAMES[name].home / "RULES.md").read_text(encoding="utf-8")
    sources = [file.read_text(encoding="utf-8") for file in sorted((ROOT / "tests" / name).glob("test_*.py"))]
    assert len(defined_rules(rules)) == len(set(defined_rules(rules))) > 0
    assert unnamed_rules(rules, sources) == []


def test_a_rule_without_a_test_is_listed():
    rules = "- **XY-1.1** Deal.\n- XY-1.2 Draw, see XY-9.9.\n| XY-1.3 | Pass. |\nAs XY-1.4 says.\n  - XY-2.10 Stop.\n"
    source = '@pytest.mark.rule("XY-1.1", "XY:E1")\ndef test_a():\n    pass\n\n\n# XY-1.2, XY-1.3\n'
    assert unnamed_rules(rules, [source]) == ["XY-1.2", "XY-1.3", "XY-2.10"]
    assert unnamed_rules(rules, [source, 'pytestmark = pytest.mark.rule("XY-1.2", "XY-1.3", "XY-2.10")']) == []

"""The mutation tool itself, on a source of a few lines."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutants.results import Equivalents, Log, report
from tests.mutants.runner import Outcome
from tests.mutants.sites import choose, mutants_of

ROOT = Path(__file__).resolve().parents[2]
SOURCE = '''"""Points: 3 and 4."""
LIMIT = 5


def points(s, p):
    """At most 5."""
    total = 0
    if s[p] > 0 and not s[p] == 9:
        total += min(s[p], LIMIT)
    return total


def wait(k: int = 0):
    while k < 3:
        k += 1
    return k
'''
TESTS = """
from tiny_rules import points, wait

def test_points():
    assert points([1, 2], 0) == 1
    assert points([1, 8], 1) == 5

def test_wait():
    assert wait() == 3
"""
SCRIPT = """
import json, sys
from pathlib import Path
from tests.mutants.runner import Runner, Target
from tests.mutants.sites import mutants_of
folder = Path(sys.argv[1])
sys.path.insert(0, str(folder))
runner = Runner(Target("tiny", [folder / "tiny_rules.py"], [str(folder / "test_tiny.py")]), patience=1)
runner.usual = runner.measure(runner.target.tests)
wanted = json.loads(sys.argv[2])
mutants = [m for m in mutants_of(folder / "tiny_rules.py") if m.mutated in wanted]
print(json.dumps({m.mutated: [o.noticed, o.test, o.why] for m, o in runner.run(mutants, jobs=2)}))
"""


TESTED = {"test_a.py": "1"}


@pytest.fixture
def source(tmp_path) -> Path:
    (tmp_path / "test_tiny.py").write_text(TESTS)
    file = tmp_path / "tiny_rules.py"
    file.write_text(SOURCE)
    return file


def lines(file: Path, kind: str) -> list[str]:
    return [m.mutated for m in mutants_of(file) if m.kind == kind]


def run_script(source: Path, wanted) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", SCRIPT, str(source.parent), json.dumps(list(wanted))]
    return subprocess.run(command, text=True, capture_output=True, timeout=300, check=False)


def test_sites(source):
    assert lines(source, "comparison") == [
        "if s[p] >= 0 and not s[p] == 9:", "if s[p] > 0 and not s[p] != 9:", "while k <= 3:",
    ]  # fmt: skip
    assert lines(source, "boolean") == ["if s[p] > 0 or not s[p] == 9:", "if s[p] > 0 and s[p] == 9:"]
    assert lines(source, "arithmetic") == ["total -= min(s[p], LIMIT)", "k -= 1"]
    assert lines(source, "min/max") == ["total += max(s[p], LIMIT)"]
    assert "total += min(s[0], LIMIT)" in lines(source, "wrong seat")
    assert lines(source, "forced condition") == ["if False:", "if True:"]
    assert lines(source, "dropped statement") == ["pass", "pass"]  # not `total = 0`, an error at once
    assert {"LIMIT = 6", "LIMIT = 4", "while k < 4:"} <= set(lines(source, "constant"))


def test_neither_docstrings_nor_annotations_are_sites(source):
    touched = {m.original for m in mutants_of(source)}
    assert not any('"""' in line for line in touched)
    assert "def wait(k: int = 1):" in {m.mutated for m in mutants_of(source)}
    assert not any(m.kind == "wrong seat" for m in mutants_of(source) if m.original.startswith("def"))


def test_each_mutant_has_a_name_and_compiles(source):
    mutants = mutants_of(source)
    assert len({m.name for m in mutants}) == len(mutants)
    for m in mutants:
        compile(m.source(), "mutant", "exec")
        assert m.source() != SOURCE
        assert SOURCE.splitlines()[m.line - 1].strip() == m.original


def test_names_outlive_lines_added_before(source, tmp_path):
    other = tmp_path / "moved.py"
    other.write_text("# moved\n\n" + SOURCE)
    assert [m.name for m in mutants_of(other)] == [m.name for m in mutants_of(source)]


def test_choice_is_seeded_and_in_proportion(source, tmp_path):
    half = tmp_path / "half.py"
    half.write_text(SOURCE.split("def wait", maxsplit=1)[0])
    files = [source, half]
    share = len(mutants_of(half)) / (len(mutants_of(half)) + len(mutants_of(source)))
    chosen = choose(files, 20, 7)
    assert len(chosen) == 20 == len(set(chosen))
    assert abs(sum(m.file == half for m in chosen) - 20 * share) < 1
    assert chosen == choose(files, 20, 7) != choose(files, 20, 8)
    assert len(choose(files, 10_000, 7)) == len(mutants_of(half)) + len(mutants_of(source))


def test_noticed_unnoticed_and_hanging(source):
    wanted = {
        "total -= min(s[p], LIMIT)": "test_points",  # noticed
        "if s[p] > 0 and not s[p] == 10:": None,  # nobody asks for 9
        "k -= 1": "test_wait",  # never ends
    }
    done = run_script(source, wanted)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert set(found) == set(wanted)
    assert found["if s[p] > 0 and not s[p] == 10:"][0] is False, found
    for line in ("total -= min(s[p], LIMIT)", "k -= 1"):
        noticed, test, _ = found[line]
        assert noticed and test.endswith(f"::{wanted[line]}")
    assert found["k -= 1"][2] == "timeout or crash"


def test_a_test_that_fails_anyway_is_an_error(source):
    (source.parent / "test_tiny.py").write_text(TESTS + "\ndef test_wrong():\n    assert wait() == 4\n")
    done = run_script(source, [])
    assert "fails without any mutant" in done.stderr and "test_wrong" in done.stderr


def test_outcomes_are_resumed(source, tmp_path):
    first, second, *_ = mutants_of(source)
    file = tmp_path / "log.jsonl"
    log = Log(file, "sources", TESTED)
    log.add(first, Outcome(True, "test_points"))
    log.add(second, Outcome(False))
    with file.open("a") as torn:
        torn.write('{"sources": "sou')
    assert Log(file, "sources", TESTED).known == log.known
    assert set(Log(file, "sources", {**TESTED, "test_b.py": "2"}).known) == {
        first.name
    }  # a survivor gets another chance
    assert not Log(file, "other sources", TESTED).known
    again = Log(file, "sources", {**TESTED, "test_b.py": "2"})
    again.add(second, Outcome(True, "test_new"))
    assert Log(file, "sources", {**TESTED, "test_b.py": "2"}).known[second.name].noticed


def test_only_changed_tests_are_measured_again(tmp_path):
    file = tmp_path / "log.jsonl"
    log = Log(file, "sources", {"test_a.py": "1", "test_b.py": "2"})
    log.keep(["test_a.py", "test_b.py"], {"test_a.py::test_x": 0.5, "test_b.py::test_y": 2.0})
    again = Log(file, "sources", {"test_a.py": "1", "test_b.py": "3", "test_c.py": "4"})
    assert (again.measured, again.usual) == ({"test_a.py"}, {"test_a.py::test_x": 0.5})
    assert not Log(file, "other sources", {"test_a.py": "1"}).measured


def test_report(source, tmp_path):
    first, second, third, *_ = mutants_of(source)
    log = Log(tmp_path / "log.jsonl", "sources", TESTED)
    log.add(first, Outcome(True, "test_points"))
    log.add(second, Outcome(False))
    log.add(third, Outcome(False))
    listed = tmp_path / "equivalent.toml"
    texts = {"game": "tiny", "function": third.function, "original": third.original, "mutated": third.mutated}
    entry = "".join(f"{name} = {json.dumps(text)}\n" for name, text in {**texts, "reason": "never read"}.items())
    listed.write_text("[[equivalent]]\n" + entry)
    text = report([first, second, third], log, Equivalents.load("tiny", listed), tmp_path)
    assert f"tiny_rules.py:{second.line} in {second.function or 'the module'}" in text
    assert f"- {second.original}\n  + {second.mutated}" in text
    assert text.count("\n  + ") == 1
    assert "3 of 3 mutants tried, 1 noticed" in text and "1 explained as equivalent, 1 survive: 66.7 %" in text
    assert not Equivalents.load("other", listed).reasons


def test_the_shared_tests_of_the_tool_can_be_collected():
    """No other run collects them: a change of the helpers that they use would go unnoticed."""
    options = ["-p", "no:cacheprovider", "--collect-only", "tests/mutants/quick_shared.py"]
    command = [sys.executable, "-m", "pytest", *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    assert "test_redrawn_worlds[aztlan-2]" in done.stdout

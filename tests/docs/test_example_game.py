"""The guide's example game: its own tests, its size, and the page that quotes it."""

import re

import pytest

from docs import quotes
from docs.examples.thirty_one.test_thirty_one import *  # noqa: F403
from docs.generate import EXAMPLE_PAGE, example_outputs
from meeplezoo.envs import GAMES, ConfigError, resolve_game
from meeplezoo.training.config import read_toml

MOST_LINES = 400


def test_the_example_is_small():
    files = [f for f in quotes.EXAMPLE.rglob("*") if f.suffix in quotes.LANGUAGES]
    assert len(files) == 8
    assert sum(len(f.read_text(encoding="utf-8").splitlines()) for f in files) <= MOST_LINES


def test_the_example_is_no_game_of_the_package():
    assert quotes.EXAMPLE.name not in GAMES
    with pytest.raises(ConfigError, match="aztlan"):
        resolve_game(quotes.EXAMPLE.name)
    assert read_toml(quotes.EXAMPLE / "configs" / "quick.toml")["game"] == quotes.EXAMPLE.name


def test_page_and_picture_are_up_to_date():
    """``python -m docs.generate`` writes them."""
    for path, content in example_outputs().items():
        assert path.read_text(encoding="utf-8") == content, f"{path} is stale: python -m docs.generate"


def test_every_block_of_code_is_quoted():
    """What looks like code of the example is from its files."""
    page = EXAMPLE_PAGE.read_text(encoding="utf-8")
    quoted = re.findall(r"<!-- code: .+? -->\n```\w+\n.*?```\n<!-- end -->", page, flags=re.S)
    assert len(quoted) == len(re.findall(r"^```(?:python|toml|markdown)$", page, flags=re.M)) > 12


def test_links_of_the_page_lead_somewhere():
    links = re.findall(r"\]\(([^)#]+)\)", EXAMPLE_PAGE.read_text(encoding="utf-8"))
    assert len(links) >= 3
    assert all((EXAMPLE_PAGE.parent / link).exists() for link in links)


def test_quotes_follow_the_files(tmp_path):
    (tmp_path / "a.py").write_text("A, B = 1, 2\n\n\n@once\n@twice\ndef f():\n    return A\n\n\nC = 3\n")
    head, code = "<!-- code: a.py f A B -->\n", "@once\n@twice\ndef f():\n    return A\n\n\nA, B = 1, 2\n"
    page = quotes.with_quotes(f"{head}old\n<!-- end -->", tmp_path)
    assert page == f"{head}```python\n{code}```\n<!-- end -->"
    for wrong, message in [("a.py g", "no g; it defines A, B, f, C"), ("b.py", "does not exist")]:
        with pytest.raises(SystemExit, match=message):
            quotes.with_quotes(f"<!-- code: {wrong} -->\n<!-- end -->", tmp_path)

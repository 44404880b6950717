"""Python blocks of the documentation run as they stand."""

import pytest

from docs.website import ROOT
from tests.docs.blocks import Block, blocks_of, pages, run

PAGES = pages()


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch, tmp_path):
    """Readers are told to run things in a checkout, but tests leave nothing there."""
    (tmp_path / "configs").symlink_to(ROOT / "configs")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("page", [p for p, found in PAGES.items() if any(not (b.slow or b.reason) for b in found)])
def test_blocks_run(page):
    run([block for block in PAGES[page] if not block.slow and not block.reason])


@pytest.mark.slow
@pytest.mark.parametrize("page", [p for p, found in PAGES.items() if any(b.slow for b in found)])
def test_slow_blocks_run(page):
    run([block for block in PAGES[page] if not block.reason])


def test_few_blocks_do_not_run():
    left_out = [(b.page, b.reason) for found in PAGES.values() for b in found if b.reason]
    assert len(left_out) <= 6, left_out
    assert len(PAGES) > 10


def test_a_comment_says_what_becomes_of_a_block():
    text = "a\n```python\n1 / 0\n```\n<!-- run: slow -->\n```python\nx\n```\n<!-- not run: why -->\n```python\ny\n```\n"
    assert blocks_of("p.md", text) == [
        Block("p.md", 2, "1 / 0\n"), Block("p.md", 6, "x\n", slow=True), Block("p.md", 10, "y\n", reason="why"),
    ]  # fmt: skip
    with pytest.raises(ValueError, match=r"p\.md:2"):
        blocks_of("p.md", "<!-- skip -->\n```python\nx\n```\n")


def test_an_error_names_the_line_of_the_page():
    with pytest.raises(ZeroDivisionError) as caught:
        run(blocks_of("docs/index.md", "\n\n```python\n\n1 / 0\n```\n"))
    assert caught.traceback[-1].lineno + 1 == 5

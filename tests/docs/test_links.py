"""Relative links of all Markdown files lead to files, their anchors to headings; the site turns them to its pages."""

import re

import pytest

from docs.website import (
    ROOT,
    in_prose,
    is_relative,
    links,
    markdown_files,
    rebased,
    resolved,
    site_path,
    tidied,
    turned,
)

PAGES = markdown_files()


def anchors(text):
    """The anchors of a page's headings, as GitHub and the site make them."""
    found = []
    in_prose(lambda piece: found.extend(re.findall(r"^#+ +(.+)$", piece, re.MULTILINE)) or piece, text)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in found}


def faults(page, text):
    """The links of a page that lead nowhere."""
    for target in links(text):
        file, anchor = resolved(page, target) if not target.startswith("#") else page, target.partition("#")[2]
        if not (is_relative(target) or target.startswith("#")):
            continue
        if not (ROOT / file).is_file():
            yield f"{page}: {target}: no such file"
        elif anchor and file.endswith(".md"):
            known = anchors(text if file == page else (ROOT / file).read_text(encoding="utf-8"))
            if anchor not in known:
                yield f"{page}: {target}: no such heading"


def test_links_lead_somewhere():
    assert len(PAGES) > 30
    assert [fault for page in PAGES for fault in faults(page, (ROOT / page).read_text(encoding="utf-8"))] == []


def test_dead_links_are_found():
    text = (
        "[a](nowhere.md) ![b](images/none.png) [c](search.md#search) [d](search.md#none) [e](https://x.org/y) `[f](z)`"
    )
    found = list(faults("docs/index.md", text + "\n```\n[g](z.md)\n```\n[h](#gone)\n"))
    assert [fault.split(": ")[1] for fault in found] == ["nowhere.md", "images/none.png", "search.md#none", "#gone"]


@pytest.mark.parametrize(
    ("own", "place", "written", "expected"),
    [
        ("envs/deus/README.md", "games/deus.md", "[r](RULES.md)", "[r](deus-rules.md)"),
        ("envs/deus/RULES.md", "games/deus-rules.md", "[r](README.md#a)", "[r](deus.md#a)"),
        ("docs/train.md", "train.md", "[t](../training/README.md)", "[t](training.md)"),
        ("docs/games/deus.md", "games/deus.md", "[s](../search.md)", "[s](../search.md)"),
        ("training/README.md", "training.md", "[c](config.py)", "[c](source/training/config.py.md)"),
        ("CHANGELOG.md", "changelog.md", "[x](https://x.org)", "[x](https://x.org)"),
    ],
)
def test_the_site_turns_links(own, place, written, expected):
    assert site_path(own) == place
    assert turned(written, own, place) == expected


def test_links_follow_a_text_to_another_file():
    assert rebased("[r](RULES.md) ![p](../../docs/images/a.svg)", "envs/deus/README.md", "docs/games/deus.md") == (
        "[r](../../envs/deus/RULES.md) ![p](../images/a.svg)"
    )


def test_lists_and_tables_begin_after_an_empty_line():
    text = "Text:\n- a\n  - b\n    c\n\nx\n| y |\n<!-- end -->\n```\nn\n- a\n```\n"
    assert tidied(text) == "Text:\n\n- a\n    - b\n    c\n\nx\n\n| y |\n\n```\nn\n- a\n```\n"


def test_every_page_is_in_the_navigation():
    listed = set(re.findall(r"[\w/]+(?:-rules)?\.md", (ROOT / "mkdocs.yml").read_text(encoding="utf-8")))
    assert {site_path(page) for page in PAGES} == listed

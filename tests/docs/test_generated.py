"""Generated pages are up to date, and tell what the code says."""

import re
from collections import Counter

import pytest

from docs.generate import ROOT, texts
from docs.pages import component_table, facts, game_page, sections, strength
from meeplezoo.envs import GAMES


def test_generated_texts_are_up_to_date():
    stale = [path.name for path, text in texts(GAMES).items() if path.read_text(encoding="utf-8") != text]
    assert stale == [], "run: make docs"


@pytest.mark.parametrize("name", GAMES)
def test_a_games_page_has_its_tables(name):
    game, page = GAMES[name], game_page(GAMES[name])
    for part in (game.actions.markdown(), game.layout.markdown(), facts(game)):
        assert part in page
    titles = re.findall(r"^## (.+)$", page, re.MULTILINE)
    wanted = {
        "Players and variants",
        "Actions",
        "Observation",
        "Rewards",
        "Hidden information",
        "Length",
        "Version history",
    }
    assert wanted <= set(titles)
    assert f"- `{game.id}`: " in page
    assert f"(../images/{name}.svg)" in page


def test_sections_of_a_readme():
    text = "# T\n\nIntro.\n\n## A\n\n<!-- generated: a -->\nx\n<!-- end -->\n\n### b\n\n## C\nd\n"
    assert sections(text) == {"": "Intro.", "A": "x\n\n\n### b".replace("\n\n\n", "\n\n"), "C": "d"}


def test_a_new_page_has_a_history_and_all_marks():
    game = GAMES["aztlan"]
    new = game_page.__globals__["PAGE"].format(title=game.title, id=game.id)
    assert set(re.findall(r"generated: (\w+)", new)) == {"about", "facts", "details", "strength", "provenance"}


def test_the_strength_is_told_once_it_is_measured(monkeypatch, tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "baselines.md").write_text("<!-- generated: deus -->\n| a [s](search.md) |\n<!-- end -->\n")
    monkeypatch.setattr("docs.pages.ROOT", tmp_path)
    assert strength(GAMES["deus"]).startswith("| a [s](../search.md) |\n\nHow it was measured")
    assert strength(GAMES["aztlan"]).startswith("How it was measured")


def test_sources_are_counted(monkeypatch, tmp_path):
    folder = tmp_path / "envs" / "toy"
    folder.mkdir(parents=True)
    (folder / "components.toml").write_text(
        'game = "toy"\n[constants]\nsource = "rulebook"\n[constants.by_seat]\na = 1\n'
        '[[card]]\nsource = "public"\nname_source = "reconstructed"\n[[card]]\nsource = "public"\n'
        '[count.2]\nsource = "rulebook"\n[count.3]\nsource = "public"\n'
    )
    monkeypatch.setattr("docs.pages.ROOT", tmp_path)
    assert component_table("toy") == {
        "constants": Counter({("", "rulebook"): 1}),
        "card": Counter({("", "public"): 2, ("name", "reconstructed"): 1}),
        "count": Counter({("", "rulebook"): 1, ("", "public"): 1}),
    }
    assert component_table("none") == {}


@pytest.mark.parametrize("name", GAMES)
def test_every_mark_in_a_component_file_is_counted_and_known(name):
    text = (ROOT / "envs" / name / "components.toml").read_text(encoding="utf-8")
    written = re.findall(r'^(?:\w+_)?source = "(\w+)"', text, re.MULTILINE)
    inline = re.findall(r'[{,] *(?:\w+_)?source = "(\w+)"', text)
    counted = sum(component_table(name).values(), Counter())
    assert Counter(written + inline) == Counter(
        {s: sum(n for (_, t), n in counted.items() if t == s) for s in {t for _, t in counted}}
    )
    assert set(written + inline) <= {"rulebook", "public", "reconstructed"}


def test_the_citation_file_fits_the_package():
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    version = re.search(r'^version = "(.+)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert version is not None
    for line in ("cff-version: 1.2.0", f"version: {version[1]}", "license: MIT", "type: software", "title: MeepleZoo"):
        assert f"\n{line}\n" in f"\n{text}", line
    assert "\nauthors:\n" in text
    assert "\nmessage: " in text

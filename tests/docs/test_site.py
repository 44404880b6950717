"""The site builds with --strict, dead links fail, its pages ask nothing of other hosts. Needs the extra ``docs``."""

import os
import re
import subprocess
import sys

import pytest

from docs.website import ROOT, write

pytestmark = pytest.mark.slow


def build(folder, pages):
    """Builds the site of ``pages`` into ``folder``."""
    config = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    config = re.sub(r"^docs_dir: .*$", f"docs_dir: {pages}", config, flags=re.MULTILINE)
    config = re.sub(r"^site_dir: .*$", f"site_dir: {folder / 'site'}", config, flags=re.MULTILINE)
    names = folder / "names" / "meeplezoo"
    names.mkdir(parents=True, exist_ok=True)
    for room in ("envs", "agents", "wrappers", "training", "arena", "cli"):
        if not (names / room).exists():
            (names / room).symlink_to(ROOT / room)
    (folder / "mkdocs.yml").write_text(config.replace("[build/mypy]", f"[{names.parent}]"), encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file", str(folder / "mkdocs.yml")], cwd=folder,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_the_site_builds_and_stands_alone(tmp_path):
    write(tmp_path / "pages")
    done = build(tmp_path, tmp_path / "pages")
    assert done.returncode == 0, f"{done.stderr}\n(mkdocs comes with: pip install 'meeplezoo[docs]')"
    made = {path.relative_to(tmp_path / "site").as_posix(): path for path in (tmp_path / "site").rglob("*.html")}
    assert {"index.html", "games/deus.html", "games/deus-rules.html", "api/envs.html"} <= set(made)
    for path in made.values():
        loaded = re.findall(
            r"<(?:script|link|img|iframe|source)\b[^>]*(?:src|href)=\"?(https?:[^\s\">]+)", path.read_text()
        )
        assert not loaded, path
    assert "observe_hidden" in made["api/game.html"].read_text(encoding="utf-8")
    with (tmp_path / "pages" / "index.md").open("a", encoding="utf-8") as page:
        page.write("\n[dead](games/chess.md)\n")
    done = build(tmp_path, tmp_path / "pages")
    assert done.returncode != 0
    assert "games/chess.md" in done.stderr

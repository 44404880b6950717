"""Tests marked `client` need another library's environment: `make clients` runs them, other runs leave them out."""

import pytest


def pytest_collection_modifyitems(config, items):
    if "client" in config.option.markexpr:
        return
    left_out = [item for item in items if item.get_closest_marker("client")]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


@pytest.fixture(autouse=True)
def _away_from_home(monkeypatch, tmp_path):
    """Ray writes a token into the home folder; libraries may write files where they run."""
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    monkeypatch.chdir(tmp_path)

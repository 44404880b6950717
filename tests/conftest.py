import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--game", metavar="NAME", help="only this game's tests: its own, its part of the shared ones")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    game = config.getoption("--game")
    if game is not None:
        from tests.one_game import keep_only

        keep_only(game, config, items)

"""Reads a game's component file (components.toml)."""

import os
import tomllib
from pathlib import Path
from typing import Any

from .errors import DataError


def load_components(folder: str | Path) -> dict[str, Any]:
    """Reads the component file of the game in ``folder``.

    A file ``<game>.toml`` in the directory named by the environment variable ``MEEPLEZOO_COMPONENTS`` takes its
    place, so that an owner of the printed game can correct entries without touching the installation.

    Args:
        folder: The game's folder, or any file in it.

    Raises:
        DataError: The file is no valid TOML or belongs to another game.
    """
    file = component_file(folder)
    home = _home(folder)
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{file} is no valid TOML: {error}") from error
    if data.get("game") != home.name:
        raise DataError(f"{file} describes {data.get('game')!r}; expected game = {home.name!r}")
    return data


def component_file(folder: str | Path) -> Path:
    """The component file in use for the game in ``folder``: the user's, or the shipped one."""
    home = _home(folder)
    return override_of(home.name) or home / "components.toml"


def _home(folder: str | Path) -> Path:
    home = Path(folder).resolve()
    return home if home.is_dir() else home.parent


def override_of(game: str) -> Path | None:
    """The component file that replaces the shipped one of ``game``, if the user named one."""
    directory = os.environ.get("MEEPLEZOO_COMPONENTS")
    file = Path(directory, f"{game}.toml").resolve() if directory else None
    return file if file is not None and file.is_file() else None

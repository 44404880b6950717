"""Dependencies point one way, and importing the games pulls in nothing heavy."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ENVS = ROOT / "envs"
GAME_FOLDERS = sorted(folder.parent.name for folder in ENVS.glob("*/rules"))
# A module of a game may import those before it. Pictures read the state; where they show what a rule computes (points
# by source, a condition that is met), they ask the rule or the game rather than write it a second time.
RANK = {
    "vocabulary": 0, "components": 1, "state": 2, "actions": 3, "rules": 4,
    "boards": 5, "observation": 5, "heuristic": 5, "game": 6, "picture": 7,
}  # fmt: skip


def imports_of(file: Path) -> set[str]:
    """Absolute names, under the repository's root, of all modules that a file imports."""
    package = [*file.relative_to(ROOT).with_suffix("").parts]
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = [*package[: len(package) - node.level], *(node.module or "").split(".")] if node.level else []
            name = ".".join(part for part in base if part) if node.level else str(node.module)
            found |= {name} if node.module else {f"{name}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("game", GAME_FOLDERS)
def test_layers_of_a_game(game):
    for file in (ENVS / game).rglob("*.py"):
        own = file.relative_to(ENVS / game).with_suffix("").parts[0]
        for name in imports_of(file):
            parts = name.split(".")
            if name.startswith("envs.") and parts[1] != game:
                assert parts[1] == "engine", f"{file}: games know the engine, not {name}"
            if parts[:2] != ["envs", game] or own == "__init__" or len(parts) < 3:
                continue
            other = parts[2]
            if own != other:
                assert RANK.get(other, 99) < RANK[own], f"{file} imports {name}"


ROOMS = {"__init__", "decisions", "setup", "hidden"}


@pytest.mark.parametrize("game", GAME_FOLDERS)
def test_the_rules_of_every_game_have_the_same_rooms(game):
    folder = ENVS / game / "rules"
    assert {file.stem for file in folder.glob("*.py")} > ROOMS
    home = {}
    for file in folder.glob("*.py"):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                home[node.name] = file.stem
                assert file.stem != "__init__", f"{file} only re-exports, but defines {node.name}"
                if node.name.startswith("mark") and node.args.args[-1].arg == "mask":
                    raise AssertionError(f"{file}: {node.name} marks legal actions; call it mask_...")
    places = {"apply": "decisions", "legal_mask": "decisions", "reset": "setup", "resample_hidden": "hidden"}
    assert {name: home[name] for name in places} == places
    assert home.get("is_forced", "decisions") == "decisions"


# Each package may import itself and those that are named here; inside `envs` it may know the engine and the list of
# games, but no game.
LAYERS = {
    "agents": {"envs"},
    "wrappers": {"envs", "agents"},
    "training": {"envs", "agents", "wrappers"},
    "datasets": {"envs", "agents"},
    "arena": {"envs", "agents"},
    "cli": {"envs", "agents", "wrappers", "training", "datasets", "arena"},
}


def test_the_engine_knows_no_game():
    for folder in ("engine", "conformance"):
        for file in (ENVS / folder).rglob("*.py"):
            for name in imports_of(file):
                assert not name.startswith("envs.") or name.split(".")[1] == folder, f"{file} imports {name}"
                assert not name.startswith(("meeplezoo", *LAYERS)), f"{file} imports {name}"


@pytest.mark.parametrize("folder", LAYERS)
def test_layers_of_packages(folder):
    for file in (ROOT / folder).rglob("*.py"):
        for name in imports_of(file):
            parts = name.removeprefix("meeplezoo.").split(".")
            if parts[0] not in {"envs", *LAYERS}:
                continue
            assert parts[0] in LAYERS[folder] | {folder}, f"{file} imports {name}"
            if parts[0] == "envs" and len(parts) > 1:
                assert parts[1] not in GAME_FOLDERS, f"{file}: {folder} knows no game, not {name}"


def test_modules_of_a_package_do_not_import_each_other_in_circles():
    """Imports inside functions and those for type checkers only count too."""
    for folder in ("envs/engine", *LAYERS):
        graph = {}
        for file in (ROOT / folder).rglob("*.py"):
            name = ".".join(file.relative_to(ROOT).with_suffix("").parts)
            if file.name != "__init__.py":
                graph[name] = imports_of(file)
        while graph:
            free = {name for name, known in graph.items() if not known & set(graph)}
            assert free, f"circle among {sorted(graph)}"
            graph = {name: known for name, known in graph.items() if name not in free}


def test_playing_with_agents_needs_no_torch():
    heavy = {"torch", "stable_baselines3", "sb3_contrib", "matplotlib"}
    code = (
        "import sys\n"
        "import meeplezoo.agents, meeplezoo.arena.terminal, meeplezoo.cli.commands\n"
        f"print(sorted(set(sys.modules) & {heavy!r}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_importing_a_game_is_light():
    """No drawing or learning library is loaded until it is used."""
    heavy = {"torch", "stable_baselines3", "sb3_contrib", "matplotlib", "PIL", "resvg_py", "pygame", "typer"}
    code = (
        "import sys\n"
        "from meeplezoo.envs import GAMES\n"
        "games = list(GAMES.values())\n"
        f"print(sorted(set(sys.modules) & {heavy!r}))\n"
        f"print(any(m.endswith('.picture') for m in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:2] == ["[]", "False"]

"""The packages: every folder with an ``__init__.py``, under the namespace ``meeplezoo``; the rest: pyproject.toml."""

from setuptools import find_packages, setup

ROOMS = ("envs", "agents", "wrappers", "training", "datasets", "arena", "cli")

setup(
    packages=[
        f"meeplezoo.{package}"
        for room in ROOMS
        for package in [room, *(f"{room}.{inner}" for inner in find_packages(room))]
    ]
)

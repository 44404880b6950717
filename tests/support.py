"""Helpers for tests, under the name by which they know them; games outside of the package use them too."""

from meeplezoo.envs.engine.environment.table import Table, random_positions

__all__ = ["Table", "random_positions"]

"""What an arena keeps: people, tables, who sits where, every decision and the results; in any SQL database."""

from .records import Move, Person, Result, Sitting, StaleError, TableRow
from .store import Store, StoreError

__all__ = ["Move", "Person", "Result", "Sitting", "StaleError", "Store", "StoreError", "TableRow"]

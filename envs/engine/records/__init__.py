"""Games on record, and files that are whole or not there."""

from .record import GameRecord, Replay, as_plain, read_records

__all__ = ["GameRecord", "Replay", "as_plain", "read_records"]

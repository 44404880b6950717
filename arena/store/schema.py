"""The tables of an arena's database.

A game at a table is its seed and its decisions; nothing that follows from them is stored but the result. The primary
key of ``moves`` makes sure that no decision is stored twice and none is left out unnoticed.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

META = MetaData()

people = Table(
    "people", META,
    Column("id", Integer, primary_key=True),
    Column("name", String(40), nullable=False),
    Column("token", String(64), nullable=False, unique=True),  # digest of what the browser holds
    Column("created", Double, nullable=False),
)  # fmt: skip

tables = Table(
    "tables", META,
    Column("id", String(24), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("components", String(16), nullable=False),
    Column("players", Integer, nullable=False),
    Column("variants", JSON, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("agent_seed", BigInteger, nullable=False),
    Column("host", ForeignKey("people.id")),
    Column("listed", Boolean, nullable=False),
    Column("guided", Boolean, nullable=False),
    Column("created", Double, nullable=False),
    Column("ended", Double),
    Column("trouble", Text),  # why an agent cannot go on
    Column("awaits_agent", Boolean, nullable=False),
    Column("driver", String(24)),  # the process that lets the agents of this table move, and until when
    Column("driven_until", Double, nullable=False, default=0.0),
    Column("trial", Integer),  # the study's game that is played here
    Column("time_limit", Double),  # seconds for a person's decision; then the stand-in decides
    Column("stand_in", String(200)),
)  # fmt: skip

sittings = Table(
    "sittings", META,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("since", Integer, primary_key=True),  # from this decision on
    Column("agent", String(200)),
    Column("person", ForeignKey("people.id")),
    Column("token", String(64)),
)  # fmt: skip

moves = Table(
    "moves", META,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("action", Integer, nullable=False),  # -1 takes the seat's last decision back
    Column("at", Double, nullable=False),
    Column("took", Double),  # seconds a person thought
)  # fmt: skip

results = Table(
    "results", META,
    Column("id", Integer, primary_key=True),
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("game", String(40), nullable=False),
    Column("who", String(220), nullable=False),  # "agent:NAME", "person:ID", or "" where hands changed
    Column("score", Integer, nullable=False),
    Column("place", Double, nullable=False),  # ties share the mean
    Column("payoff", Double, nullable=False),
    UniqueConstraint("table_id", "seat"),
)  # fmt: skip

participants = Table(
    "participants", META,
    Column("id", Integer, primary_key=True),
    Column("study", String(80), nullable=False),
    Column("number", Integer, nullable=False),
    Column("code", String(24), nullable=False),
    Column("person", ForeignKey("people.id")),
    Column("consented", Double),
    Column("finished", Double),
    UniqueConstraint("study", "number"),
    UniqueConstraint("study", "code"),
)  # fmt: skip

trials = Table(
    "trials", META,
    Column("id", Integer, primary_key=True),
    Column("participant", ForeignKey("participants.id"), nullable=False),
    Column("number", Integer, nullable=False),  # 1 is the participant's first game
    Column("plan", JSON, nullable=False),
    Column("table_id", String(24)),
    UniqueConstraint("participant", "number"),
)  # fmt: skip

answers = Table(
    "answers", META,
    Column("participant", ForeignKey("participants.id"), primary_key=True),
    Column("question", String(80), primary_key=True),
    Column("value", Text, nullable=False),
    Column("at", Double, nullable=False),
)  # fmt: skip

"""Running the arena as a server."""

from __future__ import annotations

import errno
import json
import os
import secrets
import socket
import sys
from dataclasses import asdict, replace
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI

from ...envs import ConfigError
from ...envs.engine.records.files import as_json
from .app import create_app
from .settings import Settings

_SETTINGS = "MEEPLEZOO_ARENA"
"""Variable by which the settings reach further server processes."""
TOKEN = "MEEPLEZOO_ARENA_TOKEN"
_LOCAL = ("localhost", "127.0.0.1", "::1")


def serve(settings: Settings, host: str, port: int, workers: int = 1) -> None:
    """Serves until interrupted.

    Args:
        settings: How the arena is run.
        host: Address to listen on. One that others reach asks for a token: that of the environment variable
            ``MEEPLEZOO_ARENA_TOKEN``, or a new one.
        port: Port to listen on; 0 takes a free one.
        workers: Server processes.

    Raises:
        ConfigError: The port is in use, or the address is none of this machine.
        StoreError: The database cannot be opened.
    """
    if workers > 1 and settings.database.startswith("sqlite"):
        raise ConfigError("several server processes need a database server: --database postgresql+psycopg://…")
    local = _is_local(host)
    if local:
        settings = replace(settings, hosts=tuple({*_LOCAL, host}))
    token = os.environ.get(TOKEN, "" if local else secrets.token_urlsafe(16))
    settings = replace(settings, access_token=token)
    listening = _listen(host, port)
    port = listening.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    app = create_app(settings)  # whatever is wrong with the settings is said before anybody is invited
    print(f"arena: http://{shown}:{port}/" + (f"?token={token}" if token else ""), file=sys.stderr, flush=True)
    options: dict[str, Any] = {
        "log_level": "warning", "timeout_graceful_shutdown": 2, "server_header": False, "proxy_headers": local,
    }  # fmt: skip
    if workers == 1:
        uvicorn.Server(uvicorn.Config(app, **options)).run([listening])
        return
    app.state.arena.thinkers.close()
    app.state.arena.store.close()
    os.environ[_SETTINGS] = _to_json(settings)
    application = f"{__name__}:from_environment"
    uvicorn.run(application, factory=True, fd=listening.fileno(), workers=workers, **options)


def from_environment() -> FastAPI:
    """The application of one of several server processes."""
    values = json.loads(os.environ[_SETTINGS])
    values["agent_folders"] = [Path(folder) for folder in values["agent_folders"]]
    values["study"] = Path(values["study"]) if values["study"] else None
    return create_app(Settings(**values))


def _to_json(settings: Settings) -> str:
    return as_json(asdict(settings), default=str)


def _is_local(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise ConfigError(
                f"port {port} is in use; choose another one with --port, or 0 for any free one"
            ) from error
        raise ConfigError(
            f"cannot listen on {host}:{port}: {error.strerror}; choose another --host or --port"
        ) from error
    listening.listen(256)
    return listening

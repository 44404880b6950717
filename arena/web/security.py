"""What every request must pass: the right host, the access token, the same origin, a rate and a size."""

from __future__ import annotations

import hmac
import time
from collections import OrderedDict
from typing import Any
from urllib.parse import urlencode, urlsplit

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .settings import Settings

ACCESS, PERSON, SEAT = "mz_access", "mz_person", "mz_seat"
"""Names of cookies. That of a seat is bound to the seat's path: it is sent nowhere else."""
MOST_BYTES = 64 * 1024
_YEAR = 365 * 24 * 3600
_CLIENTS = 10_000
_PER_ADDRESS = 20
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


def keep_cookie(response: Response, request: HTTPConnection, name: str, value: str, path: str = "/") -> None:
    """Lets the browser keep a secret, out of reach of scripts and of other sites."""
    secure = request.url.scheme == "https"
    response.set_cookie(name, value, max_age=_YEAR, path=path, httponly=True, samesite="lax", secure=secure)


class Rates:
    """A bucket of allowances for each client, filled at a steady rate."""

    def __init__(self, per_second: float, burst: int):
        """Every client begins with a full bucket."""
        self._rate, self._burst = per_second, float(burst)
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allow(self, client: str) -> bool:
        """Takes one allowance; False if there is none."""
        now = time.monotonic()
        left, then = self._buckets.get(client, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._rate)
        allowed = left >= 1
        self._buckets[client] = (left - allowed, now)
        self._buckets.move_to_end(client)
        while len(self._buckets) > _CLIENTS:
            self._buckets.popitem(last=False)
        return allowed


class Guard:
    """ASGI middleware that refuses what must not reach the pages, and adds headers to all that is answered."""

    def __init__(self, app: ASGIApp, settings: Settings, refuse: Any):
        """Wraps an application.

        Args:
            app: The application.
            settings: What is allowed.
            refuse: ``refuse(status, message) -> Response`` makes the page for a refusal.
        """
        self._app, self._settings, self._refuse = app, settings, refuse
        self._rates = Rates(settings.requests_per_second, settings.burst)
        # Many people may share an address; whoever invents cookies gains no more than this.
        self._addresses = Rates(settings.requests_per_second * _PER_ADDRESS, settings.burst * _PER_ADDRESS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = HTTPConnection(scope)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                if not request.url.path.startswith("/static/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        answer = self._refusal(request) or self._admit(request)
        if answer is not None:
            await answer(scope, receive, send_with_headers)
            return
        await self._app(scope, _limited(receive), send_with_headers)

    def _refusal(self, request: HTTPConnection) -> Response | None:
        headers, method = request.headers, request.scope["method"]
        host = headers.get("host", "")
        name = _name_in(host)
        if self._settings.hosts and name not in self._settings.hosts:
            return self._refused(400, "This arena is not to be found under that name.")
        if method not in {"GET", "HEAD", "OPTIONS"} and not _same_origin(headers, host):
            return self._refused(403, "This request came from another site and was refused.")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > MOST_BYTES:
            return self._refused(413, "That is more than this page takes.")
        if not request.url.path.startswith("/static/") and not self._has_allowance(request):
            return self._refused(429, "That was too much at once. Wait a moment, then go on.")
        return None

    def _has_allowance(self, request: HTTPConnection) -> bool:
        address = request.client.host if request.client else ""
        person = request.cookies.get(PERSON, address)
        return self._addresses.allow(address) and self._rates.allow(person)

    def _admit(self, request: HTTPConnection) -> Response | None:
        """None for those who may come in; the token in an address becomes a cookie, and leaves the address."""
        wanted = self._settings.access_token
        if not wanted:
            return None
        given = request.query_params.get("token", "")
        if given and hmac.compare_digest(given.encode(), wanted.encode()):
            left = urlencode([(k, v) for k, v in request.query_params.multi_items() if k != "token"])
            answer = RedirectResponse(request.url.path + (f"?{left}" if left else ""), 303)
            keep_cookie(answer, request, ACCESS, wanted)
            return answer
        if hmac.compare_digest(request.cookies.get(ACCESS, "").encode(), wanted.encode()):
            return None
        return self._refused(401, "This arena asks for a token: open the link that you were sent, with its token.")

    def _refused(self, status: int, message: str) -> Response:
        answer: Response = self._refuse(status, message)
        return answer


def _name_in(host: str) -> str | None:
    """The name in a Host header, without the port; None if it is no such header."""
    if not all(c.isalnum() or c in ".-:[]" for c in host):
        return None
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:  # brackets that hold no address
        return None


def _same_origin(headers: Headers, host: str) -> bool:
    """Whether a page of this arena sent the request. Browsers always say; programs that say nothing have no cookies."""
    site = headers.get("sec-fetch-site")
    if site is not None and site not in {"same-origin", "none"}:
        return False
    origin = headers.get("origin")
    return origin is None or (origin != "null" and origin.partition("://")[2] == host)


def _limited(receive: Receive) -> Receive:
    """Bodies that come without a length are cut off at the limit too."""
    taken = 0

    async def limited() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > MOST_BYTES:
            raise HTTPException(413, "That is more than this page takes.")
        return message

    return limited

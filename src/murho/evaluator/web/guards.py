"""What stands before every page: how much a request may hold, how often one may ask, and what a browser may do.

>>> limit = Limit(burst=2, per_second=1.0)
>>> [limit.allows("10.0.0.1", now) for now in (0.0, 0.0, 0.0, 1.0)]
[True, True, False, True]
"""

import asyncio
import base64
import hashlib
import threading
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from murho.sheets.drawing.trees import STYLE

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

MOST_BYTES = 256 * 1024
"""Of the body of a request."""
BODY_SECONDS = 20.0
_TREES = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
POLICY = (
    f"default-src 'none'; script-src 'self'; style-src 'self' 'sha256-{_TREES}'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""Scripts and styles are files of this server, and the style of drawn trees, which stands in them."""
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}


class Limit:
    """So many requests at once, and then so many a second, for each address or person."""

    MOST = 10_000
    """Addresses that are remembered; then those are forgotten that may ask as much as anybody."""

    def __init__(self, burst: int, per_second: float):
        self.burst, self.per_second = burst, per_second
        self._left: dict[Any, tuple[float, float]] = {}
        self._turn = threading.Lock()

    def allows(self, key: Any, now: float | None = None) -> bool:
        """Whether one more is allowed, which counts then."""
        now = time.monotonic() if now is None else now
        with self._turn:
            left = self._of(key, now)
            if left < 1:
                return False
            if len(self._left) >= self.MOST:
                self._left = {one: kept for one, kept in self._left.items() if self._of(one, now) < self.burst}
            self._left[key] = left - 1, now
            return True

    def is_used_up(self, key: Any) -> bool:
        """Whether the next one would be refused."""
        with self._turn:
            return self._of(key, time.monotonic()) < 1

    def _of(self, key: Any, now: float) -> float:
        left, at = self._left.get(key, (float(self.burst), now))
        return min(self.burst, left + (now - at) * self.per_second)


def guarded(app: App) -> App:
    """The application behind a limit on what a request holds; every answer has the headers.

    What the request holds is `scope["body"]`.
    """

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await app(scope, receive, send)
            return

        async def send_with_headers(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [
                    *message.get("headers", ()),
                    *((name.encode(), value.encode()) for name, value in HEADERS.items()),
                ]
            await send(message)

        body = await _body(receive)
        if body is None:
            await _refuse(send_with_headers, 413, b"This is more than a form can hold.\n")
            return
        await app({**scope, "body": body}, receive, send_with_headers)

    return answer


async def _body(receive: Receive) -> bytes | None:
    """The body of a request; None where it is too long, or too slow."""
    parts, size, more = [], 0, True
    until = time.monotonic() + BODY_SECONDS
    while more:
        try:
            message = await asyncio.wait_for(receive(), max(0.1, until - time.monotonic()))
        except TimeoutError:
            return None
        part = message.get("body", b"")
        size += len(part)
        if size > MOST_BYTES or message["type"] == "http.disconnect":
            return None
        parts.append(part)
        more = message.get("more_body", False)
    return b"".join(parts)


async def _refuse(send: Send, status: int, text: bytes) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text})

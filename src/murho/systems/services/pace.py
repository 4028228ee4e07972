"""When the next request may go: so many a minute, so many tokens a minute, so many at a time.

How many go at a time adapts: it begins with two, grows by one whenever as many have been answered as go at a time, and
is halved where the service says that it is too much. What a request takes in tokens is known when it is answered;
until then it is taken to be what requests took so far.
"""

import asyncio
from collections.abc import Awaitable, Callable

Sleep = Callable[[float], Awaitable[None]]
_FIRST = 2.0
"""Requests at a time, in the beginning."""
_ONCE = 1.0
"""Seconds in which many refusals count as one: they were all sent before the first came."""


class Pace:
    """The pace of one service; all of it belongs to one event loop.

    Args:
        at_once: requests that go at a time, at most.
        requests: a minute, at most.
        tokens: a minute, at most.
        sleep: waits so many seconds; what it raises ends the waiting.
    """

    def __init__(self, at_once: int, requests: float | None, tokens: float | None, sleep: Sleep):
        self._most, self._allowed = float(at_once), min(float(at_once), _FIRST)
        self._under_way = 0
        self._each = 60 / requests if requests else 0.0
        self._token = 60 / tokens if tokens else 0.0
        self._sleep = sleep
        self._next = self._paid = self._pause = 0.0
        """When the next request may go by the rate of requests, by that of tokens, and by what the service asked."""
        self._halved = float("-inf")
        self._usual: float | None = None
        """Tokens of a request, by those so far."""
        self._free = asyncio.Condition()

    @property
    def allowed(self) -> int:
        """Requests that may go at a time now."""
        return int(self._allowed)

    async def turn(self) -> None:
        """Wait until a request may go; `done` has to follow."""
        async with self._free:
            while self._under_way >= self.allowed:
                await self._free.wait()
            self._under_way += 1
        try:
            while (wait := max(self._next, self._paid, self._pause) - _now()) > 0:
                await self._sleep(wait)
            self._next = max(self._next, _now()) + self._each
            self._paid = max(self._paid, _now()) + (self._usual or 0.0) * self._token
        except BaseException:
            await self.done()
            raise

    async def done(self) -> None:
        """A request is over."""
        async with self._free:
            self._under_way -= 1
            self._free.notify_all()

    def took(self, tokens: float) -> None:
        """A request was answered, and took so many tokens."""
        self._allowed = min(self._most, self._allowed + 1 / max(1, self.allowed))
        self._paid = max(self._paid, _now()) + (tokens - (self._usual or 0.0)) * self._token
        self._usual = tokens if self._usual is None else 0.8 * self._usual + 0.2 * tokens

    def too_much(self, wait: float | None) -> None:
        """The service said so, and maybe how long nobody should ask."""
        now = _now()
        if wait is not None:
            self._pause = max(self._pause, now + wait)
        if now - self._halved >= _ONCE:
            self._allowed, self._halved = max(1.0, self._allowed / 2), now


def _now() -> float:
    return asyncio.get_running_loop().time()

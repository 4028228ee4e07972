"""When the next request may go, what all of them may take, and what each costs.

So many may go a minute, so many tokens a minute, so many at a time.

How many go at a time adapts: it begins with two, grows by one whenever as many have been answered as go at a time, and
is halved where the service says that it is too much. What a request takes in tokens is known when it is answered;
until then it is taken to be what requests took so far.

A budget is of one command: requests, tokens, money, minutes; what is used up ends the asking in good order.

>>> budget = Budget.of("requests=2, money=1.50")
>>> budget.ask(); budget.used(tokens=900, money=0.2)
>>> budget.ask()
>>> budget.ask()  # doctest: +ELLIPSIS
Traceback (most recent call last):
murho.systems.services.client.EndedError: the budget of 2 requests is used up; the same command goes on, with as much...

What replies cost is read from a file of prices in TOML, with a table for each model, or host, in one currency:

    currency = "EUR"

    [small-model]
    input = 0.15      # for a million tokens
    output = 0.60

    ["nlu.example"]
    request = 0.002   # for each request
"""

import asyncio
import time
import tomllib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Self

from murho.core.errors import InputError, UsageError
from murho.systems.services.client import EndedError
from murho.systems.services.template import text_of

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


UNITS = ("requests", "tokens", "money", "minutes")


@dataclass
class Budget:
    """What may be used, by unit, and what was."""

    most: dict[str, float]
    spent: dict[str, float] = field(default_factory=lambda: dict.fromkeys(UNITS, 0.0))
    began: float = field(default_factory=time.monotonic)

    @classmethod
    def of(cls, text: str | None) -> Self:
        """Read it, as in `requests=1000,money=2.50`.

        Raises:
            UsageError: it is none.
        """
        most: dict[str, float] = {}
        for pair in (text or "").split(",") if text is not None else ():
            name, _, value = (part.strip() for part in pair.partition("="))
            try:
                number = float(value)
            except ValueError:
                number = 0.0
            if name not in UNITS or name in most or not 0 < number < float("inf"):
                raise UsageError(f"budget {text!r}: write {', '.join(UNITS)}, as in requests=1000,money=2.50")
            most[name] = number
        return cls(most)

    def anew(self) -> "Budget":
        """As much again, from now on."""
        return replace(self, spent=dict.fromkeys(UNITS, 0.0), began=time.monotonic())

    def ask(self) -> None:
        """Count a request that is about to be sent.

        Raises:
            EndedError: something is used up.
        """
        self.spent["minutes"] = (time.monotonic() - self.began) / 60
        for name, most in self.most.items():
            if self.spent[name] >= most:
                found = f"the budget of {most:,g} {name if name != 'money' else '(money)'} is used up"
                raise EndedError(f"{found}; the same command goes on, with as much again")
        self.spent["requests"] += 1

    def used(self, *, tokens: float, money: float) -> None:
        """Count what a reply took."""
        self.spent["tokens"] += tokens
        self.spent["money"] += money


MILLION = 1_000_000


@dataclass(frozen=True)
class Price:
    """What one model costs."""

    input: float = 0.0
    """For a million tokens that it is sent."""
    output: float = 0.0
    """For a million tokens that it gives."""
    request: float = 0.0
    currency: str = ""

    def of(self, tokens_in: float, tokens_out: float) -> float:
        """What a request costs.

        >>> Price(input=1.0, output=4.0).of(1_000, 500)
        0.003
        """
        return self.request + (self.input * tokens_in + self.output * tokens_out) / MILLION


def price_of(path: str, name: str) -> Price:
    """The price of a model or host.

    Raises:
        InputError: the file is no file of prices, or has none of that name.
    """
    try:
        table = tomllib.loads(text_of(path))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"is no TOML ({error})", "mend it", path=path) from None
    currency, result = table.pop("currency", ""), table.get(name)
    if result is None:
        known = ", ".join(table) or "none at all"
        raise InputError(f"has no price of {name!r}, but of {known}", f'add a table ["{name}"]', path=path)
    fields = ("input", "output", "request")
    if not isinstance(result, dict) or set(result).difference(fields) or not isinstance(currency, str):
        raise InputError(f"cannot read the price of {name!r}", f"give it {', '.join(fields)}", path=path)
    for entry, value in result.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < float("inf"):
            raise InputError(f"{name}: {entry} is {value!r}", "give a number, 0 or more", path=path)
    return Price(**result, currency=currency)

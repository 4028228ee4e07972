"""What differs between services: how a question is written, how a reply is read."""

from typing import Any, NamedTuple, Protocol

from murho.core.meaning import Answered
from murho.systems.services.client import Request
from murho.systems.services.prices import Price


class Read(NamedTuple):
    """What a reply says."""

    answer: Answered
    failure: str | None = None
    raw: str | None = None
    """What it said in its own words, where that is no answer."""
    tokens_in: int = 0
    tokens_out: int = 0


class Dialect(Protocol):
    """How one service is spoken to."""

    names: frozenset[str]
    """What of a case a question holds: `expression`, `id`, `before`."""

    def price(self, path: str) -> Price:
        """What a request costs, by a file of prices."""
        ...

    def request(self, **case: Any) -> Request:
        """The question about a case."""
        ...

    def read(self, value: Any, text: str) -> Read:
        """What a reply says; never an exception."""
        ...

"""What differs between services: how a question is written, how a reply is read.

Where the answer stands in the JSON of a reply is a JSONPath (RFC 9535).
"""

from typing import Any, NamedTuple, Protocol

from murho.core.errors import UsageError, shortened
from murho.core.meaning import Answered
from murho.systems.coerce import NotMeaningsError, meanings_of
from murho.systems.services.client import RAW, Request, library
from murho.systems.services.faults import FaultError
from murho.systems.services.limits import Price


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


class Place:
    """Where in some JSON the answer stands.

    One place holds a meaning, a list of meanings, or null for ⊥; of several places each holds a meaning.

    >>> Place("$.intents[?@.confidence > 0.5].name").answer({"intents": [{"name": "hours", "confidence": 0.9}]})
    ('hours',)

    Raises:
        UsageError: the path is none.
    """

    def __init__(self, path: str):
        library()
        import jsonpath

        self.path = path
        try:
            self._found = jsonpath.compile(path, strict=True)
        except jsonpath.JSONPathError as error:
            told = shortened(str(error).partition("\n")[0], 200)
            raise UsageError(f"response={path}: no JSONPath ({told}); write one as $.intent.name") from None

    def answer(self, value: Any) -> Answered:
        """The answer in a reply.

        Raises:
            FaultError: there is none.
        """
        import jsonpath

        try:
            found = self._found.findall(value)
        except (jsonpath.JSONPathError, RecursionError) as error:
            raise FaultError(f"no answer: {self.path} cannot be looked up ({shortened(str(error), 100)})") from None
        if not found:
            has = f"; it has {', '.join(sorted(value))}"[:200] if isinstance(value, dict) and value else ""
            raise FaultError(f"no answer: nothing stands at {self.path}{has}")
        try:
            return meanings_of(found[0] if len(found) == 1 else found)
        except NotMeaningsError as error:
            raise FaultError(f"no answer: {error}") from None


def kept(text: str) -> str:
    """What is kept of a reply that cannot be read: not more than can be shown, and what any file can hold."""
    return text[:RAW].encode("utf-8", "backslashreplace").decode()

"""What differs between services: how a question is written, how a reply is read.

Where the answer stands in the JSON of a reply is a JSONPath (RFC 9535).

What is typed behind the name of a service is an address or a model, then words `option=value`.

>>> from murho.plugs import Option
>>> known = (Option("rpm", "number", None, "Requests a minute."), Option("prompt", "file", None, "The prompt."))
>>> Words.of("openai", "tiny prompt='my prompt.md' rpm=60", known)
Words(kind='openai', first='tiny', given={'prompt': ['my prompt.md'], 'rpm': ['60']})
"""

import shlex
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, Self

from murho.core.errors import UsageError, shortened
from murho.core.meaning import Answered
from murho.plugs import Option, close_to
from murho.systems.coerce import NotMeaningsError, meanings_of
from murho.systems.services.client import RAW, FaultError, Request, library
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
            result = self._found.findall(value)
        except (jsonpath.JSONPathError, RecursionError) as error:
            raise FaultError(f"no answer: {self.path} cannot be looked up ({shortened(str(error), 100)})") from None
        if not result:
            has = f"; it has {', '.join(sorted(value))}"[:200] if isinstance(value, dict) and value else ""
            raise FaultError(f"no answer: nothing stands at {self.path}{has}")
        try:
            return meanings_of(result[0] if len(result) == 1 else result)
        except NotMeaningsError as error:
            raise FaultError(f"no answer: {error}") from None


def kept(text: str) -> str:
    """What is kept of a reply that cannot be read: not more than can be shown, and what any file can hold."""
    return text[:RAW].encode("utf-8", "backslashreplace").decode()


@dataclass(frozen=True)
class Words:
    """What was typed, by options."""

    kind: str
    first: str
    """The address, or the model."""
    given: Mapping[str, Sequence[str]]
    """The values of each option, in their order."""

    @classmethod
    def of(cls, kind: str, spec: str, options: Sequence[Option], repeated: Collection[str] = ("header",)) -> Self:
        """Read it; only an option that may be `repeated` is given more than once.

        Raises:
            UsageError: an option that there is not, or that is given twice; nothing stands before the options.
        """
        try:
            first, *pairs = shlex.split(spec) or [""]
        except ValueError as error:
            raise UsageError(f"{kind}: {error}; put a value with blanks in quotation marks") from None
        known, given = [option.name for option in options], dict[str, list[str]]()
        if not first or first.partition("=")[0] in known:  # `openai: prompt=FILE`
            raise UsageError(f"{kind}: nothing is named; write an address or a model behind the colon")
        for pair in pairs:
            name, sign, value = pair.partition("=")
            if not sign:
                raise UsageError(f"{kind}: {pair!r} is no option; write it as OPTION=VALUE, without blanks around =")
            if name not in known:
                near = close_to(name, known)
                hint = f"did you mean {near}?" if near else f"known: {', '.join(known)}"
                raise UsageError(f"{kind}: no option {name!r}; {hint}")
            if name in given and name not in repeated:
                raise UsageError(f"{kind}: {name} is given twice; give it once")
            given.setdefault(name, []).append(value)
        return cls(kind, first, given)

    def get(self, name: str) -> str | None:
        """The value of an option."""
        return next(iter(self.given.get(name, ())), None)

    def number(self, name: str, default: Any = None) -> Any:
        """The value of an option that is a number above 0; a whole one where the default is.

        Raises:
            UsageError: it is none.
        """
        if (text := self.get(name)) is None:
            return default
        try:
            value = int(text) if isinstance(default, int) else float(text)
        except ValueError:
            value = 0
        if not 0 < value < float("inf"):
            raise UsageError(f"{self.kind}: {name}={text}: give a number above 0")
        return value

    def written(self, names: Collection[str]) -> str:
        """What it says of these options, as it is typed: in the order of the names, so that it is one text."""
        words = [f"{name}={value}" for name in sorted(names) for value in self.given.get(name, ())]
        return " ".join(map(shlex.quote, [self.first, *words]))

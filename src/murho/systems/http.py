"""A service that takes JSON over HTTP or HTTPS, as a system: `http://HOST/PATH request=FILE response=PATH`.

It takes JSON, or an address with the expression in it, and answers with JSON.

See `murho.systems.services`, and docs/services.md.

>>> system = SYSTEM_HTTP.system("//nlu.example/parse response=$.intent rpm=60", workers=8, timeout=None)
>>> system.describe()["spec"], SYSTEM_HTTP.typed({}, "//nlu.example/parse")
("//nlu.example/parse 'response=$.intent'", 'http://nlu.example/parse')
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any
from urllib.parse import quote, urlsplit

from murho.core.errors import InputError, UsageError
from murho.core.meaning import UNDEFINED
from murho.plugs import Option
from murho.systems.kinds import Kind
from murho.systems.services.client import FaultError, Request
from murho.systems.services.dialect import Place, Read, Words, kept
from murho.systems.services.limits import Price, price_of
from murho.systems.services.secrets import refuse_written_address, refuse_written_header
from murho.systems.services.service import ASKING, Service
from murho.systems.services.template import NAMES, Template, as_text, json_of

RESPONSE = "$.answer"
OPTIONS = (
    Option(
        "request", "file", None, 'What is sent, as JSON: {"text": "{{ expression }}"}; by default id and expression.'
    ),
    Option("response", "text", RESPONSE, "Where the answer stands in the reply, as a JSONPath."),
    Option("header", "text", None, "A header, 'NAME: ${VARIABLE}'; may be repeated."),
)
_USUAL = {"id": "{{ id }}", "expression": "{{ expression }}"}
"""What is sent where nobody says otherwise: what a command gets."""


class Plain:
    """How such a service is asked, of what was typed.

    An address that holds `{{expression}}` is asked by GET, any other by POST.

    Raises:
        UsageError, InputError: the words do not fit, or a file is none of its kind.
    """

    def __init__(self, words: Words):
        self._url = refuse_written_address(f"{words.kind}:{words.first}")
        self.host = urlsplit(self._url).netloc
        self._headers = dict(map(refuse_written_header, words.given.get("header", ())))
        self._place = Place(words.get("response") or RESPONSE)
        self._key = ", ".join(self._headers)
        template = words.get("request")
        in_address = [name for name in NAMES if "{{" + name + "}}" in self._url]
        if in_address and template is not None:
            raise UsageError(f"http: the expression stands in the address at {self.host}, too; leave request out")
        self._template = None if in_address else Template(_USUAL if template is None else json_of(template), template)
        self.names = frozenset(in_address) if self._template is None else self._template.names
        if "expression" not in self.names:
            raise InputError("holds no {{ expression }}", "put it where the service looks for the text", path=template)

    def price(self, path: str) -> Price:
        """What a request costs, by a file of prices."""
        return price_of(path, self.host)

    def request(self, **case: Any) -> Request:
        """The question about a case."""
        if self._template is not None:
            return Request(self._url, self._headers, self._template.filled(**case), self._key)
        return Request(_filled(self._url, case), self._headers, None, self._key)

    def read(self, value: Any, text: str) -> Read:
        """What a reply says."""
        try:
            return Read(self._place.answer(value))
        except FaultError as fault:
            return Read(UNDEFINED, fault.failure, kept(text))


def _filled(url: str, case: Mapping[str, Any]) -> str:
    for name, value in case.items():
        url = url.replace("{{" + name + "}}", quote(as_text(value), safe=""))
    return url


def made(spec: str, *, workers: int, timeout: float | None, kind: str = "http") -> Service:
    """A service that takes JSON over HTTP and answers with JSON."""
    words = Words.of(kind, spec, (*OPTIONS, *ASKING))
    written = words.written([option.name for option in OPTIONS])
    return Service(kind, written, Plain(words), words, workers=workers, timeout=timeout)


def files(kind: str, spec: str) -> list[str]:
    """The template of its requests."""
    words = Words.of(kind, spec, OPTIONS)
    return [path for path in (words.get("request"),) if path is not None]


SYSTEM_HTTP = Kind(
    make=made,
    name="http",
    title="Service that takes JSON",
    options=(*OPTIONS, *ASKING),
    takes=("workers", "timeout"),
    code=partial(files, "http"),
    is_service=True,
    example="http://localhost:8000/parse request=request.json response=$.intent.name",
)


def _over_https(spec: str, *, workers: int, timeout: float | None) -> Service:
    """A service that takes JSON over HTTPS and answers with JSON."""
    return made(spec, workers=workers, timeout=timeout, kind="https")


SYSTEM_HTTPS = replace(
    SYSTEM_HTTP,
    make=_over_https,
    name="https",
    title="Service over HTTPS",
    code=partial(files, "https"),
    example="https://nlu.example/parse header='X-Api-Key: ${NLU_KEY}'",
)

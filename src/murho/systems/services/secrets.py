"""Secrets of a service: they stand in the environment, are sent, and are written nowhere.

What is typed holds the names of variables, `${MY_KEY}`, and that is what records, digests and errors show. The values
are filled in when a request is sent, and cut out of whatever comes back, since a service may repeat what it was sent.

>>> secrets = Secrets({"MY_KEY": "sk-123456"})
>>> secrets.fill("Bearer ${MY_KEY}"), secrets.hide("no key sk-123456 is known")
('Bearer sk-123456', 'no key (secret) is known')

A service may write it otherwise, as addresses, JSON or pages do; it is the same secret.

>>> secrets = Secrets({"MY_KEY": "a+'b'"})
>>> secrets.fill("${MY_KEY}"), secrets.hide("a%2B%27b%27, a+&#39;b&#39; and a+\\\\'b\\\\'")
("a+'b'", '(secret), (secret) and (secret)')
"""

import os
import re
from collections.abc import Mapping
from itertools import groupby
from urllib.parse import parse_qsl, quote, urlsplit

from murho.core.errors import UsageError

_VARIABLE = re.compile(r"\$\{(\w+)\}")
_TELLING = re.compile(
    r"(^|[-_.])(auth\w*|authorization|cookie|(\w*api)?key|apikey|password|passwd|pwd|secret|sig(nature)?|token|bearer)"
    r"($|[-_.])",
    re.IGNORECASE,
)
"""Names of what is most likely a secret."""
_SHORTEST = 4
"""Characters; what is shorter stands in any text, and would be cut out of it."""
HIDDEN = "(secret)"
_ENTITIES = {'"': "quot", "'": "apos", "&": "amp", "<": "lt", ">": "gt", "+": "plus", "/": "sol", "=": "equals"}


class Secrets:
    """The values of variables that were asked for, which `hide` cuts out of texts."""

    def __init__(self, environment: Mapping[str, str] | None = None):
        self._environment = os.environ if environment is None else environment
        self._known: dict[str, re.Pattern[str]] = {}

    def fill(self, text: str, *, quoted: bool = False) -> str:
        """The text with the values of its variables, for an address `quoted`.

        Raises:
            UsageError: a variable is not set.
        """

        def value(match: re.Match[str]) -> str:
            # What ends a line in a file with a key ends it in the variable, too, and stands in no header.
            result = self._environment.get(match[1], "").strip()
            if not result:
                raise UsageError(f"the environment has no {match[1]}; set it: export {match[1]}=...")
            if not result.isascii() or not result.isprintable():
                raise UsageError(f"{match[1]} holds what no header can; give it as it was issued")
            if len(result) >= _SHORTEST and result not in self._known:
                self._known[result] = _pattern(result)
            return quote(result, safe="") if quoted else result

        return _VARIABLE.sub(value, text)

    def hide(self, text: str) -> str:
        """The text without the values of variables that were filled in."""
        for known in sorted(self._known, key=len, reverse=True):
            text = self._known[known].sub(HIDDEN, text)
        return text


def _pattern(secret: str) -> re.Pattern[str]:
    """Finds a secret in all the ways in which it may be written: in addresses, in JSON and code, in pages."""
    parts = (_written(character, len([*run])) for character, run in groupby(secret))
    return re.compile("".join(parts))


def _written(character: str, times: int) -> str:
    """A character so often in a row, maybe behind backslashes; whatever matches is taken once, and not tried again."""
    if character.isalnum():
        return re.escape(character * times)
    code = ord(character)
    entities = [f"#0*{code}", f"#x0*{code:x}", *([_ENTITIES[character]] if character in _ENTITIES else [])]
    coded = rf"(?i:%(?:25)*{code:02x}|(?:u00|x){code:02x}|&(?:amp;)*(?:{'|'.join(entities)});)"
    if character == "\\":
        return rf"(?:\\{{{times},{8 * times}}}+|(?:\\{{0,8}}+{coded}){{{times}}})"
    space = r"|\+" if character == " " else ""
    return rf"(?:\\{{0,8}}+(?:{re.escape(character)}|{coded}{space})){{{times}}}"


def refuse_written_header(header: str) -> tuple[str, str]:
    """The name and the value of a header that is typed `NAME: VALUE`.

    Raises:
        UsageError: it is none, or holds a secret itself and not the name of a variable.

    >>> refuse_written_header("X-Api-Key: ${MY_KEY}")
    ('X-Api-Key', '${MY_KEY}')
    """
    name, colon, value = (part.strip() for part in header.partition(":"))
    if not colon or not name.isascii() or not re.fullmatch(r"[\w!#$%&'*+.^`|~-]+", name):
        raise UsageError("a header is written 'NAME: VALUE', as in 'X-Api-Key: ${MY_KEY}'")
    if _TELLING.search(name) and not _VARIABLE.search(value):
        raise UsageError(
            f"header {name}: what stands there would be written into the run; put it into a variable and name that, "
            f"'{name}: ${{MY_KEY}}'"
        )
    if not value.isascii() or not value.isprintable():
        raise UsageError(f"header {name}: its value is not ASCII; a header holds nothing else")
    return name, value


def refuse_written_address(address: str, what: str = "this") -> str:
    """An address of HTTP, as it was typed; `what` it is called in errors.

    Raises:
        UsageError: it is none, or holds a password or a key itself and not the name of a variable.

    >>> refuse_written_address("https://nlu.example/parse?key=${MY_KEY}")
    'https://nlu.example/parse?key=${MY_KEY}'
    """
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname, parts.port
    except ValueError:
        host, parts = None, urlsplit("")
    if parts.scheme not in ("http", "https") or not host:
        raise UsageError(f"{what} is no address; write http://HOST/PATH or https://HOST/PATH")
    if "@" in parts.netloc:
        raise UsageError(f"the address at {host} holds a password; send it as a header, 'Authorization: ${{MY_KEY}}'")
    for name, value in parse_qsl(parts.query, keep_blank_values=True):
        if _TELLING.search(name) and value and not _VARIABLE.search(value):
            raise UsageError(
                f"the address at {host} holds a secret in {name}, which would be written into the run; put it into a "
                f"variable and name that, {name}=${{MY_KEY}}"
            )
    return address

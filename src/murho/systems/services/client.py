"""One request and what comes of it, within a time and a size.

Where the environment names a proxy between here and a service, only its variable is ever named: what it holds may be a
password.

Whatever goes wrong between a question and its reply, one of three things is done: ask again, give up, or end.

| what comes | what is done |
|---|---|
| 408, 425, 429, 500, 502, 503, 504, 529; no connection, or one that is cut | asked again, up to `attempts` times |
| 401, 402, 403, 407, a redirection, 429 for want of money, a wait of more than five minutes | the run ends |
| any other status; what is no JSON, too long, or late | the case is UNDEFINED |
"""

import asyncio
import codecs
import json
import os
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit
from urllib.request import getproxies_environment, proxy_bypass

from murho.core.errors import MurhoError, UsageError, shortened
from murho.systems.services.secrets import Secrets

if TYPE_CHECKING:
    import httpx
RETRYABLE = frozenset({408, 425, 429, 500, 502, 503, 504, 529})
LATE = 408, 429, 503, 529
"""Statuses that say: too much at a time."""


class FaultError(Exception):
    """Why a case is UNDEFINED; `raw` is what the service said, where that is worth keeping."""

    def __init__(self, failure: str, raw: str | None = None):
        super().__init__(failure)
        self.failure, self.raw = failure, raw


class RefusedError(FaultError):
    """The service did not take the question: a status that is no success."""


class AgainError(RefusedError):
    """It may be asked again, after `wait` seconds where the service says so; `crowded` where it was asked too much."""

    def __init__(self, failure: str, *, wait: float | None = None, crowded: bool = False):
        super().__init__(failure)
        self.wait, self.crowded = wait, crowded


class UnreachableError(AgainError):
    """There is no connection to it; `todo` is what to do about that."""

    def __init__(self, failure: str, todo: str):
        super().__init__(failure)
        self.todo = todo


class EndedError(MurhoError):
    """Nothing more is asked: no question would be answered, or none may be asked."""


def proxy_of(url: str) -> str | None:
    """The name of the variable with the proxy by which an address is asked; None where it is asked straight.

    >>> proxy_of("http://127.0.0.1:8000/parse") == proxy_of("http://127.0.0.1:8000/")
    True
    """
    parts = urlsplit(url)
    proxies = getproxies_environment()
    if proxy_bypass(parts.hostname or ""):
        return None
    kind = next((kind for kind in (parts.scheme, "all") if proxies.get(kind)), None)
    return None if kind is None else _variable(kind)


def variables() -> list[str]:
    """The names of all variables that name a proxy."""
    return [_variable(kind) for kind in getproxies_environment() if kind in ("http", "https", "all")]


def _variable(kind: str) -> str:
    names = f"{kind}_proxy", f"{kind}_proxy".upper()
    return next((name for name in names if os.environ.get(name)), names[1])


LARGEST = 16 << 20
"""Bytes of a reply; of a longer one no more is read."""
RAW = 10_000
"""Characters that are kept of a reply that cannot be read."""
PATIENCE = 300.0
"""Seconds; a service that says to wait longer ends the run."""


@dataclass(frozen=True)
class Request:
    """What is sent, with the names of variables where secrets stand."""

    url: str
    headers: Mapping[str, str]
    body: Any
    """JSON; None asks by GET."""
    key: str = ""
    """Where the key stands, for errors."""


class Reply(NamedTuple):
    """What came, without secrets."""

    value: Any
    """The JSON."""
    text: str
    seconds: float


def library() -> Any:
    """The client of HTTP.

    Raises:
        UsageError: it is not installed.
    """
    try:
        import httpx
        import jsonpath  # noqa: F401
        import jsonschema  # noqa: F401
        import tenacity  # noqa: F401
    except ImportError as error:
        raise UsageError(f"services need {error.name}; install the extra: pip install 'murho[http]'") from None
    return httpx


class Client:
    """Connections to a service; `close` ends them."""

    def __init__(self, secrets: Secrets, timeout: float, connections: int):
        library()
        import httpx

        self._secrets, self._timeout = secrets, timeout
        try:
            self._client = httpx.AsyncClient(
                timeout=httpx.Timeout(timeout),
                limits=httpx.Limits(max_connections=connections, max_keepalive_connections=connections),
                follow_redirects=False,  # headers with keys go nowhere but where they were sent
            )
        except (ValueError, ImportError, httpx.InvalidURL) as error:
            names = " or ".join(variables())
            if not names:
                raise
            socks = "; for one of SOCKS: pip install 'httpx[socks]'" if isinstance(error, ImportError) else ""
            told = f"the environment names a proxy that cannot be used, in {names}"
            raise UsageError(f"{told}; write http://HOST:PORT there, or unset it{socks}") from None

    async def close(self) -> None:
        """End the connections."""
        await self._client.aclose()

    async def ask(self, request: Request) -> Reply:
        """Send a request once.

        Raises:
            FaultError: there is no reply that can be read; of which kind, `faults` has.
            EndedError: no other question would be answered either.
        """
        import httpx

        hide = self._secrets.hide
        headers = {name: self._secrets.fill(value) for name, value in request.headers.items()}
        url, content = self._secrets.fill(request.url, quoted=True), None
        if request.body is not None:
            content = json.dumps(request.body).encode()
            headers = {"Content-Type": "application/json", **headers}
        began = time.perf_counter()
        try:
            async with (
                asyncio.timeout(self._timeout),
                self._client.stream("GET" if content is None else "POST", url, content=content, headers=headers) as got,
            ):
                data = bytearray()
                async for chunk in got.aiter_bytes():
                    data += chunk
                    if len(data) > LARGEST:
                        raise FaultError(f"flood: more than {LARGEST >> 20} MB, the rest was not read")
        except (TimeoutError, httpx.ReadTimeout, httpx.WriteTimeout):
            raise FaultError(f"time-out: no whole reply within {self._timeout:g} s") from None
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.ProxyError) as error:
            raise _unreachable(request.url, shortened(hide(str(error)) or "no answer in time", 200)) from None
        except httpx.DecodingError as error:
            raise FaultError(f"not readable: {shortened(hide(str(error)), 200)}") from None
        except (httpx.UnsupportedProtocol, httpx.LocalProtocolError, httpx.InvalidURL) as error:
            raise EndedError(f"cannot be asked: {shortened(hide(str(error)), 200)}; mend the address") from None
        except httpx.TransportError as error:
            raise AgainError(f"connection cut: {shortened(hide(str(error)), 200)}") from None
        seconds = time.perf_counter() - began
        if got.status_code != 200 and not 200 < got.status_code < 300:
            raise _refusal(got, hide(_shown(bytes(data[: 4 * RAW]))), request.key)
        text = hide(_text(bytes(data), got.charset_encoding, hide))
        return Reply(_json(text, str(got.headers.get("content-type", ""))), text, seconds)


def _unreachable(url: str, why: str) -> UnreachableError:
    """What stands between here and an address, which may hold names of variables and is told without its path."""
    parts = urlsplit(url)
    where = f"{parts.scheme}://{parts.netloc}"
    if (proxy := proxy_of(url)) is not None:
        told = f"no connection: the proxy in {proxy} does not lead to {where} ({why})"
        return UnreachableError(told, f"mend {proxy}, or add {parts.hostname} to NO_PROXY")
    if "SSL" in why:
        told = f"no connection: {where} does not speak as https does, or shows a certificate that is not known ({why})"
        return UnreachableError(told, "write http:// where it is plain, or name its certificate in SSL_CERT_FILE")
    return UnreachableError(
        f"no connection: nothing answers at {where} ({why})", "start the service, or check the address"
    )


def _refusal(got: "httpx.Response", text: str, key: str) -> Exception:
    """What a status that is no success means."""
    status = got.status_code
    said = error_told(text)
    told = f"HTTP {status}: {said}" if said else f"HTTP {status}: {got.reason_phrase or 'no reason given'}"
    if status in (401, 403):
        return EndedError(f"{told}; check the key{f' in {key}' if key else ''}")
    if status == 407:
        return EndedError(f"{told}; the proxy wants a name and a password: http://NAME:PASSWORD@HOST:PORT")
    if status == 402 or (status == 429 and "insufficient_quota" in text):
        return EndedError(f"{told}; the account has nothing left: go on when it has, with the same command")
    if 300 <= status < 400:
        return EndedError(f"HTTP {status}: it is elsewhere; name the address that it points to, or check the path")
    if status not in RETRYABLE:
        return RefusedError(told, text[:RAW])
    wait = waiting(got.headers)
    if wait is not None and wait > PATIENCE:
        return EndedError(f"{told}; it asks to wait {wait:,.0f} s: go on after that, with the same command")
    return AgainError(told, wait=wait, crowded=status in LATE)


def waiting(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """The seconds that a service asks to wait, as a number or as a date; None where it says nothing.

    >>> waiting({"retry-after": "2"}), waiting({"retry-after-ms": "40"}), waiting({"retry-after": "soon"})
    (2.0, 0.04, None)
    >>> noon = datetime(2026, 1, 1, 12, tzinfo=UTC)
    >>> waiting({"retry-after": "Thu, 01 Jan 2026 12:00:30 GMT"}, noon)
    30.0
    """
    for name, unit in (("retry-after-ms", 1e-3), ("retry-after", 1.0)):
        if (text := headers.get(name)) is None:
            continue
        try:
            seconds = float(text) * unit
        except ValueError:
            try:
                then = parsedate_to_datetime(text)
            except (ValueError, TypeError):
                continue
            then = then if then.tzinfo else then.replace(tzinfo=UTC)
            seconds = (then - (now or datetime.now(UTC))).total_seconds()
        if seconds == seconds:
            return max(0.0, seconds)
    return None


def error_told(text: str) -> str:
    """What an error says of itself: the message of its JSON, or the beginning of its text; nothing of a page."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return "" if _is_page(text) else shortened(text, 200)
    if isinstance(value, dict):
        error = value.get("error", value)
        message = error.get("message") or error.get("detail") if isinstance(error, dict) else error
        if isinstance(message, str):
            return shortened(message, 200)
    return shortened(text, 200)


def _text(data: bytes, charset: str | None, hide: Any) -> str:
    """The text of a reply.

    Raises:
        FaultError: it is in another encoding than it says, UTF-8 where it says none.
    """
    try:
        name = codecs.lookup(charset).name if charset else "utf-8"
    except LookupError:
        name = "utf-8"
    try:
        return data.decode("utf-8-sig" if name == "utf-8" else name)
    except UnicodeDecodeError as error:
        found = f"wrong encoding: no {name.upper()} at byte {error.start}"
        raise FaultError(f"{found}; have it say its charset, or send UTF-8", hide(_shown(data))[:RAW]) from None


def _json(text: str, kind: str) -> Any:
    """The JSON of a reply.

    Raises:
        FaultError: it is none.
    """
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except RecursionError:
        raise FaultError("not JSON: nested too deep", text[:RAW]) from None
    except ValueError as error:
        if _is_page(text) or "html" in kind:
            raise FaultError("not JSON but a page of HTML; check the path of the address", text[:RAW]) from None
        if not text.strip():
            raise FaultError("not JSON: the reply is empty") from None
        position = getattr(error, "pos", 0)
        what = (
            "ends in the middle"
            if position >= len(text.rstrip()) or "Unterminated" in str(error)
            else why_no_json(error)
        )
        raise FaultError(f"not JSON: {shortened(what, 200)}", text[:RAW]) from None


def why_no_json(error: ValueError) -> str:
    """What Python says of a text that it cannot read as JSON, without what only its programmers can do about it.

    >>> try:
    ...     json.loads("1" * 5000)
    ... except ValueError as error:
    ...     why_no_json(error)
    'an integer of more digits than can be read (4300)'
    """
    if "set_int_max_str_digits" in str(error):
        return f"an integer of more digits than can be read ({sys.get_int_max_str_digits()})"
    return str(error)


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON number")


def _is_page(text: str) -> bool:
    return text.lstrip()[:15].lower().startswith(("<!doctype", "<html", "<head", "<body"))


def _shown(data: bytes) -> str:
    return data.decode("utf-8", "backslashreplace")


def parsed(text: str) -> Any:
    """The JSON of a reply that was kept."""
    return _json(text, "")

"""The proxy that stands between here and a service, where the environment names one: only its variable is ever told.

What the variable holds may be a password.
"""

import os
from urllib.parse import urlsplit
from urllib.request import getproxies_environment, proxy_bypass


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

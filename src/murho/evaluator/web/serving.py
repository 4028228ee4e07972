"""Serving the pages until somebody ends it."""

import socket
from urllib.parse import quote

from murho.core.errors import UsageError
from murho.evaluator.web.app import Desk, application
from murho.evaluator.web.guards import App


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 takes a free one.

    Raises:
        UsageError: it cannot be had.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
    except OSError as error:
        made.close()
        why = (error.strerror or str(error)).lower()
        raise UsageError(f"cannot listen at {host}, port {port} ({why}); name another --port, or 0") from None
    made.listen(1024)
    return made


def link(address: str, token: str) -> str:
    """What a person opens.

    >>> link("https://example.org/judging/", "a_b")
    'https://example.org/judging/enter?token=a_b'
    """
    return f"{address.rstrip('/')}/enter?token={quote(token)}"


def serve(desk: Desk, listener: socket.socket, *, behind_proxy: bool = False) -> None:
    """Serve the pages on this socket; returns when it is told to end.

    Behind a proxy on this machine the addresses of clients are those that it names.
    """
    run(application(desk), listener, behind_proxy=behind_proxy)


def run(app: App, listener: socket.socket, *, behind_proxy: bool = False) -> None:
    """Serve any application so."""
    import uvicorn

    config = uvicorn.Config(
        app,
        http="h11",
        ws="none",
        lifespan="off",
        log_level="warning",
        access_log=False,  # a link holds a token
        server_header=False,
        date_header=False,
        proxy_headers=behind_proxy,
        h11_max_incomplete_event_size=16 * 1024,
        limit_concurrency=500,
        timeout_keep_alive=20,
        timeout_graceful_shutdown=5,
    )
    uvicorn.Server(config).run(sockets=[listener])

"""Serving the pages until somebody ends it."""

import asyncio
import socket
from typing import TYPE_CHECKING
from urllib.parse import quote

from murho.core.errors import UsageError
from murho.evaluator.web.app import Desk, application
from murho.evaluator.web.guards import App

if TYPE_CHECKING:
    from uvicorn import Server

CONNECTIONS = 500
"""At once; to more the server says that it is busy."""
HEADER_SECONDS = 10.0
"""In which a connection has to say what it asks for."""


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
    server(app, behind_proxy=behind_proxy).run(sockets=[listener])


def server(
    app: App, *, behind_proxy: bool = False, connections: int = CONNECTIONS, header_seconds: float = HEADER_SECONDS
) -> "Server":
    """What serves an application to so many connections at once."""
    import h11
    from uvicorn import Config, Server
    from uvicorn.protocols.http.h11_impl import H11Protocol

    class Connection(H11Protocol):
        """One that does not say in time what it asks for is closed.

        Where there are too many the one that has been silent longest makes room; then the one that was answered longest
        ago, and then the eldest whose body is still to come.
        """

        _overdue: asyncio.TimerHandle | None = None
        _asked = 0.0

        @property
        def _gives_way(self) -> tuple[int, float] | None:
            """How soon it makes room, the least first; None while it is being answered."""
            if self._overdue is not None:
                return 0, self._overdue.when()
            if self.timeout_keep_alive_task is not None:
                return 1, self.timeout_keep_alive_task.when()
            return (2, self._asked) if self.conn.their_state is h11.SEND_BODY else None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            if len(self.connections) >= connections - 1:
                others = [connection for connection in self.connections if isinstance(connection, Connection)]
                waiting = [(rank, one) for one in others if (rank := one._gives_way) is not None]
                if waiting:
                    min(waiting, key=lambda ranked: ranked[0])[1]._close()
            super().connection_made(transport)
            self._wait()

        def data_received(self, data: bytes) -> None:
            if self.conn.their_state is h11.IDLE:
                self._asked = self.loop.time()
            super().data_received(data)
            if self.conn.their_state is not h11.IDLE:
                self._stop_waiting()
            elif self._overdue is None:  # the head of a further request begins
                self._wait()

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop_waiting()
            super().connection_lost(exc)

        def _wait(self) -> None:
            self._overdue = self.loop.call_later(header_seconds, self._close)

        def _stop_waiting(self) -> None:
            if self._overdue is not None:
                self._overdue.cancel()
                self._overdue = None

        def _close(self) -> None:
            self._stop_waiting()
            self.connections.discard(self)
            self.transport.abort()

    config = Config(
        app,
        http=Connection,
        ws="none",
        lifespan="off",
        log_level="warning",
        access_log=False,  # a link holds a token
        server_header=False,
        date_header=False,
        proxy_headers=behind_proxy,
        h11_max_incomplete_event_size=16 * 1024,
        limit_concurrency=connections,
        timeout_keep_alive=20,
        timeout_graceful_shutdown=5,
    )
    return Server(config)

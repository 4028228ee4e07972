"""The server on real sockets: who says nothing is closed, and does not keep others out."""

import inspect
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from murho.evaluator.web.serving import listening, server

ASKED = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"
SENT = b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 3\r\n\r\n"


async def said(scope: Any, receive: Any, send: Any) -> None:
    """Hears all of the body, and says ok."""
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


class Clients(ExitStack):
    """Connections to a server."""

    port = 0

    def one(self) -> socket.socket:
        return self.enter_context(socket.create_connection(("127.0.0.1", self.port), timeout=20))


@contextmanager
def served(**given: Any) -> Iterator[Clients]:
    """Those of a server that runs meanwhile."""
    with listening("127.0.0.1", 0) as listener, Clients() as clients:
        clients.port = listener.getsockname()[1]
        serving = server(said, **given)
        running = threading.Thread(target=serving.run, kwargs={"sockets": [listener]})
        running.start()
        try:
            yield clients
        finally:
            serving.should_exit = True
            running.join()


def answers(client: socket.socket, asked: bytes = ASKED) -> bool:
    """Whether it is answered what it asks for, or what is left to say of it."""
    client.sendall(asked)
    found = b""
    while not found.endswith(b"\r\n\r\nok") and (more := client.recv(1000)):
        found += more
    return found.startswith(b"HTTP/1.1 200 OK") and found.endswith(b"ok")


def is_closed(client: socket.socket) -> bool:
    """Whether it is closed with nothing said."""
    try:
        return client.recv(1000) == b""
    except ConnectionResetError:
        return True


def test_half_a_head_is_closed_after_a_while_and_a_whole_one_is_answered() -> None:
    with served(header_seconds=0.3) as clients:
        silent, slow, whole = clients.one(), clients.one(), clients.one()
        began = time.monotonic()
        slow.sendall(ASKED[:-2])
        assert answers(whole)
        assert is_closed(silent)
        assert is_closed(slow)
        assert time.monotonic() - began > 0.25
        assert answers(whole)  # it was kept alive all the while
        whole.sendall(ASKED[:-2])  # and then says but half of what it asks for
        assert is_closed(whole)


def test_who_says_nothing_keeps_nobody_out() -> None:
    """Twice as many silent connections as there may be at all: the eldest make room."""
    with served(connections=10) as clients:
        silent = [clients.one() for _ in range(20)]
        assert all(answers(clients.one()) for _ in range(3))
        assert all(is_closed(one) for one in silent[:11])
        silent[-1].settimeout(0.05)
        try:
            assert not silent[-1].recv(1)
        except TimeoutError:
            return
        raise AssertionError("the last that came was closed, too")


def test_who_says_a_head_byte_by_byte_is_closed_when_the_whole_of_it_is_due() -> None:
    with served(header_seconds=0.5) as clients:
        slow, began = clients.one(), time.monotonic()
        slow.settimeout(0.1)
        while time.monotonic() - began < 6:
            try:
                slow.sendall(b"G")
                if not slow.recv(1):
                    break
            except TimeoutError:
                continue
            except OSError:
                break
        assert 0.45 < time.monotonic() - began < 5


def test_a_body_may_take_longer_than_a_head() -> None:
    with served(header_seconds=0.2) as clients:
        slow = clients.one()
        slow.sendall(SENT + b"a")
        time.sleep(0.5)
        assert answers(slow, b"bc")


def test_a_head_is_due_in_ten_seconds_of_500_connections() -> None:
    known = inspect.signature(server).parameters
    assert (known["header_seconds"].default, known["connections"].default) == (10.0, 500)


def test_who_was_answered_or_does_not_send_what_was_announced_keeps_nobody_out() -> None:
    """All of one address: first those that were answered longest ago make room, then those whose body is to come."""
    with served(connections=10) as clients:
        sending = [clients.one() for _ in range(4)]
        for one in sending:
            one.sendall(SENT)
            time.sleep(0.02)
        answered = [clients.one() for _ in range(5)]
        assert all(answers(one) for one in answered)
        assert answers(clients.one())
        assert is_closed(answered[0])
        assert answers(sending[0], b"abc")  # it was left alone
        for one in (*answered[1:], sending[0]):
            one.close()
        more = [clients.one() for _ in range(6)]
        for one in more:
            one.sendall(SENT)
        assert answers(clients.one())
        assert answers(more[-1], b"abc")

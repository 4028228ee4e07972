"""What the tests of the evaluator share: runs of open cases, the server as a process, and somebody who asks it."""

import http.client
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest

from murho.core.case import Answers, Cases
from murho.core.meaning import UNDEFINED, Answered
from murho.store import Run

ACTS = ("fees", "hours", "renew")


def open_cases(n: int) -> tuple[Cases, Answers]:
    """Requests of which nobody has said what they mean, in dialogues of three, and answers that are labels."""
    ids = [f"q{i}" for i in range(n)]
    said: list[Answered] = [UNDEFINED if i % 10 == 9 else (ACTS[i % 3],) for i in range(n)]
    texts = [f"request number {i}" for i in range(n)]
    return Cases(ids, texts, [None] * n, clusters=[f"d{i // 3}" for i in range(n)]), Answers(ids, said)


@pytest.fixture
def open_run(tmp_path: Path, record: Callable[..., Run]) -> Callable[[int], Run]:
    """A run of so many open cases."""
    return lambda n: record(tmp_path / f"run-{n}", *open_cases(n))


class Reader:
    """A person with a link: asks for pages, and sends their forms."""

    def __init__(self, link: str):
        parts = urlsplit(link)
        self.host, self.port = parts.hostname or "", parts.port or 80
        self.token = parts.query.partition("=")[2]
        self.prefix = parts.path.removesuffix("/enter")
        self.cookie = ""

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> tuple[int, str, http.client.HTTPMessage]:
        """Status, text and headers of what is answered."""
        sent = {"Cookie": self.cookie} if self.cookie else {}
        with closing(http.client.HTTPConnection(self.host, self.port, timeout=30)) as connection:
            connection.request(method, self.prefix + path, body, {**sent, **(headers or {})})
            answer = connection.getresponse()
            return answer.status, answer.read().decode(), answer.headers

    def enter(self) -> int:
        """Open the link."""
        status, _, headers = self.ask("GET", f"/enter?token={self.token}")
        self.cookie = (headers["set-cookie"] or "").partition(";")[0]
        return status

    def page(self, path: str = "/") -> str:
        """A page, as text."""
        return self.ask("GET", path)[1]

    def fields(self) -> dict[str, str]:
        """What the form of the case on the page bears."""
        page = self.page()
        hidden = re.findall(r'<input type="hidden" name="(secret|place|round)" value="([^"]*)"', page)
        return {name: unescape(value) for name, value in hidden}

    def send(self, path: str, fields: Mapping[str, str], **headers: str) -> tuple[int, str]:
        """Send a form."""
        sent = {"Content-Type": "application/x-www-form-urlencoded"} | {
            name.replace("_", "-"): value for name, value in headers.items()
        }
        status, text, _ = self.ask("POST", path, urlencode(fields).encode(), sent)
        return status, text


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[tuple[dict[str, str], "subprocess.Popen[str]"]]:
    """`murho evaluate` on a free port: the links by name, and the process, which is killed in the end."""
    command = [sys.executable, "-m", "murho", "evaluate", str(folder), "--port", "0", *options]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "NO_COLOR": "1"}
    )
    try:
        assert process.stdout is not None
        links = {}
        while "owner" not in links:
            line = process.stdout.readline()
            assert line, process.stderr.read() if process.stderr else ""
            name, _, link = line.rstrip("\n").partition("\t")
            links[name] = link
        yield links, process
    finally:
        process.kill()
        process.communicate()


@pytest.fixture(scope="session")
def evaluating() -> Callable[..., Any]:
    """`murho evaluate` as a process: the folder of a run, options; gives the links by name, and the process."""
    return serving


@pytest.fixture(scope="session")
def reader() -> type[Reader]:
    """Somebody with a link."""
    return Reader


@pytest.fixture(scope="session")
def suite_of() -> Callable[[int], tuple[Cases, Answers]]:
    """So many open cases, and answers to them."""
    return open_cases

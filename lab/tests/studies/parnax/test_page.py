"""The page to type questions into: a dialogue in the address, its queries and rows; nothing typed becomes markup."""

import asyncio
from collections.abc import MutableMapping
from typing import Any
from urllib.parse import urlencode

import pytest

pytest.importorskip("starlette")

from murho_lab.studies.parnax.page import application


def got(path: str, *questions: str, host: str = "127.0.0.1") -> tuple[int, str, str]:
    """Status, type and text of what the application sends."""
    sent: list[MutableMapping[str, Any]] = []
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": urlencode([("q", text) for text in questions]).encode(),
        "headers": [(b"host", host.encode())],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    asyncio.run(application()(scope, receive, send))
    headers = {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]}
    text = b"".join(message.get("body", b"") for message in sent[1:]).decode()
    return sent[0]["status"], headers["content-type"], text


def test_a_dialogue_is_in_the_address() -> None:
    status, _, text = got("/", "Who works in sales?", "How many are they?")
    assert status == 200
    assert "SELECT COUNT(*) FROM employee WHERE department = &#39;sales&#39;" in text
    assert '<input type="hidden" name="q" value="Who works in sales?">' in text


def test_what_is_outside_the_domain_or_not_understood_is_said() -> None:
    assert "Outside the domain" in got("/", "What does Robert earn?")[2]
    assert "Not understood" in got("/", "than before between")[2]


def test_what_is_typed_is_no_markup() -> None:
    text = got("/", "<script>alert(1)</script>")[2]
    assert "<script>" not in text
    assert "&lt;script&gt;" in text


def test_a_page_of_another_host_is_refused() -> None:
    assert got("/", host="elsewhere.example")[0] == 400
    assert got("/static/evaluator.css")[1].startswith("text/css")

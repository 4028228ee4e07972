"""`murho run` on services: options of the command line, what is written, what is asked again."""

import json
import os
import re
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import Response

from murho.cli.service_options import KINDS, TEXTS
from murho.store import open_run
from murho.systems import SHELF

from ..systems.services.serving import Served, chatting, faulty, serving

CANARY = "canary-key-0123456789"


@pytest.fixture
def server() -> Iterator[Served]:
    with serving(faulty) as served:
        yield served


@pytest.fixture
def chat(monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setenv("OPENAI_API_KEY", CANARY)
    with serving(chatting) as served:
        yield served


@pytest.fixture
def cases(write: Callable[..., str]) -> Callable[..., str]:
    """A suite of these expressions, each of which means itself in capital letters."""

    def of(*texts: str) -> str:
        rows = ({"id": f"q{i}", "expression": text, "reference": [text.upper()]} for i, text in enumerate(texts))
        return write("cases.jsonl", *rows)

    return of


def test_options_of_the_command_line_are_words_of_the_kinds() -> None:
    words = {option.name for kind in KINDS for option in SHELF.named(kind).options}
    assert words - TEXTS.keys() == {"temperature", "top-p", "max-tokens", "seed"}, "those of models, behind the name"
    assert TEXTS.keys() <= words


def test_one_command_from_an_address_to_a_figure(told: Any, cases: Any, server: Served) -> None:
    Path("body.json").write_text('{"expression": "{{ expression }}", "lang": "en"}')
    cases("open", "half", "renew", "fees")
    command = [
        "run",
        "cases.jsonl",
        "--system",
        f"{server.url}/parse",
        "--request",
        "body.json",
        "--response",
        "$.answer",
    ]
    said = told(*command, "-o", "run", "--json")
    assert said.status == 0
    assert [figure["value"] for figure in said.json["figures"].values()] == [0.25]
    assert server.asked[0] == {"expression": "open", "lang": "en"}
    again = told(*command, "-o", "run", "--retry", "undefined")
    assert "retried 1 undefined cases, 0 of them are answered now" in again.out
    assert server.times == {"open": 1, "half": 2, "renew": 1, "fees": 1}


def test_a_run_goes_on_behind_its_budget(told: Any, cases: Any, server: Served) -> None:
    cases(*map(str, range(7)))
    command = ["run", "cases.jsonl", "--system", f"{server.url}/", "--budget", "requests=3", "-o", "run"]
    assert told(*command).line(1) == (
        f"{server.url}/: the budget of 3 requests is used up; the same command goes on, with as much again"
    )
    assert told(*command).status == 1
    assert told(*command).status == 0
    assert set(server.times.values()) == {1}
    assert len(server.asked) == 7


@pytest.mark.parametrize(
    ("budget", "told_as", "asked"),
    [("tokens=100", "100 tokens", [3, 3, 1]), ("money=0.5,requests=9", "0.5 (money)", [2, 2, 2, 1])],
    ids=["tokens", "money"],
)
def test_a_run_goes_on_behind_a_budget_of_tokens_and_of_money(
    told: Any, cases: Any, chat: Served, here: Path, budget: str, told_as: str, asked: list[int]
) -> None:
    """A question takes 25 tokens and the answer 11, and costs 0.25 + 0.0011: what is used up is known behind it."""
    Path("prompt.md").write_text("Name the intent. TEXT: {{ expression }}")
    Path("prices.toml").write_text("[tiny]\noutput = 100\nrequest = 0.25\n")
    cases(*(f"a{i}cd" for i in range(7)))
    model = ["openai:tiny", "--base-url", f"{chat.url}/v1", "--prompt", "prompt.md", "--prices", "prices.toml"]
    command = ["run", "cases.jsonl", "--system", *model, "--budget", budget, "-o", "run"]
    before = 0
    for number, more in enumerate(asked):
        said = told(*command)
        assert len(chat.asked) == before + more
        before += more
        if number < len(asked) - 1:
            there = f"openai:tiny: the budget of {told_as} is used up; the same command goes on, with as much again"
            assert (said.status, said.line(1)) == (1, there)
    assert said.status == 0
    assert len({json.dumps(body) for body in chat.asked}) == len(chat.asked) == 7, "nothing is asked twice"
    assert open_run("run").record["counts"]["undefined"] == 0


def test_a_run_goes_on_behind_a_budget_of_time(told: Any, cases: Any, server: Served) -> None:
    cases(*(f"slow 0.2{i}" for i in range(6)))
    command = ["run", "cases.jsonl", "--system", f"{server.url}/", "--budget", "minutes=0.01", "-o", "run"]
    said = told(*command)
    assert said.status == 1
    assert said.line(1).endswith("the budget of 0.01 minutes is used up; the same command goes on, with as much again")
    assert len(server.asked) <= 3, "0.6 s are three questions at most"
    for _ in range(60):  # a busy machine may need many a start
        if told(*command).status == 0:
            break
    assert set(server.times.values()) == {1}
    assert len(server.times) == 6
    assert open_run("run").record["counts"]["undefined"] == 0


@pytest.mark.slow
def test_a_cache_is_shared_by_runs_at_the_same_time(murho: Any, cases: Any, chat: Served, here: Path) -> None:
    """Two processes with one cache come to the same questions at once: each is paid for once, nobody is locked out."""
    Path("prompt.md").write_text("TEXT: {{ expression }}")
    texts = [f"n{i}" for i in range(120)]
    cases(*texts)
    model = ["openai:tiny", "--base-url", f"{chat.url}/v1", "--prompt", "prompt.md", "--cache", "kept/"]

    def run(to: str) -> Any:
        return murho("run", "cases.jsonl", "--system", *model, "--workers", "2", "-o", to, "--json")

    with ThreadPoolExecutor(2) as both:
        said = [*both.map(run, ["one", "two"])]
    assert [one.status for one in said] == [0, 0]
    assert not any("locked" in one.err for one in said)
    cached = [json.loads(one.out)["efficiency"]["cached"] for one in said]
    asked = Counter(body["messages"][0]["content"] for body in chat.asked)
    assert set(asked.values()) == {1}
    assert len(asked) == sum(cached) == 120
    assert json.loads(run("three").out)["efficiency"]["cached"] == 120
    assert len(chat.asked) == 120


def test_no_key_is_written_anywhere(
    told: Any, murho: Any, cases: Any, chat: Served, server: Served, here: Path
) -> None:
    Path("prompt.md").write_text("Name the intent.\nTEXT: {{ expression }}\n")
    cases("hours", "rubbish", "refuse", "echo", "status 400")
    model = ["openai:tiny", "--base-url", f"{chat.url}/v1", "--prompt", "prompt.md", "--cache", "kept.sqlite"]
    plain = [f"{server.url}/?token=${{OPENAI_API_KEY}}", "--header", "X-Api-Key: ${OPENAI_API_KEY}"]
    said = [
        told("run", "cases.jsonl", "--system", *model, "-o", "one"),
        murho("run", "cases.jsonl", "--system", *plain, "-o", "two", "--workers", "3"),
        told("report", "one", "-o", "one.html"),
        told("show", "two", "--json", "--per-case"),
        told("compare", "one", "two", "-o", "page.html", "--markdown", "page.md", "--json"),
        told("run", "cases.jsonl", "--system", *model, "-o", "three", env={"OPENAI_API_KEY": f"{CANARY}-wrong"}),
        told("run", "cases.jsonl", "--system", f"{server.url}/?key={CANARY}", "-o", "four"),
    ]
    assert [one.status for one in said] == [0, 0, 0, 0, 0, 1, 2]
    assert all(CANARY not in one.out + one.err for one in said)
    files = [path for path in here.rglob("*") if path.is_file()]
    assert len(files) > 12
    assert not [path for path in files if CANARY.encode() in path.read_bytes()]
    assert open_run("two").answers().answers[3] == ("key (secret)",)
    assert f"Bearer {CANARY}" not in json.dumps(chat.asked), "a key travels in a header, and in nothing that is kept"


def test_options_go_to_the_one_service(told: Any, cases: Any, server: Served, here: Path) -> None:
    cases("open")
    (here / "rules.py").write_text("def same(text):\n    return text\n")
    chained = ["run", "cases.jsonl", "--system", "rules:same", "--then", f"{server.url}/", "-o", "run"]
    assert told(*chained, "--response", "$.answer[0]").status == 0
    assert open_run("run").record["system"]["stages"][1]["spec"].endswith("'response=$.answer[0]'")
    assert "--rpm is of a service, there is none here" in told(*chained[:4], "-o", "x", "--rpm", "3").line(2)
    twice = told(*chained[:4], "--then", f"{server.url}/", "--then", f"{server.url}/", "-o", "x", "--rpm", "3").line(2)
    assert "there are 2; write rpm=3 behind its own" in twice


@pytest.mark.slow
@pytest.mark.parametrize("seconds", ["0.06", ""], ids=["slow", "quick"])
def test_what_was_paid_is_on_the_disk_before_the_same_worker_asks(
    murho: Any, told: Any, cases: Any, here: Path, seconds: str
) -> None:
    """The server kills the process at its 25th question: what it had answered before is not asked again."""
    kills = [25]

    async def handle(body: Any, request: Request, served: Served) -> Response:
        if kills and len(served.asked) >= kills[0]:
            kills.clear()
            os.kill(json.loads(Path("run/lease.json").read_text())["pid"], signal.SIGKILL)
        return await faulty(body, request, served)

    texts = [f"slow {seconds} {i}" if seconds else f"n{i}" for i in range(40)]
    texts = [f"slow {float(seconds) + i / 1000:.3f}" if seconds else text for i, text in enumerate(texts)]
    cases(*texts)
    with serving(handle) as served:
        command = ["run", "cases.jsonl", "--system", f"{served.url}/", "--workers", "3", "-o", "run"]
        assert murho(*command).status == -9
        asked = set(served.times)
        run = open_run(here / "run")
        kept = {texts[int(entry.id[1:])] for entry in run.journal()}
        assert kept <= asked
        assert len(asked - kept) <= 3
        assert len(kept) >= 20
        assert told(*command).status == 0
        assert {text for text, times in served.times.items() if times > 1} <= asked - kept
        assert len(served.times) == 40


def test_repetitions_are_kept_apart(told: Any, cases: Any, server: Served) -> None:
    cases("open", "renew")
    command = ["run", "cases.jsonl", "--system", f"{server.url}/", "--repeat", "2", "--cache", "kept"]
    Path("kept").mkdir()
    said = told(*command, "-o", "one")
    assert "each case was asked 2 times" in said.out
    assert re.search(r"right at least once in 2 +1\.0000", said.out)
    assert server.times == {"open": 2, "renew": 2}
    assert told(*command[:-3], "3", "--cache", "kept", "-o", "two", "--json").json["efficiency"]["cached"] == 4
    assert server.times == {"open": 3, "renew": 3}
    assert told(*command, "--stop", "fixed(2)", "-o", "three").status == 2

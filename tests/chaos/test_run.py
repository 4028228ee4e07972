"""`murho run`, killed 100 times over five kinds of systems at random moments: it ends as if nothing had happened."""

import asyncio
import json
import random
import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from os import environ
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from murho.core.errors import InputError
from murho.store import open_run
from murho.store.verify import verify

from ..systems.services.serving import Served, serving
from .killing import SEED, WAYS, Ended, check_how_it_ended, killed

SYSTEMS = """
import asyncio, os, time

log = os.open(os.environ["LOG"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)

def note(question):
    os.write(log, f"{question}\\n".encode())

def pause(question):  # slow ones are on the disk before the next question, quick ones some times a second
    return 0.055 if int(question.split()[1]) % 15 == 7 else 0.001

def meaning(question):
    number = int(question.split()[1])
    return None if number % 7 == 0 else ["even" if number % 2 == 0 else f"odd {number}"]

def understand(question):
    note(question)
    time.sleep(pause(question))
    return meaning(question)

async def understand_soon(question):
    note(question)
    await asyncio.sleep(pause(question))
    return meaning(question)

def hear(question):
    note(question)
    time.sleep(pause(question))
    return [question.upper()]
"""
COMMAND = """
import json, sys
from systems import understand
for line in sys.stdin:
    case = json.loads(line)
    print(json.dumps({"id": case["id"], "answer": understand(case["expression"])}), flush=True)
"""


@dataclass(frozen=True)
class Kind:
    """A kind of system, and how much of its work can be under way at a time."""

    arguments: tuple[str, ...]
    size: int
    slots: int
    paid: bool = False
    """Whether each answer is written at once, however quick it was."""


KINDS = {
    "function": Kind(("--system", "systems:understand"), 100, 1),
    "async": Kind(("--system", "systems:understand_soon"), 300, 8),
    "command": Kind(("--system", "cmd:python talk.py", "--workers", "2"), 150, 2),
    # More cases than go through all stages together, so that answers of stages and of the whole stand side by side.
    "composed": Kind(("--system", "heard=systems:hear", "--then", "systems:understand"), 300, 1),
    # What it is asked by one process is told from what the next asks, however late it comes, by the file for the log.
    "service": Kind(("--system", "URL", "--workers", "4", "--header", "X-Log: ${LOG}"), 150, 4, paid=True),
}
WITH_PYTHON = {"PATH": f"{Path(sys.executable).parent}:{environ['PATH']}"}
"""For the command, which says `python`."""
KILLS = 20
"""Of each kind, four in each way."""


async def answering(body: Any, request: Request, _: Served) -> Response:
    """The same as a service."""
    with open(request.headers["x-log"], "a") as log:
        log.write(f"{body['expression']}\n")
    number = int(body["expression"].split()[1])
    await asyncio.sleep(0.055 if number % 15 == 7 else 0.01)
    return JSONResponse({"answer": None if number % 7 == 0 else "even" if number % 2 == 0 else f"odd {number}"})


@dataclass(frozen=True)
class Life:
    """What one process asked before it ended."""

    way: str
    """How it was killed; empty if it was not."""
    asked: list[str]


def folder(here: Path, size: int) -> Path:
    """A place to work in, with the suite and the systems."""
    here.mkdir()
    (here / "systems.py").write_text(SYSTEMS)
    (here / "talk.py").write_text(COMMAND)
    cases = [
        {"id": str(i), "expression": f"number {i}", "reference": ["even"], "cluster": str(i // 3), "tens": i // 10}
        for i in range(size)
    ]
    (here / "cases.jsonl").write_text("".join(json.dumps(case) + "\n" for case in cases))
    return here


def lines_of(log: Path) -> list[str]:
    """The log of calls."""
    return log.read_text().splitlines() if log.exists() else []


def live(command: tuple[str, ...], here: Path, way: str, rng: random.Random) -> tuple[Ended, Life]:
    """Start the command and kill it in this way, or not at all if that is empty."""
    log = here / f"asked-{len(list(here.glob('asked-*')))}.log"
    log.touch()
    # Half of the moments lie anywhere in a process's life, half in the time when it asks.
    wanted = rng.randrange(1, 200) if way and rng.random() < 0.5 else 0
    ended = killed(
        command,
        here,
        way,
        rng,
        ripe=lambda: len(lines_of(log)) >= wanted,
        within=0.05 if wanted else 1.2,
        environment={**WITH_PYTHON, "LOG": str(log)},
    )
    return ended, Life(ended.way, lines_of(log))


def check_folder(here: Path, ended: Ended, size: int) -> int:
    """Nothing is damaged or doubled, and what was told of it is true; how many answers are kept."""
    try:
        run = open_run(here / "run")
    except InputError:  # killed before there was a record
        assert not list((here / "run").glob("answers/*"))
        return 0
    if not (here / "run" / "cases.parquet").exists():  # or between the record and the suite
        assert not list((here / "run").glob("answers/*"))
        return 0
    found = verify(run)
    assert found.damaged == (), ended
    answered = run.answers().ids
    assert len(set(answered)) == len(answered) == size - found.missing
    in_parts = [name for part in run.parts_of_answers() for name in run.answers_of([part]).ids]
    assert len(set(in_parts)) == len(in_parts), "no answer is in two parts"
    if told := re.search(r"(\d+) of (\d+) answers are kept", ended.err):
        assert (int(told[1]), int(told[2])) == (len(answered), size), ended
        assert ended.status == 130
    return len(answered)


def check_asked_again(lives: list[Life], kind: Kind) -> None:
    """A question is put again only if it was under way at a kill; with SIGKILL also if it was quick and just over."""
    for number, life in enumerate(lives):
        later = {question for other in lives[number + 1 :] for question in other.asked}
        again = [question for question in life.asked if question in later]
        assert max(Counter(life.asked).values(), default=1) == 1, "one process asks nothing twice"
        lost = [question for question in again if life.way != "KILL" or kind.paid or is_slow(question)]
        assert len(lost) <= kind.slots, (number, life.way, lost)
        if kind.slots == 1 and again:  # one after the other: a slow answer takes those before it to the disk
            first = life.asked.index(again[0])
            assert not any(map(is_slow, life.asked[first:-1])), (number, life.way, again)


def without_times(ended: Ended) -> dict[str, Any]:
    """What a command printed, but for how long a service took."""
    told: dict[str, Any] = json.loads(ended.out)
    for name in ("seconds", "growth"):
        told.get("efficiency", {}).pop(name, None)
    return told


def is_slow(question: str) -> bool:
    """Whether the call takes so long that its answer is written at once."""
    return int(question.split()[1]) % 15 == 7


@pytest.fixture
def service() -> Iterator[Served]:
    with serving(answering) as served:
        yield served


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_killed_and_started_again(name: str, tmp_path: Path, service: Served) -> None:
    kind = KINDS[name]
    arguments = [service.url if word == "URL" else word for word in kind.arguments]
    print(f"MURHO_CHAOS_SEED={SEED}")
    rng = random.Random(f"{SEED} {name}")
    command = ("run", "cases.jsonl", *arguments, "-m", "meanings", "-m", "graded", "-o", "run", "--json")
    unbroken, _ = live(command, folder(tmp_path / "whole", kind.size), "", rng)
    ways = [way for way in WAYS for _ in range(KILLS // len(WAYS))]
    rng.shuffle(ways)
    for number in count():
        here = folder(tmp_path / str(number), kind.size)
        lives: list[Life] = []
        while True:
            ended, life = live(command, here, ways[-1] if ways else "", rng)
            lives.append(life)
            check_how_it_ended(ended, was_at_work=bool(life.asked))
            kept = check_folder(here, ended, kind.size)
            if life.way:
                ways.pop()
            if ended.status == 0:
                break
        assert without_times(ended) == without_times(unbroken)
        assert kept == kind.size
        check_asked_again(lives, kind)
        shutil.rmtree(here)
        if not ways:
            break

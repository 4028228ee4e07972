"""Real processes under load: what was told saved is there after 200 kills, and fifty people at once are served.

Figures of the second are printed (`-s`); with MURHO_TIMED the time is tested, too, on a machine that does nothing else.
"""

import os
import random
import signal
import sqlite3
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from http.client import HTTPException
from typing import Any

import pytest

from murho.evaluator import people
from murho.evaluator.evaluation import open_evaluation
from murho.evaluator.storage import FILE
from murho.store import Run

pytestmark = pytest.mark.slow
KILLS = 200
AGAIN = """
import os, pathlib, sys
from murho.evaluator.material import material
from murho.evaluator.storage import FILE, Storage
from murho.evaluator.web.app import Desk
from murho.evaluator.web.serving import listening, serve
from murho.store import open_run
import uvicorn
from murho.evaluator.web.pages import HERE, _environment

uvicorn.Config(None, http="h11", ws="none", lifespan="off").load()
for name in _environment(HERE).list_templates():
    _environment(HERE).get_template(name)
shown = material(open_run(sys.argv[1]))
listener = listening("127.0.0.1", 0)
print(listener.getsockname()[1], flush=True)
while True:
    child = os.fork()
    if not child:
        storage = Storage(pathlib.Path(sys.argv[1], FILE))
        print(os.getpid(), flush=True)
        serve(Desk(storage, shown, lambda: None), listener)
        os._exit(0)
    os.waitpid(child, 0)
"""
"""Serves a run, and again whenever the process that serves is gone; all is imported once, so that it takes no time."""


def kept(run: Run) -> list[tuple[str, int]]:
    """Person and place of every judgement in the file."""
    with closing(sqlite3.connect(run.path / FILE)) as rows:
        assert rows.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return rows.execute("SELECT name, place FROM judgements JOIN people ON person = people.number").fetchall()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that fork")
def test_200_kills_lose_no_judgement_that_was_told_saved(open_run: Callable[[int], Run], reader: Any) -> None:
    run = open_run(5_000)
    storage = open_evaluation(run).storage
    tokens = {name: people.invite(storage, name) for name in ("anna", "ben", "carl", "dora")}
    storage.close()
    server = subprocess.Popen([sys.executable, "-c", AGAIN, str(run.path)], stdout=subprocess.PIPE, text=True)
    told, over = dict[str, list[int]](), threading.Event()
    try:
        assert server.stdout is not None
        port = int(server.stdout.readline())
        workers = [
            threading.Thread(target=judge_on, args=(reader, port, name, token, told.setdefault(name, []), over))
            for name, token in tokens.items()
        ]
        for worker in workers:
            worker.start()
        chance, kills = random.Random(1), 0
        while kills < KILLS:
            child, before = int(server.stdout.readline()), sum(map(len, told.values()))
            until = time.monotonic() + 5
            # Most are killed while they keep judgements, some while they start.
            while kills % 5 and sum(map(len, told.values())) == before and time.monotonic() < until:
                time.sleep(0.005)
            time.sleep(chance.uniform(0, 0.08))
            os.kill(child, signal.SIGKILL)
            kills += 1
        last = int(server.stdout.readline())
        over.set()
        for worker in workers:
            worker.join(60)
        server.kill()  # first who would start it again
        os.kill(last, signal.SIGKILL)
    finally:
        over.set()
        server.kill()
        server.communicate()
    found = Counter(kept(run))
    saved = [(name, place) for name, places in told.items() for place in places]
    print(f"\n{KILLS} kills, {len(saved)} judgements told saved, {len(found)} in the file")
    assert len(saved) > KILLS // 2
    assert set(saved) <= set(found)
    assert set(found.values()) == {1}


def judge_on(reader: Any, port: int, name: str, token: str, saved: list[int], over: threading.Event) -> None:
    """Judge case after case, whatever happens to the server, and note what was told saved."""
    person = reader(f"http://127.0.0.1:{port}/enter?token={token}")
    while not over.is_set():
        try:
            if not person.cookie and person.enter() != 303:
                continue
            fields = person.fields()
            if "place" in fields and person.send("/judge", {**fields, "verdict": "cannot say"})[0] == 303:
                saved.append(int(fields["place"]))
        except (OSError, HTTPException):
            continue  # killed meanwhile: whether it was kept nobody was told


def test_fifty_people_at_once_are_served(open_run: Callable[[int], Run], evaluating: Any, reader: Any) -> None:
    """Twenty judgements a second, each with the page before it; time counts from when it was due."""
    evaluators, a_second, seconds = 50, 20, 15
    run = open_run(2000)
    names = [f"person{number}" for number in range(evaluators)]
    took, told = list[float](), list[tuple[str, int]]()
    with evaluating(run.path, "--evaluators", ",".join(names)) as (links, _):
        readers = {name: reader(links[name]) for name in names}
        assert {person.enter() for person in readers.values()} == {303}
        began = time.monotonic() + 0.5

        def work(number: int) -> None:
            person = readers[names[number]]
            for turn in range(a_second * seconds // evaluators):
                due = began + (turn * evaluators + number) / a_second
                time.sleep(max(0.0, due - time.monotonic()))
                start = time.monotonic()
                fields = person.fields()
                middle = time.monotonic()
                assert person.send("/judge", {**fields, "verdict": "cannot say"})[0] == 303
                told.append((names[number], int(fields["place"])))
                took.extend([middle - due, time.monotonic() - middle])
                assert start >= due

        workers = [threading.Thread(target=work, args=(number,)) for number in range(evaluators)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    assert len(told) == a_second * seconds
    assert sorted(kept(run)) == sorted(told)
    assert len({place for _, place in told}) == len(told)  # nobody got a case that another had
    hundredths = statistics.quantiles(took, n=100)
    print(f"\n{len(told)} judgements, {len(took)} requests: median {hundredths[49] * 1000:.0f} ms, "
          f"p99 {hundredths[98] * 1000:.0f} ms, longest {max(took) * 1000:.0f} ms")  # fmt: skip
    if os.environ.get("MURHO_TIMED"):
        assert hundredths[98] < 0.2

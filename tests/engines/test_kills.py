"""Workers that are killed, hang or take too much memory, and a scheduler that goes: the same run, every answer kept."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest

import murho
from murho.store import open_run

pytest.importorskip("distributed")
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]
CASES = 90


@contextmanager
def cluster(**more: Any) -> Iterator[Any]:
    import dask
    from distributed import Client, LocalCluster

    settings = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "silence_logs": 50}
    patient = dask.config.set(
        {"distributed.deploy.lost-worker-timeout": "300 s"}
    )  # a busy machine is slow to start one
    with patient, LocalCluster(**{**settings, **more}) as started, Client(started, set_as_default=False) as client:
        yield client


@pytest.fixture(scope="module")
def client(place: Any) -> Iterator[Any]:
    with cluster() as client:
        yield client


@pytest.fixture(scope="module")
def unbroken(place: Any) -> murho.Run:
    place.write_cases("cases.jsonl", CASES)
    return murho.run("cases.jsonl", "counted_desk:slow", measures="labels", folder="unbroken")


def same(run: murho.Run, unbroken: murho.Run) -> None:
    """Figures, judgements and answers are those of a run that nothing disturbed, each case answered once."""
    saved, kept = open_run(run.path), open_run(unbroken.path)
    one, other = run.score.as_json(), unbroken.score.as_json()
    if saved.record["system"]["spec"] == kept.record["system"]["spec"]:
        assert one["signature"] == other["signature"]
    assert {**one, "signature": ""} == {**other, "signature": ""}
    ids = [name for file in saved.parts_of_answers() for name in saved.answers_of([file]).ids]
    assert sorted(ids) == sorted(kept.cases().ids), "every case is in one part"
    order = kept.cases().ids
    assert saved.answers().for_cases(order).answers == kept.answers().for_cases(order).answers
    for file in kept.path.glob("judgements/*/*"):
        assert (saved.path / file.relative_to(kept.path)).read_bytes() == file.read_bytes()
    assert not [file for file in (saved.path / "answers").iterdir() if not file.name.startswith("part-")]


def again(place: Any, client: Any) -> int:
    """Forget the calls that were made; the number of workers, once all are there."""
    place.forget()
    client.wait_for_workers(2, timeout=900)
    return len(client.nthreads())


@pytest.mark.parametrize("seed", range(20))
def test_a_worker_that_is_killed_costs_the_call_under_way(
    seed: int, place: Any, client: Any, unbroken: murho.Run
) -> None:
    again(place, client)
    chance = random.Random(seed)
    kills = chance.choice([1, 1, 2, 3])
    killed = 0

    def kill() -> None:
        nonlocal killed
        for _ in range(kills):
            time.sleep(chance.uniform(0.2, 1.5))
            pids = list(client.run(os.getpid, on_error="ignore").values())
            with suppress(ProcessLookupError, IndexError):
                os.kill(chance.choice([pid for pid in pids if isinstance(pid, int)]), signal.SIGKILL)
                killed += 1

    killer = threading.Thread(target=kill)
    killer.start()
    run = murho.run("cases.jsonl", "counted_desk:slow", measures="labels", folder=f"killed-{seed}", engine=client)
    killer.join()
    same(run, unbroken)
    asked = place.calls()
    assert len(asked) == CASES
    assert asked.total() - CASES <= killed


@pytest.mark.parametrize("how", ["hangs", "stops"])
def test_a_worker_that_hangs_is_started_anew(how: str, place: Any, client: Any, unbroken: murho.Run) -> None:
    from murho.engines.dask import dask

    again(place, client)
    engine = dask(client=client, patience=15.0)
    run = murho.run("cases.jsonl", f"counted_desk:{how}", measures="labels", folder=how, engine=engine)
    same(run, unbroken)
    assert place.calls().total() - CASES <= 1, "one that was stopped may go on for a moment when it is ended"


def test_a_worker_that_takes_too_much_memory_is_started_anew(place: Any, unbroken: murho.Run) -> None:
    with cluster(memory_limit="500MiB") as client:
        again(place, client)
        run = murho.run("cases.jsonl", "counted_desk:swells", measures="labels", folder="swells", engine=client)
    same(run, unbroken)
    assert place.calls().total() == CASES


def test_workers_that_nobody_starts_are_not_waited_for(
    place: Any, unbroken: murho.Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from murho.core.errors import MurhoError
    from murho.engines import dask_cluster

    monkeypatch.setattr(dask_cluster, "_QUIET", 0.5)
    place.forget()
    with cluster(n_workers=0) as client:

        def go_on() -> murho.Run:
            return murho.run("cases.jsonl", "counted_desk:slow", measures="labels", folder="alone", engine=client)

        monkeypatch.setattr(dask_cluster, "ALONE", 3.0)
        with pytest.raises(MurhoError, match="there has been no worker for 3 s; start some"):
            go_on()
        monkeypatch.setattr(dask_cluster, "ALONE", 300.0)
        late = threading.Timer(2, lambda: client.cluster.scale(2))
        late.start()
        run = go_on()
        late.join()
    same(run, unbroken)
    assert place.calls().total() == CASES


@contextmanager
def served(port: int, place: Any) -> Iterator[subprocess.Popen[bytes]]:
    """A scheduler with two workers, each a process of its own."""
    quiet = {"cwd": place.folder, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    command = [sys.executable, "-m", "dask"]
    address = f"tcp://127.0.0.1:{port}"
    options = ["--no-dashboard", "--host", "127.0.0.1"]
    scheduler = subprocess.Popen([*command, "scheduler", "--port", str(port), *options], **quiet)  # type: ignore[call-overload]
    options = ["--nworkers", "2", "--nthreads", "1", "--no-dashboard"]
    workers = subprocess.Popen([*command, "worker", address, *options], **quiet)  # type: ignore[call-overload]
    try:
        yield scheduler
    finally:
        for process in (workers, scheduler):
            process.terminate()
        for process in (workers, scheduler):
            with suppress(subprocess.TimeoutExpired):
                process.wait(20)
            process.kill()
            process.wait()


def test_looking_for_workers_of_a_scheduler_that_is_gone_raises_nothing() -> None:
    """Of it the futures tell; a client that has given it up raises a RuntimeError, and one that is closed another."""
    from murho.engines.dask_cluster import Cluster, _Work

    with cluster() as client:
        work = _Work(Cluster(client, 0, None), "topic", None)
        client.close()
        work.looked = float("-inf")
        work._look_for_workers()
        assert work.looked > 0


def test_when_the_scheduler_goes_the_same_command_goes_on(place: Any, unbroken: murho.Run, free_port: int) -> None:
    place.forget()
    port = free_port
    command = [sys.executable, "-m", "murho", "run", "cases.jsonl", "--system", "counted_desk:slow", "-m", "labels"]
    command += ["-o", "moved", "--engine", "dask", "--scheduler", f"tcp://127.0.0.1:{port}"]
    with served(port, place) as scheduler:
        started = subprocess.Popen(command, cwd=place.folder, stderr=subprocess.PIPE, text=True)
        while len(place.calls()) < 20:
            assert started.poll() is None, started.communicate()[1]
            time.sleep(0.05)
        scheduler.kill()
        _, told = started.communicate(timeout=600)
    assert started.returncode == 1
    assert told.splitlines()[-1].startswith("the scheduler is gone; start it again")
    before = place.calls()
    assert 20 <= before.total() < CASES
    with served(port, place):
        done = subprocess.run(command, cwd=place.folder, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    asked = place.calls()
    assert len(asked) == CASES
    assert asked.total() - CASES <= 2, "what the two workers were at"
    saved = murho.open("moved")
    same(saved, unbroken)

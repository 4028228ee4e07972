"""Dask beside this process: two files of recorded answers scored, what a partition costs, what a kill costs.

    python bench/engines.py            # a million cases
    python bench/engines.py 10000000   # ten million, some minutes

Wall-clock seconds of whole processes, starting the cluster included, one right after the other; the machine should have
nothing else to do, for which its load is printed.
"""

import json
import os
import pickle
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from subprocess import run
from tempfile import TemporaryDirectory

from murho.engines import engine
from murho.engines.engine import Tell
from murho.measures import measure
from murho.pipeline.scoring.book import Book
from murho.pipeline.scoring.files import score_files
from murho.pipeline.scoring.reading import Reading

PROCESSES = 2
TASKS = 400


def write(folder: Path, cases: int) -> None:
    """Labelled cases in dialogues of three, with weights and a feature, and answers of which a fifth are wrong."""
    chance = random.Random(1)
    labels = [f"intent_{i}" for i in range(40)]
    with open(folder / "cases.jsonl", "w") as suite, open(folder / "answers.jsonl", "w") as said:
        for i in range(cases):
            right = labels[i * 7919 % 40]
            given = right if chance.random() < 0.8 else labels[chance.randrange(40)]
            suite.write(
                f'{{"id":"q{i}","expression":"please do number {i}","reference":["{right}"],'
                f'"cluster":"d{i // 3}","weight":{chance.random():.3f},"day":"{"mo" if i % 2 else "tu"}"}}\n'
            )
            said.write(f'{{"id":"q{i}","answer":["{given}"],"seconds":0.1}}\n')


def shares(folder: Path) -> Iterator[str]:
    """Who uses the processors: figures that hold on a busy machine, too."""
    files = str(folder / "cases.jsonl"), str(folder / "answers.jsonl")
    start = time.process_time()
    alone = score_files(measure("labels"), *files, Reading(by=("day",)))
    one = time.process_time() - start
    own, before = time.process_time(), getrusage(RUSAGE_CHILDREN)
    apart = score_files(measure("labels"), *files, Reading(by=("day",)), engine=engine(f"dask(processes={PROCESSES})"))
    own, after = time.process_time() - own, getrusage(RUSAGE_CHILDREN)
    if apart.as_json() != alone.as_json():
        sys.exit("the figures differ")
    workers = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    yield f"CPU seconds: this process alone {one:.1f}; under Dask here {own:.1f}, in {PROCESSES} workers {workers:.1f}"


def timed(folder: Path, *more: str) -> tuple[float, dict[str, object]]:
    """Wall-clock seconds of `murho score`, and what it found."""
    command = [
        sys.executable,
        "-m",
        "murho",
        "score",
        "labels",
        "cases.jsonl",
        "answers.jsonl",
        "--json",
        "--by",
        "day",
    ]
    began = time.perf_counter()
    done = run([*command, *more], cwd=folder, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - began
    if done.returncode:
        sys.exit(done.stderr)
    return seconds, json.loads(done.stdout)


def nothing(partition: int, _: Tell) -> int:
    """A partition without work."""
    return partition


def overhead() -> Iterator[str]:
    """What partitions cost where there is nothing to do in them."""
    began = time.perf_counter()
    with engine(f"dask(processes={PROCESSES})").open() as running:
        ready = time.perf_counter()
        list(running.map(nothing, range(20)))
        start, used = time.perf_counter(), time.process_time()
        list(running.map(nothing, range(TASKS)))
        each, own = (time.perf_counter() - start) / TASKS, (time.process_time() - used) / TASKS
        done = time.perf_counter()
    yield f"starting {PROCESSES} processes {ready - began:.1f} s, ending them {time.perf_counter() - done:.1f} s"
    yield f"a partition without work {each * 1e3:.1f} ms; scheduler and client take {own * 1e3:.1f} ms of CPU"


def merging(folder: Path) -> Iterator[str]:
    """What a book costs on its way home."""
    from murho.formats.jsonl import read_answers, read_cases

    cases, answers = next(read_cases(folder / "cases.jsonl")), next(read_answers(folder / "answers.jsonl"))
    book = Book(measure("labels"))
    book.judge(cases, answers)
    start = time.process_time()
    for _ in range(50):
        data = pickle.dumps(book)
    written = (time.process_time() - start) / 50
    start = time.process_time()
    for _ in range(50):
        pickle.loads(data)
    read = (time.process_time() - start) / 50
    whole, others = book.empty(), [pickle.loads(data) for _ in range(50)]
    start = time.process_time()
    for other in others:
        whole += other
    added = (time.process_time() - start) / 50
    yield (
        f"a book of {len(cases):,} cases in clusters of three is {len(data):,} bytes; CPU: "
        f"written {written * 1e3:.1f} ms, read {read * 1e3:.1f} ms, added {added * 1e3:.1f} ms"
    )


def lines(cases: int) -> Iterator[str]:
    """The report, line by line."""
    yield f"load of the machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    yield from overhead()
    with TemporaryDirectory() as name:
        folder = Path(name)
        write(folder, cases)
        yield from merging(folder)
        yield from shares(folder)
        alone, found = timed(folder)
        apart, same = timed(folder, "--engine", f"dask(processes={PROCESSES})")
        again, _ = timed(folder)
        if found != same:
            sys.exit("the figures differ")
        alone = min(alone, again)
        yield (
            f"{cases:,} cases: this process {alone:.1f} s, Dask with {PROCESSES} processes {apart:.1f} s, "
            f"{alone / apart:.2f} times as fast; the same JSON"
        )
    yield f"load of the machine after: {os.getloadavg()[0]:.1f}"


if __name__ == "__main__":
    for line in lines(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000):
        print(line, flush=True)

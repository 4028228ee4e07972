"""What a run costs besides the system: labels, stored and judged, asked in this process and through a command.

CPU microseconds a case, of this process, between two sizes, so that what a run costs once is not in it; and how many
times as long as the plainest loop takes that asks the same function and writes its answers as lines of JSON.

    python bench/runs.py            # 5,000 and 30,000 cases, about a minute
"""

import json
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from murho.core.case import Cases
from murho.measures import measure
from murho.pipeline.runs.plan import Plan
from murho.pipeline.runs.run import run
from murho.systems import Command, Function, System

SIZES = (5_000, 30_000)
LABELS = ("play", "stop", "find", "call")
ANSWERING = """import json, sys
for line in sys.stdin: print(json.dumps({'id': json.loads(line)['id'], 'answer': ['play']}), flush=True)"""


def understand(expression: str) -> str:
    """A system that costs next to nothing."""
    return LABELS[len(expression) % 4]


def suite(size: int) -> Cases:
    """Labels, one for each case."""
    meant = [(LABELS[i % 4],) for i in range(size)]
    return Cases([f"q{i}" for i in range(size)], [f"say {i}" for i in range(size)], meant)


def looped(cases: Cases) -> None:
    """The plainest loop."""
    with TemporaryDirectory() as folder, Path(folder, "answers.jsonl").open("w") as file:
        for name, text in zip(cases.ids, cases.texts, strict=True):
            file.write(json.dumps({"id": name, "answer": understand(text)}) + "\n")


def took(work: Callable[[Cases], object], cases: Cases) -> float:
    """CPU seconds of this process."""
    began = time.process_time()
    work(cases)
    return time.process_time() - began


def a_case(work: Callable[[Cases], object]) -> float:
    """CPU microseconds that a case adds."""
    small, large = (took(work, suite(size)) for size in SIZES)
    return 1e6 * (large - small) / (SIZES[1] - SIZES[0])


def of(system: Callable[[], System]) -> Callable[[Cases], object]:
    """A run of cases by a system."""

    def work(cases: Cases) -> None:
        with TemporaryDirectory() as folder:
            run(iter([cases]), system(), Path(folder) / "run", Plan([measure("labels")]))

    return work


def lines(runs: int = 3) -> Iterator[str]:
    """A line for each way of asking."""
    command = f"{sys.executable} -c {shlex.quote(ANSWERING)}"
    ways: dict[str, Callable[[], System]] = {
        "in this process": lambda: Function(understand),
        "through a command": lambda: Command(command),
    }
    for name, system in ways.items():
        pairs = [(a_case(of(system)), a_case(looped)) for _ in range(runs)]
        ours, ratio = median(ours for ours, _ in pairs), median(ours / plain for ours, plain in pairs)
        yield f"a run asked {name}: {ours:.0f} µs a case, {ratio:.1f} times the plainest loop"


if __name__ == "__main__":
    for line in lines():
        print(line)

"""Peak memory and time of whole commands by the size of the suite: run (recorded answers, a function), show, compare...

    python3 bench/memory.py                  # 100,000 and a million cases
    python3 bench/memory.py 400000 10000000  # other sizes; ten million take a quarter of an hour
    python3 bench/memory.py --only run,show 100000

It is no part of `dev.py bench`, whose figures are ratios: peak memory depends little on the machine. What is printed
is the greatest resident memory of the process (kilobytes of `getrusage`, as MB of 10^6 bytes) and its wall-clock time.
"""

import json
import subprocess
import sys
import time
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

LABELS = ("play", "stop", "add", "remove", "search", "rate", "book", "weather")
SIZES = (100_000, 1_000_000)
FUNCTION = '''
LABELS = {labels!r}

def understand(expression):
    """A label that is right four times of five."""
    number = int(expression.rpartition(" ")[2])
    return LABELS[(number + (number % 5 == 0)) % len(LABELS)]
'''


class Used(NamedTuple):
    """What a process used."""

    megabytes: float
    seconds: float
    cpu: float


def write(folder: Path, size: int) -> None:
    """A suite of labels in JSON lines, two files of answers in its order, and a module with a system."""
    (folder / "desk.py").write_text(FUNCTION.format(labels=LABELS))
    names = len(LABELS)
    with (
        open(folder / "cases.jsonl", "w") as cases,
        open(folder / "a.jsonl", "w") as first,
        open(folder / "b.jsonl", "w") as second,
    ):
        for i in range(size):
            case = {
                "id": f"case-{i:08}",
                "expression": f"please do what I said under number {i}",
                "reference": [LABELS[i % names]],
                "scenario": f"s{i * 7 % 12}",
                "turns": i % 9,
            }
            cases.write(json.dumps(case) + "\n")
            first.write(json.dumps({"id": case["id"], "answer": [LABELS[(i + (i % 4 == 0)) % names]]}) + "\n")
            second.write(json.dumps({"id": case["id"], "answer": [LABELS[(i + (i % 6 == 0)) % names]]}) + "\n")


def commands() -> dict[str, list[str]]:
    """The command lines, by what they show; later ones work on the runs of earlier ones."""
    murho = [sys.executable, "-m", "murho"]
    return {
        "run, recorded": [*murho, "run", "cases.jsonl", "--system", "a.jsonl", "-o", "a", "--json"],
        "run, resumed with nothing to do": [*murho, "run", "cases.jsonl", "--system", "a.jsonl", "-o", "a", "--json"],
        "run, second": [*murho, "run", "cases.jsonl", "--system", "b.jsonl", "-o", "b", "--json"],
        "run, function": [*murho, "run", "cases.jsonl", "--system", "desk:understand", "-o", "f", "--json"],
        "show": [*murho, "show", "a", "--json"],
        "show, by feature": [*murho, "show", "a", "--by", "scenario", "--json"],
        "compare": [*murho, "compare", "a", "b", "--json"],
        "compare, page": [*murho, "compare", "a", "b", "-o", "changes.html"],
        "report": [*murho, "report", "a", "-o", "a.html"],
        "score": [*murho, "score", "labels", "cases.jsonl", "a.jsonl", "--json"],
    }


_WAITING = """
import os, subprocess, sys
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, usage = os.wait4(process.pid, 0)
print(usage.ru_maxrss, usage.ru_utime + usage.ru_stime)
sys.exit(os.waitstatus_to_exitcode(status))
"""
"""A small process between: one that is forked begins with what the process that forked it takes."""


def used(command: Sequence[str], folder: Path) -> Used:
    """What one process used; it has to end well."""
    start = time.perf_counter()
    with open(folder / "said.txt", "w+b") as said:
        done = subprocess.run(
            [sys.executable, "-c", _WAITING, *command], cwd=folder, stdout=subprocess.PIPE, stderr=said
        )
        if done.returncode:
            said.seek(0)
            raise SystemExit(f"{' '.join(command)}: exit status {done.returncode}\n{said.read().decode()}")
    # Linux counts kilobytes, macOS bytes.
    unit = 1 if sys.platform == "darwin" else 1024
    most, cpu = map(float, done.stdout.split())
    return Used(most * unit / 1e6, time.perf_counter() - start, cpu)


def lines(sizes: Sequence[int], only: Sequence[str] = ()) -> Iterator[str]:
    """One line for each command: what it used at each size. Runs that others need are made in any case."""
    for size in sizes:
        with TemporaryDirectory() as name:
            folder = Path(name)
            write(folder, size)
            for what, command in commands().items():
                if only and not any(wanted in what for wanted in (*only, "run")):
                    continue
                megabytes, seconds, _ = used(command, folder)
                yield f"{size:>10,} cases, {what + ':':<34} {megabytes:6.0f} MB, {seconds:6.1f} s"


def main() -> None:
    """Print the lines for the sizes on the command line."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("sizes", nargs="*", type=int, default=SIZES)
    parser.add_argument("--only", default="", help="parts of the names of commands, with commas between them")
    given = parser.parse_args()
    for line in lines(given.sizes, [part for part in given.only.split(",") if part]):
        print(line, flush=True)


if __name__ == "__main__":
    main()

"""Reading JSON lines: MB/s of cases and of answers, by the kind of their meanings.

A line is what people have: an id, an expression, the reference, and three features; an answer has an id and what was
answered. CPU seconds of reading alone, the least of several, with all that is checked: fields, types, ids that occur
twice.

    python bench/json_lines.py           # 100,000 lines a file
    python bench/json_lines.py 1000000
"""

import json
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from murho.formats.jsonl import read_answers, read_cases

WORDS = ["the", "train", "to", "from", "bonn", "leaves", "at", "nine", "in", "the", "morning", "please"]
ROUNDS = 7


def said(draw: random.Random) -> str:
    """A sentence of 4 to 14 words."""
    return " ".join(draw.choices(WORDS, k=draw.randint(4, 14)))


KINDS: dict[str, Callable[[random.Random], Any]] = {
    "labels": lambda draw: f"label_{draw.randrange(40)}",
    "words": said,
    "meanings": lambda draw: {"act": "ask", "from": draw.choice(WORDS), "time": draw.randrange(24)},
}


def write(folder: Path, meaning: Callable[[random.Random], Any], size: int) -> None:
    """A file of cases and one of answers, all right."""
    draw = random.Random(1)
    with (folder / "cases.jsonl").open("w") as cases, (folder / "answers.jsonl").open("w") as answers:
        for i in range(size):
            meanings = [meaning(draw)]
            features = {"scenario": draw.choice(WORDS), "channel": "web", "speaker": f"s{i % 500}"}
            case = {"id": f"q{i}", "expression": said(draw), "reference": meanings, **features}
            cases.write(json.dumps(case) + "\n")
            answers.write(json.dumps({"id": f"q{i}", "answer": meanings}) + "\n")


def lines(size: int = 100_000) -> Iterator[str]:
    """A line for every kind of meaning."""
    for kind, meaning in KINDS.items():
        with TemporaryDirectory() as name:
            write(Path(name), meaning, size)
            found = []
            for side, read in (("cases", read_cases), ("answers", read_answers)):
                path = Path(name, f"{side}.jsonl")
                seconds = min(_seconds(read, path) for _ in range(ROUNDS))
                found.append(
                    f"{side} {path.stat().st_size / seconds / 1e6:.0f} MB/s, {seconds / size * 1e9:.0f} ns a line"
                )
            yield f"{kind}, {size:,} lines: {'; '.join(found)}"


def _seconds(read: Callable[[str], Iterator[Any]], path: Path) -> float:
    start = process_time()
    for _ in read(str(path)):
        pass
    return process_time() - start


if __name__ == "__main__":
    for line in lines(*map(int, sys.argv[1:2])):
        print(line)

"""What took its time is on the disk before the same worker is asked again, whoever works: killed runs are counted."""

import json
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from murho.store import open_run

RULES = """
import asyncio, json, os, signal, sys, time
from pathlib import Path
from murho.systems.function import batch

def begin(text):
    with open("asked.log", "a") as log:
        log.write(text + "\\n")
    if "KILL_AT" in os.environ and len(Path("asked.log").read_text().splitlines()) >= int(os.environ["KILL_AT"]):
        os.kill(json.loads(Path("run/lease.json").read_text())["pid"], signal.SIGKILL)

def one(text):
    begin(text)
    time.sleep(0.06)
    return text

async def several(text):
    begin(text)
    await asyncio.sleep(0.06)
    return text

@batch(size=4)
def lists(texts):
    begin("\\n".join(texts))
    time.sleep(0.06)
    return texts

def again(text):
    return text

if __name__ == "__main__":
    for line in sys.stdin:
        case = json.loads(line)
        print(json.dumps({"id": case["id"], "answer": [one(case["expression"])]}), flush=True)
"""
KINDS: dict[str, tuple[list[str], int]] = {
    "function": (["rules:one"], 1),
    "async": (["rules:several"], 8),
    "batch": (["rules:lists"], 4),
    "workers": (["rules:one", "--workers", "3"], 3),
    "command": (["cmd:python rules.py", "--workers", "3"], 3),
    "chain": (["rules:one", "--then", "rules:again"], 1),
    "chain-of-async": (["rules:several", "--then", "rules:again"], 8),
}
RARE = ("async", "batch", "workers", "chain-of-async")
CASES = 40


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=[pytest.mark.slow] if kind in RARE else []) for kind in KINDS]
)
def test_a_killed_run_loses_the_calls_under_way_and_no_more(murho: Any, told: Any, here: Path, kind: str) -> None:
    system, at_a_time = KINDS[kind]
    (here / "rules.py").write_text(RULES)
    rows = [{"id": str(i), "expression": f"n{i}", "reference": [f"n{i}"]} for i in range(CASES)]
    (here / "cases.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    command = ["run", "cases.jsonl", "--system", *system, "-m", "meanings", "-o", "run", "--json"]
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    assert murho(*command, env={**environment, "KILL_AT": "25"}).status == -9
    asked = set((here / "asked.log").read_text().split())
    run = open_run(here / "run")
    kept = {f"n{name}" for name in run.answers().ids}
    kept |= {f"n{entry.id.partition(chr(0))[0]}" for entry in run.journal()}
    assert kept <= asked
    assert len(asked - kept) <= at_a_time
    said = told(*command, env=environment)
    assert said.status == 0, said.err
    assert [figure["value"] for figure in said.json["figures"].values()] == [0]
    times = Counter((here / "asked.log").read_text().split())
    assert {text for text, number in times.items() if number > 1} == asked - kept, "nothing else was paid for twice"
    assert len(times) == CASES

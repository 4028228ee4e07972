"""Recorded answers under an engine: all processes killed, and started again; judged by workers as a system of a run."""

import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("distributed")
pytestmark = pytest.mark.slow
SMALL = """
import os, signal
from murho.cli import main
from murho.pipeline.scoring import partitions
from murho.pipeline.scoring.partitions import Checkpoints
partitions._size = lambda *_: 200
plain, done = Checkpoints.keep, []
def keep(self, number, result):
    plain(self, number, result)
    done.append(number)
    if len(done) == int(os.environ.get("KILL_AT", "0")):
        os.killpg(0, signal.SIGKILL)
Checkpoints.keep = keep
if __name__ == "__main__":
    raise SystemExit(main())
"""
"""murho with partitions of 200 cases; it kills itself and its workers when so many of them are kept."""
CASES = 20_000


def write(folder: Path, number: int) -> None:
    chance = random.Random(5)
    with open(folder / "cases.jsonl", "w") as cases, open(folder / "answers.jsonl", "w") as answers:
        for i in range(number):
            case = {"id": f"q{i}", "expression": "", "reference": [f"to {i % 7} and {i % 5}"]}
            cases.write(json.dumps({**case, "cluster": f"d{i // 3}", "weight": chance.random()}) + "\n")
            answers.write(json.dumps({"id": f"q{i}", "answer": [f"to {chance.randrange(7)} and"]}) + "\n")


@pytest.mark.parametrize("engine", ["dask(processes=2)", "local"])
def test_a_rerun_goes_on_where_all_was_killed(tmp_path: Path, engine: str) -> None:
    write(tmp_path, CASES)
    (tmp_path / "small.py").write_text(SMALL)
    job = [sys.executable, "small.py", "score", "words", "cases.jsonl", "answers.jsonl", "--json"]
    cache = tmp_path / "cache"
    place = {"cwd": tmp_path, "env": {**os.environ, "MURHO_CACHE": str(cache)}, "text": True}

    one = subprocess.run(job, capture_output=True, check=True, **place).stdout  # type: ignore[call-overload]
    job += ["--engine", engine]
    # A group of its own: the workers are in it.
    killed = {**place, "env": {**os.environ, "MURHO_CACHE": str(cache), "KILL_AT": "10"}}
    begun = subprocess.run(job, capture_output=True, process_group=0, check=False, **killed)  # type: ignore[call-overload]
    assert begun.returncode == -signal.SIGKILL, begun.stderr
    kept = len(list(cache.glob("partitions/*/*/[0-9]*")))
    assert kept == 10
    again = subprocess.run(job, capture_output=True, check=True, **place)  # type: ignore[call-overload]
    assert again.stdout == one
    assert f"{kept} partitions were done before" in again.stderr
    assert not [path for path in cache.rglob("*") if path.is_file()]


def test_recorded_answers_are_a_system_of_a_run_under_an_engine(tmp_path: Path) -> None:
    write(tmp_path, 500)
    made = []
    for name, more in (("alone", []), ("apart", ["--engine", "dask(processes=2)"])):
        job = [sys.executable, "-m", "murho", "run", "cases.jsonl", "--system", "answers.jsonl", "-m", "words"]
        job += ["-m", "wil", "-o", name, "--json", *more]
        made.append(json.loads(subprocess.run(job, capture_output=True, check=True, cwd=tmp_path, text=True).stdout))
        assert not list((tmp_path / name / "answers").glob("*.jsonl"))
    assert {**made[0], "run": ""} == {**made[1], "run": ""}
    kept = [path.relative_to(tmp_path / "alone") for path in (tmp_path / "alone").glob("[aj]*/**/*.parquet")]
    assert len(kept) > 1
    for path in kept:
        assert (tmp_path / "alone" / path).read_bytes() == (tmp_path / "apart" / path).read_bytes()

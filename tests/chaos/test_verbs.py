"""Verbs besides `run`, killed at random moments and started again: their results are those of the unbroken verb."""

import json
import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from murho.store import open_run
from murho.store.verify import verify

from .killing import MURHO, SEED, WAYS, Ended, check_how_it_ended, killed

SUITES = Path(__file__).parents[2] / "examples" / "suites"
CASES = [
    {"id": str(i), "expression": f"number {i}", "reference": ["even"], "cluster": str(i // 3), "tens": i // 100}
    for i in range(2000)
]
ANSWERS = [
    {"id": str(i), "answer": None if i % 7 == 0 else ["even" if i % 2 == 0 else f"odd {i}"]} for i in range(2000)
]
PARSER = """
import time
blocks = open("parsed.conllu").read().strip().split("\\n\\n")
trees = {block.split("text = ")[1].split("\\n")[0]: block + "\\n\\n" for block in blocks}

def parse(sentence):
    with open("asked.log", "a") as log:
        print(sentence, file=log)
    time.sleep(0.06)
    return trees.get(sentence)
"""


def said(command: tuple[str, ...], here: Path) -> str:
    """What the command prints when nobody kills it."""
    return subprocess.run([MURHO, *command], cwd=here, capture_output=True, text=True, check=True).stdout


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """A folder with a run of recorded answers."""
    for name, rows in (("cases", CASES), ("answers", ANSWERS)):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    said(("run", "cases.jsonl", "--system", "answers.jsonl", "-m", "meanings", "-o", "run"), tmp_path)
    return tmp_path


def rounds(command: tuple[str, ...], here: Path, within: float, times: int = 2) -> Iterator[Ended]:
    """The command killed so many times in each way; after each, how it ended."""
    rng = random.Random(f"{SEED} {command[0]}")
    print(f"MURHO_CHAOS_SEED={SEED}")
    ways = list(WAYS) * times
    rng.shuffle(ways)
    for way in ways:
        ended = killed(command, here, way, rng, within=within)
        check_how_it_ended(ended, was_at_work=False)
        yield ended


@pytest.mark.slow
def test_judge(recorded: Path) -> None:
    command = ("judge", "run", "-m", "graded", "-m", "any_of", "--json")
    shutil.copytree(recorded / "run", recorded / "whole")
    whole = said(("judge", "whole", *command[2:]), recorded)
    parts = {part.name: part.read_bytes() for part in open_run(recorded / "run").parts_of_answers()}
    before = open_run(recorded / "run").record["figures"]
    for ended in rounds(command, recorded, 0.8):
        assert ended.out in ("", whole.replace('"whole"', '"run"')), "all of it or nothing"
        assert verify(open_run(recorded / "run")).damaged == ()
        assert open_run(recorded / "run").record["figures"].items() >= before.items()
    assert said(command, recorded) == whole.replace('"whole"', '"run"')
    assert {part.name: part.read_bytes() for part in open_run(recorded / "run").parts_of_answers()} == parts
    records = [open_run(recorded / name).record["figures"] for name in ("run", "whole")]
    assert records[0] == records[1]


@pytest.mark.slow
def test_report(recorded: Path) -> None:
    command = ("report", "run", "--by", "tens", "-o", "report.html")
    said((*command[:-1], "whole.html"), recorded)
    whole = (recorded / "whole.html").read_bytes()
    for _ in rounds(command, recorded, 1.5):
        page = recorded / "report.html"
        assert not page.exists() or page.read_bytes() == whole
        page.unlink(missing_ok=True)
    said(command, recorded)
    assert (recorded / "report.html").read_bytes() == whole


@pytest.mark.slow
def test_suite_run(tmp_path: Path) -> None:
    command = ("suite", "run", str(SUITES / "small.xml"), "--system", "parser:parse", "-o", "run", "--json")
    folders = [tmp_path / "whole", tmp_path / "here"]
    for folder in folders:
        folder.mkdir()
        (folder / "parser.py").write_text(PARSER)
        shutil.copy(SUITES / "parsed.conllu", folder)
    whole = said(command, folders[0])
    here = folders[1]
    for ended in rounds(command, here, 0.8):
        if (here / "run" / "cases.parquet").exists():
            assert verify(open_run(here / "run")).damaged == ()
        if ended.status == 0:
            assert ended.out == whole
            shutil.rmtree(here / "run")
    assert said(command, here) == whole


@pytest.mark.slow
def test_study(tmp_path: Path) -> None:
    command = ("study", "parnax", "--json")
    whole = said(command, tmp_path)
    assert {ended.out for ended in rounds(command, tmp_path, 0.8)} <= {"", whole}
    assert list(tmp_path.iterdir()) == [], "nothing is left behind"

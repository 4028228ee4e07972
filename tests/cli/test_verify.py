"""murho verify: what is damaged is found and named, and can be had again."""

import json
import os
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from murho.core.errors import InputError
from murho.store import open_run

RULES = """
def understand(expression):
    return ["even" if int(expression) % 2 == 0 else "odd"]
"""


@pytest.fixture
def work(told: Any, here: Path) -> tuple[str, ...]:
    (here / "rules.py").write_text(RULES)
    cases = [{"id": str(i), "expression": str(i), "reference": ["even"], "kind": f"k{i % 3}"} for i in range(300)]
    (here / "cases.jsonl").write_text("".join(json.dumps(case) + "\n" for case in cases))
    command = ("run", "cases.jsonl", "--system", "rules:understand", "-m", "labels", "-o", "run", "--json")
    assert told(*command).status == 0
    return command


def test_a_sound_run(told: Any, work: tuple[str, ...]) -> None:
    told_json = told("verify", "run", "--json")
    assert told_json.status == 0
    assert {**told_json.json, "systems": []} == {"parts": 1, "damaged": [], "missing": 0, "systems": []}
    assert told("verify", "run").out == "1 part of answers, all sound\n"


def test_a_damaged_part_is_named_and_can_be_had_again(told: Any, here: Path, work: tuple[str, ...]) -> None:
    figures = told("show", "run", "--json").json
    (part,) = (here / "run" / "answers").glob("part-*")
    content = bytearray(part.read_bytes())
    content[len(content) // 3] ^= 4
    part.write_bytes(content)
    found = told("verify", "run", "--json")
    assert found.status == 1
    (damage,) = found.json["damaged"]
    assert damage == {
        "file": f"answers/{part.name}",
        "found": "its bytes are not those that were written",
        "todo": "delete it, and the same `murho run` asks again for what it held",
    }
    assert found.json["missing"] == 300
    part.unlink()
    assert told(*work).status == 0
    assert told("verify", "run").status == 0
    assert told("show", "run", "--json").json == figures


def test_a_part_of_another_run_is_named(told: Any, here: Path, work: tuple[str, ...]) -> None:
    ask = (*work[:-2], "other", "--overwrite", "--json")
    assert told(*ask, "--limit", "20").status == 0
    (few,) = (here / "other" / "answers").glob("part-*")
    copied = Path(shutil.copy(few, here / "run" / "answers"))
    os.utime(copied, (4e9, 4e9))
    (here / "rules.py").write_text(RULES.replace("odd", "uneven"))
    assert told(*ask).status == 0
    (others,) = (here / "other" / "answers").glob("part-*")
    shutil.copy(others, here / "run" / "answers")
    (here / "other" / "cases.parquet").unlink()
    told_to = "restore it, or begin anew with --overwrite\n"
    assert told("show", "other").err.endswith(f"no such file, which holds the cases of the run; {told_to}")
    found = told("verify", "run", "--json")
    assert (found.status, found.json["missing"]) == (1, 0)
    reasons = {damage["file"]: damage["found"] for damage in found.json["damaged"]}
    assert reasons.pop(f"answers/{others.name}") == (
        "no part of this run: answers of a system that run.json does not name"
    )
    assert "whose time is earlier; one of the two is of another run" in reasons.pop(f"answers/{copied.name}")
    assert not reasons


def test_no_flipped_bit_gives_another_answer(here: Path, work: tuple[str, ...]) -> None:
    """Reading tells, too: what is read is what was written, or an error."""
    draw = random.Random(5)
    whole = open_run(here / "run")
    answers, cases = list(whole.answers().answers), list(whole.cases().references)
    for name in ("answers", "cases.parquet"):
        (file,) = (here / "run" / name).glob("part-*") if name == "answers" else [here / "run" / name]
        sound = file.read_bytes()
        for _ in range(60):
            content = bytearray(sound)
            content[draw.randrange(len(content))] ^= 1 << draw.randrange(8)
            shutil.rmtree(here / "copy", ignore_errors=True)
            shutil.copytree(here / "run", here / "copy")
            (here / "copy" / file.relative_to(here / "run")).write_bytes(content)
            copy = open_run(here / "copy")
            try:
                read = list(copy.answers().answers), list(copy.cases().references)
            except InputError:
                continue
            assert read == (answers, cases)


def test_a_damaged_line_of_the_journal(told: Any, here: Path, work: tuple[str, ...]) -> None:
    (part,) = (here / "run" / "answers").glob("part-*")
    part.unlink()
    (here / "run" / "answers" / "journal-00000.jsonl").write_bytes(b'00000000 ["1",["odd"],null,null,{},null]\n0000')
    found = told("verify", "run", "--json").json
    assert [damage["found"] for damage in found["damaged"]] == ["1 lines are damaged, the first is line 1"]
    assert found["missing"] == 300


def test_no_run(told: Any, here: Path) -> None:
    assert told("verify", "nowhere").line(1) == "nowhere: no run here; name a folder that holds a run.json"

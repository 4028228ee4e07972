"""The plugin of pytest, in a pytest of its own: what fails, what passes, and what a failure prints."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

TEST = """
import pytest

def system(broken):
    return lambda expression: "no" if int(expression.split()[1]) % 10 in broken else "yes"

@pytest.fixture
def baseline(murho_run):
    return murho_run("cases.jsonl", system({0}), measures="labels").run

def test_other_errors(murho_run, baseline):
    run = murho_run("cases.jsonl", system({2}), measures="labels")
    run.no_worse_than(baseline, by="topic")
    run.at_most(0.1)
    assert run.show().main.value == pytest.approx(0.1)

def test_worse(murho_run, baseline):
    murho_run("cases.jsonl", system({1, 3, 5, 7}), measures="labels").no_worse_than(baseline, by="topic")

def test_a_file(murho_run):
    murho_run("cases.jsonl", system({0, 2, 4, 6}), measures="labels").no_worse_than("baseline.jsonl", margin=0.1)

def test_too_bad(murho_run):
    murho_run("cases.jsonl", system({0, 2, 4, 6}), measures="labels").at_most(0.2)
"""


@pytest.mark.slow
def test_it_fails_where_it_is_clear_and_says_what_got_worse(tmp_path: Path) -> None:
    cases = [
        {"id": f"c{i}", "expression": f"nr {i}", "reference": ["yes"], "topic": ("fees", "hours")[i % 2]}
        for i in range(100)
    ]
    said = [{"id": f"c{i}", "answer": ["no" if i % 10 == 0 else "yes"]} for i in range(100)]
    for name, rows in (("cases", cases), ("baseline", said)):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "test_it.py").write_text(TEST)
    asked = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:murho",
        "-p",
        "murho.face.testing",
        "-p",
        "no:cacheprovider",
        "test_it.py",
    ]
    done = subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=100)
    assert "3 failed, 1 passed" in done.stdout, done.stdout + done.stderr
    out = done.stdout
    assert "gate failed: labels, all, test_it:system" in out, "the system, and no folder that nobody has named"
    assert "π(B) − π(A) is +0.3000" in out
    assert "gate failed: labels, topic=hours, " in out
    assert "B fixes 10 cases and breaks 40. 50 did not change." in out
    assert "topic hours: 40 worse, 0 better, of 50" in out
    assert "topic fees: " not in out.split("Where more got worse")[1].split("The cases that cost")[0]
    assert "c1  nr 1: yes became no, correct is yes" in out
    assert "labels is 0.3" in out
    assert "Traceback" not in out

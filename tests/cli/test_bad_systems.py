"""Systems under evaluation that misbehave: it costs the case, is counted, and never stops the others."""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

MOODY = """
import json, os, signal, sys, time
for line in sys.stdin:
    case = json.loads(line)
    mood = case["expression"]
    if mood == "rubbish":
        print("<<< \\x1b[31mnot JSON", flush=True)
    elif mood == "binary":
        sys.stdout.buffer.write(bytes(range(128, 256)) + b"\\n"); sys.stdout.flush()
    elif mood == "hang":
        time.sleep(600)
    elif mood == "die":
        print("out of ideas", file=sys.stderr)
        sys.exit(3)
    elif mood == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif mood == "noise":
        for _ in range(10):
            sys.stderr.write("x" * (1 << 20))
        print(json.dumps({"id": case["id"], "answer": ["fine"]}), flush=True)
    elif mood == "someone else's":
        print(json.dumps({"id": "nobody", "answer": ["fine"]}), flush=True)
    elif mood == "odd":
        print(json.dumps({"id": case["id"], "answer": "fine"}), flush=True)
    elif mood == "give up":
        print(json.dumps({"id": case["id"], "answer": None, "failure": "gave up"}), flush=True)
    else:
        print(json.dumps({"id": case["id"], "answer": ["fine"]}), flush=True)
"""
MOODS = [
    "fine",
    "rubbish",
    "binary",
    "fine",
    "hang",
    "die",
    "crash",
    "noise",
    "someone else's",
    "odd",
    "give up",
    "fine",
]
RIGHT = sum(mood in ("fine", "noise") for mood in MOODS)


@pytest.fixture
def moods(here: Path, write: Callable[..., str]) -> str:
    (here / "moody.py").write_text(MOODY)
    return write("cases.jsonl", *({"id": f"{i} {mood}", "expression": mood, "reference": ["fine"]}
                                  for i, mood in enumerate(MOODS)))  # fmt: skip


@pytest.mark.parametrize("workers", ["1", "3"])
def test_a_command(told: Any, here: Path, moods: str, workers: str) -> None:
    command = ("run", moods, "--system", f"cmd:{sys.executable} moody.py", "-m", "labels", "-o", "run")
    found = told(*command, "--timeout", "4", "--workers", workers, "--json")
    assert found.status == 0, found.err
    assert found.err == ""
    figure = found.json["figures"]["labels"]
    assert figure["counts"] == {"correct": RIGHT, "total": len(MOODS), "undefined": len(MOODS) - RIGHT}
    assert figure["missing_answers"] == 0, "they were asked, and failed"

    from murho.core.meaning import UNDEFINED
    from murho.store import open_run

    answers = open_run(here / "run").answers()
    why = dict(zip((name.split(" ", 1)[1] for name in answers.ids), answers.failures or (), strict=True))
    for mood, part in {
        "fine": None,
        "noise": None,
        "rubbish": "wrote a line that is not JSON",
        "binary": "wrote a line that is not JSON",
        "hang": "no answer within 4 s",
        "die": "exited with status 3: out of ideas",
        "crash": "was killed by SIGSEGV",
        "someone else's": "wrote an answer to another case: 'nobody'",
        "odd": "its answer is no list of meanings",
        "give up": "gave up",
    }.items():
        assert (why[mood] is None) if part is None else part in str(why[mood]), why[mood]
    failed = [answer is UNDEFINED for answer in answers.answers]
    assert failed == [failure is not None for failure in answers.failures or ()]
    record = json.loads((here / "run" / "run.json").read_text())
    assert sum(record["counts"]["failures"].values()) == record["counts"]["undefined"] == len(MOODS) - RIGHT


STAMMERING = """
import json, sys
for line in sys.stdin:
    case = json.loads(line)
    for _ in range(1 + (case["expression"] == "twice")):
        print(json.dumps({"id": case["id"], "answer": ["fine"]}), flush=True)
"""


@pytest.mark.parametrize("workers", ["1", "3"])
def test_a_command_that_answers_twice(told: Any, here: Path, write: Callable[..., str], workers: str) -> None:
    (here / "stammering.py").write_text(STAMMERING)
    said = ["once", "twice", "once", "once", "twice", "once"]
    cases = write("c.jsonl", *({"id": i, "expression": said[i], "reference": ["fine"]} for i in range(6)))
    system = f"cmd:{sys.executable} stammering.py"
    found = told("run", cases, "--system", system, "-m", "labels", "-o", "run", "--workers", workers, "--json")
    assert found.json["figures"]["labels"]["counts"] == {"correct": 6, "total": 6, "undefined": 0}
    first = next(number for number in "14" if f"answered {number!r}" in found.err)
    told = f"answered '{first}' twice (and so 2 times in all); the first answer to a case counts"
    assert found.err == f"note: {system.removeprefix('cmd:')}: {told}\n"
    assert json.loads((here / "run" / "run.json").read_text())["notes"] == [found.err.removeprefix("note: ").rstrip()]


def test_a_command_that_never_answers(told: Any, here: Path, moods: str) -> None:
    """Then the command is wrong, not the cases; its last words are shown, made inert."""
    (here / "dead.py").write_text("import sys; sys.exit('no model\\x1b[31m here')")
    found = told("run", moods, "--system", f"cmd:{sys.executable} dead.py", "-o", "run")
    assert found.status == 1
    first, *rest = found.err.splitlines()
    assert "without ever answering; try it by hand: " in first
    assert "    no model\\x1b[31m here" in rest
    assert "\x1b" not in found.err
    (here / "dead.py").write_text(MOODY)
    found = told("run", moods, "--system", f"cmd:{sys.executable} dead.py", "-o", "run", "--timeout", "1", "--json")
    assert found.status == 0, "mended, and no --overwrite needed"


FUNCTIONS = """
import os, sys, time

class Unspeakable(Exception):
    def __str__(self): raise KeyboardInterrupt

def parse(expression):
    if expression == "hang": time.sleep(600)
    if expression == "crash": os._exit(7)
    if expression == "die": sys.exit("enough")
    if expression == "rubbish": return object()
    if expression == "binary": return [float("nan")]
    if expression == "noise":
        print("x" * (1 << 20)); print("y" * (1 << 20), file=sys.stderr)
    if expression == "odd": raise ValueError("odd\\x1b[31m")
    if expression == "huge": return {"amount": 10**5000}
    if expression == "unspeakable": raise Unspeakable
    return {"fine": "fine", "noise": "fine"}.get(expression)
"""


def test_a_function_in_a_process_of_its_own(told: Any, here: Path, moods: str) -> None:
    (here / "functions.py").write_text(FUNCTIONS)
    command = ("run", moods, "--system", "functions:parse", "-m", "labels", "-o", "run", "--timeout", "2", "--json")
    found = told(*command)
    assert found.status == 0, found.err
    figure = found.json["figures"]["labels"]
    assert figure["counts"] == {"correct": RIGHT, "total": len(MOODS), "undefined": len(MOODS) - RIGHT}
    failures = json.loads((here / "run" / "run.json").read_text())["counts"]["failures"]
    assert {"no answer within 2 s", "SystemExit", "ValueError"} <= set(failures), failures


def test_a_function_in_this_process_that_raises(told: Any, here: Path, write: Callable[..., str]) -> None:
    (here / "functions.py").write_text(FUNCTIONS)
    moods = ["fine", "die", "rubbish", "binary", "odd", "huge", "unspeakable", "give up"]
    cases = write("few.jsonl", *({"id": mood, "expression": mood, "reference": ["fine"]} for mood in moods))
    found = told("run", cases, "--system", "functions:parse", "-m", "labels", "-o", "run", "--json")
    figure = found.json["figures"]["labels"]
    assert figure["counts"] == {"correct": 1, "total": 8, "undefined": 7}
    failures = json.loads((here / "run" / "run.json").read_text())["counts"]["failures"]
    assert failures["Unspeakable"] == 1
    assert failures["a meaning holds a whole number of more than 4,300 digits; give it as a string"] == 1


def test_what_a_function_prints_is_no_result(murho: Any, here: Path, suite: tuple[str, str]) -> None:
    """Nor is what a program prints that the function starts."""
    (here / "chatty.py").write_text(
        "import os\nprint('loading')\n"
        "def parse(expression):\n    print('thinking')\n    os.system('echo started')\n    return []\n"
    )
    found = murho("run", suite[0], "--system", "chatty:parse", "-m", "labels", "-o", "run", "--json")
    assert found.json["figures"]["labels"]["value"] == 0.75
    assert found.err.splitlines() == ["loading", *["thinking", "started"] * 4]


def test_a_module_that_does_not_import(told: Any, here: Path, moods: str) -> None:
    (here / "halves.py").write_text("def parse(:")
    (here / "wants.py").write_text("import nothing_of_the_kind")
    (here / "ends.py").write_text("import sys; sys.exit(5)")
    for name, part in {
        "halves": "module 'halves' does not import: SyntaxError: ",
        "wants": "module 'wants' does not import: ModuleNotFoundError: ",
        "ends": "module 'ends' does not import: SystemExit: 5; ",
    }.items():
        line = told("run", moods, "--system", f"{name}:parse", "-o", "run").line(2)
        assert line.startswith(part), line
    assert not (here / "run").exists()


def test_an_answer_the_measure_cannot_read_is_a_mistake_in_the_setup(
    told: Any, here: Path, write: Callable[..., str]
) -> None:
    """The answers are kept: with a measure that can read them the same command goes on."""
    counting = "def count(e):\n    with open('asked.log', 'a') as log: log.write('x')\n    return len(e)\n"
    (here / "numbers.py").write_text(counting)
    cases = write("c.jsonl", *({"id": i, "expression": "x" * i, "reference": [i]} for i in range(1, 5)))
    command = ("run", cases, "--system", "numbers_:count", "-o", "run", "--json")
    os.rename(here / "numbers.py", here / "numbers_.py")
    line = told(*command, "-m", "words").line()
    assert line.startswith("run/")
    assert line.endswith('; a text is a string, as in ["to berlin"]')
    found = told(*command, "-m", "meanings")
    assert found.json["figures"]["meanings(shifting=mu1())"]["value"] == 0
    assert (here / "asked.log").read_text() == "xxxx", "nothing was asked twice"

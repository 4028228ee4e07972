"""Python functions served as commands."""

import json
import subprocess
import sys
import time
from collections.abc import Callable

import pytest

from murho.core.case import Answers, Cases
from murho.core.errors import MurhoError, UsageError
from murho.core.meaning import UNDEFINED
from murho.systems import Isolated, gather

from .conftest import SCRIPTS, is_gone, make_cases

Ask = Callable[..., Answers]


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(SCRIPTS)


def test_a_function_that_hangs_crashes_prints_and_reads(answers_of: Ask) -> None:
    moods = ["a b", "hang", "exit", "leave", "print", "read", "raise", "c"]
    answers = answers_of(Isolated("parsers:moody", timeout=3), *moods)
    expected = [("a", "b"), UNDEFINED, UNDEFINED, UNDEFINED, ("printed",), ("",), UNDEFINED, ("c",)]
    assert answers.answers == expected
    assert [failure for failure in answers.failures or [] if failure] == [
        "no answer within 3 s",
        "exited with status 5",
        "SystemExit: leaving",
        "ValueError: no such date",
    ]


@pytest.mark.parametrize("name", ["words", "later", "batches"])
def test_functions_of_every_sort(name: str, answers_of: Ask) -> None:
    assert answers_of(Isolated(f"parsers:{name}", workers=2), *["a b"] * 20).answers == [("a", "b")] * 20


def test_importing_is_not_counted_to_a_case(answers_of: Ask) -> None:
    assert answers_of(Isolated("heavy:words", timeout=0.7), "a").answers == [("a",)]


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        ("parsers:wordz", "'parsers' has no 'wordz'; did you mean 'words'?"),
        ("broken:parse", "No module named 'no_such_library'"),
    ],
)
def test_a_function_that_is_not_there(spec: str, text: str) -> None:
    with pytest.raises(UsageError) as error, Isolated(spec, workers=2) as system:
        list(system.answer(make_cases("a", "b", "c")))
    assert text in str(error.value)
    assert "\n" not in str(error.value)


def test_a_start_that_takes_for_ever() -> None:
    with (
        pytest.raises(MurhoError, match=r"not ready within 0\.01 s"),
        Isolated("parsers:words", startup=0.01) as system,
    ):
        list(system.answer(make_cases("a")))


def test_it_does_not_outlive_the_one_who_asks() -> None:
    """Killed at any moment, murho leaves nothing that runs for ever."""
    ask = """
import murho.systems, murho.core.case
with murho.systems.Isolated("parsers:moody") as system:
    for one in system.answer(murho.core.case.Cases(["1", "2"], ["a", "hang"], [(), ()])):
        print(system._workers[0].process._popen.pid, flush=True)
"""
    asking = subprocess.Popen([sys.executable, "-c", ask], stdout=subprocess.PIPE)
    assert asking.stdout is not None
    served = int(asking.stdout.readline())
    time.sleep(0.1)
    asking.kill()
    asking.communicate()
    assert is_gone(served)


def test_description() -> None:
    assert Isolated("parsers:words", workers=2, timeout=5).describe() == {
        "kind": "function",
        "spec": "parsers:words",
        "workers": 2,
        "timeout": 5,
        "isolated": True,
    }


def test_served_by_hand() -> None:
    serve = [sys.executable, "-m", "murho.systems.serve"]
    lines = '{"id": "q1", "expression": "print"}\n{"id": 7, "expression": "raise"}\n'
    done = subprocess.run([*serve, "parsers:moody"], input=lines, capture_output=True, text=True, check=True)
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        {"ready": True},
        {"id": "q1", "answer": ["printed"]},
        {"id": 7, "answer": None, "failure": "ValueError: no such date"},
    ]
    assert "forged" in done.stderr
    done = subprocess.run([*serve, "parsers:moody"], input="rubbish\n", capture_output=True, text=True, check=False)
    assert done.returncode == 1
    done = subprocess.run(serve, capture_output=True, text=True, check=False)
    assert (done.returncode, "name one function" in done.stderr) == (2, True)


@pytest.mark.parametrize("name", ["recalls", "words"])
def test_what_went_before_and_whole_dialogues(name: str) -> None:
    clusters = ["a", "b", "a", "b", "a", "b"]
    cases = Cases(list("123456"), ["a1", "b1", "a2", "b2", "a3", "b3"], [()] * 6, clusters=clusters)
    with Isolated(f"parsers:{name}", workers=2) as system:
        answers = gather(cases, system.answer(cases)).answers
    if name == "words":
        assert answers == [(text,) for text in cases.expressions]
        return
    said = [answer[0] for answer in answers]  # type: ignore[index]
    assert [one["before"] for one in said] == [[], [], ["a1"], ["b1"], ["a1", "a2"], ["b1", "b2"]]
    places = {(cluster, one["process"]) for cluster, one in zip(clusters, said, strict=True)}
    assert len(places) == 2, "each dialogue stays with one process"

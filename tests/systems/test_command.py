"""Commands as systems: real processes that behave well and badly."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from murho.core.case import Answers, Cases
from murho.core.errors import MurhoError, UsageError
from murho.core.meaning import UNDEFINED
from murho.systems import Command, gather

from .conftest import SCRIPTS, is_gone, make_cases

Ask = Callable[..., Answers]
Script = Callable[..., list[str]]


LOADED = 60
"""Seconds for `moody ready` to say so, so that starting it, which takes long on a busy machine, counts to no case."""


def failures(answers: Answers) -> list[str]:
    return [failure or "" for failure in answers.failures or []]


def test_an_honest_command(answers_of: Ask, script: Script) -> None:
    answers = answers_of(Command(script("moody")), "open today", "empty", "undefined", "extras", "blank")
    assert answers.answers == [("open", "today"), (), UNDEFINED, ("x",), ("after blank lines",)]
    assert answers.failures == [None, None, "out of vocabulary", None, None]
    assert answers.extras["cost"] == [None, None, 2, None, None]
    assert answers.extras["confidence"][3] == 0.5
    assert answers.extras["command:seconds"][3] == 7, "its own word does not replace what was measured"
    assert all(s is not None and s < 5 for s in answers.seconds or [])


def test_ids_compare_as_strings(script: Script) -> None:
    cases = Cases(["17"], ["number-id"], [()])
    with Command(script("moody")) as system:
        assert gather(cases, system.answer(cases)).answers == [()]


def test_it_is_kept_alive_over_batches(script: Script) -> None:
    cases = make_cases("pid", "pid")
    with Command(script("moody")) as system:
        first, second = gather(cases, system.answer(cases)), gather(cases, system.answer(cases))
    assert len({answer for answers in (first, second) for answer in answers.answers}) == 1


def test_a_string_is_split_as_a_shell_does(answers_of: Ask) -> None:
    system = Command(f"'{sys.executable}' \"{SCRIPTS / 'moody.py'}\"")
    assert answers_of(system, "a").answers == [("a",)]
    assert system.describe() == {
        "kind": "command",
        "spec": f"'{sys.executable}' \"{SCRIPTS / 'moody.py'}\"",
        "workers": 1,
        "timeout": 60.0,
    }


def test_any_text_arrives(answers_of: Ask, script: Script) -> None:
    hard = ["Zoë 日本 🎉", 'quo"te \\ back', "tab\there", "x" * 300_000]
    answers = answers_of(Command(script("moody")), *hard, "line\nbreak", "\ud800", "")
    assert answers.answers[:4] == [tuple(text.split()) for text in hard]
    assert answers.answers[4:] == [("line", "break"), UNDEFINED, ()]
    assert failures(answers)[5].startswith("UnicodeEncodeError")


@pytest.mark.parametrize(
    ("mood", "failure"),
    [
        ("crash", "exited with status 3: Traceback: ... | ValueError: no rule for this"),
        ("segfault", "was killed by SIGSEGV"),
        ("rubbish", "wrote a line that is not JSON: Loading model... done"),
        ("bytes", "wrote a line that is not JSON"),
        ("nan", "wrote a line that is not JSON"),
        ("number", "wrote a line that is not a JSON object: 17"),
        ("wrong-id", "wrote an answer to another case: 'other' when asked 'q2'"),
        ("no-id", "wrote a line without an id"),
        ("no-answer", "answered without an answer"),
        ("string", 'its answer is no list of meanings and not null: "hours"'),
        ("deep", "a meaning is nested more than 100 deep"),
        ("endless", "wrote a line of more than 16 MB"),
        ("close", "closed its standard output"),
    ],
)
def test_a_bad_answer_costs_its_case_only(mood: str, failure: str, answers_of: Ask, script: Script) -> None:
    answers = answers_of(Command(script("moody"), timeout=20), "before", mood, "after it")
    assert answers.answers == [("before",), UNDEFINED, ("after", "it")]
    assert failures(answers)[1].startswith(failure)
    assert failures(answers)[::2] == ["", ""]


def test_a_case_that_takes_too_long(answers_of: Ask, script: Script) -> None:
    system = Command(script("moody", "ready"), timeout=2, startup=LOADED)
    answers = answers_of(system, "before", "hang", "after", "slow 0.2")
    assert answers.answers == [("before",), UNDEFINED, ("after",), ("slept 0.2",)]
    assert failures(answers)[1] == "no answer within 2 s: searching for ever"
    assert 2 <= ((answers.seconds or [])[1] or 0) < 60


def test_a_command_that_does_not_read(answers_of: Ask, script: Script) -> None:
    answers = answers_of(Command(script("deaf"), timeout=0.3), "x" * 10**6, "y")
    assert answers.answers == [UNDEFINED, UNDEFINED]
    assert failures(answers) == ["no answer within 0.3 s, its start included"] * 2


def test_a_command_that_answers_before_it_has_read(answers_of: Ask, script: Script) -> None:
    answers = answers_of(Command(script("hasty"), timeout=20), "x" * 10**6, "y")
    assert answers.answers == [UNDEFINED, ()]
    assert failures(answers)[0] == "answered before it had read the whole case"


def test_a_hundred_megabytes_of_noise(answers_of: Ask, script: Script) -> None:
    import resource

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    answers = answers_of(Command(script("moody"), timeout=30), "noise", "after")
    assert answers.answers == [("100 MB of noise",), ("after",)]
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000, "kB"


def test_an_answer_of_megabytes(answers_of: Ask, script: Script) -> None:
    (answer,) = answers_of(Command(script("moody")), "big").answers
    assert answer == ("x" * (8 * 2**20),)


@pytest.mark.parametrize(
    ("mood", "failure"), [("fork-exit", "exited with status 4"), ("fork-hang", "no answer within")]
)
def test_children_of_the_command_die_with_it(
    mood: str, failure: str, answers_of: Ask, script: Script, tmp_path: Path
) -> None:
    system = Command(script("moody", "ready"), timeout=2, startup=LOADED)
    answers = answers_of(system, "before", f"{mood} {tmp_path / 'pid'}", "after")
    assert answers.answers == [("before",), UNDEFINED, ("after",)]
    assert failures(answers)[1].startswith(failure)
    assert is_gone(int((tmp_path / "pid").read_text()))


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("mood", ["twice", "twice-later"])
def test_a_second_answer_is_dropped_and_told(mood: str, workers: int, answers_of: Ask, script: Script) -> None:
    system = Command(script("moody"), workers=workers)
    answers = answers_of(system, mood, "next", "slow 0.2", mood, "after", "pid", "slow 0.2")
    assert answers.answers[:5] == [("first",), ("next",), ("slept 0.2",), ("first",), ("after",)]
    assert answers.failures == [None] * 7
    (note,) = system.notes
    assert "moody.py: answered 'q" in note
    assert note.endswith(" twice (and so 2 times in all); the first answer to a case counts")


def test_a_second_answer_to_the_last_case_is_told_too(answers_of: Ask, script: Script) -> None:
    system = Command(script("moody"))
    assert answers_of(system, "before", "twice").answers == [("before",), ("first",)]
    assert [note.partition(": ")[2] for note in system.notes] == [
        "answered 'q2' twice; the first answer to a case counts"
    ]


def test_a_second_answer_is_none_to_the_same_case_asked_once_more(script: Script) -> None:
    cases = make_cases("twice")
    with Command(script("moody")) as system:
        for _ in range(3):
            assert gather(cases, system.answer(cases)).answers == [("first",)]
            time.sleep(0.05)


@pytest.mark.parametrize("late", ["", " 0.1"])
def test_a_line_without_an_id_is_put_down_to_no_other_case(late: str, answers_of: Ask, script: Script) -> None:
    """Whether it comes before or after the next case is asked."""
    system = Command(script("moody"))
    answers = answers_of(system, "before", f"twice-nameless{late}", "slow 0.2", "after")
    assert answers.answers == [("before",), ("first",), ("slept 0.2",), ("after",)]
    (note,) = [note.partition(": ")[2] for note in system.notes]
    assert note.endswith("; it belonged to no case in hand, which was asked again")
    assert '{"answer": ["second"]}' in note


def test_a_line_that_a_case_writes_again_is_its_own(answers_of: Ask, script: Script) -> None:
    system = Command(script("moody"))
    answers = answers_of(system, "pid", "no-id", "pid")
    assert answers.answers[1] is UNDEFINED
    assert failures(answers)[1] == 'wrote a line without an id: {"answer": []}'
    assert system.notes == []


def test_what_comes_along_is_looked_at_with_a_wrong_answer_too(answers_of: Ask, script: Script) -> None:
    answers = answers_of(Command(script("moody")), "before", "deep-extra")
    assert failures(answers)[1] == "a meaning is nested more than 100 deep"
    assert answers.extras == {}


def test_a_command_that_leaves_after_its_work_is_no_failure(answers_of: Ask, script: Script) -> None:
    answers = answers_of(Command(script("moody")), *["bye"] * 10, "crash")
    assert answers.answers == [("bye",)] * 10 + [UNDEFINED]


def test_workers_share_the_cases(script: Script) -> None:
    count = 200
    cases = make_cases(*["pid"] * count)
    with Command(script("moody"), workers=3) as system:
        finished = list(system.answer(cases))
    assert sorted(one.position for one in finished) == list(range(count))
    assert len({one.answer for one in finished}) == 3


def test_no_more_processes_than_cases(script: Script) -> None:
    cases = make_cases("pid", "pid")
    with Command(script("moody"), workers=8) as system:
        list(system.answer(cases))
        assert sum(worker.process is not None for worker in system._workers) <= 2


def test_one_bad_worker_does_not_hold_up_the_others(script: Script) -> None:
    cases = make_cases("hang", *["a"] * 20)
    with Command(script("moody", "ready"), workers=2, timeout=3, startup=LOADED) as system:
        finished = list(system.answer(cases))
    assert [one.position for one in finished] == [*range(1, 21), 0]


def test_workers_killed_from_outside(script: Script) -> None:
    cases = make_cases(*["pid"] * 300)
    killed, answered = set(), 0
    with Command(script("moody"), workers=2) as system:
        for one in system.answer(cases):
            if isinstance(one.answer, tuple):
                answered += 1
                if answered % 60 == 0:
                    os.kill(one.answer[0], signal.SIGKILL)
                    killed.add(one.answer[0])
            else:
                assert (one.failure or "").startswith("was killed by SIGKILL")
    assert len(killed) >= 4
    assert answered >= 300 - len(killed)


def test_the_caller_may_take_its_time(script: Script) -> None:
    cases = make_cases("a", "big")
    with Command(script("moody", "ready"), workers=2, timeout=2, startup=LOADED) as system:
        answers = system.answer(cases)
        first = next(answers)
        time.sleep(2.1)  # the other cannot end its long line until it is read
        assert [first.failure, next(answers).failure] == [None, None]


def test_left_early_it_starts_afresh(script: Script) -> None:
    cases = make_cases("a", "hang")
    with Command(script("moody"), workers=2) as system:
        answers = system.answer(cases)
        assert next(answers).position == 0
        answers.close()  # type: ignore[attr-defined]  # the other worker has a case in hand
        again = make_cases("b", "c", "d")
        assert gather(again, system.answer(again)).answers == [("b",), ("c",), ("d",)]


def test_left_early_nothing_is_carried_over(script: Script) -> None:
    with Command(script("moody", "ready"), timeout=2, startup=LOADED) as system:
        answers = system.answer(make_cases("crash", "hang", "a"))
        assert next(answers).position == 1, "whose fault the first is, is not yet known"
        answers.close()  # type: ignore[attr-defined]
        finished = list(system.answer(make_cases("a")))
        assert [(one.position, one.answer) for one in finished] == [(0, ("a",))]


def test_one_batch_after_the_other(script: Script) -> None:
    with Command(script("moody")) as system:
        first = system.answer(make_cases("a", "b"))
        next(first)
        with pytest.raises(UsageError, match="one batch after the other"):
            next(system.answer(make_cases("c")))
        assert next(first).answer == ("b",)


def test_a_command_that_will_not_leave_is_made_to(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("murho.systems.command._GRACE", 0.4)
    cases = make_cases("a")
    with Command(script("stubborn")) as system:
        list(system.answer(cases))
        process = system._workers[0].process
        assert process is not None
        pid = process._popen.pid
    assert is_gone(pid)


# --- commands that are wrong


def test_a_command_that_dies_at_its_start(script: Script) -> None:
    cases = make_cases(*["a"] * 100)
    finished = []
    with pytest.raises(MurhoError) as error, Command(script("stillborn"), workers=2) as system:
        finished += system.answer(cases)
    assert finished == [], "these are no failures to understand"
    assert "ended 5 times in a row without ever answering" in str(error.value)
    assert "FileNotFoundError: no grammar.txt" in str(error.value)
    assert "exited with status 1" in str(error.value)
    assert error.value.exit_status == 1


def test_first_cases_that_crash_it_are_failures_once_it_has_answered(answers_of: Ask, script: Script) -> None:
    answers = answers_of(Command(script("moody")), *["crash"] * 4, "a", *["crash"] * 6, "b")
    assert answers.answers == [*[UNDEFINED] * 4, ("a",), *[UNDEFINED] * 6, ("b",)]
    answers = answers_of(Command(script("moody")), *["crash"] * 4)
    assert answers.answers == [UNDEFINED] * 4


@pytest.mark.parametrize(
    ("command", "text"),
    [
        ("/no/such/parser --fast", "cannot be started: No such file or directory"),
        ("'unbalanced", "No closing quotation"),
        ("", "empty command"),
        ([], "empty command"),
    ],
)
def test_commands_that_cannot_be(command: str | list[str], text: str) -> None:
    with pytest.raises(UsageError, match=text), Command(command) as system:
        list(system.answer(make_cases("a")))


def test_a_command_that_may_not_be_run(tmp_path: Path) -> None:
    (tmp_path / "parser").write_text("no program")
    with pytest.raises(UsageError, match="Permission denied"), Command([str(tmp_path / "parser")]) as system:
        list(system.answer(make_cases("a")))


@pytest.mark.parametrize("arguments", [{"workers": 0}, {"timeout": 0.0}, {"timeout": -1.0}, {"timeout": float("nan")}])
def test_numbers_that_make_no_sense(arguments: dict[str, float]) -> None:
    with pytest.raises(UsageError):
        Command("parser", **arguments)  # type: ignore[arg-type]


def test_it_needs_with(script: Script) -> None:
    with pytest.raises(UsageError, match="inside `with`"):
        list(Command(script("moody")).answer(make_cases("a")))


def test_no_cases_no_process() -> None:
    with Command("/no/such/parser") as system:
        assert list(system.answer(make_cases())) == []


# --- Ctrl-C


@pytest.mark.parametrize("kind", ["function", "async", "command"])
def test_ctrl_c_loses_nothing_that_is_finished(kind: str, script: Script, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    running = subprocess.Popen(script("interrupted", kind, str(kept)), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert running.stdout is not None
    assert [int(running.stdout.readline()) for _ in range(2)] == [1, 20]
    started = Path(f"/proc/{running.pid}/task/{running.pid}/children").read_text().split()
    assert len(started) == (3 if kind == "command" else 0), "two workers, and a guardian"
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=60)
    assert running.returncode == 130, errors.decode()
    assert errors == b""
    assert len(set(kept.read_text().split())) >= 20
    assert all(is_gone(int(pid)) for pid in started)


@pytest.mark.slow
def test_overhead_through_the_pipe_is_small(script: Script) -> None:
    """The target is 100 µs a case; what is held here leaves room for a busy machine."""
    count = 5_000
    cases = Cases([str(i) for i in range(count)], ["renew my books"] * count, [()] * count)
    with Command(script("moody")) as system:
        list(system.answer(make_cases("a")))
        spent = []
        for _ in range(3):  # the best of three: what else goes on makes the others slower
            began = time.process_time()
            assert sum(1 for _ in system.answer(cases)) == count
            spent.append(time.process_time() - began)
    assert min(spent) / count < 200e-6


def test_what_is_said_is_what_is_documented() -> None:
    """One line in, one line out, by hand, as the error message advises."""
    line = json.dumps({"id": "q1", "expression": "open today?"}) + "\n"
    done = subprocess.run(
        [sys.executable, SCRIPTS / "moody.py"], input=line, capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == {"id": "q1", "answer": ["open", "today?"]}


DIALOGUES = Cases(
    ["1", "2", "3", "4", "5"],
    ["a1", "b1", "a2", ("b2", "b3"), "a3"],
    [()] * 5,
    clusters=["a", "b", "a", "b", None],
    before=[None, None, None, None, ["x"]],
)
ORDERED: list[list[str] | None] = [[], [], ["a1"], ["b1"], ["x"]]


@pytest.mark.parametrize(
    ("arguments", "options", "before"),
    [
        ([], {}, [None, None, None, None, ["x"]]),
        (['{"ready": true}'], {"startup": 20}, [None, None, None, None, ["x"]]),
        (['{"ready": true, "before": false}'], {"startup": 20}, [None, None, None, None, ["x"]]),
        (['{"ready": true, "before": true}'], {"startup": 20}, ORDERED),
        (["before=yes"], {}, ORDERED),
    ],
)
def test_what_went_before_is_told_to_who_takes_it(
    arguments: list[str], options: dict[str, float], before: list[list[str] | None], script: Script
) -> None:
    words = script("recalling", *(word for word in arguments if word != "before=yes"))
    system = Command(["before=yes", *words] if "before=yes" in arguments else words, **options)  # type: ignore[arg-type]
    with system:
        answers = gather(DIALOGUES, system.answer(DIALOGUES)).answers
    said = [answer[0] for answer in answers]  # type: ignore[index]
    assert [one.get("before") for one in said] == before
    assert [one["expression"] for one in said] == ["a1", "b1", "a2", ["b2", "b3"], "a3"]


def test_a_dialogue_stays_with_one_process_from_batch_to_batch(script: Script) -> None:
    clusters = [name for _ in range(4) for name in "abc"]
    cases = Cases([str(i) for i in range(12)], [f"{name}!" for name in clusters], [()] * 12, clusters=clusters)
    processes: dict[str, set[int]] = {name: set() for name in "abc"}
    with Command(["before=yes", *script("recalling")], workers=2) as system:
        for some in (range(6), range(6, 12)):
            batch = cases.take(some)
            for one in system.answer(batch):
                processes[clusters[some[one.position]]].add(one.extras["process"])
    assert [len(found) for found in processes.values()] == [1, 1, 1]
    assert len(set.union(*processes.values())) == 2


def test_the_word_that_declares_is_not_the_command() -> None:
    assert Command("before=yes ./parser").describe()["spec"] == "before=yes ./parser"
    with pytest.raises(UsageError, match="an empty command"):
        Command("before=yes")

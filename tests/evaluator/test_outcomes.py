"""What comes out: agreement, status, files, a new version of the suite."""

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from murho.cli import status as cli_status
from murho.core.case import Answers
from murho.core.errors import InputError, UsageError
from murho.evaluator import assigning, exchange, people
from murho.evaluator.evaluation import adopt, open_evaluation
from murho.evaluator.judgement import Judgement, agreement, conflicts, losses, people_of
from murho.evaluator.status import status
from murho.evaluator.storage import FILE
from murho.face.score import score
from murho.formats import jsonl
from murho.formats.digest import digest
from murho.store import Run

LINES = [
    {"id": "q0", "evaluator": "anna", "verdict": "equal", "seconds": 4.0, "comment": "clear"},
    {"id": "q0", "evaluator": "ben", "verdict": "disjoint", "reference": ["hours"], "seconds": 8.0, "comment": ""},
    {"id": "q1", "evaluator": "anna", "verdict": "some", "seconds": 6.0, "comment": "", "cause": "linguistic/ellipsis"},
    {"id": "q2", "evaluator": "anna", "reference": ["renew", "fees"], "seconds": 9.0, "comment": ""},
    {"id": "q3", "evaluator": "ben", "verdict": "cannot say", "seconds": 20.0, "comment": "what?"},
    {"id": "q9", "evaluator": "ben", "reference": [], "seconds": 3.0, "comment": ""},
]


def written(folder: Path, lines: list[dict[str, object]]) -> str:
    path = folder / "said.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return str(path)


def test_files_go_round(tmp_path: Path, open_run: Callable[[int], Run]) -> None:
    evaluation = open_evaluation(open_run(12))
    storage = evaluation.storage
    path = written(tmp_path, LINES)
    assert exchange.read_judgements(storage, path) == 6
    assert exchange.read_judgements(storage, path) == 0
    out = tmp_path / "out.jsonl"
    assert exchange.write_judgements(storage, str(out), evaluation.material) == 6
    assert [json.loads(line) for line in out.read_text().splitlines()] == LINES
    assert people.who(storage, "") is None


@pytest.mark.parametrize("suffix", [".csv", ".json"])
def test_tables_and_label_studio_go_round(tmp_path: Path, open_run: Callable[[int], Run], suffix: str) -> None:
    hard = [
        {"id": "q4", "evaluator": 'ann, "a"', "verdict": "some", "comment": 'a "b",\nc', "seconds": 0.25},
        {"id": "q5", "evaluator": "ben", "reference": [{"act": "renew", "n": 2}, "3", "x: é", ["a"], 7, "[1", True]},
        {"id": "q1", "evaluator": "anna", "verdict": "more", "repeat": True},
    ]
    evaluation = open_evaluation(open_run(12))
    exchange.read_judgements(evaluation.storage, written(tmp_path, [*LINES, *hard]))
    out = str(tmp_path / f"out{suffix}")
    assert exchange.write_judgements(evaluation.storage, out, evaluation.material) == 9
    other = open_evaluation(open_run(13)).storage
    assert exchange.read_judgements(other, out) == 9

    def told(one: Judgement) -> str:
        return json.dumps(one.as_json(), sort_keys=True)

    # Of tasks the order is that of the cases.
    assert sorted(map(told, assigning.judgements(other))) == sorted(map(told, assigning.judgements(evaluation.storage)))


@pytest.mark.parametrize("suffix", [".jsonl", ".csv", ".json"])
def test_rulings_go_round_and_are_nobodys_judgement(
    tmp_path: Path, open_run: Callable[[int], Run], suffix: str
) -> None:
    """One of two that holds, and one that nobody said; the status and the file alone say the same π."""
    also = [
        {"id": "q1", "evaluator": "ben", "verdict": "more"},
        {"id": "q2", "evaluator": "ben", "verdict": "equal"},
    ]
    run = open_run(12)
    evaluation = open_evaluation(run)
    storage = evaluation.storage
    exchange.read_judgements(storage, written(tmp_path, [*LINES, *also]))
    owner = people.known(storage, people.OWNER)
    assigning.settle(storage, owner, 0, "ben", "of course")
    assigning.rule(storage, owner, Judgement(1, "q1", people.OWNER, "overlap", comment="neither", cause="conceptual"))
    out = str(tmp_path / f"out{suffix}")
    assert exchange.write_judgements(storage, out, evaluation.material) == 10
    other_run = open_run(13)
    other = open_evaluation(other_run).storage
    assert exchange.read_judgements(other, out) == 10
    assert exchange.read_judgements(other, out) == 0
    assert [one.as_json() for one in assigning.rulings(other)] == [
        {
            "id": "q0",
            "evaluator": "owner",
            "verdict": "disjoint",
            "reference": ["hours"],
            "seconds": None,
            "comment": "of course",
            "ruling": True,
        },
        {
            "id": "q1",
            "evaluator": "owner",
            "verdict": "overlap",
            "seconds": None,
            "comment": "neither",
            "cause": "conceptual",
            "ruling": True,
        },
    ]
    assert assigning.settled(other)[0].evaluator == "ben"  # whose judgement holds, here as there
    before, after = status(run, storage), status(other_run, other)
    assert (after.pi, after.agreement, after.people) == (before.pi, before.agreement, before.people)
    assert "owner" not in {one["name"] for one in after.people}
    if suffix != ".json":
        scored = score("verdict", Path(out))
        assert scored.value == pytest.approx(before.pi)


def test_a_table_holds_no_formula(tmp_path: Path, open_run: Callable[[int], Run]) -> None:
    comments = ["=cmd|' /C calc'!A0", "+1", "-1", "@sum(a1)", "\tx", "'=1", "'quoted'", "plain = 1"]
    lines = [
        {"id": f"q{i}", "evaluator": "=anna", "verdict": "equal", "comment": text} for i, text in enumerate(comments)
    ]
    evaluation = open_evaluation(open_run(12))
    exchange.read_judgements(evaluation.storage, written(tmp_path, lines))
    out = tmp_path / "out.csv"
    exchange.write_judgements(evaluation.storage, str(out))
    with out.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["evaluator"] for row in rows} == {"'=anna"}
    assert [row["comment"] for row in rows] == [*(f"'{text}" for text in comments[:6]), *comments[6:]]
    other = open_evaluation(open_run(13)).storage
    exchange.read_judgements(other, str(out))
    assert [(one.evaluator, one.comment) for one in assigning.judgements(other)] == [("=anna", one) for one in comments]


def test_tables_are_read_as_elsewhere(tmp_path: Path, open_run: Callable[[int], Run]) -> None:
    """Semicolons and a mark of Excel's; a word that says no does not mark a repeat."""
    storage = open_evaluation(open_run(12)).storage
    path = tmp_path / "said.csv"
    path.write_text("\ufeffid;evaluator;verdict;repeat\nq1; anna ;equal;no\nq1;anna;disjoint;yes\n")
    assert exchange.read_judgements(storage, str(path)) == 2
    said = [(one.evaluator, one.verdict, one.repeat) for one in assigning.judgements(storage)]
    assert said == [("anna", "equal", False), ("anna", "disjoint", True)]


def test_label_studio_knows_what_is_to_be_judged_and_who_did(tmp_path: Path, open_run: Callable[[int], Run]) -> None:
    evaluation = open_evaluation(open_run(10))
    path = tmp_path / "tasks.json"
    exchange.write_judgements(evaluation.storage, str(path), evaluation.material)
    tasks = json.loads(path.read_text())
    assert tasks[1] == {
        "id": 2,
        "data": {"id": "q1", "expression": "request number 1", "before": "request number 0", "answer": "hours"},
        "annotations": [],
    }
    verdict = {"from_name": "verdict", "to_name": "expression", "type": "choices", "value": {"choices": ["equal"]}}
    tasks[1]["annotations"] = [
        {"id": 7, "completed_by": 3, "result": [verdict], "lead_time": 2.5, "was_cancelled": False},
        {"id": 8, "completed_by": {"id": 4, "email": "ben@example.org"}, "result": [verdict]},
        {"id": 9, "completed_by": 5, "result": [], "was_cancelled": True},
    ]
    path.write_text(json.dumps(tasks))
    assert exchange.read_judgements(evaluation.storage, str(path)) == 2
    said = [(one.id, one.evaluator, one.verdict, one.seconds) for one in assigning.judgements(evaluation.storage)]
    assert said == [("q1", "annotator 3", "equal", 2.5), ("q1", "ben@example.org", "equal", None)]


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("a.csv", "id,evaluator,verdict\nq1,anna,equal\nq2,anna,fine\n", r"a.csv:3: .*the verdict 'fine'"),
        ("a.csv", "id,evaluator,verdict\nq1,anna\n", "a.csv:2: 2 fields, where the header has 3"),
        ("a.csv", "id,evaluator,reference\nq1,anna,hours\n", "a.csv:2: 'reference' is 'hours'; give JSON"),
        ("a.csv", "id,evaluator,verdict,seconds\nq1,anna,equal,soon\n", "a.csv:2: 'seconds' is 'soon'"),
        ("a.json", '{"id": 1}', "no list of tasks"),
        ("a.json", '[{"data": {"text": "x"}, "annotations": [{"result": []}]}]', "task 1 is none of Label Studio's"),
        ("a.json", '[{"data": {"id": "q77"}, "annotations": [{"result": []}]}]', "'q77' is no case"),
    ],
    ids=["verdict", "fields", "reference", "seconds", "list", "task", "case"],
)
def test_tables_and_tasks_with_a_fault_are_refused(
    tmp_path: Path, open_run: Callable[[int], Run], name: str, text: str, found: str
) -> None:
    storage = open_evaluation(open_run(12)).storage
    (tmp_path / name).write_text(text)
    with pytest.raises(InputError, match=found):
        exchange.read_judgements(storage, str(tmp_path / name))
    assert assigning.judgements(storage) == []


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ({"id": "q77", "evaluator": "anna", "verdict": "equal"}, "'q77' is no case"),
        ({"id": "q0", "evaluator": "anna", "verdict": "fine"}, "the verdict 'fine'"),
        ({"id": "q0", "evaluator": "anna", "reference": "hours"}, "give a list of meanings"),
        ({"id": "q0", "evaluator": "anna"}, "neither"),
        ({"id": "q0", "evaluator": "owner", "verdict": "equal"}, "a line of 'owner' is a ruling"),
        ({"id": "q0", "evaluator": "anna", "verdict": "equal", "ruling": True}, "and one of a person is none"),
        ({"id": "q0", "evaluator": "anna", "verdict": "some"}, "already, and otherwise"),
        ({"id": "q4", "evaluator": "anna", "verdict": "some", "cause": "bad luck"}, "bad luck"),
        ({"id": "q4", "evaluator": "anna", "verdict": "some", "time": 3}, "'time' is none of"),
    ],
    ids=["case", "verdict", "list", "nothing", "owner", "ruling", "otherwise", "cause", "field"],
)
def test_a_file_with_a_fault_changes_nothing(
    tmp_path: Path, open_run: Callable[[int], Run], line: dict[str, object], found: str
) -> None:
    storage = open_evaluation(open_run(12)).storage
    path = written(tmp_path, [LINES[0], line])
    with pytest.raises(InputError, match=f"said.jsonl:2: .*{found}"):
        exchange.read_judgements(storage, path)
    assert assigning.judgements(storage) == []
    assert storage.read("SELECT * FROM people") == []


def test_the_status_counts_verdicts_and_leaves_cannot_say_out(tmp_path: Path, open_run: Callable[[int], Run]) -> None:
    run = open_run(12)
    storage = open_evaluation(run).storage
    exchange.read_judgements(storage, written(tmp_path, LINES))
    found = status(run, storage).as_json()
    # q0: 0 and 1, which nobody has settled; q1: 0.3; q3 is in no divisor
    assert found["pi"] == pytest.approx((0.5 + 0.3) / 2)
    assert (found["judged"], found["open"], found["cannot_say"], found["n"]) == (5, 7, 1, 2)
    assert (found["measure"], found["conflicts"], found["references"]) == ("verdict", 1, 3)
    assert found["agreement"]["percent"] == 0.0
    assert {"interval", "method", "machine_pi", "saving"} <= found.keys()
    owner = people.known(storage, people.OWNER)
    assigning.settle(storage, owner, 0, "ben")
    settled = status(run, storage)
    assert settled.pi == pytest.approx((1 + 0.3) / 2)
    assert settled.conflicts == 0


def test_the_course_is_pi_over_the_first_cases_as_they_were_drawn(
    tmp_path: Path, open_run: Callable[[int], Run]
) -> None:
    run = open_run(6)
    storage = open_evaluation(run, seed=3).storage
    loss = {"equal": 0.0, "disjoint": 1.0, "some": 0.3, "more": 0.4, "overlap": 0.7, "cannot say": None}
    lines = [{"id": f"q{i}", "evaluator": "anna", "verdict": name} for i, name in enumerate(loss)]
    exchange.read_judgements(storage, written(tmp_path, lines[::-1]))
    drawn = [row["id"] for row in storage.read("SELECT id FROM cases ORDER BY turn")]
    values = [value for name in drawn if (value := list(loss.values())[int(name[1:])]) is not None]
    expected = [(n, pytest.approx(sum(values[:n]) / n)) for n in range(1, 6)]
    found = status(run, storage)
    assert found.course == expected
    assert found.course[-1][1] == found.pi


def test_what_people_wrote_becomes_a_version_of_the_suite(tmp_path: Path, open_run: Callable[[int], Run]) -> None:
    run = open_run(12)
    storage = open_evaluation(run).storage
    with pytest.raises(UsageError, match="nothing to adopt"):
        adopt(run, storage, str(tmp_path / "none.jsonl"))
    exchange.read_judgements(storage, written(tmp_path, LINES))
    answers = [path.read_bytes() for path in run.parts_of_answers()]
    before = run.record["data"].get("digest")
    path = tmp_path / "second.jsonl"
    done = adopt(run, storage, str(path))
    assert (done.references, done.conflicts, done.causes) == (3, 1, 1)
    suite = next(jsonl.read_cases(str(path)))
    assert [suite.references[i] for i in (0, 1, 2, 9)] == [("hours",), None, ("renew", "fees"), ()]
    run = Run(run.path)
    assert run.record["data"]["digest"] == done.digest == digest(path)
    (version,) = run.record["suite_history"]
    assert (version["digest"], version["before"], version["evaluators"]) == (done.digest, before, ["anna", "ben"])
    # q0: fees for hours; q2: renew of renew and fees; q9: no answer to what means nothing; all by μ1
    assert run.record["figures"]["meanings(shifting=mu1())"]["value"] == 1.0
    assert run.record["counts"]["open"] == 9
    assert run.causes() == {"q1": ["linguistic/ellipsis"]}
    assert [path.read_bytes() for path in run.parts_of_answers()] == answers  # nobody was asked again
    again = open_evaluation(run).storage  # and the evaluation goes on
    assert len(assigning.judgements(again)) == 6


def test_an_evaluation_of_other_answers_is_refused(
    tmp_path: Path, record: Callable[..., Run], open_run: Callable[[int], Run]
) -> None:
    run = open_run(12)
    storage = open_evaluation(run).storage
    exchange.read_judgements(storage, written(tmp_path, LINES[:1]))
    storage.read("PRAGMA wal_checkpoint(TRUNCATE)")
    storage.close()
    cases = run.cases()
    moved = record(tmp_path / "moved", cases, Answers(cases.ids, [("else",)] * 12))
    for other in (moved, open_run(5)):
        (other.path / "evaluation.sqlite").write_bytes((run.path / "evaluation.sqlite").read_bytes())
        with pytest.raises(InputError, match="other cases or answers"):
            open_evaluation(other)
    out = tmp_path / "kept.jsonl"
    assert cli_status(["evaluate", str(moved.path), "--export", str(out)]) == 0  # as the refusal says
    assert json.loads(out.read_text())["verdict"] == "equal"


def test_a_run_that_is_under_way_is_refused_before_a_file_is_made(open_run: Callable[[int], Run]) -> None:
    """What has no answer yet would look like what the system failed on, and the next answer like another run."""
    run = open_run(12)
    run.write_record({**run.record, "state": "running"})
    with pytest.raises(InputError, match="is not complete: 12 of 12 cases are answered; let it end, or go on with it"):
        open_evaluation(Run(run.path))
    assert not (run.path / FILE).exists()


def test_people_are_steady_or_not() -> None:
    said = [
        Judgement(0, "q0", "anna", "equal", seconds=2.0),
        Judgement(1, "q1", "anna", "some", seconds=4.0),
        Judgement(2, "q2", "anna", "cannot say", seconds=60.0),
        Judgement(0, "q0", "anna", "equal", repeat=True),
        Judgement(1, "q1", "anna", "more", repeat=True),
    ]
    (anna,) = people_of(said)
    assert anna.as_json() == {
        "name": "anna", "judged": 3, "seconds": 4.0, "repeated": 2, "steady": 1, "cannot_say": 1,
    }  # fmt: skip
    assert losses(said, {}) == {0: 0.0, 1: 0.3}


def test_agreement_compares_like_with_like() -> None:
    said = [
        Judgement(0, "q0", "anna", "equal"), Judgement(0, "q0", "ben", "equal"),
        Judgement(1, "q1", "anna", "some"), Judgement(1, "q1", "ben", "disjoint"),
        Judgement(2, "q2", "anna", None, ("a", "b")), Judgement(2, "q2", "ben", None, ("b", "a")),
        Judgement(3, "q3", "anna", "equal"), Judgement(3, "q3", "ben", None, ("a",)),
        Judgement(1, "q1", "ben", "some", repeat=True),
    ]  # fmt: skip
    found = agreement(said)
    assert (found.cases, found.percent) == (3, pytest.approx(200 / 3))
    assert found.by_class["equal"] == 1.0
    assert found.pairs[0][:3] == ("anna", "ben", 3)
    assert [conflict.id for conflict in conflicts(said, {})] == ["q1"]

"""Files of verdicts: several people's lines are one case, and what a line lacks is told with its number."""

import json
from pathlib import Path

import pytest

from murho.core.errors import InputError
from murho.formats.verdicts import read_answers, read_cases
from murho.measures.verdict import verdict

LINES = [
    {"id": "q1", "evaluator": "anna", "verdict": "equal", "weight": 0.5, "cluster": "d1", "topic": "fees"},
    {"id": "q2", "evaluator": "anna", "reference": ["hours"], "seconds": 3.0},
    {"id": "q3", "evaluator": "anna", "verdict": "right", "comment": "sure", "expression": "open?"},
    {"id": "q1", "evaluator": "ben", "verdict": "some"},
    {"id": "q1", "evaluator": "ben", "verdict": "equal", "repeat": True},
]


def test_lines_of_several_people_are_one_case(tmp_path: Path) -> None:
    path = tmp_path / "said.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in LINES))
    (cases,), (answers,) = read_cases(path), read_answers(path)
    assert (list(cases.ids), list(cases.expressions)) == (["q1", "q3"], ["q1", "open?"])
    assert cases.weights is not None
    assert list(cases.weights) == [0.5, 1.0]
    assert cases.clusters is not None
    assert (list(cases.clusters), cases.features) == (["d1", None], {"topic": ["fees", None]})
    assert answers.answers[0] == (
        {"verdict": "equal", "evaluator": "anna"},
        {"verdict": "some", "evaluator": "ben"},
    )


def test_a_ruling_holds_in_the_place_of_what_people_said(tmp_path: Path) -> None:
    path = tmp_path / "said.csv"
    path.write_text(
        "id,evaluator,verdict,ruling\nq1,anna,equal,\nq1,owner,overlap,yes\nq1,ben,wrong,\nq2,ben,more,no\n"
    )
    (answers,) = read_answers(path)
    found = verdict().judge([("equal",)] * 2, answers.answers)
    assert found.loss.tolist() == [0.7, 0.4]
    assert {name: list(counts) for name, counts in found.counts.items()} == {
        "verdicts": [2, 1],
        "cannot_say": [0, 0],
        "pairs": [1, 0],
        "alike": [0, 0],
    }


def test_people_without_names_are_numbered(tmp_path: Path) -> None:
    (tmp_path / "said.csv").write_text("id,verdict\nq1,equal\nq1,equal\n")
    (answers,) = read_answers(tmp_path / "said.csv")
    assert [one["evaluator"] for one in answers.answers[0]] == ["person 1", "person 2"]  # type: ignore[index,union-attr]


@pytest.mark.parametrize("separator", [",", ";", "\t"], ids=["comma", "semicolon", "tab"])
@pytest.mark.parametrize("suffix", ["csv", "tsv"])
def test_a_table_separates_its_fields_as_other_tables_do(tmp_path: Path, suffix: str, separator: str) -> None:
    path = tmp_path / f"said.{suffix}"
    rows = [("id", "evaluator", "verdict", "repeat"), ("q1", "anna", " right", "no"), ("q2", "anna", "wrong", "FALSE")]
    path.write_text("".join(separator.join(row) + "\n" for row in (*rows, ("q1", "anna", "wrong", "yes"))))
    (cases,), (answers,) = read_cases(path), read_answers(path)
    assert (cases.ids, list(cases.lines or ())) == (["q1", "q2"], [2, 3])
    assert [said[0]["verdict"] for said in answers.answers] == ["right", "wrong"]  # type: ignore[index,union-attr]


@pytest.mark.parametrize(
    ("name", "text", "line", "found"),
    [
        ("a.jsonl", '{"id": "q1"}\n', 1, "no field 'verdict'"),
        ("a.jsonl", '{"id": "q1", "verdict": "equal"}\n{"verdict": "equal"}\n', 2, "no field 'id'"),
        ("a.jsonl", '{"id": "q1", "verdict": 3}\n', 1, "the verdict is"),
        ("a.jsonl", '{"id": "q1", "verdict": "equal", "weight": "much"}\n', 1, "the weight is"),
        ("a.csv", "id,evaluator,verdict\nq1,anna,equal\nq1,anna,some\n", 3, "anna judged 'q1' a second time"),
        ("a.csv", "id,evaluator,verdict\nq1,anna\n", 2, "2 fields, where the header has 3"),
        ("a.csv", 'id,verdict\nq1,"equal\n', 2, "a quote that is not closed"),
        ("a.csv", "id,verdict,id\nq1,equal,q2\n", 1, "two columns called 'id'"),
        ("a.csv", "ID,verdict\nq1,equal\n", 1, r"no column 'id' \(columns found: ID, verdict\)"),
        ("a.csv", "id,verdict,weight\nq1,equal,0.2\nq1,some,0.9\n", 3, "'q1' has another weight than on line 2"),
        ("a.csv", "id,verdict,cluster\nq1,equal,u\nq1,some,v\n", 3, "'q1' has another cluster than on line 2"),
    ],
    ids=["verdict", "id", "number", "weight", "twice", "fields", "quotes", "columns", "header", "weights", "clusters"],
)
def test_a_fault_is_told_with_its_line(tmp_path: Path, name: str, text: str, line: int, found: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(InputError, match=found) as refused:
        list(read_cases(tmp_path / name))
    assert refused.value.line == line

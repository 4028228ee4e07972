import json
from pathlib import Path

import pytest

from murho.core.errors import InputError, UsageError
from murho.core.meaning import UNDEFINED
from murho.formats import jsonl
from murho.formats.tables import ANSWER_ROLES, CASE_ROLES, Table, answers_of, cases_of, mapping, roles

TABLE = {"q": ["a", "b"], "gold": [["x", "y"], None], "pred": [{"act": 1}, None], "id": [7, 8], "seconds": [0.5, None]}


def test_sets_single_values_and_nothing() -> None:
    (cases,) = cases_of([Table(TABLE, [1, 2], [1, 2])], "expression=q", "t")
    assert (cases.ids, cases.references, dict(cases.features)) == (["7", "8"], [("x", "y"), None], {})
    (answers,) = answers_of([Table(TABLE, [1, 2], [1, 2])], "", "t")
    assert (answers.answers, answers.seconds) == ([({"act": 1},), UNDEFINED], [0.5, None])
    assert answers.notes == ("t: took 'pred' as the answer",)


def test_a_column_called_like_a_field_that_it_is_not_is_kept() -> None:
    (cases,) = cases_of([Table({"id": [1, 1], "gold": ["x", "y"]}, [3, 4], [1, 2])], "id=", "t")
    assert (cases.ids, cases.features) == (["1", "2"], {"column id": [1, 1]})
    assert cases.notes == (
        "t: took 'gold' as the reference",
        "t: no column is the expression, so that all are empty",
    )


def test_any_json_lines(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    rows = [{"text": "a", "label": "x", "n": 1}, {"text": "b", "label": ["y"], "pred": "z"}]
    path.write_text("\n".join(map(json.dumps, rows)))
    (cases,) = jsonl.read_cases(path, columns="")
    assert (cases.ids, cases.references, dict(cases.features)) == (["1", "2"], [("x",), ("y",)], {"n": [1, None]})
    assert next(jsonl.read_answers(path, columns="")).answers == [UNDEFINED, ("z",)]
    with pytest.raises(InputError, match=r"log.jsonl:1: expression is a number \(1\)"):
        list(jsonl.read_cases(path, columns="expression=n"))


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ("", {}),
        (" reference = true , answer=pred ", {"reference": "true", "answer": "pred"}),
        ("reference='a, b',expression=\"x=y\"", {"reference": "a, b", "expression": "x=y"}),
        ("id=", {"id": ""}),
        ({"reference": "gold, true"}, {"reference": "gold, true"}),
    ],
)
def test_mappings(given: str, found: dict[str, str]) -> None:
    assert mapping(given) == found


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("refrence=gold", "columns: 'refrence=gold'; did you mean reference? write ROLE=COLUMN, the role being id, "),
        ("gold", "columns: 'gold'; write ROLE=COLUMN"),
        ("answer=a,answer=b", "columns: answer twice; name one column for it"),
    ],
)
def test_what_is_no_mapping(given: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        mapping(given)
    assert str(caught.value).startswith(message)


def test_what_is_said_goes_before_guesses_and_own_names_before_other_ones() -> None:
    found = roles(["ID", "text", "label", "Predicted Intent", "user_id"], {"reference": "text"}, CASE_ROLES, "a.csv")
    assert found.columns == {"id": "ID", "reference": "text", "cluster": "user_id"}
    assert found.others == {"Predicted Intent"}
    both = roles(["reference", "gold", "answer"], {}, CASE_ROLES, "a.csv")
    assert both.columns == {"reference": "reference"}
    assert both.note == ""


@pytest.mark.parametrize(
    ("names", "said", "wanted", "message"),
    [
        ("text gold intent", {}, CASE_ROLES, "'gold' and 'intent' could be the reference; write columns='refer"),
        ("text said", {}, CASE_ROLES, "no column is known to be the reference (columns: text, said); "),
        ("text gold", {}, ANSWER_ROLES, "no column is known to be the answer (columns: text, gold); "),
        ("text gold", {"reference": "gould"}, CASE_ROLES, "no column 'gould', which is to be the reference; "),
    ],
    ids=["two", "none", "no answer", "absent"],
)  # fmt: skip
def test_what_cannot_be_told_is_refused(
    names: str, said: dict[str, str], wanted: tuple[str, ...], message: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError) as caught:
        roles(names.split(), said, wanted, "a.csv")
    assert str(caught.value).startswith(f"a.csv:1: {message}")


def test_a_cluster_that_could_be_two_columns_is_none_and_said() -> None:
    found = roles(["text", "gold", "user_id", "session_id"], {}, CASE_ROLES, "a.csv")
    assert "cluster" not in found.columns
    assert "'user_id' and 'session_id' could be the cluster; if one is, write columns='cluster=user_id'" in found.note
    assert "cluster" not in roles(["gold", "user_id"], {"cluster": ""}, CASE_ROLES, "a.csv").columns

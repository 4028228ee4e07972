import json
from pathlib import Path

import pytest

from murho.core.errors import InputError
from murho.core.meaning import UNDEFINED
from murho.formats import jsonl
from murho.formats.tables import Table, answers_of, cases_of

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

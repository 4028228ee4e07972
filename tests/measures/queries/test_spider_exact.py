"""Sets of queries under Spider's exact match, which takes one query on either side."""

import json
from pathlib import Path

import pytest

from murho.core.errors import MeaningError
from murho.core.meaning import UNDEFINED, Answered, Meanings
from murho.measures.queries.spider_exact import spider_exact

NAME, AGE, COUNT = "SELECT name FROM staff", "SELECT age FROM staff", "SELECT count(*) FROM staff"


@pytest.fixture
def tables(tmp_path: Path) -> str:
    entry = {
        "db_id": "firm",
        "table_names_original": ["staff"],
        "column_names_original": [[-1, "*"], [0, "name"], [0, "age"]],
        "foreign_keys": [],
    }
    path = tmp_path / "tables.json"
    path.write_text(json.dumps([entry]))
    return str(path)


@pytest.mark.parametrize(
    ("right", "said", "verdict"),
    [
        ((NAME,), (NAME.lower(),), "equal"),
        ((NAME,), (AGE,), "other"),
        ((NAME,), (NAME, NAME.lower()), "equal"),
        ((NAME,), (NAME, AGE), "other"),
        ((NAME,), (AGE, NAME), "other"),
        ((NAME, AGE), (NAME,), "other"),
        ((NAME, AGE), (AGE, NAME), "equal"),
        ((NAME, AGE), (COUNT, NAME), "other"),
        ((NAME,), (NAME, "name of the staff"), "unparseable"),
        ((NAME,), (), "other"),
        ((), (), "equal"),
        ((), (NAME,), "other"),
        ((NAME,), UNDEFINED, "undefined"),
    ],
)
def test_whole_sets_are_compared(right: Meanings, said: Answered, verdict: str, tables: str) -> None:
    judged = spider_exact(tables).judge([right], [said])
    assert judged.labels["verdict"] == [verdict]
    assert judged.loss.tolist() == [verdict != "equal"]
    assert judged.counts["unparseable"].tolist() == [verdict == "unparseable"]


def test_a_second_answer_that_is_no_query_is_an_error(tables: str) -> None:
    with pytest.raises(MeaningError, match="answer 5 is no query"):
        spider_exact(tables).judge([(NAME,)], [(NAME, 5)])

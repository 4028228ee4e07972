"""What queries give is shown beside them, and a query of anybody can do nothing but read."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from murho.core.case import Answers, Cases
from murho.evaluator.material import MOST_ROWS, Queries
from murho.store import Run

pytest.importorskip("sqlglot")


@pytest.fixture
def shop(tmp_path: Path) -> str:
    """A folder of databases with one that is called shop."""
    (tmp_path / "databases").mkdir()
    with closing(sqlite3.connect(tmp_path / "databases" / "shop.sqlite")) as rows:
        rows.execute("CREATE TABLE item (name, price)")
        rows.executemany("INSERT INTO item VALUES (?, ?)", [("pen", 2), ("<b>ink</b>", None)])
        rows.executemany("INSERT INTO item VALUES ('pin', ?)", [(number,) for number in range(30)])
        rows.commit()
    return str(tmp_path / "databases")


def test_rows_are_those_of_the_database_that_the_case_names(shop: str) -> None:
    queries = Queries(shop, {0: "shop", 1: "absent", 2: None})
    few = queries.rows(0, "SELECT name, price FROM item WHERE name <> 'pin' ORDER BY name DESC")
    assert (few.names, few.first, few.total, few.failed) == (
        ["name", "price"], [["pen", "2"], ["<b>ink</b>", ""]], 2, "",
    )  # fmt: skip
    many = queries.rows(0, "SELECT price FROM item")
    assert (len(many.first), many.total) == (MOST_ROWS, 32)
    for text in (
        "DELETE FROM item",
        "ATTACH 'other.sqlite' AS other",
        "SELECT nothing FROM item",
        "SELECT 1; SELECT 2",
    ):
        assert queries.rows(0, text).failed, text
    assert queries.rows(0, "SELECT count(*) FROM item").first == [["32"]]
    assert "no database 'absent'" in queries.rows(1, "SELECT 1").failed
    assert "names no database" in queries.rows(2, "SELECT 1").failed
    queries.close()


def test_the_page_shows_rows_of_the_answer_and_of_what_is_typed(
    shop: str, tmp_path: Path, record: Callable[..., Run], evaluating: Any, reader: Any
) -> None:
    cases = Cases(["q1"], ["what does a pen cost?"], [None], features={"db": ["shop"]})
    said = Answers(["q1"], [("SELECT name FROM item WHERE price IS NULL",)])
    run = record(tmp_path / "run", cases, said, [f"sql(database={shop!r})"])
    with evaluating(run.path, "--evaluators", "anna") as (links, _):
        anna = reader(links["anna"])
        anna.enter()
        assert '<td class="data">&lt;b&gt;ink&lt;/b&gt;</td>' in anna.page()
        typed = {**anna.fields(), "r1.text": "SELECT 40 + price FROM item WHERE name = 'pen'", "draw": "1"}
        assert anna.send("/draft", typed)[0] == 303
        assert '<td class="data">42</td>' in anna.page()
        assert anna.send("/draft", {**typed, "r1.text": "DROP TABLE item"})[0] == 303
        assert "It gives no rows" in anna.page()

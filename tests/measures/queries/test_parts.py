"""The distance of two queries: a metric, and 0 just where the forms are equal."""

import itertools
import random

import pytest

from murho.core.errors import UsageError
from murho.core.meaning import UNDEFINED
from murho.core.shifting import mu4
from murho.measures.queries.parts import distance
from murho.measures.queries.query import Query
from murho.measures.queries.sql import sql

OUTPUTS = ["name", "name, age", "count(*)", "DISTINCT age", "max(age), min(age)"]
TABLES = ["staff", "staff JOIN task ON staff.id = staff_id", "staff LEFT JOIN task ON staff.id = staff_id"]
ENDS = [
    "", "WHERE age > 3", "WHERE age > 3 AND city = 'R'", "WHERE age IN (SELECT age FROM staff WHERE city = 'R')",
    "GROUP BY age HAVING count(*) > 2", "ORDER BY age DESC LIMIT 1", "ORDER BY age LIMIT 2 OFFSET 1",
    "UNION SELECT age FROM staff", "EXCEPT SELECT age FROM staff WHERE age IN (SELECT id FROM staff)",
]  # fmt: skip
QUERIES = [
    Query(f"SELECT {a} FROM {b} {c}", "sqlite") for a, b, c in itertools.product(OUTPUTS, TABLES, ENDS)
]  # fmt: skip


def test_it_is_a_metric() -> None:
    draw = random.Random(1)
    far = {}
    some = draw.sample(QUERIES, 24)
    for one, other in itertools.product(some, repeat=2):
        far[one, other] = distance(one, other)
        assert 0 <= far[one, other] <= 1
        assert (far[one, other] == 0) == (one.form == other.form)
    for one, two, three in itertools.product(some, repeat=3):
        assert far[one, two] == far[two, one]
        assert far[one, three] <= far[one, two] + far[two, three] + 1e-12


@pytest.mark.parametrize(
    ("one", "other", "far"),
    [
        ("SELECT a FROM t", "select A from T", 0),
        ("SELECT a FROM t", "SELECT b FROM t", 2 / 3),
        ("SELECT a FROM t WHERE a > 1", "SELECT a FROM t", 1 / 3),
        ("SELECT a FROM t", "SELECT b FROM u", 1),
        ("SELECT a FROM t ORDER BY a LIMIT 1", "SELECT a FROM t ORDER BY a DESC LIMIT 1", 2 / 5),
        ("SELECT a FROM t", "nonsense (", 1),
        ("SELECT a FROM t UNION SELECT a FROM t", "SELECT a FROM t UNION ALL SELECT a FROM t", 1),
    ],
)
def test_the_share_of_parts_that_differ(one: str, other: str, far: float) -> None:
    assert distance(Query(one, "sqlite"), Query(other, "sqlite")) == pytest.approx(far)


def test_sets_are_as_far_as_their_best_assignment() -> None:
    right = ("SELECT a FROM t", "SELECT b FROM t WHERE b > 1")
    said = ("SELECT b FROM t WHERE b > 2", "select a from t")
    judged = sql(by="graded").judge([right, right, right], [said, said[1:], right[::-1]])
    assert judged.loss.tolist() == pytest.approx([0.25, 0.5, 0])


def test_mu4_grades_wrong_queries_by_their_parts() -> None:
    how = sql(shifting=mu4("parts"))
    judged = how.judge([("SELECT a FROM t WHERE a > 1",)] * 3, [("SELECT a FROM t",), UNDEFINED, ("nonsense (",)])
    assert judged.loss.tolist() == pytest.approx([0.7 + 0.3 / 3, 0.1, 1])
    with pytest.raises(UsageError, match="the distance of queries is 'parts'"):
        sql(shifting=mu4())

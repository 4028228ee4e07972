"""The distance of two queries: a metric, and 0 just where the forms are equal."""

import itertools
import random

import pytest

from murho.core.errors import MeaningError, UsageError
from murho.core.meaning import UNDEFINED
from murho.core.shifting import mu4
from murho.measures.queries.parts import distance, worded
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


# What a query says otherwise, in words.


CITY = "SELECT a FROM t WHERE x IN (SELECT id FROM u WHERE n > 1 AND city = 'R')"


@pytest.mark.parametrize(
    ("right", "said", "sentences"),
    [
        ("SELECT a FROM t WHERE a > 1 AND 2 < b", "select A from T where b > 2 and a > 1", []),
        (
            "SELECT date_of_birth FROM employee WHERE degree = 'mathematics'",
            "SELECT name FROM employee",
            ["selects name instead of date_of_birth", "missing condition degree = 'mathematics'"],
        ),
        ("SELECT a FROM t WHERE a > 1", "SELECT a FROM t WHERE a >= 1", ["condition a >= 1 instead of a > 1"]),
        (
            "SELECT a FROM t WHERE a > 1",
            "SELECT a FROM t WHERE b = 2",
            ["missing condition a > 1", "additional condition b = 2"],
        ),
        ("SELECT a, b FROM t", "SELECT a FROM t", ["does not select b"]),
        ("SELECT a FROM t", "SELECT a, count(*) FROM t", ["selects COUNT(*), too"]),
        ("SELECT a FROM t", "SELECT a FROM u", ["selects u.a instead of t.a", "table u instead of t"]),
        (
            "SELECT a FROM t ORDER BY a DESC LIMIT 1",
            "SELECT DISTINCT a FROM t ORDER BY a LIMIT 2",
            ["ORDER BY a ASC instead of a DESC", "LIMIT 2 instead of 1", "additional DISTINCT"],
        ),
        (
            "SELECT a FROM t GROUP BY a HAVING count(*) > 2",
            "SELECT a FROM t GROUP BY a, b HAVING count(*) > 3",
            ["condition on groups COUNT(*) > 3 instead of COUNT(*) > 2", "additional GROUP BY b"],
        ),
        (CITY, CITY.replace(" AND city = 'R'", ""), ["inside t.x IN (...): missing condition city = 'R'"]),
        (CITY, "SELECT a FROM t", [f"missing condition t.x IN ({'SELECT u.id FROM u WHERE '}"]),
        ("SELECT a FROM t UNION SELECT b FROM u LIMIT 3", "SELECT c FROM u UNION SELECT a FROM t",
         ["in the second query: selects c instead of b", "missing LIMIT 3"]),
        ("SELECT a FROM t EXCEPT SELECT a FROM u", "SELECT a FROM t", ["one query alone instead of EXCEPT"]),
        ("SELECT a FROM t EXCEPT SELECT a FROM u", "SELECT a FROM u EXCEPT SELECT a FROM t",
         ["in the first query: selects u.a ", "in the first query: table u instead of t",
          "in the second query: selects t.a ", "in the second query: table t instead of u"]),
        ("SELECT a FROM t", "SELECT a FROM", ["no query: "]),
    ],
)  # fmt: skip
def test_sentences(right: str, said: str, sentences: list[str]) -> None:
    found = worded(Query(right, "sqlite"), Query(said, "sqlite"))
    assert len(found) == len(sentences)
    for one, start in zip(found, sentences, strict=True):
        assert one == start or (start[-1] == " " and one.startswith(start)), one


def test_many_conditions_take_no_time() -> None:
    many = [f"SELECT a FROM t WHERE {' AND '.join(f'c{i} = {i + shift}' for i in range(150))}" for shift in (0, 1)]
    assert len(worded(*(Query(text, "sqlite") for text in many))) >= 150


def test_sets_of_queries() -> None:
    right = ("SELECT a FROM t", "SELECT b FROM t WHERE b > 1")
    told = sql().explained([right, right, right], [("SELECT b FROM t", "SELECT a FROM t"), right[:1], UNDEFINED])
    assert told == [["missing condition b > 1"], ['missing query "SELECT b FROM t WHERE b > 1"'], ["no answer"]]
    with pytest.raises(MeaningError, match="1 is no query"):
        sql().explained([right], [(1,)])

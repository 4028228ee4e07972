"""What a query says otherwise, in words."""

import pytest

from murho.core.errors import MeaningError
from murho.core.meaning import UNDEFINED
from murho.measures.queries.query import Query
from murho.measures.queries.sql import sql
from murho.measures.queries.wording import worded

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

"""Normal forms: what they make equal means the same, and what does not mean the same they keep apart."""

import csv
from pathlib import Path

import pytest

from murho.measures import measure
from murho.measures.queries.comparing import Expected, arranged, arrangements
from murho.measures.queries.form import normal_form
from murho.measures.queries.query import LONGEST, Query, Unparseable, parsed
from murho.measures.queries.running import Failed, Runner, Schema, Table

COLUMNS = {"staff": ["id", "name", "age", "city"], "task": ["id", "staff_id", "title"]}


def form(text: str, known: bool = True, ordered: bool = False) -> str:
    return normal_form(parsed(text, "sqlite"), COLUMNS if known else None, ordered_outputs=ordered)


SAME = {
    "aliases": ("SELECT s.name FROM staff s", "SELECT NAME FROM Staff"),
    "quotes": ('SELECT "name" FROM `staff` WHERE city = "Rome"', "SELECT name FROM staff WHERE city = 'Rome'"),
    "names of outputs": ("SELECT age AS a FROM staff ORDER BY a", "SELECT age FROM staff ORDER BY 1"),
    "conjuncts": (
        "SELECT id FROM staff WHERE age > 3 AND city = 'R'", "SELECT id FROM staff WHERE 'R' = city AND 3 < age",
    ),
    "outputs": ("SELECT id, name FROM staff", "SELECT name, id FROM staff"),
    "joins": (
        "SELECT T1.name FROM staff AS T1 JOIN task AS T2 ON T1.id = T2.staff_id WHERE T2.title = 'x'",
        "SELECT staff.name FROM task, staff WHERE title = 'x' AND task.staff_id = staff.id",
    ),
    "copies of a table": (
        "SELECT a.name FROM staff a JOIN staff b ON a.age = b.age WHERE b.city = 'R'",
        "SELECT y.name FROM staff x, staff y WHERE x.city = 'R' AND x.age = y.age",
    ),
    "between": ("SELECT id FROM staff WHERE age BETWEEN 3 AND 5", "SELECT id FROM staff WHERE age <= 5 AND age >= 3"),
    "negation": (
        "SELECT id FROM staff WHERE NOT (age > 3 OR city = 'R')", "SELECT id FROM staff WHERE city != 'R' AND age <= 3",
    ),
    "in": ("SELECT id FROM staff WHERE age IN (3, 4)", "SELECT id FROM staff WHERE age = 4 OR age = 3"),
    "not in": ("SELECT id FROM staff WHERE age NOT IN (3, 4)", "SELECT id FROM staff WHERE age <> 4 AND age != 3"),
    "numbers": ("SELECT id FROM staff WHERE age > 3.0", "SELECT id FROM staff WHERE age > 03"),
    "counts": ("SELECT count(1) FROM staff", "SELECT COUNT(*) FROM staff"),
    "a set inside": (
        "SELECT id FROM staff WHERE id IN (SELECT DISTINCT staff_id FROM task ORDER BY title)",
        "SELECT id FROM staff WHERE id IN (SELECT staff_id FROM task)",
    ),
    "unions": (
        "SELECT id FROM staff UNION SELECT id FROM task UNION SELECT age FROM staff",
        "SELECT age FROM staff UNION SELECT id FROM staff UNION SELECT id FROM task",
    ),
    "a name for a query": (
        "WITH old AS (SELECT id FROM staff WHERE age > 60) SELECT count(*) FROM old",
        "SELECT count(*) FROM (SELECT id FROM staff WHERE 60 < age) AS x",
    ),
    "keys": ("SELECT count(*) FROM staff GROUP BY age, city", "SELECT count(*) FROM staff GROUP BY city, age"),
    "a chain of equals": (
        "SELECT a.id FROM staff a, staff b, task c WHERE a.id = b.id AND b.id = c.id",
        "SELECT a.id FROM staff a, staff b, task c WHERE a.id = c.id AND b.id = a.id",
    ),
}  # fmt: skip
APART = {
    "operators": ("SELECT id FROM staff WHERE age > 3", "SELECT id FROM staff WHERE age >= 3"),
    "values": ("SELECT id FROM staff WHERE city = 'R'", "SELECT id FROM staff WHERE city = 'r'"),
    "division": ("SELECT age / 2 FROM staff", "SELECT age / 2.0 FROM staff"),
    "and, or": ("SELECT id FROM staff WHERE age = 3 AND id = 4", "SELECT id FROM staff WHERE age = 3 OR id = 4"),
    "grouping": (
        "SELECT id FROM staff WHERE age = 3 AND (id = 4 OR city = 'R')",
        "SELECT id FROM staff WHERE (age = 3 AND id = 4) OR city = 'R'",
    ),
    "arithmetic": ("SELECT (age + 1) * 2 FROM staff", "SELECT age + 1 * 2 FROM staff"),
    "sides": ("SELECT age - id FROM staff", "SELECT id - age FROM staff"),
    "distinct": ("SELECT DISTINCT age FROM staff", "SELECT age FROM staff"),
    "direction": ("SELECT id FROM staff ORDER BY age", "SELECT id FROM staff ORDER BY age DESC"),
    "order of keys": ("SELECT id FROM staff ORDER BY age, city", "SELECT id FROM staff ORDER BY city, age"),
    "limit": ("SELECT id FROM staff ORDER BY age LIMIT 1", "SELECT id FROM staff ORDER BY age LIMIT 2"),
    "left join": (
        "SELECT staff.id FROM staff LEFT JOIN task ON staff.id = staff_id",
        "SELECT staff.id FROM staff JOIN task ON staff.id = staff_id",
    ),
    "a condition of a left join": (
        "SELECT staff.id FROM staff LEFT JOIN task ON staff.id = staff_id AND title = 'x'",
        "SELECT staff.id FROM staff LEFT JOIN task ON staff.id = staff_id WHERE title = 'x'",
    ),
    "union all": ("SELECT id FROM t UNION ALL SELECT id FROM u", "SELECT id FROM t UNION SELECT id FROM u"),
    "except": ("SELECT id FROM staff EXCEPT SELECT id FROM task", "SELECT id FROM task EXCEPT SELECT id FROM staff"),
    "an intersection with itself": ("SELECT age FROM staff INTERSECT SELECT age FROM staff", "SELECT age FROM staff"),
    "which copy": (
        "SELECT a.name FROM staff a, staff b WHERE a.age > b.age",
        "SELECT b.name FROM staff a, staff b WHERE a.age > b.age",
    ),
    "null": ("SELECT id FROM staff WHERE age IS NULL", "SELECT id FROM staff WHERE age IS NOT NULL"),
    "counts of a column": ("SELECT count(age) FROM staff", "SELECT count(*) FROM staff"),
}  # fmt: skip


@pytest.mark.parametrize(("one", "other"), SAME.values(), ids=list(SAME))
def test_one_meaning_has_one_form(one: str, other: str) -> None:
    assert form(one) == form(other)


@pytest.mark.parametrize(("one", "other"), APART.values(), ids=list(APART))
def test_two_meanings_have_two_forms(one: str, other: str) -> None:
    assert form(one) != form(other)


def test_the_order_of_outputs_may_matter() -> None:
    one, other = "SELECT id, name FROM staff", "SELECT name, id FROM staff"
    assert form(one, ordered=True) != form(other, ordered=True)


def test_without_a_schema_a_column_of_two_tables_is_nobodys() -> None:
    one = "SELECT name FROM staff JOIN task ON staff.id = task.staff_id"
    assert form(one) == form(one.replace("name", "staff.name"))
    assert form(one, known=False) != form(one.replace("name", "staff.name"), known=False)


BAD = {
    "nothing": "", "no query": "DELETE FROM staff", "two": "SELECT 1; SELECT 2", "half": "SELECT a FROM",
    "clauses in disorder": "SELECT a FROM t GROUP BY a WHERE a > 1",
    "no output": "SELECT FROM staff", "deep": "SELECT " + "(" * 3000 + "1" + ")" * 3000,
    "long": f"SELECT {'a' * LONGEST}", "quotes": "SELECT 'a", "a text": "who is the oldest?",
}  # fmt: skip


@pytest.mark.parametrize("text", BAD.values(), ids=list(BAD))
def test_what_is_no_query_says_so(text: str) -> None:
    with pytest.raises(Unparseable):
        parsed(text, "sqlite")


def test_thousands_of_conditions_have_a_form() -> None:
    """Or are refused as too deep: never more than that."""
    text = "SELECT a FROM t WHERE " + " AND ".join(f"a <> {n}" for n in range(300))
    assert normal_form(parsed(text, "sqlite")).count(",") == 299


def test_forms_of_real_queries_give_the_same_rows(data: Path) -> None:
    """And are forms of themselves."""
    path = str(data / "spider" / "department_store.sqlite")
    with open(data / "spider" / "department_store_train_gold.sql", encoding="utf-8", newline="") as file:
        queries = sorted({row[0].strip() for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)})
    with Runner() as runner:
        schema = runner.describe(path)
        assert isinstance(schema, Schema)
        for text in queries:
            for columns in (None, schema.columns):
                made = normal_form(parsed(text, "sqlite"), columns)
                assert normal_form(parsed(made, "sqlite"), columns) == made
                meant, found = runner.run(path, text), runner.run(path, made)
                assert isinstance(meant, Table)
                assert not isinstance(found, Failed), (made, found)
                rows = Expected([arranged(meant.rows, range(meant.columns))])
                ways = arrangements(meant.rows, found.rows)
                assert any(rows.met_by(arranged(found.rows, way)) for way in ways), (text, made)
    assert len(queries) == 44


CHAIN = ", ".join(f"a{i} AS (SELECT x.id FROM a{i - 1} AS x CROSS JOIN a{i - 1} AS y)" for i in range(1, 40))
NEST = "SELECT id FROM s"
for _ in range(6):
    NEST = f"SELECT a.id FROM s AS a, s AS b, s AS c, s AS d WHERE a.id = b.id AND d.id IN ({NEST})"


@pytest.mark.parametrize(
    "text",
    [f"WITH a0 AS (SELECT id FROM s), {CHAIN} SELECT id FROM a39", pytest.param(NEST, marks=pytest.mark.slow)],
    ids=["each doubles the one before", "orders within orders"],
)
def test_what_would_take_for_ever_stays_as_it_is(text: str) -> None:
    """Answers come from systems under test, which may write anything."""
    tree = parsed(text.upper(), "sqlite")
    assert normal_form(tree) == parsed(text, "sqlite").sql(dialect="sqlite")


@pytest.mark.parametrize("dialect", ["sqlite", "duckdb"])
def test_a_query_of_what_a_function_gives_is_a_form_of_its_own(dialect: str) -> None:
    texts = [
        "SELECT * FROM read_csv('a.csv')",
        "SELECT * FROM read_csv('b.csv')",
        "SELECT a.y FROM t AS a, t AS b, json_each(a.x)",
        "SELECT b.y FROM t AS a, t AS b, json_each(a.x)",
    ]
    forms = [Query(text, dialect).form for text in texts]
    assert None not in forms
    assert len(set(forms)) == len(texts)
    graded = measure(f"sql(by='graded', dialect='{dialect}')")
    assert graded.judge([("SELECT a FROM t",)] * 4, [(one,) for one in texts]).loss.all()


def test_a_table_whose_name_has_a_blank_is_one_table() -> None:
    assert (
        Query('SELECT a FROM "order details"', "sqlite").form == Query("SELECT A FROM [Order Details]", "sqlite").form
    )
    assert Query('SELECT a FROM "t u"', "sqlite").form != Query("SELECT a FROM t AS u", "sqlite").form


def test_copies_beyond_those_that_are_tried_stand_as_they_stand() -> None:
    text = "SELECT a0.id FROM " + ", ".join(f"s AS a{i}" for i in range(40))
    assert normal_form(parsed(text, "sqlite")).startswith(
        "SELECT s.id FROM s CROSS JOIN s AS s_10 CROSS JOIN s AS s_11"
    )


def test_what_sqlglot_logs_of_a_text_is_not_heard(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(Unparseable, match="it is no SELECT"):
        parsed("explain select 1", "duckdb")
    assert not caplog.records

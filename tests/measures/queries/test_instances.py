"""Instances tell queries apart that are not equivalent, and no others."""

from pathlib import Path

import pytest

from murho.measures.queries.instances import instances
from murho.measures.queries.query import Query, parsed
from murho.measures.queries.running import Failed, Instance, Runner, Schema, Table
from murho.measures.queries.sql import sql

NAMES = "SELECT name FROM item"
APART = {
    "the border": (NAMES + " WHERE price > 4", NAMES + " WHERE price >= 4"),
    "a value": (NAMES + " WHERE price > 6", NAMES + " WHERE price > 7"),
    "duplicates": ("SELECT DISTINCT name FROM maker", "SELECT name FROM maker"),
    "a pattern": (NAMES + " WHERE name LIKE 'pe%'", NAMES + " WHERE name LIKE '%pe%'"),
    "a letter": (NAMES + " WHERE name = 'pen'", NAMES + " WHERE name LIKE 'pen'"),
    "and, or": (
        NAMES + " WHERE price > 8 AND name = 'pen'",
        NAMES + " WHERE price > 8 OR (name = 'pen' AND price > 7)",
    ),
    "how many": (
        "SELECT maker_id FROM item GROUP BY maker_id HAVING count(*) > 4",
        "SELECT maker_id FROM item GROUP BY maker_id HAVING count(*) > 5",
    ),
    "the mean": (
        "SELECT maker_id FROM item GROUP BY maker_id HAVING avg(price) > 100",
        "SELECT maker_id FROM item GROUP BY maker_id HAVING avg(price) >= 100",
    ),
    "one of the first": (
        NAMES + " ORDER BY price DESC LIMIT 1",
        NAMES + " WHERE price = (SELECT max(price) FROM item)",
    ),
    "an order by chance": (NAMES + " ORDER BY id", NAMES),
    "no makers": (
        "SELECT maker.name FROM maker JOIN item ON maker.id = maker_id WHERE price = 9",
        "SELECT maker.name FROM maker LEFT JOIN item ON maker.id = maker_id WHERE price = 9 AND price = 8",
    ),
    "union": (
        "SELECT id FROM maker WHERE id > 2 UNION SELECT 7",
        "SELECT id FROM maker WHERE id > 2 UNION ALL SELECT 7",
    ),
}
ALIKE = {
    "the greatest": ("SELECT max(price) FROM item", "SELECT price FROM item ORDER BY price DESC LIMIT 1"),
    "an order within ties": (NAMES + " ORDER BY price", NAMES + " ORDER BY price, id DESC"),
    "a key": ("SELECT id FROM item", "SELECT DISTINCT id FROM item"),
    "in and exists": (
        "SELECT name FROM maker WHERE id IN (SELECT maker_id FROM item)",
        "SELECT name FROM maker WHERE EXISTS (SELECT 1 FROM item WHERE maker_id = maker.id)",
    ),
    "columns of one row": ("SELECT min(price), max(price) FROM item", "SELECT max(price), min(price) FROM item"),
    "an inner join": (
        "SELECT item.name FROM item JOIN maker ON maker.id = maker_id",
        "SELECT name FROM item WHERE maker_id IS NOT NULL",
    ),
}


@pytest.mark.parametrize(("one", "other"), APART.values(), ids=list(APART))
def test_queries_with_the_same_rows_are_told_apart(one: str, other: str, shop: str) -> None:
    judged = sql(database=shop).judge([(one,)], [(other,)])
    assert judged.labels["verdict"] == ["told apart"]
    assert judged.counts["told_apart_by_instances"].tolist() == [1]
    assert sql(database=shop, instances=0).judge([(one,)], [(other,)]).labels["verdict"] == ["same rows"]


@pytest.mark.slow
def test_duckdb_tells_them_apart_as_well(duckdb_shop: str) -> None:
    pairs = [pair for name, pair in APART.items() if name != "a letter"]  # LIKE looks at the letter there, as = does
    right, said = [(one,) for one, _ in pairs], [(other,) for _, other in pairs]
    judged = sql(database=duckdb_shop).judge(right, said)
    assert judged.labels["verdict"] == ["told apart"] * len(pairs)
    assert judged.counts["told_apart_by_instances"].tolist() == [1] * len(pairs)
    alone = sql(database=duckdb_shop, instances=0).judge(right, said)
    assert alone.labels["verdict"] == ["same rows"] * len(pairs)


@pytest.mark.slow
def test_duckdb_does_not_tell_equivalent_queries_apart(duckdb_shop: str) -> None:
    pairs = [*ALIKE.values(), APART["a letter"]]
    judged = sql(database=duckdb_shop, instances=24).judge(
        [(one,) for one, _ in pairs], [(other,) for _, other in pairs]
    )
    assert set(judged.labels["verdict"]) <= {"same rows", "same form"}


def test_an_instance_of_duckdb_takes_the_place_of_the_one_before(duckdb_shop: str) -> None:
    with Runner() as runner:
        schema = runner.describe(duckdb_shop)
        assert isinstance(schema, Schema)
        query = parsed("SELECT name FROM item WHERE price > 4", "duckdb")
        made = list(instances(schema, [query], 6))
        count = "SELECT (SELECT count(*) FROM item), (SELECT count(*) FROM maker)"
        for one in made:
            found = runner.run(one, count)
            assert isinstance(found, Table)
            # Of rows that a constraint refuses only those are left out.
            assert 0 < found.rows[0][0] <= len(one.rows["item"])
            assert found.rows[0][1] <= len(one.rows["maker"])
        other = Instance(["CREATE TABLE item (id INTEGER PRIMARY KEY)"], {"item": [[1], [1], [2]]}, duckdb=True)
        assert runner.run(other, "SELECT count(*) FROM item") == Table(1, [[2]])
        assert isinstance(runner.run(other, "SELECT * FROM maker"), Failed)


@pytest.mark.parametrize(("one", "other"), ALIKE.values(), ids=list(ALIKE))
def test_queries_that_are_equivalent_are_not(one: str, other: str, shop: str) -> None:
    assert sql(database=shop).judge([(one,)], [(other,)]).labels["verdict"][0] in ("same rows", "same form")


def test_instances_keep_keys_and_hold_what_queries_name(shop: str) -> None:
    query = parsed("SELECT maker.name FROM maker JOIN item ON maker.id = maker_id WHERE item.name = 'ink'", "sqlite")
    with Runner() as runner:
        schema = runner.describe(shop)
        assert isinstance(schema, Schema)
        made = list(instances(schema, [query], 12))
        assert [one.rows for one in made] == [one.rows for one in instances(schema, [query], 12)]
        lost = "SELECT count(*) FROM item WHERE maker_id NOT IN (SELECT id FROM maker)"
        named = "SELECT count(*) > 0 FROM item WHERE name = 'ink'"
        assert all(runner.run(one, lost) == Table(1, [[0]]) for one in made)
        assert sum(runner.run(one, named) == Table(1, [[1]]) for one in made) > 6


@pytest.mark.slow
def test_no_query_is_told_apart_from_itself(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = data / "spider"
    lines = (folder / "department_store_train_gold.sql").read_text("utf-8").splitlines()
    queries = sorted({line.partition("\t")[0].strip() for line in lines})
    monkeypatch.setattr(Query, "form", None)
    how = sql(database=str(folder / "department_store.sqlite"))
    judged = how.judge([(query,) for query in queries], [(f"{query} ",) for query in queries])
    assert set(judged.labels["verdict"]) == {"same rows"}

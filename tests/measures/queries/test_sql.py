"""The measure `sql`: sets of queries, what is counted, and what is refused."""

import json
from pathlib import Path

import pytest

from murho.cli import status
from murho.core.case import Cases
from murho.core.errors import InputError, MeaningError, UsageError
from murho.core.meaning import UNDEFINED
from murho.core.shifting import mu3
from murho.measures import measure
from murho.measures.queries.sql import sql

NAMES = "SELECT name FROM item"


def verdict(shop: str, right: str, said: str, **options: object) -> str:
    judged = sql(database=shop, **options).judge([(right,)], [(said,)])  # type: ignore[arg-type]
    return judged.labels["verdict"][0]


EXECUTED = {
    "another form": (NAMES + " WHERE price = 9", NAMES + " WHERE price = (SELECT max(price) FROM item)", "same rows"),
    "columns": ("SELECT id, name FROM item", "SELECT name, id FROM item", "same form"),
    "a column too many": ("SELECT id FROM item", "SELECT id, name FROM item", "other rows"),
    "one row too few": (NAMES, NAMES + " WHERE price IS NOT NULL", "other rows"),
    "duplicates": (NAMES, "SELECT DISTINCT name FROM item", "other rows"),
    "an order nobody wants": (NAMES, NAMES + " ORDER BY name", "same rows"),
    "ties": ("SELECT name FROM item ORDER BY price", "SELECT name FROM item ORDER BY price, name DESC", "same rows"),
    "wrong order": ("SELECT name FROM item ORDER BY price", "SELECT name FROM item ORDER BY price DESC", "other rows"),
    "a tie at the limit": (
        "SELECT name FROM item ORDER BY price = 5 DESC LIMIT 1",
        "SELECT name FROM item ORDER BY price = 5 DESC, id DESC LIMIT 1",
        "same rows",
    ),
    "no such column": (NAMES, "SELECT colour FROM item", "failed"),
    "it writes": (NAMES, "DELETE FROM item", "failed"),
    "no query": (NAMES, "name of the item", "unparseable"),
    "a text for a number": ("SELECT 5", "SELECT '5'", "other rows"),
    "whole and broken numbers": ("SELECT 5", "SELECT 10 / 2.0", "same rows"),
}


@pytest.mark.parametrize(("right", "said", "expected"), EXECUTED.values(), ids=list(EXECUTED))
def test_what_is_executed(right: str, said: str, expected: str, shop: str) -> None:
    assert verdict(shop, right, said, instances=0) == expected


def test_columns_may_have_to_stand_in_order(shop: str) -> None:
    pair = "SELECT id, name FROM item", "SELECT name, id FROM item"
    assert verdict(shop, *pair, columns="ordered") == "other rows"


@pytest.mark.parametrize(
    ("right", "said", "relation"),
    [
        ((NAMES,), UNDEFINED, "undefined"),
        ((NAMES,), (), "empty"),
        ((), (), "equal"),
        ((), (NAMES,), "disjoint"),
        ((NAMES, "SELECT id FROM item"), ("select NAME from item",), "some"),
        ((NAMES,), ("SELECT item.name FROM item", "SELECT id FROM item"), "more"),
        ((NAMES, "SELECT id FROM item"), ("SELECT name FROM item", "nonsense ("), "overlap"),
        ((NAMES, "select name from item"), (NAMES,), "equal"),
        ((NAMES,), (NAMES, "select name from item"), "equal"),
        ((NAMES,), ("SELECT price FROM item",), "disjoint"),
    ],
)
def test_sets_shift_as_other_meanings_do(right: tuple[str, ...], said: object, relation: str, shop: str) -> None:
    for how in (sql(shifting=mu3()), sql(shifting=mu3(), database=shop)):
        judged = how.judge([right], [said])  # type: ignore[list-item]
        assert judged.labels["relation"] == [relation]
        assert judged.loss.tolist() == [mu3().value(relation)]


def test_what_is_counted(shop: str) -> None:
    said = [(NAMES,), ("nonsense (",), UNDEFINED, ("SELECT colour FROM item",)]
    judged = sql(database=shop).judge([(NAMES,)] * 4, said)
    assert {name: column.tolist() for name, column in judged.counts.items()} == {
        "correct": [1, 0, 0, 0],
        "total": [1, 1, 1, 1],
        "undefined": [0, 0, 1, 0],
        "unparseable": [0, 1, 0, 0],
        "failed": [0, 0, 0, 1],
        "told_apart_by_instances": [0, 0, 0, 0],
    }


def test_it_prints_as_it_is_typed() -> None:
    assert repr(sql(by="graded")) == "sql(by='graded')"
    typed = "sql(database='shop.sqlite', shifting=mu2(0.5))"
    assert repr(measure(typed)) == typed


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"by": "magic"}, "by='magic'; known: form, execution, graded"),
        ({"by": "execution"}, "name a database"),
        ({"columns": "some"}, "known: any, ordered"),
        ({"seconds": 0}, "above 0"),
        ({"instances": -1}, "instances=-1"),
        ({"shifting": "mu1"}, "is not a shifting"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, object], says: str) -> None:
    with pytest.raises(UsageError, match=says.replace("(", r"\(")):
        sql(**options)  # type: ignore[arg-type]


def test_a_wrong_reference_is_an_error(shop: str, tmp_path: Path) -> None:
    with pytest.raises(MeaningError, match=r"reference 'SELECT a FROM' is no query: .*; mend it"):
        sql().judge([("SELECT a FROM",)], [UNDEFINED])
    with pytest.raises(MeaningError, match="'SELECT a FROM t' does not run: no such table: t"):
        sql(database=shop).judge([("SELECT a FROM t",)], [UNDEFINED])
    with pytest.raises(MeaningError, match="answer 5 is no query"):
        sql().judge([(NAMES,)], [(5,)])
    with pytest.raises(InputError, match=r"gone.sqlite: there is no such file or folder"):
        sql(database=str(tmp_path / "gone.sqlite")).judge([(NAMES,)], [UNDEFINED])
    (tmp_path / "empty.sqlite").touch()
    with pytest.raises(InputError, match=r"empty.sqlite: the file is empty, so no database; name a database"):
        sql(database=str(tmp_path / "empty.sqlite")).judge([(NAMES,)], [UNDEFINED])
    size = Path(shop).stat().st_size
    (tmp_path / "cut.sqlite").write_bytes(Path(shop).read_bytes()[:-100])
    with pytest.raises(InputError, match=rf"the database ends early: {size - 100:,} bytes of {size:,}; copy it again"):
        sql(database=str(tmp_path / "cut.sqlite")).judge([(NAMES,)], [UNDEFINED])


def test_a_folder_has_a_database_for_each_case(shop: str, tmp_path: Path) -> None:
    folder = tmp_path / "all"
    (folder / "shop").mkdir(parents=True)
    (folder / "shop" / "shop.sqlite").write_bytes(Path(shop).read_bytes())
    how = sql(database=str(folder))
    assert how.files == (str(folder / "shop" / "shop.sqlite"),)

    def judged(name: str | None) -> list[float]:
        cases = Cases(["1"], ["?"], [(NAMES,)], features={"db": [name]})
        return how.judge_cases(cases, [("SELECT item.name FROM item",)]).loss.tolist()

    assert judged("shop") == [0.0]
    for name, says in ((None, "names no database"), ("../shop", "no database '../shop'"), ("bank", "put it there as")):
        with pytest.raises(MeaningError, match=says):
            judged(name)


def test_on_the_command_line(shop: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, said = tmp_path / "gold.sql", tmp_path / "said.sql"
    gold.write_text(f"{NAMES}\tshop\nSELECT count(*) FROM item\tshop\n")
    said.write_text("select item.name from item\n\n")
    command = ["score", "sql", str(gold), str(said), "--json"]
    for more in (["--database", shop], []):
        assert status([*command, *more]) == 0
        found = json.loads(capsys.readouterr().out)
        assert (found["value"], found["counts"]["correct"], found["counts"]["undefined"]) == (0.5, 1, 1)
    gold.write_text(f"{NAMES}\tshop\nSELECT count(* FROM item\tshop\n")
    assert status(command) == 1
    assert "gold.sql:2: '2': reference 'SELECT count(* FROM item' is no query" in capsys.readouterr().err
    Path(shop).write_text("no database")
    assert status([*command, "--database", shop]) == 1
    assert "shop.sqlite: the database cannot be read: file is not a database" in capsys.readouterr().err

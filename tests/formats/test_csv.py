import gzip
from pathlib import Path
from typing import Any

import pytest

from murho.core.errors import InputError
from murho.core.meaning import UNDEFINED
from murho.formats import csv


def written(tmp_path: Path, text: str | bytes, name: str = "log.csv") -> Path:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def cases_of(path: Path, **how: Any) -> Any:
    (cases,) = csv.read_cases(path, **how)
    return cases


def test_quotes_ends_of_lines_and_blank_ones(tmp_path: Path) -> None:
    path = written(tmp_path, '\ufefftext,gold,note\r\n"a, ""b""\r\nc",x,\r\n\r\n5" disk,y,z\r\n')
    cases = cases_of(path)
    assert cases.expressions == ['a, "b"\nc', '5" disk']
    assert cases.references == [("x",), ("y",)]
    assert cases.features == {"note": [None, "z"]}
    assert (cases.ids, list(cases.lines)) == (["1", "2"], [2, 5])


@pytest.mark.parametrize("first", ["", "sep=;\n"])
def test_semicolons_and_decimal_commas(tmp_path: Path, first: str) -> None:
    path = written(tmp_path, f"{first}text;gold;weight;price;code\na,b;x;0,5;1,25;007\nc;y;;-3;1e2\n")
    cases = cases_of(path)
    assert (cases.expressions, cases.weights) == (["a,b", "c"], [0.5, None])
    assert cases.features == {"price": [1.25, -3], "code": ["007", 100.0]}


def test_commas_in_numbers_stay_text_where_commas_separate(tmp_path: Path) -> None:
    assert cases_of(written(tmp_path, 'text,gold,n\na,x,"1,5"\n')).features == {"n": ["1,5"]}


def test_an_empty_field_is_nothing_but_in_texts(tmp_path: Path) -> None:
    path = written(tmp_path, "text,gold,pred\na,,x\nb,y,\n")
    assert cases_of(path).references == [None, ("y",)]
    assert next(csv.read_answers(path)).answers == [("x",), UNDEFINED]
    assert cases_of(path, kind="text").references == [("",), ("y",)]
    assert next(csv.read_answers(path, kind="text")).answers == [("x",), ("",)]


def test_json_in_fields_of_other_meanings(tmp_path: Path) -> None:
    path = written(tmp_path, 'text,gold\na,"[[""to:bonn""]]"\nb,plain\nc,"{""act"": 1}"\n')
    assert cases_of(path, kind="json").references == [(["to:bonn"],), ("plain",), ({"act": 1},)]
    assert cases_of(path).references[0] == ('[["to:bonn"]]',)
    with pytest.raises(InputError, match=r"log.csv:2: '\[1' is no JSON"):
        cases_of(written(tmp_path, "text,gold\na,[1\n"), kind="units")


def test_batches_go_on_with_the_lines(tmp_path: Path) -> None:
    path = written(tmp_path, "text\tgold\n" + "".join(f"t{n}\tl{n}\n" for n in range(5)), "log.tsv")
    batches = list(csv.read_tsv_cases(path, batch=2))
    assert [list(cases.lines or ()) for cases in batches] == [[2, 3], [4, 5], [6]]
    assert batches[2].references == [("l4",)]
    packed = tmp_path / "log.csv.gz"
    packed.write_bytes(gzip.compress(b"id,gold\na,x\n"))
    assert cases_of(packed).ids == ["a"]


def test_quotes_that_mean_nothing(tmp_path: Path) -> None:
    path = written(tmp_path, 'text\tgold\n"no\tx\n', "log.tsv")
    assert next(csv.read_tsv_cases(path, quotes=False)).expressions == ['"no']
    with pytest.raises(InputError, match=r"log.tsv:2: a quote that is not closed; "):
        list(csv.read_tsv_cases(path))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1: nothing at all; write the names of the columns"),
        ("a,gold\nx,y\nx\n", "3: 1 field, where the header has 2; put a field that holds ',' in quotes"),
        ('a,gold\n"x\n1",y\nx,y,z\n', "4: 3 fields, where the header has 2"),
        ("gold,a,gold\n", "1: two columns called 'gold'; give each a name of its own"),
        ('a,gold\nx,"y" z\n', "2: a quote that ends a field, and more behind it; double quotes"),
        ('a,gold\nx,y\nx,"y\nz,z\n', "3: a quote that is not closed"),
        ('a,gold\nx,"' + "y" * 140_000, "2: a field of more than 131072 characters"),
        ("id,gold\na,x\na,y\n", "3: id 'a' a second time, first on line 2"),
        ("text,gold,weight\na,x,much\n", '2: weight is a string ("much")'),
        ("a,gold\nx,y\n".encode("utf-16-le"), "1: a header with bytes of zero; if it is in UTF-16 without a mark"),
        ("a,gold\nä,y\n".encode("latin1"), "2: not UTF-8: byte 1 of the line is 0xe4"),
    ],
    ids=["empty", "short", "long", "twice", "behind", "open", "endless", "id", "weight", "utf16", "latin1"],
)  # fmt: skip
def test_what_is_wrong_has_its_line(tmp_path: Path, text: str | bytes, message: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(InputError) as caught:
        list(csv.read_cases(path))
    assert str(caught.value).startswith(f"{path}:{message}")


def test_an_index_without_a_name_is_a_feature(tmp_path: Path) -> None:
    assert cases_of(written(tmp_path, ",text,gold\n0,a,x\n")).features == {"column 1": [0]}

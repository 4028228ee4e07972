"""Columns from Python: one reading is read, two are refused."""

import importlib.util
from collections.abc import Callable
from typing import Any

import numpy as np
import polars as pl
import pyarrow as pa
import pytest

import murho
from murho.core.errors import UsageError
from murho.pipeline.scoring.as_lists import as_columns, as_list, is_nothing

RIGHT, SAID = ["a", "b", "c", "c"], ["a", "b", "b", None]


def numpy_table(columns: dict[str, list[Any]]) -> Any:
    kinds = [(name, object) for name in columns]
    return np.array(list(zip(*columns.values(), strict=True)), kinds)


def pandas_table(columns: dict[str, list[Any]]) -> Any:
    return pytest.importorskip("pandas").DataFrame(columns)


def hugging_face_table(columns: dict[str, list[Any]]) -> Any:
    return pytest.importorskip("datasets").Dataset.from_dict(columns)


TABLES = [
    pytest.param(pl.DataFrame, id="polars"),
    pytest.param(pa.table, id="arrow table"),
    pytest.param(pa.record_batch, id="arrow batch"),
    pytest.param(numpy_table, id="numpy"),
    pytest.param(pandas_table, id="pandas"),
    pytest.param(hugging_face_table, id="datasets"),
]
Table = Callable[[dict[str, list[Any]]], Any]


@pytest.mark.parametrize("table", TABLES)
def test_a_table_of_one_column_is_that_column(table: Table) -> None:
    found = murho.score("labels", table({"right": RIGHT}), table({"said": SAID}))
    assert (found.value, found.counts) == (0.5, {"correct": 2, "total": 4, "undefined": 1})
    beside = table({"speaker": ["x", "x", "y", "y"]})
    found = murho.score("labels", RIGHT, SAID, clusters=beside, sample_weight=table({"weight": [1.0, 0.0, 0.5, 0.5]}))
    assert (found.value, found.figure.estimate.clusters) == (0.5, 2)


@pytest.mark.parametrize("table", TABLES)
def test_a_table_of_several_columns_is_refused_but_as_features(table: Table) -> None:
    both = table({"right": RIGHT, "said": SAID})
    message = r"^{} is a table of 2 columns \(right, said\); give one of them$"
    with pytest.raises(UsageError, match=message.format("references")):
        murho.score("labels", both, both)
    with pytest.raises(UsageError, match=message.format("predictions")):
        murho.score("labels", RIGHT, both)
    with pytest.raises(UsageError, match=message.format("clusters")):
        murho.score("labels", RIGHT, SAID, clusters=both)
    with pytest.raises(UsageError, match=message.format("references")):
        murho.words(both, both)
    found = murho.score("labels", RIGHT, SAID, features=both, by="right")
    assert {group: figure.value for group, figure in found.by["right"].items()} == {"a": 0.0, "b": 0.0, "c": 1.0}


@pytest.mark.parametrize("table", TABLES)
def test_words_of_a_table_of_one_column(table: Table) -> None:
    texts = table({"text": ["to bonn", "no"]})
    found = murho.words(texts, ["to born", "no"], clusters=table({"by": ["x", "y"]}))
    assert (found.value, found.figure.estimate.clusters) == (1 / 3, 2)


def test_arrays_of_one_column_and_of_several() -> None:
    column = np.array([["a"], ["b"]])
    assert as_list(column, "it") == ["a", "b"]
    assert as_list(column, "it", rows=True) == [["a"], ["b"]]
    assert as_list(np.array([[1, 2], [3, 4]]), "it", rows=True) == [[1, 2], [3, 4]]
    assert murho.score("labels", np.array([[1], [2]]), np.array([[1.0], [3.0]])).value == 0.5
    assert murho.score("breaks", np.array([["0", "1"], ["1", "1"]]), np.array([["0", "1"], ["1", "0"]])).value == 0.25
    with pytest.raises(UsageError, match=r"^references is an array of 1 × 2; give one column"):
        murho.score("words", np.array([["the", "cat"]]), ["the cat"])
    with pytest.raises(UsageError, match=r"array of 1 × 1 × 2"):
        as_list(np.zeros((1, 1, 2)), "it", rows=True)


def test_arrays_inside_a_column_are_lists() -> None:
    units = np.empty(2, object)
    units[:] = [np.array(["a:1", "b:2"]), np.array(["a:1"])]
    assert as_list(units, "it") == [["a:1", "b:2"], ["a:1"]]
    assert murho.score("meanings", [np.int64(1)], [1]).value == 0


@pytest.mark.parametrize(
    ("column", "found"),
    [
        ({"a", "b"}, "is a set, which has no order; give a list"),
        (frozenset("ab"), "is a frozenset, which has no order; give a list"),
        ({"a": ["x"]}, "is a single dict; give a list, with one entry for each expression"),
        ("ab", "is a single str; give"),
        (np.array("ab"), "is a single str; give"),
        (np.array(7), "is a single int; give"),
    ],
)
def test_what_is_no_column(column: Any, found: str) -> None:
    with pytest.raises(UsageError, match=f"^it {found}"):
        as_list(column, "it")


def test_what_can_be_gone_through_once_is_a_column() -> None:
    assert as_list((letter for letter in "ab"), "it") == ["a", "b"]
    assert as_list({"a": 1, "b": 2}.values(), "it") == [1, 2]


def test_features_have_names() -> None:
    assert as_columns({"day": pl.Series(["mo"]), 1: ("x",)}, "features") == {"day": ["mo"], "1": ["x"]}
    with pytest.raises(UsageError, match=r"^features is a list; give columns by name, as in features=\{'day'"):
        murho.score("labels", RIGHT, SAID, features=["a", "b"])
    with pytest.raises(UsageError, match=r"^day is a table of 2 columns"):
        murho.score("labels", RIGHT, SAID, features={"day": pl.DataFrame({"a": RIGHT, "b": RIGHT})})


@pytest.mark.parametrize("measure", ["words", "characters", "sentences", "mer", "wil", "oracle(words)", "any_of"])
def test_a_list_of_single_words_is_refused_where_a_text_belongs(measure: str) -> None:
    one, several = [["the", "cat"]], [("the", "cat")]
    if measure == "any_of":
        assert murho.score(measure, one, ["cat"]).value == 0
        return
    expected = (
        r"^references has a list of single words, \['the', 'cat'\], at place 2; "
        r"write 'the cat' for one text, \('the', 'cat'\) for several$"
    )
    with pytest.raises(UsageError, match=expected):
        murho.score(measure, ["a b", *one], ["a b", "the"])
    with pytest.raises(UsageError, match=r"^predictions has a list of single words"):
        murho.score(measure, ["the cat"], one)
    assert murho.score(measure, several, ["cat"]).value == 0
    assert murho.score(measure, [set(*one)], ["cat"]).value == 0


@pytest.mark.parametrize(
    "references",
    [
        [["to go", "gonna"]],
        [["gonna", "go"], ["to go"]],
        [["go"], []],
        [["go", ""]],
        [[]],
        [("go", "gonna")],
        ["go"],
    ],
)
def test_lists_that_can_only_be_several_texts_stay(references: list[Any]) -> None:
    assert murho.score("words", references, ["go"] * len(references)).counts["hits"] in (0, 1, 2)


def test_words_are_refused_by_the_quick_way_too() -> None:
    with pytest.raises(UsageError, match=r"^references has a list of single words"):
        murho.words([["the", "cat"]], ["the cat"])


def test_a_label_is_no_row_of_a_table() -> None:
    rows = [{"intent": "a"}]
    with pytest.raises(Exception, match="is not a label"):
        murho.score("labels", rows, rows)


def test_what_stands_for_nothing() -> None:
    assert is_nothing(None)
    assert is_nothing(float("nan"))
    assert is_nothing(np.float64("nan"))
    assert not any(map(is_nothing, ["", 0, [], "nan", ()]))
    assert murho.score("labels", ["1", "2"], [np.float32("nan"), 2]).figure.undefined == 1


def test_two_columns_of_one_name_are_refused() -> None:
    columns = [pa.array(["a", "b"])] * 3
    table = pa.Table.from_arrays(columns, names=["reference", "answer", "answer"])
    for given in (table, table.to_pandas()) if importlib.util.find_spec("pandas") else (table,):
        with pytest.raises(UsageError, match=r"^the table has two columns 'answer'"):
            murho.score("labels", given)


def test_nothing_in_a_feature_is_no_value_of_it() -> None:
    found = murho.score("labels", ["a", "b"], ["a", "a"], features={"size": np.array([1, np.nan])})
    assert {group: figure.value for group, figure in found.by["size"].items()} == {"1.0": 0, "(none)": 1}


def test_columns_of_pandas() -> None:
    pd = pytest.importorskip("pandas")
    right = pd.Series(["a", "b", "c"], index=[2, 0, 1])
    assert murho.score("labels", right, pd.Series(["a", "b", "x"], index=[2, 0, 1])).value == 1 / 3
    assert murho.score("labels", right, pd.Series(["a", "b", "x"], index=[7, 8, 9])).value == 1 / 3
    expected = r"^predictions has the index of references in another order.*predictions.loc\[references.index\]"
    with pytest.raises(UsageError, match=expected):
        murho.score("labels", right, pd.Series(["b", "c", "a"]))
    with pytest.raises(UsageError, match=r"^features\['day'\] has the index of references"):
        murho.score("labels", right, ["a", "b", "x"], features={"day": pd.Series(["mo", "tu", "we"])})
    with pytest.raises(UsageError, match=r"^hypotheses has the index of references"):
        murho.words(right, pd.Series(["b", "c", "a"]))
    for nothing in (None, float("nan"), pd.NA, pd.NaT):
        said = pd.Series(["a", nothing, nothing], dtype=object)
        assert murho.score("labels", ["a", "b", "c"], said).figure.undefined == 2
        with pytest.raises(UsageError, match=r"^reference 2 is "):
            murho.score("labels", said, ["a", "b", "c"])
    assert murho.score("labels", pd.Series([1, 2]), pd.Series([1.0, float("nan")])).figure.undefined == 1
    assert murho.score("labels", pd.Categorical(["a", "b"]), pd.Index(["a", "b"])).value == 0

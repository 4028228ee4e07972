from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.case import Answers, Cases
from murho.core.case import join as join_cases
from murho.core.errors import InputError, UsageError
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED
from murho.formats.join import join_answers
from murho.formats.parquet import (
    read_answers,
    read_cases,
    read_judgements,
    write_answers,
    write_cases,
    write_judgements,
    write_part,
)
from murho.formats.saving import OutputError

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
MEANINGS = st.lists(JSON, max_size=3).map(tuple)
DIALOGUES = st.lists(TEXT, min_size=1, max_size=3).map(tuple)


@given(st.lists(st.none() | MEANINGS, min_size=2, max_size=6), st.data())
def test_cases_survive_the_round_trip(
    tmp_path_factory: pytest.TempPathFactory, references: list[Any], data: st.DataObject
) -> None:
    n = len(references)
    column = lambda values: st.none() | st.lists(st.none() | values, min_size=n, max_size=n)  # noqa: E731
    names = TEXT.filter(
        lambda name: name not in ("id", "expression", "reference", "cluster", "weight", "references", "before")
    )
    values = st.sampled_from([st.booleans(), st.integers(), TEXT, JSON, st.floats(0, 1) | st.integers()])
    cases = Cases(
        ids=[str(i) for i in range(n)],
        expressions=data.draw(st.lists(TEXT | DIALOGUES, min_size=n, max_size=n)),
        references=references,
        clusters=data.draw(column(TEXT)),
        weights=data.draw(column(st.floats(0, 1))),
        features={name: data.draw(column(data.draw(values))) or [None] * n for name in data.draw(st.sets(names))},
        by_stage={"heard": data.draw(st.lists(st.none() | MEANINGS, min_size=n, max_size=n))},
        before=data.draw(column(st.lists(TEXT, max_size=2))),
    )
    path = tmp_path_factory.getbasetemp() / "cases.parquet"
    write_cases(path, [cases.take(range(2)), cases.take(range(2, n))])
    back = join_cases(list(read_cases(path, batch=4)))
    assert back.ids == cases.ids
    assert back.expressions == cases.expressions
    assert back.references == cases.references
    assert back.by_stage.get("heard", [None] * n) == cases.by_stage["heard"]
    assert (back.before or [None] * n) == (cases.before or [None] * n)
    assert back.clusters == cases.clusters
    assert back.weights == cases.weights
    blank = {"references", "before"} - cases.features.keys()  # a batch that has none of them cannot tell what they are
    assert {name: column for name, column in back.features.items() if name not in blank} == cases.features
    assert not any(value is not None for name in blank for value in back.features.get(name, ()))
    assert list(back.lines or ()) == list(range(1, n + 1))


def test_a_feature_may_be_called_answer(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    write_cases(path, [Cases(["a"], [""], [()], features={"answer": [["plain"]], "seconds": ["many"]})])
    (cases,) = read_cases(path)
    assert cases.features == {"answer": [["plain"]], "seconds": ["many"]}


@given(st.lists(MEANINGS | st.just(UNDEFINED), min_size=1, max_size=5))
def test_answers_survive_the_round_trip(tmp_path_factory: pytest.TempPathFactory, said: list[Any]) -> None:
    path = tmp_path_factory.getbasetemp() / "answers.parquet"
    answers = Answers(
        [str(i) for i in range(len(said))], said, seconds=[0.5] * len(said), extras={"cost": [[1]] * len(said)}
    )
    write_part(path, answers)
    back = join_answers(list(read_answers(path)))
    assert (back.answers, back.seconds, back.extras) == (said, answers.seconds, answers.extras)


def test_undefined_and_the_empty_set_are_two_things_to_everyone(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    write_answers(path, [Answers(["a", "b", "c"], [UNDEFINED, (), (None, "x")], failures=["died", None, None])])
    assert pq.read_table(path).to_pydict() == {
        "id": ["a", "b", "c"],
        "answer": [None, [], ["null", '"x"']],
        "failure": ["died", None, None],
    }
    (back,) = read_answers(path)
    assert back.answers == [UNDEFINED, (), (None, "x")]
    assert back.failures == ["died", None, None]
    assert back.seconds is None


def test_no_rows(tmp_path: Path) -> None:
    write_cases(tmp_path / "none.parquet", [])
    assert list(read_cases(tmp_path / "none.parquet")) == []
    write_part(tmp_path / "none.parquet", Cases([], [], []))
    assert list(read_cases(tmp_path / "none.parquet")) == []


def test_streamed_in_batches(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    ids = [str(i) for i in range(150_000)]
    write_cases(path, (Cases(ids[i : i + 5000], ids[i : i + 5000], [()] * 5000) for i in range(0, 150_000, 5000)))
    assert pq.ParquetFile(path).metadata.num_row_groups == 3
    lengths = [len(cases) for cases in read_cases(path, batch=1000)]
    assert sum(lengths) == 150_000
    assert max(lengths) == 1000


def error(read: Any, path: Path) -> str:
    with pytest.raises(InputError) as caught:
        list(read(path))
    return str(caught.value).removeprefix(str(path))


@pytest.mark.parametrize("content", [b"", b"PAR1", b'{"id": "json lines"}\n' * 10, b"PAR1" + b"x" * 100 + b"PAR1"])
def test_no_parquet(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(content)
    assert error(read_cases, path).startswith(": cannot be read as Parquet (")
    assert error(read_judgements, path).startswith(": cannot be read as Parquet (")


def test_parquet_cut_short_or_damaged(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    texts = [str(i * 7919) for i in range(50_000)]
    write_cases(path, [Cases(texts, texts, [()] * 50_000)])
    whole = path.read_bytes()
    path.write_bytes(whole[:-100])
    assert error(read_cases, path).startswith(": cannot be read as Parquet (")
    path.write_bytes(whole[:1000] + bytes(5000) + whole[6000:])
    assert error(read_cases, path).startswith(": cannot be read as Parquet (")


USUAL = {"id": ["a", "b"], "expression": ["x", "y"], "reference": [["x"], []]}


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"id": ["a", "a"]}, ":2: id 'a' a second time, first on line 1; "),
        ({"id": [0.5, 1.5]}, ":1: id is a number (0.5); write a string, or a whole number"),
        ({"weight": [0.5, float("nan")]}, ":2: weight is nan; write a number between 0 and 1"),
        ({"weight": [0.5, 1.5]}, ":2: weight is 1.5; write a number between 0 and 1"),
        ({"references": [["x"], ["y"]]}, ':1: references is a list (["x"]); write `reference` for the set of '),
        ({"sound": [b"x", b"y"]}, ": a column of type binary; leave it out, or turn it into text or numbers"),
    ],
)
def test_wrong_columns(tmp_path: Path, columns: dict[str, Any], message: str) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table(USUAL | columns), path)
    assert error(read_cases, path).startswith(message)


def test_a_missing_column(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table(USUAL).drop_columns("expression"), path)
    assert error(read_cases, path) == (
        ": no field 'expression' (fields found: id, reference); the fields id, expression are needed"
    )


def test_without_references_all_is_open_but_for_a_slip(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table(USUAL | {"reference": [["x"], None]}), path)
    assert next(read_cases(path)).references == [("x",), None]
    pq.write_table(pa.table(USUAL | {"reference": ["x", "y"]}), path)
    assert next(read_cases(path)).references == [("x",), ("y",)]
    pq.write_table(pa.table(USUAL).drop_columns("reference"), path)
    assert next(read_cases(path)).references == [None, None]
    pq.write_table(pa.table(USUAL | {"refrence": [None, "y"]}).drop_columns("reference"), path)
    assert error(read_cases, path).startswith(":2: no field 'reference', but 'refrence'; ")


def test_dialogues_stages_and_turns_survive_the_round_trip(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    plain = Cases(["a"], ["x"], [("m",)])
    more = Cases(
        ["b", "c"],
        [("good morning", "hello"), "yes"],
        [None, ()],
        by_stage={"heard": [("to bonn", "to born"), None], "seen": [None, ()]},
        before=[None, ["hello"]],
        features={"before": ["noon", None]},
    )
    write_cases(path, [plain, more])
    back = join_cases(list(read_cases(path, batch=2)))
    assert back.expressions == ["x", ("good morning", "hello"), "yes"]
    assert back.references == [("m",), None, ()]
    assert back.by_stage == {"heard": [None, ("to bonn", "to born"), None], "seen": [None, None, ()]}
    assert (back.before, back.features) == ([None, None, ["hello"]], {"before": [None, "noon", None]})


def test_labels_of_words_survive_the_round_trip(tmp_path: Path) -> None:
    path = tmp_path / "cases.parquet"
    cases = Cases(
        ["a", "b"], ["", ""], [("x y",), ("z",)], features={"topic": ["t", None]}, labels={"pos": [["N", "V"], None]}
    )
    write_cases(path, [cases])
    (back,) = read_cases(path)
    assert (back.labels, back.features, back.notes) == (cases.labels, cases.features, ())


def test_labels_of_words_of_others(tmp_path: Path) -> None:
    path = tmp_path / "cases.parquet"
    labels = [{"pos": ["N", "V"], "entity": None}, None, {"pos": None, "entity": ["O"]}]
    columns = {"id": ["a", "b", "c"], "expression": ["", "", ""], "reference": [["x y"], ["z"], ["z"]]}
    pq.write_table(pa.table({**columns, "labels": labels}), path)
    (back,) = read_cases(path)
    assert back.labels == {"pos": [["N", "V"], None, None], "entity": [None, None, ["O"]]}


def test_words_of_judgements_survive_the_round_trip(tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    write_judgements(path, np.array([4, 7]), Judgements.of([1, 0, 0], case=[0, 0, 1], word=[2, -1, 0]))
    back, ids, _ = read_judgements(path)
    assert ids is None
    assert back.word is not None
    assert (back.word.tolist(), back.case.tolist(), dict(back.counts)) == ([2, -1, 0], [4, 4, 7], {})


def test_dialogues_of_others(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    texts = pa.array([["hello", "yes"], ["no"]], pa.list_(pa.string()))
    pq.write_table(pa.table(USUAL | {"expression": texts, "before": texts}), path)
    (cases,) = read_cases(path)
    assert (cases.expressions, cases.before) == ([("hello", "yes"), ("no",)], [["hello", "yes"], ["no"]])


def test_files_of_others(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    table = {
        "id": [1, 2],
        "expression": pa.array(["x", "y"], pa.large_string()),
        "reference": pa.array([[{"act": "renew"}], []], pa.list_(pa.struct({"act": pa.string()}))),
        "cluster": pa.array([7, None]),
        "weight": pa.array([1, None]),
        "when": pa.array([0, None], pa.date32()),
        "size": [0.5, float("nan")],
    }
    pq.write_table(pa.table(table), path)
    (cases,) = read_cases(path)
    assert cases.ids == ["1", "2"]
    assert cases.references == [({"act": "renew"},), ()]
    assert cases.clusters == ["7", None]
    assert cases.weights == [1, None]
    assert cases.features == {"when": ["1970-01-01", None], "size": [0.5, None]}


@pytest.mark.parametrize("column", [["yes", "no"], [["yes"], ["no"]], pa.array(["yes", "no"]).dictionary_encode()])
def test_labels_of_others_are_what_stands_there(tmp_path: Path, column: Any) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"id": ["a", "b"], "expression": ["x", "y"], "reference": column, "answer": column}), path)
    assert next(read_cases(path)).references == [("yes",), ("no",)]
    assert next(read_answers(path)).answers == [("yes",), ("no",)]


def test_json_text_without_the_metadata_is_read_where_it_is_said_and_else_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    write_answers(path, [Answers(["a", "b"], [("yes",), ("no", "never")])])
    pq.write_table(pq.read_table(path).replace_schema_metadata(None), path)
    assert error(read_answers, path) == (
        ': answer: every meaning stands in quotes, as in "yes"; '
        "if that is JSON text, give format=\"parquet(meanings='json')\"; else leave the quotes out"
    )
    assert next(read_answers(path, meanings="json")).answers == [("yes",), ("no", "never")]
    pq.write_table(pa.table({"id": ["a"], "answer": [["yes", '"no"']]}), path)
    assert next(read_answers(path)).answers == [("yes", '"no"')]
    with pytest.raises(InputError, match="'yes' is not JSON; meanings are JSON text here: "):
        next(read_answers(path, meanings="json"))


def test_columns_by_their_roles(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(
        pa.table({"utterance": ["x", "y"], "gold": ["yes", "no"], "said": [["yes"], None], "n": [1, 2]}), path
    )
    (cases,) = read_cases(path, columns="answer=said")
    assert (cases.ids, cases.expressions, cases.references) == (["1", "2"], ["x", "y"], [("yes",), ("no",)])
    assert cases.features == {"n": [1, 2]}
    assert next(read_answers(path, columns="answer=said")).answers == [("yes",), UNDEFINED]


def test_two_columns_of_one_name_are_refused(tmp_path: Path) -> None:
    table = pa.Table.from_arrays([pa.array(["a"])] * 3, names=["id", "answer", "answer"])
    pq.write_table(table, tmp_path / "twice.parquet")
    with pytest.raises(InputError, match="two columns called 'answer'"):
        list(read_answers(tmp_path / "twice.parquet"))


def test_pipes_are_refused() -> None:
    with pytest.raises(UsageError, match="cannot be read from a pipe"):
        list(read_cases("-"))
    with pytest.raises(UsageError, match="cannot be written to a pipe"):
        write_cases("-", [])


def test_what_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="cannot be written: it is nan, which JSON has not"):
        write_answers(tmp_path / "a.parquet", [Answers(["a"], [(float("nan"),)])])
    with pytest.raises(OutputError, match="half of a surrogate pair"):
        write_answers(tmp_path / "a.parquet", [Answers(["a"], [("fine",)], failures=["\ud800"])])
    with pytest.raises(OutputError, match="a feature or extra named 'seconds'; rename it"):
        write_answers(tmp_path / "a.parquet", [Answers(["a"], [()], extras={"seconds": [1]})])
    assert list(tmp_path.iterdir()) == []


@given(st.lists(st.tuples(st.floats(0, 5), st.floats(0, 9), st.booleans(), st.integers(0, 2), TEXT)))
def test_judgements_survive_the_round_trip(tmp_path_factory: pytest.TempPathFactory, rows: list[Any]) -> None:
    path = tmp_path_factory.getbasetemp() / "judgements.parquet"
    loss, units, undefined, steps, labels = ([row[k] for row in rows] for k in range(5))
    case = np.cumsum(np.array(steps, int))
    places = 3 * np.arange(int(case[-1]) + 1 if rows else 0)
    judgements = Judgements.of(
        loss, units, {"hits": steps, "odd:name": steps}, case=case, undefined=undefined, labels={"relation": labels}
    )
    write_judgements(path, places, judgements, {"places": "as told"})
    back, ids, about = read_judgements(path)
    assert (back.case.tolist(), ids, about) == ([3 * i for i in case.tolist()], None, {"places": "as told"})
    for name in ("loss", "units", "undefined"):
        np.testing.assert_array_equal(getattr(back, name), getattr(judgements, name))
        assert getattr(back, name).dtype == getattr(judgements, name).dtype
    assert {name: list(column) for name, column in back.counts.items()} == {"hits": steps, "odd:name": steps}
    assert dict(back.labels) == {"relation": labels}


def test_judgements_of_others(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    table = {"id": ["a", "a", "b", "a"], "loss": [0.0, 1, 1, 0], "units": [1.0] * 4, "undefined": [False] * 4}
    pq.write_table(pa.table(table), path)
    assert (read_judgements(path).rows.case.tolist(), read_judgements(path).ids) == ([0, 0, 1, 2], ["a", "a", "b", "a"])
    pq.write_table(pa.table(table).drop_columns("units"), path)
    assert error(read_judgements, path).startswith(": no field 'units' (fields found: id, loss, undefined); ")

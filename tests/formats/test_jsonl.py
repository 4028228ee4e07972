import gzip
import json
import os
import threading
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.case import Answers, Cases
from murho.core.case import join as join_cases
from murho.core.errors import InputError
from murho.core.meaning import UNDEFINED
from murho.formats.join import join_answers
from murho.formats.jsonl import read_answers, read_cases, write_answers, write_cases
from murho.formats.saving import OutputError

CASE = {"id": "q1", "expression": "open at nine?", "reference": ["hours"]}
LABELS_TODO = 'labels of words are written {"entity": ["O", "PERSON"]}, one for each word of a reference that is a text'
ANSWER = {"id": "q1", "answer": ["hours"]}
TEXT = st.text(st.characters(exclude_categories=["Cs"]))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
MEANINGS = st.lists(JSON, max_size=3).map(tuple)


def written(path: Path, *rows: Any) -> Path:
    path.write_text("".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows))
    return path


def cases_error(path: Path, *rows: Any) -> str:
    with pytest.raises(InputError) as caught:
        list(read_cases(written(path, *rows)))
    return str(caught.value).removeprefix(str(path))


def answers_error(path: Path, *rows: Any) -> str:
    with pytest.raises(InputError) as caught:
        list(read_answers(written(path, *rows)))
    return str(caught.value).removeprefix(str(path))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "file.jsonl"


def test_cases(path: Path) -> None:
    rows = [
        CASE | {"cluster": 7, "weight": 0.5, "scenario": "hours", "tags": ["a"]},
        "",
        "   ",
        {"id": 12, "expression": "", "reference": [], "weight": 1, "scenario": None, "old": True},
    ]
    (cases,) = read_cases(written(path, *rows))
    assert cases.ids == ["q1", "12"]
    assert cases.expressions == ["open at nine?", ""]
    assert cases.references == [("hours",), ()]
    assert cases.clusters == ["7", None]
    assert cases.weights == [0.5, 1]
    assert cases.features == {"scenario": ["hours", None], "tags": [["a"], None], "old": [None, True]}
    assert cases.path == str(path)
    assert list(cases.lines or ()) == [1, 4]


def test_answers(path: Path) -> None:
    rows = [
        ANSWER | {"seconds": 0.25, "cost": 3},
        {"id": 2, "answer": None, "failure": "time-out"},
        {"id": "3", "answer": []},
        {"id": "4", "answer": [None]},
    ]
    (answers,) = read_answers(written(path, *rows))
    assert answers.ids == ["q1", "2", "3", "4"]
    assert answers.answers == [("hours",), UNDEFINED, (), (None,)]
    assert answers.seconds == [0.25, None, None, None]
    assert answers.failures == [None, "time-out", None, None]
    assert answers.extras == {"cost": [3, None, None, None]}


def test_batches(path: Path) -> None:
    written(path, *(CASE | {"id": i} for i in range(25)))
    assert [cases.ids[0] for cases in read_cases(path, batch=10)] == ["0", "10", "20"]
    assert [len(cases) for cases in read_cases(path, batch=10)] == [10, 10, 5]


def test_an_empty_file_has_no_cases(path: Path) -> None:
    assert list(read_cases(written(path))) == []
    assert list(read_cases(written(path, "", " "))) == []


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"id": 1.5}, "id is a number (1.5); write a string, or a whole number"),
        ({"id": None}, "id is null; write a string, or a whole number"),
        ({"id": True}, "id is a truth value (true); write a string, or a whole number"),
        (
            {"expression": 7},
            "expression is a number (7); write the expression as a string, a dialogue as a list of strings",
        ),
        (
            {"expression": []},
            "expression is a list ([]); write the expression as a string, a dialogue as a list of strings",
        ),
        (
            {"expression": ["hello", 7]},
            'expression is a list (["hello",7]); write the expression as a string, a dialogue as a list of strings',
        ),
        (
            {"references": ["hours"]},
            'references is a list (["hours"]); write `reference` for the set of correct meanings; '
            'references by stage are written {"heard": ["no to bonn"]}',
        ),
        ({"cluster": 1.5}, "cluster is a number (1.5); write a string, or leave it out"),
        ({"weight": "high"}, 'weight is a string ("high"); write a number between 0 and 1, the importance'),
        ({"weight": True}, "weight is a truth value (true); write a number between 0 and 1, the importance"),
        ({"weight": 1.5}, "weight is 1.5; write a number between 0 and 1"),
        ({"weight": -0.1}, "weight is -0.1; write a number between 0 and 1"),
        ({"weight": float("nan")}, "field 'weight' is NaN, which is not JSON; write a number, or null"),
        ({"size": float("inf")}, "field 'size' is Infinity, which is not JSON; write a number, or null"),
    ],
)
def test_wrong_fields_of_cases(path: Path, change: dict[str, Any], error: str) -> None:
    assert cases_error(path, CASE | {"id": "fine"}, "", CASE | change) == f":3: {error}"


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (
            {"answer": "hours"},
            'answer is a string ("hours"); '
            'answer is a list of meanings; write ["hours"], or null where the system failed',
        ),
        ({"answer": False}, "answer is a truth value (false); answer is a list of meanings; write [false], or null"),
        ({"seconds": "2"}, 'seconds is a string ("2"); write a number of seconds, or null'),
        ({"failure": 404}, "failure is a number (404); write a string, or null"),
        ({"id": []}, "id is a list ([]); write a string, or a whole number"),
    ],
)
def test_wrong_fields_of_answers(path: Path, change: dict[str, Any], error: str) -> None:
    assert answers_error(path, ANSWER | {"id": "fine"}, ANSWER | change).startswith(f":2: {error}")


def test_a_case_without_reference_is_open(path: Path) -> None:
    rows = [CASE, {"id": 2, "expression": "x"}, {"id": 3, "expression": "x", "reference": None}, CASE | {"id": 4}]
    (cases,) = read_cases(written(path, *rows))
    assert cases.references == [("hours",), None, None, ("hours",)]
    (cases,) = read_cases(written(path, *rows[1:3]))
    assert cases.references == [None, None]


def test_a_field_that_could_be_the_reference_is_named(path: Path) -> None:
    rows = [{"id": 1, "expression": "x", "meanings": ["hours"], "day": 3}, {"id": 2, "expression": "x"}]
    (cases,) = read_cases(written(path, *rows))
    wanted = f"{path}: cases without a `reference`; if it has another name here, write columns='reference=meanings'"
    assert cases.notes == (wanted,)
    assert cases.features == {"meanings": [["hours"], None], "day": [3, None]}
    (cases,) = read_cases(written(path, *rows), columns="reference=meanings")
    assert cases.references == [("hours",), None]
    assert [list(cases.notes) for cases in read_cases(written(path, rows[0] | {"reference": None}))] == [[]]
    assert [list(cases.notes) for cases in read_cases(written(path, rows[1]))] == [[]]


@pytest.mark.parametrize("value", ["hours", {"act": "new"}, 7, 0.5, False])
def test_a_reference_that_is_no_list_is_a_set_of_one(path: Path, value: Any) -> None:
    (cases,) = read_cases(written(path, CASE, CASE | {"id": 2, "reference": value}))
    assert cases.references == [("hours",), (value,)]


def test_a_list_is_the_set_of_its_meanings(path: Path) -> None:
    rows = [CASE | {"id": i, "reference": value} for i, value in enumerate((["a:1", "b:2"], [["a:1", "b:2"]], [[]]))]
    (cases,) = read_cases(written(path, *rows))
    assert cases.references == [("a:1", "b:2"), (["a:1", "b:2"],), ([],)]


@pytest.mark.parametrize("name", ["refrence", "Reference", "references", "reference ", "referense", "reference_2"])
def test_a_slip_for_reference(path: Path, name: str) -> None:
    assert cases_error(path, CASE, {"id": 2, "expression": "x", name: "hours"}) == (
        f""":2: no field 'reference', but {name!r}; write `reference`; if the case is open, "reference": null"""
    )


def test_what_is_near_reference_may_stand_beside_it(path: Path) -> None:
    rows = [CASE | {"preference": "x"}, CASE | {"id": 2, "reference": None, "preference": "y"}]
    (cases,) = read_cases(written(path, *rows, {"id": 3, "expression": "x", "preference": None, "difference": 3}))
    assert cases.references == [("hours",), None, None]
    assert cases.features == {"preference": ["x", "y", None], "difference": [None, None, 3]}


def test_dialogues(path: Path) -> None:
    (cases,) = read_cases(written(path, CASE, CASE | {"id": 2, "expression": ["good morning", "hello"]}))
    assert cases.expressions == ["open at nine?", ("good morning", "hello")]


def test_references_by_stage_and_what_went_before(path: Path) -> None:
    rows = [
        CASE | {"references": {"heard": ["no to bonn"], "seen": []}, "before": ["where to?"]},
        CASE | {"id": 2, "references": {"heard": None}, "before": []},
        CASE | {"id": 3},
    ]
    (cases,) = read_cases(written(path, *rows))
    assert cases.by_stage == {"heard": [("no to bonn",), None, None], "seen": [(), None, None]}
    assert cases.before == [["where to?"], [], None]
    assert (cases.features, cases.notes) == ({}, ())


@pytest.mark.parametrize(
    ("name", "value", "note"),
    [
        ("references", "a book", 'references by stage are written {"heard": ["no to bonn"]}'),
        ("references", {"year": 1984}, 'references by stage are written {"heard": ["no to bonn"]}'),
        ("references", {"two words": ["x"]}, 'references by stage are written {"heard": ["no to bonn"]}'),
        ("before", "noon", 'what went before is written ["good morning", "to bonn"]'),
        ("before", [1, 2], 'what went before is written ["good morning", "to bonn"]'),
        ("labels", ["O", "X"], LABELS_TODO),
        ("labels", {"entity": "O X"}, LABELS_TODO),
        ("labels", {"entity": ["O", None]}, LABELS_TODO),
        ("labels", "O", LABELS_TODO),
    ],
)
def test_in_another_shape_they_are_features(path: Path, name: str, value: Any, note: str) -> None:
    (cases,) = read_cases(written(path, CASE, CASE | {"id": 2, name: value}))
    assert cases.features == {name: [None, value]}
    assert (cases.by_stage, cases.before, cases.labels) == ({}, None, {})
    assert cases.notes == (f"{path}: the field {name} is a feature here; {note}",)


LABELED = {"id": "w", "expression": "w.wav", "reference": ["call anna now"]}


def test_labels_of_words(path: Path) -> None:
    rows = [
        LABELED | {"labels": {"entity": ["O", "X", "O"], "pos": ["V", "N", "A"]}},
        CASE,
        LABELED | {"id": 3, "labels": {"pos": ["V", "N", "A"]}},
        LABELED | {"id": 4, "labels": {}},
        LABELED | {"id": 5, "reference": None, "labels": {"pos": ["V"]}},
    ]
    (cases,) = read_cases(written(path, *rows))
    entity, pos = [["O", "X", "O"]], ["V", "N", "A"]
    assert cases.labels == {"entity": [*entity, None, None, None, None], "pos": [pos, None, pos, None, ["V"]]}
    assert (cases.features, cases.notes) == ({}, ())
    write_cases(path, [cases])
    assert [json.loads(line).get("labels") for line in path.read_text().splitlines()] == [
        rows[0]["labels"],
        None,
        rows[2]["labels"],
        None,
        {"pos": ["V"]},
    ]


@pytest.mark.parametrize("reference", [[["a:1", "b:2"]], [{"act": "renew"}], [3]])
def test_where_nothing_is_a_text_they_are_a_feature(path: Path, reference: list[Any]) -> None:
    row = CASE | {"reference": reference, "labels": {"topics": ["a", "b"]}}
    (cases,) = read_cases(written(path, row))
    assert (cases.labels, cases.features) == ({}, {"labels": [{"topics": ["a", "b"]}]})
    assert cases.notes == (f"{path}: the field labels is a feature here; {LABELS_TODO}",)
    (staged,) = read_cases(written(path, row | {"references": {"heard": ["x y"]}}))
    assert (staged.labels, staged.features) == ({"topics": [["a", "b"]]}, {})


def test_some_may_be_labels_and_others_a_feature(path: Path) -> None:
    rows = [LABELED | {"labels": {"pos": ["V", "N", "A"]}}, CASE | {"labels": "none"}]
    (cases,) = read_cases(written(path, *rows))
    assert (cases.labels, cases.features) == ({"pos": [["V", "N", "A"], None]}, {"labels": [None, "none"]})
    write_cases(path, [cases])
    assert [json.loads(line)["labels"] for line in path.read_text().splitlines()] == [{"pos": ["V", "N", "A"]}, "none"]


@pytest.mark.parametrize(
    ("more", "found"),
    [
        (
            {"labels": {"pos": ["V"]}},
            "1 label of 'pos' for 3 words of its reference; give one for each word, divided by",
        ),
        ({"labels": {"pos": ["V"]}, "reference": ["a", "b"]}, "labels of words, and 2 references; "),
        ({"labels": {"pos": ["V", "N", "A"]}, "pos": 1}, "labels of words named 'pos', as a feature is; rename them"),
        ({"labels": {"length": ["V", "N", "A"]}}, "labels of words named 'length', as a feature is; rename them"),
    ],
)
def test_labels_that_do_not_fit_are_an_error_with_their_line(path: Path, more: dict[str, Any], found: str) -> None:
    with pytest.raises(InputError) as error:
        list(read_cases(written(path, CASE, LABELED | more)))
    assert str(error.value).startswith(f"{path}:2: case 'w': {found}")


def test_a_feature_far_from_the_labels_of_its_name(path: Path) -> None:
    with pytest.raises(InputError, match=r":2: case 'w': labels of words named 'pos', as a feature is"):
        list(read_cases(written(path, CASE | {"pos": 1}, LABELED | {"labels": {"pos": ["V", "N", "A"]}}), batch=1))


def test_one_field_can_be_both(path: Path) -> None:
    rows = [CASE | {"before": "noon"}, CASE | {"id": 2, "before": ["hello"]}]
    (cases,) = read_cases(written(path, *rows))
    assert (cases.features, cases.before) == ({"before": ["noon", None]}, [None, ["hello"]])
    write_cases(path, [cases])
    assert [json.loads(line)["before"] for line in path.read_text().splitlines()] == ["noon", ["hello"]]


def test_what_stages_said(path: Path) -> None:
    rows = [ANSWER | {"stages": {"heard": ["x"], "seen": None}}, ANSWER | {"id": 2}]
    (answers,) = read_answers(written(path, *rows))
    assert (answers.stages, list(answers.notes)) == (["heard", "seen"], [])
    (answers,) = read_answers(written(path, ANSWER | {"stages": 3}))
    assert (answers.stages, answers.extras) == ([], {"stages": [3]})
    assert list(answers.notes) == [
        f'{path}: the field stages is a feature here; the answers of stages are written {{"heard": ["no to bonn"]}}'
    ]


def test_missing_fields(path: Path) -> None:
    assert cases_error(path, CASE, {"id": 2, "text": "open?", "reference": []}) == (
        ":2: no field 'expression' (fields found: id, text, reference); the fields id, expression are needed"
    )
    assert cases_error(path, {}) == (":1: no field 'id' (fields found: none); the fields id, expression are needed")
    assert answers_error(path, {"id": 2, "prediction": "hours"}) == (
        ":1: no field 'answer' (fields found: id, prediction); the fields id, answer are needed"
    )


def test_broken_json(path: Path) -> None:
    assert cases_error(path, CASE, "{not json}").startswith(":2: broken JSON: Expecting property name")


def test_ids_that_occur_twice(path: Path) -> None:
    todo = "give everything an id of its own"
    rows = [CASE | {"id": i} for i in range(20_000)]
    assert cases_error(path, *rows, CASE | {"id": "77"}) == f":20001: id '77' a second time, first on line 78; {todo}"
    assert cases_error(path, CASE, "", CASE) == f":3: id 'q1' a second time, first on line 1; {todo}"
    answers = [ANSWER | {"id": i} for i in range(10_000)]
    assert answers_error(path, *answers, ANSWER, ANSWER).startswith(
        ":10002: id 'q1' a second time, first on line 10001"
    )


def test_what_comes_before_an_error_is_not_lost(path: Path) -> None:
    written(path, *(CASE | {"id": i} for i in range(10)), "{")
    batches = read_cases(path, batch=5)
    assert [len(next(batches)), len(next(batches))] == [5, 5]
    with pytest.raises(InputError):
        next(batches)


def test_a_pipe_is_read_once(tmp_path: Path) -> None:
    fifo = tmp_path / "cases"
    os.mkfifo(fifo)
    data = "".join(json.dumps(CASE | {"id": i % 9_000}) + "\n" for i in range(9_001))
    writer = threading.Thread(target=fifo.write_text, args=(data,))
    writer.start()
    with pytest.raises(InputError, match=":9001: id '0' a second time, first on line 1;"):
        list(read_cases(fifo))
    writer.join()


@given(
    references=st.lists(st.none() | MEANINGS, min_size=1, max_size=5),
    texts=st.lists(TEXT, min_size=5, max_size=5),
    features=st.dictionaries(TEXT, st.lists(JSON, min_size=5, max_size=5), max_size=3),
    weights=st.none() | st.lists(st.none() | st.floats(0, 1), min_size=5, max_size=5),
    clusters=st.none() | st.lists(st.none() | TEXT, min_size=5, max_size=5),
)
@pytest.mark.parametrize("suffix", ["", ".gz", ".zst"])
def test_cases_survive_the_round_trip(
    tmp_path_factory: pytest.TempPathFactory,
    suffix: str,
    references: list[Any],
    texts: list[str],
    features: dict[str, list[Any]],
    weights: Any,
    clusters: Any,
) -> None:
    n = len(references)
    reserved = {"id", "expression", "reference", "cluster", "weight", "references", "before"}
    cases = Cases(
        ids=[f"{i}{text}" for i, text in enumerate(texts[:n])],
        expressions=texts[:n],
        references=references,
        clusters=clusters and clusters[:n],
        weights=weights and weights[:n],
        features={name: column[:n] for name, column in features.items() if name not in reserved},
    )
    path = tmp_path_factory.getbasetemp() / f"round.jsonl{suffix}"
    write_cases(path, [cases.take(range(1)), cases.take(range(1, n))])
    back = join_cases(list(read_cases(path, batch=2)))
    assert (back.ids, back.expressions, back.references) == (cases.ids, cases.expressions, cases.references)
    nothing = [None] * n
    assert (back.clusters or nothing) == (cases.clusters or nothing)
    assert (back.weights or nothing) == (cases.weights or nothing)
    assert {k: v for k, v in cases.features.items() if v != nothing} == back.features


@given(st.lists(MEANINGS | st.just(UNDEFINED), min_size=1, max_size=5), st.data())
def test_answers_survive_the_round_trip(
    tmp_path_factory: pytest.TempPathFactory, said: list[Any], data: st.DataObject
) -> None:
    n = len(said)
    column = lambda values: st.none() | st.lists(st.none() | values, min_size=n, max_size=n)  # noqa: E731
    answers = Answers(
        ids=[str(i) for i in range(n)],
        answers=said,
        seconds=data.draw(column(st.floats(0, 100))),
        failures=data.draw(column(TEXT)),
        extras={"stage": data.draw(st.lists(JSON, min_size=n, max_size=n))},
    )
    path = tmp_path_factory.getbasetemp() / "answers.jsonl"
    write_answers(path, [answers])
    back = join_answers(list(read_answers(path)))
    assert back.answers == answers.answers
    nothing = [None] * n
    assert (back.seconds or nothing) == (answers.seconds or nothing)
    assert (back.failures or nothing) == (answers.failures or nothing)
    assert back.extras.get("stage", nothing) == answers.extras["stage"]


def test_undefined_is_not_the_empty_set_on_disk(path: Path) -> None:
    write_answers(path, [Answers(["a", "b", "c"], [UNDEFINED, (), (None,)])])
    assert path.read_text() == '{"id":"a","answer":null}\n{"id":"b","answer":[]}\n{"id":"c","answer":[null]}\n'


def test_a_feature_may_not_hide_a_field(path: Path) -> None:
    with pytest.raises(OutputError, match="a feature or extra named 'weight'; rename it"):
        write_cases(path, [Cases(["a"], [""], [()], features={"weight": [1]})])
    assert not path.exists()


def test_what_cannot_be_written_leaves_nothing_behind(path: Path) -> None:
    with pytest.raises(OutputError, match=r"'b' cannot be written: 'answer'.0. is nan, which JSON has not"):
        write_answers(path, [Answers(["a"], [("fine",)]), Answers(["b"], [(float("nan"),)])])
    assert list(path.parent.iterdir()) == []


@pytest.mark.parametrize(("suffix", "lines"), [("", 30_000), pytest.param(".gz", 30_000, marks=pytest.mark.slow)])
def test_memory_does_not_grow_with_the_file(tmp_path: Path, suffix: str, lines: int) -> None:
    path = tmp_path / f"large.jsonl{suffix}"
    line = '{"id":"case-%d","expression":"%s","reference":["label"],"scenario":"s"}\n'
    text = "word " * 80
    with (gzip.open if suffix else open)(path, "wt") as file:  # type: ignore[operator]
        file.writelines(line % (i, text) for i in range(lines))
    tracemalloc.start()
    try:
        assert sum(len(cases) for cases in read_cases(path, batch=1024)) == lines
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 6_000_000 + 40 * lines  # a block, a batch and the hashes of the ids; the text has 400 bytes a line


ALIKE = [{"id": f"c{i}", "expression": f"say {i}", "reference": [f"m{i % 3}"], "day": i} for i in range(1200)]


@pytest.mark.parametrize(
    "other",
    [
        {"id": "x", "expression": "e", "reference": None, "day": None},
        {"id": "x", "expression": "e", "reference": "m", "day": 1},
        {"day": [1], "reference": [], "id": "x", "expression": ["e", "f"]},
        {"id": "x", "expression": "e", "day": 1},
        {"id": "x", "expression": "e", "reference": ["m"], "day": 1, "more": {"a": 1}},
    ],
    ids=["open", "one meaning", "in another order", "a field less", "a field more"],
)
def test_lines_with_the_same_fields_read_as_any_others(tmp_path: Path, other: dict[str, Any]) -> None:
    """They are decoded without objects of names; one that differs makes no difference but in time."""
    rows = [*ALIKE, other]
    path = tmp_path / "cases.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    (cases,) = read_cases(path)
    assert cases.ids == [row["id"] for row in rows]
    wanted = [row.get("reference") for row in rows]
    assert cases.references == [
        None if value is None else tuple(value) if isinstance(value, list) else (value,) for value in wanted
    ]
    assert cases.features["day"] == [row["day"] for row in rows]
    assert list(cases.features) == ["day", *(["more"] if "more" in other else [])]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('{"id": "x", "expression": "e", "reference": ["m"], "day": NaN}', "field 'day' is NaN"),
        ('{"id": 1.5, "expression": "e", "reference": ["m"], "day": 1}', "id is a number (1.5)"),
        ('{"id": "c0", "expression": "e", "reference": ["m"], "day": 1}', "a second time, first on line 1"),
        ('{"id": "x", "expression": "e", "referense": ["m"], "day": 1}', "no field 'reference', but 'referense'"),
    ],
    ids=["nan", "type", "twice", "slip"],
)
def test_what_is_wrong_behind_many_lines_alike_is_told_with_its_line(tmp_path: Path, line: str, told: str) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ALIKE) + line + "\n")
    with pytest.raises(InputError) as error:
        list(read_cases(path))
    assert str(error.value).startswith(f"{path}:1201: ")
    assert told in str(error.value)

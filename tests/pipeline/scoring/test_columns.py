"""Parquet files judged column by column: what the general way says, to the last digit, or nothing."""

import random
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.core.meaning import UNDEFINED
from murho.formats import parquet
from murho.formats.unique import hashes_of
from murho.measures import measure
from murho.pipeline.scoring import files
from murho.pipeline.scoring.columns import counted_columns
from murho.pipeline.scoring.files import score_files
from murho.pipeline.scoring.reading import Reading

PARQUET = ("parquet", "parquet")
TEXTS = ["to bonn", "to  köln please", "", " no", "⊥", "nach\u2028münchen", 'a "b" c', "back\\slash", "yes"]
USUAL = [text for text in TEXTS if '"' not in text and "\\" not in text]


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "BATCH", 7)


def general(name: str, paths: tuple[str, str], reading: Reading) -> dict[str, Any]:
    """What the general way says."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "_by_columns", lambda *_: None)
        return score_files(measure(name), *paths, reading).as_json()


def suite(number: int, seed: int, texts: list[str], ids: str = "q") -> tuple[Cases, Answers]:
    chance = random.Random(seed)
    names = [f"{ids}{i}" for i in range(number)]
    cases = Cases(
        names,
        [""] * number,
        [(chance.choice(texts),) for _ in names],
        clusters=[chance.choice(["d1", "d2", None]) for _ in names],
        weights=[chance.choice([1.0, 0.1, None]) for _ in names],
        features={
            "day": [chance.choice(["mo", "tu", None]) for _ in names],
            "size": [chance.choice([1, 2]) for _ in names],
        },
    )
    said = [chance.choice([(text,) for text in texts] + [UNDEFINED]) for _ in names]
    return cases, Answers(names, said, seconds=[0.5] * number)


def foreign(path: Path, columns: dict[str, Any]) -> None:
    """As others write it, several row groups."""
    pq.write_table(pa.table(columns), path, row_group_size=5)


def write(folder: Path, cases: Cases, answers: Answers, how: str) -> tuple[str, str]:
    paths = folder / "cases.parquet", folder / "answers.parquet"
    if how == "own":
        parquet.write_cases(str(paths[0]), [cases], rows=4)
        parquet.write_answers(str(paths[1]), [answers], rows=6)
        return str(paths[0]), str(paths[1])
    right: list[Any] = [reference and list(reference) for reference in cases.references]
    said: list[Any] = [None if answer is UNDEFINED else list(answer) for answer in answers.answers]
    if how == "strings":
        right, said = [texts[0] for texts in right], [texts and texts[0] for texts in said]
    foreign(
        paths[0],
        {
            "id": list(cases.ids),
            "expression": list(cases.expressions),
            "reference": right,
            "cluster": cases.clusters,
            "weight": pa.array(cases.weights, pa.float64()),
            **cases.features,
        },
    )
    foreign(paths[1], {"id": list(answers.ids), "answer": said, "note": ["n"] * len(said)})
    return str(paths[0]), str(paths[1])


@settings(max_examples=40)
@given(
    st.integers(1, 40),
    st.integers(0, 10_000),
    st.sampled_from(["own", "lists", "strings"]),
    st.sampled_from(["labels", "words"]),
    st.sampled_from([(), ("day",), ("size", "gold"), ("cluster",)]),
    st.booleans(),
)
def test_the_general_way_says_the_same(
    tmp_path: Path, number: int, seed: int, how: str, name: str, by: tuple[str, ...], usual: bool
) -> None:
    if name == "words":
        by = tuple(feature for feature in by if feature != "gold")
    cases, answers = suite(number, seed, USUAL if usual or how != "own" else TEXTS, "q" if usual else "frage-ö")
    paths = write(tmp_path, cases, answers, how)
    reading = Reading(by=by, classes=name == "labels")
    told = []
    for go in (lambda: score_files(measure(name), *paths, reading).as_json(), lambda: general(name, paths, reading)):
        try:
            told.append(go())
        except InputError as error:  # nothing that matters
            told.append({"error": str(error)})
    assert told[0] == told[1]
    if usual and number > 19:  # of fewer, columns may hold nothing but nulls
        assert counted_columns(measure(name), reading, PARQUET, *paths) is not None


def broken(cases: Cases, answers: Answers, folder: Path, what: str) -> tuple[str, str]:
    paths = write(folder, cases, answers, "lists")
    tables = [pq.read_table(path) for path in paths]
    columns = [{name: table.column(name).to_pylist() for name in table.column_names} for table in tables]
    side, name, row, value = BROKEN[what]
    columns[side][name][row] = value
    for path, some in zip(paths, columns, strict=True):
        foreign(Path(path), some)
    return paths


BROKEN: dict[str, tuple[int, str, int, Any]] = {
    "several meanings": (0, "reference", 8, ["to bonn", "no"]),
    "no meaning": (1, "answer", 8, []),
    "open": (0, "reference", 8, None),
    "other order": (1, "id", 8, "q9"),
    "twice": (0, "id", 11, "q2"),
    "no importance": (0, "weight", 8, 1.5),
    "nan": (0, "weight", 8, float("nan")),
    "null": (1, "id", 8, None),
}


@pytest.mark.parametrize("name", ["labels", "words"])
@pytest.mark.parametrize("what", BROKEN)
def test_what_is_unusual_is_left_to_the_general_way(tmp_path: Path, what: str, name: str) -> None:
    cases, answers = suite(20, 3, USUAL)
    paths = broken(cases, answers, tmp_path, what)
    assert counted_columns(measure(name), Reading(), PARQUET, *paths) is None
    told = []
    for go in (lambda: score_files(measure(name), *paths).as_json(), lambda: general(name, paths, Reading())):
        try:
            told.append(go())
        except InputError as error:
            told.append({"error": str(error)})
    assert told[0] == told[1]


@pytest.mark.parametrize(
    "reading",
    [Reading(per_case=True), Reading(method="bootstrap"), Reading(by=("length",)), Reading(by=("structure_en",))],
    ids=["per case", "bootstrap", "length", "structure"],
)
def test_what_needs_more_than_columns_is_left_to_it(tmp_path: Path, reading: Reading) -> None:
    paths = write(tmp_path, *suite(20, 3, USUAL), "own")
    assert counted_columns(measure("words"), reading, PARQUET, *paths) is None
    assert counted_columns(measure("words(costs='sclite')"), Reading(), PARQUET, *paths) is None


def test_ids_have_the_hashes_that_they_have_elsewhere() -> None:
    for ids in (["a", "q12", "a longer one"], ["ä", "q"], ["", ""], ["x" * 65, "y"], ["x" * 64, "yy"]):
        column = pa.array(["before", *ids])[1:]
        assert parquet.id_hashes(column).tolist() == hashes_of(ids).tolist()

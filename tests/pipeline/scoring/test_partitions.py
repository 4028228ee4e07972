"""Files scored by partitions: what one pass says, to the last digit, in any order of the files."""

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from murho.core.errors import InputError, UsageError
from murho.engines.local import local
from murho.formats import parquet
from murho.formats.jsonl import read_answers, read_cases
from murho.measures import measure
from murho.pipeline.scoring import partitions
from murho.pipeline.scoring.files import score_files
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.sources import Pairing
from murho.weighting import weighting


@dataclass(frozen=True, repr=False)
class parts(local):  # noqa: N801  named as it is typed
    """This process, and the work cut nevertheless."""

    @property
    def here(self) -> bool:
        return False


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where checkpoints are kept."""
    monkeypatch.setenv("MURHO_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Partitions of five cases."""
    monkeypatch.setattr(partitions, "_size", lambda *_: 5)


def write(folder: Path, cases: Sequence[Any], answers: Sequence[Any]) -> tuple[str, str]:
    files = folder / "cases.jsonl", folder / "answers.jsonl"
    for file, rows in zip(files, (cases, answers), strict=True):
        file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(files[0]), str(files[1])


def suite(number: int, seed: int = 0, *, together: bool = False) -> tuple[list[Any], list[Any]]:
    chance = random.Random(seed)
    texts = ["to bonn please", "no", "yes yes to born", ""]
    cases = [
        {
            "id": f"q{i}",
            "expression": f"text {i}",
            "reference": [chance.choice(texts)],
            "cluster": f"d{i // 3}" if together else f"d{chance.randrange(6)}",
            "weight": chance.random(),
            "day": chance.choice(["mo", "tu", None]),
            "count": chance.randrange(1, 9),
        }
        for i in range(number)
    ]
    return cases, [{"id": case["id"], "answer": chance.choice([[t] for t in texts] + [None])} for case in cases]


READINGS = [
    Reading(by=("day", "length"), per_case=True),
    Reading(weighting("length()"), classes=True),
    Reading(weighting("frequency('count')"), method="bootstrap", seed=3),
]


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("reading", READINGS, ids=["slices", "classes", "whole suite"])
@pytest.mark.parametrize(
    "name", ["labels", "words", *(pytest.param(name, marks=pytest.mark.slow) for name in ("wil", "oracle(words)"))]
)
@pytest.mark.parametrize("together", [False, True], ids=["clusters anywhere", "clusters together"])
@pytest.mark.parametrize("order", ["same", "shuffled", "some missing", "some more"])
def test_partitions_say_what_one_pass_says(
    tmp_path: Path, reading: Reading, name: str, order: str, together: bool
) -> None:
    if reading.classes and name != "labels":
        reading = replace(reading, classes=False)
    cases, answers = suite(33)
    for number, case in enumerate(cases if together else ()):
        case["cluster"] = f"d{number // 3}" if number % 7 else None
    if order == "shuffled":
        random.Random(1).shuffle(answers)
    elif order == "some missing":
        del answers[4:7]
    elif order == "some more":
        answers.insert(11, {"id": "nobody", "answer": ["no"]})
    files = write(tmp_path, cases, answers)
    one = score_files(measure(name), *files, reading, Pairing(extra="ignore"))
    apart = score_files(measure(name), *files, reading, Pairing(extra="ignore"), engine=parts())
    assert apart.as_json() == one.as_json()
    assert apart.missing_answers == {"some missing": 3}.get(order, 0)
    assert apart.unmatched_answers == {"some more": 1}.get(order, 0)


@pytest.mark.usefixtures("small")
@settings(max_examples=25)
@given(st.integers(1, 30), st.integers(0, 1000), st.sampled_from(["undefined", "skip"]))
def test_any_files(tmp_path: Path, number: int, seed: int, missing: Any) -> None:
    cases, answers = suite(number, seed)
    chance = random.Random(seed)
    chance.shuffle(answers)
    del answers[: chance.randrange(number)]
    files = write(tmp_path, cases, answers)
    told = []
    for engine in (None, parts()):
        try:
            told.append(
                score_files(measure("words"), *files, pairing=Pairing(missing=missing), engine=engine).as_json()
            )
        except InputError as error:
            told.append({"error": str(error)})
    assert told[0] == told[1]


@pytest.mark.usefixtures("small")
def test_lines_of_text_belong_together_by_place(tmp_path: Path) -> None:
    for name, lines in (("ref.txt", 23), ("hyp.txt", 23), ("short.txt", 22)):
        (tmp_path / name).write_text(
            "".join(f"to bonn {i % 5 if name == 'ref.txt' else i % 3}\n" for i in range(lines))
        )
    ref, hyp, short = (str(tmp_path / name) for name in ("ref.txt", "hyp.txt", "short.txt"))
    reading = Reading(per_case=True)
    one, apart = (score_files(measure("words"), ref, hyp, reading, engine=engine) for engine in (None, parts()))
    assert apart.as_json() == one.as_json()
    told = []
    for engine in (None, parts()):
        with pytest.raises(InputError) as error:
            score_files(measure("words"), ref, short, engine=engine)
        told.append(str(error.value))
    assert (
        told[0]
        == told[1]
        == f"{short}: 22 lines, where {ref} has 23; a line is needed for each, a blank one for an empty text"
    )


@pytest.mark.parametrize("per_case", [True, False])
def test_parquet_is_cut_between_row_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, per_case: bool) -> None:
    monkeypatch.setattr(partitions, "_size", lambda *_: 8)
    cases, answers = suite(30)
    files = write(tmp_path, cases, answers)
    columns = str(tmp_path / "cases.parquet"), str(tmp_path / "answers.parquet")
    parquet.write_cases(columns[0], read_cases(files[0], batch=4), rows=4)
    parquet.write_answers(columns[1], read_answers(files[1], batch=4), rows=4)
    reading = Reading(by=("day",), per_case=per_case)
    one, apart = (score_files(measure("words"), *columns, reading, engine=engine) for engine in (None, parts()))
    assert len(parquet.group_sizes(columns[0])) > 4
    assert apart.as_json() == one.as_json()


FAULTS = {
    "broken line": (lambda cases, answers: answers.__setitem__(17, "oops"), r"answers.jsonl:18: "),
    "twice, far apart": (
        lambda cases, answers: cases.__setitem__(29, {**cases[29], "id": "q2"}),
        r"cases.jsonl:30: id 'q2' a second time, first on line 3",
    ),
    "no case": (
        lambda cases, answers: answers.append({"id": "nobody", "answer": []}),
        r"answers.jsonl:34: no case has the id 'nobody'",
    ),
    "other files": (
        lambda cases, answers: [answer.update(id="x" + answer["id"]) for answer in answers],
        r"answers.jsonl:1: no case has the id 'xq0'",
    ),
    "two mistakes": (
        lambda cases, answers: (cases.__setitem__(31, "oops"), cases.__setitem__(12, 7)),
        r"cases.jsonl:13: ",
    ),
    "open case": (lambda cases, answers: cases[20].update(reference=None), r"cases.jsonl:21: case 'q20': it is open"),
}


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("fault", FAULTS)
def test_mistakes_are_told_as_in_one_pass(tmp_path: Path, cache: Path, fault: str) -> None:
    cases, answers = suite(33)
    plant, told = FAULTS[fault]
    plant(cases, answers)  # type: ignore[no-untyped-call]
    files = write(tmp_path, cases, answers)
    messages = []
    for engine in (None, parts()):
        with pytest.raises(InputError, match=told) as error:
            score_files(measure("words"), *files, engine=engine)
        messages.append(str(error.value))
    assert messages[0] == messages[1]
    assert not kept(cache)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("at", [1, 16, 22])
def test_a_cluster_that_goes_on_elsewhere_is_one(tmp_path: Path, cache: Path, at: int) -> None:
    cases, answers = suite(33, together=True)
    told: list[str] = []
    reading = Reading(by=("day", "gold"))
    files = write(tmp_path, cases, answers)
    apart = score_files(measure("labels"), *files, reading, engine=parts(), tell=told.append)
    assert apart.as_json() == score_files(measure("labels"), *files, reading).as_json()
    assert told == []
    cases[at]["cluster"] = cases[(at + 15) % 33]["cluster"]
    files = write(tmp_path, cases, answers)
    apart = score_files(measure("labels"), *files, reading, engine=parts(), tell=told.append)
    assert apart.as_json() == score_files(measure("labels"), *files, reading).as_json()
    assert told == ["clusters go on in other partitions; all is read again, with all of them open"]
    assert not kept(cache)


@pytest.mark.usefixtures("small")
def test_ids_of_one_hash_are_not_taken_for_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import numpy as np

    monkeypatch.setattr(partitions, "hashes_of", lambda ids: np.full(len(ids), 7, np.int64))
    files = write(tmp_path, *suite(33))
    one, apart = (score_files(measure("words"), *files, engine=engine) for engine in (None, parts()))
    assert apart.as_json() == one.as_json()


def kept(cache: Path) -> list[Path]:
    return [path for path in cache.rglob("*") if path.is_file()]


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("damaged", [False, True], ids=["whole", "damaged"])
def test_after_the_loss_of_everything_it_goes_on(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, damaged: bool
) -> None:
    files = write(tmp_path, *suite(33, together=True))
    reading = Reading(by=("day",), per_case=True)
    one = score_files(measure("words"), *files, reading)
    score, asked = partitions._score, list[int]()

    def goes(task: Any, both: Any) -> Any:
        if len(asked) == 4:
            raise KeyboardInterrupt
        asked.append(both.number)
        return score(task, both)

    monkeypatch.setattr(partitions, "_score", goes)
    with pytest.raises(KeyboardInterrupt):
        score_files(measure("words"), *files, reading, engine=local())
    assert len(kept(cache)) == 4
    if damaged:
        file = min(kept(cache))
        file.write_bytes(file.read_bytes()[:-1])
    done, told = asked.copy(), list[str]()
    asked[:] = [-1] * 5  # no more of them
    again = score_files(measure("words"), *files, reading, engine=local(), tell=told.append)
    assert again.as_json() == one.as_json()
    assert sorted([*done, *asked[5:]]) == [*([0] if damaged else []), 0, 1, 2, 3, 4, 5, 6]
    assert told == ["3 partitions were done before" if damaged else "4 partitions were done before"]
    assert not kept(cache)


@pytest.mark.usefixtures("small")
def test_another_piece_of_work_takes_over_nothing(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = write(tmp_path, *suite(33, together=True))
    monkeypatch.setattr(partitions.Checkpoints, "forget", lambda _: None)
    others = [
        (measure("words"), Reading()),
        (measure("words(costs='sclite')"), Reading()),
        (measure("words"), Reading(by=("day",))),
        (measure("words"), Reading(weighting("length()"))),
    ]
    for number, (by, reading) in enumerate(others, 1):
        told: list[str] = []
        apart = score_files(by, *files, reading, engine=local(), tell=told.append)
        assert apart.as_json() == score_files(by, *files, reading).as_json()
        assert (told, len(kept(cache))) == ([], 7 * number)
    with open(files[1], "a") as file:
        file.write("\n")
    score_files(measure("words"), *files, engine=local(), tell=told.append)
    assert (told, len(kept(cache))) == ([], 7 * 5)


@pytest.mark.usefixtures("small")
def test_other_weights_of_the_same_name_take_over_nothing(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = write(tmp_path, *suite(33, together=True))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(partitions.Checkpoints, "forget", lambda _: None)
    values = []
    for number, weight in enumerate(("0.25", "0.75"), 1):
        Path("weights.tsv").write_text(f"bonn\t{weight}\nborn\t1\n")
        told: list[str] = []
        words = measure("words(weights='weights.tsv')")
        apart = score_files(words, *files, engine=local(), tell=told.append)
        assert (told, len(kept(cache))) == ([], 7 * number)
        assert apart.as_json() == score_files(words, *files).as_json()
        values.append(apart.as_json()["value"])
    assert values[0] != values[1]


@pytest.mark.usefixtures("small")
def test_without_a_place_to_keep_them_it_is_done_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("MURHO_CACHE", str(tmp_path / "file" / "below"))
    files = write(tmp_path, *suite(33))
    one, apart = (score_files(measure("words"), *files, engine=engine) for engine in (None, local()))
    assert apart.as_json() == one.as_json()


def test_this_process_takes_what_cannot_be_cut_in_one_pass(tmp_path: Path) -> None:
    import gzip

    files = write(tmp_path, *suite(9))
    packed = tmp_path / "cases.jsonl.gz"
    packed.write_bytes(gzip.compress(Path(files[0]).read_bytes()))
    one, apart = (score_files(measure("words"), str(packed), files[1], engine=engine) for engine in (None, local()))
    assert apart.as_json() == one.as_json()


@pytest.mark.parametrize(
    ("names", "more", "told"),
    [
        (("a.ctm", "b.ctm"), {}, "a.ctm: ctm cannot be read in parts; leave engine= out, or convert it to jsonl"),
        (("a.jsonl", "b.jsonl"), {"annotators": ["c.jsonl"]}, "annotator: needs the whole of both files"),
        (("a.jsonl", "b.txt"), {}, "a.jsonl, b.txt: one of them has no ids"),
        (("a.jsonl.gz", "b.jsonl"), {}, "a.jsonl.gz: is compressed, and so cannot be read in parts"),
    ],
)
def test_what_cannot_be_cut_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: tuple[str, str], more: dict[str, Any], told: str
) -> None:
    import gzip

    monkeypatch.chdir(tmp_path)
    for name in (*names, *more.get("annotators", ())):
        Path(name).write_bytes(gzip.compress(b"{}\n") if name.endswith("gz") else b"{}\n")
    with pytest.raises(UsageError, match=f"^{told}"):
        score_files(measure("words"), *names, engine=parts(), **more)


def test_the_size_of_partitions_goes_with_the_bytes(tmp_path: Path) -> None:
    paths = tmp_path / "cases.jsonl", tmp_path / "answers.jsonl"
    for length, wanted in ((20, 262_144), (300, 40_960), (50_000, 16_384)):
        for path in paths:
            path.write_bytes((b"x" * length + b"\n") * 100)
        size = partitions._size((str(paths[0]), str(paths[1])), ("jsonl", "jsonl"))
        assert size == wanted
        assert size % 8192 == 0

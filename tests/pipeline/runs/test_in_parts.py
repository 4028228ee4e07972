"""A run in parts is what it is in one piece: the same figures, comparisons and samples, to the last digit."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.core.meaning import UNDEFINED
from murho.core.turns import went_before
from murho.measures import measure
from murho.pipeline.comparing import compare as comparing
from murho.pipeline.comparing.compare import compare
from murho.pipeline.runs.finishing import judge_again
from murho.pipeline.runs.plan import Plan
from murho.pipeline.runs.run import run
from murho.pipeline.runs.show import figures, judged
from murho.pipeline.scoring.reading import Reading
from murho.store import Run, begin, open_run
from murho.systems import Function, Recorded
from murho.systems.interface import AlwaysOpen, Answer
from murho.weighting import weighting

SIZE = 60
NAMES = "abcd"


def suite(clusters: str = "") -> Cases:
    """Cases with weights, features of several kinds, an open one, and clusters that stand together or do not."""
    draw = random.Random(3)
    stand = {"": None, "together": [f"d{i // 4}" if i % 8 else None for i in range(SIZE)]}
    stand["apart"] = [f"d{i % 7}" for i in range(SIZE)]
    return Cases(
        [f"q{i}" for i in range(SIZE)],
        [f"ask {i}" for i in range(SIZE)],
        [None if i == 41 and not clusters else (NAMES[i % 4],) for i in range(SIZE)],
        clusters=stand[clusters],
        weights=[draw.choice([0.1, 0.3, 1.0, None]) for _ in range(SIZE)],
        features={"topic": [["u", "v"][: i % 3] for i in range(SIZE)], "size": [i % 5 for i in range(SIZE)]},
    )


def said(seed: int, missing: int | None = None) -> Answers:
    draw = random.Random(seed)
    ids = [f"q{i}" for i in range(SIZE) if i != missing]
    answers = [UNDEFINED if draw.random() < 0.1 else (draw.choice(NAMES[:3]),) for _ in ids]
    return Answers(ids, answers, failures=["down: x" if one is UNDEFINED else None for one in answers])


def cut(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    """Make parts of so many cases."""
    for module in ("store.run", "store.judging", "pipeline.runs.sample"):
        monkeypatch.setattr(f"murho.{module}.GROUP", size)
    monkeypatch.setattr("murho.pipeline.runs.answering.PART", size)


def made(folder: Path, cases: Cases, answers: Answers, **plan: Any) -> Run:
    measures = [measure("labels"), measure("meanings")]
    return run(iter([cases]), Recorded(lambda: [answers], "said.jsonl", extra="ignore"), folder, Plan(measures, **plan))


@pytest.mark.parametrize("size", [pytest.param(1, marks=pytest.mark.slow), 7, 30])
@pytest.mark.parametrize("clusters", ["", "together", "apart"])
@pytest.mark.parametrize("weight", ["given", "frequency('size', duplicates='sum')"])
def test_figures(size: int, clusters: str, weight: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = {"reading": Reading(weighting(weight))}
    whole = made(tmp_path / "whole", suite(clusters), said(1, missing=13), **plan)
    cut(monkeypatch, size)
    parts = made(tmp_path / "parts", suite(clusters), said(1, missing=13), **plan)
    assert len(parts.parts_of_answers()) == -(-SIZE // size)
    assert len(list(parts.path.glob("judgements/labels-*/part-*"))) > 1
    ours, theirs = parts.record, whole.record
    assert (ours["counts"], ours["figures"]) == (theirs["counts"], theirs["figures"])
    reading = Reading(weighting(weight), by=("topic", "size"), per_case=True, classes=True)
    for missing in ("undefined", "skip"):
        shown = [figures(one, measure("labels"), reading, missing=missing).as_json() for one in (parts, whole)]
        assert shown[0] == shown[1]
    assert list(parts.answers().answers) == list(whole.answers().answers)
    ours, theirs = (judged(one, measure("labels"))[1] for one in (parts, whole))
    assert (ours.case.tolist(), ours.loss.tolist()) == (theirs.case.tolist(), theirs.loss.tolist())


@pytest.mark.parametrize("clusters", ["", "together", "apart"])
@pytest.mark.parametrize("missing", ["shared", pytest.param("undefined", marks=pytest.mark.slow)])
def test_comparisons(clusters: str, missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cases = suite(clusters).settled() if not clusters else suite(clusters)
    cut(monkeypatch, 7)
    runs = [made(tmp_path / str(seed), cases, said(seed, missing=seed)) for seed in (1, 2)]
    for kept in runs:
        part = kept.parts_of_answers()[1 if kept is runs[0] else 3]
        part.unlink()  # what it held was never asked, for all that can be told
    reading = Reading(by=("topic", "size"))

    def compared() -> dict[str, Any]:
        return compare([open_run(one.path) for one in runs], measure("labels"), reading, missing=missing).as_json()

    with monkeypatch.context() as patched:
        patched.setattr(Run, "cases", lambda _: pytest.fail("the whole suite was read"))
        in_parts = None if clusters == "apart" else compared()
    monkeypatch.setattr(comparing, "columns_of", lambda *_: None)
    whole = compared()
    assert in_parts in (None, whole)


@pytest.mark.parametrize("clusters", ["", "together", "apart"])
def test_what_went_before_is_known_across_parts(clusters: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cut(monkeypatch, 3)
    heard: dict[str, list[str]] = {}

    class Listening(AlwaysOpen):
        takes_before = True

        def describe(self) -> dict[str, Any]:
            return {"kind": "listening"}

        def answer(self, cases: Cases) -> Any:
            for position, name in enumerate(cases.ids):
                heard[name] = went_before(cases, position)
                yield Answer(position, ("a",))

    cases = suite(clusters)
    run(iter([cases]), Listening(), tmp_path / "run", Plan([measure("labels")]))
    names = cases.clusters or [None] * SIZE
    for i, name in enumerate(cases.ids):
        before = [cases.texts[j] for j in range(i) if names[j] == names[i]] if names[i] is not None else []
        assert heard[name] == before
    run(iter([cases]), Listening(), tmp_path / "some", Plan([measure("labels")], limit=20))
    sample = open_run(tmp_path / "some").cases()
    assert sorted(sample.ids) == sorted(random.Random(0).sample(list(cases.ids), 20))
    for name in sample.ids:
        i = cases.ids.index(name)
        before = [cases.texts[j] for j in range(i) if names[j] == names[i]] if names[i] is not None else []
        assert heard[name] == before


def test_a_finished_run_is_left_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def go(**plan: Any) -> Run:
        system = Function(lambda expression: "a")
        return run(iter([suite()]), system, tmp_path / "run", Plan([measure("labels")], **plan))

    first = go()
    files = {file: file.stat().st_mtime_ns for file in first.path.rglob("*.parquet")}
    monkeypatch.setattr("murho.pipeline.runs.run.finish", lambda *_: pytest.fail("finished once more"))
    again = go()
    assert {file: file.stat().st_mtime_ns for file in again.path.rglob("*.parquet")} == files
    assert again.record["answered_before"] == SIZE
    assert again.record["figures"] == first.record["figures"]
    for change in ({"missing": "skip"}, {"reading": Reading(level=0.9)}):
        with pytest.raises(pytest.fail.Exception):
            go(**change)
    part = next(again.path.glob("judgements/*/part-*"))
    part.unlink()
    with pytest.raises(pytest.fail.Exception):
        go()


def test_parts_without_places_are_found_by_their_ids(tmp_path: Path) -> None:
    """As versions before this one wrote them; and of a case that was asked again the last answer counts."""
    kept = made(tmp_path / "run", suite(), said(1))
    old = begin(tmp_path / "old", json.loads(json.dumps(kept.record)), [suite()])
    old.add_answers(said(2))
    answers = said(1)
    old.add_answers(answers.for_cases(answers.ids[::-1]))
    assert old.parts().counts == [0, SIZE]
    judge_again(old, measure("labels"))
    assert judge_again(old, measure("labels")).as_json()["value"] == kept.record["figures"]["labels"]["value"]


def test_judgements_of_another_suite_are_refused(tmp_path: Path) -> None:
    kept, other = made(tmp_path / "a", suite(), said(1)), made(tmp_path / "b", suite("apart"), said(1))
    (folder,) = kept.path.glob("judgements/labels-*")
    (theirs,) = other.path.glob("judgements/labels-*")
    for file in theirs.iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    for file in folder.glob("part-*"):
        if not (theirs / file.name).exists():
            file.unlink()
    with pytest.raises(InputError, match="judges cases of another run"):
        figures(open_run(kept.path), measure("labels"))


def test_places_are_those_of_the_suite_that_was_asked(tmp_path: Path) -> None:
    """Where a suite has grown since, its cases stand elsewhere, and answers are found by their ids."""
    kept = made(tmp_path / "run", suite(), said(1))
    record = json.loads(json.dumps(kept.record))
    more = Cases(["new"], ["ask"], [("a",)])
    grown = begin(tmp_path / "grown", {**record, "state": "running"}, [more, suite()])
    (grown.path / "answers").mkdir()
    (part,) = kept.parts_of_answers()
    (grown.path / "answers" / part.name).write_bytes(part.read_bytes())
    places, answers = grown.parts().between(0, SIZE + 1)
    assert (places.tolist(), list(answers.ids)) == (list(range(1, SIZE + 1)), list(said(1).ids))

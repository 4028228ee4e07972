"""What holds of labels of words, whatever the words, their labels and the measure."""

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from murho.core.case import Answers, Cases
from murho.core.meaning import UNDEFINED
from murho.measures import Measure, measure
from murho.pipeline.scoring.book import Book
from murho.pipeline.scoring.reading import Reading
from murho.weighting import weighting

MEASURES = [
    "words", "mer", "oracle(words, 2)", "words(costs='sclite')", "words(split='characters')",
    "words(normalize='lower|fillers|no_punctuation|hyphens_to_spaces')", "words(optional=True)",
    "words(alternates=True, normalize='fillers')", "words(costs=(3, 2, 1))", "FILE",
]  # fmt: skip
WORDS = ["uh", "To", "to-bonn", "-", "(eh)", "bonn", "no", "Köln"]
WEIGHTS = "<kind=N>\t0.3\n<kind=insertions>\t0.7\nbonn\t0.1\n<kind=(none)>\t0.9\n"


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Measure]:
    path = tmp_path_factory.mktemp("weights") / "weights.tsv"
    path.write_text(WEIGHTS)
    return lambda name: measure("words").having(weights=str(path)) if name == "FILE" else measure(name)


@st.composite
def suites(draw: st.DrawFn) -> tuple[Cases, Answers]:
    """A suite of a few cases, some labelled, and answers to it."""
    size = draw(st.integers(1, 7))
    texts = st.lists(st.sampled_from(WORDS), max_size=5)
    said = [draw(texts) for _ in range(size)]
    labels = [
        draw(st.none() | st.lists(st.sampled_from(["N", "V", "P"]), min_size=len(one), max_size=len(one)))
        for one in said
    ]
    answers = [draw(st.just(UNDEFINED) | st.lists(texts.map(" ".join), max_size=2).map(tuple)) for _ in said]
    ids = [f"c{i}" for i in range(size)]
    cases = Cases(
        ids,
        [" ".join(one) for one in said],
        [(" ".join(one),) for one in said],
        [draw(st.sampled_from([None, "d1", "d2"])) for _ in ids],
        [draw(st.sampled_from([0.1, 0.3, 1.0])) for _ in ids],
        {"topic": [draw(st.sampled_from(["t", "u", None])) for _ in ids]},
        labels={"kind": labels},
    )
    return cases, Answers(ids, answers, failures=[None] * size)


def filled(how: Measure, reading: Reading, cases: Cases, answers: Answers, *places: int) -> Book:
    book = Book(how, reading.over(cases))
    some = cases.take(list(places))
    book.judge(some, answers.for_cases(some.ids))
    return book


@pytest.mark.parametrize("name", MEASURES)
@settings(max_examples=settings().max_examples // 4)
@given(suite=suites(), method=st.sampled_from(["auto", "bootstrap"]))
def test_slices_by_labels_add_up_and_leave_the_whole_as_it_is(
    named: Callable[[str], Measure], name: str, suite: tuple[Cases, Answers], method: str
) -> None:
    cases, answers = suite
    how, places = named(name), range(len(cases))
    plain = Reading(by=["topic"], method=method, per_case=True)
    without = filled(how, plain, cases, answers, *places)
    book = filled(how, replace(plain, by=["kind", "topic"]), cases, answers, *places)
    found, before = book.score().as_json(), without.score().as_json()
    kinds = found["by"].pop("kind")
    for one in (*found["by"]["topic"].values(), *before["by"]["topic"].values()):
        one.pop("simultaneous_interval", None)  # which is of all slices that are asked for
    assert json.dumps(found) == json.dumps(before), "what is not sliced by labels, to the letter"
    assert book.slices is not None
    parts = book.slices.ledger.by["kind"]
    total = book.slices.ledger.total
    for side in ("numerator", "denominator"):
        assert sum((Fraction(getattr(one, side)) for one in parts.values()), Fraction()) == getattr(total, side)
        assert float(getattr(total, side)) == pytest.approx(found[side], rel=1e-12)
    for count, number in found["counts"].items():
        assert sum(one["counts"][count] for one in kinds.values()) == number
    assert set(kinds) <= {"N", "V", "P", "insertions", "(none)"}
    if "insertions" in kinds:
        assert kinds["insertions"]["counts"]["insertions"] == found["counts"]["insertions"]
        assert kinds["insertions"]["counts"]["units"] == 0
    assert all(one["counts"]["insertions"] == 0 for kind, one in kinds.items() if kind != "insertions")


@pytest.mark.parametrize("name", ["words", "mer", "FILE", "oracle(words)"])
@settings(max_examples=settings().max_examples // 4)
@given(data=st.data())
def test_any_split_in_any_order_gives_the_same_to_the_letter(
    named: Callable[[str], Measure], name: str, data: st.DataObject
) -> None:
    cases, answers = data.draw(suites())
    weight = weighting(data.draw(st.sampled_from(["given", "frequency(duplicates='split')"])))
    reading = Reading(
        weight, ["topic", "kind"], method=data.draw(st.sampled_from(["auto", "bootstrap"])), per_case=True
    )
    whole = filled(named(name), reading, cases, answers, *range(len(cases)))
    where = [data.draw(st.integers(0, 2)) for _ in cases.ids]
    parts = [
        filled(named(name), reading, cases, answers, *[i for i, part in enumerate(where) if part == k])
        for k in data.draw(st.permutations(range(3)))
    ]
    expected = json.dumps(whole.score().as_json())
    assert json.dumps((parts[0] + (parts[1] + parts[2])).score().as_json()) == expected
    assert json.dumps((parts[2] + whole.empty() + parts[0] + parts[1]).score().as_json()) == expected


@settings(max_examples=30)
@given(suite=suites())
def test_labels_are_names_only(suite: tuple[Cases, Answers]) -> None:
    """Called otherwise, they make the same groups under other names."""
    cases, answers = suite
    names = {"N": "V", "V": "P", "P": "x"}

    def groups(some: Cases) -> dict[str, Any]:
        return (
            filled(measure("words"), Reading(by=["kind"]), some, answers, *range(len(some)))
            .score()
            .as_json()["by"]["kind"]
        )

    other = replace(
        cases,
        labels={"kind": [None if one is None else [names[label] for label in one] for one in cases.labels["kind"]]},
    )
    assert groups(other) == {names.get(name, name): group for name, group in groups(cases).items()}

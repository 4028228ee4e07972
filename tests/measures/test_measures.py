"""Measures as values: they read back as they print, and keep to one interface."""

import pickle

import numpy as np
import pytest

from murho.core.errors import MeaningError, UsageError
from murho.core.meaning import UNDEFINED
from murho.measures import SHELF, Measure, measure
from murho.measures.distances.distance import units_distance
from murho.measures.meanings import graded

NOTATIONS = [
    "labels",
    "words",
    "characters",
    "concepts",
    "concept_bag",
    "slots",
    "slu",
    "meanings",
    "graded",
    "any_of",
    "meanings(mu2(0.25))",
    "meanings(shifting=mu3(0.1, 0.2, 0.3, 0.4, 0.5))",
    "graded('units')",
    "graded('edit', undefined=0.5)",
    "slu('words')",
    "words(costs='sclite', normalize='nfkc|no_punctuation')",
    "words(optional=True, split='cjk')",
    "characters(graphemes=True, spaces=False)",
    "sentences(costs=(4, 3, 3))",
    "mer(alternates=True)",
    "wil(normalize='lower')",
    "oracle(wil)",
]
SAMPLE = {
    "label": (("hours",), ("fees",)),
    "text": (("{ to / @ } berlin",), ("to bonn today please",)),
    "units": ((["city:berlin"],), (["city:bonn"],)),
    "json": (({"city": "berlin"},), ({"city": "bonn"},)),
}


@pytest.mark.parametrize("text", [*(one.example for one in SHELF.all() if one.name != "mapped"), *NOTATIONS])
def test_a_measure_reads_back_as_it_prints(text: str) -> None:
    how = measure(text)
    assert isinstance(how, Measure)
    assert measure(repr(how)) == how
    assert hash(measure(repr(how))) == hash(how)
    assert pickle.loads(pickle.dumps(how)) == how


@pytest.mark.parametrize("text", NOTATIONS)
def test_right_is_0_wrong_is_not_and_failing_is_counted(text: str) -> None:
    how = measure(text)
    right, wrong = SAMPLE[how.kind]
    judged = how.judge([right, right, right], [right, wrong, UNDEFINED])
    assert judged.loss[0] == 0
    assert (judged.loss[1:] > 0).all()
    assert (judged.units > 0).all()
    assert judged.undefined.tolist() == [False, False, True]
    assert judged.case.tolist() == [0, 1, 2]
    if how.bounded:
        assert (judged.loss <= judged.units).all()


@pytest.mark.parametrize("text", NOTATIONS)
def test_fixed_units_do_not_depend_on_the_answer(text: str) -> None:
    how = measure(text)
    right, wrong = SAMPLE[how.kind]
    units = how.judge([right] * 4, [right, wrong, UNDEFINED, ()]).units
    assert bool((units == units[0]).all()) == how.fixed_units


@pytest.mark.parametrize("text", NOTATIONS)
def test_an_empty_batch(text: str) -> None:
    judged = measure(text).judge([], [])
    assert (len(judged), judged.undefined.dtype) == (0, np.bool_)
    assert judged.loss.dtype in (np.int64, np.float64)


@pytest.mark.parametrize("text", NOTATIONS)
def test_references_and_answers_come_in_pairs(text: str) -> None:
    how = measure(text)
    right, wrong = SAMPLE[how.kind]
    for references, answers in (([right], []), ([right + wrong], [right, right]), ([right, right], [right])):
        with pytest.raises(ValueError):
            how.judge(references, answers)


@pytest.mark.parametrize("text", [name for name in NOTATIONS if measure(name).kind != "json"])
@pytest.mark.parametrize("wrong", [7, None, {"a": 1}])
def test_a_meaning_of_the_wrong_kind_is_named_with_its_place(text: str, wrong: object) -> None:
    how = measure(text)
    right, _ = SAMPLE[how.kind]
    with pytest.raises(MeaningError, match=r"^answer ") as answer:
        how.judge([right, right], [right, (wrong,)])
    with pytest.raises(MeaningError, match=r"^reference ") as reference:
        how.judge([right, (wrong,)], [right, UNDEFINED])
    assert [(e.value.index, e.value.side) for e in (answer, reference)] == [(1, "answer"), (1, "reference")]


@pytest.mark.parametrize("text", ["meanings", "graded", "any_of"])
def test_any_json_is_a_meaning_and_nothing_else_is(text: str) -> None:
    right, wrong = (None,), (float("nan"),)
    assert measure(text).judge([right], [right]).loss.tolist() == [0]
    with pytest.raises(MeaningError, match="answer: nan is not a JSON number; a meaning is a JSON value"):
        measure(text).judge([right], [wrong])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bleu", "no measure 'bleu'; known: acceptance, any_of"),
        ("mu2", "no measure 'mu2'; known: acceptance, any_of"),
        ("7", "7 is not a measure"),
        ("labels * words", "cannot be read"),
        ("labels(3)", "measure labels: "),
        ("meanings(0.5)", "0.5 is not a shifting; write mu1, mu2"),
        ("meanings(mu2(2))", "mu2: 2 is not between 0 and 1"),
        ("meanings(mu2('x'))", "mu2: 'x' is no number; give values strictly between 0 and 1"),
        ("meanings(mu2(True))", "mu2: True is no number"),
        ("meanings(mu4(0.1, 0.2, 0.3, 0.4, 0.7))", "mu4: 0.1 is no distance; name one before the values"),
        ("graded(5)", "graded: 5 is no distance; name one, or give a function"),
        ("graded('far')", "no distance 'far'; known: json, units, set, edit, exact"),
        ("graded(undefined=0)", r"undefined=0 is not in \(0, 1\]"),
        ("slu('letters')", "no distance 'letters'; known: words, characters, both"),
    ],
)
def test_a_measure_that_is_none(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        measure(text)


def test_a_distance_of_ones_own_is_shown_by_name() -> None:
    assert repr(graded(units_distance)) == "graded(units_distance)"
    assert graded(units_distance) != graded("units")

"""Alignments one by one have the counts that the measure judges by."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.errors import MeaningError, UsageError
from murho.core.meaning import UNDEFINED
from murho.measures import measure

PIECES = st.sampled_from(["a", "b", "c", "{ a / b c / @ }", "{ a b / c }", "(b)"])
TEXTS = st.lists(PIECES, max_size=6).map(" ".join)
MEASURES = [
    "words",
    "words(costs='sclite')",
    "words(costs='sclite',optional=True)",
    "words(costs=(2,1,3))",
    "characters",
    "characters(costs='sclite')",
    "words(split='characters')",
    "words(normalize='lower|no_punctuation')",
    "mer",
    "sentences",
]
NAMES = {"=": "hits", "S": "substitutions", "D": "deletions", "I": "insertions"}


@given(st.sampled_from(MEASURES), st.lists(TEXTS, min_size=1, max_size=3), TEXTS.filter(lambda text: "(" not in text))
def test_steps_are_counted_as_the_measure_counts(name: str, references: list[str], answer: str) -> None:
    how: Any = measure(name)
    (steps,) = how.aligned([tuple(references)], [(answer,)])
    counts = how.compare([tuple(references)], [(answer,)]).counts
    found = Counter(NAMES[step.operation] for step in steps)
    assert found == {kind: int(getattr(counts, kind)[0]) for kind in NAMES.values() if getattr(counts, kind)[0]}
    for step in steps:
        assert (step.operation == "I") == (step.reference is None)
        assert (step.operation == "=") == (step.reference == step.answer or step.operation == "=")
        assert step.operation != "D" or step.answer is None


units = st.lists(st.sampled_from(["a:1", "a:2", "b:1", "c:1"]), max_size=5)


@given(st.sampled_from(["concepts", "concept_bag", "slots"]), units, units)
def test_units_too(name: str, gold: list[str], said: list[str]) -> None:
    how = measure(name)
    (steps,) = how.aligned([(gold,)], [(said,)])
    assert Counter(step.reference for step in steps if step.reference) == Counter(gold)
    assert Counter(step.answer for step in steps if step.answer) == Counter(said)
    judged = how.judge([(gold,)], [(said,)])
    found = Counter(step.operation for step in steps)
    if name == "slots":
        assert (found["="], found["D"] + found["I"]) == (int(judged.counts["correct"][0]), int(judged.loss[0]))
    else:
        assert {kind: found[letter] for letter, kind in NAMES.items()} == {
            kind: int(judged.counts[kind][0]) for kind in NAMES.values()
        }


def test_nothing_said_is_all_deleted() -> None:
    said = measure("words").aligned([("a b",), ("a",), ()], [UNDEFINED, (), ("x",)])
    assert ["".join(step.operation for step in steps) for steps in said] == ["DD", "D", "I"]


def test_the_reference_that_counts() -> None:
    (steps,) = measure("words").aligned([("on the coast", "at coast")], [("at coast",)])
    assert [step.reference for step in steps] == ["at", "coast"]


def test_what_is_no_alignment_is_refused() -> None:
    with pytest.raises(UsageError, match=r"aligns nothing.*concept_bag"):
        measure("labels").aligned([("a",)], [("b",)])
    with pytest.raises(MeaningError):
        measure("words").aligned([("a",)], [(1,)])


def test_tokens_and_units() -> None:
    assert measure("words(split='cjk')").tokens_of("北京 ok") == ("北", "京", "ok")
    assert measure("words(costs='sclite')").tokens_of("New YORK") == ("new", "york")
    assert measure("characters").tokens_of("ab") == ("a", "b")
    assert measure("words(normalize='no_punctuation')").tokens_of("?!") == ()
    names = {name: measure(name).unit for name in ("words", "characters", "words(split='graphemes')", "slots")}
    assert list(names.values()) == ["word", "character", "character", "unit"]

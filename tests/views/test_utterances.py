"""Utterances to look at: what is told of each, and which are opened together."""

from types import SimpleNamespace
from typing import Any

import pytest

from murho.measures import measure
from murho.pipeline.scoring.alignment import Alignment
from murho.views.said_and_meant import LONGEST
from murho.views.utterances import Utterance, Utterances, folded, utterance, utterances


def of(said: str, heard: str, **more: object) -> Utterance:
    (steps,) = measure("words").aligned([(said,)], [(heard,)])
    return utterance(Alignment("u1", steps, **more))  # type: ignore[arg-type]


def test_what_is_told_of_an_utterance() -> None:
    shown = of("to bonn now", "to born", groups={"speaker": ("anna", "otto")}, undefined=True, failure="late")
    assert (shown.errors, shown.units, shown.rate, shown.counts) == (2, 3, 2 / 3, (("S", 1), ("D", 1)))
    assert (shown.undefined, shown.failure, shown.groups) == (True, "late", (("speaker", "anna, otto"),))
    assert [(pair.reference, pair.answer) for pair in shown.pairs] == [("to", "to"), ("bonn", ""), ("now", "born")]
    assert of("", "uh").rate is None


def test_an_utterance_that_is_too_long_has_no_columns() -> None:
    assert [(len(one.pairs), one.too_long) for one in (of("a " * n, "a") for n in (LONGEST, LONGEST + 1))] == [
        (LONGEST, False),
        (0, True),
    ]


@pytest.mark.parametrize(
    ("said", "direction"), [("שלום עליכם", "rtl"), ("שלום to", "ltr"), ("to bonn", "ltr"), ("", "ltr")]
)
def test_columns_follow_each_other_as_most_words_run(said: str, direction: str) -> None:
    assert of(said, said).direction == direction


def test_speakers_are_folded_apart() -> None:
    def one_of(place: int, speaker: str) -> Utterance:
        groups = (("speaker", speaker), ("place", str(place)))
        return Utterance(str(place), place % 2, 3, None, (), False, None, groups, [])

    items = [one_of(place, "ann" if place % 3 else "bob") for place in range(90)]
    told = [(one.feature, one.group, one.first, one.last, one.errors, one.units) for one in folded(items, "speaker")]
    assert told == [
        ("speaker", "bob", 1, 30, 15, 90),
        ("speaker", "ann", 1, 50, 25, 150),
        ("speaker", "ann", 51, 60, 5, 30),
    ]
    for by in (None, "place"):
        assert [(one.feature, one.first, one.last) for one in folded(items, by)] == [("", 1, 50), ("", 51, 90)]
    assert [one.utterances for one in folded(items[:50], "speaker")] == [items[:50]], "these few are all open"


def test_all_utterances_are_shown_unless_told_otherwise() -> None:
    """Of four, one without an error; the worst stand first, in no order of features."""
    said = ["to bonn", "yes", "no no no no", "maybe"]
    heard = ["to born", "yes", "no", ""]
    steps = measure("words").aligned([(one,) for one in said], [(one,) for one in heard])
    alignments = [Alignment(str(i), one, groups={"speaker": ("anna",)}) for i, one in enumerate(steps)]
    findings = SimpleNamespace(by={"speaker": {}})

    def shown(**how: Any) -> tuple[list[str], int, str | None]:
        found = utterances(iter(alignments), findings, **how)  # type: ignore[arg-type]
        return [one.id for fold in found.folds for one in fold.utterances], found.shown, found.ranked

    assert shown() == (["0", "1", "2", "3"], 4, None)
    assert shown(errors_only=True) == (["0", "2", "3"], 3, None)
    assert shown(worst=2) == (["2", "3"], 2, "errors")
    assert shown(worst=2, rank="rate") == (["3", "2"], 2, "rate")


def test_more_than_five_hundred_are_cut_and_others_are_folded_by_speaker() -> None:
    (steps,) = measure("words").aligned([("a",)], [("b",)])

    def of_many(count: int) -> Utterances:
        many = (Alignment(str(i), steps, groups={"speaker": ("ann" if i % 2 else "bob",)}) for i in range(count))
        return utterances(many, SimpleNamespace(by={"speaker": {}}))  # type: ignore[arg-type]

    found = of_many(500)
    assert (found.shown, found.ranked, {fold.feature for fold in found.folds}) == (500, None, {"speaker"})
    cut = of_many(501)
    assert (cut.shown, cut.ranked, {fold.feature for fold in cut.folds}) == (500, "errors", {""})

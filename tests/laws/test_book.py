"""A book is the same however it was filled: any split, any order of merging, over bytes and back."""

import json
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from murho.core.case import Answers, Cases
from murho.core.errors import InputError, UsageError
from murho.core.meaning import UNDEFINED
from murho.formats.join import Unpaired
from murho.measures import SHELF, measure
from murho.pipeline.aligning.alignment_counts import Findings, align_batches
from murho.pipeline.scoring.book import Book
from murho.pipeline.scoring.reading import Reading, Watch
from murho.weighting import weighting

TREE = "1\tGo\tgo\tVERB\t_\t_\t0\troot\t_\tSpaceAfter=No\n2\t!\t!\tPUNCT\t_\t_\t1\tpunct\t_\t_\n\n"
OTHER = TREE.replace("\t1\tpunct", "\t1\tobj")
TEXTS = ["to bonn", "to born please", "no", "", "yes yes to bonn"]
UNITS = [["a:1"], ["a:1", "b:2"], [], ["b:3", "c:1"]]
MEANINGS: dict[str, list[Any]] = {
    "label": ["x", "y", "z"],
    "text": TEXTS,
    "units": UNITS,
    "json": [{"act": "renew"}, "x", 3, ["a", 1]],
    "speakers": [{"A": "to bonn", "B": "no"}, {"A": "yes"}],
    "breaks": [["0", "1", "0"], ["1", "1", "0"], ["0", "0", "0"]],
    "tree": [TREE, OTHER],
    "query": ["SELECT a FROM t", "select A from T", "SELECT b FROM t"],
    "verdict": ["right", "some", {"evaluator": "anna", "verdict": "wrong"}, "cannot say"],
}
"""What answers may say; references too, except of trees and breaks, which have to fit."""
MEASURES = {
    "labels": "label", "words": "text", "characters": "text", "sentences": "text", "mer": "text", "wil": "text",
    "words(costs='sclite')": "text", "cpwer": "speakers", "concepts": "units", "concept_bag": "units",
    "slots": "units", "slu": "units", "frames": "units", "meanings(shifting=mu3())": "json", "graded": "json",
    "any_of": "json", "breaks": "breaks", "dependencies": "tree", "acceptance": "json", "oracle(words)": "text",
    "oracle(slots)": "units", "sql": "query", "verdict": "verdict",
}  # fmt: skip
FINER = {
    "concepts": "attribute",
    "slots": "attribute",
    "dependencies": "deprel",
    "meanings(shifting=mu3())": "relation",
}
WEIGHTS = [
    "given", "constant", "domain", "share", "share * length", "frequency(duplicates='split')", "structure('topic')",
    "information",
]  # fmt: skip


@st.composite
def suites(draw: st.DrawFn, kind: str) -> tuple[Cases, Answers]:
    """A suite of a few cases, some in clusters, and its answers."""
    size = draw(st.integers(2, 9))
    one = st.sampled_from(MEANINGS[kind])
    fixed = kind in ("tree", "breaks")
    references = [(draw(one),) if fixed else tuple(draw(st.lists(one, max_size=2))) for _ in range(size)]
    answers = [draw(st.one_of(st.just(UNDEFINED), st.lists(one, max_size=2).map(tuple))) for _ in range(size)]
    share = st.sampled_from([0.1, 0.3, 0.7, 1.0])
    ids = draw(st.permutations([f"c{i}" for i in range(size)]))
    cases = Cases(
        ids,
        [draw(st.sampled_from(["to bonn", "no", "yes please now"])) for _ in range(size)],
        references,
        [draw(st.sampled_from([None, "d1", "d2"])) for _ in range(size)],
        [draw(share) for _ in range(size)],
        {
            "topic": [draw(st.sampled_from(["t", "u", ["t", "u"], None])) for _ in range(size)],
            "share": [draw(share) for _ in range(size)],
        },
    )
    return cases, Answers(ids, answers, failures=[None] * size)


def printed(book: Book) -> str:
    """All that `--json` prints, or the error that stands for it, to the letter."""
    try:
        return json.dumps(book.score({"seed": 3}).as_json())
    except InputError as error:
        return str(error)


def filled(how: str, reading: Reading, cases: Cases, answers: Answers, *places: int) -> Book:
    book = Book(measure(how), reading)
    some = cases.take(list(places))
    book.judge(some, answers.for_cases(some.ids))
    return book


@pytest.mark.parametrize("method", ["auto", "bootstrap"])
@pytest.mark.parametrize("how", MEASURES)
@settings(max_examples=max(3, settings().max_examples // 10))
@given(data=st.data())
def test_any_split_in_any_order_gives_the_same_to_the_letter(how: str, method: str, data: st.DataObject) -> None:
    cases, answers = data.draw(suites(MEASURES[how]))
    by = ["topic", FINER[how]] if how in FINER and data.draw(st.booleans()) else ["topic"]
    classes = how == "labels" and data.draw(st.booleans())
    weight = weighting(data.draw(st.sampled_from(WEIGHTS)))
    reading = Reading(weight, by, 0.9, method, 3, classes=classes, per_case=True)
    whole = filled(how, reading, cases, answers, *range(len(cases)))
    where = [data.draw(st.integers(0, 2)) for _ in cases.ids]
    parts = [
        filled(how, reading, cases, answers, *[i for i, part in enumerate(where) if part == k])
        for k in data.draw(st.permutations(range(3)))
    ]
    expected = printed(whole)
    assert printed(parts[0] + (parts[1] + parts[2])) == expected
    assert printed((parts[1] + parts[0]) + parts[2]) == expected
    assert printed(parts[0].empty() + whole) == expected == printed(whole + parts[0].empty())
    sent = [pickle.loads(pickle.dumps(part)) for part in parts]
    assert printed(sent[2] + sent[0] + sent[1]) == expected == printed(whole)


def test_the_law_is_tried_on_every_measure() -> None:
    """A new one needs a line above; these three need files, and count as `acceptance`, `concepts` and `labels` do."""
    tried = {repr(measure(how)).partition("(")[0] for how in MEASURES}
    assert tried == {one.name for one in SHELF.all() if one.source == "murho"} - {"links", "mapped", "spider_exact"}


def test_reading_a_book_does_not_change_it() -> None:
    cases = Cases(["a", "b"], ["x", "x"], [("x",), ("y",)], features={"count": [2, 5]})
    book = Book(measure("labels"), Reading(weighting("frequency('count', duplicates='sum')")))
    book.judge(cases.take([0]), Answers(["a"], [("x",)]))
    first = book.score().value
    book.judge(cases.take([1]), Answers(["b"], [("x",)]))
    assert (first, book.score().value, book.score().value) == (0.0, 5 / 7, 5 / 7)


def test_what_says_the_same_is_found_where_books_meet() -> None:
    cases = Cases(["a", "b"], ["open?", "open?"], [("x",), ("x",)], features={"count": [1, 2]})
    reading = Reading(weighting("frequency('count')"))
    one, two = (filled("labels", reading, cases, Answers(["a", "b"], [("x",)] * 2), i) for i in (0, 1))
    assert one.score().value == 0
    with pytest.raises(InputError, match=r"case 'b': says the same as case 'a'"):
        (two + one).score()


def test_books_of_different_kinds_do_not_add_up() -> None:
    plain = Book(measure("words"))
    for other in (Book(measure("mer")), Book(measure("words"), Reading(level=0.9))):
        with pytest.raises(UsageError, match=r"does not go with"):
            plain + other


def test_the_size_of_a_book_grows_with_what_it_holds_only() -> None:
    """A million rows in two groups take no more than a few; a held weighting keeps its cases."""
    cases = Cases([str(i) for i in range(5000)], ["x"] * 5000, [("x",)] * 5000, features={"half": list("ab") * 2500})
    said = Answers(cases.ids, [("x",)] * 5000)

    def size(book: Book) -> int:
        return len(pickle.dumps(book))

    by_half = Reading(by=["half"])
    small, large = (filled("labels", by_half, cases, said, *range(count)) for count in (10, 5000))
    assert size(large) < size(small) + 100, "longer numbers, no more of them"
    held = Book(measure("labels"), Reading(weighting("frequency(duplicates='split')")))
    held.judge(cases, said)
    assert size(held) > 5000 * 8
    assert np.isclose(held.score().figure.importance, 1)


WORDS = st.lists(st.sampled_from(["to", "bonn", "born", "new", "york"]), max_size=4).map(" ".join)
PAIR = st.tuples(WORDS, WORDS, st.sampled_from([None, "d1", "d2"]), st.booleans())
"""What was said, heard, its cluster, and the side that it is on."""


@settings(max_examples=30)
@given(pairs=st.lists(PAIR, min_size=1, max_size=8))
def test_what_is_counted_of_alignments_adds_up(pairs: list[tuple[str, str, str | None, bool]]) -> None:
    """Confusions, keywords and words by frequency, of the whole and by group, over bytes too."""
    given_frequencies = {"bonn": 3, "york": 20}
    for frequencies in (None, given_frequencies):
        watch = Watch((("bonn",), ("new", "york")), True, frequencies)

        def book(some: list[tuple[int, tuple[str, str, str | None, bool]]], watch: Watch = watch) -> Book:
            new = Book(measure("words"), Reading(by=["side"], watch=watch))
            ids = [str(i) for i, _ in some]
            said, heard, clusters, sides = zip(*(one for _, one in some), strict=True) if some else ((), (), (), ())
            cases = Cases(ids, said, [(text,) for text in said], clusters, features={"side": list(sides)})
            passing = align_batches(measure("words"), [(cases, Answers(ids, [(text,) for text in heard]))], ["side"])
            assert len(list(new.watch(passing))) == len(ids)
            return new

        def shown(one: Book) -> Any:
            found = Findings("words", "word", "", one, Unpaired()).as_json(confusions=True)
            return json.dumps(found, sort_keys=True)

        numbered = list(enumerate(pairs))
        first, second = ([one for one in numbered if one[1][3] is side] for side in (True, False))
        whole = book(numbered)
        assert shown(book(first) + book(second)) == shown(book(second) + book(first)) == shown(whole)
        assert shown(pickle.loads(pickle.dumps(book(second))) + book(first)) == shown(whole)

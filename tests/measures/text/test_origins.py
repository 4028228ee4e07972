"""Of which word a word was made, whatever a change splits, joins or drops."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.errors import MeaningError
from murho.measures import measure
from murho.measures.text.options import Texts
from murho.measures.text.origins import Placed, between_marks, by_characters, marked, origins, read_alternates
from murho.measures.text.rates import characters
from murho.measures.text.words import words


def phrases(**found: str) -> Callable[[str], str]:
    """A change that puts whole words, joined by `_` here, in the place of others, the longest first."""

    def change(text: str) -> str:
        padded = f" {' '.join(text.split())} "
        for old in sorted(found, key=len, reverse=True):
            padded = padded.replace(f" {old.replace('_', ' ')} ", f" {found[old]} ")
        return " ".join(padded.split())

    return change


@pytest.mark.parametrize(
    ("text", "change", "places"),
    [
        ("No  to\nBonn", str.lower, [0, 1, 2]),
        ("", str.lower, []),
        ("uh well uh yes", phrases(uh=""), [1, 3]),
        ("i cannot go", phrases(cannot="can not"), [0, 1, 1, 2]),
        ("i can not go", phrases(can_not="cannot"), [0, 1, 3]),
        ("i can not go", phrases(can_not="can't"), [0, 1, 3]),
        ("at twenty one or one", phrases(twenty_one="21", one="1"), [0, 1, 3, 4]),
        ("see mister john smith", phrases(mister_john="mr j"), [0, 1, 2, 3]),
        ("fly to new york city now", phrases(new_york_city="the big apple"), [0, 1, 2, 3, 4, 5]),
        ("at half past nine now", phrases(half_past_nine="9 30"), [0, 1, 1, 4]),
        ("a b", phrases(a_b="b"), [1]),
        ("one [noise here] two", lambda text: text.replace("[noise here]", ""), [0, 3]),
    ],
)
def test_origins(text: str, change: Callable[[str], str], places: list[int]) -> None:
    assert origins(text, change) == places


def test_words_that_repeat_are_told_apart_by_their_place() -> None:
    drop_second = phrases(no_no="no")
    assert origins("no no yes no", drop_second) == [0, 2, 3]


@pytest.mark.parametrize(
    ("words", "pieces", "places"),
    [
        (["new", "york"], ["newyork"], [0]),
        (["newyork"], ["new", "york"], [0, 0]),
        (["Straße", "x"], ["strasse", "x"], [0, 1]),
        (["twenty", "one"], ["21"], [0]),
        (["uh", "yes", "well"], ["yes", "ok"], [1, 2]),
        (["eins", "zwei", "haus"], ["1", "2", "haus"], [0, 1, 2]),
        (["eins", "zwei", "haus"], ["12", "haus"], [0, 2]),
        (["haus", "eins"], ["haus", "1", "2"], [0, 1, 1]),
        (["haus"], ["1", "haus", "2"], [0, 0, 0]),
        (["new", "york", "city", "hall"], ["newyork", "1", "2"], [0, 2, 3]),
    ],
)
def test_by_characters(words: list[str], pieces: list[str], places: list[int]) -> None:
    assert by_characters(words, pieces) == places


WORDS = st.lists(st.sampled_from(["uh", "can't", "new", "york", "one", "a", "-", "Anna"]), max_size=9)
CHANGES = st.lists(st.sampled_from(["uh", "can't", "new york", "york one", "a -", "one a"]), max_size=3, unique=True)


@given(WORDS, CHANGES, st.sampled_from(["", "x", "x y", "one", "zz new york q"]))
def test_every_word_comes_from_one_and_in_order(words: list[str], old: list[str], new: str) -> None:
    change = phrases(**{one.replace(" ", "_"): new for one in old})
    text = " ".join(words)
    found = origins(text, change)
    assert len(found) == len(change(text).split())
    assert found == sorted(found)
    assert set(found) <= set(range(len(words)))


def test_a_placed_token_is_a_text_like_any_other() -> None:
    assert Placed.at("bonn", 3) == "bonn"
    assert (hash(Placed.at("bonn", 3)), Placed.at("bonn", 3).word) == (hash("bonn"), 3)


@pytest.mark.parametrize(
    ("how", "text", "tokens", "places"),
    [
        ("words", "no to bonn", ["no", "to", "bonn"], [0, 1, 2]),
        ("words(costs='sclite')", "No { to / @ } Bonn", None, None),
        ("words(normalize='no_punctuation')", "well - 'no' to", ["well", "no", "to"], [0, 2, 3]),
        ("words(split='cjk')", "我用 Python 写", ["我", "用", "Python", "写"], [0, 0, 1, 2]),
        ("words(split='characters')", "no to", ["n", "o", "t", "o"], [0, 0, 1, 1]),
        ("words(split='graphemes')", "cafe\u0301 ab", ["c", "a", "f", "e\u0301", "a", "b"], [0, 0, 0, 0, 1, 1]),
        ("words(split='graphemes')", "a \u0301b", ["a\u0301", "b"], [0, 1]),
        ("words(split='cjk', normalize='lower|hyphens_to_spaces')", "A-B 我", ["a", "b", "我"], [0, 0, 1]),
        ("words(alternates=True)", "{ no } @ to", ["no", "to"], [1, 4]),
    ],
)
def test_tokens_stand_where_their_words_stood(
    how: str, text: str, tokens: list[str] | None, places: list[int] | None
) -> None:
    texts = measure(how)
    assert isinstance(texts, Texts)
    found, words = texts.placing()(text)
    assert words == places
    if tokens is not None:
        assert isinstance(found, str | list)
        assert texts.listed(found) == tokens == texts.listed(texts.read(text, 0, "reference"))  # type: ignore[arg-type]


# Texts with alternatives: what is a mark, what is a word, what is wrong.


def found(text: str, answer: str, **options: bool) -> tuple[int, ...]:
    judged = words(alternates=True, **options).judge([(text,)], [(answer,)])
    return tuple(int(judged.counts[name][0]) for name in ("hits", "substitutions", "deletions", "insertions"))


@pytest.mark.parametrize(
    ("reference", "answer", "counts"),
    [
        ("the { industry's / industry } slide", "the industry slide", (3, 0, 0, 0)),
        ("for { @ / an } investor", "for investor", (2, 0, 0, 0)),
        ("for { @ / an } investor", "for an investor", (3, 0, 0, 0)),
        ("{ one hundred / a hundred } days", "a hundred days", (3, 0, 0, 0)),
        ("{ a / { b / c d } } e", "c d e", (3, 0, 0, 0)),
        ("{a/b c}d", "b c d", (3, 0, 0, 0)),
        ("a @ b", "a b", (2, 0, 0, 0)),
        ("{ @ }", "", (0, 0, 0, 0)),
        ("and/or", "and/or", (1, 0, 0, 0)),
        ("a/b { c / d }", "a/b d", (2, 0, 0, 0)),
        ("user@host", "user@host", (1, 0, 0, 0)),
        ("x} y", "x} y", (2, 0, 0, 0)),
        ("x{y z", "x{y z", (2, 0, 0, 0)),
        ("a b", "{ a / c } b", (2, 0, 0, 0)),
        ("{ a b / c }", "{ d / a b }", (2, 0, 0, 0)),
    ],
)
def test_alternatives(reference: str, answer: str, counts: tuple[int, ...]) -> None:
    assert found(reference, answer) == counts


@pytest.mark.parametrize(
    ("reference", "answer", "counts"),
    [
        ("a (b) c", "a c", (3, 0, 0, 0)),
        ("a (b) c", "a b c", (3, 0, 0, 0)),
        ("a (b) c", "a d c", (2, 1, 0, 0)),
        ("(uh) (um)", "", (2, 0, 0, 0)),
        ("{ (a) / b } c", "c", (2, 0, 0, 0)),
        ("() (", "() (", (2, 0, 0, 0)),
        ("i (uh) want to go", "i (uh) want to go", (5, 0, 0, 0)),
        ("a b", "a (b)", (2, 0, 0, 0)),
        ("a", "a (b)", (2, 0, 0, 0)),
        ("", "(b)", (1, 0, 0, 0)),
        ("a d c", "a (b) c", (2, 1, 0, 0)),
        ("(a) (b)", "(b) (a)", (3, 0, 0, 0)),
        ("a d", "a { (b) / c } d", (3, 0, 0, 0)),
        ("a d", "a { (b) / @ } d", (2, 0, 0, 0)),
        ("a { (b) / { (c) / e } } d", "a { (c) / f } d", (3, 0, 0, 0)),
        ("a ((b)) c", "a (b) c", (2, 1, 0, 0)),
    ],
)
def test_optional_words(reference: str, answer: str, counts: tuple[int, ...]) -> None:
    assert found(reference, answer, optional=True) == counts


def test_two_optional_words_that_differ_are_taken_for_each_other_as_by_sclite() -> None:
    """Left out both cost as much as the substitution; where all costs are equal the two of them cost more."""
    for costs in ("sclite", "equal"):
        judged = words(costs=costs, optional=True).judge([("(b)",)], [("(c)",)])
        assert (judged.loss.tolist(), judged.units.tolist()) == ([1], [1])


def test_an_optional_word_is_folded_and_normalised_like_any_other() -> None:
    case = [("we (UH) go",)], [("We (uh) (Um) go",)]
    for how in (words(costs="sclite", optional=True), words(normalize="lower|fillers('um')", optional=True)):
        assert how.judge(*case).loss.tolist() == [0]
    assert words(optional=True).judge(*case).loss.tolist() == [2]


def test_optional_characters_on_both_sides() -> None:
    judged = characters(costs="sclite", optional=True).judge([("a(b (uh) c",)], [("a(b (uhm) c",)])
    assert (judged.loss.tolist(), judged.counts["hits"].tolist()) == ([0], [7])


def test_marks_are_words_unless_asked() -> None:
    judged = words().judge([("a { b / @ } (c)",)], [("a b",)])
    assert (judged.loss.tolist(), judged.units.tolist()) == ([5], [7])


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("a { b", "a { without its }"),
        ("a } b", "a } without its {"),
        ("{ a / b } }", "a } without its {"),
        ("{ { a } ", "a { without its }"),
        ("{ a / }", "an empty alternative: write @ for nothing"),
        ("{ }", "an empty alternative: write @ for nothing"),
        ("{ / a }", "an empty alternative: write @ for nothing"),
    ],
)
@pytest.mark.parametrize("side", ["reference", "answer"])
def test_what_does_not_fit_is_named(text: str, what: str, side: str) -> None:
    fine, wrong = [("a",), ("b",)], [("a",), (text,)]
    with pytest.raises(MeaningError) as error:
        words(costs="sclite").judge(*((wrong, fine) if side == "reference" else (fine, wrong)))
    assert (error.value.index, error.value.side) == (1, side)
    assert str(error.value) == (
        f"{side} {text!r}: {what}; write {{ a / b / @ }}, or give alternates=False if braces are words"
    )


def test_of_as_good_alternatives_the_first_is_shown() -> None:
    how = words(alternates=True)
    steps = how.steps(how.read("{ x / y } b", 0, "reference"), how.read("a b"))
    assert [step.reference for step in steps] == ["x", "b"]
    steps = how.steps(how.read("{ y z / x z } b", 0, "reference"), how.read("b"))
    assert [step.reference for step in steps] == ["y", "z", "b"]


def test_plain_texts_have_no_marks() -> None:
    assert not marked("plain words / and so on (ok)")
    assert marked("(ok)", optional=True)


def test_a_change_keeps_marks() -> None:
    assert between_marks("{ On the / @ } (Coast) (-)", lambda text: text.replace("-", "").lower(), optional=True) == (
        "{ on the / @ } (coast)"
    )
    assert between_marks("{ uh / well } so", lambda text: text.replace("uh", "")) == "{ @ / well } so"


def test_the_lattice_of_a_text_that_has_one_way() -> None:
    assert read_alternates("{ a } @ { { b } c }").plain == ["a", "b", "c"]
    assert read_alternates("").plain == []


def test_a_text_alone_is_the_first_where_it_cannot_be_read() -> None:
    """The tokens of one text are asked for by what draws and weighs: an error counts it as case 0."""
    for text in ("{ a / b", 3):
        with pytest.raises(MeaningError) as refused:
            words(alternates=True).tokens_of(text)  # type: ignore[arg-type]
        assert refused.value.index == 0

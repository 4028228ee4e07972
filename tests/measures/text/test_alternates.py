"""Texts with alternatives: what is a mark, what is a word, what is wrong."""

import pytest

from murho.core.errors import MeaningError
from murho.measures.text.alternates import between_marks, marked, read
from murho.measures.text.characters import characters
from murho.measures.text.words import words


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
    assert read("{ a } @ { { b } c }").plain == ["a", "b", "c"]
    assert read("").plain == []


def test_a_text_alone_is_the_first_where_it_cannot_be_read() -> None:
    """The tokens of one text are asked for by what draws and weighs: an error counts it as case 0."""
    for text in ("{ a / b", 3):
        with pytest.raises(MeaningError) as refused:
            words(alternates=True).tokens_of(text)  # type: ignore[arg-type]
        assert refused.value.index == 0

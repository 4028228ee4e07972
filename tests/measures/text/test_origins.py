"""Of which word a word was made, whatever a change splits, joins or drops."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.measures import measure
from murho.measures.text.options import Texts
from murho.measures.text.origins import Placed, by_characters, origins


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

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.core.meaning import UNDEFINED
from murho.formats import by_name
from murho.formats.utterances import Utterance, answers_of, cases_of, same_words


def both(right: Utterance, given: Utterance) -> list[tuple[Cases, Answers]]:
    return list(zip(cases_of([right], "ref"), answers_of([given], "test"), strict=True))


def test_the_same_words() -> None:
    pairs = both(Utterance(["a", ",", "b"], ["0", None, "1"], 1), Utterance(["a", "b", "."], ["1", "0", None], 3))
    assert list(same_words(pairs)) == pairs


@pytest.mark.parametrize(
    ("given", "by_word", "error"),
    [
        (
            (["a", "x"], ["0", "0"]),
            (False, False),
            "test:7: '1': labelled word 2 is 'x', where ref:4 has 'b'; label the same",
        ),
        ((["a", "-", "x"], ["0", None, "0"]), (True, True), "test:9: '1': labelled word 2 is 'x', where ref:6 has 'b'"),
        ((["a"], ["0"]), (True, True), "test:7: '1': 1 labelled words, where the utterance at ref:4 has 2"),
        ((["a", "b"], ["0", None]), (True, True), "test:7: '1': 1 labelled words, where the utterance at ref:4 has 2"),
    ],
)
def test_other_words(given: tuple[list[str], list[str | None]], by_word: tuple[bool, bool], error: str) -> None:
    pairs = both(Utterance(["a", ",", "b"], ["0", None, "1"], 4), Utterance(*given, 7))
    with pytest.raises(InputError) as caught:
        list(same_words(pairs, by_word))
    assert str(caught.value).startswith(error)


def test_without_lines_the_ids_tell_the_places() -> None:
    pairs = both(Utterance(["a"], ["0"], 0, "rec"), Utterance(["b"], ["0"], 0, "rec"))
    with pytest.raises(InputError) as caught:
        list(same_words(pairs))
    assert str(caught.value).startswith("test: 'rec': labelled word 1 is 'b', where ref: 'rec' has 'a'")


def test_what_has_no_words_is_not_compared() -> None:
    (cases,) = cases_of([Utterance(["a"], ["0"], 1)], "ref")
    silent = Answers(["1"], [(["1"],)])
    failed = Answers(["1"], [UNDEFINED], extras={"expression": [None]})
    assert len(list(same_words([(cases, silent), (cases, failed)]))) == 2


PIECES = st.one_of(
    st.sampled_from(
        [b"a", b"\t", b"0", b"1", b"\n", b"\r\n", b" ", b"|", b"||", b"<file>", b"NA", b"(", b")", b'"', b"NB"]
    ),
    st.sampled_from([b'"ooTextFile" "TextGrid" ', b"0 ", b"1 ", b"<exists> ", b'"IntervalTier" "words" ', b'"x" ']),
    st.sampled_from([b"\0", b"\xff", b"\xff\xfe", b"\xed\xa0\x80", b"\xc3\xa9", b"!", b"1e999 ", b"-1 "]),
)


@pytest.mark.parametrize("name", ["lines", "inline", "helsinki", "festival", "textgrid"])
@given(raw=st.lists(PIECES, max_size=40).map(b"".join) | st.binary(max_size=60))
@settings(max_examples=settings().max_examples * 5)
def test_whatever_is_in_the_file(tmp_path: Path, name: str, raw: bytes) -> None:
    """It is read, a label or None for every token, or there is one error with the file's name."""
    path = tmp_path / "any"
    path.write_bytes(raw)
    said = f"{path}: "
    try:
        for cases in by_name(name).read_cases(path):
            for text, (labels,) in zip(cases.expressions, cases.references, strict=True):
                assert len(text.split()) == len(labels)
    except InputError as error:
        said = str(error)
    assert said.startswith(str(path))
    assert "\n" not in said

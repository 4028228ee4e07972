"""Counts: the rule, the forms of input, what is refused."""

import random
import sys
from array import array

import numpy as np
import pyarrow as pa
import pytest

from murho.core.errors import UsageError
from murho.measures.kernel import EQUAL, SCLITE, Utf8, align, count_text, count_tokens, twin


def column(texts: list[str], kind: pa.DataType) -> Utf8:
    _, offsets, data = pa.array(texts, kind).buffers()
    code = "i" if kind == pa.string() else "q"
    return Utf8(data, memoryview(offsets).cast(code)[: len(texts) + 1])


def test_equal_costs_prefer_hits_to_substitutions():
    """Three edits either way: three substitutions, or one with a deletion, an insertion and a hit."""
    assert [values[0] for values in count_text(["a b c"], ["b x y"])] == [1, 1, 1, 1]
    assert align("abc", "bxy", by_path=True) == "SSS"


def test_of_equal_costs_the_fewest_edits_count():
    """With 4, 3, 3 three substitutions cost what two deletions and two insertions do; sclite may take the second."""
    reference = "wi we wg we wb wd wa wc wc wj wb wb wi wd wh wd wk"
    hypothesis = "wi wh wg we wb wd wa wc wc wc wd wg wh wd wd wk"
    assert [values[0] for values in count_text([reference], [hypothesis], SCLITE)] == [11, 5, 1, 0]
    path = align(reference.split(), hypothesis.split(), SCLITE, by_path=True)
    assert [path.count(code) for code in "=SDI"] == [12, 2, 3, 2]


def test_worked_examples_of_the_source():
    """Two errors of six words each: one deleted, one substituted."""
    counts = count_text(["I want to go to Berlin"] * 2, ["want to go to Bonn", "I wonder go to Berlin"])
    assert [values.tolist() for values in counts] == [[4, 4], [1, 1], [1, 1], [0, 0]]


@pytest.mark.slow
def test_every_white_space_character_separates_and_nothing_else_does():
    """As `str.split()` has it, over all code points: as text, as UTF-8, at the border of what is shared and inside."""
    characters = [chr(c) for c in range(sys.maxunicode + 1)]
    texts = [f"a{c}b" for c in characters]
    words = [len(text.split()) for text in texts]
    assert sum(words) == len(texts) + sum(c.isspace() for c in characters)
    for other in "a b", "a", "zz 😀":
        counts = count_text(texts, [other] * len(texts))
        found = np.array([counts.hits, counts.substitutions, counts.deletions]).sum(axis=0)
        assert found.tolist() == words
        hits = [len({"a", "b"} & set(text.split()) & set(other.split())) for text in texts]
        assert counts.hits.tolist() == hits
    encoded = [text.encode("utf-8", "surrogatepass") for text in texts]
    offsets = array("q", np.cumsum([0, *map(len, encoded)]).tolist())
    nothing = Utf8(b"", array("i", [0]) * len(offsets))
    assert count_text(Utf8(b"".join(encoded), offsets), nothing).deletions.tolist() == words


@pytest.mark.parametrize("length", [1, 15, 16, 17, 31, 61, 62, 63, 64, 65, 127, 128, 129, 1000])
def test_lengths_around_the_blocks(length):
    """A difference at every place of a text, with and without a word after it."""
    text = ("ab " * length)[: length - 1] + "c"
    for wide in "", " é", " ж", " 😀":
        base = text + wide
        changed = [base[:i] + "x" + base[i + 1 :] for i in range(length)]
        counts = count_text([base] * length, changed)
        for i in range(length):
            assert counts.hits[i] + counts.substitutions[i] + counts.deletions[i] == len(base.split())
            assert counts.hits[i] + counts.substitutions[i] + counts.insertions[i] == len(changed[i].split())
            assert counts.substitutions[i] + counts.deletions[i] + counts.insertions[i] in (1, 2)


@pytest.mark.parametrize("words", [62, 63, 64, 65, 128])
def test_sentences_of_as_many_words_as_a_block_has_rows(words):
    """With and without rows to spare, the counts are those of the path; nothing alike at either end to be cut off."""
    drawn = random.Random(words)
    references = [f"r {' '.join(drawn.choices('abcd', k=words - 2))} s" for _ in range(20)]
    hypotheses = [f"h {' '.join(drawn.choices('abcd', k=words - 2 + i % 3))} i" for i in range(20)]
    paths = [align(one.split(), other.split()) for one, other in zip(references, hypotheses, strict=True)]
    counts = count_text(references, hypotheses)
    told = [counts.hits, counts.substitutions, counts.deletions, counts.insertions]
    assert [column.tolist() for column in told] == [[path.count(code) for path in paths] for code in "=SDI"]


def test_long_words_are_told_apart():
    words = ["x" * n + c for n in (6, 7, 8, 15, 16, 17, 40) for c in ("", "y", "z", "\0")]
    counts = count_text([word for word in words for _ in words], words * len(words))
    assert counts.hits.tolist() == [int(a == b) for a in words for b in words]
    text = " ".join(words * 4)
    assert count_text([text], [text.replace("y ", "q ")]).substitutions.tolist() == [text.count("y ")]


def test_empty_sides():
    counts = count_text(["", " \t", "a b", "\u2003", ""], ["", "", "", "c", "d e"])
    assert counts.deletions.tolist() == [0, 0, 2, 0, 0]
    assert counts.insertions.tolist() == [0, 0, 0, 1, 2]
    assert [values.tolist() for values in count_text([], [])] == [[], [], [], []]
    assert count_tokens([[], ()], [["a"], []]).insertions.tolist() == [1, 0]


def test_surrogates_nul_and_case():
    counts = count_text(["\ud800 a", "a\0b c", "Ja", "e\u0301"], ["\ud801 a", "a\0c c", "ja", "é"])
    assert counts.hits.tolist() == [1, 1, 0, 0]


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string()])
def test_arrow_columns(kind):
    references = ["nach köln", "", "一 二", "ja"] * 700
    hypotheses = ["nach bonn", "äh", "一 三", "ja"] * 700
    expected = count_text(references, hypotheses)
    assert count_text(column(references, kind), column(hypotheses, kind)) == expected
    assert count_text(column(references, kind), column(hypotheses, pa.string()), threads=2) == expected
    empty = Utf8(b"", array("i"))
    assert len(count_text(empty, empty).hits) == 0


def test_bytes_that_are_not_utf8_are_words():
    def one(text: bytes) -> Utf8:
        return Utf8(text, array("i", [0, len(text)]))

    counts = count_text(one(b"\xff \xe2\x80 \x80 b"), one(b"\xff \xe2\x80\x80 b"))
    assert [values[0] for values in counts] == [2, 0, 2, 0]  # U+2000 separates; in two pieces it is two words


def test_numpy_sees_the_counts_without_a_copy():
    counts = count_text(["a b", "c"], ["a", "c d"])
    assert np.frombuffer(counts.hits, np.int32).tolist() == [1, 1]
    np.frombuffer(counts.hits, np.int32)[0] = 7
    assert counts.hits[0] == 7


def test_threads_give_the_same():
    references = [f"w{i % 7} a b {'c ' * (i % 90)}" for i in range(5000)]
    hypotheses = [f"w{i % 5} a c {'c b ' * (i % 40)}" for i in range(5000)]
    assert count_text(references, hypotheses, threads=3) == count_text(references, hypotheses)
    r, h = [t.split() for t in references], [t.split() for t in hypotheses]
    assert count_tokens(r, h, threads=3) == count_text(references, hypotheses)


def test_tokens_are_equal_where_python_says_so():
    nan = float("nan")
    counts = count_tokens([[1, "a", (2, 3), nan, None]], [[True, "b", (2, 3), nan, 0]])
    assert [values[0] for values in counts] == [3, 2, 0, 0]
    assert count_tokens(["bonn", list("bonn")], ["born", "born"]).hits.tolist() == [3, 3]


def test_proportional_costs_are_the_same_costs():
    """Insertions less deletions are given by the lengths, so only their sum weighs."""
    references, hypotheses = ["a b c d", "a a b"], ["b x c", "c b a a d"]
    for equal in (7, 7, 7), (2, 1, 3), (2, 3, 1):
        assert count_text(references, hypotheses, equal) == count_text(references, hypotheses, EQUAL)
    assert count_text(references, hypotheses, (8, 5, 7)) == count_text(references, hypotheses, SCLITE)


def test_large_costs_on_long_sequences():
    kinds = list(range(40))
    r, h = kinds * 80, kinds[::-1] * 80
    counts = count_tokens([r], [h], (10**6, 999_999, 10**6))
    assert counts.hits[0] + counts.substitutions[0] + counts.deletions[0] == len(r)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: count_text(["a"], []), "1 references and 0 hypotheses"),
        (lambda: count_text("a b", "a b"), "one text by itself"),
        (lambda: count_text(["a"], ["a"], (0, 1, 1)), "three integers from 1"),
        (lambda: count_text(["a"], ["a"], (1, 1, 1.5)), "three integers from 1"),
        (lambda: count_text(["a"], ["a"], (1, 1)), "three integers from 1"),
        (lambda: count_text(["a"], ["a"], (1, 1, 10**7)), "three integers from 1"),
        (lambda: count_text(["a"], ["a"], threads=0), "at least 1"),
        (lambda: count_text(column(["a"], pa.string()), ["a"]), "in the same form"),
        (lambda: align(["a"], ["a"], (1, -1, 1)), "three integers from 1"),
    ],
)
def test_wrong_calls(call, message):
    with pytest.raises(UsageError, match=message):
        call()


def test_the_twin_too_names_what_is_no_text():
    counts = [array("i", [0, 0]) for _ in range(4)]
    with pytest.raises(TypeError, match=r"hypotheses\[1\] is NoneType, not str"):
        twin.count_strings(["a b", "b"], ["a", None], EQUAL, 0, 2, *counts)
    assert [column[0] for column in counts] == [1, 0, 1, 0]


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: count_text(["a", "b"], ["a", None]), TypeError, r"hypotheses\[1\] is NoneType, not str"),
        (lambda: count_text(["a", b"b"], ["a", "b"]), TypeError, r"references\[1\] is bytes, not str"),
        (lambda: count_tokens([3], [[]]), TypeError, r"references\[0\] is int, not a sequence"),
        (lambda: count_tokens([[[]]], [[]]), TypeError, "unhashable"),
        (lambda: count_text(Utf8(b"ab", array("i", [0, 3])), Utf8(b"", array("i", [0, 0]))), ValueError, "offsets"),
        (lambda: count_text(Utf8(b"ab", array("i", [1, 0])), Utf8(b"", array("i", [0, 0]))), ValueError, "offsets"),
        (lambda: count_text(Utf8(b"ab", array("q", [-1, 0])), Utf8(b"", array("i", [0, 0]))), ValueError, "offsets"),
    ],
)
def test_what_is_not_text_or_tokens(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_the_same_number_whatever_the_list_becomes_meanwhile():
    """A token whose comparison empties the list it stands in: an error or a count, no crash."""

    class Spoiler(str):
        def __hash__(self):
            return hash("a")

        def __eq__(self, other):
            tokens.clear()
            references.clear()
            return False

    tokens = ["a", Spoiler("a"), "b"]
    references = [tokens, tokens]
    with pytest.raises((IndexError, RuntimeError)):
        count_tokens(references, [["a"], ["a"]])


def test_the_twin_refuses_what_it_cannot_count() -> None:
    """As the compiled implementation does, with the place of what is wrong."""
    columns = [array("i", [0]) for _ in range(4)]
    with pytest.raises(TypeError, match=r"^hypotheses\[0\] is int, not a sequence of tokens$"):
        twin.count_sequences([["a"]], [3], EQUAL, 0, 1, *columns)  # type: ignore[list-item]
    short = Utf8(b"ab", array("i", [0, 2]))
    long = Utf8(b"ab", array("i", [0, 3]))
    with pytest.raises(ValueError, match=r"^hypotheses\[0\]: bytes 0 to 3 of 2; offsets must not decrease"):
        twin.count_utf8(short, long, EQUAL, 0, 1, *columns)

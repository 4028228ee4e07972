"""Importance by complexity: compressed length, and the size of the correct meanings."""

import zlib

import pytest

from murho.core.case import Cases
from murho.weighting import information, semantic
from murho.weighting.complexity import leaves

TEXTS = ["", "a", "no no no no no no no no no no", "renew the atlas by Sunday, or pay", "Zoë \ud800"]
CASES = Cases([str(i) for i in range(len(TEXTS))], TEXTS, [()] * len(TEXTS))


@pytest.mark.parametrize("codec", ["zlib", "zstd"])
def test_more_to_say_weighs_more(codec: str) -> None:
    empty, letter, repeated, sentence, odd = information(codec).weigh(CASES).tolist()
    assert 0 == empty < letter < repeated < sentence == 1
    assert 0 < odd < 1


def test_the_length_is_that_of_raw_deflate_beyond_the_empty_text() -> None:
    def size(text: str) -> int:
        return len(zlib.compress(text.encode("utf-8", "surrogatepass"), 9)) - len(zlib.compress(b"", 9))

    assert information().weigh(CASES).tolist() == [size(text) / size(TEXTS[3]) for text in TEXTS]


MEANT = [(), ("m",), ({"act": "renew", "items": [1, 2]},), (["a:1", "b:2"], ["a:1"]), ("go to the desk", None)]


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        ("leaves", [0, 1, 3, 3, 2]),
        ("units", [0, 1, 2, 3, 2]),
        ("words", [0, 1, 3, 3, 5]),
        ("meanings", [0, 1, 1, 2, 2]),
    ],
)
def test_the_size_of_all_correct_meanings_over_the_largest(size: str, expected: list[int]) -> None:
    cases = Cases(list("12345"), [""] * 5, MEANT)
    assert semantic(size).weigh(cases).tolist() == [n / max(expected) for n in expected]


@pytest.mark.parametrize(("meaning", "n"), [("a", 1), (None, 1), ([], 0), ({}, 0), ({"a": [1, {"b": [2, 3]}]}, 3)])
def test_leaves(meaning: object, n: int) -> None:
    assert leaves(meaning) == n


@pytest.mark.parametrize("weighting", [information(), semantic()])
def test_nothing_to_weigh(weighting: information | semantic) -> None:
    assert weighting.weigh(Cases([], [], [])).tolist() == []
    assert weighting.weigh(Cases(["1"], [""], [()])).tolist() == [0.0]

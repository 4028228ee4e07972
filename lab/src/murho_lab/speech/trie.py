"""The n-grams of a language model in pocketsphinx's binary form, all of them: of words, pairs and triples.

pocketsphinx tells how probable a word is after others, but not which n-grams its model has; what it writes as ARPA is
damaged (5.0.4 ends by SIGSEGV). The file is a trie by the last word: behind each word the words before it, and behind
each pair those before them, packed bit by bit, with probabilities and back-off weights as numbers of a table of 65,536.
"""

from math import log10
from os import PathLike
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from murho.core.errors import InputError

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
ORDER = 3
_HEAD = b"Trie Language Model" + bytes([ORDER])
_TABLE = 1 << 16
_BASE = log10(1.0001)
"""Of the logarithms in the file."""
_WORD = np.dtype([("probability", "<f4"), ("lost", "<f4"), ("begin", "<u4")])


class Grams(NamedTuple):
    """N-grams of one length."""

    words: Ints
    """(n-grams, length): numbers of words, in the order in which they are said."""
    logarithms: Floats
    """(n-grams,): of the probability of the last word after the others, to base 10."""
    lost: Floats
    """(n-grams,): logarithms of the back-off weights, to base 10; 0 for the longest."""


class Trie(NamedTuple):
    """A model of three words."""

    words: list[str]
    alone: Grams
    pairs: Grams
    triples: Grams


def read(path: str | PathLike[str]) -> Trie:
    """The model of a file.

    Raises:
        InputError: it is none, not of three words, damaged, or cut short.
    """
    try:
        raw = np.fromfile(path, np.uint8)
        return _trie(raw)
    except (OSError, ValueError, IndexError) as error:
        todo = "name a language model of three words in pocketsphinx's binary form"
        raise InputError(f"no such model ({error})", todo, path=str(path)) from None


def is_trie(path: str | PathLike[str]) -> bool:
    """Whether a file begins like such a model."""
    with open(path, "rb") as file:
        return file.read(len(_HEAD)) == _HEAD


def _trie(raw: NDArray[np.uint8]) -> Trie:
    def taken(size: int) -> NDArray[np.uint8]:
        nonlocal raw
        if len(raw) < size:
            raise ValueError("it is cut short")
        part, raw = raw[:size], raw[size:]
        return part.copy()

    if bytes(taken(len(_HEAD))) != _HEAD:
        raise ValueError("its head is another")
    words, pairs, triples = taken(4 * ORDER).view("<u4").tolist()
    taken(4)  # what was the kind of tables once
    tables = taken(3 * 4 * _TABLE).view("<f4").reshape(3, _TABLE).astype(np.float64) * _BASE
    alone = taken(_WORD.itemsize * (words + 1)).view(_WORD)
    widths = [words.bit_length(), 16, 16, triples.bit_length()]
    packed = taken(_size(pairs, sum(widths)))
    # Fewer pairs than announced may be there; behind the last is where its triples end.
    last = _owners(alone["begin"].astype(np.int64), pairs, "pairs")
    there = int(alone["begin"][-1])
    before, lost, value, begin = _unpacked(packed, there + 1, widths)
    said = np.column_stack([before[:-1], last])
    middle = _owners(begin, triples, "triples")
    first, last_value = _unpacked(taken(_size(triples, sum(widths[:2]))), len(middle), widths[:2])
    names = bytes(taken(int(taken(4).view("<u4")[0]))).decode().split("\0")[:-1]
    if len(names) != words:
        raise ValueError(f"{len(names)} words where {words} are announced")
    return Trie(
        names,
        Grams(np.arange(words)[:, None], *(alone[field][:-1].astype(np.float64) * _BASE for field in _WORD.names[:2])),  # type: ignore[index]
        Grams(said, tables[0][value[:-1]], tables[1][lost[:-1]]),
        Grams(np.column_stack([first, said[middle]]), tables[2][last_value], np.zeros(len(middle))),
    )


def _owners(begin: Ints, announced: int, what: str) -> Ints:
    """Whose each entry of the next level is, given where those of each begin, and where the last ones end."""
    if begin[-1] > announced:  # looked at first: a damaged number would ask for more memory than there is
        raise ValueError(f"more {what} than announced")
    return np.repeat(np.arange(len(begin) - 1), begin[1:] - begin[:-1])


def _size(entries: int, width: int) -> int:
    """Bytes of so many entries of some bits each: one more follows them, and eight bytes that nothing is read from."""
    return ((1 + entries) * width + 7) // 8 + 8


def _unpacked(packed: NDArray[np.uint8], entries: int, widths: list[int]) -> list[Ints]:
    """The fields of entries that follow each other without gaps, the lowest bits first."""
    at = np.arange(entries, dtype=np.int64) * sum(widths)
    results = []
    for width in widths:
        # A field has no more than 25 bits, so that with those before it in its first byte it is in 4 or 5 bytes.
        value = sum(packed[(at >> 3) + byte].astype(np.int64) << (8 * byte) for byte in range(5))
        results.append((value >> (at & 7)) & ((1 << width) - 1))
        at = at + width
    return results

"""The kernel in plain Python: the same functions as the compiled module, slower, and the oracle it is tested against.

Dynamic programming over the whole grid, nothing trimmed, banded or clever. A weight is one integer that orders by cost,
then edits, then substitutions: `(cost·u + edits)·u + substitutions` with `u` above every number of edits.

>>> align("i want to go to berlin".split(), "want to go to bonn".split(), (1, 1, 1))
'D====S'
"""

from collections import deque
from collections.abc import Hashable, Iterator, MutableSequence, Sequence
from typing import Any

Costs = tuple[int, int, int]
Tokens = Sequence[Hashable]
Array = MutableSequence[int]


def count_strings(
    references: Sequence[str], hypotheses: Sequence[str], costs: Costs, start: int, stop: int, *counts: Array
) -> None:
    """Count pairs `start` to `stop` of strings into four arrays: hits, substitutions, deletions, insertions."""
    for i in range(start, stop):
        for side, text in (("references", references[i]), ("hypotheses", hypotheses[i])):
            if not isinstance(text, str):
                raise TypeError(f"{side}[{i}] is {type(text).__name__}, not str")
        _store(i, _count(references[i].split(), hypotheses[i].split(), costs), counts)


def count_utf8(
    references: tuple[Any, Any], hypotheses: tuple[Any, Any], costs: Costs, start: int, stop: int, *counts: Array
) -> None:
    """The same of UTF-8 texts given as bytes and offsets; bytes that are not UTF-8 are compared as they are."""
    sides = {"references": references, "hypotheses": hypotheses}
    for i in range(start, stop):
        words = []
        for side, (data, offsets) in sides.items():
            whole, at = memoryview(data).cast("B"), memoryview(offsets)
            if not 0 <= at[i] <= at[i + 1] <= len(whole):
                raise ValueError(
                    f"{side}[{i}]: bytes {at[i]} to {at[i + 1]} of {len(whole)}; "
                    "offsets must not decrease or leave the data"
                )
            words.append(bytes(whole[at[i] : at[i + 1]]).decode("utf-8", "surrogateescape").split())
        _store(i, _count(words[0], words[1], costs), counts)


def count_sequences(
    references: Sequence[Tokens], hypotheses: Sequence[Tokens], costs: Costs, start: int, stop: int, *counts: Array
) -> None:
    """The same of sequences of hashable tokens; a string is the sequence of its characters."""
    for i in range(start, stop):
        for side, tokens in (("references", references[i]), ("hypotheses", hypotheses[i])):
            if not hasattr(tokens, "__iter__"):
                raise TypeError(f"{side}[{i}] is {type(tokens).__name__}, not a sequence of tokens")
        _store(i, _count(*_numbered(references[i], hypotheses[i]), costs), counts)


def align(reference: Tokens, hypothesis: Tokens, costs: Costs) -> str:
    """The operations of the best alignment, `=` `S` `D` `I`, that pairs as early as it can, else deletes before inserts."""
    r, h = _numbered(reference, hypothesis)
    best = list(_rows(r, h, costs))[::-1]
    sub, _, delete = _weights(len(r) + len(h) + 1, costs)
    i = j = 0
    path = ""
    while i < len(r) or j < len(h):
        pairs = i < len(r) and j < len(h)
        if pairs and best[i][j] == best[i + 1][j + 1] + (0 if r[i] == h[j] else sub):
            path += "=" if r[i] == h[j] else "S"
            i, j = i + 1, j + 1
        elif i < len(r) and best[i][j] == best[i + 1][j] + delete:
            path += "D"
            i += 1
        else:
            path += "I"
            j += 1
    return path


def _weights(unit: int, costs: Costs) -> tuple[int, int, int]:
    sub, ins, delete = costs
    return (sub * unit + 1) * unit + 1, (ins * unit + 1) * unit, (delete * unit + 1) * unit


def _rows(r: Sequence[Hashable], h: Sequence[Hashable], costs: Costs) -> Iterator[list[int]]:
    """For i from len(r) down to 0 the least weights of r[i:] against h[j:], j from 0 to len(h)."""
    sub, insert, delete = _weights(len(r) + len(h) + 1, costs)
    row = [insert * left for left in range(len(h), -1, -1)]
    yield row
    for token in reversed(r):
        below, row = row, [0] * len(h) + [row[-1] + delete]
        for j in range(len(h) - 1, -1, -1):
            pair = below[j + 1] if token == h[j] else below[j + 1] + sub
            row[j] = min(pair, below[j] + delete, row[j + 1] + insert)
        yield row


def _count(r: Sequence[Hashable], h: Sequence[Hashable], costs: Costs) -> tuple[int, int, int, int]:
    """Hits, substitutions, deletions, insertions; insertions less deletions is the difference of the lengths."""
    unit = len(r) + len(h) + 1
    weight = deque(_rows(r, h, costs), maxlen=1)[0][0]
    edits, substitutions = weight // unit % unit, weight % unit
    deletions = (edits - substitutions + len(r) - len(h)) // 2
    return len(r) - substitutions - deletions, substitutions, deletions, edits - substitutions - deletions


def _numbered(reference: Tokens, hypothesis: Tokens) -> tuple[list[int], list[int]]:
    known: dict[Hashable, int] = {}
    r, h = ([known.setdefault(token, len(known)) for token in tokens] for tokens in (reference, hypothesis))
    return r, h


def _store(i: int, values: tuple[int, ...], counts: tuple[Array, ...]) -> None:
    for array, value in zip(counts, values, strict=True):
        array[i] = value

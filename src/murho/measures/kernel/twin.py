"""The kernel in plain Python: the same functions as the compiled module, slower, and the oracle it is tested against.

Dynamic programming over the whole grid, nothing trimmed, banded or clever. A weight is one integer that orders by cost,
then edits, then substitutions: `(cost·u + edits)·u + substitutions` with `u` above every number of edits.

>>> align("i want to go to berlin".split(), "want to go to bonn".split(), (1, 1, 1), False)
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
    """Count pairs `start` to `stop` of UTF-8 texts, given as bytes and offsets, as `count_strings` does.

    Bytes that are not UTF-8 are compared as they are.
    """
    sides = {"references": references, "hypotheses": hypotheses}
    for i in range(start, stop):
        words = []
        for side, (data, offsets) in sides.items():
            buffer, at = memoryview(data).cast("B"), memoryview(offsets)
            if not 0 <= at[i] <= at[i + 1] <= len(buffer):
                raise ValueError(
                    f"{side}[{i}]: bytes {at[i]} to {at[i + 1]} of {len(buffer)}; "
                    "offsets must not decrease or leave the data"
                )
            words.append(bytes(buffer[at[i] : at[i + 1]]).decode("utf-8", "surrogateescape").split())
        _store(i, _count(words[0], words[1], costs), counts)


def count_sequences(
    references: Sequence[Tokens], hypotheses: Sequence[Tokens], costs: Costs, start: int, stop: int, *counts: Array
) -> None:
    """Count pairs `start` to `stop` of sequences of hashable tokens; a string is the sequence of its characters."""
    for i in range(start, stop):
        for side, tokens in (("references", references[i]), ("hypotheses", hypotheses[i])):
            if not hasattr(tokens, "__iter__"):
                raise TypeError(f"{side}[{i}] is {type(tokens).__name__}, not a sequence of tokens")
        _store(i, _count(references[i], hypotheses[i], costs), counts)


def align(reference: Tokens, hypothesis: Tokens, costs: Costs, by_path: bool) -> str:
    """The operations of a best alignment, `=` `S` `D` `I`: going back from the end, pair, else insert, else delete."""
    r, h = _numbered(reference, hypothesis)
    # By path, as sclite does it, nothing but the costs and the order of looking back tells alignments apart.
    least = list(_rows(r, h, costs if by_path else _weights(r, h, costs)))
    sub, insert, _ = costs if by_path else _weights(r, h, costs)
    i, j, path = len(r), len(h), ""
    while i or j:
        if i and j and least[i][j] == least[i - 1][j - 1] + (0 if r[i - 1] == h[j - 1] else sub):
            path += "=" if r[i - 1] == h[j - 1] else "S"
            i, j = i - 1, j - 1
        elif j and least[i][j] == least[i][j - 1] + insert:
            path += "I"
            j -= 1
        else:
            path += "D"
            i -= 1
    return path[::-1]


def _unit(r: Tokens, h: Tokens) -> int:
    return len(r) + len(h) + 1


def _weights(r: Tokens, h: Tokens, costs: Costs) -> Costs:
    """What costs (sub, ins, del) are as weights, which order by cost, then edits, then substitutions."""
    u = _unit(r, h)
    sub, insert, delete = costs
    return (sub * u + 1) * u + 1, (insert * u + 1) * u, (delete * u + 1) * u


def _rows(r: Sequence[int], h: Sequence[int], weights: Costs) -> Iterator[list[int]]:
    """The least weights of r[:i] against h[:j], a row with all j from 0 to len(h) for each i from 0 to len(r)."""
    sub, insert, delete = weights
    row = [insert * j for j in range(len(h) + 1)]
    yield row
    for token in r:
        above, row = row, [row[0] + delete]
        for j, other in enumerate(h):
            pair = above[j] if token == other else above[j] + sub
            row.append(min(pair, above[j + 1] + delete, row[j] + insert))
        yield row


def _count(r: Tokens, h: Tokens, costs: Costs) -> tuple[int, int, int, int]:
    """Hits, substitutions, deletions, insertions; deletions less insertions is the difference of the lengths."""
    r, h = _numbered(r, h)
    weight, u = deque(_rows(r, h, _weights(r, h, costs)), maxlen=1)[0][-1], _unit(r, h)
    edits, substitutions = weight // u % u, weight % u
    deletions = (edits - substitutions + len(r) - len(h)) // 2
    return len(r) - substitutions - deletions, substitutions, deletions, edits - substitutions - deletions


def _numbered(reference: Tokens, hypothesis: Tokens) -> tuple[list[int], list[int]]:
    """The tokens as numbers, the same for what a dictionary takes to be the same."""
    known: dict[Hashable, int] = {}
    r, h = ([known.setdefault(token, len(known)) for token in tokens] for tokens in (reference, hypothesis))
    return r, h


def _store(i: int, values: tuple[int, ...], counts: tuple[Array, ...]) -> None:
    for array, value in zip(counts, values, strict=True):
        array[i] = value

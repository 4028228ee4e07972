"""Alignment: how many units were hit, substituted, deleted, inserted.

An alignment pairs units of the reference with units of the hypothesis, in order: a pair of equals is a hit, of others a
substitution; what stays alone is a deletion (reference) or an insertion (hypothesis). Each edit has a cost. Of all
alignments of a pair the counts are taken from the one with

    the least cost, then the fewest edits, then the fewest substitutions,

and this makes them unique: with the lengths of both sides, edits and substitutions give the deletions and insertions.
With equal costs, `EQUAL`, the least cost is the fewest edits, so this is Levenshtein's distance with the fewest
substitutions, that is, the most hits. With costs (4, 3, 3), `SCLITE`, it gives the counts of NIST's
sclite on all but contrived pairs (below). Other tools take whichever alignment they meet first, so with the same total
they split it otherwise.

>>> counts = count_text(["i want to go to berlin", ""], ["want to go to bonn", "uh"])
>>> counts.substitutions.tolist(), counts.deletions.tolist(), counts.insertions.tolist(), counts.hits.tolist()
([1, 0], [1, 0], [0, 1], [4, 0])

Several alignments can have these counts. `align` gives one of them, always the same: going back from the end it pairs
where it can, else inserts, else deletes.

>>> align("to go to berlin".split(), "to to bonn hauptbahnhof".split())
'=D=IS'

That is the order of sclite, which has no other rule beyond the least cost: `align(..., SCLITE, by_path=True)` is its
alignment to the letter. Three substitutions cost it what two deletions and two insertions cost, and following the path
it may take the latter, so that it counts an edit more: of 20,000 made-up pairs in 6 over a vocabulary of twelve words,
in none over one of 5,000.

Units that weigh differently are summed over such a path: the counts do not tell which words were lost.

There are two implementations with the same results: `IMPLEMENTATION` is "compiled" or "python". The second is the
oracle of the first and serves where the extension could not be compiled; MURHO_KERNEL=python in the environment asks
for it.
"""

import os
from array import array
from collections.abc import Callable, Hashable, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

from murho.core.errors import UsageError

ERRORS = ("substitutions", "deletions", "insertions")
UNITS = ("hits", "substitutions", "deletions")
"""Those of the reference."""
CRITERIA = {"correct": (("hits",), UNITS), "match_errors": (ERRORS, (*ERRORS, "hits"))}
"""What is reported besides, in per cent: by name the counts that add up to the part, and to the whole."""


__all__ = ["EQUAL", "IMPLEMENTATION", "SCLITE", "Costs", "Counts", "Utf8", "align", "count_text", "count_tokens"]

Costs = tuple[int, int, int]
"""Costs of a substitution, an insertion, a deletion: integers from 1 to 1,000,000."""
EQUAL: Costs = (1, 1, 1)
SCLITE: Costs = (4, 3, 3)


class Utf8(NamedTuple):
    """A column of texts as Arrow keeps it: UTF-8 bytes, and one offset (32 or 64 bits) more than there are texts.

    >>> import pyarrow as pa
    >>> def column(texts: list[str]) -> Utf8:
    ...     _, offsets, data = pa.array(texts, pa.string()).buffers()
    ...     return Utf8(data, memoryview(offsets).cast("i")[: len(texts) + 1])
    >>> count_text(column(["nach köln", "ja"]), column(["nach bonn", "ja"])).hits.tolist()
    [1, 1]
    """

    data: Any
    offsets: Any


class Counts(NamedTuple):
    """Per pair, 32-bit integers; `numpy.frombuffer(counts.hits, numpy.int32)` sees them without a copy."""

    hits: "array[int]"
    substitutions: "array[int]"
    deletions: "array[int]"
    insertions: "array[int]"


def _load() -> tuple[str, ModuleType]:
    wanted = os.environ.get("MURHO_KERNEL")
    if wanted != "python":
        try:
            return "compiled", import_module("murho.measures.kernel._kernel")
        except ImportError:
            if wanted == "compiled":
                raise
    return "python", import_module("murho.measures.kernel.twin")


IMPLEMENTATION, _kernel = _load()


def count_text(
    references: Sequence[str] | Utf8, hypotheses: Sequence[str] | Utf8, costs: Costs = EQUAL, threads: int = 1
) -> Counts:
    r"""Counts over words, split at white space as `str.split()` does.

    Both sides are sequences of strings, or both `Utf8` columns; in these, bytes that are not valid UTF-8 are compared
    as they stand and separate nothing. Raises UsageError where the sides do not fit each other or the costs are none,
    TypeError for what is not a string. The work is shared by `threads` threads.

    >>> count_text(["one\u2003two"], ["one two"]).hits.tolist()
    [2]
    """
    if isinstance(references, Utf8) and isinstance(hypotheses, Utf8):
        pairs = _same_length(*(max(0, len(memoryview(side.offsets)) - 1) for side in (references, hypotheses)))
        return _count(_kernel.count_utf8, references, hypotheses, pairs, costs, threads)
    if isinstance(references, Utf8) or isinstance(hypotheses, Utf8):
        raise UsageError("one side is a Utf8 column and one is not; give both in the same form")
    return _count_sequences(_kernel.count_strings, references, hypotheses, costs, threads)


def count_tokens(
    references: Sequence[Sequence[Hashable]],
    hypotheses: Sequence[Sequence[Hashable]],
    costs: Costs = EQUAL,
    threads: int = 1,
) -> Counts:
    """Counts over tokens: anything hashable, equal where `==` says so; a string is the sequence of its characters.

    >>> count_tokens([["goalcity:Bonn"], "bonn"], [["goalcity:Berlin"], "born"]).substitutions.tolist()
    [1, 1]
    """
    return _count_sequences(_kernel.count_sequences, references, hypotheses, costs, threads)


def align(
    reference: Sequence[Hashable], hypothesis: Sequence[Hashable], costs: Costs = EQUAL, *, by_path: bool = False
) -> str:
    """The operations from reference to hypothesis, a character each: `=` hit, `S`, `D`, `I`.

    They have the counts that `count_tokens` gives, unless `by_path` asks that alignments of equal cost be told apart by
    the order of pairing, inserting and deleting alone, as sclite does.

    >>> align(["ja"], ["nein", "ja"]), align("bonn", "born"), align([], [])
    ('I=', '==S=', '')
    """
    path: str = _kernel.align(reference, hypothesis, _checked(costs), by_path)
    return path


def _count_sequences(
    count: Callable[..., None], references: Sequence[Any], hypotheses: Sequence[Any], costs: Costs, threads: int
) -> Counts:
    for side in references, hypotheses:
        if isinstance(side, str | bytes):
            raise UsageError(f"one text by itself: {side[:40]!r}; give a list of them")
    r, h = (side if isinstance(side, list | tuple) else list(side) for side in (references, hypotheses))
    return _count(count, r, h, _same_length(len(r), len(h)), costs, threads)


def _count(count: Callable[..., None], r: object, h: object, pairs: int, costs: Costs, threads: int) -> Counts:
    if threads < 1:
        raise UsageError(f"threads={threads}; at least 1 is needed")
    _checked(costs)
    counts = Counts(*(array("i", [0]) * pairs for _ in Counts._fields))
    if threads == 1 or pairs < 2 * threads:  # too little to share out
        count(r, h, costs, 0, pairs, *counts)
        return counts
    from concurrent.futures import ThreadPoolExecutor

    parts = 8 * threads  # more than threads, for parts differ in work
    cuts = [pairs * k // parts for k in range(parts + 1)]
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(lambda start, stop: count(r, h, costs, start, stop, *counts), cuts, cuts[1:]))
    return counts


def _same_length(references: int, hypotheses: int) -> int:
    if references != hypotheses:
        raise UsageError(f"{references} references and {hypotheses} hypotheses; give one hypothesis for each reference")
    return references


def _checked(costs: Costs) -> Costs:
    if len(costs) != 3 or not all(isinstance(cost, int) and 1 <= cost <= 1_000_000 for cost in costs):
        raise UsageError(f"costs {costs}; give three integers from 1 to 1,000,000: substitution, insertion, deletion")
    return costs

"""Words: word errors of two columns of texts, straight from the texts to the figure.

>>> result = words(["i want to go to berlin", "no"], ["want to go to bonn", "no no"])
>>> result.value, result.counts["substitutions"], result.counts["insertions"], result.low < result.value < result.high
(0.42857142857142855, 1, 1, True)
>>> result.judgements.loss.tolist(), result.judgements.units.tolist()
([2, 1], [6, 1])

Columns are lists of strings, or string columns of Arrow, Polars or pandas, which are read where they stand. Everything
that `murho score words` can do is there as an option; what needs more than counting takes the general way of
`murho.score`, with the same result.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from murho.core.case import Cases
from murho.core.errors import UsageError
from murho.core.importance import checked
from murho.core.judgement import Judgements
from murho.measures import measure as measure_named
from murho.measures.alignment import EQUAL, Costs, Counts, Utf8, count_texts
from murho.measures.configuring import configured
from murho.pipeline.scoring.arrays import score
from murho.pipeline.scoring.as_lists import as_list, columns_of, one_each, refuse_other_order
from murho.pipeline.scoring.book import Book
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.scoring.score import Score


def words(
    references: Any,
    hypotheses: Any,
    *,
    costs: str | Costs = "equal",
    normalize: str = "",
    sample_weight: ArrayLike | None = None,
    clusters: Any = None,
    level: float = 0.95,
    method: str = "auto",
    threads: int = 1,
    **options: Any,
) -> Score:
    """Word errors of hypotheses against references, one of each for every case; or of one text against one.

    A hypothesis of None is ⊥: all words of its reference are deleted, and it is counted as undefined. `sample_weight`
    is ρ, each in [0,1]; `clusters` name what belongs together. The result has `.value`, `.interval`, `.counts`, and
    `.judgements` with the counts of every case as columns. What else is named is an option of `words`: `split="cjk"`.
    Raises UsageError where the columns differ in length, or there is no such option.
    """
    plain = measure_named("words")
    measure = configured(plain, {"costs": costs, "normalize": normalize, **options})
    references, hypotheses = one_each(references, hypotheses, "hypotheses")
    counts = None if measure != plain or method == "bootstrap" else _counted(references, hypotheses, threads)
    if counts is None:
        return score(measure, references, hypotheses, sample_weight, clusters=clusters, level=level, method=method)
    beside = {"sample_weight": sample_weight, "clusters": clusters}
    refuse_other_order({"references": references, "hypotheses": hypotheses, **beside})
    weights = None if sample_weight is None else as_list(sample_weight, "sample_weight")
    groups = None if clusters is None else as_list(clusters, "clusters")
    columns = {name: getattr(counts, name) for name in ("substitutions", "deletions", "insertions", "hits", "units")}
    judged = Judgements.of(counts.errors, columns["units"], columns)
    rho = np.ones(len(judged)) if weights is None else checked(weights)
    if len(rho) != len(judged) or (groups is not None and len(groups) != len(judged)):
        raise UsageError(f"{len(judged)} references, but as many weights or clusters are needed")
    book = Book(measure, Reading(level=level, method=method, criteria=False))
    nothing: Sequence[Any] = range(len(judged))
    book.add(Cases(nothing, nothing, nothing, groups), judged, weights=rho)
    return replace(book.score(), judgements=judged)


def _counted(references: Any, hypotheses: Any, threads: int) -> Counts | None:
    """The counts; None where a column holds anything but texts, which the kernel finds out as it goes."""
    right, said = as_texts(references), as_texts(hypotheses)
    if right is None or said is None:
        return None
    if isinstance(right, Utf8) != isinstance(said, Utf8):  # the kernel wants both sides in one form
        right, said = as_list(references, "references"), as_list(hypotheses, "hypotheses")
    try:
        return count_texts(right, said, EQUAL, threads)
    except TypeError:
        return None


def as_texts(column: Any) -> list[Any] | Utf8 | None:
    """A column as the kernel reads it, without a copy where it can: a list, or the bytes of an Arrow column."""
    if isinstance(column, list):
        return column
    if columns_of(column) is not None:
        return None
    if hasattr(column, "__arrow_c_stream__") or type(column).__module__.partition(".")[0] == "pyarrow":
        return _arrow(column)
    return as_list(column, "a column of texts")


def _arrow(column: Any) -> Utf8 | None:
    """The bytes and offsets of an Arrow string column without nulls."""
    import pyarrow as pa

    array = column if isinstance(column, pa.Array) else pa.chunked_array(column).combine_chunks()
    if isinstance(array, pa.ChunkedArray):
        array = array.combine_chunks()
    if pa.types.is_string_view(array.type):
        array = array.cast(pa.large_string())
    if array.null_count or not (pa.types.is_string(array.type) or pa.types.is_large_string(array.type)):
        return None
    _, offsets, data = array.buffers()
    whole = memoryview(offsets).cast("i") if pa.types.is_string(array.type) else memoryview(offsets).cast("q")
    places = whole[array.offset : array.offset + len(array) + 1]
    return Utf8(data if data is not None else b"", places)

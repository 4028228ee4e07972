"""Labels and words of two Parquet files, judged column by column: no object is made for each case.

It takes what is usual: files of single texts in one order, under `labels` or `words` as they are, weighed as the cases
say. Whatever is not is left to the general way, which is its oracle: the book is the same, to the last digit.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from murho.core.case import IN_TEXTS, Cases
from murho.core.columns import Coded
from murho.core.judgement import Judgements
from murho.core.ledger import NO_VALUE
from murho.formats import by_name
from murho.formats.arrow import from_arrow
from murho.formats.opening import Path
from murho.formats.parquet import Texts, UnusualError, id_hashes
from murho.formats.unique import any_twice
from murho.measures import Measure
from murho.measures import measure as measure_named
from murho.measures.labels import FAILED
from murho.pipeline.scoring.as_lists import judged_texts
from murho.pipeline.scoring.book import Book
from murho.pipeline.scoring.reading import Reading
from murho.weighting import given

if TYPE_CHECKING:
    import pyarrow as pa


class Counted(NamedTuple):
    """What two files came to."""

    book: Book
    hashes: NDArray[np.int64]
    """Of the ids, which are those of both files, each once."""


def counted_columns(
    measure: Measure, reading: Reading, formats: tuple[str, str], references: Path, answers: Path, first: int = 0
) -> Counted | None:
    """The book of two files, or of two pieces; None where anything in them, or asked of them, is unusual.

    `first` is the place of the first case.
    """
    judge = _JUDGED.get(repr(measure))
    if judge is None or measure != measure_named(repr(measure)) or reading.weight != given():
        return None
    if reading.per_case or reading.needs_clusters or reading.sampled is not None or reading.labels or reading.watch:
        return None
    forms = [by_name(name) for name in formats]
    read_cases, read_answers = (None if form.given else form.read_texts for form in forms)
    if read_cases is None or read_answers is None:
        return None
    book = Book(measure, reading)
    if book.measures != (measure,) or {"id", "expression", *IN_TEXTS} & set(reading.by):
        return None
    beside = list(dict.fromkeys(("cluster", "weight", *reading.by)))
    hashes = [np.zeros(0, np.int64)]
    with suppress(UnusualError):
        for cases, said in _alike(read_cases(references, "reference", beside), read_answers(answers, "answer")):
            if not cases.ids.equals(said.ids) or cases.texts.null_count:
                raise UnusualError
            hashes.append(id_hashes(cases.ids))
            rows = judge(cases.texts, said.texts)
            book.add(_cases(cases, reading, first), rows, weights=_weights(cases))
            first += len(cases)
        return Counted(book, np.concatenate(hashes)) if book.added and not any_twice(hashes) else None
    return None


def _alike(left: Iterator[Texts], right: Iterator[Texts]) -> Iterator[tuple[Texts, Texts]]:
    """The rows of both files, as many of one as of the other at a time; UnusualError where one has more."""
    one, other = next(left, None), next(right, None)
    while one is not None and other is not None:
        rows = min(len(one), len(other))
        yield one.part(0, rows), other.part(0, rows)
        one = one.part(rows) if len(one) > rows else next(left, None)
        other = other.part(rows) if len(other) > rows else next(right, None)
    if one is not None or other is not None:
        raise UnusualError


def _cases(texts: Texts, reading: Reading, first: int) -> Cases:
    """What a book has to know of cases: their clusters, what they are sliced by, and their places."""
    nothing: Any = range(len(texts))
    clusters = texts.beside["cluster"].to_pylist() if "cluster" in texts.beside else None
    features = {name: _feature(texts.beside[name]) for name in reading.by if name in texts.beside}
    if missing := [name for name in reading.by if name not in features and name not in ("gold", "given")]:
        raise UnusualError(missing)
    return Cases(nothing, nothing, nothing, clusters, features=features, places=range(first, first + len(texts)))


def _feature(column: "pa.Array") -> Sequence[Any]:
    import pyarrow as pa

    return _coded(column, NO_VALUE) if column.type == pa.string() else from_arrow(column, None)


def _coded(column: "pa.Array", nothing: str) -> Coded:
    """A column of strings; `nothing` stands for null."""
    names = column.dictionary_encode()
    known = names.dictionary.to_pylist()
    codes = names.indices
    if codes.null_count:
        if nothing not in known:
            known.append(nothing)
        codes = codes.fill_null(known.index(nothing))
    return Coded(codes.to_numpy().astype(np.int64), tuple(known))


def _weights(texts: Texts) -> NDArray[np.float64]:
    """ρ of each case, 1 where it says nothing; UnusualError where one is no importance."""
    if "weight" not in texts.beside:
        return np.ones(len(texts))
    weights = texts.beside["weight"].fill_null(1.0).to_numpy()
    if not ((weights >= 0) & (weights <= 1)).all():
        raise UnusualError
    return weights  # type: ignore[no-any-return]


# --- the rows of measures


def _labels(references: "pa.Array", answers: "pa.Array") -> Judgements:
    """The rows of `labels()`."""
    import pyarrow as pa

    # Both as one column, so that equal names have equal numbers.
    both = _coded(pa.concat_arrays([references, answers]), FAILED)
    gold, said = both[: len(references)], both[len(references) :]
    undefined = answers.is_null().to_numpy(zero_copy_only=False)
    correct = ((gold.codes == said.codes) & ~undefined).astype(np.int64)
    counts = {"correct": correct, "total": np.ones_like(correct), "undefined": undefined.astype(np.int64)}
    return Judgements.of(1 - correct, counts=counts, undefined=undefined, labels={"gold": gold, "given": said})


def _words(references: "pa.Array", answers: "pa.Array") -> Judgements:
    """The rows of `words()`."""
    undefined = answers.is_null().to_numpy(zero_copy_only=False)
    rows = judged_texts(references, answers.fill_null(""))
    if rows is None:
        raise UnusualError
    return Judgements.of(rows.loss, rows.units, rows.counts, undefined=undefined)


_JUDGED = {"labels": _labels, "words": _words}

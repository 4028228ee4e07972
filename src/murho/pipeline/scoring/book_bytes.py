"""A Book as bytes and back, exactly: what a part of the work sends home, and what a checkpoint keeps.

MessagePack of plain values: names as texts, sums as integers or as exact fractions, columns as bytes. Equal books give
equal bytes, whichever way they were filled. Measure and weighting are there in their notation; no code is.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from murho.core.case import Cases
from murho.core.errors import InputError
from murho.core.judgement import Judgements
from murho.core.ledger import Ledger
from murho.core.moments import Moments, Number
from murho.core.tally import Tally
from murho.formats.jsonvalue import encode
from murho.measures import measure
from murho.measures.interface import Criterion
from murho.pipeline.scoring.classes import Classes, Pair
from murho.pipeline.scoring.criteria import Criteria, Ratio, Sums
from murho.pipeline.scoring.reading import Reading, Watch
from murho.sampling.estimating import Sampled, Unit
from murho.weighting import weighting

if TYPE_CHECKING:
    from murho.pipeline.scoring.book import Book, Held

VERSION = 5
"""Since 2 a tally has the sums of its undefined cases, since 3 its moments go to the fourth degree, since 4 a book
knows of sampling."""
_ASKED_WITH = ("by_stage", "before", "earlier", "own")
"""Columns of cases that count no more when they are judged."""
_MOMENTS = Moments.__slots__


def to_bytes(book: "Book") -> bytes:
    """The bytes of a book, the same for equal books."""
    return msgspec.msgpack.encode({"murho": "book", "version": VERSION, **_book(book)})


def from_bytes(data: bytes) -> "Book":
    """The book of these bytes.

    Raises:
        InputError: they are no book, are cut off, or of another version.
    """
    try:
        plain = msgspec.msgpack.decode(data)
        known = plain["murho"] == "book" and plain["version"] == VERSION
    except (msgspec.DecodeError, KeyError, TypeError) as error:
        raise InputError(f"no book of judgements ({error})", "it is cut off or damaged; make it anew") from None
    if not known:
        raise InputError(f"a book of version {plain['version']!r}", f"this murho reads version {VERSION}; make it anew")
    return _to_book(plain)


def _book(book: "Book") -> dict[str, Any]:
    reading = asdict(book.reading)
    return {
        "measure": repr(book.measure),
        "reading": {**reading, "weight": repr(book.reading.weight), "by": list(book.reading.by)},
        "added": book.added,
        "ledger": _ledger(book.ledger),
        "criteria": _criteria(book.criteria),
        "classes": [
            [*names, _number(pair.mass), list(pair.first)] for names, pair in sorted(book.classes.pairs.items())
        ],
        "averages": _averaged(book.classes),
        "counted": None if book.counted is None else book.counted.state(),
        "rows": sorted(book.rows, key=lambda placed: (placed[0], placed[1]["id"])),
        "held": [_held(book.gathered())] if book.held else [],
        "units": [[name, *unit] for name, unit in sorted(book.units.items())],
        "slices": None if book.slices is None else _book(book.slices),
    }  # fmt: skip


def _to_book(plain: Mapping[str, Any]) -> "Book":
    from murho.pipeline.scoring.book import Book

    reading = Reading(
        **{
            **plain["reading"],
            "weight": weighting(plain["reading"]["weight"]),
            "watch": _to_watch(plain["reading"]["watch"]),
            "sampled": None if plain["reading"]["sampled"] is None else Sampled(**plain["reading"]["sampled"]),
        }
    )
    book: Book = object.__new__(Book)  # __init__ would split off slices, which stand here by themselves
    book.measure, book.reading = measure(plain["measure"]), reading
    book.slices = None if plain["slices"] is None else _to_book(plain["slices"])
    book.clear()
    book.added = plain["added"]
    _fill_ledger(book.ledger, plain["ledger"])
    _fill_criteria(book.criteria, plain["criteria"])
    for gold, given, mass, first in plain["classes"]:
        book.classes.pairs[gold, given] = Pair(_to_number(mass), (first[0], first[1]))
    _fill_averaged(book.classes, plain["averages"])
    if book.counted is not None:
        book.counted.restore(plain["counted"])
    book.rows = [(position, row) for position, row in plain["rows"]]
    book.held = [_to_held(batch) for batch in plain["held"]]
    book.units.update((name, Unit(*unit)) for name, *unit in plain["units"])
    return book


def _to_watch(plain: Mapping[str, Any] | None) -> Watch | None:
    if plain is None:
        return None
    words = plain["keywords"]
    return Watch(**{**plain, "keywords": None if words is None else tuple(map(tuple, words))})


# --- classes


def _averaged(classes: Classes) -> dict[str, Any]:
    return {
        "finer": classes.finer,
        "alone": classes.alone,
        "squares": _by_pair(classes.squares),
        "clusters": [[name, _by_pair(sums)] for name, sums in sorted(classes.clusters.items())],
    }


def _by_pair(sums: Mapping[tuple[str, str], Number]) -> list[list[Any]]:
    return [[*pair, _number(mass)] for pair, mass in sorted(sums.items())]


def _fill_averaged(classes: Classes, plain: Mapping[str, Any]) -> None:
    classes.finer, classes.alone = plain["finer"], plain["alone"]
    classes.squares = _to_masses(plain["squares"])
    classes.clusters = {name: _to_masses(sums) for name, sums in plain["clusters"]}


def _to_masses(plain: Sequence[Sequence[Any]]) -> dict[tuple[str, str], Number]:
    return {(gold, given): _to_number(mass) for gold, given, mass in plain}


# --- sums


def _number(value: Number) -> int | str:
    """An integer as it is, one that MessagePack has no room for or a fraction as text, exactly."""
    if value.denominator == 1 and -(1 << 63) <= value < 1 << 63:
        return value.numerator
    return f"{value.numerator:x}/{value.denominator:x}"


def _to_number(written: int | str) -> Number:
    if isinstance(written, int):
        return written
    numerator, denominator = (int(part, 16) for part in written.split("/"))
    return numerator if denominator == 1 else Fraction(numerator, denominator)  # it was an int, and is one again


def _tally(tally: Tally) -> list[Any]:
    moments = [_number(getattr(tally.closed, name)) for name in _MOMENTS]
    still_open = [[name, *map(_number, cluster)] for name, cluster in sorted(tally.open.items())]
    undefined = [_number(tally.undefined_loss), _number(tally.undefined_units)]
    return [tally.cases, tally.undefined, _number(tally.importance), dict(tally.counts), moments, still_open, undefined]


def _to_tally(written: Sequence[Any]) -> Tally:
    cases, undefined, importance, counts, moments, still_open, sums = written
    values: dict[str, Any] = dict(zip(_MOMENTS, map(_to_number, moments), strict=True))
    closed = Moments(**values)
    opened = {name: (_to_number(n), _to_number(d), _to_number(s)) for name, n, d, s in still_open}
    return Tally(cases, undefined, _to_number(importance), counts, closed, opened, *map(_to_number, sums))


def _ledger(ledger: Ledger) -> dict[str, Any]:
    by = {feature: {group: _tally(groups[group]) for group in sorted(groups)} for feature, groups in ledger.by.items()}
    return {"total": _tally(ledger.total), "by": by}


def _fill_ledger(ledger: Ledger, plain: Mapping[str, Any]) -> None:
    ledger.take(_to_tally(plain["total"]))
    for feature, groups in plain["by"].items():
        for group, written in groups.items():
            ledger.take(_to_tally(written), feature, group)


def _criteria(criteria: Criteria) -> dict[str, Any]:
    books = {
        name: [
            [criterion.scale, criterion.bounded, criterion.interval],
            _ledger(book) if isinstance(book, Ledger) else _sums(book),
        ]
        for name, (book, criterion) in criteria.books.items()
    }
    return {"books": books, "sums": {name: _number(mass) for name, mass in criteria.sums.items()}}


def _fill_criteria(criteria: Criteria, plain: Mapping[str, Any]) -> None:
    criteria.sums.update((name, _to_number(mass)) for name, mass in plain["sums"].items())
    for name, (facts, sums) in plain["books"].items():
        criterion = Criterion(None, None, *facts)
        book = criteria.empty(criterion)
        if isinstance(book, Ledger):
            _fill_ledger(book, sums)
        else:
            book += _to_sums(sums)
        criteria.books[name] = book, criterion


def _sums(sums: Sums) -> dict[str, Any]:
    def both(ratio: Ratio) -> list[int | str]:
        return [_number(ratio.numerator), _number(ratio.denominator)]

    by = {feature: {group: both(groups[group]) for group in sorted(groups)} for feature, groups in sums.by.items()}
    return {"total": both(sums.total), "by": by}


def _to_sums(plain: Mapping[str, Any]) -> Sums:
    sums = Sums(plain["by"])
    sums.total = Ratio(*map(_to_number, plain["total"]))
    for feature, groups in plain["by"].items():
        sums.by[feature] = {group: Ratio(*map(_to_number, both)) for group, both in groups.items()}
    return sums


# --- what waits for the other cases


def _held(batch: "Held") -> dict[str, Any]:
    cases, rows = batch.cases, batch.rows
    columns = {field.name: getattr(cases, field.name) for field in fields(Cases) if field.name not in _ASKED_WITH}
    columns = {name: column if column is None or name == "path" else list(column) for name, column in columns.items()}
    columns["references"] = encode(
        [None if values is None else list(values) for values in cases.itself.references]
    )  # JSON has larger integers
    columns["features"] = encode({name: list(column) for name, column in cases.features.items()})
    columns["labels"] = {
        name: [None if values is None else list(values) for values in column] for name, column in cases.labels.items()
    }
    judged = {
        "case": _array(rows.case),
        "loss": _array(rows.loss),
        "units": _array(rows.units),
        "undefined": _array(rows.undefined),
        "counts": {name: _array(column) for name, column in rows.counts.items()},
        "labels": {name: list(column) for name, column in rows.labels.items()},
        "word": None if rows.word is None else _array(rows.word),
    }
    return {"cases": columns, "rows": judged, "rho": None if batch.weights is None else _array(batch.weights)}


def _to_held(plain: Mapping[str, Any]) -> "Held":
    from murho.pipeline.scoring.book import Held

    columns = dict(plain["cases"])
    columns["expressions"] = [values if isinstance(values, str) else tuple(values) for values in columns["expressions"]]
    columns["references"] = [None if values is None else tuple(values) for values in json.loads(columns["references"])]
    columns["features"] = json.loads(columns["features"])
    judged = plain["rows"]
    case, loss, units, undefined = (_to_array(judged[name]) for name in ("case", "loss", "units", "undefined"))
    rows = Judgements(
        case,
        loss,
        units,
        undefined,
        counts={name: _to_array(column) for name, column in judged["counts"].items()},
        labels=judged["labels"],
        word=None if judged["word"] is None else _to_array(judged["word"]),
    )
    return Held(Cases(**columns), rows, None if plain["rho"] is None else _to_array(plain["rho"]))


def _array(column: np.ndarray[Any, Any]) -> list[Any]:
    plain = np.ascontiguousarray(column)
    # Little-endian on every machine, for the bytes may be read on another one.
    return [plain.dtype.newbyteorder("<").str, plain.astype(plain.dtype.newbyteorder("<"), copy=False).tobytes()]


def _to_array(written: Sequence[Any]) -> np.ndarray[Any, Any]:
    return np.frombuffer(written[1], np.dtype(written[0])).copy()

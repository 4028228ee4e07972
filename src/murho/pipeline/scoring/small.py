"""Word errors of two small text files, without the columns that large ones need: importing numpy takes longer.

Only what `murho score words REFERENCES ANSWERS` asks for is done here, and only where nothing is unusual about the
files; of everything else `scored` returns None, and `murho.pipeline.scoring.files` reads or refuses it. The kernel,
the exact sums and the estimate are those of all figures, and so the figure is the same to the last digit.
"""

import os
from array import array
from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from stat import S_ISREG
from typing import Any

from murho.core.estimate import USUAL_LEVEL, estimate
from murho.core.figure import Figure, plain
from murho.core.headline import Countable
from murho.core.moments import Moments
from murho.core.signature import signature
from murho.core.sums import COUNTS, IMPLEMENTATION, OPEN, TALLY, Sums, read_moments, tally_rows
from murho.core.utterance_ids import looking_like_ids
from murho.measures import kernel
from murho.measures.kernel import CRITERIA, ERRORS, UNITS
from murho.pipeline.scoring.score import Score
from murho.version import __version__

LARGEST = 1 << 20
"""Bytes of a file. From here on columns win back what their import takes."""
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_CLUSTERS = slice(2, 5)
"""Where the counts of a tally's cell tell its clusters, those with a loss and those with anything right."""


def scored(references: str, answers: str) -> Score | None:
    """What `score_files` finds by `words` with the usual reading; None for what is not usual, or not small."""
    if "python" in (IMPLEMENTATION, kernel.IMPLEMENTATION):
        return None
    try:
        files = [_contents(references), _contents(answers)]
        right, said = map(_texts, files)
    except (OSError, ValueError):
        return None
    if len(right) != len(said):
        return None
    counted = kernel.count_text(right, said)
    columns = {name: getattr(counted, name) for name in (*ERRORS, "hits")}
    counts = {name: sum(column) for name, column in columns.items()}
    counts["units"] = sum(counts[name] for name in UNITS)
    if not counts["units"]:
        return None
    whole = _moments(_added(columns, ERRORS), _added(columns, UNITS))
    values: dict[str, float] = {}
    intervals: dict[str, list[float] | None] = {}
    for name, (part, of) in CRITERIA.items():
        sums = _moments(_added(columns, part), _added(columns, of))
        rate = estimate(sums, n=len(right), level=USUAL_LEVEL)
        values[name] = float(100 * sums.num / Fraction(sums.den))
        intervals[name] = None if rate.undetermined else [100 * rate.low, 100 * rate.high]
    return Score(
        "words",
        Figure(
            estimate(whole, n=len(right), level=USUAL_LEVEL, bounded=False),
            len(right),
            undefined=0,
            importance=len(right),
            numerator=plain(whole.num),
            denominator=plain(whole.den),
            counts=counts,
        ),
        by={},
        signature=signature(
            {
                "measure": "words",
                "weight": "given",
                "missing": "undefined",
                "extra": "error",
                "seed": 0,
                "references": _digest(files[0]),
                "answers": _digest(files[1]),
                "level": USUAL_LEVEL,
                "method": "auto",
            },
            __version__,
        ),
        known_as=("word error rate", True),
        countables=(Countable("word", of="units", right="hits", added="insertions", per_case=False),),
        also={**values, "intervals": intervals},
    )


def _contents(path: str) -> bytes:
    """The bytes of a small file of texts; ValueError for any other, as far as that can be told without reading it."""
    about = os.stat(path)
    if not path.endswith(".txt") or not S_ISREG(about.st_mode) or about.st_size >= LARGEST:
        raise ValueError(path)
    with open(path, "rb") as file:
        return file.read()


def _texts(data: bytes) -> list[str]:
    """The lines as `murho.formats.text` reads them, but for a \\r at an end, blank here; ValueError if refused."""
    if b"\0" in data:
        raise ValueError("a NUL byte is refused")
    texts = data.removeprefix(_BYTE_ORDER_MARK).decode().split("\n")
    texts = texts if texts[-1] else texts[:-1]
    if looking_like_ids(texts):
        raise ValueError("what looks like ids is noted")
    return texts


def _digest(data: bytes) -> str:
    """A file as a signature names it: as `murho.pipeline.sources.short_digest` does."""
    for home in ("_sha2", "_sha256", "hashlib"):  # the last is the public one, and takes OpenSSL with it
        try:
            sha256 = import_module(home).sha256
        except ImportError:
            continue
        return f"sha256:{sha256(data).hexdigest()}"[:19]
    raise AssertionError("hashlib is there")


def _added(columns: Mapping[str, Sequence[int]], names: Sequence[str]) -> "array[int]":
    """These columns added up, row by row."""
    return array("q", map(sum, zip(*(columns[name] for name in names), strict=True)))


def _moments(loss: "array[int]", units: "array[int]") -> Moments:
    """The sums of cases that are clusters of their own and weigh 1."""
    rows = len(loss)
    sums, counts, opened = Sums(TALLY, 1), array("q", bytes(8 * COUNTS)), Sums(OPEN)
    # The extension reads any columns of these types; only its twin needs those of numpy.
    columns: list[Any] = [counts, array("d", [1.0]) * rows, loss, units, memoryview(bytes(rows)).cast("?")]
    count, rho, losses, of, undefined = columns
    tally_rows(sums, count, opened, None, None, None, rho, losses, of, undefined, 0, False)
    return read_moments(sums, 0, *counts[_CLUSTERS])

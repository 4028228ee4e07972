"""What the case study of the paper concludes from its figures, computed: each with its figure and interval.

The paper says of PARNAX that it does better on what matters more, and so is "reasonably well tailored", that it "lacks
robustness", and that its linguistic capabilities are above the conceptual ones (Guida and Mauri 1984, appendix). It
gives no bounds; those here are murho's, and stand beside each conclusion. What the interval leaves open is not said.

>>> import numpy as np
>>> rho = np.repeat([1.0, 0.05], 200)
>>> loss = np.concatenate([np.arange(200) % 10 == 0, np.arange(200) % 10 < 8]).astype(float)
>>> for found in (tailored(loss, np.ones(400), rho, level=0.95), robust(loss, np.ones(400), rho, level=0.95)):
...     print(found.sentence)
well tailored: weighed by importance π is 0.3167 lower than with all expressions alike [0.2758, 0.3601]
lacks robustness: of what matters least, ρ up to a tenth of the greatest, π is 0.8000 [0.7386, 0.8498], above one half
>>> tailored(loss, np.ones(400), np.ones(400), level=0.95) is None
True
>>> robust(loss[::40], np.ones(10), rho[::40], level=0.95).sentence is None
True
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.columns import AT_ONCE
from murho.core.compact import Alike, Compact, Growing
from murho.core.comparison import compare
from murho.core.figure import Figure, figure
from murho.core.judgement import Judgements
from murho.core.tally import Judged, tally_of

Column = NDArray[np.float64]
Columns = Column | Compact
"""Of very many cases the numbers are held compactly."""
Ends = tuple[float, float]

LEAST = 0.1
"""What matters least has an importance of at most this share of the greatest."""
HALF = 0.5
"""Where more than this is lost of what matters least, robustness is lacking."""


@dataclass(frozen=True)
class Conclusion:
    """A conclusion with the figure that it rests on."""

    name: str
    value: float
    interval: Ends | None
    holds: bool | None
    """Whether the interval lies on the side that speaks for it; None where it leaves that open."""
    sentence: str | None
    """The conclusion, or its opposite, in words; None where it is open."""

    def as_json(self) -> dict[str, Any]:
        """The fields that murho writes."""
        ends = None if self.interval is None else list(self.interval)
        return {
            "name": self.name,
            "value": self.value,
            "interval": ends,
            "holds": self.holds,
            "sentence": self.sentence,
        }


def tailored(
    loss: Columns, units: Columns, rho: Columns, clusters: Sequence[str | None] | None = None, *, level: float
) -> Conclusion | None:
    """Whether importance and success go together: π weighed by ρ, less π with all alike; columns (cases,).

    The difference is the covariance of ρ and μ over the mean of ρ. p and interval are those of `compare`, over whole
    clusters. None where all matter alike.
    """
    rows, sums, numbers = Alike(4), Growing(4), dict[Hashable, int]()
    bounded, start = True, 0
    for lost, of, weight in _together(loss, units, rho):
        columns = [lost, of, weight * lost, weight * of]
        if clusters is None:
            rows.add(columns)
        else:
            sums.add(_numbered(clusters[start : start + len(lost)], start, numbers), columns)
        bounded = bounded and bool((lost <= of).all())
        start += len(lost)
    least, most = Compact.of(rho).extremes
    if clusters is not None:
        rows.add(sums.columns)
    if not start or least == most or not (rows.columns[3] != 0).any():
        return None
    found = compare(*rows.columns, pairs=start, level=level, bounded=bounded, counts=rows.counts)
    if found.value is None:
        return None
    said = {
        True: f"well tailored: weighed by importance π is {_size(found.value)} lower",
        False: f"badly tailored: weighed by importance π is {_size(found.value)} higher",
    }
    rest = f"than with all expressions alike {_ends(_sizes(found.low, found.high))}"
    return _concluded("well tailored", found.value, (found.low, found.high), 0.0, said, rest, below=True)


def robust(
    loss: Columns, units: Columns, rho: Columns, clusters: Sequence[str | None] | None = None, *, level: float
) -> Conclusion | None:
    """Whether it also understands what matters least: π, unweighted, where ρ is at most a tenth of the greatest.

    Columns (cases,). None where all matter more than that, or no interval can be had.
    """
    bounded, cases, least = True, 0, 0
    most = max(0.0, Compact.of(rho).extremes[1])

    def of_least() -> Iterator[Judged]:
        nonlocal bounded, cases, least
        for lost, of, weight in _together(loss, units, rho):
            rows = np.flatnonzero(weight <= LEAST * most)
            groups = clusters[cases : cases + len(lost)] if clusters is not None and len(rows) else None
            bounded = bounded and bool((lost <= of).all())
            cases, least = cases + len(lost), least + len(rows)
            named = None if groups is None else [groups[row] for row in rows.tolist()]
            yield Judged(Judgements.of(lost[rows], of[rows]), np.ones(len(rows)), named)

    counted = tally_of(of_least())
    if not least or least == cases:
        return None
    found = figure(counted, level=level, bounded=bounded)
    if found.value is None or found.interval is None:
        return None
    where = "of what matters least, ρ up to a tenth of the greatest,"
    said = {True: f"robust: {where}", False: f"lacks robustness: {where}"}
    side = "below" if found.high < HALF else "above"
    rest = f"π is {found.value:.4f} {_ends(found.interval)}, {side} one half"
    return _concluded("robust", found.value, found.interval, HALF, said, rest, below=True)


def linguistic_above_conceptual(
    meanings: Iterable[frozenset[str]],
    covered: NDArray[np.bool_] | Compact,
    understood: NDArray[np.bool_] | Compact,
    *,
    level: float,
) -> Conclusion | None:
    """The share of covered expressions that are understood, less that of concepts of which any is; (expressions,).

    Expressions that mean the same are one cluster of `compare`, with the concepts that it is the first to show.
    None where there are no concepts, or nothing is covered.
    """
    which, right_of = Compact.of(covered), Compact.of(understood)
    number: dict[frozenset[str], int] = {}
    sums, coming, start = Growing(3), iter(meanings), 0
    while piece := list(islice(coming, AT_ONCE)):
        group = np.fromiter((number.setdefault(meant, len(number)) for meant in piece), np.int64, len(piece))
        stop = start + len(piece)
        is_covered = which.between(start, stop)
        is_right = is_covered & right_of.between(start, stop)
        sums.add(group, [is_covered & ~is_right, is_covered, is_right])
        start = stop
    lost, asked, right = sums.columns
    known = set[str]().union(*(meant for meant, has in zip(number, (right > 0).tolist(), strict=True) if has))
    concepts, lacking, met = np.zeros(len(number)), np.zeros(len(number)), set[str]()
    for meant, cluster in number.items():
        new = meant - met
        met |= new
        concepts[cluster], lacking[cluster] = len(new), len(new - known)
    if not met or not (asked > 0).any():
        return None
    some = (asked > 0) | (concepts > 0)
    found = compare(lost[some], asked[some], lacking[some], concepts[some], pairs=start, level=level)
    if found.value is None or (asked[some] == concepts[some]).all():  # each concept said once: they are one share
        return None
    said = {
        True: f"linguistic above conceptual competence: the share of expressions understood is {_size(found.value)} "
        "above",
        False: f"conceptual above linguistic competence: the share of expressions understood is {_size(found.value)} "
        "below",
    }
    rest = f"the share of concepts of which any is {_ends(_sizes(found.low, found.high))}"
    ends = (found.low, found.high)
    return _concluded("linguistic above conceptual competence", found.value, ends, 0.0, said, rest, below=False)


def samples_apart(conceptual: Sequence[Figure], linguistic: Sequence[Figure]) -> Conclusion | None:
    """The same of two samples, of many requests and of many wordings of one: the least of all differences of π.

    The samples are independent, so the ends of a difference follow from those of both (Zou and Donner 2008). None where
    a figure has no value or no interval.
    """
    found = []
    for one in conceptual:
        for other in linguistic:
            if one.value is None or other.value is None or one.interval is None or other.interval is None:
                return None
            value = one.value - other.value
            low = value - sqrt((one.value - one.low) ** 2 + (other.high - other.value) ** 2)
            high = value + sqrt((one.high - one.value) ** 2 + (other.value - other.low) ** 2)
            found.append((low, value, high))
    if not found:
        return None
    low, value, high = min(found)
    said = {
        True: f"linguistic above conceptual competence: over wordings π is at least {_size(value)} lower",
        False: f"conceptual above linguistic competence: over wordings π is {_size(value)} higher",
    }
    rest = f"than over requests {_ends(_sizes(low, high))}"
    return _concluded("linguistic above conceptual competence", value, (low, high), 0.0, said, rest, below=False)


def _concluded(
    name: str, value: float, ends: Ends, bound: float, said: dict[bool, str], rest: str, *, below: bool
) -> Conclusion:
    """What the interval says: it speaks for the conclusion below the bound, or above it."""
    holds = None
    if ends[1] < bound or ends[0] > bound:
        holds = (ends[1] < bound) == below
    return Conclusion(name, value, ends, holds, None if holds is None else f"{said[holds]} {rest}")


def _size(value: float) -> str:
    return f"{abs(value):.4f}"


def _sizes(low: float, high: float) -> Ends:
    """The ends of how large a difference is, that lies on one side of 0."""
    first, last = sorted((abs(low), abs(high)))
    return first, last


def _ends(ends: Ends) -> str:
    return f"[{ends[0]:.4f}, {ends[1]:.4f}]"


def _together(*columns: Columns) -> Iterator[list[Column]]:
    """Columns of the same cases, some thousand cases at a time."""
    first, *others = map(Compact.of, columns)
    for start, piece in first.pieces():
        yield [piece, *(column.between(start, start + len(piece)) for column in others)]


def _numbered(clusters: Sequence[str | None], start: int, numbers: dict[Hashable, int]) -> NDArray[np.int64]:
    """Whose cluster each case is, of cases from a place on; one of no cluster is a cluster of its own."""
    own = ((row, None) if name is None else name for row, name in enumerate(clusters, start))
    return np.array([numbers.setdefault(name, len(numbers)) for name in own], np.int64)

"""All cases of a page, to be searched and filtered: what the page holds of them, and by what rule where not all fit.

>>> sides, features = [("correct", [("N",), ("Y",)])], [("topic", ["x", ["x", "y"]])]
>>> found = searchable(["a", "b"], ["no", "yes"], [0.0, 1.0], sides, features)
>>> [(row.id, row.sides, row.groups) for row in found.rows], found.facets, found.rule
([('b', ['Y'], [[0, 1]]), ('a', ['N'], [[0]])], [Facet(name='topic', values=['x', 'y'])], '')
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.columns import AT_ONCE, Coded, picked
from murho.core.compact import Compact, Named
from murho.core.ledger import group_name, group_order
from murho.core.meaning import UNDEFINED, Answered
from murho.sheets.legible import as_text, legible, short

MOST_CASES = 10_000
MOST_BYTES = 1_500_000
LONGEST = 300
"""Characters of a text that are kept."""
MOST_GROUPS = 200
"""A feature of more groups is searched as text, and not offered as a filter."""
_SPREAD = 2_654_435_761


@dataclass(frozen=True)
class Facet:
    """What cases can be filtered by."""

    name: str
    values: list[str]


@dataclass(frozen=True)
class Row:
    """A case; the first that cost the most."""

    place: int
    """In the suite, counted from 1."""
    id: str
    expression: str
    cost: float
    sides: list[str]
    groups: list[list[int]]
    """For each facet the places of its values."""


@dataclass(frozen=True)
class Searchable:
    """The cases that a page holds."""

    total: int
    """How many there are, on the page or not."""
    rule: str
    """How those on the page were chosen; empty where all are there."""
    sides: list[str]
    facets: list[Facet]
    rows: list[Row]


def searchable(
    ids: Sequence[str],
    texts: Sequence[str],
    costs: NDArray[np.float64] | Sequence[float] | Compact,
    sides: Sequence[tuple[str, Sequence[Answered]]],
    features: Sequence[tuple[str, Sequence[Any]]],
    *,
    most_cases: int = MOST_CASES,
    most_bytes: int = MOST_BYTES,
) -> Searchable:
    """The cases in the order of what they cost: as many as fit, of equally dear ones some from all over the suite.

    Args:
        ids, texts, costs: of each case.
        sides: names and meanings of what stands beside each other: what is correct, what was answered.
        features: names and values of what cases can be filtered by; a list puts a case into several groups.
        most_cases: at most so many are kept.
        most_bytes: of their texts, about.
    """
    # Equal costs are spread by a multiplication that leaves no pattern of the suite, and is the same everywhere.
    held = Compact.of(costs)
    ranked = _dearest(held, most_cases)
    rising = np.sort(np.array(ranked, np.int64))

    def kept(column: Sequence[Any]) -> dict[int, Any]:
        """The values of the cases that may be kept, which alone are read, from the first to the last."""
        found = dict[int, Any]()
        for start in range(0, len(column), AT_ONCE):  # neighbours together: saved columns are read by some thousand
            near = rising[slice(*np.searchsorted(rising, [start, start + AT_ONCE]))]
            if len(near):
                found |= zip(near.tolist(), picked(column, near), strict=True)
        return found

    facets, columns = [], []
    for name, values in features:
        known = kept(values).items()
        grouped = {i: [group_name(one) for one in (value if _is_list(value) else [value])] for i, value in known}
        distinct = {one for groups in grouped.values() for one in groups}
        if 2 <= len(distinct) <= MOST_GROUPS:
            names = list(values.names) if isinstance(values, Coded | Named) else sorted(distinct, key=group_order)
            order = {one: place for place, one in enumerate(names)}
            facets.append(Facet(legible(name), [legible(one) for one in names]))
            columns.append({i: [order[one] for one in groups] for i, groups in grouped.items()})
    names_of, texts_of = kept(ids), kept(texts)
    told = [kept(column) for _, column in sides]
    dear = dict(zip(ranked, held.at(ranked).tolist(), strict=True))
    rows: list[Row] = []
    size = 0
    for i in ranked:
        row = Row(
            i + 1,
            _kept(str(names_of[i])),
            _kept(texts_of[i]),
            round(float(dear[i]), 6),
            [_kept(answer_text(column[i])) for column in told],
            [column[i] for column in columns],
        )
        size += 40 + sum(len(text.encode()) + 3 for text in (row.id, row.expression, *row.sides))
        if size > most_bytes:
            break
        rows.append(row)
    rule = ""
    if len(rows) < len(ids):
        rule = (
            f"{len(rows):,} of {len(ids):,} cases are on this page: those that cost the most, and of equally dear ones "
            "some from all over the suite"
        )
    return Searchable(len(ids), rule, [name for name, _ in sides], facets, rows)


def _dearest(costs: Compact, most: int) -> list[int]:
    """The places of the greatest costs (cases,), the dearest first; only what has a chance is put in order."""
    held, size = np.zeros(0, np.int64), np.zeros(0)
    for start, piece in costs.pieces():
        held = np.concatenate([held, np.arange(start, start + len(piece))])
        size = np.concatenate([size, np.abs(piece)])
        order = np.lexsort((held * _SPREAD % 2**32, -size))[:most]
        held, size = held[order], size[order]
    return held.tolist()


def answer_text(answer: Answered) -> str:
    """A set of meanings in a line; ⊥ and ∅ by their signs.

    >>> answer_text(("a", {"b": 1})), answer_text(()), answer_text(UNDEFINED)
    ('a | {"b": 1}', '∅', '⊥')
    """
    if answer is UNDEFINED:
        return "⊥"
    return " | ".join(map(as_text, answer)) or "∅"


def _is_list(value: Any) -> bool:
    return isinstance(value, list) and bool(value)


def _kept(text: str) -> str:
    return legible(short(text, LONGEST))

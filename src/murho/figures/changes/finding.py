"""The cases that B fixes or breaks, and the groups in which they are: read from both sides once."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from murho.core.columns import Passing
from murho.core.ledger import group_name
from murho.figures.changes import LISTED, Change, PairChanges, counted
from murho.pipeline.comparing.changes import KINDS, Changes, changes
from murho.sheets.legible import count, short
from murho.views.evidence import total_of
from murho.views.searchable import MOST_BYTES, Searchable, answer_text, searchable

if TYPE_CHECKING:
    from murho.figures import ComparedSubject
    from murho.pipeline.comparing.result import Compared

MANY_GROUPS = 30
"""A feature of more groups tells nothing of where it got worse."""


def changes_of(subject: "ComparedSubject", pair: "Compared") -> PairChanges:
    """What changed in one pair of a comparison."""
    sides = {str(side.path): side for side in subject.sides}
    found = changes(sides[pair.run_a], sides[pair.run_b], subject.measure, subject.reading, subject.missing)
    importance = float(total_of(found.rho))
    shares = dict.fromkeys(KINDS, 0.0)
    for kind, rho in zip(found.kinds, found.rho, strict=True):
        shares[kind] += rho
    groups = {}
    for feature, differences in pair.by.items():
        if feature in found.cases.features or feature == "cluster":
            kinds = _by_group(found.cases.feature(feature), found)
            groups[feature] = {name: dict(kinds.get(name, {})) for name in differences}
    # All pairs together are as much data as one page may hold.
    most_bytes = int(subject.share * MOST_BYTES / len(subject.found.compared))
    return PairChanges(
        pair.run_a,
        pair.run_b,
        dict(_counts(found)),
        {kind: share / importance if importance else 0.0 for kind, share in shares.items()},
        groups,
        _listed(found, "broken"),
        _listed(found, "fixed"),
        _searchable(found, most_bytes),
    )


def _by_group(column: Sequence[Any], found: Changes) -> dict[str, Counter[str]]:
    """How many cases of each group are of each kind; a case may belong to several groups."""
    kinds: dict[str, Counter[str]] = {}
    for value, kind in zip(column, found.kinds, strict=True):
        for one in value if isinstance(value, list) and value else [value]:
            kinds.setdefault(group_name(one), Counter())[kind] += 1
    return kinds


def _listed(found: Changes, kind: str) -> list[Change]:
    """The cases of a kind that cost, or save, the most."""
    dearest, size = np.zeros(0, np.int64), np.zeros(0)
    for start, cost in found.cost.pieces():
        here = np.flatnonzero(found.kinds.codes.between(start, start + len(cost)) == KINDS.index(kind))
        dearest, size = np.concatenate([dearest, start + here]), np.concatenate([size, np.abs(cost[here])])
        order = np.argsort(-size, kind="stable")[:LISTED]
        dearest, size = dearest[order], size[order]
    return [
        Change(
            str(found.cases.ids[i]),
            found.cases.texts[i],
            answer_text(found.cases.meant[i]),
            answer_text(found.answers[0].answers[i]),
            answer_text(found.answers[1].answers[i]),
            float(found.cost[i]),
        )
        for i in dearest.tolist()
    ]


def _counts(found: Changes) -> Counter[str]:
    """How many cases are of each kind that there is."""
    counts = Counter[str]()
    for _, codes in found.kinds.codes.pieces():
        counts.update(dict(zip(KINDS, np.bincount(codes, minlength=len(KINDS)).tolist(), strict=True)))
    return counts


def _searchable(found: Changes, most_bytes: int) -> Searchable:
    sides = [("correct", found.cases.meant), ("A", found.answers[0].answers), ("B", found.answers[1].answers)]
    # Read as texts: those kinds that no case is of are no filter.
    outcome = Passing(lambda rows: list(found.kinds.at(rows)), len(found.kinds))
    features: list[tuple[str, Sequence[Any]]] = [("outcome", outcome), *found.cases.features.items()]
    return searchable(found.cases.ids, found.cases.texts, found.cost, sides, features, most_bytes=most_bytes)


def worsened(found: Changes, groups: int = 8, cases: int = 10) -> list[str]:
    """What got worse, in lines: the groups in which most broke, and the cases that cost the most."""
    counts = _counts(found)
    lines = [counted(counts)]
    if not counts["broken"] + counts["worse"]:
        return lines
    net: list[tuple[int, str, Counter[str]]] = []
    for feature, column in found.cases.features.items():
        kinds = _by_group(column, found)
        if 2 <= len(kinds) <= MANY_GROUPS:
            net += [(_lost(one), f"{feature} {name}", one) for name, one in kinds.items() if _lost(one) > 0]
    if net:
        lines.append("Where more got worse than better:")
        for _, name, one in sorted(net, key=lambda each: -each[0])[:groups]:
            better, worse = one["fixed"] + one["better"], one["broken"] + one["worse"]
            lines.append(f"  {name}: {count(worse)} worse, {count(better)} better, of {count(one.total())}")
    lines.append("The cases that cost the most:")
    for change in (_listed(found, "broken") + _listed(found, "worse"))[:cases]:
        became = f"{short(change.before)} became {short(change.after)}, correct is {short(change.correct)}"
        lines.append(f"  {change.id}  {short(change.expression, 80)}: {became}")
    return lines


def _lost(kinds: Counter[str]) -> int:
    return kinds["broken"] + kinds["worse"] - kinds["fixed"] - kinds["better"]

"""What changed from A to B, case by case: which cases B fixes, which it breaks, and in which groups.

>>> counted(Counter(fixed=3, broken=1, worse=2, right=10))
'B fixes 3 cases and breaks 1; 2 more are wrong in both, but worse. 10 did not change.'
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from murho.core.columns import Passing
from murho.core.ledger import group_name
from murho.figures import ComparedSubject, FigureKind
from murho.figures.difference import short_names
from murho.pipeline.comparing.changes import KINDS, Changes, changes
from murho.sheets import Column, Sheet, SheetRow
from murho.sheets.legible import count, short
from murho.views import as_json
from murho.views.evidence import total_of
from murho.views.searchable import MOST_BYTES, Searchable, answer_text, searchable

if TYPE_CHECKING:
    from murho.pipeline.comparing.result import Compared

TITLES = {
    "broken": "broken: right in A, wrong in B",
    "worse": "worse: wrong in both, more in B",
    "fixed": "fixed: wrong in A, right in B",
    "better": "better: wrong in both, less in B",
    "wrong": "as wrong as before",
    "right": "right in both",
}
LISTED = 20
"""Cases of a kind that are listed."""
LISTED_PAIRS = 6
"""Of more pairs only the first has its cases listed; those of all can be searched."""
MANY_GROUPS = 30
"""A feature of more groups tells nothing of where it got worse."""


@dataclass(frozen=True)
class Change:
    """A case that B fixed or broke."""

    id: str
    expression: str
    correct: str
    before: str
    after: str
    cost: float
    """ρ·(loss in B − loss in A)."""


@dataclass(frozen=True)
class PairChanges:
    """One B against the baseline."""

    a: str
    b: str
    counts: dict[str, int]
    """How many cases are of each kind."""
    shares: dict[str, float]
    """Their share of Σ ρ."""
    groups: dict[str, dict[str, dict[str, int]]]
    """The same counts by feature and group, of features of cases."""
    broken: list[Change]
    fixed: list[Change]
    cases: Searchable

    @property
    def names(self) -> tuple[str, str]:
        """The last part of the paths of A and B."""
        return short_names(self.a, self.b)


@dataclass(frozen=True)
class AllChanges:
    """Those of all pairs."""

    pairs: list[PairChanges]

    def as_json(self) -> dict[str, Any]:
        """All of it as plain values."""
        return {"pairs": as_json.as_json(self.pairs)}


def all_changes(subject: ComparedSubject) -> AllChanges:
    """What changed in each pair of a comparison."""
    sides = {str(side.path): side for side in subject.sides}
    pairs = subject.found.compared
    # All pairs together are as much data as one page may hold.
    bytes_each = int(subject.share * MOST_BYTES / max(1, len(pairs)))
    found = []
    for one in pairs:
        changed = changes(sides[one.run_a], sides[one.run_b], subject.measure, subject.reading, subject.missing)
        found.append(_pair(one, changed, bytes_each))
    return AllChanges(found)


def _pair(one: "Compared", found: Changes, most_bytes: int) -> PairChanges:
    importance = float(total_of(found.rho))
    shares = dict.fromkeys(KINDS, 0.0)
    for kind, rho in zip(found.kinds, found.rho, strict=True):
        shares[kind] += rho
    groups = {}
    for feature, differences in one.by.items():
        if feature in found.cases.features or feature == "cluster":
            kinds = _by_group(found.cases.feature(feature), found)
            groups[feature] = {name: dict(kinds.get(name, {})) for name in differences}
    return PairChanges(
        one.run_a,
        one.run_b,
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


def counted(cases: Counter[str]) -> str:
    """How many cases changed, in a sentence."""
    fixed, broken = cases["fixed"], cases["broken"]
    partly = [f"{count(cases[kind])} more are wrong in both, but {kind}" for kind in ("better", "worse") if cases[kind]]
    same = cases["right"] + cases["wrong"]
    first = f"B fixes {count(fixed)} case{'' if fixed == 1 else 's'} and breaks {count(broken)}"
    return "; ".join([first, *partly]) + f". {count(same)} did not change."


def sheet(found: AllChanges) -> Sheet:
    """What became of the cases of each pair, by group too, and those that B breaks and fixes."""
    is_listed = len(found.pairs) <= LISTED_PAIRS
    sections = [_pair_sheet(pair, place, is_listed or place == 1) for place, pair in enumerate(found.pairs, 1)]
    return sections[0] if len(sections) == 1 else Sheet(FIGURE.title, sections=sections)


def _pair_sheet(pair: PairChanges, place: int, is_listed: bool) -> Sheet:
    chosen = [("pair", str(place))] if place > 1 else []
    rows = []
    for kind, title in TITLES.items():
        number = pair.counts.get(kind, 0)
        cases = [*chosen, ("outcome", kind)] if number else ()
        rows.append(SheetRow((title, number, pair.shares[kind]), cases=cases))
    groups = [_groups(feature, kinds, chosen) for feature, kinds in pair.groups.items()]
    lists = [("Broken", pair.broken, "broken"), ("Fixed", pair.fixed, "fixed")] if is_listed else []
    return Sheet(
        FIGURE.title if place == 1 and not chosen else f"{pair.names[1]} beside {pair.names[0]}",
        counted(Counter(pair.counts)),
        (Column("outcome", "name"), Column("cases", "count"), Column("of Σρ", "share")),
        rows,
        sections=[*groups, *(_listing(title, some, pair.counts.get(kind, 0)) for title, some, kind in lists if some)],
    )


def _groups(feature: str, groups: dict[str, dict[str, int]], chosen: Sequence[tuple[str, str]]) -> Sheet:
    rows = []
    for name, kinds in groups.items():
        cells = (name, sum(kinds.values()), kinds.get("fixed", 0), kinds.get("broken", 0), kinds)
        rows.append(SheetRow(cells, cases=[*chosen, (feature, name)]))
    return Sheet(
        feature,
        columns=(
            Column(feature, "name"),
            Column("cases", "count"),
            Column("fixed", "count"),
            Column("broken", "count"),
            Column("", "parts"),
        ),
        rows=rows,
    )


def _listing(title: str, changes: Sequence[Change], number: int) -> Sheet:
    """The cases of a kind, the dearest first."""
    rows = []
    for one in changes:
        texts = (one.correct, one.before, one.after)
        cells = (short(one.expression or one.id, 200), *(short(text, 160) for text in texts), one.cost)
        rows.append(SheetRow(cells, note=one.id if one.expression else ""))
    return Sheet(
        f"{title} first: {len(changes)} of {count(number)}",
        columns=(*(Column(name, "name") for name in ("case", "correct", "A", "B")), Column("ρ·loss, B − A", "signed")),
        rows=rows,
        folded=True,
        rank=2,
    )


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


FIGURE = FigureKind(
    make=all_changes,
    name="changes",
    title="What became of the cases",
    sheet=sheet,
    of="comparison",
    on_pages=True,
    place=500,
)

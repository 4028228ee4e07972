"""What changed from A to B, case by case: which cases B fixes, which it breaks, and in which groups.

>>> counted(Counter(fixed=3, broken=1, worse=2, right=10))
'B fixes 3 cases and breaks 1; 2 more are wrong in both, but worse. 10 did not change.'
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from murho.figures import ComparedSubject, FigureKind
from murho.figures.difference import short_names
from murho.sheets import Column, Sheet, SheetRow
from murho.sheets.legible import count, short

if TYPE_CHECKING:
    from murho.views.searchable import Searchable

TITLES = {
    "broken": "broken: right in A, wrong in B",
    "worse": "worse: wrong in both, more in B",
    "fixed": "fixed: wrong in A, right in B",
    "better": "better: wrong in both, less in B",
    "wrong": "as wrong as before",
    "right": "right in both",
}
IN_A_BAR = ("broken", "worse", "wrong", "right", "better", "fixed")
"""From what B does worse to what it does better."""
LISTED = 20
"""Cases of a kind that are listed."""
LISTED_PAIRS = 6
"""Of more pairs only the first has its cases listed; those of all can be searched."""


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
    cases: "Searchable"

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
        from murho.views import as_json

        return {"pairs": as_json.as_json(self.pairs)}


def all_changes(subject: ComparedSubject) -> AllChanges:
    """What changed in each pair of a comparison."""
    from murho.figures.changes.finding import changes_of

    return AllChanges([changes_of(subject, one) for one in subject.found.compared])


def counted(cases: Mapping[str, int]) -> str:
    """How many cases changed, in a sentence."""
    cases = Counter(cases)
    fixed, broken = cases["fixed"], cases["broken"]
    partly = [f"{count(cases[kind])} more are wrong in both, but {kind}" for kind in ("better", "worse") if cases[kind]]
    same = cases["right"] + cases["wrong"]
    first = f"B fixes {count(fixed)} case{'' if fixed == 1 else 's'} and breaks {count(broken)}"
    return "; ".join([first, *partly]) + f". {count(same)} did not change."


def sheet(found: AllChanges) -> Sheet:
    """What became of the cases of each pair, by group too, and those that B breaks and fixes."""
    is_listed = len(found.pairs) <= LISTED_PAIRS
    sections = [_pair_sheet(pair, place, is_listed or place == 1) for place, pair in enumerate(found.pairs, 1)]
    if len(sections) == 1:
        return replace(sections[0], title=FIGURE.title)
    return Sheet(FIGURE.title, sections=sections)


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
        f"{pair.names[1]} against {pair.names[0]}",
        counted(pair.counts),
        (Column("outcome", "name"), Column("cases", "count"), Column("of Σρ", "share")),
        rows,
        sections=[*groups, *(_listing(title, some, pair.counts.get(kind, 0)) for title, some, kind in lists if some)],
    )


def _groups(feature: str, groups: dict[str, dict[str, int]], chosen: Sequence[tuple[str, str]]) -> Sheet:
    rows = []
    for name, kinds in groups.items():
        parts = {kind: kinds.get(kind, 0) for kind in IN_A_BAR}
        cells = (name, sum(kinds.values()), parts["fixed"], parts["broken"], parts)
        rows.append(SheetRow(cells, cases=[*chosen, (feature, name)]))
    return Sheet(
        feature,
        is_named=True,
        columns=(
            Column("group", "name"),
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


FIGURE = FigureKind(
    make=all_changes,
    name="changes",
    title="What became of the cases",
    sheet=sheet,
    of="comparison",
    on_pages=True,
    place=500,
)

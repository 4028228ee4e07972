"""A comparison to be read: who is better, what B fixes and breaks, by slice too, and what it takes to be sure.

>>> from murho.core.comparison import compare
>>> unsure = compare([1] * 20 + [0] * 180, [1] * 200, [0] * 12 + [1] * 8 + [0] * 172 + [1] * 8, [1] * 200, level=0.95)
>>> verdict(unsure)
'Not told apart: π of B is lower by 0.020, and the 95 % interval of the difference, −0.064 to 0.022, holds 0.'
>>> for line in what_it_takes(unsure):
...     print(line)
Were the difference as large as it seems (−0.020), about 1,881 cases would show it four times in five: 1,681 more.
200 cases show a difference of 0.061 four times in five; a smaller one more seldom.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from os.path import normpath
from pathlib import Path
from typing import Any

import numpy as np

from murho.core.columns import Passing
from murho.core.comparison import Difference, clusters_needed, smallest_found
from murho.core.ledger import group_name
from murho.measures import Measure
from murho.pipeline.comparing.changes import KINDS, Changes, changes
from murho.pipeline.comparing.result import Comparison, Spending
from murho.pipeline.comparing.sides import Side
from murho.pipeline.comparing.spending import spending
from murho.pipeline.scoring.reading import Reading
from murho.sheets.legible import count, fraction, short, signed
from murho.views import as_json
from murho.views.comparison import Line, Pair, SystemsCompared, comparison
from murho.views.evidence import total_of
from murho.views.searchable import MOST_BYTES, Searchable, answer_text, searchable

TITLES = {
    "broken": "broken: right in A, wrong in B",
    "worse": "worse: wrong in both, more in B",
    "fixed": "fixed: wrong in A, right in B",
    "better": "better: wrong in both, less in B",
    "wrong": "as wrong as before",
    "right": "right in both",
}
LISTED = 20
"""Cases of a kind that are listed without a script."""
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
class Group:
    """The whole, or a group of a feature: its difference, and how many of its cases are of each kind."""

    line: Line
    kinds: dict[str, int]
    """Empty for groups of words."""


@dataclass(frozen=True)
class Changed:
    """One B against the baseline."""

    shown: Pair
    names: tuple[str, str]
    """The last part of the paths of A and B."""
    verdict: str
    counted: str
    sure: list[str]
    kinds: list[tuple[str, int, float]]
    """What became of the cases, how many, and their share of Σ ρ."""
    groups: dict[str, list[Group]]
    """By feature."""
    broken: list[Change]
    fixed: list[Change]
    cases: Searchable


@dataclass(frozen=True)
class ChangedSystems:
    """All comparisons with the baseline under one measure."""

    compared: SystemsCompared
    pairs: list[Changed]
    spending: Spending | None = None
    """π beside what an answer takes, where every system tells it."""

    def as_json(self) -> dict[str, Any]:
        """All of it as plain values."""
        return {name: as_json.as_json(value) for name, value in vars(self).items()}


def changed(
    found: Comparison,
    sides: Sequence[Side],
    measure: Measure,
    reading: Reading,
    missing: str = "shared",
    *,
    share: float = 1.0,
) -> ChangedSystems:
    """What is shown of a comparison of these sides, with what changed in each of its pairs.

    The arguments are those that the comparison was made with; `share` is that of the page which its cases may take.
    """
    shown = comparison(found)
    side = {str(one.path): one for one in sides}
    # All pairs together are as much data as one page may hold.
    bytes_each = int(share * MOST_BYTES / max(1, len(shown.pairs)))
    pairs = [
        _pair(pair, changes(side[pair.a], side[pair.b], measure, reading, missing), bytes_each) for pair in shown.pairs
    ]
    return ChangedSystems(shown, pairs, found.efficiency or spending(sides, measure, reading, missing))


def short_names(a: str, b: str) -> tuple[str, str]:
    """The ends of two paths, as long as it takes to tell them apart.

    >>> short_names("runs/before", "runs/after/"), short_names("monday/run", "tuesday/run")
    (('before', 'after'), ('monday/run', 'tuesday/run'))
    """
    parts_a, parts_b = Path(normpath(a)).parts, Path(normpath(b)).parts
    for length in range(1, max(len(parts_a), len(parts_b)) + 1):
        ends = str(Path(*parts_a[-length:])), str(Path(*parts_b[-length:]))
        if ends[0] != ends[1]:
            return ends
    return a, b


def _pair(pair: Pair, found: Changes, most_bytes: int) -> Changed:
    importance = float(total_of(found.rho))
    cases = _counts(found)
    shares = dict.fromkeys(KINDS, 0.0)
    for kind, rho in zip(found.kinds, found.rho, strict=True):
        shares[kind] += rho
    return Changed(
        pair,
        short_names(pair.a, pair.b),
        verdict(pair.whole.difference),
        counted(cases),
        what_it_takes(pair.whole.difference),
        [(TITLES[kind], cases[kind], shares[kind] / importance if importance else 0.0) for kind in KINDS],
        {feature: _groups(feature, lines, found) for feature, lines in pair.groups.items()},
        _listed(found, "broken"),
        _listed(found, "fixed"),
        _searchable(found, most_bytes),
    )


def verdict(found: Difference) -> str:
    """Who is better, in a sentence."""
    if found.value is None:
        return "Nothing to compare: there is nothing to divide by."
    level, ends = f"{100 * found.level:g} %", f"{fraction(found.low)} to {fraction(found.high)}"
    way, size = "lower" if found.value < 0 else "higher", fraction(abs(found.value))
    if found.low <= 0 <= found.high:
        told = "is the same" if not found.value else f"is {way} by {size}"
        return f"Not told apart: π of B {told}, and the {level} interval of the difference, {ends}, holds 0."
    who = "B is better" if found.value < 0 else "B is worse"
    moved = f"from {fraction(found.pi_a)} to {fraction(found.pi_b)}"
    return f"{who}: its π is {way} by {size}, {moved}; the {level} interval of the difference is {ends}."


def counted(cases: Counter[str]) -> str:
    """How many cases changed, in a sentence.

    >>> counted(Counter(fixed=3, broken=1, worse=2, right=10))
    'B fixes 3 cases and breaks 1; 2 more are wrong in both, but worse. 10 did not change.'
    """
    fixed, broken = cases["fixed"], cases["broken"]
    partly = [f"{count(cases[kind])} more are wrong in both, but {kind}" for kind in ("better", "worse") if cases[kind]]
    same = cases["right"] + cases["wrong"]
    first = f"B fixes {count(fixed)} case{'' if fixed == 1 else 's'} and breaks {count(broken)}"
    return "; ".join([first, *partly]) + f". {count(same)} did not change."


def what_it_takes(found: Difference) -> list[str]:
    """How many more cases would settle it, and what these can find."""
    smallest, needed = smallest_found(found), clusters_needed(found)
    if smallest is None or found.value is None:
        return []
    what = "cases" if found.clusters == found.pairs else "clusters of cases"
    lines = []
    if not found.low <= 0 <= found.high:
        lines.append(f"It is sure at {100 * found.level:g} %: the interval leaves 0 out.")
    else:
        if needed is None:
            lines.append("The two do not differ here, so that no number of cases can be named that would show it.")
        elif needed > found.clusters:
            more = count(needed - found.clusters)
            lines.append(
                f"Were the difference as large as it seems ({signed(found.value)}), about {count(needed)} {what} would "
                f"show it four times in five: {more} more."
            )
    lines.append(
        f"{count(found.clusters)} {what} show a difference of {fraction(smallest)} four times in five; a smaller one "
        "more seldom."
    )
    return lines


def _groups(feature: str, lines: Sequence[Line], found: Changes) -> list[Group]:
    kinds: dict[str, Counter[str]] = {}
    if feature in found.cases.features or feature in ("cluster",):
        for value, kind in zip(found.cases.feature(feature), found.kinds, strict=True):
            for one in value if isinstance(value, list) and value else [value]:
                kinds.setdefault(group_name(one), Counter())[kind] += 1
    return [Group(line, dict(kinds.get(line.name, {}))) for line in lines]


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
        kinds: dict[str, Counter[str]] = {}
        for value, kind in zip(column, found.kinds, strict=True):
            for one in value if isinstance(value, list) and value else [value]:
                kinds.setdefault(group_name(one), Counter())[kind] += 1
        if 2 <= len(kinds) <= MANY_GROUPS:
            net += [(_lost(one), f"{feature} {name}", one) for name, one in kinds.items() if _lost(one) > 0]
    if net:
        lines.append("Where more got worse than better:")
        for _, name, one in sorted(net, key=lambda each: -each[0])[:groups]:
            better, worse = one["fixed"] + one["better"], one["broken"] + one["worse"]
            lines.append(f"  {name}: {count(worse)} worse, {count(better)} better, of {count(one.total())}")
    lines.append("The cases that cost the most:")
    for change in (_listed(found, "broken") + _listed(found, "worse"))[:cases]:
        said = f"{short(change.before)} became {short(change.after)}, correct is {short(change.correct)}"
        lines.append(f"  {change.id}  {short(change.expression, 80)}: {said}")
    return lines


def _lost(kinds: Counter[str]) -> int:
    return kinds["broken"] + kinds["worse"] - kinds["fixed"] - kinds["better"]

"""Systems compared with a baseline: the difference as a whole and by group, further tests, and what was left out.

>>> from murho.core.comparison import compare
>>> found = compare([1, 1, 0], [1, 1, 1], [0, 1, 0], [1, 1, 1], level=0.95)
>>> pair = Compared("old", "new", found, None, {}, 1, 0, asked_by_both=3, only_a=2, only_b=0)
>>> comparison(Comparison("labels", [pair], "murho|measure:labels")).pairs[0].notes
['1 case without an answer in A: UNDEFINED there', '2 cases that A alone was asked, 0 that B alone was asked: they are \
left out']
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from murho.core.comparison import Difference
from murho.core.robustness import Robustness
from murho.core.several import Ranked
from murho.core.significance import Outcome
from murho.pipeline.comparing.result import BestUnder, Compared, Comparison, Spending
from murho.sheets.numbers import several
from murho.views import as_json

MOST_NAMED = 3
"""Pairs that are named before a flag that is not of all of them; the others are counted."""


@dataclass(frozen=True)
class Line:
    """The difference of the whole, whose name is empty, or of a group."""

    name: str
    difference: Difference
    p_adjusted: float | None
    """Corrected by Holm's method for all lines that stand together; None where that is one alone."""
    p_simultaneous: float | None = None
    """Of all lines that stand together, at once."""
    simultaneous: tuple[float, float] | None = None
    """The interval that holds at once with those of the others, and belongs to that p."""


@dataclass(frozen=True)
class FurtherTest:
    """What another test says of the same pair."""

    name: str
    outcome: Outcome
    p_adjusted: float | None


@dataclass(frozen=True)
class Pair:
    """One B against the baseline."""

    a: str
    b: str
    whole: Line
    tests: list[FurtherTest]
    groups: dict[str, list[Line]]
    """By feature."""
    notes: list[str]
    """What was not answered, and what one side alone was asked."""
    robust: Robustness | None = None
    """Over every admissible choice of δ and ω, where it was asked for."""


@dataclass(frozen=True)
class SystemsCompared:
    """Each B against the baseline, or each against every other, under one measure."""

    measure: str
    ranking: list[Ranked]
    """All systems, the best first, where there are more than two."""
    pairs: list[Pair]
    flags: list[str]
    """What to know before trusting the differences of the wholes, each flag once, with the pair that it is of if not of
    all."""
    signature: str
    regions: Sequence[BestUnder] = ()
    """For each system the choices under which it is the best, where that was asked of more than two."""
    efficiency: Spending | None = None
    """π beside what an answer takes, where it was asked for."""

    def as_json(self) -> dict[str, Any]:
        """All of it as plain values."""
        return {name: as_json.as_json(value) for name, value in vars(self).items()}


def comparison(compared: Comparison) -> SystemsCompared:
    """What is shown of a comparison."""
    pairs = [
        Pair(
            one.run_a,
            one.run_b,
            Line("", one.whole, one.p_adjusted, one.p_simultaneous, one.simultaneous_interval),
            [FurtherTest(name, outcome, adjusted) for name, (outcome, adjusted) in one.tests.items()],
            {feature: _lines(groups) for feature, groups in one.by.items()},
            _notes(one),
            one.robust,
        )
        for one in compared.compared
    ]
    return SystemsCompared(
        compared.measure,
        list(compared.ranking),
        pairs,
        _flags(compared.compared),
        compared.signature,
        compared.best,
        compared.efficiency,
    )


def _lines(groups: Mapping[str, tuple[Difference, float]]) -> list[Line]:
    return [
        Line(name, difference, adjusted, difference.p_simultaneous, difference.simultaneous)
        for name, (difference, adjusted) in groups.items()
    ]


def _flags(pairs: Sequence[Compared]) -> list[str]:
    """Several pairs of one suite have the same few clusters: once is enough to say so."""
    flags = dict.fromkeys(flag for one in pairs for flag in one.whole.flags)
    found = []
    for flag in flags:
        of = [f"{one.run_a} and {one.run_b}" for one in pairs if flag in one.whole.flags]
        more = [several(len(of) - MOST_NAMED, "other pair")] if len(of) > MOST_NAMED else []
        found.append(flag if len(of) == len(pairs) else f"{', '.join([*of[:MOST_NAMED], *more])}: {flag}")
    return found


def _notes(one: Compared) -> list[str]:
    missing: Sequence[tuple[str, int]] = (("A", one.missing_a), ("B", one.missing_b))
    notes = list(one.notes)
    notes += [f"{several(n, 'case')} without an answer in {side}: UNDEFINED there" for side, n in missing if n]
    if one.only_a or one.only_b:
        alone = f"{several(one.only_a, 'case')} that A alone was asked, {one.only_b} that B alone was asked"
        counted = one.whole.pairs > one.asked_by_both
        notes.append(f"{alone}: they {'count as UNDEFINED for the other' if counted else 'are left out'}")
    return notes

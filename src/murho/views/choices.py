"""Robust verdicts as they are shown: in sentences, and as a map of all vertices of the two cones.

>>> from murho.core.robustness import robustness
>>> DELTAS = (0.1, 0.2, 0.3, 0.4, 0.7)
>>> found = robustness([0, 1, 6] * 9, [0, 2, 3] * 9, [0, 0, 1] * 9, (0.5, 1), "lh", range(27), DELTAS, level=0.95)
>>> for line in sentences(found)[:2]:
...     print(line)
B for 68.3 % of choices
in the sample A is better for 4.6 % of the admissible choices, B for 95.4 %
>>> [row.name for row in rows(found)][:2], [cell.better for cell in rows(found)[0].cells]
(['undefined', 'empty'], ['equal', 'equal'])
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from murho.core.dominance import THRESHOLDS, Share
from murho.core.robustness import EQUAL, Robustness, Vertex
from murho.pipeline.comparing.result import BestUnder, Compared, Comparison
from murho.sheets.legible import fraction, percent

THRESHOLD_NAMES = {
    "undefined": "not right",
    "empty": "not right, nor ⊥",
    "some": "with a wrong or missing meaning",
    "more": "with a wrong meaning",
    "overlap": "wrong and incomplete",
    "disjoint": "nothing right",
}
"""What an answer is that is at least so wrong."""


@dataclass(frozen=True)
class MapRow:
    """A threshold of δ, with its vertices, the lightest class first."""

    name: str
    told: str
    cells: tuple[Vertex, ...]


@dataclass(frozen=True)
class PairShown:
    """Two systems."""

    a: str
    b: str
    verdict: str
    sentences: list[str]
    classes: tuple[str, ...]
    rows: list[MapRow]
    shown_a: float
    shown_b: float


@dataclass(frozen=True)
class ChoicesShown:
    """All pairs of a comparison under one measure, and the choices under which each system is best."""

    measure: str
    pairs: list[PairShown]
    regions: Sequence[BestUnder]
    classes: Sequence[str]
    """Of importance in the regions."""
    signature: str

    @property
    def instances(self) -> list[str]:
        """Of each region a choice that lies in it."""
        return [told_instance(best) for best in self.regions]


def choices(compared: Comparison) -> ChoicesShown:
    """What is shown of the robust verdicts of a comparison."""
    pairs = [_pair(one, one.robust) for one in compared.compared if one.robust is not None]
    return ChoicesShown(compared.measure, pairs, compared.best, compared.best_classes, compared.signature)


def _pair(one: Compared, found: Robustness) -> PairShown:
    verdict, *others = sentences(found)
    return PairShown(
        one.run_a, one.run_b, verdict, others, found.classes, rows(found), found.shown_a, found.shown_b
    )  # fmt: skip


def rows(found: Robustness) -> list[MapRow]:
    """A row for each threshold of δ, the mildest first."""
    return [
        MapRow(name, THRESHOLD_NAMES[name], tuple(one for one in found.vertices if one.relation == name))
        for name in THRESHOLDS
    ]


def at_least(classes: Sequence[str]) -> list[str]:
    """What each column of a picture counts: cases of its class or a heavier one.

    >>> at_least(["low", "high"]), at_least(["1"])
    (['≥ low', '≥ high'], ['all cases'])
    """
    return ["all cases"] if len(classes) == 1 else [f"≥ {name}" for name in classes]


def row_name(threshold: str) -> str:
    """What a row of a picture counts: answers that are at least so wrong.

    >>> row_name("disjoint")
    '≥ disjoint: nothing right'
    """
    return f"≥ {threshold}: {THRESHOLD_NAMES[threshold]}"


def sentences(found: Robustness) -> list[str]:
    """The verdict, what the sample says as it is, and what turns the ranking round."""
    told = [found.verdict]
    a, b = found.share.a, found.share.b
    if a or b:
        told.append(f"in the sample A is better for {_part(a, found.share)} of the admissible choices, B for "
                    f"{_part(b, found.share)}{_error(found.share)}")  # fmt: skip
    shown = f"shown for A: {_shown(found.shown_a)}, for B: {_shown(found.shown_b)}, for all of them at once"
    told.append(f"{shown} at {100 * found.level:g} %")
    given = f"δ = {_listed(found.deltas)}" + (f" and ω = {_listed(found.omegas)}" if len(found.omegas) > 1 else "")
    if found.verdict == EQUAL:
        told.append("no choice ranks one before the other")
    elif found.inversion is None:
        told.append(f"from {given} no other choice turns the ranking round")
    else:
        one = found.inversion
        moved = [("δ", one.deltas)] * (one.moved != "omega") + [("ω", one.omegas)] * (one.moved != "delta")
        beyond = " and ".join(f"{what} = {_listed(values)}" for what, values in moved)
        told.append(f"from {given} the ranking turns round beyond {beyond}, which moves no value by more than "
                    f"{fraction(one.distance)}")  # fmt: skip
    if found.refinement is not None:
        other = found.refinement
        does = "turns the ranking round" if other.inverts else "leaves the ranking as it is"
        why = "" if other.refines else f"; it is no refinement: {other.why}"
        told.append(f"{other.shifting} {does}: B − A is {other.after:+.4f}, and was {other.before:+.4f}{why}")
    return told


def told_instance(best: BestUnder) -> str:
    """A choice by which a system is the best, of several classes with ω; nothing where none is known."""
    choice = best.region.instance
    if choice is None:
        return ""
    return f"δ = {_listed(choice.deltas)}" + (f"; ω = {_listed(choice.omegas)}" if len(choice.omegas) > 1 else "")


def _listed(values: Sequence[float]) -> str:
    shown = ", ".join(f"{value:.3g}" for value in values[:8])
    return shown if len(values) <= 8 else f"{shown}, ... ({len(values)} classes)"


def _part(value: Fraction | float, share: Share) -> str:
    """A share; one that was drawn, or rounded, is never all or nothing.

    >>> _part(1.0, Share(1.0, 0.0, "sampled")), _part(1, Share(1, 0, "exact"))
    ('more than 99.9 %', '100.0 %')
    """
    if share.method == "exact" or 0.0005 <= value < 0.9995:
        return percent(float(value))
    return "more than 99.9 %" if value > 0.5 else "less than 0.1 %"


def _shown(part: float) -> str:
    """A share that is shown, rounded down as in the verdict.

    >>> _shown(0.0257), _shown(0.9999), _shown(0.0001)
    ('2.5 %', '99.9 %', '< 0.1 %')
    """
    return percent(floor(1000 * part) / 1000) if part >= 0.001 else percent(part)


def _error(share: Share) -> str:
    return f" (sampled, ±{100 * share.error:.2f} points of standard error)" if share.method == "sampled" else ""

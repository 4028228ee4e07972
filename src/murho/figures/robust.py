"""Robust choice: which of two systems is better for every admissible choice of δ and ω, and where each of several is.

>>> from murho.core.robustness import robustness
>>> DELTAS = (0.1, 0.2, 0.3, 0.4, 0.7)
>>> found = robustness([0, 1, 6] * 9, [0, 2, 3] * 9, [0, 0, 1] * 9, (0.5, 1), "lh", range(27), DELTAS, level=0.95)
>>> for line in sentences(found)[:2]:
...     print(line)
B for 68.3 % of choices
in the sample A is better for 4.6 % of the admissible choices, B for 95.4 %
"""

from collections.abc import Sequence
from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING

from murho.figures import ComparedSubject, FigureKind
from murho.figures.difference import short_names
from murho.sheets import Column, Picture, Sheet, SheetCell, SheetRow
from murho.sheets.legible import fraction, percent

if TYPE_CHECKING:
    from murho.core.dominance import Share
    from murho.core.robustness import Robustness
    from murho.pipeline.comparing.result import BestUnder, Compared, Comparison

MOST_CLASSES = 5
"""So many classes are enough where there is little room: that of all cases, and the heaviest."""


def robust_choice(subject: ComparedSubject) -> "Comparison | None":
    """The comparison, where robust verdicts were asked for."""
    return subject.found if any(one.robust is not None for one in subject.found.compared) else None


def sheet(found: "Comparison") -> Sheet:
    """The verdict on each pair with its vertices, and for which choices each of several systems is the best."""
    sections = [_pair(one, one.robust) for one in found.compared if one.robust is not None]
    if found.best:
        sections.append(_regions(found.best, found.best_classes))
    return Sheet(
        "Who is better, whatever the choice?",
        explanation="Any μ with 0 < δ1 < … < δ5 < 1 and any ordered importance ω is a mixture of the cells of the "
        "picture. A row counts answers that are at least so wrong, a column cases that are at least so important. "
        "Where no cell speaks against a system, no choice does.",
        sections=sections,
    )


def _pair(one: "Compared", found: "Robustness") -> Sheet:
    from murho.core.dominance import THRESHOLDS

    names = short_names(one.run_a, one.run_b)
    verdict, *others = sentences(found)
    classes = [*found.classes[:1], *reversed(found.classes[1:])]
    rows = []
    for name in classes:
        by_threshold = {vertex.relation: vertex for vertex in found.vertices if vertex.least_class == name}
        rows.append(SheetRow((_at_least(name, classes), *(by_threshold[threshold] for threshold in THRESHOLDS))))
    return Sheet(
        f"{names[1]} against {names[0]}",
        is_named=True,
        columns=(Column("at least so important", "name"), *(Column(name, "vertex") for name in THRESHOLDS)),
        rows=rows,
        most=MOST_CLASSES,
        conclusions=[f"robust: {verdict}", *others],
        facts=[("A", SheetCell(one.run_a, "name")), ("B", SheetCell(one.run_b, "name"))],
        picture=Picture(
            "choices",
            (found.vertices, found.classes, verdict),
            "a cell has the colour of who is better in the sample, blue for A, orange for B; a letter says that the "
            "sample shows it, for all cells at once, and = that nothing tells them apart",
        ),
        caption="B − A among answers at least so wrong; a letter: who is shown to be better",
    )


def _at_least(name: str, classes: Sequence[str]) -> str:
    return "all cases" if name == classes[0] else f"≥ {name}"


def _regions(best: "Sequence[BestUnder]", classes: Sequence[str]) -> Sheet:
    """For what share of the choices each system is the best, with one of them."""
    instances = [(one.system, instance_of(one)) for one in best]
    return Sheet(
        "Where each is the best",
        columns=(Column("system", "name"), Column("", "count"), Column("best for", "share")),
        rows=[SheetRow((one.system, place, one.region.share)) for place, one in enumerate(best, 1)],
        conclusions=[f"{system} for instance with {instance}" for system, instance in instances if instance],
        picture=Picture(
            "regions",
            ([(one.system, one.beyond) for one in best], classes),
            "a slice of all choices of δ and ω, through the same cells: a number says who is the best where a cell "
            "alone counts, = that several are, and from one to the next both are mixed; shares are of all choices, and "
            "not of the slice",
        ),
    )


def sentences(found: "Robustness") -> list[str]:
    """The verdict, what the sample says as it is, and what turns the ranking round."""
    from murho.core.robustness import EQUAL

    lines = [found.verdict]
    a, b = found.share.a, found.share.b
    if a or b:
        lines.append(f"in the sample A is better for {_part(a, found.share)} of the admissible choices, B for "
                    f"{_part(b, found.share)}{_error(found.share)}")  # fmt: skip
    shown = f"shown for A: {_shown(found.shown_a)}, for B: {_shown(found.shown_b)}, for all of them at once"
    lines.append(f"{shown} at {100 * found.level:g} %")
    given = f"δ = {_listed(found.deltas)}" + (f" and ω = {_listed(found.omegas)}" if len(found.omegas) > 1 else "")
    if found.verdict == EQUAL:
        lines.append("no choice ranks one before the other")
    elif found.inversion is None:
        lines.append(f"from {given} no other choice turns the ranking round")
    else:
        one = found.inversion
        moved = [("δ", one.deltas)] * (one.moved != "omega") + [("ω", one.omegas)] * (one.moved != "delta")
        beyond = " and ".join(f"{what} = {_listed(values)}" for what, values in moved)
        lines.append(f"from {given} the ranking turns round beyond {beyond}, which moves no value by more than "
                    f"{fraction(one.distance)}")  # fmt: skip
    if found.refinement is not None:
        other = found.refinement
        does = "turns the ranking round" if other.inverts else "leaves the ranking as it is"
        why = "" if other.refines else f"; it is no refinement: {other.why}"
        lines.append(f"{other.shifting} {does}: B − A is {other.after:+.4f}, and was {other.before:+.4f}{why}")
    return lines


def instance_of(best: "BestUnder") -> str:
    """A choice by which a system is the best, of several classes with ω; nothing where none is known."""
    choice = best.region.instance
    if choice is None:
        return ""
    return f"δ = {_listed(choice.deltas)}" + (f"; ω = {_listed(choice.omegas)}" if len(choice.omegas) > 1 else "")


def _listed(values: Sequence[float]) -> str:
    shown = ", ".join(f"{value:.3g}" for value in values[:8])
    return shown if len(values) <= 8 else f"{shown}, ... ({len(values)} classes)"


def _part(value: Fraction | float, share: "Share") -> str:
    """A share; one that was drawn, or rounded, is never all or nothing.

    >>> from murho.core.dominance import Share
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


def _error(share: "Share") -> str:
    return f" (sampled, ±{100 * share.error:.2f} points of standard error)" if share.method == "sampled" else ""


FIGURE = FigureKind(make=robust_choice, name="robust", title="Robust choice", sheet=sheet, of="comparison", place=400)

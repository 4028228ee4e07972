"""The difference of systems: as a whole and by group, with further tests, and what it takes to be sure.

>>> from murho.core.comparison import compare
>>> unsure = compare([1] * 20 + [0] * 180, [1] * 200, [0] * 12 + [1] * 8 + [0] * 172 + [1] * 8, [1] * 200, level=0.95)
>>> verdict(unsure)
'not told apart: π of B is lower by 0.0200, and the 95 % interval of the difference, −0.0638 to 0.0220, holds 0'
>>> for line in what_it_takes(unsure):
...     print(line)
200 cases show a difference of 0.0613 four times in five; a smaller one more seldom
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from os.path import normpath
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from murho.core.figure import DECIMALS
from murho.figures import ComparedSubject, FigureKind
from murho.sheets import Column, Sheet, SheetCell, SheetRow, numbers
from murho.sheets.legible import count
from murho.sheets.numbers import several

if TYPE_CHECKING:
    from murho.core.comparison import Difference
    from murho.core.significance import Outcome
    from murho.pipeline.comparing.result import Compared, Comparison

MOST_IN_FULL = 6
"""More pairs than this have a line each where there is little room."""
MOST_PAIRS = 30
"""More than this are left to the ranking there, which fits on a screen."""
MOST_NAMED = 3
"""Pairs that are named before a flag that is not of all of them; the others are counted."""
MEANING = "difference = π(B) − π(A): below 0, B is better"


def compared(subject: ComparedSubject) -> "Comparison":
    """The comparison itself, which has all of it."""
    return subject.found


def of_all(found: "Comparison", sections: Sequence[Sheet]) -> Sheet:
    """All that there is to see of a comparison: the sheets of its figures, its flags and its signature."""
    return Sheet(
        found.measure, MEANING, is_named=True, notes=flags(found.compared), sections=sections, signature=found.signature
    )


def sheet(found: "Comparison") -> Sheet:
    """Each B against A; of many pairs a line each where there is little room."""
    pairs = [_pair(one) for one in found.compared]
    explanation = (
        "π is a loss: 0 is perfect, and lower is better. The interval of a group and its p are taken by themselves; "
        "the simultaneous interval and p of all hold at once for all groups of a pair, or all pairs."
    )
    shown = Sheet("The difference", explanation=explanation, terms=("π", "difference", "interval", "p", "simultaneous"))
    if len(pairs) == 1:
        return replace(pairs[0], title=shown.title, is_named=False, explanation=explanation, terms=shown.terms)
    if len(pairs) <= MOST_IN_FULL:
        return replace(shown, sections=pairs)
    columns = (
        Column("A", "name"),
        Column("B", "name"),
        Column("B − A", "shift"),
        Column("p", "p"),
        Column("p Holm", "p"),
        Column("p of all", "p"),
    )
    rows = [
        (one.run_a, one.run_b, _unflagged(one.whole), one.whole.p_value, one.p_adjusted, one.p_simultaneous)
        for one in found.compared
    ]
    return replace(
        shown,
        columns=columns,
        rows=[SheetRow(row) for row in rows],
        most=0 if len(rows) > MOST_PAIRS else None,
        sections=[replace(pair, rank=2) for pair in pairs],
    )


def _pair(one: "Compared") -> Sheet:
    """The whole with what follows from it, further tests, and a table for each feature."""
    names = short_names(one.run_a, one.run_b)
    whole = _Line("all", _unflagged(one.whole), one.p_adjusted, one.p_simultaneous, one.simultaneous_interval)
    sections = [_tests(one.tests)] if one.tests else []
    for feature, groups in one.by.items():
        lines = [_Line(name, each, p, each.p_simultaneous, each.simultaneous) for name, (each, p) in groups.items()]
        sections.append(_differences(feature, "group", lines))
    return replace(
        _differences("", "", [whole]),
        title=f"{names[1]} against {names[0]}",
        is_named=True,
        facts=[("A", SheetCell(one.run_a, "name")), ("B", SheetCell(one.run_b, "name"))],
        conclusions=[verdict(one.whole), *what_it_takes(one.whole)],
        notes=notes(one),
        sections=sections,
    )


class _Line(NamedTuple):
    """The whole or a group."""

    name: str
    difference: "Difference"
    p_adjusted: float | None
    p_simultaneous: float | None
    simultaneous: tuple[float, float] | None


def _differences(title: str, heading: str, lines: Sequence[_Line]) -> Sheet:
    """A row for the whole or for each group; p of several that stand together is corrected."""
    columns = [
        Column(heading, "name"),
        Column("pairs", "count"),
        Column("π(A)", "fraction"),
        Column("π(B)", "fraction"),
        Column("B − A", "shift"),
        Column("p", "p"),
    ]
    rows: list[list[Any]] = [
        [line.name, found.pairs, found.pi_a, found.pi_b, found, found.p_value]
        for line in lines
        for found in [line.difference]
    ]
    if any(line.p_adjusted is not None for line in lines):
        columns.append(Column("p Holm", "p"))
        rows = [[*row, line.p_adjusted] for row, line in zip(rows, lines, strict=True)]
    if any(line.simultaneous is not None for line in lines):
        columns += [Column("simultaneous", "signed ends", rank=2), Column("p of all", "p", rank=2)]
        ends = [None if line.difference.value is None else line.simultaneous for line in lines]
        rows = [[*row, both, line.p_simultaneous] for row, both, line in zip(rows, ends, lines, strict=True)]
    return Sheet(title, is_named=True, columns=columns, rows=[SheetRow(row) for row in rows])


def _tests(tests: "Mapping[str, tuple[Outcome, float | None]]") -> Sheet:
    """A row for each test: what it looks at, its statistic, p; and what to know before trusting it."""
    is_corrected = any(adjusted is not None for _, adjusted in tests.values())
    columns = [Column("test", "name"), Column("pairs", "count"), Column("statistic", "significant"), Column("p", "p")]
    columns += [Column("p Holm", "p")] if is_corrected else []
    rows, flags = [], []
    for name, (outcome, adjusted) in tests.items():
        cells = [name, outcome.pairs, outcome.statistic, outcome.p_value]
        rows.append(SheetRow([*cells, adjusted] if is_corrected else cells))
        flags += [f"{name}: {flag}" for flag in outcome.flags]
    return Sheet("Further tests", columns=columns, rows=rows, notes=flags)


def _unflagged(found: "Difference") -> "Difference":
    """The whole without its flags, which are notes of their own."""
    return replace(found, flags=())


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


def verdict(found: "Difference") -> str:
    """Who is better, in a sentence."""
    if found.value is None:
        return "nothing to compare: there is nothing to divide by"
    level, ends = f"{100 * found.level:g} %", f"{_prose(found.low)} to {_prose(found.high)}"
    way, size = "lower" if found.value < 0 else "higher", _prose(abs(found.value))
    if found.low <= 0 <= found.high:
        what = "is the same" if not found.value else f"is {way} by {size}"
        return f"not told apart: π of B {what}, and the {level} interval of the difference, {ends}, holds 0"
    who = "B is better" if found.value < 0 else "B is worse"
    moved = f"from {_prose(found.pi_a)} to {_prose(found.pi_b)}"
    return f"{who}: its π is {way} by {size}, {moved}; the {level} interval of the difference is {ends}"


def what_it_takes(found: "Difference") -> list[str]:
    """The smallest difference that this many cases can be expected to show."""
    from murho.core.comparison import smallest_found

    smallest = smallest_found(found)
    if smallest is None or found.value is None:
        return []
    what = "cases" if found.clusters == found.pairs else "clusters of cases"
    smaller = f"show a difference of {_prose(smallest)} four times in five; a smaller one more seldom"
    return [f"{count(found.clusters)} {what} {smaller}"]


def _prose(value: float | None, sign: str = "") -> str:
    """A fraction in a sentence, with the digits that it has in the table."""
    return numbers.fraction(None) if value is None else f"{value:{sign}.{DECIMALS}f}".replace("-", "−")


def flags(pairs: "Sequence[Compared]") -> list[str]:
    """What to know before trusting the differences of the wholes, with the pair that it is of if not of all.

    Several pairs of one suite have the same few clusters: once is enough to say so.
    """
    found = []
    for flag in dict.fromkeys(flag for one in pairs for flag in one.whole.flags):
        of = [f"{one.run_a} and {one.run_b}" for one in pairs if flag in one.whole.flags]
        more = [several(len(of) - MOST_NAMED, "other pair")] if len(of) > MOST_NAMED else []
        found.append(flag if len(of) == len(pairs) else f"{', '.join([*of[:MOST_NAMED], *more])}: {flag}")
    return found


def notes(one: "Compared") -> list[str]:
    """What was guessed, what was not answered, and what one side alone was asked."""
    missing: Sequence[tuple[str, int]] = (("A", one.missing_a), ("B", one.missing_b))
    found = list(one.notes)
    found += [f"{several(n, 'case')} without an answer in {side}: UNDEFINED there" for side, n in missing if n]
    if one.only_a or one.only_b:
        alone = f"{several(one.only_a, 'case')} that A alone was asked, {one.only_b} that B alone was asked"
        is_counted = one.whole.pairs > one.asked_by_both
        found.append(f"{alone}: they {'count as UNDEFINED for the other' if is_counted else 'are left out'}")
    return found


FIGURE = FigureKind(make=compared, name="difference", title="The difference", sheet=sheet, of="comparison", place=300)

"""Comparisons as a page: who is better, what B fixes and breaks, slice by slice and case by case."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from murho.figures import sheets_of
from murho.figures.changes import AllChanges, PairChanges, counted
from murho.figures.difference import flags, verdict
from murho.formats.opening import Path
from murho.pages.finder import blob
from murho.pipeline.comparing.result import Comparison
from murho.sheets import Sheet
from murho.sheets.page import write_page
from murho.views.gate import Told


class Opening(NamedTuple):
    """What stands first of a pair."""

    name: str
    """Empty where there is one pair under one measure."""
    verdict: str
    counted: str


def write_compared(
    compared: Sequence[tuple[Comparison, Mapping[str, Any]]], path: Path, *, title: str = "", gate: Sequence[Told] = ()
) -> None:
    """Write comparisons, one for each measure, as one page that needs no network, whole or not at all.

    Each comes with the values of its figures. The cases of each pair can be searched. `gate` is what a gate says.

    Raises:
        OutputError: the file cannot be written.
    """
    openings, searched = list[Opening](), list[tuple[str, PairChanges]]()
    sections = list[tuple[str, str, Sheet]]()
    for comparison, values in compared:
        changes: AllChanges = values["changes"]
        of = f", {comparison.measure}" if len(compared) > 1 else ""
        for pair, changed in zip(comparison.compared, changes.pairs, strict=True):
            name = f"{changed.names[1]} against {changed.names[0]}{of}"
            openings.append(Opening(name, verdict(pair.whole), counted(changed.counts)))
            searched.append((name, changed))
        for name, sheet in zip(values, sheets_of(values), strict=True):
            place = sum(part.startswith(name) for part, _, _ in sections)
            sections.append((f"{name}-{place + 1}" if place else name, f"{sheet.title}{of}", sheet))
    (before, after), *_ = names = [changed.names for _, changed in searched]
    others = len({b for _, b in names})
    write_page(
        path,
        "compared.html",
        name=title or (f"{after} against {before}" if others == 1 else f"{others + 1} systems"),
        openings=openings,
        gate=gate,
        flags=list(dict.fromkeys(flag for comparison, _ in compared for flag in flags(comparison.compared))),
        sections=sections,
        signatures=[comparison.signature for comparison, _ in compared],
        finder=True,
        searched=searched[0][1].cases,
        several=len(searched) > 1,
        blob=blob(*((name, changed.cases) for name, changed in searched)),
    )

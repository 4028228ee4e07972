"""Trees in the terminal: the words of a sentence one below the other, with what gold says and where the system differs.

    s1  1 of 3 wrong, 33.3 %: label 1
           1  Dogs   NOUN   2 nsubj
    label  2  bark   VERB   0 root    → 0 ccomp
           3  .      PUNCT  2 punct

A head is a word's number in the list, 0 the root. Nothing needs colour to be told: what is wrong stands in front.
"""

from collections.abc import Iterable, Iterator, Sequence
from heapq import nsmallest
from typing import TYPE_CHECKING

from murho.measures.dependencies.beside import Side
from murho.pipeline.beside import Stretch, error_of
from murho.report.alignment import Line
from murho.report.columns import padded, width
from murho.report.terminal import inert

if TYPE_CHECKING:
    from rich.console import Console

STYLES = {
    "head": "bold yellow",
    "label": "bold magenta",
    "head and label": "bold yellow",
    "missing": "bold red",
    "extra": "bold cyan",
}


def chosen(
    passing: Iterable[Stretch], errors_only: bool = False, worst: int | None = None, rank: str = "errors"
) -> Iterable[Stretch]:
    """Those to look at: all, those with an error, or so many of the worst by `errors` or `rate`, the worst first."""
    if worst is None:
        return (one for one in passing if one.errors or not errors_only)
    return nsmallest(
        worst,
        (one for one in passing if one.errors),
        key=lambda one: (-one.rate, -one.errors) if rank == "rate" else (-one.errors, -one.rate),
    )


def lines(one: Stretch, errors_only: bool = False) -> Iterator[Line]:
    """The lines of one stretch; with `errors_only` those of right words are left out."""
    yield heading(one)
    digits = len(str(len(one.places)))
    numbers = (f"{number:{digits}}" for number in range(1, len(one.places) + 1))
    rows = [_row(n, p.gold, p.system, error_of(p)) for n, p in zip(numbers, one.places, strict=True)]
    wide = [max(map(width, column)) for column in zip(*(cells for cells, _ in rows), strict=True)]
    for cells, error in rows:
        if errors_only and not error:
            continue
        style = STYLES.get(error or "", "")
        mark, number, *texts = (padded(text, places) for text, places in zip(cells, wide, strict=True))
        said = "  ".join(texts)
        yield [(f"{mark}  ", style), (f"{number}  ", "dim"), (said.rstrip(), style)]


def _row(number: str, gold: Side | None, system: Side | None, error: str | None) -> tuple[Sequence[str], str | None]:
    shown = gold or system
    assert shown is not None
    right = "" if gold is None else _arc(gold)
    given = "" if not error or system is None else f"→ {_arc(system)}"
    upos = shown.upos
    if gold and system and gold.upos != system.upos:
        upos = f"{gold.upos} → {system.upos}"
    return (error or "", number, inert(shown.form), inert(upos), right, given), error


def _arc(side: Side) -> str:
    head = "?" if side.head is None else str(side.head + 1)
    return f"{head:>2} {inert(side.deprel)}"


def heading(one: Stretch) -> Line:
    """The id and what is wrong."""
    wrong = f"{one.errors} of {one.words} wrong, {100 * one.rate:.1f} %: " if one.errors else "nothing wrong"
    return [(inert(one.id), "bold"), (f"  {wrong}" + ", ".join(f"{kind} {n}" for kind, n in one.kinds.items()), "")]


def show(stretches: Iterable[Stretch], console: "Console", errors_only: bool = False) -> None:
    """Print stretches, a blank line after each."""
    from rich.text import Text

    for one in stretches:
        for line in lines(one, errors_only):
            if console.color_system is None:
                console.file.write("".join(text for text, _ in line).rstrip() + "\n")
            else:
                console.print(Text.assemble(*line), soft_wrap=True)
        console.file.write("\n")

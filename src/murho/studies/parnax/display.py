"""The study in the terminal: the paper's figures beside murho's."""

from functools import partial
from typing import TYPE_CHECKING

from murho.studies.parnax.study import ROWS, SOURCE, Study, StudyCase
from murho.views.numbers import number

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


def show(study: Study, console: "Console") -> None:
    """Print the four figures, then each profile with its note."""
    say = partial(console.print, highlight=False, markup=False)
    say("PARNAX: Italian questions to an EMPLOYEE file, under μ1", style="bold")
    say(SOURCE + "\n", style="dim")
    console.print(summary(study))
    for case in study.cases:
        say(f"\n{case.number}  {case.title}: profile of {case.n} queries", style="bold")
        console.print(profiles(case))
        for found in case.conclusions:
            if found.sentence is not None:
                say(found.sentence)
        say(case.note, style="dim")
    if study.competence is not None and study.competence.sentence is not None:
        say(f"\n{study.competence.sentence}")
    say("\n" + study.signature, style="dim", soft_wrap=True)


def summary(study: Study) -> "Table":
    """The table of the four figures, one line for each case."""
    table = columns("", "sample and ρ", "paper", "murho", "interval", gap=1)
    # Titles are texts and may fold; figures may not.
    table.columns[1].justify, table.columns[1].no_wrap = "left", False
    for case in study.cases:
        printed = case.printed
        low, high = case.interval
        table.add_row(
            str(case.number),
            case.title,
            f"{number(printed.numerator)}/{number(printed.denominator)} = {printed.pi:.2f}",
            f"{number(case.numerator)}/{number(case.denominator)} = {case.pi:.2f}",
            f"{low:.2f}–{high:.2f}",
        )
    return table


def profiles(case: StudyCase) -> "Table":
    """The profile of a case: for each μ what the paper prints and what murho finds, as shares of all queries."""
    table = columns("", *case.columns)
    for row, printed, ours in zip(ROWS, case.printed.profile, case.profile, strict=True):
        table.add_row(f"{row} paper", *(f"{share:.2f}" for share in printed), style="dim")
        table.add_row(f"{row} murho", *(f"{share:.2f}" for share in ours))
    return table


def columns(*names: str, gap: int = 2) -> "Table":
    """A plain table of figures; those of this study fit 80 columns."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, gap, 0, 0))
    for name in names:
        table.add_column(name, justify="right", no_wrap=True)
    return table

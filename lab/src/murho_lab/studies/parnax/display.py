"""The study in the terminal: the paper's figures beside murho's."""

from functools import partial
from typing import TYPE_CHECKING

from murho.sheets.numbers import number
from murho_lab.studies.parnax.said import Said
from murho_lab.studies.parnax.study import ROWS, SOURCE, Study, StudyCase

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from murho_lab.studies.parnax.live import Live


def show(found: Study | Said, console: "Console") -> None:
    """Print what was asked for: the study, or the answer to a question."""
    if isinstance(found, Said):
        show_said(found, console)
    else:
        show_study(found, console)


def show_said(found: Said, console: "Console") -> None:
    """Print each query of an answer, and its rows."""
    say = partial(console.print, highlight=False, markup=False, soft_wrap=True)
    if found.undefined is not None:
        say(f"not understood: {found.undefined}")
    elif not found.queries:
        said = f"; of these words nothing is known: {', '.join(found.unknown)}" if found.unknown else ""
        say(f"outside the domain{said}")
    if len(found.queries) > 1:
        say(f"{len(found.queries)} readings")
    for query, rows, tied in zip(found.queries, found.rows, found.tied, strict=True):
        say(query, style="bold")
        for row in rows:
            say("  " + "  ".join(map(str, row)))
        if tied:
            say("others are level with one of these")


def show_study(study: Study, console: "Console") -> None:
    """Print the four figures, then each profile with its note, then the live systems."""
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
    if study.live is not None:
        show_live(study, study.live, console)
    say("\n" + study.signature, style="dim", soft_wrap=True)


def show_live(study: Study, live: "Live", console: "Console") -> None:
    """Print the paper's cases for the systems of today, then π under every μ and ρ, then what can be concluded."""
    from murho_lab.studies.parnax.live import CASES
    from murho_lab.studies.parnax.shown import kind_table, length_table, size_table, verdict_table
    from murho_lab.studies.parnax.wordings import ATTRIBUTE, CLASS, NUMBER

    say = partial(console.print, highlight=False, markup=False, soft_wrap=True)
    say("\nThe four cases, then and today: π under μ1 with its interval, today's by writer", style="bold")
    for numbers in ((1, 2), (3, 4)):
        titles = [case.title for case in study.cases if case.number in numbers]
        table = columns("", "", "", *(f"case {number}" for number in numbers))
        printed = [case for case in study.cases if case.number in numbers]
        table.add_row("PARNAX", "it", "1984", *(f"{case.pi:.2f} {_interval(case.interval)}" for case in printed))
        for key, figures in live.by_part({case.number: CASES[case.number] for case in printed}).items():
            cells = [
                f"{figure.value:.2f} {_interval(figure.interval)}" if figure and figure.value is not None else ""
                for figure in figures
            ]
            table.add_row(*key, *cells)
        say(f"Case {numbers[0]}: {titles[0]}; case {numbers[1]}: {titles[1]}")
        console.print(table)
    say("\nπ under every μ and ρ", style="bold")
    say("ρ is constant; ρ1 by domain; ρ2 by how often it is asked; ρ3 by length; ρ4 by structure")
    say("μ4 grades disjoint sets by the parts of their queries")
    for sample in dict.fromkeys(figure.sample for figure in live.figures):
        table = columns(f"sample {sample}", "", "half", "μ", "ρ", "ρ1", "ρ2", "ρ3", "ρ4")
        for named, weighed in live.by_shifting(sample).items():
            table.add_row(*named, *("" if one.value is None else f"{one.value:.3f}" for one in weighed))
        console.print(table)
    say("\nCoverage and competence", style="bold")
    table = columns("system", "", "", "half", "n", "in D", "right", "share", "concepts", "⊥", "∅", gap=1)
    for one in live.understood:
        found = one.competence
        share = "" if found.habitability is None else f"{found.habitability:.2f}"
        concepts = "" if found.conceptual_share is None else f"{found.conceptual_share:.2f}"
        counts = (one.n, len(found.coverage), len(found.linguistic))
        failed = (one.relations.get("undefined", 0), one.relations.get("empty", 0))
        table.add_row(
            one.system, one.sample, one.language, one.half, *map(str, counts), share, concepts, *map(str, failed)
        )
    console.print(table)
    say("\nWell tailored or robust? Linguistic above conceptual?", style="bold")
    for one in live.understood:
        for about, conclusion in one.conclusions:
            said = (
                conclusion.sentence or f"{conclusion.name}: open, {conclusion.value:.4f} {_long(conclusion.interval)}"
            )
            say(f"{one.system}, {one.sample}, {one.language}, {one.half}, {about}: {said}")
    say("\nFor every μ and ρ: A is the interface, B the other system", style="bold")
    say("a letter alone: for all choices of δ and ω; open: the sample shows it for neither")
    _print_table(verdict_table(live), console)
    say("\nSample B as the paper tabulates it", style="bold")
    _print_table(length_table(live), console)
    _print_table(size_table(live), console)
    say("\nπ of the wordings, both languages together, under μ1", style="bold")
    for by in (ATTRIBUTE, NUMBER, CLASS):
        _print_table(kind_table(live, by), console)
    for line in live.missing:
        say(f"\nleft out: {line}")


def _print_table(shown: tuple[list[str], list[list[str]]], console: "Console") -> None:
    head, rows = shown
    table = columns(*head)
    table.columns[0].justify = "left"
    for row in rows:
        table.add_row(*row)
    console.print(table)


def _interval(ends: tuple[float, float] | None) -> str:
    return "" if ends is None else f"{ends[0]:.2f}–{ends[1]:.2f}"


def _long(ends: tuple[float, float] | None) -> str:
    return "" if ends is None else f"[{ends[0]:.4f}, {ends[1]:.4f}]"


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

"""The shares of the error of a chain in the terminal, and the words that are hit."""

from typing import TYPE_CHECKING

from murho.pipeline.runs.shares import Shares
from murho.pipeline.scoring.content_words import ContentWords
from murho.terminal.console import escape, explained, table
from murho.terminal.names import Name
from murho.views.numbers import fraction, number, several
from murho.views.numbers import interval as ends_of_figure
from murho.views.shares import notes, reading, suffering, waterfall

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from murho.core.comparison import Difference


def show_shares(shares: Shares, console: "Console") -> None:
    """Print the terms that add up to the error, what is due to each stage, and the classes of units."""
    console.print()
    made = table(["part of the error"], ["π", "interval", "of the error", "interval", "cases"])
    for one in waterfall(shares):
        if one.points is None or one.share is None:
            whole = shares.whole
            value, ends = f"[bold]{fraction(whole.value)}[/]", escape(ends_of_figure(whole))
            made.add_row(f"[bold]{one.name}[/]", value, ends, "", "", str(one.cases))
            continue
        share = "–" if one.share.value is None else f"{100 * one.share.value:.1f} %"
        ends = "–" if one.share.value is None else f"[{100 * one.share.low:.1f}, {100 * one.share.high:.1f}]"
        points = _signed(one.points.value), escape(_ends(one.points))
        made.add_row(escape(one.name), *points, share, escape(ends), str(one.cases))
    last = shares.last.stage
    console.print(
        explained(made, f"alone: what follows is right on the references of {last}; together: it is wrong on them, too")
    )
    for step in shares.steps:
        told = f"due to {step.stage} in all: {_signed(step.due.value)} {_ends(step.due)}, p {step.due.p_value:.4f}"
        console.print(f"  {escape(told)}", soft_wrap=True)
    for note in notes(shares):
        console.print(f"  [yellow]note[/]  {escape(note)}", soft_wrap=True)
    if shares.classes:
        console.print()
        console.print(_class_table(shares))


def _class_table(shares: Shares) -> "Table":
    made = table(["class of units"], ["units", f"{shares.last.stage} right", "in fact", "more", "interval", "costs π"])
    shown = suffering(shares)
    for one in shown:
        rates = fraction(one.right), fraction(one.heard), _signed(one.more.value)
        made.add_row(Name(one.name), number(one.units), *rates, escape(_ends(one.more)), _signed(one.cost))
    rest = len(shares.classes) - len(shown)
    return explained(made, f"and {rest} that cost nothing: --json names all") if rest else made


def show_content(found: ContentWords, console: "Console") -> None:
    """Print how often both kinds of words are hit, the difference, and what it says."""
    console.print()
    made = table(["words of the reference"], ["words", "hit", "share", "interval"])
    for name, one in (("carry a unit", found.carrying), ("all others", found.others)):
        sums = number(one.denominator), number(one.numerator)
        made.add_row(name, *sums, fraction(one.value), escape(ends_of_figure(one)))
    console.print(made)
    d = found.difference
    told = f"difference {_signed(d.value)} {_ends(d)}, p {d.p_value:.4f}"
    console.print(f"  {escape(told)}", soft_wrap=True)
    console.print(f"  {reading(found)}", soft_wrap=True)
    if found.left_out:
        left = f"{several(found.left_out, 'case')} left out: which words carry a unit is not known"
        console.print(f"  [yellow]note[/]  {left}", soft_wrap=True)


def _signed(value: float | None) -> str:
    return "–" if value is None else f"{value:+.4f}"


def _ends(found: "Difference") -> str:
    return "–" if found.value is None else f"[{found.low:+.4f}, {found.high:+.4f}]"

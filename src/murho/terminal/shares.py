"""The shares of the error of a chain in the terminal, and the words that are hit."""

from typing import TYPE_CHECKING

from murho.pipeline.runs.shares import Shares
from murho.pipeline.scoring.content_words import ContentWords
from murho.pipeline.scoring.score import known_ends
from murho.sheets.console import escape, explained, table
from murho.sheets.legible import NO_VALUE
from murho.sheets.names import Name
from murho.sheets.numbers import DECIMALS, fraction, interval, number, p_value, several
from murho.terminal.comparison import ends
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
            value, found = f"[bold]{fraction(shares.whole.value)}[/]", escape(interval(shares.whole))
            made.add_row(f"[bold]{one.name}[/]", value, found, "", "", str(one.cases))
        else:
            points, share = (_signed(one.points.value), escape(ends(one.points))), _in_percent(one.share)
            made.add_row(escape(one.name), *points, *share, str(one.cases))
    last = shares.last.stage
    console.print(
        explained(made, f"alone: what follows is right on the references of {last}; together: it is wrong on them, too")
    )
    for step in shares.steps:
        console.print(f"  {escape(f'due to {step.stage} in all: {_told(step.due)}')}", soft_wrap=True)
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
        made.add_row(Name(one.name), number(one.units), *rates, escape(ends(one.more)), _signed(one.cost))
    rest = len(shares.classes) - len(shown)
    return explained(made, f"and {rest} that cost nothing: --json names all") if rest else made


def show_content(found: ContentWords, console: "Console") -> None:
    """Print how often both kinds of words are hit, the difference, and what it says."""
    console.print()
    made = table(["words of the reference"], ["words", "hit", "share", "interval"])
    for name, one in (("carry a unit", found.carrying), ("all others", found.others)):
        sums = number(one.denominator), number(one.numerator)
        made.add_row(name, *sums, fraction(one.value), escape(interval(one)))
    console.print(made)
    console.print(f"  {escape(f'difference {_told(found.difference)}')}", soft_wrap=True)
    console.print(f"  {reading(found)}", soft_wrap=True)
    if found.left_out:
        left = f"{several(found.left_out, 'case')} left out: which words carry a unit is not known"
        console.print(f"  [yellow]note[/]  {left}", soft_wrap=True)


def _signed(value: float | None) -> str:
    return NO_VALUE if value is None else f"{value:+.{DECIMALS}f}"


def _told(found: "Difference") -> str:
    return f"{_signed(found.value)} {ends(found)}, p {p_value(found.p_value)}"


def _in_percent(share: "Difference") -> tuple[str, str]:
    """A share and its interval."""
    if share.value is None:
        return NO_VALUE, ""
    known = known_ends(share.value, share.low, share.high)
    return f"{100 * share.value:.1f} %", "" if known is None else escape(
        f"[{100 * known[0]:.1f}, {100 * known[1]:.1f}]"
    )

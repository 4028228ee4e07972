"""A comparison in the terminal: each B against A, with the difference, its interval and p, and what was left out."""

from collections.abc import Sequence
from dataclasses import replace
from math import isfinite
from typing import TYPE_CHECKING

from murho.core.figure import DECIMALS
from murho.sheets.console import FEW, escape, explained, table
from murho.sheets.legible import NO_VALUE
from murho.sheets.names import Name
from murho.sheets.numbers import fraction, p_value
from murho.terminal.choices import show_regions, show_robust
from murho.views.comparison import FurtherTest, Line, Pair
from murho.views.comparison import comparison as view
from murho.views.spending import amount_of, ends_of, title_of

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from murho.core.comparison import Difference
    from murho.core.several import Ranked
    from murho.pipeline.comparing.result import Comparison, Spending

MOST_IN_FULL = 6
"""More pairs than this have a line each; what else is known of them is in `--json`."""
MOST_PAIRS = 30
"""More than this are told by the ranking alone, which fits on a screen."""


def show_comparison(comparison: "Comparison", console: "Console") -> None:
    """Print each B against A: a table for the whole, one for each feature, and the notes."""
    shown = view(comparison)
    console.print(f"[bold]{escape(shown.measure)}[/]  difference = π(B) − π(A): below 0, B is better", soft_wrap=True)
    if shown.ranking:
        console.print(_ranking_table(shown.ranking))
    if len(shown.pairs) > MOST_PAIRS:
        console.print(f"  [dim]{len(shown.pairs)} pairs: --json has them[/]", soft_wrap=True)
    elif len(shown.pairs) > MOST_IN_FULL:
        console.print(_pairs_table(shown.pairs))
    for pair in shown.pairs if len(shown.pairs) <= MOST_IN_FULL else ():
        console.print(f"\n  A  {escape(pair.a)}\n  B  {escape(pair.b)}", soft_wrap=True)
        console.print(_difference_table("", [replace(pair.whole, name="all")]))
        if pair.tests:
            console.print(_test_table(pair.tests))
        for feature, lines in pair.groups.items():
            console.print(_difference_table(feature, lines))
        if pair.robust is not None:
            show_robust(pair.robust, console)
        for note in pair.notes:
            console.print(f"  [yellow]note[/]  {note}", soft_wrap=True)
    if shown.efficiency is not None:
        console.print()
        console.print(_spending_table(shown.efficiency))
    if shown.regions:
        show_regions(shown.regions, console)
    for flag in shown.flags:
        console.print(f"  [yellow]note[/]  {escape(flag)}", soft_wrap=True)
    console.print(f"[dim]{escape(shown.signature)}[/]", soft_wrap=True)


def _ranking_table(ranking: "Sequence[Ranked]") -> "Table":
    """A line for each system, the best first; systems that share a letter cannot be told apart."""
    made = table(["system"], ["π", "rank"], gap=2)
    made.add_column("not told apart")
    for one in ranking:
        first, last = one.rank_interval
        rank = str(first) if first == last else f"{first}-{last}"
        made.add_row(Name(one.system, ""), fraction(one.value), rank, " ".join(one.groups))
    return made


def _spending_table(found: "Spending") -> "Table":
    """A line for each system: π and what an answer takes, on the cases that all were asked; both are better lower."""
    made = table(["system"], ["π", "interval", title_of(found), "interval"], gap=2)
    made.add_column("")
    for one in found.systems:
        figure = one.figure
        ends = NO_VALUE if figure.interval is None else f"[{fraction(figure.low)}, {fraction(figure.high)}]"
        cost = amount_of(found, one.cost.value), ends_of(found, one.cost)
        beaten = "beaten" if one.beaten else ""
        made.add_row(Name(one.system, ""), fraction(figure.value), ends, *map(escape, cost), beaten)
    return made


def _pairs_table(pairs: Sequence[Pair]) -> "Table":
    """A line for each pair of many."""
    made = table(["A", "B"], ["B − A", "interval", "p", "p Holm", "p of all"], gap=1)
    for pair in pairs:
        found = pair.whole.difference
        value = NO_VALUE if found.value is None else f"{found.value:+.{DECIMALS}f}"
        p_values = (found.p_value, pair.whole.p_adjusted, pair.whole.p_simultaneous)
        made.add_row(Name(pair.a, ""), Name(pair.b, ""), value, ends(found), *(p_value(p) for p in p_values))
    return made


def _difference_table(feature: str, lines: Sequence[Line]) -> "Table":
    """A line for the whole or for each group: its name, its difference, and p corrected for all groups."""
    corrected = ["p Holm"] if any(line.p_adjusted is not None for line in lines) else []
    made = table([feature], ["pairs", "π(A)", "π(B)", "B − A", "interval", "p", *corrected], gap=1)
    for line in lines:
        difference = line.difference
        known = difference.value is not None
        value = f"{difference.value:+.{DECIMALS}f}" if known else NO_VALUE
        made.add_row(
            Name(line.name, " !" if difference.flags and feature else ""),
            str(difference.pairs),
            fraction(difference.pi_a),
            fraction(difference.pi_b),
            value,
            ends(difference),
            p_value(difference.p_value),
            *([] if line.p_adjusted is None else [p_value(line.p_adjusted)]),
        )
    flagged = feature and any(line.difference.flags for line in lines)
    return explained(made, FEW) if flagged else made


def _test_table(tests: Sequence[FurtherTest]) -> "Table":
    """A line for each test: what it looks at, its statistic, p, and what to know before trusting it."""
    corrected = any(test.p_adjusted is not None for test in tests)
    made = table(["test"], ["pairs", "statistic", "p", *(["p Holm"] if corrected else [])], gap=2)
    made.add_column("", overflow="fold")
    for test in tests:
        found = test.outcome
        p_values = [p_value(found.p_value), *([p_value(test.p_adjusted)] if corrected else [])]
        statistic = NO_VALUE if found.statistic is None else f"{found.statistic:.4g}"
        flags = escape("; ".join(found.flags))
        made.add_row(test.name, str(found.pairs), statistic, *p_values, f"[yellow]{flags}[/]")
    return made


def ends(difference: "Difference") -> str:
    """The interval of a difference, in brackets, or a dash where there is none."""
    if difference.value is None or not isfinite(difference.high - difference.low):
        return NO_VALUE
    return f"[{difference.low:+.{DECIMALS}f}, {difference.high:+.{DECIMALS}f}]"

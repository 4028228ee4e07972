"""A comparison in the terminal: each B against A, with the difference, its interval and p, and what was left out."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from murho.terminal.console import FEW, escape, explained, table
from murho.terminal.names import Name
from murho.views.legible import NO_VALUE
from murho.views.numbers import DECIMALS, fraction, several

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from murho.core.comparison import Difference
    from murho.core.significance import Outcome
    from murho.pipeline.runs.comparison import Compared, Comparison

SMALLEST_P = 0.0001
"""Below it four decimals would say 0, which no p is."""


def show_comparison(comparison: "Comparison", console: "Console") -> None:
    """Print each B against A: a table for the whole, one for each feature, and the notes."""
    console.print(
        f"[bold]{escape(comparison.measure)}[/]  difference = π(B) − π(A): below 0, B is better", soft_wrap=True
    )
    for compared in comparison.compared:
        console.print(f"\n  A  {escape(compared.run_a)}\n  B  {escape(compared.run_b)}", soft_wrap=True)
        console.print(_difference_table("", [("all", compared.whole, compared.p_adjusted)]))
        if compared.tests:
            console.print(_test_table(compared.tests))
        for feature, groups in compared.by.items():
            console.print(_difference_table(feature, [(name, d, p) for name, (d, p) in groups.items()]))
        for note in _notes(compared):
            console.print(f"  [yellow]note[/]  {note}", soft_wrap=True)
    for flag in dict.fromkeys(flag for compared in comparison.compared for flag in compared.whole.flags):
        console.print(f"  [yellow]note[/]  {escape(flag)}", soft_wrap=True)
    console.print(f"[dim]{escape(comparison.signature)}[/]", soft_wrap=True)


def _notes(compared: "Compared") -> list[str]:
    notes = [
        f"{several(count, 'case')} without an answer in {side}: UNDEFINED there"
        for side, count in (("A", compared.missing_a), ("B", compared.missing_b))
        if count
    ]
    if compared.only_a or compared.only_b:
        alone = f"{several(compared.only_a, 'case')} that A alone was asked, {compared.only_b} that B alone was asked"
        counted = compared.whole.pairs > compared.asked_by_both
        notes.append(f"{alone}: they {'count as UNDEFINED for the other' if counted else 'are left out'}")
    return notes


def _difference_table(feature: str, lines: "Sequence[tuple[str, Difference, float | None]]") -> "Table":
    """A line for the whole or for each group: its name, its difference, and p corrected for all groups."""
    corrected = ["p Holm"] if any(adjusted is not None for _, _, adjusted in lines) else []
    made = table([feature], ["pairs", "π(A)", "π(B)", "B − A", "interval", "p", *corrected], gap=1)
    for name, difference, adjusted in lines:
        known = difference.value is not None
        value = f"{difference.value:+.{DECIMALS}f}" if known else NO_VALUE
        ends = f"[{difference.low:+.{DECIMALS}f}, {difference.high:+.{DECIMALS}f}]" if known else NO_VALUE
        made.add_row(
            Name(name, " !" if difference.flags and feature else ""),
            str(difference.pairs),
            fraction(difference.pi_a),
            fraction(difference.pi_b),
            value,
            ends,
            f"{difference.p_value:.4f}",
            *([] if adjusted is None else [f"{adjusted:.4f}"]),
        )
    flagged = feature and any(difference.flags for _, difference, _ in lines)
    return explained(made, FEW) if flagged else made


def _test_table(tests: "Mapping[str, tuple[Outcome, float | None]]") -> "Table":
    """A line for each test: what it looks at, its statistic, p, and what to know before trusting it."""
    corrected = any(adjusted is not None for _, adjusted in tests.values())
    made = table(["test"], ["pairs", "statistic", "p", *(["p Holm"] if corrected else [])], gap=2)
    made.add_column("", overflow="fold")
    for name, (test, adjusted) in tests.items():
        p_values = [_p_value(test.p_value), *([_p_value(adjusted)] if corrected else [])]
        statistic = NO_VALUE if test.statistic is None else f"{test.statistic:.4g}"
        flags = escape("; ".join(test.flags))
        made.add_row(name, str(test.pairs), statistic, *p_values, f"[yellow]{flags}[/]")
    return made


def _p_value(p: float | None) -> str:
    if p is None:
        return NO_VALUE
    return f"<{SMALLEST_P}" if p < SMALLEST_P else f"{p:.4f}"

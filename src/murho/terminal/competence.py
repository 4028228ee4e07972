"""Competence and causes in the terminal: what the system is able to, and why it fails."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from murho.pipeline.runs.causes import Caused
from murho.pipeline.runs.competence import RunCompetence
from murho.sheets.console import escape, table
from murho.sheets.numbers import fraction, number, several
from murho.views.causes import causes
from murho.views.competence import competence

if TYPE_CHECKING:
    from rich.console import Console

SHOWN = 12
"""Items named behind a figure; `--json` has them all."""


def show_competence(able: RunCompetence, console: "Console") -> None:
    """Print each figure of coverage and competence with the first of its items."""
    shown = competence(able)
    made = table(["coverage and competence"], ["counted", "Σρ"], gap=2)
    for title, sized in (
        (f"linguistic coverage, ρ > {shown.bound:g}", shown.covered),
        ("linguistic competence", shown.understood),
    ):
        made.add_row(title, str(sized.count), number(sized.importance))
    made.add_row("habitability", *map(_strong, (shown.habitability, shown.habitability_weighted)))
    made.add_row("conceptual coverage, meanings", str(shown.concepts), "")
    made.add_row("conceptual competence, meanings", str(shown.concepts_understood), "")
    made.add_row("conceptual competence / coverage", fraction(shown.concepts_share), "")
    users = shown.users
    if users is not None:
        made.add_row("said by users", str(users.expressions), "")
        made.add_row("said by users and covered", str(users.covered), "")
        made.add_row("completeness", _strong(users.completeness), "")
    console.print()
    console.print(made)
    for sentence in shown.conclusions:
        console.print(f"  {escape(sentence)}", soft_wrap=True)
    for note in shown.notes:
        console.print(f"  [yellow]note[/]  {escape(note)}", soft_wrap=True)
    _show_items("covered, not understood", [f"{name} {text}" for name, text in shown.not_understood], console)
    if users is not None:
        _show_items("said by users, not covered", users.lacking, console)


def show_causes(caused: Caused, console: "Console") -> None:
    """Print branches with their leaves, and what nobody has tagged."""
    shown = causes(caused)
    made = table(["cause of failure"], ["cases", "Σρ", "Σρ·loss", "of the loss"], gap=2)
    for line in (*shown.lines, shown.untagged, shown.wrong):
        if line.cases:
            sums = map(number, (line.importance, line.loss))
            made.add_row(
                escape("  " * line.depth + line.name), str(line.cases), *sums, f"{100 * line.loss_share:.1f} %"
            )
    console.print()
    console.print(made)
    if not shown.lines:
        console.print(
            'tag items: murho judge RUN --causes FILE, JSON lines {"id": "q1", "cause": "linguistic/ellipsis"}',
            soft_wrap=True,
        )


def _strong(value: float | None) -> str:
    return f"[bold]{fraction(value)}[/]"


def _show_items(title: str, items: Sequence[str], console: "Console") -> None:
    if not items:
        return
    console.print(f"[bold]{title}[/]  {several(len(items), 'item')}", soft_wrap=True)
    for item in items[:SHOWN]:
        console.print(f"  {escape(item)}", soft_wrap=True)
    if len(items) > SHOWN:
        console.print(f"  [dim]and {len(items) - SHOWN} more: --json names all[/]", soft_wrap=True)

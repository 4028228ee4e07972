"""Competence and causes in the terminal: what the system is able to, and why it fails."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from murho.pipeline.causes import NOT_LOOKED_INTO
from murho.report.terminal import escape, fraction, number, several

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from murho.pipeline.ability import Ability
    from murho.pipeline.causes import Caused

SHOWN = 12
"""Items named behind a figure; `--json` has them all."""


def show_ability(able: "Ability", console: "Console") -> None:
    """Each figure of coverage and competence with the first of its items."""
    found = able.as_json()
    covered, understood, lost = (found[name] for name in _LINGUISTIC)
    concepts, known = found["conceptual_coverage"], found["conceptual_competence"]
    habitable, complete = found["habitability"], found["completeness"]
    table = _table("coverage and competence", "counted", "Σρ")
    table.add_row(
        f"linguistic coverage, ρ > {able.found.bound:g}", str(covered["count"]), number(covered["importance"])
    )
    table.add_row("linguistic competence", str(understood["count"]), number(understood["importance"]))
    table.add_row(
        "habitability", f"[bold]{fraction(habitable['value'])}[/]", f"[bold]{fraction(habitable['weighted'])}[/]"
    )
    table.add_row("conceptual coverage, meanings", str(concepts["count"]), "")
    table.add_row("conceptual competence, meanings", str(known["count"]), "")
    table.add_row("conceptual competence / coverage", fraction(known["share"]), "")
    if complete:
        table.add_row("said by users", str(complete["denominator"]), "")
        table.add_row("said by users and covered", str(complete["numerator"]), "")
        table.add_row("completeness", f"[bold]{fraction(complete['value'])}[/]", "")
    console.print()
    console.print(table)
    _listed("covered, not understood", [f"{name} {able.expressions[name]}" for name in lost["items"]], console)
    if complete:
        _listed("said by users, not covered", complete["lacking"], console)


_LINGUISTIC = ("linguistic_coverage", "linguistic_competence", "not_understood")


def show_causes(found: "Caused", console: "Console") -> None:
    """Branches with their leaves, and what nobody has tagged."""
    table = _table("cause of failure", "cases", "Σρ", "Σρ·loss", "of the loss")
    lines = [(("  " if len(one.path) > 1 else "") + (one.path[-1] or NOT_LOOKED_INTO), one) for one in found.causes]
    for name, one in [*lines, ("(not tagged)", found.untagged), ("all wrong answers", found.wrong)]:
        if one.cases:
            sums = (number(one.importance), number(one.loss))
            table.add_row(escape(name), str(one.cases), *sums, f"{100 * one.loss_share:.1f} %")
    console.print()
    console.print(table)
    if not found.causes:
        console.print(
            'tag items: murho judge RUN --causes FILE, JSON lines {"id": "q1", "cause": "linguistic/ellipsis"}',
            soft_wrap=True,
        )


def _table(*columns: str) -> "Table":
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column(columns[0], overflow="fold")
    for name in columns[1:]:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _listed(title: str, items: Sequence[str], console: "Console") -> None:
    if not items:
        return
    console.print(f"[bold]{title}[/]  {several(len(items), 'item')}", soft_wrap=True)
    for item in items[:SHOWN]:
        console.print(f"  {escape(item)}", soft_wrap=True)
    if len(items) > SHOWN:
        console.print(f"  [dim]and {len(items) - SHOWN} more: --json names all[/]", soft_wrap=True)

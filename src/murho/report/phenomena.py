"""A tree of phenomena in the terminal: a line for each, indented, with k of n, coverage, weight and π."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from murho.report.terminal import bar, escape, fraction, interval, several

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from murho.core.figure import Figure
    from murho.pipeline.phenomena import Pair, SuiteScore
    from murho.suites.scoring import Leaf, Node

_ROOM_FOR_BARS = 100
"""Columns of a terminal in which names and bars both have room."""


def show_phenomena(
    score: "SuiteScore", console: "Console", *, sentences: str = "wrong", depth: int | None = None
) -> None:
    """The sections one after the other; `sentences` is which to list: none, wrong or all; `depth` how far down."""
    console.print(f"[bold]{escape(score.measure)}[/]  by phenomenon", soft_wrap=True)
    for section in score.sections:
        console.print()
        accepting = "wellformed" in section.counts
        bars = console.width >= _ROOM_FOR_BARS
        table = _acceptance(section, depth, bars) if accepting else _accuracy(section, score.intervals, depth, bars)
        console.print(table)
        for note in notes(section):
            console.print(f"  [yellow]note[/]  {note}", soft_wrap=True)
    if sentences != "none":
        for section in score.sections:
            _sentences(section, console, everything=sentences == "all")
    console.print(f"[dim]{escape(score.signature)}[/]", soft_wrap=True, highlight=False)


def notes(section: "Node") -> list[str]:
    """What to know of a section before its figures are read."""
    found = []
    if section.undefined:
        found.append(f"{several(section.undefined, 'case')} undefined (⊥)")
    if section.mass and section.unweighed:
        without = several(section.unweighed, "realization")
        found.append(f"{without} without a frequency, left out of the figure weighed by frequency")
    return found


def _accuracy(section: "Node", intervals: "Mapping[str, Figure] | None", depth: int | None, bars: bool) -> "Table":
    weighed, parsed = bool(section.mass), section.las is not None
    table = _table(section.name, 0 if bars or intervals is not None else 30)
    for name in ("right", "%", *[""] * bars, "covered", *["Σρ", "π by ρ"] * weighed, *["LAS"] * parsed):
        table.add_column(name, justify="left" if not name else "right", no_wrap=True)
    if intervals is not None:
        table.add_column("interval of π", justify="right", no_wrap=True)
    for node in _down(section, depth):
        row = [f"{node.right}/{node.cases}", f"{100 * (1 - node.pi):.0f}", *[bar(1 - node.pi, 12)] * bars]
        row.append(f"{node.counts.get('covered', 0)}/{node.cases}")
        row += [f"{node.mass:.6f}" if node.mass else "–", fraction(node.pi_by_frequency)] if weighed else []
        row += ["–" if node.las is None else f"{100 * node.las:.2f}"] if parsed else []
        row += [interval(intervals[node.path])] if intervals is not None else []
        table.add_row(_name(node), *row)
    return table


def _acceptance(section: "Node", depth: int | None, bars: bool) -> "Table":
    table = _table(section.name)
    for name in ("accepted", "%", *[""] * bars, "overgenerated"):
        table.add_column(name, justify="left" if not name else "right", no_wrap=True)
    for node in _down(section, depth):
        taken, good = node.counts["covered"], node.counts["wellformed"]
        over, bad = node.counts["overgenerated"], node.counts["illformed"]
        share = taken / good if good else None
        percent = "–" if share is None else f"{100 * share:.0f}"
        table.add_row(_name(node), f"{taken}/{good}", percent, *[bar(share, 12)] * bars, f"{over}/{bad}" if bad else "–")
    return table


def _table(name: str, least: int = 0) -> "Table":
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(escape(name), overflow="fold", min_width=least)
    return table


def _down(section: "Node", depth: int | None) -> "Sequence[Node]":
    return [node for node in section.walk() if depth is None or node.depth <= depth]


def _name(node: "Node") -> str:
    return "  " * node.depth + escape("all" if not node.depth else node.name)


def _sentences(section: "Node", console: "Console", everything: bool) -> None:
    """The sentences of each phenomenon, those that went wrong or all of them."""
    shown: set[str] = set()
    for node in section.walk():
        chosen = [leaf for leaf in node.own if (everything or not leaf.right) and leaf.id not in shown]
        if chosen:
            console.print(f"\n[bold]{escape(node.path)}[/]", soft_wrap=True)
        for leaf in chosen:
            shown.add(leaf.id)
            console.print(_line(leaf), soft_wrap=True)


def _line(leaf: "Leaf") -> str:
    mark = "[green]✓[/]" if leaf.right else "[red]✗[/]"
    told = f"  [dim]{escape(leaf.told)}[/]" if leaf.told else ""
    return f"  {mark} {escape(leaf.id)}  {escape(leaf.test)}{told}" + (
        "" if leaf.right else f"  {escape(leaf.outcome)}"
    )


def show_pairs(a: str, b: str, pairs: "Sequence[Pair]", console: "Console") -> None:
    """Two runs of a suite, phenomenon by phenomenon: how many cases both have right, one alone, none."""
    console.print(f"  A  {escape(a)}\n  B  {escape(b)}\n", soft_wrap=True)
    weighed = any(pair.pi_a is not None for pair in pairs)
    tested = any(pair.difference is not None for pair in pairs)
    table = _table("phenomenon")
    for name in ("n", "both", "only A", "only B", "neither", *["π by ρ (A)", "(B)"] * weighed, *["p"] * tested):
        table.add_column(name, justify="right", no_wrap=True)
    for pair in pairs:
        counts = [pair.cases, pair.both, len(pair.only_a), len(pair.only_b), pair.neither]
        row = [str(count or "·") for count in counts]
        row += [fraction(pair.pi_a), fraction(pair.pi_b)] if weighed else []
        row += ["–" if pair.difference is None else f"{pair.difference.p_value:.4f}"] if tested else []
        table.add_row("  " * pair.depth + escape(pair.name), *row)
    console.print(table)
    for name, ids in (("A", pairs and _all(pairs, "only_a")), ("B", pairs and _all(pairs, "only_b"))):
        if ids:
            console.print(f"only {name}: {escape(', '.join(ids))}", soft_wrap=True)


def _all(pairs: "Sequence[Pair]", side: str) -> list[str]:
    return list(dict.fromkeys(name for pair in pairs for name in getattr(pair, side)))

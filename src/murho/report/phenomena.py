"""A tree of phenomena in the terminal: a line for each, indented, with k of n, coverage, weight and π."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from murho.report.terminal import bar, escape, fraction, interval, several

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from murho.pipeline.phenomena import Pair, SuiteScore
    from murho.suites.scoring import Leaf, Node

_ROOM_FOR_BARS = 100
"""Columns of a terminal in which names and bars both have room."""
_FIGURES, _FIGURES_AND_INTERVAL, _SHORTEST_NAME = 50, 68, 10
"""Columns that all figures need where there are no bars, and names at least, folded."""


def show_phenomena(
    score: "SuiteScore", console: "Console", *, sentences: str = "wrong", depth: int | None = None
) -> None:
    """The sections one after the other; `sentences` is which to list: none, wrong or all; `depth` how far down."""
    console.print(f"[bold]{escape(score.measure)}[/]  by phenomenon", soft_wrap=True)
    for note in score.notes:
        console.print(f"  [yellow]note[/]  {escape(note)}", soft_wrap=True)
    for section in score.sections:
        console.print()
        accepting = "wellformed" in section.counts
        wide = console.width >= _ROOM_FOR_BARS
        console.print(
            _acceptance(section, depth, wide) if accepting else _accuracy(section, score, depth, console.width)
        )
        for note in [*notes(section), *_of_intervals(score)]:
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


def _of_intervals(score: "SuiteScore") -> list[str]:
    if score.intervals is None:
        return []
    weighed = "each realization as one" if score.weight == "given" else f"realizations by {score.weight}"
    return [f"the interval of π counts {escape(weighed)}, as if the suite were a random sample"]


def _accuracy(section: "Node", score: "SuiteScore", depth: int | None, width: int) -> "Table":
    """In a narrow terminal bars are left out, and per cent, which k of n tell as well; then all but k of n."""
    bars = width >= _ROOM_FOR_BARS
    room = width - (_FIGURES if score.intervals is None else _FIGURES_AND_INTERVAL)
    full = bars or room >= _SHORTEST_NAME
    weighed, parsed = full and bool(section.mass), full and section.las is not None
    table = _table(section.name, 0 if bars else min(30, max(room, _SHORTEST_NAME)))
    _columns(table, "right", *["%", ""] * bars, "covered", *_weighed_columns(section) * weighed, *["LAS"] * parsed)
    if score.intervals is not None:
        _columns(table, "interval of π")
    for node in _down(section, depth):
        row = [f"{node.right}/{node.cases}"]
        row += [f"{100 * (1 - node.pi):.0f}", bar(1 - node.pi, 12)] if bars else []
        row += [f"{node.counts.get('covered', 0)}/{node.cases}", *_weighed(node, section) * weighed]
        row += ["–" if node.las is None else f"{100 * node.las:.2f}"] if parsed else []
        row += [interval(score.intervals[node.path])] if score.intervals is not None else []
        table.add_row(_name(node), *row)
    return table


def _acceptance(section: "Node", depth: int | None, bars: bool) -> "Table":
    table = _table(section.name)
    _columns(table, "accepted", "%", *[""] * bars, "overgenerated", *_weighed_columns(section))
    for node in _down(section, depth):
        taken, good = node.counts["covered"], node.counts["wellformed"]
        over, bad = node.counts["overgenerated"], node.counts["illformed"]
        share = taken / good if good else None
        percent = "–" if share is None else f"{100 * share:.0f}"
        row = [f"{taken}/{good}", percent, *[bar(share, 12)] * bars, f"{over}/{bad}" if bad else "–"]
        table.add_row(_name(node), *row, *_weighed(node, section))
    return table


def _weighed_columns(section: "Node") -> list[str]:
    """`null` is how many realizations have no frequency, so that what is beside it rests on the others only."""
    return ["Σρ", *["null"] * bool(section.unweighed), "π by ρ"] if section.mass else []


def _weighed(node: "Node", section: "Node") -> list[str]:
    if not section.mass:
        return []
    without = [str(node.unweighed or "·")] if section.unweighed else []
    return [f"{node.mass:.6f}" if node.mass else "–", *without, fraction(node.pi_by_frequency)]


def _table(name: str, least: int = 0) -> "Table":
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(escape(name), overflow="fold", min_width=least)
    return table


def _columns(table: "Table", *names: str) -> None:
    for name in names:
        table.add_column(name, justify="right" if name else "left", no_wrap=True)


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

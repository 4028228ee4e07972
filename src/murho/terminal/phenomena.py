"""A tree of phenomena in the terminal: a line for each, indented, with k of n, coverage, weight and π."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from murho.terminal.console import bar, escape, table
from murho.terminal.names import Name
from murho.views.legible import NO_VALUE
from murho.views.numbers import fraction, interval
from murho.views.section_notes import interval_notes, section_notes

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from murho.pipeline.suites.phenomena import Pair, SuiteScore
    from murho.suites.scoring import Leaf, Node

BAR = 12
"""Places of a bar."""
_ROOM_FOR_BARS = 100
"""Columns of a terminal in which names and bars both have room."""
_FIGURES, _FIGURES_AND_INTERVAL, _SHORTEST_NAME = 50, 68, 10
"""Columns that all figures need where there are no bars, and names at least, folded."""
_LONGEST_ROOM = 30
"""Columns that are kept free for names at most; longer ones are folded."""


def show_phenomena(
    score: "SuiteScore", console: "Console", *, sentences: str = "wrong", depth: int | None = None
) -> None:
    """Print the sections one after the other.

    Args:
        score: the sections of a suite and how they were scored.
        console: where they are printed; its width decides which figures have room.
        sentences: which sentences to list: none, wrong or all.
        depth: how far down the tree is printed; all of it without a number.
    """
    console.print(f"[bold]{escape(score.measure)}[/]  by phenomenon", soft_wrap=True)
    for note in score.notes:
        console.print(f"  [yellow]note[/]  {escape(note)}", soft_wrap=True)
    for section in score.sections:
        console.print()
        if "wellformed" in section.counts:
            console.print(_acceptance_table(section, depth, console.width))
        else:
            console.print(_accuracy_table(section, score, depth, console.width))
        for note in [*section_notes(section), *interval_notes(score)]:
            console.print(f"  [yellow]note[/]  {escape(note)}", soft_wrap=True)
    if sentences != "none":
        for section in score.sections:
            _show_sentences(section, console, everything=sentences == "all")
    console.print(f"[dim]{escape(score.signature)}[/]", soft_wrap=True, highlight=False)


def _accuracy_table(section: "Node", score: "SuiteScore", depth: int | None, width: int) -> "Table":
    """Links that are right; a narrow terminal has no bars and no per cent, a very narrow one nothing but k of n."""
    bars = width >= _ROOM_FOR_BARS
    intervals = score.intervals
    room = width - (_FIGURES if intervals is None else _FIGURES_AND_INTERVAL)
    full = bars or room >= _SHORTEST_NAME
    weighed, parsed = full and bool(section.mass), full and section.las is not None
    heads = ["right", *["%", ""] * bars, "covered", *_weighed_heads(section) * weighed, *["LAS"] * parsed]
    heads += [] if intervals is None else ["interval of π"]
    made = table([section.name], heads, least=0 if bars else min(_LONGEST_ROOM, max(room, _SHORTEST_NAME)))
    for node in _down(section, depth):
        cells = [f"{node.right}/{node.cases}"]
        cells += [f"{100 * (1 - node.pi):.0f}", bar(1 - node.pi, BAR)] if bars else []
        cells += [f"{node.counts.get('covered', 0)}/{node.cases}", *_weighed(node, section) * weighed]
        cells += [NO_VALUE if node.las is None else f"{100 * node.las:.2f}"] if parsed else []
        cells += [] if intervals is None else [interval(intervals[node.path])]
        made.add_row(_name(node), *cells)
    return made


def _acceptance_table(section: "Node", depth: int | None, width: int) -> "Table":
    """Sentences that are accepted, and wrongly accepted."""
    bars = width >= _ROOM_FOR_BARS
    heads = ["accepted", "%", *[""] * bars, "overgenerated", *_weighed_heads(section)]
    made = table([section.name], heads)
    for node in _down(section, depth):
        accepted, good = node.counts["covered"], node.counts["wellformed"]
        over, bad = node.counts["overgenerated"], node.counts["illformed"]
        share = accepted / good if good else None
        percent = NO_VALUE if share is None else f"{100 * share:.0f}"
        cells = [f"{accepted}/{good}", percent, *[bar(share, BAR)] * bars, f"{over}/{bad}" if bad else NO_VALUE]
        made.add_row(_name(node), *cells, *_weighed(node, section))
    return made


def _weighed_heads(section: "Node") -> list[str]:
    """`null` is how many realizations have no frequency, so that what is beside it rests on the others only."""
    return ["Σρ", *["null"] * bool(section.unweighed), "π by ρ"] if section.mass else []


def _weighed(node: "Node", section: "Node") -> list[str]:
    if not section.mass:
        return []
    without = [str(node.unweighed or "·")] if section.unweighed else []
    return [f"{node.mass:.6f}" if node.mass else NO_VALUE, *without, fraction(node.pi_by_frequency)]


def _down(section: "Node", depth: int | None) -> "Sequence[Node]":
    return [node for node in section.walk() if depth is None or node.depth <= depth]


def _name(node: "Node") -> Name:
    return Name("  " * node.depth + (node.name if node.depth else "all"))


def _show_sentences(section: "Node", console: "Console", everything: bool) -> None:
    """Print the sentences of each phenomenon, those that went wrong or all of them, each of them once."""
    seen: set[str] = set()
    for node in section.walk():
        leaves = [leaf for leaf in node.own if (everything or not leaf.right) and leaf.id not in seen]
        if leaves:
            console.print(f"\n[bold]{escape(node.path)}[/]", soft_wrap=True)
        for leaf in leaves:
            seen.add(leaf.id)
            console.print(_line(leaf), soft_wrap=True)


def _line(leaf: "Leaf") -> str:
    mark = "[green]✓[/]" if leaf.right else "[red]✗[/]"
    told = f"  [dim]{escape(leaf.told)}[/]" if leaf.told else ""
    outcome = "" if leaf.right else f"  {escape(leaf.outcome)}"
    return f"  {mark} {escape(leaf.id)}  {escape(leaf.test)}{told}{outcome}"


def show_pairs(a: str, b: str, pairs: "Sequence[Pair]", console: "Console") -> None:
    """Print two runs of a suite, phenomenon by phenomenon: how many cases both have right, one alone, none."""
    console.print(f"  A  {escape(a)}\n  B  {escape(b)}\n", soft_wrap=True)
    weighed = any(pair.pi_a is not None for pair in pairs)
    tested = any(pair.difference is not None for pair in pairs)
    heads = ["n", "both", "only A", "only B", "neither", *["π by ρ (A)", "(B)"] * weighed, *["p"] * tested]
    made = table(["phenomenon"], heads)
    for pair in pairs:
        counts = (pair.cases, pair.both, len(pair.only_a), len(pair.only_b), pair.neither)
        cells = [str(count or "·") for count in counts]
        cells += [fraction(pair.pi_a), fraction(pair.pi_b)] if weighed else []
        cells += [NO_VALUE if pair.difference is None else f"{pair.difference.p_value:.4f}"] if tested else []
        made.add_row(Name("  " * pair.depth + pair.name), *cells)
    console.print(made)
    for side, ids in (("A", [pair.only_a for pair in pairs]), ("B", [pair.only_b for pair in pairs])):
        if names := list(dict.fromkeys(name for some in ids for name in some)):
            console.print(f"only {side}: {escape(', '.join(names))}", soft_wrap=True)

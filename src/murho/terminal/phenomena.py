"""A tree of phenomena in the terminal: a line for each, indented, with k of n, coverage, weight and π."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from murho.sheets.console import bar, escape, table
from murho.sheets.legible import NO_VALUE
from murho.sheets.names import Name
from murho.sheets.numbers import fraction, interval, p_value
from murho.views.phenomena import Section, branch_name, coverage, scored_suite
from murho.views.two_runs import counts

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from murho.core.figure import Figure
    from murho.pipeline.suites.phenomena import ComparedSuites, SuiteScore
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
    shown = scored_suite(score)
    console.print(f"[bold]{escape(shown.measure)}[/]  by phenomenon", soft_wrap=True)
    for note in shown.notes:
        console.print(f"  [yellow]note[/]  {escape(note)}", soft_wrap=True)
    for section, notes in zip(shown.sections, shown.section_notes, strict=True):
        console.print()
        if section.accepting:
            console.print(_acceptance_table(section, depth, console.width))
        else:
            console.print(_accuracy_table(section, shown.intervals, depth, console.width))
        for note in notes:
            console.print(f"  [yellow]note[/]  {escape(note)}", soft_wrap=True)
    if sentences != "none":
        for section in shown.sections:
            _show_sentences(section, console, everything=sentences == "all")
    console.print(f"[dim]{escape(shown.signature)}[/]", soft_wrap=True, highlight=False)


def _accuracy_table(
    section: Section, intervals: "Mapping[str, Figure] | None", depth: int | None, width: int
) -> "Table":
    """Links that are right; a narrow terminal has no bars and no per cent, a very narrow one nothing but k of n."""
    bars = width >= _ROOM_FOR_BARS
    room = width - (_FIGURES if intervals is None else _FIGURES_AND_INTERVAL)
    full = bars or room >= _SHORTEST_NAME
    weighed, parsed = full and section.weighed, full and section.parsed
    heads = ["right", *["%", ""] * bars, "covered", *_weighed_heads(section) * weighed, *["LAS"] * parsed]
    heads += [] if intervals is None else ["interval of π"]
    made = table([section.top.name], heads, least=0 if bars else min(_LONGEST_ROOM, max(room, _SHORTEST_NAME)))
    for node in section.down_to(depth):
        cells = [f"{node.right}/{node.cases}"]
        cells += [f"{100 * (1 - node.pi):.0f}", bar(1 - node.pi, BAR)] if bars else []
        cells += [f"{node.covered}/{node.coverable}", *_weighed(node, section) * weighed]
        cells += [NO_VALUE if node.las is None else f"{100 * node.las:.2f}"] if parsed else []
        cells += [] if intervals is None else [interval(intervals[node.path])]
        made.add_row(_name(node), *cells)
    return made


def _acceptance_table(section: Section, depth: int | None, width: int) -> "Table":
    """Sentences that are accepted, and wrongly accepted."""
    bars = width >= _ROOM_FOR_BARS
    heads = ["accepted", "%", *[""] * bars, "overgenerated", *_weighed_heads(section)]
    made = table([section.top.name], heads)
    for node in section.down_to(depth):
        over, bad = node.counts["overgenerated"], node.counts["illformed"]
        share = coverage(node)
        percent = NO_VALUE if share is None else f"{100 * share:.0f}"
        cells = [
            f"{node.covered}/{node.coverable}",
            percent,
            *[bar(share, BAR)] * bars,
            f"{over}/{bad}" if bad else NO_VALUE,
        ]
        made.add_row(_name(node), *cells, *_weighed(node, section))
    return made


def _weighed_heads(section: Section) -> list[str]:
    """`null` is how many realizations have no frequency, so that what is beside it rests on the others only."""
    return ["Σρ", *["null"] * bool(section.top.unweighed), "π by ρ"] if section.weighed else []


def _weighed(node: "Node", section: Section) -> list[str]:
    if not section.weighed:
        return []
    without = [str(node.unweighed or "·")] if section.top.unweighed else []
    return [f"{node.mass:.6f}" if node.mass else NO_VALUE, *without, fraction(node.pi_by_frequency)]


def _name(node: "Node") -> Name:
    return Name("  " * node.depth + branch_name(node))


def _show_sentences(section: Section, console: "Console", everything: bool) -> None:
    """Print the sentences of each phenomenon, those that went wrong or all of them, each of them once."""
    for path, leaves in section.listed(everything):
        console.print(f"\n[bold]{escape(path)}[/]", soft_wrap=True)
        for leaf in leaves:
            console.print(_line(leaf), soft_wrap=True)


def _line(leaf: "Leaf") -> str:
    mark = "[green]✓[/]" if leaf.right else "[red]✗[/]"
    told = f"  [dim]{escape(leaf.told)}[/]" if leaf.told else ""
    outcome = "" if leaf.right else f"  {escape(leaf.outcome)}"
    return f"  {mark} {escape(leaf.id)}  {escape(leaf.test)}{told}{outcome}"


def show_pairs(compared: "ComparedSuites", console: "Console") -> None:
    """Print two runs of a suite, phenomenon by phenomenon: how many cases both have right, one alone, none."""
    shown = counts(compared)
    console.print("\n".join(f"  {letter}  {escape(name)}" for letter, name in shown.sides) + "\n", soft_wrap=True)
    heads = ["n", "both", "only A", "only B", "neither"]
    heads += [*["π by ρ (A)", "(B)"] * shown.weighed, *["p"] * shown.tested]
    made = table(["phenomenon"], heads)
    for pair in shown.lines:
        numbers = (pair.cases, pair.both, len(pair.only_a), len(pair.only_b), pair.neither)
        cells = [str(number or "·") for number in numbers]
        cells += [fraction(pair.pi_a), fraction(pair.pi_b)] if shown.weighed else []
        cells += [NO_VALUE if pair.difference is None else p_value(pair.difference.p_value)] if shown.tested else []
        made.add_row(Name("  " * pair.depth + pair.name), *cells)
    console.print(made)
    for side, ids in shown.alone:
        console.print(f"only {side}: {escape(', '.join(ids))}", soft_wrap=True)
    for signature in shown.signatures:
        console.print(f"[dim]{escape(signature)}[/]", soft_wrap=True, highlight=False)

"""What `murho suite build` found, in the terminal, for readers who see such tables for the first time."""

from typing import TYPE_CHECKING

from murho.report.terminal import escape, several
from murho.suites.building.excerpts import EXAMPLES
from murho.suites.building.schemas import average, class_of
from murho.suites.model import Suite

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from murho.pipeline.suite_build import Built
    from murho.suites.building.filling import Filled
    from murho.suites.building.survey import Survey

SHOWN = 12
"""Links and realizations that are shown; all are in the files."""
BAR = 20
LETTERS = {
    "v": "main verb",
    "x": "auxiliary",
    "n": "noun",
    "a": "adjective",
    "r": "adverb",
    "p": "pronoun",
    "d": "determiner",
    "s": "preposition",
    "c": "conjunction",
    "z": "numeral",
    "i": "interjection",
    "t": "particle",
    "f": "punctuation",
    "y": "symbol",
    "w": "other",
}


def show(built: "Built", console: "Console") -> None:
    """Everything that was done, and what to do next."""
    if built.survey is not None:
        _survey(built.survey, console)
    if built.trees:
        share = f"{100 * built.corrected / max(1, built.words):.1f} %"
        console.print(
            f"\n[bold]trees[/]  {several(len(built.trees), 'sentence')}; "
            f"{built.corrected} of {several(built.words, 'word')} corrected ({share})",
            soft_wrap=True,
        )
    if (both := built.agreement) is not None and both.words:
        console.print(
            f"  two reviews of {several(both.words, 'word')}: the same head in {100 * both.heads / both.words:.2f} %, "
            f"head and relation in {100 * both.labelled / both.words:.2f} %",
            soft_wrap=True,
        )
        if both.differing:
            console.print(f"  they differ at {escape(', '.join(both.differing[:SHOWN]))}", soft_wrap=True)
    _order(built, console)
    if built.filled is not None:
        _filled(built.filled, console)
    console.print()
    for path in built.written:
        console.print(f"wrote {escape(path)}", soft_wrap=True)
    if built.survey is not None:
        console.print("edit the .tsv files in a spreadsheet, then give them back with --review", soft_wrap=True)


def _survey(found: "Survey", console: "Console") -> None:
    for treebank in found.treebanks:
        size = f"{several(len(treebank.sentences), 'sentence')}, {several(treebank.words, 'word')}"
        console.print(f"[bold]{escape(treebank.name)}[/]  {size}", soft_wrap=True)
        for note in treebank.conventions.notes():
            console.print(f"  [yellow]note[/]  {escape(note)}", soft_wrap=True)
    console.print("\n[bold]links[/]  which part of speech hangs from which, of all dependencies", soft_wrap=True)
    first = [one for one in found.links if not one.deprel]
    table = _table("link", "reads", freq="", n="")
    for one in first[:SHOWN]:
        parent, _, child = one.link.partition("-")
        reads = f"{LETTERS[child]} under {LETTERS[parent]}"
        table.add_row(one.link, reads, _share(one.freq), str(one.count), _bar(one.freq))
    console.print(table)
    rare = sum(one.freq is None for one in first)
    console.print(f"  {len(first)} links; {rare} too rare or unclear to tell a frequency: null", soft_wrap=True)
    for title, attribute in (("construction", "constr"), ("subject", "sbjtype")):
        table = _table(title, share="", n="")
        for name, count in found.by(attribute).most_common():
            table.add_row(name, _share(count / max(1, found.clauses)), str(count), _bar(count / max(1, found.clauses)))
        console.print()
        console.print(table)
    console.print("\n[bold]orders of arguments[/]  functions and categories of a verb's arguments", soft_wrap=True)
    table = _table("func", "cat", "construction", "class", freq="", n="")
    for each in found.realizations[:SHOWN]:
        key = each.key
        table.add_row(key.func, key.cat, key.constr, class_of(key.func), _share(each.freq), str(each.count))
    console.print(table)
    console.print(
        f"  kept are {len(found.kept)} of {several(len(found.realizations), 'realization')}, those found more often "
        f"than the average of {average(found.realizations):.1f}: {100 * found.coverage:.1f} % of "
        f"{several(found.clauses, 'finite clause')}; {EXAMPLES} sentences for each",
        soft_wrap=True,
    )


def _order(built: "Built", console: "Console") -> None:
    ordered = built.ordered
    if ordered is not None and (ordered.tests or not built.survey):
        size = len(Suite((ordered.section,)).of_section(ordered.section.kind))
        console.print(
            f"\n[bold]suite[/]  {several(size, 'realization')} with {several(len(ordered.tests), 'test sentence')}; "
            f"{ordered.waiting} kept ones have none yet",
            soft_wrap=True,
        )
        if built.trees and built.without_tree:
            count = several(len(built.without_tree), "test sentence")
            console.print(f"  [yellow]note[/]  {count} without a reviewed tree", soft_wrap=True)
        for finding in ordered.findings:
            console.print(f"  {escape(str(finding))}", soft_wrap=True)
    if built.proposals:
        failed = [one for one in built.proposals if one.comment]
        done = len(built.proposals) - len(failed)
        console.print(f"\n[bold]parsed[/]  {done} of {several(len(built.proposals), 'test sentence')}", soft_wrap=True)
        for one in failed:
            console.print(f"  [yellow]undefined[/]  {escape(one.tree.text)}: {escape(one.comment)}", soft_wrap=True)


def _filled(found: "Filled", console: "Console") -> None:
    console.print("\n[bold]frequencies filled in[/]", soft_wrap=True)
    for section, outcomes in found.outcomes.items():
        told = ", ".join(f"{count} {outcome}" for outcome, count in outcomes.items() if count)
        if told:
            console.print(f"  {section}: {told}", soft_wrap=True)
    if found.missing:
        console.print(f"  not found: {escape(', '.join(found.missing))}", soft_wrap=True)


def _table(*names: str, **figures: str) -> "Table":
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for name in names:
        table.add_column(name, overflow="fold")
    for name in figures:
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    return table


def _share(value: float | None) -> str:
    return "null" if value is None else f"{value:.6f}"


def _bar(value: float | None) -> str:
    return "▇" * round(BAR * (value or 0))

"""What `murho suite build` found, in the terminal, for readers who see such tables for the first time."""

from typing import TYPE_CHECKING

from murho.pipeline.suites.build import Built
from murho.sheets.console import escape, table
from murho.sheets.numbers import several
from murho.views.suite_building import FilledIn, Parsed, Reviewed, Surveyed, Written, building

if TYPE_CHECKING:
    from rich.console import Console

BAR = 20
"""Places of a bar of whole blocks."""
NAMED = 12
"""Sentences on which two reviews differ that are named."""


def show_built(built: Built, console: "Console") -> None:
    """Print everything that was done, and what to do next."""
    shown = building(built)
    if shown.surveyed is not None:
        _show_treebanks(shown.surveyed, console)
        _show_links(shown.surveyed, console)
        _show_orders(shown.surveyed, console)
    if shown.reviewed is not None:
        _show_reviewed(shown.reviewed, console)
    if shown.written is not None:
        _show_written(shown.written, console)
    if shown.parsed is not None:
        _show_parsed(shown.parsed, console)
    if shown.filled is not None:
        _show_filled(shown.filled, console)
    console.print()
    for path in shown.files:
        console.print(f"wrote {escape(path)}", soft_wrap=True)
    if shown.surveyed is not None:
        console.print("edit the .tsv files in a spreadsheet, then give them back with --review", soft_wrap=True)


def _show_treebanks(surveyed: Surveyed, console: "Console") -> None:
    for treebank in surveyed.treebanks:
        size = f"{several(treebank.sentences, 'sentence')}, {several(treebank.words, 'word')}"
        console.print(f"[bold]{escape(treebank.name)}[/]  {size}", soft_wrap=True)
        for note in treebank.notes:
            console.print(f"  [yellow]note[/]  {escape(note)}", soft_wrap=True)


def _show_links(surveyed: Surveyed, console: "Console") -> None:
    console.print("\n[bold]links[/]  which part of speech hangs from which, of all dependencies", soft_wrap=True)
    made = table(["link", "reads"], ["freq", "n", ""], gap=2)
    for link in surveyed.links:
        made.add_row(link.link, link.reads, _share(link.freq), str(link.count), _bar(link.freq))
    console.print(made)
    rare = f"{surveyed.rare_links} too rare or unclear to tell a frequency: null"
    console.print(f"  {surveyed.all_links} links; {rare}", soft_wrap=True)


def _show_orders(surveyed: Surveyed, console: "Console") -> None:
    for title, shares in surveyed.shares.items():
        made = table([title], ["share", "n", ""], gap=2)
        for one in shares:
            made.add_row(one.name, _share(one.share), str(one.count), _bar(one.share))
        console.print()
        console.print(made)
    console.print("\n[bold]orders of arguments[/]  functions and categories of a verb's arguments", soft_wrap=True)
    made = table(["func", "cat", "construction", "class"], ["freq", "n", ""], gap=2)
    for line in surveyed.realizations:
        made.add_row(line.func, line.cat, line.construction, line.order, _share(line.freq), str(line.count))
    console.print(made)
    console.print(
        f"  kept are {surveyed.kept} of {several(surveyed.all_realizations, 'realization')}, those found more often "
        f"than the average of {surveyed.average:.1f}: {100 * surveyed.coverage:.1f} % of "
        f"{several(surveyed.clauses, 'finite clause')}; {surveyed.examples} sentences for each",
        soft_wrap=True,
    )


def _show_reviewed(reviewed: Reviewed, console: "Console") -> None:
    if reviewed.sentences:
        share = f"{100 * reviewed.corrected / max(1, reviewed.words):.1f} %"
        console.print(
            f"\n[bold]trees[/]  {several(reviewed.sentences, 'sentence')}; "
            f"{reviewed.corrected} of {several(reviewed.words, 'word')} corrected ({share})",
            soft_wrap=True,
        )
    if (both := reviewed.agreement) is not None:
        console.print(
            f"  two reviews of {several(both.words, 'word')}: the same head in {100 * both.heads / both.words:.2f} %, "
            f"head and relation in {100 * both.labelled / both.words:.2f} %",
            soft_wrap=True,
        )
        if both.differing:
            console.print(f"  they differ at {escape(', '.join(both.differing[:NAMED]))}", soft_wrap=True)


def _show_written(written: Written, console: "Console") -> None:
    console.print(
        f"\n[bold]suite[/]  {several(written.realizations, 'realization')} with "
        f"{several(written.tests, 'test sentence')}; {written.waiting} kept ones have none yet",
        soft_wrap=True,
    )
    if written.without_tree:
        count = several(written.without_tree, "test sentence")
        console.print(f"  [yellow]note[/]  {count} without a reviewed tree", soft_wrap=True)
    for finding in written.findings:
        console.print(f"  {escape(finding)}", soft_wrap=True)


def _show_parsed(parsed: Parsed, console: "Console") -> None:
    console.print(f"\n[bold]parsed[/]  {parsed.done} of {several(parsed.every, 'test sentence')}", soft_wrap=True)
    for text, reason in parsed.undefined:
        console.print(f"  [yellow]undefined[/]  {escape(text)}: {escape(reason)}", soft_wrap=True)


def _show_filled(filled: FilledIn, console: "Console") -> None:
    console.print("\n[bold]frequencies filled in[/]", soft_wrap=True)
    for section, outcomes in filled.outcomes.items():
        if outcomes:
            told = ", ".join(f"{count} {outcome}" for outcome, count in outcomes.items())
            console.print(f"  {section}: {told}", soft_wrap=True)
    if filled.missing:
        console.print(f"  not found: {escape(', '.join(filled.missing))}", soft_wrap=True)


def _share(value: float | None) -> str:
    return "null" if value is None else f"{value:.6f}"


def _bar(value: float | None) -> str:
    return "▇" * round(BAR * (value or 0))

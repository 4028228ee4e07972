"""What was counted of alignments, in the terminal: errors, groups, confusions, keywords, error by frequency."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from murho.measures.text.keywords import Class
from murho.pipeline.aligning.alignment_counts import Findings
from murho.sheets.console import escape, explained, inert, table
from murho.sheets.legible import NO_VALUE
from murho.sheets.numbers import several
from murho.sheets.screen_columns import shown
from murho.views.alignment_counts import (
    AlignmentCounts,
    ConfusionList,
    Counts,
    Kept,
    Keyword,
    Keywords,
    alignment_counts,
)
from murho.views.pairing_notes import pairing_notes

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


def show_findings(
    findings: Findings,
    console: "Console",
    *,
    most: int | None = None,
    confusions: bool = False,
    frequencies_given: bool = False,
) -> None:
    """Print what was counted of alignments that have all passed.

    Args:
        findings: the counts; keywords and rare words are printed where they were looked for.
        console: where they are printed.
        most: entries of a list of confusions; all of them without a number.
        confusions: whether there are lists of what is taken for what, in all and in each group.
        frequencies_given: frequencies of words come from a file, not from the references.
    """
    counts = alignment_counts(findings, most, confusions=confusions, by_group=True)
    _show_whole(counts, console)
    for feature, groups in counts.groups.items():
        console.print()
        console.print(_group_table(feature, groups))
    _show_confusions(counts.confusions, console)
    for feature, lists_of in counts.confusions_by.items():
        for name, lists in lists_of.items():
            console.print(f"\n[bold]── {escape(feature)} {escape(name)} ──[/]", soft_wrap=True)
            _show_confusions(lists, console)
    if counts.keywords is not None:
        _show_keywords(counts.keywords, console)
    if counts.rare is not None:
        console.print()
        console.print(_frequency_table(counts.rare, frequencies_given))
    console.print(f"[dim]{escape(counts.signature)}[/]", soft_wrap=True)


def _show_whole(counts: AlignmentCounts, console: "Console") -> None:
    whole = counts.whole
    rate = "" if whole.rate is None else f", {_rate(whole)}"
    console.print(
        f"[bold]{several(whole.errors, 'error')} in {several(whole.units, counts.unit)}{rate}[/]: "
        f"S {whole.substitutions}, D {whole.deletions}, I {whole.insertions}, {whole.right} right; "
        f"{whole.in_error} of {several(whole.utterances, 'utterance')} with an error",
        soft_wrap=True,
    )
    notes = pairing_notes(
        undefined=counts.undefined,
        missing_answers=counts.missing_answers,
        unmatched_answers=counts.unmatched_answers,
    )
    for note in [*notes, *counts.notes]:
        console.print(f"  [yellow]note[/]  {escape(note)}", soft_wrap=True)


def _rate(counts: Counts) -> str:
    return NO_VALUE if counts.rate is None else f"{100 * counts.errors / counts.units:.2f} %"


def _group_table(feature: str, groups: Mapping[str, Counts]) -> "Table":
    made = table([feature], ["utterances", "units", "right", "S", "D", "I", "errors", "rate"])
    for name, one in groups.items():
        numbers = (one.utterances, one.units, one.right, one.substitutions, one.deletions, one.insertions, one.errors)
        made.add_row(escape(name), *map(str, numbers), _rate(one))
    return made


def _show_confusions(lists: Sequence[ConfusionList], console: "Console") -> None:
    for one in lists:
        console.print(f"\n[bold]{one.title}[/]  {one.total}, {one.different} different", soft_wrap=True)
        for words, count in one.entries:
            console.print(f"{count:6}  {' → '.join(map(_visible, words))}", markup=False, soft_wrap=True)
        if one.left_out:
            console.print(f"[dim]and {one.left_out} more[/]")


def _visible(word: str) -> str:
    return inert(word) if word.strip() else shown(word)


def _show_keywords(keywords: Keywords, console: "Console") -> None:
    made = table(["keyword"], ["said", "hits", "misses", "false alarms", "precision", "recall", "F1"])
    for row in keywords.each:
        _add_keyword(row, made)
    if keywords.each:
        made.rows[-1].end_section = True
    _add_keyword(keywords.total, made)
    console.print()
    console.print(made)
    total = keywords.total
    ends = ", ".join(
        f"{name} {_kept(kept)} [{100 * kept.low:.1f}, {100 * kept.high:.1f}]"
        for name, kept in (("precision", total.precision), ("recall", total.recall), ("F1", total.f1))
        if kept.value is not None
    )
    if ends:
        console.print(f"all, with {100 * keywords.level:g} % intervals: {ends}", markup=False, soft_wrap=True)


def _add_keyword(row: Keyword, made: "Table") -> None:
    numbers = (row.occurrences, row.hits, row.misses, row.false_alarms)
    made.add_row(escape(row.keyword), *map(str, numbers), *map(_kept, (row.precision, row.recall, row.f1)))


def _kept(kept: Kept) -> str:
    return NO_VALUE if kept.value is None else f"{100 * kept.value:.1f} %"


def _frequency_table(rows: Sequence[Class], given: bool) -> "Table":
    made = table(["frequency"], ["types", "tokens", "S", "D", "error", "interval", "I", "false"])
    for row in rows:
        loss = row.figure
        error = ends = NO_VALUE
        if loss.value is not None:
            error = f"{100 * loss.value:.1f} %{' !' if loss.flags else ''}"
            ends = f"[{100 * loss.low:.1f}, {100 * loss.high:.1f}]"
        before = (row.different, row.words, row.substitutions, row.deletions)
        behind = (row.insertions, row.falsely_recognised)
        made.add_row(row.name, *map(str, before), error, escape(ends), *map(str, behind))
    where = "the file of frequencies" if given else "these references"
    return explained(
        made, f"frequency in {where}; error: (S + D) / tokens, ! rests on little; false: given for another"
    )

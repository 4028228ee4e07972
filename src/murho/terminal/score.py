"""A score in the terminal: a line for the whole, its notes, a table for each slice, the signature to be copied."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from murho.core.figure import Figure
from murho.sheets.console import FEW, bar, escape, explained, table
from murho.sheets.numbers import fraction, hundredths, interval, interval_in_hundredths, interval_of, number, several
from murho.sheets.plain import Grid
from murho.views.criteria import Criteria, criteria
from murho.views.pairing_notes import pairing_notes

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from murho.pipeline.scoring.score import Score

FAILURES = 5
"""Kinds of failure that are shown."""
ALONE, BESIDE = 20, 10
"""How long a bar for π = 1 is, and where two intervals stand before it."""
LONGEST_FAILURE = 200
"""Characters of a failure that are shown, so that a traceback does not fill the screen."""


def show_scores(scores: "Sequence[Score]", console: "Console") -> None:
    """Print one score after the other, a blank line between them."""
    for place, score in enumerate(scores):
        if place:
            console.print()
        show_score(score, console)


def show_score(score: "Score", console: "Console") -> None:
    """Print the figure of the whole, its counts and notes, its tables, its signature."""
    symbol = score.symbol
    of_trees = isinstance(score.also.get("las"), dict)
    _show_whole(score, symbol, console)
    if score.figure.counts and not of_trees:  # the counts of trees stand behind their table
        counts = ", ".join(f"{name} {count}" for name, count in score.figure.counts.items())
        console.print(f"  {counts}", soft_wrap=True)
    if score.graded is not None:
        console.print(f"  [bold]grade[/]  {escape(score.graded.sentence)}", soft_wrap=True)
    for note in [*_notes(score), *score.notes, *score.figure.flags]:
        console.print(f"  [yellow]note[/]  {escape(note)}", soft_wrap=True)
    if of_trees:  # its slices are groups of words with scores of their own
        _show_parse_scores(score, console)
    else:
        for made in _tables(score, symbol):
            console.print()
            console.print(made)
    console.print(f"[dim]{escape(score.signature)}[/]", soft_wrap=True, highlight=False)


def _tables(score: "Score", symbol: str) -> "Iterator[Grid | Table]":
    if (beside := criteria(score.also)) is not None:
        yield criteria_table(beside)
    together = sum(map(len, score.by.values()))
    for feature, groups in score.by.items():
        yield slice_table(feature, groups, symbol, together)


def _show_parse_scores(score: "Score", console: "Console") -> None:
    from murho.figures.parse_scores import parse_scores, sheet  # a score of words needs nothing of trees
    from murho.sheets.terminal import show_sheet

    found = parse_scores(score)
    assert found is not None
    show_sheet(sheet(found), console)


def _show_whole(score: "Score", symbol: str, console: "Console") -> None:
    whole = score.figure
    level = f"{100 * whole.estimate.level:g} %"
    console.print(f"[bold]{escape(score.headline.sentence)}[/]", soft_wrap=True)
    if score.known_as is not None and whole.value is not None:
        name, is_loss = score.known_as
        value, ends = (whole.value, whole.interval) if is_loss else _rest(whole.value, whole.interval)
        shown = "" if ends is None else f" [{100 * ends[0]:.2f}, {100 * ends[1]:.2f}]"
        better = "lower" if is_loss else "higher"
        console.print(f"{escape(name)} [bold]{100 * value:.2f} %[/]{escape(shown)}, {better} is better", soft_wrap=True)
    console.print(
        f"[bold]{escape(score.measure)}[/]  {symbol} = [bold]{fraction(score.value)}[/]  {level} {interval(whole)}, "
        "lower is better",
        soft_wrap=True,
    )
    size = "" if whole.estimate.effective_n is None else f", effective n {whole.estimate.effective_n:.0f}"
    sums = f"{number(whole.numerator)} / {number(whole.denominator)}"
    console.print(f"  {sums} over {several(whole.n, 'case')}{size}", soft_wrap=True)


def _rest(value: float, ends: tuple[float, float] | None) -> tuple[float, tuple[float, float] | None]:
    """1 − π and its interval."""
    return 1 - value, None if ends is None else (1 - ends[1], 1 - ends[0])


def _notes(score: "Score") -> list[str]:
    return pairing_notes(
        still_open=score.open,
        undefined=score.figure.undefined,
        if_failures=score.if_failures,
        value=score.value,
        symbol=score.symbol,
        missing_answers=score.missing_answers,
        unmatched_answers=score.unmatched_answers,
    )


def show_failures(kinds: Sequence[tuple[int, str]], console: "Console") -> None:
    """Print why answers are undefined, the most frequent kinds of failure first, each cut to a line."""
    for count, text in kinds[:FAILURES]:
        console.print(f"  [yellow]undefined[/]  {count} × {escape(text[:LONGEST_FAILURE])}", soft_wrap=True)
    if len(kinds) > FAILURES:
        console.print(f"  [yellow]undefined[/]  {len(kinds) - FAILURES} more kinds of failure", soft_wrap=True)


def slice_table(feature: str, groups: Mapping[str, Figure], symbol: str = "π", together: int = 1) -> "Table":
    """The groups of one feature with their figures, a bar for π, and what holds of all `together` at once."""
    from murho.sheets.names import Name  # a score without slices needs no names parted

    beside = any(figure.simultaneous_interval for figure in groups.values())
    made = table([feature], ["n", symbol, "interval", *(["simultaneous"] if beside else []), "⊥", ""])
    for group, figure in groups.items():
        made.add_row(
            Name(group),
            str(figure.n),
            _value(figure),
            interval(figure),
            *([interval_of(figure.simultaneous_interval)] if beside else []),
            str(figure.undefined or ""),
            bar(figure.value, BESIDE if beside else ALONE) + (" !" if figure.flags else ""),
        )
    said = [_at_once(next(iter(groups.values())), together)] if beside else []
    said += [FEW] if any(figure.flags for figure in groups.values()) else []
    return explained(made, "\n".join(said)) if said else made


def _at_once(figure: Figure, together: int) -> str:
    groups = "both" if together == 2 else f"all {together}"
    return f"simultaneous: {100 * figure.estimate.level:g} % for {groups} groups at once"


def _value(figure: Figure) -> str:
    """π; or, where there was nothing to lose, what was lost all the same: words that were inserted."""
    nothing_to_lose = figure.value is None and figure.numerator
    return f"{number(figure.numerator)} / 0" if nothing_to_lose else fraction(figure.value)


def criteria_table(shown: Criteria) -> Grid:
    """What a measure reports beside its value, with what no skill gets and what annotators agree on."""
    made = Grid(["criterion", "", "interval", *shown.beside], whole=3)
    for line in shown.lines:
        ends = interval_in_hundredths(line.interval)
        made.rows.append([line.name, hundredths(line.value), ends, *map(hundredths, line.beside)])
    if shown.agreement is not None:
        coefficients = ", ".join(f"{name} = {fraction(value)}" for name, value in shown.agreement.coefficients)
        made.caption = f"people: {shown.agreement.annotators} annotators by pairs; {coefficients}"
    return made

"""Figures in the terminal: a line for the whole, a table for each slice.

Fractions are printed with four decimals; that is the figure which a gate looks at.

>>> printed(0.12004)
0.12
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from murho.core.figure import Figure
from murho.core.ledger import group_name

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from murho.core.comparison import Difference
    from murho.core.profile import Profile
    from murho.core.significance import Outcome
    from murho.pipeline.compared import Comparison
    from murho.pipeline.score import Score

DECIMALS = 4
FAILURES = 5
"""Kinds of failure that are shown."""


def printed(value: float) -> float:
    """A value as it is printed."""
    return round(value, DECIMALS)


def fraction(value: float | None) -> str:
    """A fraction, or a dash where there is none."""
    return "–" if value is None else f"{value:.{DECIMALS}f}"


def interval(figure: Figure) -> str:
    """The interval, in brackets."""
    return "–" if figure.value is None else f"[{fraction(figure.low)}, {fraction(figure.high)}]"


def show_score(score: "Score", console: "Console") -> None:
    """The whole figure, its counts, its slices, its signature."""
    whole = score.figure
    level = f"{100 * whole.estimate.level:g} %"
    by_number = score.divided_by == "expressions"
    symbol = "Σμρ/|E|" if by_number else "π"
    head = f"[bold]{escape(score.measure)}[/]  {symbol} = [bold]{fraction(score.value)}[/]  {level} {interval(whole)}"
    console.print(head, soft_wrap=True)
    right = "" if score.value is None or by_number else f"accuracy 1 − π = {100 * (1 - score.value):.2f} %; "
    size = "" if whole.estimate.effective_n is None else f", effective n {whole.estimate.effective_n:.0f}"
    console.print(
        f"  {right}{number(whole.numerator)} / {number(whole.denominator)} over {several(whole.n, 'case')}{size}",
        soft_wrap=True,
    )
    parsed = isinstance(score.also.get("las"), dict)  # the counts of trees stand behind their table
    if whole.counts and not parsed:
        console.print("  " + ", ".join(f"{name} {count}" for name, count in whole.counts.items()), soft_wrap=True)
    notes = [f"{several(score.open, 'open case')}, not judged"] if score.open else []
    notes += [f"{whole.undefined} undefined (⊥)"] if whole.undefined else []
    notes += [f"{several(score.missing_answers, 'case')} without an answer"] if score.missing_answers else []
    notes += (
        [f"{several(score.unmatched_answers, 'answer')} without a case, ignored"] if score.unmatched_answers else []
    )
    for note in [*notes, *score.notes, *whole.flags]:
        console.print(f"  [yellow]note[/]  {escape(note)}", soft_wrap=True)
    if parsed:
        from murho.report.dependencies import groups_of, official

        console.print()
        console.print(official(score.also))
    if "intervals" in score.also:
        console.print()
        console.print(criteria(score.also))
    for feature, groups in score.by.items():
        console.print()
        console.print(groups_of(feature, groups, score.also_by[feature]) if parsed else slices(feature, groups, symbol))
    console.print(f"[dim]{escape(score.signature)}[/]", soft_wrap=True, highlight=False)


def show_scores(scores: "Sequence[Score]", console: "Console") -> None:
    """One score after the other."""
    for place, score in enumerate(scores):
        if place:
            console.print()
        show_score(score, console)


def show_failures(kinds: Sequence[tuple[int, str]], console: "Console") -> None:
    """Why answers are undefined, the most frequent kinds of failure first; what is said is cut to a line."""
    for count, text in kinds[:FAILURES]:
        console.print(f"  [yellow]undefined[/]  {count} × {escape(text[:200])}", soft_wrap=True)
    if len(kinds) > FAILURES:
        console.print(f"  [yellow]undefined[/]  {len(kinds) - FAILURES} more kinds of failure", soft_wrap=True)


def _of_nothing(figure: Figure) -> str:
    """What was lost where there was nothing to lose: words that were inserted."""
    return f"{number(figure.numerator)} / 0"


def slices(feature: str, groups: Mapping[str, Figure], symbol: str = "π") -> "Table":
    """A table of the groups of one feature, with a bar for π."""
    from rich.table import Table

    from murho.report.names import Name

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(escape(feature), overflow="fold")
    for name in ("n", symbol, "interval", "⊥"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    for group, figure in groups.items():
        table.add_row(
            Name(group),
            str(figure.n),
            fraction(figure.value) if figure.value is not None or not figure.numerator else _of_nothing(figure),
            interval(figure),
            str(figure.undefined or ""),
            bar(figure.value) + (" !" if figure.flags else ""),
        )
    if any(figure.flags for figure in groups.values()):
        table.caption = "! rests on little: see the flags with --json"
        table.caption_justify = "left"
    return table


def criteria(also: Mapping[str, Any]) -> "Table":
    """A table of what a measure reports beside its value, with what no skill gets and what annotators agree on."""
    from rich.table import Table

    beside: dict[str, Mapping[str, Any]] = {**also.get("floors", {})}
    if "ceiling" in also:
        beside["people"] = also["ceiling"]
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("criterion", no_wrap=True)
    for name in ("", "interval"):
        table.add_column(name, justify="right", no_wrap=True)
    for name in beside:
        table.add_column(name, justify="right")
    for name, ends in also["intervals"].items():
        interval = "–" if ends is None else escape(f"[{hundredths(ends[0])}, {hundredths(ends[1])}]")
        others = (hundredths(values.get(name)) for values in beside.values())
        table.add_row(name.replace("_", " "), hundredths(also[name]), interval, *others)
    if "ceiling" in also:
        chance = (f"{label} = {fraction(also['ceiling'][name])}" for label, name in AGREEMENT.items())
        table.caption = f"people: {also['ceiling']['annotators']} annotators by pairs; {', '.join(chance)}"
        table.caption_justify = "left"
    return table


AGREEMENT = {"Krippendorff's α": "krippendorff_alpha", "Fleiss' κ": "fleiss_kappa"}


def hundredths(value: float | None) -> str:
    """A criterion as tables show it."""
    return "–" if value is None else f"{value:.2f}"


def bar(value: float | None, width: int = 20) -> str:
    """A bar for a fraction; full from 1 on."""
    if value is None:
        return ""
    eighths = round(min(max(value, 0.0), 1.0) * width * 8)
    return "█" * (eighths // 8) + ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")[eighths % 8]


def number(value: float) -> str:
    """A sum: whole numbers plainly, others with up to six digits behind the point.

    >>> number(371), number(81.4)
    ('371', '81.4')
    """
    return str(value) if isinstance(value, int) else f"{value:.6f}".rstrip("0").rstrip(".")


def several(count: int, what: str) -> str:
    """A number of things.

    >>> several(1, "case"), several(2, "case")
    ('1 case', '2 cases')
    """
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def inert(text: Any) -> str:
    """Text from data on one line, with nothing that the terminal would act on.

    >>> inert("a[b]\x1b[31m")
    'a[b]\\\\x1b[31m'
    """
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in str(text))


def escape(text: Any) -> str:
    """Text from data, with nothing that the terminal or the markup would act on.

    >>> escape("a[b]\x1b[31m")
    'a\\\\[b]\\\\x1b[31m'
    """
    from rich.markup import escape as no_markup

    return no_markup(inert(text))


def console(stderr: bool = False) -> "Console":
    """A console as wide as the terminal."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, emoji=False)


def show_profile(cells: "Profile", console: "Console") -> None:
    """The shares of a profile: a matrix for two axes where the terminal is wide enough, else a list with π."""
    console.print(f"\n[bold]profile[/]  share of expressions by {escape(' × '.join(cells.axes))}", soft_wrap=True)
    fits = len(cells.axes) == 2 and min(len(cells.classes(axis)) for axis in cells.axes) < console.width / 6
    table = _matrix(cells) if fits else _listed(cells)
    if fits and console.measure(table, options=console.options.update(width=10_000)).minimum > console.width:
        table = _listed(cells)
    console.print(table)


def _matrix(cells: "Profile") -> "Table":
    rows, columns = sorted(cells.axes, key=lambda axis: -len(cells.classes(axis)))  # the longer one downwards
    table = _figures(escape(rows), *(escape(_class(name)) for name in cells.classes(columns)))
    for row in cells.classes(rows):
        shares = [cells.share(_cell(cells, {rows: row, columns: column})) for column in cells.classes(columns)]
        table.add_row(escape(_class(row)), *(f"{float(share):.3f}" if share else "·" for share in shares))
    table.columns[0].no_wrap = True
    return table


def _listed(cells: "Profile") -> "Table":
    from murho.report.names import Name

    table = _figures(*map(escape, cells.axes), "share", "n", "π", names=len(cells.axes))
    rank = [{name: place for place, name in enumerate(cells.classes(axis))} for axis in cells.axes]
    for key in sorted(cells.cells, key=lambda key: [rank[axis][name] for axis, name in enumerate(key)]):
        tally, share = cells.cells[key], f"{float(cells.share(key)):.3f}"
        table.add_row(*(Name(_class(value)) for value in key), share, str(tally.cases), fraction(tally.performance))
    return table


def _figures(*columns: str, names: int = 1, gap: int = 2) -> "Table":
    """A table whose first columns are names, which may fold, and the others figures, which never do."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, gap, 0, 0))
    for place, name in enumerate(columns):
        if place < names:
            table.add_column(name, overflow="fold")
        else:
            table.add_column(name, justify="right", no_wrap=True)
    return table


def _cell(cells: "Profile", classes: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(classes[axis] for axis in cells.axes)


def _class(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else group_name(value)


def show_comparison(found: "Comparison", console: "Console") -> None:
    """Each B against A: difference, interval, p; a table for the whole and for each feature."""
    console.print(f"[bold]{escape(found.measure)}[/]  difference = π(B) − π(A): below 0, B is better", soft_wrap=True)
    flags: dict[str, None] = {}
    for one in found.compared:
        console.print(f"\n  A  {escape(one.run_a)}\n  B  {escape(one.run_b)}", soft_wrap=True)
        console.print(_differences("", [("all", one.whole, one.p_adjusted)]))
        if one.tests:
            console.print(_tests(one.tests))
        for feature, groups in one.by.items():
            console.print(_differences(feature, [(name, d, p) for name, (d, p) in groups.items()]))
        for side, count in (("A", one.missing_a), ("B", one.missing_b)):
            if count:
                note = f"{several(count, 'case')} without an answer in {side}: UNDEFINED there"
                console.print(f"  [yellow]note[/]  {note}", soft_wrap=True)
        if one.only_a or one.only_b:
            alone = f"{several(one.only_a, 'case')} that A alone was asked, {one.only_b} that B alone was asked"
            what = "count as UNDEFINED for the other" if one.whole.pairs > one.asked_by_both else "are left out"
            console.print(f"  [yellow]note[/]  {alone}: they {what}", soft_wrap=True)
        flags.update(dict.fromkeys(one.whole.flags))
    for flag in flags:
        console.print(f"  [yellow]note[/]  {escape(flag)}", soft_wrap=True)
    console.print(f"[dim]{escape(found.signature)}[/]", soft_wrap=True)


def _tests(found: "Mapping[str, tuple[Outcome, float | None]]") -> "Table":
    """A line for each test: what it looks at, its statistic, p, and what to know before trusting it."""
    corrected = any(adjusted is not None for _, adjusted in found.values())
    table = _figures("test", "pairs", "statistic", "p", *(["p Holm"] if corrected else []))
    table.add_column("", overflow="fold")
    for name, (test, adjusted) in found.items():
        figures = ["–" if p is None else "<0.0001" if p < 0.0001 else f"{p:.4f}" for p in (test.p_value, adjusted)]
        statistic = "–" if test.statistic is None else f"{test.statistic:.4g}"
        flags = escape("; ".join(test.flags))
        table.add_row(name, str(test.pairs), statistic, *figures[: 1 + corrected], f"[yellow]{flags}[/]")
    return table


def _differences(feature: str, lines: "Sequence[tuple[str, Difference, float | None]]") -> "Table":
    from murho.report.names import Name

    corrected = ["p Holm"] if any(adjusted is not None for _, _, adjusted in lines) else []
    table = _figures(escape(feature), "pairs", "π(A)", "π(B)", "B − A", "interval", "p", *corrected, gap=1)
    for name, d, adjusted in lines:
        value = "–" if d.value is None else f"{d.value:+.{DECIMALS}f}"
        ends = "–" if d.value is None else f"[{d.low:+.{DECIMALS}f}, {d.high:+.{DECIMALS}f}]"
        more = [] if adjusted is None else [f"{adjusted:.4f}"]
        mark = " !" if d.flags and feature else ""
        p_value = f"{d.p_value:.4f}"
        table.add_row(Name(name, mark), str(d.pairs), fraction(d.pi_a), fraction(d.pi_b), value, ends, p_value, *more)
    if feature and any(d.flags for _, d, _ in lines):
        table.caption, table.caption_justify = "! rests on little: see the flags with --json", "left"
    return table

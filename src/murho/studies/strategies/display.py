"""The study in words and in the terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from murho.atn.efficiency.load import Typical
from murho.atn.efficiency.penetrance import Average
from murho.core.comparison import Difference
from murho.core.figure import Figure
from murho.studies.strategies.study import STEPS_OF_A_LANGUAGE, LanguageStudy, Study
from murho.studies.strategies.texts import OWN, PLANS
from murho.terminal.console import escape

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


def number(value: float | None, digits: int = 3) -> str:
    """A number with a true minus, or a dash."""
    # What is rounded to −0 becomes 0 by adding 0.
    return "–" if value is None else f"{round(value, digits) + 0.0:.{digits}f}".replace("-", "−")


def ends(estimate: Average | Difference | Figure | Typical, digits: int = 3) -> str:
    """The interval of an estimate in brackets; a dash where there is none."""
    return "–" if estimate.value is None else f"[{number(estimate.low, digits)}, {number(estimate.high, digits)}]"


def said(estimate: Average | Difference | Figure | Typical, digits: int = 3) -> str:
    """The value of an estimate with its interval in brackets."""
    return f"{number(estimate.value, digits)} {ends(estimate, digits)}"


def in_words(study: LanguageStudy) -> list[str]:
    """Sentences that say what the figures of a language show."""
    name, claim, three = study.language.name, study.claim.differences, study.three
    sample, alone = claim["own, in sample, against all others"], claim["own, sentence left out, against all others"]
    near = study.relations["Kendall, in sample"]
    line = [
        f"{name}, {len(study.matrix.texts)} texts of {study.language.size} sentences. In sample the claim of the paper "
        f"{_verdict(sample)}: own less other strategies {said(sample)}. With each sentence left out of what it is "
        f"searched with it {_verdict(alone)}: {said(alone)}.",
        f"{name}: learned strategies, held out, bring penetrance from {number(three.before.value)} to "
        f"{number(three.after.value)} (gain {said(three.gain)}). The load of a typical sentence comes to "
        f"{said(three.load.typical, 2)} of what it was, its time to {said(three.typical_time, 2)}; of the whole text, "
        f"where few sentences cost the most, load to {said(three.load.ratio, 2)}, time to {said(three.time, 2)}.",
    ]
    if near.line is not None:
        alone_too = study.relations["Kendall, left out"]
        line.append(
            f"{name}: discrepancy against Kendall distance, in sample: slope {number(near.line.slope, 2)} "
            f"[{number(near.line.slope_interval[0], 2)}, {number(near.line.slope_interval[1], 2)}] with texts "
            f"resampled, Mantel r {number(near.r, 2)}, p {near.p_value:.4f}; with sentences left out r "
            f"{number(alone_too.r, 2)}, p {alone_too.p_value:.4f}."
        )
    best = max(study.orders[1:], key=lambda order: order.penetrance.value or 0.0)
    line.append(
        f"{name}: of the orders compared on held-out sentences “{best.name}” has the highest penetrance, "
        f"{said(best.penetrance)}, and {said(best.typical, 2)} of the choices of the grammar's own order on a typical "
        f"sentence."
    )
    return line


def _verdict(d: Difference) -> str:
    if d.value is None:
        return "cannot be tested"
    if d.low > 0:
        return "holds"
    return "does not hold" if d.high < 0 else "is neither shown nor refuted"


def show(study: Study, console: "Console") -> None:
    """Print the findings of every language, and the tables they rest on."""
    for language in study.languages:
        for sentence in in_words(language):
            console.print(sentence, markup=False, highlight=False)
        console.print()
        for table in (
            _genres(language),
            _claim(language),
            _halves(language),
            _continuations(language),
            _three(language),
            _orders(language),
            _first_trees(language),
        ):
            console.print(table)
            console.print()
    if not study.real:
        console.print("on small texts of our own: give --data FOLDER for the treebanks", style="yellow", soft_wrap=True)
    console.print(study.signature, style="dim", soft_wrap=True, markup=False, highlight=False)


def _table(title: str, *columns: str) -> "Table":
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold", title=escape(title), title_justify="left")
    for index, name in enumerate(columns):
        table.add_column(escape(name), justify="right" if index else "left", overflow="fold")
    return table


def _genres(study: LanguageStudy) -> "Table":
    table = _table(f"{study.language.name}: texts", "genre", "sentences", "with an analysis", "met the bound")
    for genre, counts in study.language.seen.items():
        table.add_row(escape(genre), *map(str, counts))
    return table


def _claim(study: LanguageStudy) -> "Table":
    table = _table(f"{study.language.name}: p(Σ_T, T) − p(Σ_T', T)", "strategies", "difference", "interval", "p")
    for name, d in study.claim.differences.items():
        table.add_row(escape(name), number(d.value, 4), escape(ends(d, 4)), f"{d.p_value:.4f}")
    return table


def _halves(study: LanguageStudy) -> "Table":
    names = list(dict.fromkeys(name for genre in study.halves for name in genre.figures))
    table = _table(f"{study.language.name}: learned on one half, tested on the other", "genre", *names)
    for genre in study.halves:
        cells = (escape(said(genre.figures[name])) if name in genre.figures else "" for name in names)
        table.add_row(escape(genre.genre), *cells)
    return table


def _continuations(study: LanguageStudy) -> "Table":
    title = f"{study.language.name}: the second half of a text, by sentences learned from its beginning"
    table = _table(title, "genre", "penetrance by number of sentences", "foreign", "beginning less foreign")
    for each in study.continuations:
        course = ", ".join(f"{n}: {number(f.value)}" for n, f in zip(each.learned, each.figures, strict=True))
        foreign = "–" if each.foreign is None else number(each.foreign.value)
        table.add_row(
            escape(each.genre), course, foreign, "–" if each.difference is None else escape(said(each.difference))
        )
    return table


def _three(study: LanguageStudy) -> "Table":
    table = _table(
        f"{study.language.name}: efficiency, learned on the other half",
        "",
        "before",
        "after",
        "ratio or gain",
        "typical sentence",
    )
    three = study.three
    sums = [sum(side) * 1e3 for side in zip(*((n.before, n.after) for n in three.load.nodes), strict=True)]
    table.add_row("load, ms", number(sums[0], 1), number(sums[1], 1), *_both(three.load.ratio, three.load.typical))
    table.add_row(
        "time, ms", *(number(1e3 * side, 1) for side in three.seconds), *_both(three.time, three.typical_time)
    )
    table.add_row("penetrance", number(three.before.value), number(three.after.value), escape(f"+{said(three.gain)}"))
    return table


def _both(ratio: Figure, typical: Typical) -> tuple[str, str]:
    return escape(said(ratio)), escape(said(typical))


def _orders(study: LanguageStudy) -> "Table":
    title = f"{study.language.name}: orders on {study.orders[0].penetrance.sentences} held-out sentences"
    table = _table(title, "order", "penetrance", "gain", "choices", "typical", "time by costs", "met the bound")
    for each in study.orders:
        gain = "" if each.gain is None else escape(said(each.gain))
        compared = (each.choices, each.typical, each.seconds)
        ratios = ("1" if each.gain is None else escape(said(ratio, 2)) for ratio in compared)
        cells = escape(said(each.penetrance)), gain, *ratios
        table.add_row(escape(each.name), *cells, f"{each.unfinished:g}")
    return table


def uas(error: Figure) -> str:
    """Words with the right head, in percent, with the interval."""
    if error.value is None:
        return "–"
    return f"{100 * (1 - error.value):.1f} % [{100 * (1 - error.high):.1f}, {100 * (1 - error.low):.1f}]"


def _first_trees(study: LanguageStudy) -> "Table":
    count = next(iter(study.attachment.values())).n
    table = _table(f"{study.language.name}: first trees of {count} held-out sentences", "order", "UAS")
    for name, error in study.attachment.items():
        table.add_row(escape(name), escape(uas(error)))
    return table


@contextmanager
def progress(console: "Console", *, real: bool) -> Iterator[Callable[[str], object]]:
    """A bar over the parts of the study on a terminal; nothing elsewhere."""
    if not console.is_terminal:
        yield lambda _: None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    if real:
        parts = sum(
            len(p.genres) + sum(p.texts.values()) + len(p.mixtures) + STEPS_OF_A_LANGUAGE for p in PLANS.values()
        )
    else:
        parts = sum(len(files) * 3 + STEPS_OF_A_LANGUAGE for _, files in OWN.values())
    columns = (
        TextColumn("{task.description:36}"),
        BarColumn(),
        TextColumn("{task.percentage:3.0f} %"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=parts)

        def tell(what: str) -> None:
            bar.update(task, advance=1, description=escape(what[:36]))

        yield tell

"""The study in the terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from murho.sheets.console import escape
from murho.sheets.numbers import p_value
from murho_lab.studies.strategies.shown import compared, ends, estimated, in_words, number, ratios, searched_with, uas
from murho_lab.studies.strategies.study import STEPS_OF_A_LANGUAGE, LanguageStudy, Study
from murho_lab.studies.strategies.texts import OWN, PLANS

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


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
        table.add_row(escape(name), number(d.value, 4), escape(ends(d, 4)), p_value(d.p_value))
    return table


def _halves(study: LanguageStudy) -> "Table":
    names = searched_with(study.halves)
    table = _table(f"{study.language.name}: learned on one half, tested on the other", "genre", *names)
    for genre in study.halves:
        cells = (escape(estimated(genre.figures[name])) if name in genre.figures else "" for name in names)
        table.add_row(escape(genre.genre), *cells)
    return table


def _continuations(study: LanguageStudy) -> "Table":
    title = f"{study.language.name}: the second half of a text, by sentences learned from its beginning"
    table = _table(title, "genre", "penetrance by number of sentences", "foreign", "beginning less foreign")
    for each in study.continuations:
        course = ", ".join(f"{n}: {number(f.value)}" for n, f in zip(each.learned, each.figures, strict=True))
        foreign = "–" if each.foreign is None else number(each.foreign.value)
        table.add_row(
            escape(each.genre),
            course,
            foreign,
            "–" if each.difference is None else escape(estimated(each.difference)),
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
    for each in ratios(three):
        cells = escape(estimated(each.whole)), escape(estimated(each.typical))
        table.add_row(f"{each.name}, ms", each.before, each.after, *cells)
    table.add_row(
        "penetrance", number(three.before.value), number(three.after.value), escape(f"+{estimated(three.gain)}")
    )
    return table


def _orders(study: LanguageStudy) -> "Table":
    title = f"{study.language.name}: orders on {study.orders[0].penetrance.sentences} held-out sentences"
    table = _table(title, "order", "penetrance", "gain", "choices", "typical", "time by costs", "met the bound")
    for each in study.orders:
        gain = "" if each.gain is None else escape(estimated(each.gain))
        of_own = compared(each)
        against = ["1"] * 3 if of_own is None else [escape(estimated(ratio, 2)) for ratio in of_own]
        table.add_row(escape(each.name), escape(estimated(each.penetrance)), gain, *against, f"{each.unfinished:g}")
    return table


def _first_trees(study: LanguageStudy) -> "Table":
    count = next(iter(study.attachment.values())).n
    table = _table(f"{study.language.name}: first trees of {count} held-out sentences", "order", "UAS")
    for name, error in study.attachment.items():
        table.add_row(escape(name), escape(uas(error)))
    return table


@contextmanager
def progress(console: "Console", *, real: bool) -> Iterator[Callable[[str], object]]:
    """A bar over the parts of the study on a terminal; nothing elsewhere."""
    # In a log a bar would leave a line for each of its steps.
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

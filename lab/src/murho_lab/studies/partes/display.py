"""The study in the terminal."""

from functools import partial
from typing import TYPE_CHECKING

from murho.sheets.console import escape
from murho_lab.studies.partes.shown import STAR, TITLES, group_head, groups, in_words, scores
from murho_lab.studies.partes.study import Language, Study

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


def show(study: Study, console: "Console") -> None:
    """Print the tables of every language."""
    say = partial(console.print, highlight=False, markup=False, soft_wrap=True)
    say("ParTes: hierarchical test suites before parsers", style="bold")
    for language in study.languages:
        say("")
        say(language.name, style="bold")
        for sentence in in_words(language):
            say("  " + sentence)
        say("")
        console.print(score_table(language))
        say("")
        console.print(group_table(language))
    say("")
    say(STAR, style="dim")
    say(study.signature, style="dim")


def score_table(language: Language) -> "Table":
    """The table of scores over the whole suite, a row for each parser, the paper's last."""
    table = _table("F1, percent", *TITLES.values())
    for row in scores(language):
        table.add_row(escape(row.name), *row.cells, style="dim" if row.printed else None)
    return table


def group_table(language: Language) -> "Table":
    """The table of realizations that are right, of all, in the groups that the paper singles out."""
    table = _table(*group_head(language))
    for group in groups(language):
        table.add_row(group.name, *group.right, *([] if group.printed is None else [group.printed]))
    return table


def _table(first: str, *names: str) -> "Table":
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(first, no_wrap=True)
    for name in names:
        table.add_column(escape(name), justify="right", no_wrap=True)
    return table

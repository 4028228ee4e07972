"""The study in words and in the terminal."""

from functools import partial
from typing import TYPE_CHECKING

from murho.report.terminal import escape
from murho.studies.partes.printed import PHENOMENA, SCORES, SIZES, SOURCE
from murho.studies.partes.study import GROUPS, Language, Study

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

TITLES = {"las": "LAS", "uas": "UAS", "la": "LA", "clas": "CLAS", "root": "root found"}
FREELING = "FreeLing*"
STAR = f"* as printed, of FreeLing's grammars on the paper's own suites: {SOURCE}. Not the same sentences."


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
        console.print(scores(language))
        say("")
        console.print(groups(language))
    say("")
    say(STAR, style="dim")
    say(study.signature, style="dim")


def in_words(language: Language) -> list[str]:
    """How large the suite is, how well its trees are agreed on, what the parsers are."""
    sizes, theirs = language.sizes, SIZES.get(language.code)
    size = f"{sizes['structure']} realizations of structure, {sizes['order']} of order, {sizes['sentences']} sentences"
    if theirs:
        size += f" (ParTes: {theirs['structure']}, {theirs['order']}, {theirs['sentences']})"
    found = [size + "."]
    if language.agreement:
        agreed = ", ".join(
            f"{title} {language.agreement[name]:.1f}"
            for name, title in (("upos", "UPOS"), ("lemmas", "lemmas"), ("uas", "UAS"), ("las", "LAS"))
        )
        found.append(
            f"A second pass over the sentences, by the written conventions, without sight of the first trees, agrees "
            f"with the first in percent: {agreed}. That is how far the conventions can be followed, not how far people "
            "without them would agree."
        )
    for one in language.parsed:
        lost = f"; {one.undefined} sentences UNDEFINED" if one.undefined else ""
        found.append(f"{one.parser.name}: {one.parser.told}{lost}.")
    found += [f"{one.name} is left out: it is not installed ({one.spec})." for one in language.missing]
    return found


def scores(language: Language) -> "Table":
    """Scores as a whole, the paper's beside them."""
    theirs = SCORES.get(language.code)
    table = _table("F1, percent", *TITLES.values())
    for one in language.parsed:
        table.add_row(escape(one.parser.name), *(f"{one.whole[name]:.2f}" for name in TITLES))
    if theirs:
        row = [f"{theirs[name]:.2f}" if name in theirs else "–" for name in list(TITLES)[:-1]]
        table.add_row(FREELING, *row, PHENOMENA[language.code]["main-clause root"], style="dim")
    return table


def groups(language: Language) -> "Table":
    """Realizations right, of all, in the groups that the paper singles out."""
    theirs = PHENOMENA.get(language.code)
    names = [one.parser.name for one in language.parsed]
    table = _table("realizations right", *names, *[f"{FREELING} %"] * bool(theirs))
    for group in GROUPS:
        row = [of_all(*one.group(group)) for one in language.parsed]
        table.add_row(group, *row, *[theirs[group]] * bool(theirs) if theirs else [])
    return table


def of_all(right: int, covered: int, every: int) -> str:
    """As in `12/15 = 80 %`."""
    return f"{right}/{every} = {100 * right / every:.0f} %" if every else "–"


def _table(first: str, *names: str) -> "Table":
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(first, no_wrap=True)
    for name in names:
        table.add_column(escape(name), justify="right", no_wrap=True)
    return table

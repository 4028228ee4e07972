"""The study in words and in the terminal."""

from functools import partial
from typing import TYPE_CHECKING

from murho.studies.partes.printed import PHENOMENA, SCORES, SIZES, SOURCE
from murho.studies.partes.study import GROUPS, Language, Study
from murho.terminal.console import escape

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
    """Sentences that say how large the suite is, how well its trees are agreed on, and what the parsers are."""
    sizes, theirs = language.sizes, SIZES.get(language.code)
    size = f"{sizes['structure']} realizations of structure, {sizes['order']} of order, {sizes['sentences']} sentences"
    if theirs:
        size += f" (ParTes: {theirs['structure']}, {theirs['order']}, {theirs['sentences']})"
    sentences = [size + "."]
    if language.agreement:
        agreed = ", ".join(
            f"{title} {language.agreement[name]:.1f}"
            for name, title in (("upos", "UPOS"), ("lemmas", "lemmas"), ("uas", "UAS"), ("las", "LAS"))
        )
        sentences.append(
            f"A second pass over the sentences, by the written conventions, without sight of the first trees, agrees "
            f"with the first in percent: {agreed}. That is how far the conventions can be followed, not how far people "
            "without them would agree."
        )
    for parsed in language.parsed:
        lost = f"; {parsed.undefined} sentences UNDEFINED" if parsed.undefined else ""
        sentences.append(f"{parsed.parser.name}: {parsed.parser.told}{lost}.")
    sentences += [f"{parser.name} is left out: it is not installed ({parser.spec})." for parser in language.missing]
    return sentences


def scores(language: Language) -> "Table":
    """The table of scores over the whole suite, a row for each parser, the paper's last."""
    theirs = SCORES.get(language.code)
    table = _table("F1, percent", *TITLES.values())
    for parsed in language.parsed:
        table.add_row(escape(parsed.parser.name), *(f"{parsed.whole[name]:.2f}" for name in TITLES))
    if theirs:
        # The paper has no score of roots, but prints the share of main-clause roots that are right: it stands there.
        row = [f"{theirs[name]:.2f}" if name in theirs else "–" for name in list(TITLES)[:-1]]
        table.add_row(FREELING, *row, PHENOMENA[language.code]["main-clause root"], style="dim")
    return table


def groups(language: Language) -> "Table":
    """The table of realizations that are right, of all, in the groups that the paper singles out."""
    theirs = PHENOMENA.get(language.code)
    names = [parsed.parser.name for parsed in language.parsed]
    table = _table("realizations right", *names, *[f"{FREELING} %"] * bool(theirs))
    for group in GROUPS:
        row = [of_all(*parsed.group(group)) for parsed in language.parsed]
        table.add_row(group, *row, *[theirs[group]] * bool(theirs) if theirs else [])
    return table


def of_all(right: int, covered: int, every: int) -> str:
    """A count of realizations that are right, as in `12/15 = 80 %`; a dash where there are none."""
    return f"{right}/{every} = {100 * right / every:.0f} %" if every else "–"


def _table(first: str, *names: str) -> "Table":
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(first, no_wrap=True)
    for name in names:
        table.add_column(escape(name), justify="right", no_wrap=True)
    return table

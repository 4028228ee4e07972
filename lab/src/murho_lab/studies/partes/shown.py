"""What the page and the terminal show of the study: sentences, and the rows of both tables."""

from dataclasses import dataclass

from murho.sheets.legible import NO_VALUE
from murho_lab.studies.partes.printed import PHENOMENA, SCORES, SIZES, SOURCE
from murho_lab.studies.partes.study import GROUPS, Language

TITLES = {"las": "LAS", "uas": "UAS", "la": "LA", "clas": "CLAS", "root": "root found"}
FREELING = "FreeLing*"
STAR = f"* as printed, of FreeLing's grammars on the paper's own suites: {SOURCE}. Not the same sentences."


@dataclass(frozen=True)
class Scores:
    """A row of the table of scores over the whole suite."""

    name: str
    cells: list[str]
    """In the order of TITLES."""
    printed: bool = False
    """It is the paper's."""


@dataclass(frozen=True)
class Group:
    """Realizations in a group that the paper singles out."""

    name: str
    right: list[str]
    """How many are right, of all, for each parser."""
    covered: list[int]
    """How many are covered, for each parser."""
    printed: str | None
    """The paper's percentage; None where it has no suite of the language."""


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


def scores(language: Language) -> list[Scores]:
    """A row of scores for each parser, the paper's last."""
    rows = [Scores(one.parser.name, [f"{one.whole[name]:.2f}" for name in TITLES]) for one in language.parsed]
    if theirs := SCORES.get(language.code):
        # The paper has no score of roots, but prints the share of main-clause roots that are right: it stands there.
        cells = [f"{theirs[name]:.2f}" if name in theirs else NO_VALUE for name in list(TITLES)[:-1]]
        rows.append(Scores(FREELING, [*cells, PHENOMENA[language.code]["main-clause root"]], printed=True))
    return rows


def group_head(language: Language) -> list[str]:
    """What stands above the groups: the parsers, and the paper where it has figures of the language."""
    names = [parsed.parser.name for parsed in language.parsed]
    return ["realizations right", *names, *[f"{FREELING} %"] * (language.code in PHENOMENA)]


def groups(language: Language) -> list[Group]:
    """The groups that the paper singles out, in its order."""
    theirs = PHENOMENA.get(language.code, {})
    results = []
    for name in GROUPS:
        counted = [parsed.group(name) for parsed in language.parsed]
        results.append(Group(name, [of_all(*one) for one in counted], [one[1] for one in counted], theirs.get(name)))
    return results


def of_all(right: int, covered: int, every: int) -> str:
    """A count of realizations that are right, as in `12/15 = 80 %`; a dash where there are none."""
    return f"{right}/{every} = {100 * right / every:.0f} %" if every else "–"

"""What building a suite found: links and their frequencies, orders of arguments, reviewed trees, what is still to do.

>>> link("v-n", 0.25, 4)
LinkLine(link='v-n', reads='noun under main verb', freq=0.25, count=4)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from murho.pipeline.suites.build import Built
from murho.suites.building.annotation import Agreement
from murho.suites.building.order import Ordered
from murho.suites.building.schemas import EXAMPLES, Realization, average, class_of
from murho.suites.building.survey import Survey
from murho.suites.model import Suite

LISTED = 12
"""Links and realizations that are shown; all are in the files."""
LETTERS = {
    "v": "main verb",
    "x": "auxiliary",
    "n": "noun",
    "a": "adjective",
    "r": "adverb",
    "p": "pronoun",
    "d": "determiner",
    "s": "preposition",
    "c": "conjunction",
    "z": "numeral",
    "i": "interjection",
    "t": "particle",
    "f": "punctuation",
    "y": "symbol",
    "w": "other",
}
"""What the letters of a link stand for."""


@dataclass(frozen=True)
class TreebankLine:
    """A treebank that was read."""

    name: str
    sentences: int
    words: int
    notes: Sequence[str]
    """What its conventions are."""


@dataclass(frozen=True)
class LinkLine:
    """Which part of speech hangs from which."""

    link: str
    reads: str
    freq: float | None
    """Of all dependencies; None where it is too rare or unclear."""
    count: int


@dataclass(frozen=True)
class Share:
    """A construction, or a type of subject."""

    name: str
    share: float
    """Of all finite clauses."""
    count: int


@dataclass(frozen=True)
class RealizationLine:
    """An order of the arguments of a verb."""

    func: str
    cat: str
    construction: str
    order: str
    """Its class: subject, verb and object only."""
    freq: float
    count: int


@dataclass(frozen=True)
class Surveyed:
    """What treebanks hold."""

    treebanks: tuple[TreebankLine, ...]
    links: tuple[LinkLine, ...]
    """The first of all."""
    all_links: int
    rare_links: int
    """Links without a frequency."""
    shares: Mapping[str, tuple[Share, ...]]
    """By `construction` and by `subject`."""
    realizations: tuple[RealizationLine, ...]
    """The first of all."""
    all_realizations: int
    kept: int
    """Realizations found more often than the average."""
    average: float
    coverage: float
    """The share of finite clauses that the kept ones account for."""
    clauses: int
    examples: int
    """Sentences written for each."""


@dataclass(frozen=True)
class Reviewed:
    """Trees that people looked at."""

    sentences: int
    words: int
    corrected: int
    """Words that a person corrected."""
    agreement: Agreement | None
    """Between two reviews; None where there is nothing to compare."""


@dataclass(frozen=True)
class Written:
    """The section of a suite that came of the reviewed orders."""

    realizations: int
    tests: int
    """Test sentences."""
    waiting: int
    """Kept realizations without a test sentence."""
    without_tree: int
    """Test sentences without a reviewed tree; 0 too where no trees were reviewed."""
    findings: tuple[str, ...]


@dataclass(frozen=True)
class Parsed:
    """Test sentences that a parser was asked for."""

    done: int
    every: int
    undefined: tuple[tuple[str, str], ...]
    """Each sentence that it failed at, and why."""


@dataclass(frozen=True)
class FilledIn:
    """Frequencies of a suite that were filled in."""

    outcomes: Mapping[str, Mapping[str, int]]
    """By section: how many have which outcome; those that there are."""
    missing: Sequence[str]


@dataclass(frozen=True)
class Building:
    """All that was done; None for what there was nothing to do with."""

    surveyed: Surveyed | None
    reviewed: Reviewed | None
    written: Written | None
    parsed: Parsed | None
    filled: FilledIn | None
    files: Sequence[str]


def building(built: Built) -> Building:
    """What is shown of the building of a suite."""
    return Building(
        None if built.survey is None else surveyed(built.survey),
        _reviewed(built),
        _written(built, built.ordered),
        _parsed(built),
        _filled(built),
        built.written,
    )


def surveyed(survey: Survey) -> Surveyed:
    """What is shown of a look at treebanks."""
    links = [one for one in survey.links if not one.deprel]
    clauses = max(1, survey.clauses)
    return Surveyed(
        tuple(
            TreebankLine(one.name, len(one.sentences), one.words, one.conventions.notes()) for one in survey.treebanks
        ),
        tuple(link(one.link, one.freq, one.count) for one in links[:LISTED]),
        len(links),
        sum(one.freq is None for one in links),
        {
            title: tuple(Share(name, count / clauses, count) for name, count in survey.by(attribute).most_common())
            for title, attribute in (("construction", "constr"), ("subject", "sbjtype"))
        },
        tuple(map(_realization, survey.realizations[:LISTED])),
        len(survey.realizations),
        len(survey.kept),
        average(survey.realizations),
        survey.coverage,
        survey.clauses,
        EXAMPLES,
    )


def link(name: str, freq: float | None, count: int) -> LinkLine:
    """A link with its letters in words."""
    parent, _, child = name.partition("-")
    return LinkLine(name, f"{LETTERS[child]} under {LETTERS[parent]}", freq, count)


def _realization(one: Realization) -> RealizationLine:
    key = one.key
    return RealizationLine(key.func, key.cat, key.constr, class_of(key.func), one.freq, one.count)


def _reviewed(built: Built) -> Reviewed | None:
    agreement = built.agreement if built.agreement is not None and built.agreement.words else None
    if not built.trees and agreement is None:
        return None
    return Reviewed(len(built.trees), built.words, built.corrected, agreement)


def _written(built: Built, ordered: Ordered | None) -> Written | None:
    """Nothing where treebanks were looked at only, and no test sentence has been chosen yet."""
    if ordered is None or (built.survey is not None and not ordered.tests):
        return None
    section = ordered.section
    return Written(
        len(Suite((section,)).of_section(section.kind)),
        len(ordered.tests),
        ordered.waiting,
        len(built.without_tree) if built.trees else 0,
        tuple(map(str, ordered.findings)),
    )


def _parsed(built: Built) -> Parsed | None:
    if not built.proposals:
        return None
    undefined = tuple((one.tree.text, one.comment) for one in built.proposals if one.comment)
    return Parsed(len(built.proposals) - len(undefined), len(built.proposals), undefined)


def _filled(built: Built) -> FilledIn | None:
    if built.filled is None:
        return None
    outcomes = {
        section: {outcome: count for outcome, count in counts.items() if count}
        for section, counts in built.filled.outcomes.items()
    }
    return FilledIn(outcomes, built.filled.missing)

"""What is counted of alignments: errors in all and by group, confusions, keywords, error by frequency.

>>> import pathlib, tempfile
>>> from murho.measures import measure
>>> from murho.pipeline.aligning.alignment_counts import look_through
>>> files = [pathlib.Path(tempfile.mkdtemp(), name) for name in ("said.txt", "heard.txt")]
>>> for file, text in zip(files, ("to bonn\\nyes\\n", "to born\\nyes\\n")):
...     _ = file.write_text(text)
>>> passing, findings = look_through(measure("words"), *map(str, files))
>>> _ = list(passing)
>>> counts = alignment_counts(findings)
>>> counts.whole.errors, counts.whole.units, counts.whole.in_error, counts.confusions[0].entries
(1, 3, 1, ((('bonn', 'born'), 1),))
"""

from collections.abc import Sequence
from dataclasses import dataclass

from murho.core.figure import Figure
from murho.measures.text.confusions import LISTS, Confusions, Words
from murho.measures.text.keywords import Class, Spotted
from murho.pipeline.aligning.alignment_counts import Findings


@dataclass(frozen=True)
class Counts:
    """Errors of some utterances."""

    utterances: int
    in_error: int
    """Utterances with an error."""
    units: int
    """Tokens of the references."""
    right: int
    substitutions: int
    deletions: int
    insertions: int
    errors: int

    @property
    def rate(self) -> float | None:
        """Errors by units; None where there are no units."""
        return self.errors / self.units if self.units else None

    @property
    def rate_in_error(self) -> float | None:
        """The share of the utterances that have an error; None where there are none."""
        return self.in_error / self.utterances if self.utterances else None


@dataclass(frozen=True)
class ConfusionList:
    """What was taken for what, or deleted, or inserted, the most frequent first."""

    title: str
    total: int
    different: int
    entries: tuple[tuple[Words, int], ...]
    """Words and how often; those listed."""

    @property
    def left_out(self) -> int:
        """Different entries that are not listed."""
        return self.different - len(self.entries)


@dataclass(frozen=True)
class Kept:
    """A share of what is right, with its interval: 1 less the loss."""

    value: float | None
    low: float
    high: float


@dataclass(frozen=True)
class Keyword:
    """How often a keyword is found."""

    keyword: str
    occurrences: int
    hits: int
    misses: int
    false_alarms: int
    precision: Kept
    recall: Kept
    f1: Kept


@dataclass(frozen=True)
class Keywords:
    """All keywords that were looked for."""

    each: tuple[Keyword, ...]
    total: Keyword
    level: float
    """Of the intervals."""


@dataclass(frozen=True)
class AlignmentCounts:
    """Everything that was counted."""

    unit: str
    """What one token is: a word, a character, a unit."""
    signature: str
    whole: Counts
    undefined: int
    missing_answers: int
    unmatched_answers: int
    notes: Sequence[str]
    groups: dict[str, dict[str, Counts]]
    """By feature and group, in the order that readers expect."""
    confusions: tuple[ConfusionList, ...]
    """Empty unless asked for."""
    confusions_by: dict[str, dict[str, tuple[ConfusionList, ...]]]
    """By feature and group; empty unless asked for."""
    keywords: Keywords | None
    rare: tuple[Class, ...] | None
    """Words by how frequent they are, the rarest first."""


def alignment_counts(
    findings: Findings, most: int | None = None, *, confusions: bool = True, by_group: bool = False
) -> AlignmentCounts:
    """The counts of alignments that have all passed.

    Args:
        findings: what was counted.
        most: entries of a list; all of them without a number.
        confusions: whether to rank what is taken for what, which takes a while where there is much of it.
        by_group: whether to rank it for every group too.
    """
    groups = findings.groups()
    spotting, rarity = findings.spotting, findings.rarity
    return AlignmentCounts(
        findings.unit,
        findings.signature,
        _counts(findings.whole),
        findings.undefined,
        findings.unpaired.missing_answers,
        findings.unpaired.unmatched_answers,
        findings.unpaired.notes,
        {feature: {name: _counts(one) for name, one in members.items()} for feature, members in groups.items()},
        confusion_lists(findings.whole, most) if confusions else (),
        {
            feature: {name: confusion_lists(one, most) for name, one in members.items()}
            for feature, members in (groups.items() if confusions and by_group else ())
        },
        None if spotting is None else _keywords(spotting.rows(), spotting.total()),
        None if rarity is None else tuple(rarity.rows()),
    )


def confusion_lists(confusions: Confusions, most: int | None) -> tuple[ConfusionList, ...]:
    """The lists of sclite's overall report, each of `most` entries, or all."""
    lists = []
    for name, title in LISTS.items():
        counted = confusions.counted(name)
        entries = tuple(confusions.most(name, most))
        lists.append(ConfusionList(title, sum(counted.values()), len(counted), entries))
    return tuple(lists)


def _counts(confusions: Confusions) -> Counts:
    counts = confusions.counts
    return Counts(
        confusions.utterances,
        confusions.in_error,
        counts["units"],
        counts["hits"],
        counts["substitutions"],
        counts["deletions"],
        counts["insertions"],
        confusions.errors,
    )


def _keywords(rows: Sequence[Spotted], total: Spotted) -> Keywords:
    return Keywords(tuple(map(_keyword, rows)), _keyword(total), total.f1.estimate.level)


def _keyword(row: Spotted) -> Keyword:
    rates = _kept(row.precision), _kept(row.recall), _kept(row.f1)
    return Keyword(row.keyword, row.hits + row.misses, row.hits, row.misses, row.false_alarms, *rates)


def _kept(loss: Figure) -> Kept:
    return Kept(None if loss.value is None else 1 - loss.value, 1 - loss.high, 1 - loss.low)

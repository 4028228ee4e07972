"""Reading: how figures are read off judgements, in one value that goes wherever figures are made.

>>> Reading(by=["scenario"], level=0.9)
Reading(weight=given, by=('scenario',), labels=(), level=0.9, method='auto', seed=0, divide_by='importance', \
classes=False, per_case=False, watch=None, criteria=True, keep_clusters=False, scale=None, \
population='finite', sampled=None)
>>> Reading(divide_by="utterances")
Traceback (most recent call last):
murho.core.errors.UsageError: divide_by='utterances'; known: importance, expressions

A sample that was drawn by a design has a record beside its file, which a reading knows of (`sampled_of`).
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from numbers import Integral
from os import fspath
from pathlib import Path
from typing import Any

import numpy as np

from murho.core.case import Cases
from murho.core.errors import InputError, UsageError
from murho.core.estimate import USUAL_LEVEL, check_level
from murho.core.judgement import Judgements
from murho.core.scale import Grades
from murho.core.spelling import argument
from murho.formats.opening import is_kept
from murho.measures import Measure, linearisation
from murho.sampling.estimating import POPULATIONS, Sampled, check_reading
from murho.weighting import Weighting, given
from murho.weighting.naming import recorded as recorded_weighting

DIVISORS = ("importance", "expressions")


@dataclass(frozen=True)
class Watch:
    """What to look for in alignments besides confusions."""

    keywords: tuple[tuple[str, ...], ...] | None = None
    """Words, or words in a row, as the measure sees them."""
    by_frequency: bool = False
    frequencies: Mapping[str, int] | None = None
    """How often words occur, say in the training data; None: in the references."""


@dataclass(frozen=True)
class Reading:
    """Everything that decides a figure once cases are judged.

    Raises UsageError for a divisor that there is not, or a seed below 0; what a measure cannot be divided by, and what
    the interval needs, is refused where a figure is read.
    """

    weight: Weighting = field(default_factory=given)
    """The weighting that gives ρ."""
    by: Sequence[str] = ()
    """Features to slice by."""
    labels: Sequence[str] = field(default=(), kw_only=True)
    """Which of the features in `by` are labels of words."""
    level: float = USUAL_LEVEL
    """Confidence level of the intervals."""
    method: str = "auto"
    """Kind of interval, as for `murho.core.estimate.estimate`, or `bootstrap`."""
    seed: int = 0
    """Seed of the bootstrap; other intervals draw nothing at random."""
    divide_by: str = "importance"
    """The divisor of the figure: Σ ρ·units, or with `expressions` |E|, their number; see `check_divisor`."""
    classes: bool = False
    """Whether to count precision, recall and F1 of each label, and what is taken for what."""
    per_case: bool = False
    """Whether to keep every judged row beside the figure."""
    watch: Watch | None = None
    """What is counted of the alignments that pass `Book.watch`; None counts nothing of them."""
    criteria: bool = True
    """Whether to count what the measure reports besides its value; each criterion costs about as much as the value."""
    keep_clusters: bool = False
    """Whether to keep the sums of every cluster one by one, for `Book.clusters`."""
    scale: Grades | None = None
    """Grades that stand by themselves, on which the figure of the whole is put."""
    population: str = "finite"
    """What the figures of a sample are about: `finite`, the cases it was drawn from, or `super`, all they stand for."""
    sampled: Sampled | None = None
    """By which design the cases were drawn; None where they are all there is, as far as is known."""

    def __post_init__(self) -> None:
        # Tuples, so that equal readings are equal whatever they were made from: books add up only with equal ones.
        object.__setattr__(self, "by", tuple(self.by))
        object.__setattr__(self, "labels", tuple(self.labels))
        if self.divide_by not in DIVISORS:
            raise UsageError(f"{argument('divide_by', self.divide_by)}; known: {', '.join(DIVISORS)}")
        if self.population not in POPULATIONS:
            raise UsageError(f"{argument('population', self.population)}; known: {', '.join(POPULATIONS)}")
        if not isinstance(self.seed, Integral) or self.seed < 0:
            raise UsageError(f"seed {self.seed!r}; give a whole number, 0 or more")
        check_level(self.level)
        check_reading(self.sampled, divide_by=self.divide_by, method=self.method, whole_suite=self.weight.whole_suite)

    @property
    def ends(self) -> dict[str, Any]:
        """The settings of an interval, as `murho.core.figure.figure` takes them."""
        return {"level": self.level, "method": self.method, "seed": self.seed}

    @property
    def needs_clusters(self) -> bool:
        """Whether the sums of every cluster have to be kept one by one: the bootstrap resamples clusters.

        So do designs, of which each sampled unit is kept as a cluster.
        """
        return self.keep_clusters or self.method == "bootstrap" or self.by_design

    @property
    def by_design(self) -> bool:
        """Whether the variance is that of a design."""
        return self.sampled is not None and self.sampled.finite

    def over(self, cases: Cases) -> "Reading":
        """This reading, knowing which of its features label the words of these cases."""
        return self.labelling(cases.labels)

    def labelling(self, labels: Collection[str]) -> "Reading":
        """This reading, knowing which of its features label words: those that are among these."""
        return replace(self, labels=[name for name in self.by if name in labels])

    @classmethod
    def recorded(cls, settings: Mapping[str, Any], **more: Any) -> "Reading":
        """The reading of the `settings` in a run's record; what `more` gives, and is not None, takes their place."""
        values = {name: settings[name] for name in ("weight", "level", "method", "seed")}
        values |= {name: value for name, value in more.items() if value is not None}
        if isinstance(values["weight"], str):
            values["weight"] = recorded_weighting(values["weight"])
        return cls(**values)


def check_divisor(divide_by: str, measure: Measure) -> None:
    """Decline a measure whose figure cannot be divided by |E|, the number of the expressions, where that is asked for.

    It is the variant that the paper weighs in its section 6 (Guida and Mauri 1984): the mean of μ·ρ over expressions,
    which reaches 1 only where everything is misunderstood and matters most. So it takes a measure that gives every
    expression one loss in [0, 1]; word errors and F1 put units of their own into ρ.

    >>> from murho.measures import measure
    >>> check_divisor("expressions", measure("labels"))
    >>> check_divisor("expressions", measure("slots"))
    Traceback (most recent call last):
    murho.core.errors.UsageError: slots counts units of its own; only a measure with one loss in [0, 1] for each \
expression (labels, meanings, graded...) is divided by expressions

    Raises:
        UsageError: the figure of the measure cannot be divided so.
    """
    if divide_by == "expressions" and (not measure.bounded or not measure.fixed_units or linearisation(measure)):
        raise _declined(measure)


def check_rows(divide_by: str, measure: Measure, rows: Judgements) -> None:
    """Decline rows that are finer than an expression, or count more than one unit of it.

    Raises:
        UsageError: there are such rows.
    """
    if divide_by == "expressions" and not ((rows.units == 1).all() and (np.diff(rows.case) > 0).all()):
        raise _declined(measure)


def _declined(measure: Measure) -> UsageError:
    return UsageError(
        f"{measure} counts units of its own; only a measure with one loss in [0, 1] for each expression "
        "(labels, meanings, graded...) is divided by expressions"
    )


def record_beside(path: str) -> str:
    """Where the record of a sample stands: `sample.design.json` beside `sample.jsonl`."""
    return fspath(Path(path).with_suffix(".design.json"))


def read_beside(path: str) -> dict[str, Any] | None:
    """The record of the sample in a file; None where there is none beside it.

    Raises:
        InputError: it cannot be read.
    """
    if path == "-" or not is_kept(path):
        return None
    place = record_beside(path)
    try:
        text = Path(place).read_bytes()
    except OSError:
        return None
    try:
        record = json.loads(text)
        sampled_of(record)
    except (ValueError, RecursionError) as error:
        raise InputError(f"cannot be read ({error})", "restore it, or draw the sample anew", path=place) from None
    except InputError as error:
        raise error.at(place, None) from None
    return record  # type: ignore[no-any-return]


def sampled_of(record: Any, population: str = "finite") -> Sampled | None:
    """What a reading has to know of a sample by its record.

    Raises:
        InputError: it is no record of a sample.
    """
    if record is None:
        return None
    if not isinstance(record, Mapping) or not isinstance(record.get("design"), str):
        raise InputError("no record of a sample", "restore it, or draw the sample anew")
    size = record.get("population")
    if isinstance(size, bool) or not isinstance(size, int) or size < 1:
        raise InputError(f"population is {size!r}", "restore it, or draw the sample anew")
    return Sampled(record["design"], size, population)


def refuse_sample(record: Mapping[str, Any], path: object, what: str) -> None:
    """Refuse what would take a sample for all there is: it knows nothing of inclusions.

    Args:
        record: of a run.
        path: its folder.
        what: what is asked for, after "of a sample".

    Raises:
        InputError: the run is of a sample that was drawn by a design.
    """
    if (drawn := record.get("data", {}).get("sample")) is not None:
        raise InputError(
            f"its cases are a sample by {drawn.get('design')}, and {what} knows nothing of inclusions",
            "`murho show` estimates π of all",
            path=str(path),
        )

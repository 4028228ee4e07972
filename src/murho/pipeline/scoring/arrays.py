"""Scoring from Python: references and predictions as lists, arrays or columns.

>>> result = score(measure_named("words"), ["i want to go to berlin"], ["want to go to bonn"])
>>> result.value, result.counts["deletions"], result.counts["substitutions"]
(0.3333333333333333, 1, 1)

`words` goes straight from two columns of texts to the figure. The columns are lists of strings, or string columns of
Arrow, Polars or pandas, which are read where they stand; what needs more than counting takes the way of `score`, with
the same result.

>>> result = words(["i want to go to berlin", "no"], ["want to go to bonn", "no no"])
>>> result.value, result.counts["substitutions"], result.counts["insertions"], result.low < result.value < result.high
(0.42857142857142855, 1, 1, True)
>>> result.judgements.loss.tolist(), result.judgements.units.tolist()
([2, 1], [6, 1])
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from murho.core.case import Answers, Cases, check_labels
from murho.core.errors import UsageError, as_written
from murho.core.importance import checked
from murho.core.meaning import UNDEFINED, Answered, Meanings, in_order
from murho.measures import Measure
from murho.measures import measure as measure_named
from murho.measures.adopted import adopted
from murho.measures.naming import configured, parted
from murho.pipeline.scoring.as_lists import (
    as_columns,
    as_labels,
    as_list,
    is_nothing,
    judged_texts,
    one_each,
    refuse_other_order,
    refuse_words,
    unnamed,
)
from murho.pipeline.scoring.book import Book
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.scoring.score import Score
from murho.weighting import given


@dataclass(frozen=True, eq=False)
class Alongside:
    """Columns that stand alongside references and predictions, with an entry for each of them."""

    sample_weight: ArrayLike | None = None
    """ρ, each in [0,1]."""
    expressions: Any = None
    """What was said, for weightings that look at it; texts are their own by default."""
    clusters: Any = None
    """The names of what belongs together, as a dialogue or a speaker."""
    features: Any = None
    """Columns to slice by, in a mapping or a table."""
    labels: Any = None
    """Columns to slice words by: for each reference a list with a label for each white-space word, or None."""


def score(
    measure: Measure,
    references: Any,
    predictions: Any,
    alongside: Alongside | None = None,
    reading: Reading | None = None,
    *,
    by: Sequence[str] | None = None,
) -> Score:
    """Score predictions against references: lists, arrays, columns of Polars, pandas or Arrow, all of one length.

    They are paired by their place. A table of one column is that column; one text and the answer to it are columns of
    one. A reference or a prediction is a meaning, or a list, a tuple or a set of them (for `concepts` and `slots` a
    list of units or a list of such lists); a list in which every text is a single word could be the words of one text
    and is refused. A prediction of None (or NaN, as data frames have it) is ⊥, the system failed.

    Args:
        measure: what judges.
        references: what is right.
        predictions: what the system gave.
        alongside: further columns.
        reading: how figures are read, but for `by`.
        by: what of the features and labels is sliced by; None for all of them.

    >>> days = Alongside(features={"day": ["mo", "mo", "tu"]})
    >>> result = score(measure_named("labels"), ["a", "b", "b"], ["a", "b", None], days)
    >>> result.counts, {day: figure.value for day, figure in result.by["day"].items()}
    ({'correct': 2, 'total': 3, 'undefined': 1}, {'mo': 0.0, 'tu': 1.0})
    >>> entities = Alongside(labels={"entity": [["O", "PERSON", "O"]]})
    >>> result = score(measure_named("words"), ["ask anna now"], ["ask hanna"], entities)
    >>> {label: figure.value for label, figure in result.by["entity"].items()}
    {'O': 0.5, 'PERSON': 1.0}

    Raises:
        UsageError: a column is none, or of another length.
        InputError: a meaning that the measure cannot judge.
    """
    beside, reading = alongside or Alongside(), reading or Reading()
    weight = reading.weight
    if beside.expressions is None and measure.kind != "text" and getattr(weight, "reads_expressions", False):
        raise UsageError(f"{weight} looks at what was said; give it as expressions=")
    unusual = (*vars(beside).values(), by, reading.per_case or None, reading.classes or None)
    if (
        all(value is None for value in unusual)
        and (measure, weight) == (measure_named("words"), given())
        and (found := _of_texts(measure, references, predictions, reading)) is not None
    ):
        return found
    cases, answers = as_batch(measure, references, predictions, beside)
    slices = [*cases.features, *cases.labels] if by is None else by
    book = Book(measure, replace(reading, by=slices).over(cases))
    judged = book.judge(cases, answers)
    return replace(book.score({"seed": reading.seed}), judgements=judged)


def _of_texts(measure: Measure, references: Any, predictions: Any, reading: Reading) -> Score | None:
    """The score of lists of texts, which are not made cases; None for any others."""
    if type(references) is not list or type(predictions) is not list or len(references) != len(predictions):
        return None
    if reading.needs_clusters or (judged := judged_texts(references, predictions)) is None:
        return None
    book = Book(measure, reading)
    book.add(unnamed(judged, None), judged, weights=np.ones(len(judged)))
    return replace(book.score({"seed": reading.seed}), judgements=judged)


def measure_of_columns(measure: str | Measure, options: Mapping[str, Any]) -> Measure:
    """The measure with these options.

    Raises:
        UsageError: it has no such option, or is one of a stage, which columns have not.
    """
    found = measure_named(measure) if isinstance(measure, str) else adopted(measure)
    if found.stage is not None:
        raise UsageError(
            f"{found!r}: columns have no stages; give what that stage said, and {parted(repr(found))[0]!r}"
        )
    return configured(found, options)


def as_batch(
    measure: Measure, references: Any, predictions: Any, alongside: Alongside, called: str = "predictions"
) -> tuple[Cases, Answers]:
    """Columns as the cases and answers that `measure` judges, with the numbers from 1 as ids; see `score`.

    `called` is what an error calls the predictions.

    Raises:
        UsageError: a column is none, or of another length.
    """
    references, predictions = one_each(references, predictions, called)
    rows = measure.kind in ("units", "breaks")
    right, said = as_list(references, "references", rows=rows), as_list(predictions, called, rows=rows)
    if len(right) != len(said):
        raise UsageError(f"{len(right)} references and {len(said)} {called}; give as many of one as of the other")
    ids = [str(i + 1) for i in range(len(right))]
    columns: dict[str, Sequence[Any]] = {
        name: [None if is_nothing(value) else value for value in column]
        for name, column in as_columns(alongside.features, "features").items()
    }
    labelled = as_columns(alongside.labels, "labels", rows=True)
    of_words = {name: as_labels(column, name) for name, column in labelled.items()}
    single = {name: getattr(alongside, name) for name in ("expressions", "clusters", "sample_weight")}
    lists = {name: None if column is None else as_list(column, name) for name, column in single.items()}
    named = {"features": alongside.features, "labels": alongside.labels}
    sliced = {f"{of}[{n!r}]": c for of, some in named.items() if isinstance(some, Mapping) for n, c in some.items()}
    whole = {**single, "features": alongside.features}
    refuse_other_order({"references": references, called: predictions, **whole, **sliced})
    sized = {**columns, **of_words, **lists}
    for name, column in sized.items():
        if column is not None and len(column) != len(ids):
            raise UsageError(f"{name} has {len(column)} entries for {len(ids)} references; give one for each")
    plain = set(map(type, right)) == {str}  # the usual case, which needs no look at each
    for place, value in enumerate(() if plain else right, 1):
        if is_nothing(value):
            raise UsageError(f"reference {place} is {value}; give a meaning, or [] if the expression has none")
    if measure.kind == "text":
        refuse_words(() if plain else right, "references")
        refuse_words(said, called)
    meant: list[Meanings] = list(zip(right)) if plain else [meanings_by_kind(value, measure.kind) for value in right]
    expressed = [""] * len(ids)
    if lists["expressions"] is not None:
        expressed = list(map(str, lists["expressions"]))
    elif measure.kind == "text":
        expressed = right if plain else [_expressed(meanings) for meanings in meant]
    groups = lists["clusters"]
    cases = Cases(
        ids,
        expressed,
        meant,
        None if groups is None else [None if is_nothing(name) else str(name) for name in groups],
        lists["sample_weight"],
        columns,
        labels={**of_words},
    )
    check_labels(cases)
    given = list(zip(said)) if set(map(type, said)) == {str} else [answered(value, measure.kind) for value in said]
    return cases, Answers(ids, given)


def _expressed(meanings: Meanings) -> str:
    """The first meaning as a text, which a measure of texts refuses where it is none."""
    return "" if not meanings else meanings[0] if isinstance(meanings[0], str) else as_written(meanings[0])


def meanings_by_kind(value: Any, kind: str) -> Meanings:
    """The set of meanings that a bare Python value stands for, by the kind of meaning a measure judges."""
    if isinstance(value, set | frozenset):
        try:
            return in_order(value)
        except (TypeError, ValueError) as error:
            raise UsageError(f"a set holds what is no meaning: {error}; give values that JSON can say") from None
    if isinstance(value, list | tuple):
        is_one = kind in ("units", "breaks") and not any(isinstance(item, list | tuple) for item in value)
        return (list(value),) if is_one else tuple(value)
    if kind == "label" and not isinstance(value, str | dict):
        return (str(int(value) if isinstance(value, float) and value.is_integer() else value),)
    return (value,)


def answered(value: Any, kind: str) -> Answered:
    """The answer that a bare Python value stands for; None is ⊥."""
    return UNDEFINED if value is UNDEFINED or is_nothing(value) else meanings_by_kind(value, kind)


def words(
    references: Any,
    hypotheses: Any,
    alongside: Alongside | None = None,
    reading: Reading | None = None,
    *,
    threads: int = 1,
    **options: Any,
) -> Score:
    """Word errors of hypotheses against references, one of each for every case; or of one text against one.

    A hypothesis of None is ⊥: all words of its reference are deleted, and it is counted as undefined. Of `alongside`
    importance and clusters count, of `reading` level and method. The result has `.value`, `.interval`, `.counts`, and
    `.judgements` with the counts of every case as columns. What else is named is an option of `words`: `split="cjk"`.
    Raises UsageError where the columns differ in length, or there is no such option.
    """
    beside, reading = alongside or Alongside(), reading or Reading()
    plain = measure_named("words")
    measure = configured(plain, options) if options else plain
    references, hypotheses = one_each(references, hypotheses, "hypotheses")
    counts_only = measure == plain and reading.method != "bootstrap"
    judged = judged_texts(references, hypotheses, threads) if counts_only else None
    if judged is None:
        return score(measure, references, hypotheses, beside, reading)
    given = {"sample_weight": beside.sample_weight, "clusters": beside.clusters}
    refuse_other_order({"references": references, "hypotheses": hypotheses, **given})
    weights, groups = (None if column is None else as_list(column, name) for name, column in given.items())
    rho = np.ones(len(judged)) if weights is None else checked(weights)
    if len(rho) != len(judged) or (groups is not None and len(groups) != len(judged)):
        raise UsageError(f"{len(judged)} references, but as many weights or clusters are needed")
    book = Book(measure, replace(reading, criteria=False))
    book.add(unnamed(judged, groups), judged, weights=rho)
    return replace(book.score(), judgements=judged)

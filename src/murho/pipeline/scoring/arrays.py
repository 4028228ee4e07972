"""Scoring from Python: references and predictions as lists, arrays or columns.

>>> result = score("words", references=["i want to go to berlin"], predictions=["want to go to bonn"], level=0.95)
>>> result.value, result.counts["deletions"], result.counts["substitutions"]
(0.3333333333333333, 1, 1)

`words` goes straight from two columns of texts to the figure. The columns are lists of strings, or string columns of
Arrow, Polars or pandas, which are read where they stand; what needs more than counting takes the way of `score`, with
the same result.

>>> result = words(["i want to go to berlin", "no"], ["want to go to bonn", "no no"], level=0.95)
>>> result.value, result.counts["substitutions"], result.counts["insertions"], result.low < result.value < result.high
(0.42857142857142855, 1, 1, True)
>>> result.judgements.loss.tolist(), result.judgements.units.tolist()
([2, 1], [6, 1])
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
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
from murho.measures.alignment import Costs
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
from murho.weighting import Weighting, given, weighting


def score(
    measure: str | Measure,
    references: Any,
    predictions: Any,
    sample_weight: ArrayLike | None = None,
    *,
    expressions: Any = None,
    clusters: Any = None,
    features: Mapping[str, Any] | Any = None,
    labels: Mapping[str, Any] | Any = None,
    by: str | Sequence[str] | None = None,
    weight: str | Weighting = "given",
    level: float,
    method: str = "auto",
    seed: int = 0,
    per_case: bool = False,
    classes: bool = False,
    divide_by: str = "importance",
    **options: Any,
) -> Score:
    """Score predictions against references: lists, arrays, columns of Polars, pandas or Arrow, all of one length.

    They are paired by their place. A table of one column is that column; one text and the answer to it are columns of
    one. A reference or a prediction is a meaning, or a list, a tuple or a set of them (for `concepts` and `slots` a
    list of units or a list of such lists); a list in which every text is a single word could be the words of one text
    and is refused. A prediction of None (or NaN, as data frames have it) is ⊥, the system failed. `sample_weight` is ρ,
    each in [0,1]; `expressions` are what was said, for weightings that look at it (texts are their own by default);
    `clusters` name what belongs together (a dialogue, a speaker); `features` are columns to slice by, in a mapping or a
    table, all of them unless `by` names some. `labels` are columns to slice words by: for each reference a list with a
    label for each of its white-space words, or None. `divide_by="expressions"` divides by |E| instead of Σ ρ. What else
    is named is an option of the measure, as `--with` takes it: `costs="sclite"`, `normalize="lower"`.

    >>> result = score("labels", ["a", "b", "b"], ["a", "b", None], features={"day": ["mo", "mo", "tu"]}, level=0.95)
    >>> result.counts, {day: figure.value for day, figure in result.by["day"].items()}
    ({'correct': 2, 'total': 3, 'undefined': 1}, {'mo': 0.0, 'tu': 1.0})
    >>> result = score("words", ["ask anna now"], ["ask hanna"], labels={"entity": [["O", "PERSON", "O"]]}, level=0.95)
    >>> {label: figure.value for label, figure in result.by["entity"].items()}
    {'O': 0.5, 'PERSON': 1.0}
    >>> score("words", "Ask Anna now.", "ask hanna now", level=0.95, normalize="lower|no_punctuation").counts["hits"]
    2

    Raises:
        UsageError: a column is none, or of another length; the measure has no such option.
        InputError: a meaning that the measure cannot judge.
    """
    judge = measure_of_columns(measure, options)
    weight = weighting(weight) if isinstance(weight, str) else weight
    if expressions is None and judge.kind != "text" and getattr(weight, "reads_expressions", False):
        raise UsageError(f"{weight} looks at what was said; give it as expressions=")
    beside = (sample_weight, expressions, clusters, features, labels, by, per_case or None, classes or None)
    usual = judge.kind == "text" and all(value is None for value in beside)
    if usual and (judge, weight) == (measure_named("words"), given()):
        reading = Reading(level=level, method=method, seed=seed, divide_by=divide_by)
        if (found := _of_texts(judge, references, predictions, reading)) is not None:
            return found
    cases, answers = as_batch(
        judge,
        references,
        predictions,
        sample_weight,
        expressions=expressions,
        clusters=clusters,
        features=features,
        labels=labels,
    )
    slices = [*cases.features, *cases.labels] if by is None else [by] if isinstance(by, str) else by
    reading = Reading(weight, slices, level, method, seed, divide_by, classes, per_case)
    book = Book(judge, reading.over(cases))
    judged = book.judge(cases, answers)
    return replace(book.score({"seed": seed}), judgements=judged)


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
    measure: Measure,
    references: Any,
    predictions: Any,
    sample_weight: ArrayLike | None = None,
    *,
    expressions: Any = None,
    clusters: Any = None,
    features: Any = None,
    labels: Any = None,
    called: str = "predictions",
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
        for name, column in as_columns(features, "features").items()
    }
    of_words = {name: as_labels(column, name) for name, column in as_columns(labels, "labels", rows=True).items()}
    groups = None if clusters is None else as_list(clusters, "clusters")
    said_so = None if expressions is None else as_list(expressions, "expressions")
    weights = None if sample_weight is None else as_list(sample_weight, "sample_weight")
    beside = {"expressions": expressions, "clusters": clusters, "sample_weight": sample_weight, "features": features}
    named = {"features": features, "labels": labels}
    sliced = {f"{of}[{n!r}]": c for of, some in named.items() if isinstance(some, Mapping) for n, c in some.items()}
    refuse_other_order({"references": references, called: predictions, **beside, **sliced})
    sized = {**columns, **of_words, "expressions": said_so, "clusters": groups, "sample_weight": weights}
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
    meant: list[Meanings] = list(zip(right)) if plain else [meanings_of(value, measure.kind) for value in right]
    expressed = [""] * len(ids)
    if said_so is not None:
        expressed = list(map(str, said_so))
    elif measure.kind == "text":
        expressed = right if plain else [_expressed(meanings) for meanings in meant]
    cases = Cases(
        ids,
        expressed,
        meant,
        None if groups is None else [None if is_nothing(name) else str(name) for name in groups],
        weights,
        columns,
        labels={**of_words},
    )
    check_labels(cases)
    given = list(zip(said)) if set(map(type, said)) == {str} else [answered(value, measure.kind) for value in said]
    return cases, Answers(ids, given)


def _expressed(meanings: Meanings) -> str:
    """The first meaning as a text, which a measure of texts refuses where it is none."""
    return "" if not meanings else meanings[0] if isinstance(meanings[0], str) else as_written(meanings[0])


def meanings_of(value: Any, kind: str) -> Meanings:
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
    return UNDEFINED if value is UNDEFINED or is_nothing(value) else meanings_of(value, kind)


def words(
    references: Any,
    hypotheses: Any,
    *,
    costs: str | Costs = "equal",
    normalize: str = "",
    sample_weight: ArrayLike | None = None,
    clusters: Any = None,
    level: float,
    method: str = "auto",
    threads: int = 1,
    **options: Any,
) -> Score:
    """Word errors of hypotheses against references, one of each for every case; or of one text against one.

    A hypothesis of None is ⊥: all words of its reference are deleted, and it is counted as undefined. `sample_weight`
    is ρ, each in [0,1]; `clusters` name what belongs together. The result has `.value`, `.interval`, `.counts`, and
    `.judgements` with the counts of every case as columns. What else is named is an option of `words`: `split="cjk"`.
    Raises UsageError where the columns differ in length, or there is no such option.
    """
    plain = measure_named("words")
    usual = costs == "equal" and not normalize and not options
    measure = plain if usual else configured(plain, {"costs": costs, "normalize": normalize, **options})
    references, hypotheses = one_each(references, hypotheses, "hypotheses")
    judged = None if measure != plain or method == "bootstrap" else judged_texts(references, hypotheses, threads)
    if judged is None:
        return score(measure, references, hypotheses, sample_weight, clusters=clusters, level=level, method=method)
    beside = {"sample_weight": sample_weight, "clusters": clusters}
    refuse_other_order({"references": references, "hypotheses": hypotheses, **beside})
    weights = None if sample_weight is None else as_list(sample_weight, "sample_weight")
    groups = None if clusters is None else as_list(clusters, "clusters")
    rho = np.ones(len(judged)) if weights is None else checked(weights)
    if len(rho) != len(judged) or (groups is not None and len(groups) != len(judged)):
        raise UsageError(f"{len(judged)} references, but as many weights or clusters are needed")
    book = Book(measure, Reading(level=level, method=method, criteria=False))
    book.add(unnamed(judged, groups), judged, weights=rho)
    return replace(book.score(), judgements=judged)

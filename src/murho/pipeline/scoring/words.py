"""Words: word errors of two columns of texts, straight from the texts to the figure.

>>> result = words(["i want to go to berlin", "no"], ["want to go to bonn", "no no"])
>>> result.value, result.counts["substitutions"], result.counts["insertions"], result.low < result.value < result.high
(0.42857142857142855, 1, 1, True)
>>> result.judgements.loss.tolist(), result.judgements.units.tolist()
([2, 1], [6, 1])

Columns are lists of strings, or string columns of Arrow, Polars or pandas, which are read where they stand. Everything
that `murho score words` can do is there as an option; what needs more than counting takes the general way of
`murho.score`, with the same result.
"""

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from murho.core.errors import UsageError
from murho.core.importance import checked
from murho.measures import measure as measure_named
from murho.measures.alignment import Costs
from murho.measures.naming import configured
from murho.pipeline.scoring.arrays import score
from murho.pipeline.scoring.as_lists import as_list, one_each, refuse_other_order
from murho.pipeline.scoring.book import Book
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.scoring.score import Score
from murho.pipeline.scoring.texts import judged_texts, unnamed


def words(
    references: Any,
    hypotheses: Any,
    *,
    costs: str | Costs = "equal",
    normalize: str = "",
    sample_weight: ArrayLike | None = None,
    clusters: Any = None,
    level: float = 0.95,
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

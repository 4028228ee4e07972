"""Score: references and answers in, figures out, in one pass and in constant memory.

>>> result = score("words", references=["i want to go to berlin"], predictions=["want to go to bonn"])
>>> result.value, result.counts["deletions"], result.counts["substitutions"]
(0.3333333333333333, 1, 1)
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from murho import __version__
from murho.core.case import Answers, Cases, join
from murho.core.errors import InputError, MeaningError, UsageError
from murho.core.figure import Figure, figure
from murho.core.importance import checked
from murho.core.judgement import Judgements
from murho.core.ledger import Ledger, group_order
from murho.core.meaning import UNDEFINED, Answered, Meanings
from murho.core.signature import SCHEMA_VERSION, signature
from murho.core.tally import Tally
from murho.measures import Measure, measure
from murho.weighting import Weighting, given, weighting


@dataclass(frozen=True)
class Score:
    """What scoring found: the figure of the whole, figures by feature, and how they were made."""

    measure: str
    figure: Figure
    by: Mapping[str, Mapping[str, Figure]]
    signature: str
    missing_answers: int = 0
    unmatched_answers: int = 0
    per_case: Sequence[Mapping[str, Any]] | None = None
    also: Mapping[str, Any] = field(default_factory=dict)

    @property
    def value(self) -> float | None:
        """π, the weighted loss as a fraction; None where there is nothing to divide by."""
        return self.figure.value

    @property
    def interval(self) -> tuple[float, float]:
        """The confidence interval of π."""
        return self.figure.interval

    @property
    def counts(self) -> Mapping[str, int]:
        """What the measure counted."""
        return self.figure.counts

    def as_json(self) -> dict[str, Any]:
        """The object that `--json` prints."""
        return {
            "measure": self.measure,
            **self.figure.as_json(),
            "missing_answers": self.missing_answers,
            "unmatched_answers": self.unmatched_answers,
            "by": {
                feature: {group: one.as_json() for group, one in groups.items()} for feature, groups in self.by.items()
            },
            **self.also,
            **({} if self.per_case is None else {"per_case": list(self.per_case)}),
            "signature": self.signature,
            "schema_version": SCHEMA_VERSION,
        }


def judge(how: Measure, cases: Cases, answers: Answers) -> Judgements:
    """Judge a batch of cases by the answers to them, in the same order; a meaning of the wrong kind names its line."""
    try:
        return how.judge(cases.references, answers.answers)
    except MeaningError as error:
        side: Cases | Answers = cases if error.side == "reference" else answers
        line = None if side.lines is None else side.lines[error.index]
        raise InputError(f"{side.ids[error.index]!r}: {error.found}", error.todo, path=side.path, line=line) from None


def weigh(how: Weighting, cases: Cases) -> np.ndarray[Any, np.dtype[np.float64]]:
    """ρ of a whole suite, checked: in [0,1], a number, not all 0."""
    return checked(how.weigh(cases))


def score_batches(
    how: Measure,
    batches: Iterable[tuple[Cases, Answers]],
    *,
    weight: Weighting | None = None,
    by: Sequence[str] = (),
    level: float = 0.95,
    method: str = "auto",
    settings: Mapping[str, Any] | None = None,
    per_case: bool = False,
) -> Score:
    """Score matched batches; one batch is held at a time unless the weighting needs the whole suite."""
    weight = weight or given()
    if weight.whole_suite:
        batches = _gathered(batches)
    ledger = Ledger(by, keep_open=method == "bootstrap")
    rows: list[dict[str, Any]] = []
    for cases, answers in batches:
        judged = judge(how, cases, answers)
        rho = weight.weigh(cases)
        ledger.add(cases, judged, rho)
        if per_case:
            rows += per_case_rows(cases, judged, rho)
    score = scored(how, ledger, weight=weight, level=level, method=method, settings=settings)
    return replace(score, per_case=rows) if per_case else score


def scored(
    how: Measure,
    ledger: Ledger,
    *,
    weight: Weighting,
    level: float = 0.95,
    method: str = "auto",
    settings: Mapping[str, Any] | None = None,
) -> Score:
    """Read a ledger: the figure of the whole, the figures of its slices, and the signature."""
    if not ledger.total.cases:
        raise InputError("no case to score", "give at least one case")
    if not ledger.total.importance:
        raise InputError("every importance is 0", "at least one case must matter: π divides by their sum")

    def read(tally: Tally) -> Figure:
        return figure(tally, level=level, method=method, bounded=how.bounded, seed=(settings or {}).get("seed", 0))

    slices = {
        feature: {group: read(groups[group]) for group in sorted(groups, key=group_order)}
        for feature, groups in ledger.by.items()
    }
    made = {"measure": how, "weight": weight, **(settings or {}), "level": level, "method": method}
    return Score(repr(how), read(ledger.total), slices, signature(made, __version__))


def _gathered(batches: Iterable[tuple[Cases, Answers]]) -> Iterator[tuple[Cases, Answers]]:
    """All batches as one, for a weighting that looks at the whole suite."""
    pairs = list(batches)
    if pairs:
        cases = join([cases for cases, _ in pairs])
        answers = Answers(
            [name for _, a in pairs for name in a.ids],
            [answer for _, a in pairs for answer in a.answers],
            path=pairs[0][1].path,
            lines=[line for _, a in pairs for line in (a.lines or [0] * len(a))],
        )
        yield cases, answers


def per_case_rows(cases: Cases, judged: Judgements, rho: np.ndarray[Any, np.dtype[np.float64]]) -> list[dict[str, Any]]:
    """One object per judged row, as `--per-case` prints it."""
    names = list(judged.counts)
    columns = [judged.counts[name].tolist() for name in names]
    return [
        {
            "id": cases.ids[case],
            "value": loss / units if units else None,
            "loss": loss,
            "units": units,
            "weight": float(rho[case]),
            "undefined": undefined,
            "counts": {name: column[row] for name, column in zip(names, columns, strict=True)},
        }
        for row, (case, loss, units, undefined) in enumerate(
            zip(
                judged.case.tolist(),
                judged.loss.tolist(),
                judged.units.tolist(),
                judged.undefined.tolist(),
                strict=True,
            )
        )
    ]


def score(
    how: str | Measure,
    references: Any,
    predictions: Any,
    sample_weight: ArrayLike | None = None,
    *,
    clusters: Sequence[str | None] | None = None,
    features: Mapping[str, Sequence[Any]] | None = None,
    by: Sequence[str] | None = None,
    weight: str | Weighting = "given",
    level: float = 0.95,
    method: str = "auto",
    per_case: bool = False,
) -> Score:
    """Score predictions against references: lists, arrays, Polars or Arrow columns of one length.

    A reference or a prediction is a meaning or a list of them (for `concepts` and `slots` a list of units or a list of
    such lists); a prediction of None is ⊥, the system failed. `sample_weight` is ρ, each in [0,1]; `clusters` name what
    belongs together (a dialogue, a speaker); `features` are columns to slice by, all of them unless `by` names some.

    >>> result = score("labels", ["a", "b", "b"], ["a", "b", None], features={"day": ["mo", "mo", "tu"]})
    >>> result.counts, {day: figure.value for day, figure in result.by["day"].items()}
    ({'correct': 2, 'total': 3, 'undefined': 1}, {'mo': 0.0, 'tu': 1.0})
    """
    how = measure(how) if isinstance(how, str) else how
    right, said = as_list(references), as_list(predictions)
    if len(right) != len(said):
        raise UsageError(f"{len(right)} references and {len(said)} predictions; give as many of one as of the other")
    ids = [str(i + 1) for i in range(len(right))]
    columns = {name: as_list(column) for name, column in (features or {}).items()}
    for name, column in {**columns, "clusters": clusters, "sample_weight": sample_weight}.items():
        if column is not None and len(column) != len(ids):  # type: ignore[arg-type]
            raise UsageError(f"{name} has {len(column)} entries for {len(ids)} references")  # type: ignore[arg-type]
    cases = Cases(
        ids,
        [""] * len(ids) if how.kind != "text" else [str(value) for value in right],
        [meanings_of(value, how.kind) for value in right],
        None if clusters is None else [None if c is None else str(c) for c in as_list(clusters)],
        None if sample_weight is None else as_list(sample_weight),
        columns,
    )
    answers = Answers(ids, [answered(value, how.kind) for value in said])
    weight = weighting(weight) if isinstance(weight, str) else weight
    return score_batches(
        how,
        [(cases, answers)],
        weight=weight,
        by=list(columns) if by is None else by,
        level=level,
        method=method,
        per_case=per_case,
    )


def as_list(column: Any) -> list[Any]:
    """A column of any kind as a list of Python values."""
    for convert in ("to_pylist", "to_list", "tolist"):
        if hasattr(column, convert):
            return list(getattr(column, convert)())
    return list(column)


def meanings_of(value: Any, kind: str) -> Meanings:
    """The set of meanings that a bare Python value stands for, by the kind of meaning a measure judges."""
    if isinstance(value, set | frozenset):
        return tuple(sorted(value, key=repr))
    if kind == "units":
        flat = isinstance(value, list | tuple) and all(isinstance(unit, str) for unit in value)
        return (list(value),) if flat else tuple(value)
    if isinstance(value, list | tuple):
        return tuple(value)
    if kind == "label" and not isinstance(value, str):
        return (str(value),)
    return (value,)


def answered(value: Any, kind: str) -> Answered:
    """The answer that a bare Python value stands for; None is ⊥."""
    return UNDEFINED if value is None or value is UNDEFINED else meanings_of(value, kind)

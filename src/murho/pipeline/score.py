"""Scoring: matched batches of cases and answers in, the figure of the whole and of its slices out, in one pass.

`murho.pipeline.sources` brings the batches from files, `murho.pipeline.columns` from columns in Python.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from os.path import exists
from typing import Any

import numpy as np

from murho import __version__
from murho.core.case import Answers, Cases, join
from murho.core.errors import InputError, MeaningError
from murho.core.figure import Figure, figure
from murho.core.importance import checked
from murho.core.judgement import Judgements
from murho.core.ledger import Ledger, group_order
from murho.core.signature import SCHEMA_VERSION, signature
from murho.core.tally import Tally
from murho.formats.digest import digest
from murho.measures import Measure, fine_enough, linearisation
from murho.pipeline.classes import Classes
from murho.pipeline.criteria import Criteria
from murho.pipeline.divisor import checked_divisor, checked_rows
from murho.weighting import Weighting, given


@dataclass(frozen=True)
class Score:
    """What scoring found: the figure of the whole, figures by feature, and how they were made."""

    measure: str
    figure: Figure
    by: Mapping[str, Mapping[str, Figure]]
    signature: str
    missing_answers: int = 0
    unmatched_answers: int = 0
    notes: Sequence[str] = ()
    """What reading left out, or dealt out otherwise than it stood."""
    per_case: Sequence[Mapping[str, Any]] | None = None
    judgements: Judgements | None = None
    """The rows behind the figure, as columns, where they were kept: from Python they are."""
    also: Mapping[str, Any] = field(default_factory=dict)
    """What the measure reports beside its value: its criteria, their intervals, the floors."""
    also_by: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)
    """The same for each feature and group."""
    divided_by: str = "importance"
    """Which of the two normalisations this is: Σ ρ·loss over Σ ρ·units, or over the number of expressions."""

    @property
    def value(self) -> float | None:
        """π, the weighted loss as a fraction; None where there is nothing to divide by."""
        return self.figure.value

    @property
    def interval(self) -> tuple[float, float]:
        """The confidence interval of π."""
        return self.figure.interval

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.figure.low

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.figure.high

    @property
    def counts(self) -> Mapping[str, int]:
        """What the measure counted."""
        return self.figure.counts

    def as_json(self) -> dict[str, Any]:
        """The object that `--json` prints."""
        return {
            "measure": self.measure,
            **self.figure.as_json(),
            "divided_by": self.divided_by,
            "missing_answers": self.missing_answers,
            "unmatched_answers": self.unmatched_answers,
            **({"notes": list(self.notes)} if self.notes else {}),
            "by": {
                feature: {
                    group: {**one.as_json(), **self.also_by.get(feature, {}).get(group, {})}
                    for group, one in groups.items()
                }
                for feature, groups in self.by.items()
            },
            **self.also,
            **({} if self.per_case is None else {"per_case": list(self.per_case)}),
            "signature": self.signature,
            "schema_version": SCHEMA_VERSION,
        }


def judge(how: Measure, cases: Cases, answers: Answers) -> Judgements:
    """Judge a batch of cases by the answers to them, in the same order; a meaning of the wrong kind names its line."""
    try:
        rows = how.judge(cases.meant, answers.answers)
    except MeaningError as error:
        raise complaint(error, cases, answers) from None
    for name, column in (("loss", rows.loss), ("units", rows.units)):
        for row in np.flatnonzero(~((column >= 0) & np.isfinite(column)))[:1]:
            found = f"{how} gave {name} {column[row]}"
            raise cases.error(int(rows.case[row]), found, f"{name} must be finite and at least 0; mend the measure")
    return rows


def complaint(error: MeaningError, cases: Cases, answers: Answers) -> InputError:
    """What is wrong with a meaning of this batch, with its file and line."""
    side: Cases | Answers = cases if error.side == "reference" else answers
    line = None if side.lines is None else side.lines[error.index]
    return InputError(f"{side.ids[error.index]!r}: {error.found}", error.todo, path=side.path, line=line)


def terms(how: Measure, rows: Judgements, rho: np.ndarray[Any, np.dtype[np.float64]]) -> Judgements:
    """The rows of a whole suite such that Σ ρ·loss / Σ ρ·units is the value; most measures write them so."""
    linearise = linearisation(how)
    return rows if linearise is None else linearise(rows, rho, np.zeros(len(rows), np.int64), 1)


def weigh(how: Weighting, cases: Cases) -> np.ndarray[Any, np.dtype[np.float64]]:
    """ρ of a whole suite, checked: in [0,1], a number, not all 0."""
    rho = how.weigh(cases)
    try:
        return checked(rho)
    except InputError as error:
        raise error.at(cases.path, None) from None


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
    keep_rows: bool = False,
    divide_by: str = "importance",
    classes: bool = False,
) -> Score:
    """Score matched batches; one batch is held at a time unless the weighting needs the whole suite."""
    weight, how = weight or given(), fine_enough(how, [*by, "gold"] if classes else by)
    checked_divisor(divide_by, how)
    if weight.whole_suite or linearisation(how):
        batches = _gathered(batches)
    ledger = Ledger(by, divide_by, keep_open=method == "bootstrap", linearise=linearisation(how))
    criteria = Criteria(how, by, keep_open=method == "bootstrap")
    rows: list[dict[str, Any]] = []
    kept: list[Judgements] = []
    by_class = Classes()
    for cases, answers in batches:
        judged = judge(how, cases, answers)
        checked_rows(divide_by, how, judged)
        rho = weight.weigh(cases)
        ledger.add(cases, judged, rho)
        criteria.add(cases, judged, rho)
        if per_case:
            rows += per_case_rows(cases, judged, rho)
        if classes:
            by_class.add(how, judged, rho)
        if keep_rows:
            kept.append(judged)
    score = scored(
        how, ledger, criteria, weight=weight, level=level, method=method, settings=settings, divide_by=divide_by
    )
    score = replace(score, judgements=kept[0] if len(kept) == 1 else None)
    score = replace(score, also={**score.also, **by_class.as_json()}) if classes else score
    return replace(score, per_case=rows) if per_case else score


def scored(
    how: Measure,
    ledger: Ledger,
    criteria: Criteria | None = None,
    *,
    weight: Weighting,
    level: float = 0.95,
    method: str = "auto",
    settings: Mapping[str, Any] | None = None,
    divide_by: str = "importance",
) -> Score:
    """Read a ledger: the figure of the whole, the figures of its slices, the criteria, and the signature."""
    if not ledger.total.cases:
        raise InputError("no case to score", "give at least one case")
    if not ledger.total.importance:
        raise InputError("every importance is 0", "at least one case must matter: π divides by their sum")

    how_read: dict[str, Any] = {"level": level, "method": method, "seed": (settings or {}).get("seed", 0)}

    def read(tally: Tally) -> Figure:
        return figure(tally, bounded=how.bounded, **how_read)

    slices = {
        feature: {group: read(groups[group]) for group in sorted(groups, key=group_order)}
        for feature, groups in ledger.by.items()
    }
    files = ",".join(digest(file)[:19] if exists(file) else "absent" for file in getattr(how, "files", ())) or None
    divided = {"divided_by": divide_by if divide_by != "importance" else None}
    made = {"measure": how, "files": files, "weight": weight, **divided, **(settings or {})}
    made |= {"level": level, "method": method}
    return Score(
        repr(how),
        read(ledger.total),
        slices,
        signature(made, __version__),
        also=criteria.read(**how_read) if criteria else {},
        also_by=criteria.read_slices(**how_read) if criteria else {},
        divided_by=divide_by,
    )


def _gathered(batches: Iterable[tuple[Cases, Answers]]) -> Iterator[tuple[Cases, Answers]]:
    """All batches as one, for a weighting or a measure that looks at the whole suite."""
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
            **({"labels": {name: column[row] for name, column in judged.labels.items()}} if judged.labels else {}),
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

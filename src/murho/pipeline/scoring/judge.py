"""How a batch of cases is judged and weighed; figures are read off a `murho.pipeline.scoring.book.Book`.

Failures are data: a crash, a time-out or rubbish on a pipe makes that answer ⊥, with the reason, and ⊥ is counted in
the figure. A measure that cannot read an answer (a number where a text belongs) stops with file and line instead,
because that is a mistake in the set-up; the answers are saved by then.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from murho.core.case import Answers, Cases, check_labels, labels_of_rows
from murho.core.errors import InputError, MeaningError, UsageError
from murho.core.importance import checked, in_bounds
from murho.core.judgement import Judgements
from murho.measures import Measure, linearisation
from murho.weighting import Weighting


def judge(measure: Measure, cases: Cases, answers: Answers) -> Judgements:
    """The judgements of a batch of cases by the answers to them, which stand in the same order.

    Where the measure is about a stage of a chain, they are the references and the answers of that stage.

    Raises:
        InputError: a case is open, a meaning of the wrong kind, or the measure loses a case; its line is named.
        UsageError: the measure gives no judgements.
    """
    cases, answers = cases.at_stage(measure.stage), answers.at_stage(measure.stage)
    try:
        rows = measure.judge_cases(cases, answers.answers)
    except MeaningError as error:  # a measure knows positions in the batch only; file and line are known here
        raise complaint(error, cases, answers) from None
    _refuse_lost(measure, cases, rows)
    if rows.word is not None and cases.labels:
        check_labels(cases)  # labels are looked up by the position of a word, so their number has to be right
    for name, column in (("loss", rows.loss), ("units", rows.units)):
        for row in np.flatnonzero(~((column >= 0) & np.isfinite(column)))[:1]:
            found = f"{measure} gave {name} {column[row]}"
            raise cases.error(int(rows.case[row]), found, f"{name} must be finite and at least 0; mend the measure")
    return rows


def _refuse_lost(measure: Measure, cases: Cases, rows: Judgements) -> None:
    """Raise an error where a case has no row; only a measure of parts of cases may give none, for want of parts."""
    if not isinstance(rows, Judgements):
        found = f"{measure} gave a value of type {type(rows).__name__}"
        raise UsageError(f"{found}; a measure gives Judgements (docs/extending.md)")
    if measure.finer_labels or rows.word is not None:
        return
    judged = np.bincount(rows.case, minlength=len(cases))
    if len(judged) > len(cases):
        raise UsageError(f"{measure} judged case {len(judged)} of {len(cases)}; a row's case is its place in the batch")
    for lost in np.flatnonzero(judged == 0)[:1].tolist():
        raise cases.error(lost, f"{measure} gave no row for it", "a measure gives every case a row; mend the measure")


def settled(measure: Measure, suite: Cases) -> Cases:
    """The cases of a suite that a measure can judge, with the references of its stage: those that are not open."""
    return suite.at_stage(measure.stage).settled()


def refuse_open(measures: Iterable[Measure], suite: Cases) -> None:
    """Refuse what speaks for a whole suite where a case of it is open under one of these measures.

    Raises:
        InputError: the first such case is named.
    """
    for stage in dict.fromkeys(measure.stage for measure in measures):
        suite.at_stage(stage).meant  # noqa: B018  taking it refuses the first open case


def complaint(error: MeaningError, cases: Cases, answers: Answers) -> InputError:
    """The error that tells what is wrong with a meaning of this batch, with its file and line if they are known."""
    side: Cases | Answers = cases if error.side == "reference" else answers
    line = None if side.lines is None else side.lines[error.index]
    return InputError(f"{side.ids[error.index]!r}: {error.found}", error.todo, path=side.path, line=line)


def terms(measure: Measure, rows: Judgements, rho: np.ndarray[Any, np.dtype[np.float64]]) -> Judgements:
    """The rows of a whole suite such that Σ ρ·loss / Σ ρ·units is the value; most measures write them so.

    `rho` (cases,) is the importance of each case.
    """
    linearise = linearisation(measure)
    # All rows are one group: the value of the whole is wanted, and its terms depend on the sums over all of them.
    return rows if linearise is None else linearise(rows, rho, np.zeros(len(rows), np.int64), 1)


def weigh(weighting: Weighting, cases: Cases) -> np.ndarray[Any, np.dtype[np.float64]]:
    """ρ (cases,) of a whole suite.

    Raises:
        InputError: an importance is not a number in [0, 1], or all are 0; the file is named. No cases are no error.
    """
    if not len(cases):  # no importance is all 0 then, which would be refused
        return np.zeros(0)
    rho = weighting.weigh(cases)
    try:
        return checked(rho)
    except InputError as error:
        raise error.at(cases.path, None) from None


def weigh_part(weighting: Weighting, cases: Cases) -> np.ndarray[Any, np.dtype[np.float64]]:
    """ρ (cases,) of a part of a suite, under a weighting that need not look at the whole.

    Raises:
        InputError: an importance is not a number in [0, 1]; the file is named. All may be 0 here.
    """
    if not len(cases):
        return np.zeros(0)
    rho = weighting.weigh(cases)
    try:
        return in_bounds(rho, int(cases.places[0]) if cases.places else 0)
    except InputError as error:
        raise error.at(cases.path, None) from None


def per_case_rows(cases: Cases, judged: Judgements, rho: np.ndarray[Any, np.dtype[np.float64]]) -> list[dict[str, Any]]:
    """One object per judged row, as `--per-case` prints it."""
    names = list(judged.counts)
    columns = [judged.counts[name].tolist() for name in names]
    labels: dict[str, Sequence[str | None]] = dict(judged.labels)
    if judged.word is not None:
        labels |= {name: labels_of_rows(cases, judged, name) for name in cases.labels}
    return [
        {
            "id": cases.ids[case],
            "value": loss / units if units else None,
            "loss": loss,
            "units": units,
            "weight": float(rho[case]),
            "undefined": undefined,
            "counts": {name: column[row] for name, column in zip(names, columns, strict=True)},
            **({} if judged.word is None else {"word": int(judged.word[row]) if judged.word[row] >= 0 else None}),
            **({"labels": {name: column[row] for name, column in labels.items()}} if labels else {}),
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

"""Show: read figures off a saved run, under any weighting and by any feature, without running anything again."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.answered_by import several
from murho.core.case import MISSING, Answers, Cases
from murho.core.columns import Deferred, Passing, Rows, picked
from murho.core.errors import InputError
from murho.core.judgement import Judgements
from murho.core.ledger import feature_rows, group_name
from murho.core.meaning import canonical
from murho.core.profile import Profile, profile
from murho.formats.digest import files_of
from murho.formats.join import take_answers
from murho.measures import Measure, fine_enough
from murho.pipeline.runs.recorded import unfinished_note, with_interval_of_rule
from murho.pipeline.scoring.book import Book
from murho.pipeline.scoring.judge import judge, settled, terms, weigh, weigh_part
from murho.pipeline.scoring.reading import Reading, refuse_sample, sampled_of
from murho.pipeline.scoring.score import Score
from murho.store import Run
from murho.store.parts import JudgedParts, Places
from murho.suites.cases import Counted
from murho.weighting import Weighting, given

Floats = np.ndarray[Any, np.dtype[np.float64]]


def judged(run: Run, measure: Measure, missing: str = "undefined") -> tuple[Cases, Judgements]:
    """The suite of a run and its judgements; a measure that has not judged the run yet does so now.

    Open cases are left out. With `missing="skip"` so are the cases that got no answer; else they count as UNDEFINED.

    Raises:
        InputError: an answer or a reference cannot be judged by this measure.
    """
    cases, (rows,) = judged_by(run, [measure], missing)
    return cases, rows


def judged_by(run: Run, measures: Sequence[Measure], missing: str = "undefined") -> tuple[Cases, list[Judgements]]:
    """The suite of a run and its judgements under each of `measures`, which are of one stage; see `judged`."""
    cases = _judgeable(run, measures[0])

    def rows(measure: Measure) -> Judgements:
        saved = run.judgements(repr(measure), cases, files_of(measure))
        return judge(measure, cases, answers_to(run, cases)) if saved is None else saved

    answered = _answered(run, cases, missing)
    if answered is None:
        return cases, list(map(rows, measures))
    return cases.take(answered), [rows(measure).of_cases(answered) for measure in measures]


def judged_cases(run: Run, measure: Measure, missing: str = "undefined") -> Cases:
    """The cases that `judged` gives, without their judgements."""
    cases = _judgeable(run, measure)
    answered = _answered(run, cases, missing)
    return cases if answered is None else cases.take(answered)


def _judgeable(run: Run, measure: Measure) -> Cases:
    """The suite of a run without what is open under this measure."""
    suite = run.suite().whole()
    cases = suite if none_is_open(run, measure) else settled(measure, suite)
    if measure.stage is not None:
        run.answers().at_stage(measure.stage)  # which refuses one that nobody answered for
    return cases


def _answered(run: Run, cases: Cases, missing: str) -> Places | None:
    """Which of the cases got an answer, where others are skipped; None where all count."""
    if missing != "skip":
        return None
    failures = passing_answers(run, cases).failures or [None] * len(cases)
    return np.array([index for index, failure in enumerate(failures) if failure != MISSING], np.int64)


def each_judged(
    run: Run, measures: Sequence[Measure], missing: str = "undefined"
) -> Iterator[tuple[Cases, list[Judgements]]]:
    """What `judged_by` gives, some thousand cases at a time, so that a run of any size can be gone through.

    Of the cases only what is looked at is read, and answers only where a measure has not judged the run yet.

    Raises:
        InputError: an answer or a reference cannot be judged by this measure.
    """
    suite, stage = run.suite(), measures[0].stage
    saved = [run.judged(repr(measure), files_of(measure)) for measure in measures]
    if stage is not None and (None in saved or missing == "skip"):
        # Whether a stage answered at all can be told of all answers only.
        yield judged_by(run, measures, missing)
        return
    skips = missing == "skip" and missing_answers(run) > 0
    for cases in suite.batches():
        known = cases if none_is_open(run, measures[0]) else settled(measures[0], cases)
        answers = answers_to(run, known) if skips or None in saved else None
        if skips and answers is not None:
            held = np.flatnonzero([failure != MISSING for failure in answers.failures or [None] * len(known)])
            if len(held) < len(known):
                known, answers = known.take(held), take_answers(answers, held.tolist())
        if len(known):
            yield (
                known,
                [_rows(known, measure, judged, answers) for measure, judged in zip(measures, saved, strict=True)],
            )


def _rows(cases: Cases, measure: Measure, judged: JudgedParts | None, answers: Answers | None) -> Judgements:
    """The rows of some cases that follow each other in the suite: saved ones, or new ones."""
    places = np.asarray(cases.places, np.int64)
    rows = None if judged is None else judged.between(int(places[0]), int(places[-1]) + 1)
    if rows is not None:
        return rows if len(places) == places[-1] - places[0] + 1 else rows.of_cases(places - places[0])
    assert answers is not None
    return judge(measure, cases, answers)


def answers_to(run: Run, cases: Cases) -> Answers:
    """The answers to some cases of the suite, in their order; those without one are UNDEFINED, failure `missing`."""
    return _answers_at(run, np.asarray(cases.places, np.int64), cases.ids)


def _answers_at(run: Run, places: Places, ids: Sequence[str]) -> Answers:
    """The same, by the places and the ids of the cases."""
    if not len(places):
        return Answers([], [])
    found, answers = run.parts().between(int(places.min()), int(places.max()) + 1)
    return answers if np.array_equal(found, places) else answers.for_cases(ids)


def passing_answers(run: Run, cases: Cases) -> Answers:
    """The same, of cases that are too many to hold: the columns go by, some thousand rows at a time."""
    timed, failed, extras, notes = False, False, dict[str, None](), dict[str, None]()
    for _, answers in each_answers(run):
        timed, failed = timed or answers.seconds is not None, failed or answers.failures is not None
        extras |= dict.fromkeys(answers.extras)
        notes |= dict.fromkeys(answers.notes)
    every, answered = range(len(cases)), run.parts().answered
    if cases.places == range(len(answered)):
        places, all_answered = None, bool(answered.all())
    else:
        places = np.asarray(cases.places, np.int64)
        all_answered = bool(answered[places].all())

    def column(of: Callable[[Answers], Sequence[Any] | None]) -> Sequence[Any]:
        def read(rows: Rows) -> Sequence[Any]:
            at = rows if places is None else places[rows]
            return list(of(_answers_at(run, at, picked(cases.ids, rows))) or [None] * len(rows))

        return Passing(read, every)

    def extra(name: str) -> Sequence[Any]:
        return column(lambda answers: answers.extras.get(name))

    return Answers(
        ids=cases.ids,
        answers=column(lambda answers: answers.answers),
        seconds=column(lambda answers: answers.seconds) if timed else None,
        failures=column(lambda answers: answers.failures) if failed or not all_answered else None,
        extras={name: extra(name) for name in extras},
        path=str(run.path / "answers"),
        notes=tuple(notes),
    )


def figures(run: Run, measure: Measure, reading: Reading | None = None, *, missing: str = "undefined") -> Score:
    """The figure of a run and its slices; π is None where all cases are open, or without an answer and skipped."""
    return counted(run, measure, reading or Reading(), missing)[0]


def counted(run: Run, measure: Measure, reading: Reading, missing: str) -> tuple[Score, Book]:
    """What `figures` gives, and the book that it is read off."""
    if (record := run.record.get("data", {}).get("sample")) is not None:
        reading = replace(reading, sampled=sampled_of(record, reading.population))
    book, sections, count = Book(measure, reading.labelling(labels_of_words(run))), Counted(), 0
    whole = reading.weight.whole_suite
    for cases, rows in [judged_by(run, book.measures, missing)] if whole else each_judged(run, book.measures, missing):
        rho = weigh(reading.weight, cases) if whole else weigh_part(reading.weight, cases)
        book.add(cases, *rows, weights=rho)
        sections.add(cases, rho)
        count += len(cases)
    is_open = open_under(run, measure)
    signed = run.signed
    made = {"system": signed.system, "missing": missing, "seed": book.reading.seed, "data": signed.data}
    nothing = is_open > 0 or (missing == "skip" and not count)  # then it is told how many there are
    try:
        score = book.score(made, empty=nothing)
    except InputError as error:
        raise error if error.path else error.at(run.suite().path, None) from None
    missed = missing_answers(run)
    score = replace(
        score,
        open=is_open,
        notes=(*score.notes, *filter(None, (unfinished_note(run, missed), sections.note, several(run.record)))),
        missing_answers=missed,
        unmatched_answers=run.record.get("unmatched_answers", 0),
    )
    return with_interval_of_rule(run, score, measure, reading), book


def labels_of_words(run: Run) -> set[str]:
    """The names of the labels that words of the suite have."""
    if "labels" not in run.suite().names:
        return set()
    return {name for cases in run.suite().batches() for name in cases.labels}


def open_under(run: Run, measure: Measure) -> int:
    """How many cases of a run a measure cannot judge because nobody has said what they mean."""
    if none_is_open(run, measure):
        return 0
    return sum(int(cases.at_stage(measure.stage).open.sum()) for cases in run.suite().batches())


def none_is_open(run: Run, measure: Measure) -> bool:
    """Whether the record of a complete run says that no case is open; what stages ought to say it does not count."""
    record = run.record
    return measure.stage is None and record.get("state") == "complete" and "open" not in record.get("counts", {})


def failures(run: Run) -> list[tuple[int, str]]:
    """Why answers are UNDEFINED: for each kind of failure how many there are, and what is said most often of it."""
    if not run.record.get("counts", {}).get("failures"):
        return []
    by_kind: dict[str, Counter[str]] = defaultdict(Counter)
    for _, failure in each_failure(run):
        text = "no answer was recorded" if failure == MISSING else failure
        by_kind[failure.split(":")[0]][text] += 1
    kinds = [(texts.total(), texts.most_common(1)[0][0]) for texts in by_kind.values()]
    return sorted(kinds, key=lambda kind: -kind[0])


def each_failure(run: Run) -> Iterator[tuple[int, str]]:
    """Where the answer is UNDEFINED for a known reason: the place of the case, and the reason; in the suite's order."""
    for places, answers in each_answers(run):
        failures = answers.failures
        if isinstance(failures, Deferred):
            rows = np.flatnonzero(~failures.absent)
            failures, places = failures.at(rows), places[rows]
        yield from ((place, why) for place, why in zip(places.tolist(), failures or (), strict=False) if why)


def each_answers(run: Run) -> Iterator[tuple[NDArray[np.int64], Answers]]:
    """The answers of a run in the order of the suite, some thousand at a time, with the places of their cases."""
    parts = run.parts()
    for cases in run.suite().batches():
        if len(cases) and cases.places is not None:
            yield parts.between(cases.places[0], cases.places[-1] + 1)


def missing_answers(run: Run) -> int:
    """How many cases have no answer: none was recorded, or the run is not complete."""
    counted = run.record.get("counts", {}).get("missing_answers")
    if isinstance(counted, int):
        return counted
    recorded = sum(failure == MISSING for _, failure in each_failure(run))
    return recorded + int(np.count_nonzero(~run.parts().answered))


def profiled(
    run: Run, measure: Measure, axes: Sequence[str], weight: Weighting | None = None, missing: str = "undefined"
) -> Profile:
    """The profile of a run over any axes; `loss` is the axis of μ, `weight` that of ρ, others are features.

    Raises:
        InputError: the cases do not have a feature, or cannot be judged.
    """
    refuse_sample(run.record, run.path, "a profile")
    measure = fine_enough(measure, axes, run.cases().labels)
    cases, rows = judged(run, measure, missing)
    rho = weigh(weight or given(), cases)
    columns = {axis: axis_column(axis, cases, rows, rho) for axis in axes}
    return profile(terms(measure, rows, rho), rho, columns, cases.clusters)


def axis_column(axis: str, cases: Cases, rows: Judgements, rho: Floats) -> Sequence[Any]:
    """The class of each row on an axis, (rows,); `rho` (cases,) is the importance of the cases."""
    if (
        axis == "loss"
    ):  # per unit, for losses of long and short cases have to be comparable; without units it is 0 or more
        return (rows.loss / np.where(rows.units > 0, rows.units, 1)).tolist()  # type: ignore[no-any-return]
    if axis == "weight":
        return rho[rows.case].tolist()  # type: ignore[no-any-return]
    return [_class(value) for value in feature_rows(cases, rows, axis)]


def _class(value: Any) -> Any:
    """A feature's value as a class of a profile: lists and objects are classes of their own, whole."""
    if isinstance(value, list):
        return ", ".join(map(group_name, value)) or None
    return canonical(value) if isinstance(value, dict) else value

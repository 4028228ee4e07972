"""Compare: is B better than A, on the same cases, and how sure is that?

Runs are joined by case id, and only what both were asked is compared: who was never asked did not fail. A case that was
asked and not answered is UNDEFINED. How many cases one side alone was asked is told. The cases of one cluster stay
together, in the interval as in the randomisation test; there is no unpaired test. Beside these stand the tests that
speech recognition is used to (`murho.core.significance`), for texts unless others are asked for.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from murho.core.answered_by import several
from murho.core.case import MISSING, Cases
from murho.core.collecting import collecting_seldom
from murho.core.comparison import Difference, holm
from murho.core.errors import InputError, UsageError
from murho.core.importance import all_zero
from murho.core.judgement import Judgements
from murho.core.ledger import feature_rows, group_name, group_order, spread
from murho.core.profile import encode
from murho.core.several import Ranked
from murho.core.signature import signature
from murho.formats.digest import files_of
from murho.measures import Measure, fine_enough
from murho.pipeline.comparing.columns import Columns, batches, columns_of, missing_of
from murho.pipeline.comparing.result import BestUnder, Compared, Comparison
from murho.pipeline.comparing.sides import (
    AnswerFile,
    Judged,
    Side,
    answered,
    asked_of_all,
    asked_of_both,
    judged_by,
    labels_of_side,
    nothing_shared,
)
from murho.pipeline.comparing.significance import Alignments, JudgedSide, chosen, outcomes, randomisation
from murho.pipeline.runs.recorded import stopped
from murho.pipeline.runs.repeating import own_noise
from murho.pipeline.runs.robust import Choices, best_of, check
from murho.pipeline.runs.robust import robust as robust_of
from murho.pipeline.scoring.judge import terms, weigh, weigh_part
from murho.pipeline.scoring.pairs import PairedClusters, Pairs, cluster_of_case, paired, ranks, simultaneously
from murho.pipeline.scoring.reading import Reading, refuse_sample
from murho.store import Run, Signed
from murho.suites.cases import Counted, together
from murho.version import __version__
from murho.weighting import given

Floats = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class Question:
    """What is asked of each pair of systems."""

    measure: Measure
    by_word: Measure
    """What judges words one by one, for slices by their labels."""
    labels: Sequence[str]
    """Those of the slices that are by labels of words."""
    reading: Reading
    resamples: int
    tests: Sequence[str]
    pairs: str | None
    missing: str
    robust: Choices | None

    @property
    def draws(self) -> dict[str, Any]:
        """How the difference of two systems is inferred."""
        return {"bounded": self.measure.bounded, "seed": self.reading.seed, "resamples": self.resamples}


@collecting_seldom()
def compare(
    runs: Sequence[Side],
    measure: Measure,
    reading: Reading | None = None,
    *,
    resamples: int = 9999,
    tests: Sequence[str] | None = None,
    pairs: str | None = None,
    missing: str = "shared",
    all_pairs: bool = False,
    alignments: dict[str, Alignments] | None = None,
    robust: Choices | None = None,
) -> Comparison:
    """Compare the first run with each other one, or each with every later one.

    Args:
        runs: two or more; the first is the baseline.
        measure: what judges them.
        reading: weight, slices, level and seed.
        resamples: how many random halves are drawn, and how often the randomisation test draws.
        tests: names of tests in `murho.core.significance`; None stands for the usual ones.
        pairs: the feature whose groups Wilcoxon's and the sign test compare; without one clusters or cases.
        missing: `shared` compares what both were asked; with `undefined` a case that only one was asked counts as ⊥ for
            the other.
        all_pairs: compare each run with every later one.
        alignments: by the path of a run, those made before; give the same for several measures of the same runs.
        robust: what orders the classes of importance, for verdicts that hold for every δ and ω; of `meanings`, `sql`.

    Raises:
        InputError: the runs share no case, or a case has another reference in one of them.
        UsageError: an option does not fit, or a slice depends on the answers.
    """
    for side in runs:
        if isinstance(side, Run):
            refuse_sample(side.record, side.path, "a comparison")
    reading = reading or Reading()
    if missing not in ("shared", "undefined"):
        raise UsageError(f"missing={missing!r}; known: shared, undefined")
    of_words = {name for side in runs for name in labels_of_side(side)} if reading.by else set()
    labels = [name for name in reading.by if name in of_words]
    measure = fine_enough(measure, [name for name in reading.by if name not in labels])
    by_word = fine_enough(measure, labels, labels)
    if robust is not None:
        check(measure, robust)
    question = Question(measure, by_word, labels, reading, resamples, chosen(tests, measure), pairs, missing, robust)
    made = {} if alignments is None else alignments
    judged: Judged = {}  # what one pair had judged serves the next

    def against(a: Side, b: Side) -> tuple[Compared, PairedClusters]:
        first, second = (made.setdefault(str(side.path), Alignments()) for side in (a, b))
        return _pair(question, a, b, (first, second), judged)

    columns = None
    if len(runs) == 2 and not question.tests and robust is None:
        columns = columns_of(runs[0], runs[1], (measure, by_word), reading)
    ranked: Sequence[Ranked] = ()
    if columns is not None:
        compared = [_pair_of_columns(question, columns)]
    else:
        every = list(combinations(range(len(runs)), 2))
        wanted = every if all_pairs else every[: len(runs) - 1]
        found = {(i, j): against(runs[i], runs[j]) for i, j in wanted}
        compared = [pair for pair, _ in found.values()]
    if len(runs) > 2:
        wholes = {which: found_of for which, (_, found_of) in found.items()}
        compared = _corrected(compared, list(wholes.values()), reading.level, reading.seed)
        for i, j in every[len(wanted) :]:
            cases, _ = asked_of_both(runs[i], runs[j], missing, measure.stage)
            rho = weigh(reading.weight, cases)
            before, after = (terms(measure, answered(runs[k], measure, cases, judged)[1], rho) for k in (i, j))
            wholes[i, j] = paired(cases, before, after, rho, **question.draws)
        ranked = ranks([str(side.path) for side in runs], wholes, reading.level, reading.seed)
    compared = [_beside_noise(pair, runs, measure, reading) for pair in _tests_corrected(compared)]
    compared = [replace(pair, notes=_read_with(pair, runs)) for pair in compared]
    best: Sequence[BestUnder] = ()
    classes: Sequence[str] = ()
    if robust is not None and len(runs) > 2:
        best, classes = _best(question, runs, robust, judged)
    files = ",".join(files_of(measure, reading.weight).values()) or None
    settings: dict[str, Any] = {"measure": measure, "files": files, "weight": reading.weight}
    settings |= _sides_signed([side.signed for side in runs])
    settings |= {"level": reading.level, "resamples": resamples, "seed": reading.seed, "pairs": pairs}
    settings |= {"missing": missing if missing != "shared" else None}
    if robust is not None:
        settings |= {"classes": robust.classes or "weights", "refine": robust.refinement}
    return Comparison(repr(measure), compared, signature(settings, __version__), ranked, best, classes)


def _corrected(
    compared: Sequence[Compared], found: Sequence[PairedClusters], level: float, seed: int
) -> list[Compared]:
    """The comparisons with p by Holm's method, and with p and interval that hold for all of them at once."""
    adjusted = holm([pair.whole.p_value for pair in compared])
    together = simultaneously(found, level, seed)
    result = []
    for pair, its, p, single in zip(compared, found, adjusted, together.p_values, strict=True):
        ends = None if its.whole is None else its.whole.interval(together.own_level)
        result.append(replace(pair, p_adjusted=p, p_simultaneous=single, simultaneous_interval=ends))
    return result


def _sides_signed(sides: Sequence[Signed]) -> dict[str, str]:
    """Who is compared and on what, for the signature: the baseline, all others in their order, and the data.

    The data stand once where all were asked the same, as they were unless a suite grew between two runs.
    """
    systems, data = ([name or "unnamed" for name in column] for column in zip(*sides, strict=True))
    asked = data[:1] if len(set(data)) == 1 else data
    return {"a": systems[0], "b": ", ".join(systems[1:]), "data": ", ".join(asked)}


def _pair(
    question: Question, a: Side, b: Side, alignments: tuple[Alignments, Alignments], judged: Judged
) -> tuple[Compared, PairedClusters]:
    measure, reading = question.measure, question.reading
    cases, asked = asked_of_both(a, b, question.missing, measure.stage)
    rho = weigh(reading.weight, cases)
    (answers_a, rows_a), (answers_b, rows_b) = (answered(run, measure, cases, judged) for run in (a, b))
    cluster = group = cluster_of_case(cases)
    if question.pairs is not None:
        group = encode([group_name(value) for value in cases.feature(question.pairs)])[0]
    sides = JudgedSide(answers_a, rows_a, alignments[0]), JudgedSide(answers_b, rows_b, alignments[1])
    tested = outcomes(question.tests, measure, cases, sides, rho, cluster, group)

    def clusters(rows: tuple[Judgements, Judgements]) -> PairedClusters:
        before, after = (terms(measure, side, rho) for side in rows)
        return paired(cases, before, after, rho, **question.draws)

    rows = dict.fromkeys(reading.by, (rows_a, rows_b))
    if question.labels:
        words = judged_by(a, question.by_word, cases, answers_a), judged_by(b, question.by_word, cases, answers_b)
        rows |= dict.fromkeys(question.labels, words)
    decided = measure.reference_labels
    slices = {feature: _slices(feature, cases, *rows[feature], feature in decided) for feature in reading.by}
    looked_at = sum(map(len, slices.values()))
    differences = {
        feature: {group: clusters(cells).difference(reading.level, looked_at) for group, cells in groups.items()}
        for feature, groups in slices.items()
    }
    notes = [together(cases, rho), *(of(*side) for side in (("A", a), ("B", b)) for of in (_several, _stopped))]
    notes.append(_told_otherwise(a, b, reading))
    missing_both = [sum(failure == MISSING for failure in side.failures or ()) for side in (answers_a, answers_b)]
    whole = clusters((rows_a, rows_b))
    if "randomisation" in question.tests:
        tested["randomisation"] = randomisation(whole.columns, question.resamples, reading.seed)
    pair = _compared((a, b), whole.difference(reading.level), differences, question.labels, notes, missing_both, asked)
    verdict = None
    if question.robust is not None:
        options: dict[str, Any] = {"level": reading.level, "seed": reading.seed, "resamples": question.resamples}
        verdict = robust_of(measure, cases, (rows_a, rows_b), rho, cluster, question.robust, **options)
    return replace(pair, tests={name: (outcome, None) for name, outcome in tested.items()}, robust=verdict), whole


def _best(
    question: Question, runs: Sequence[Side], choices: Choices, judged: Judged
) -> tuple[Sequence[BestUnder], Sequence[str]]:
    """Of several systems, on the cases that all of them are compared on, the choices under which each is the best.

    Beside them stand the classes of importance.
    """
    cases = asked_of_all(runs, question.missing, question.measure.stage)
    if not len(cases):
        raise InputError("no case was asked of all runs", "let the same `murho run` go on, or compare fewer")
    rows = [answered(side, question.measure, cases, judged)[1] for side in runs]
    rho = weigh(question.reading.weight, cases)
    classes, found = best_of(cases, rows, rho, choices, question.reading.seed)
    return [
        BestUnder(str(side.path), region, tuple(map(tuple, counts.tolist())))
        for side, (region, counts) in zip(runs, found, strict=True)
    ], classes


def _compared(
    sides: tuple[Side, Side],
    whole: Difference,
    differences: Mapping[str, Mapping[str, Difference]],
    labels: Sequence[str],
    notes: Sequence[str | None],
    missing: Sequence[int],
    asked: tuple[int, int, int],
) -> Compared:
    """What was found of two sides, the p of their slices corrected for the number of these."""
    flat = [
        (feature, group)
        for feature, groups in differences.items()
        for group, result in groups.items()
        if result.value is not None or feature not in labels  # of words that were inserted there is nothing to compare
    ]
    adjusted = dict(zip(flat, holm([differences[f][g].p_value for f, g in flat]), strict=True))
    return Compared(
        str(sides[0].path),
        str(sides[1].path),
        replace(whole, flags=(*whole.flags, *filter(None, notes))),
        None,
        {f: {g: (d, adjusted.get((f, g), 1.0)) for g, d in groups.items()} for f, groups in differences.items()},
        missing[0],
        missing[1],
        *asked,
    )


def _pair_of_columns(question: Question, columns: Columns) -> Compared:
    """The comparison of two runs of one suite by the judgements that both have saved."""
    reading = question.reading
    a, b = columns.runs
    answered = a.parts().answered, b.parts().answered
    both = int(np.count_nonzero(answered[0] & answered[1]))
    if not both:
        raise nothing_shared(a, b)
    asked = both, int(np.count_nonzero(answered[0])) - both, int(np.count_nonzero(answered[1])) - both
    wanted = answered[0] & answered[1] if question.missing == "shared" else answered[0] | answered[1]
    decided = columns.measures[0].reference_labels
    whole, sections, is_heavy = Pairs(), Counted(), False
    slices: dict[str, dict[str, Pairs]] = {feature: {} for feature in reading.by}
    seen: dict[tuple[str, str], set[int]] = defaultdict(set)
    for cases, rows in batches(columns, wanted):
        rho, cluster = weigh_part(reading.weight, cases), cluster_of_case(cases)
        is_heavy = is_heavy or bool(rho.any())
        sections.add(cases, rho)
        whole.add(cluster, *rows[0], rho)
        for feature, pairs in slices.items():
            cells = rows[-1 if feature in question.labels else 0]
            sides = _cells(feature, cases, *cells, feature in decided)
            for group in sides[0].keys() | sides[1].keys():
                seen[feature, group] |= {side for side in (0, 1) if group in sides[side]}
                one, other = (sides[side].get(group, cells[side].take(np.zeros(0, np.int64))) for side in (0, 1))
                pairs.setdefault(group, Pairs()).add(cluster, one, other, rho)
    if not is_heavy:
        raise all_zero().at(a.suite().path, None)
    options: dict[str, Any] = {"level": reading.level, **question.draws, "bounded": columns.measures[0].bounded}
    groups = {
        feature: [group for group in sorted(pairs, key=group_order) if len(seen[feature, group]) == 2]
        for feature, pairs in slices.items()
    }
    looked_at = sum(map(len, groups.values()))
    differences = {
        feature: {group: slices[feature][group].difference(family=looked_at, **options) for group in names}
        for feature, names in groups.items()
    }
    notes = [sections.note, *(of(*side) for side in (("A", a), ("B", b)) for of in (_several, _stopped))]
    missing_both = [missing_of(run, wanted) for run in (a, b)]
    return _compared((a, b), whole.difference(**options), differences, question.labels, notes, missing_both, asked)


def _beside_noise(pair: Compared, runs: Sequence[Side], measure: Measure, reading: Reading) -> Compared:
    """The comparison, and whether its difference is one that the systems have with themselves."""
    sides = {str(side.path): side for side in runs}
    a, b = sides[pair.run_a], sides[pair.run_b]
    if not (isinstance(a, Run) and isinstance(b, Run)):
        return pair
    noise = own_noise(a, b, measure, reading.weight, reading.level)
    if noise is None or pair.whole.value is None:
        return pair
    flags = pair.whole.flags
    if abs(pair.whole.value) <= noise:
        flags = (*flags, f"within the systems' own noise: asked the same again they differ by up to ±{noise:.4f}")
    return replace(pair, whole=replace(pair.whole, flags=flags), own_noise=noise)


def _read_with(pair: Compared, runs: Sequence[Side]) -> list[str]:
    """What reading the files of both found worth a word, with the side where only one has it."""
    notes = {str(side.path): side.notes if isinstance(side, AnswerFile) else () for side in runs}
    a, b = notes[pair.run_a], notes[pair.run_b]
    both = [note for note in a if note in b]
    alone = [(side, note) for side, some in (("A", a), ("B", b)) for note in some if note not in both]
    return [*both, *(f"{side}: {note}" for side, note in alone)]


def _told_otherwise(side_a: Side, side_b: Side, reading: Reading) -> str:
    """A note on cases of which B's suite tells another weight, cluster or group than A's, which counts."""
    if isinstance(side_a, Run) and isinstance(side_b, Run) and side_a.suite_digest == side_b.suite_digest is not None:
        return ""
    a, b = side_a.cases(), side_b.cases()
    place = {name: i for i, name in enumerate(a.ids)}
    both = [(place[name], i) for i, name in enumerate(b.ids) if name in place]
    columns: dict[str, list[Sequence[Any]]] = {
        "cluster": [_filled(side.clusters, side.ids) for side in (a, b)],
        **{
            name: [a.features[name], b.features[name]]
            for name in reading.by
            if name in a.features and name in b.features
        },
    }
    if repr(given()) in repr(reading.weight):
        columns = {"weight": [_filled(side.weights, [1.0] * len(side)) for side in (a, b)], **columns}
    found = {name: sum(ours[i] != theirs[j] for i, j in both) for name, (ours, theirs) in columns.items()}
    told = ", ".join(f"{name} of {cases}" for name, cases in found.items() if cases)
    return f"cases that B's suite tells otherwise ({told}): what A's suite tells of them counts" if told else ""


def _filled(column: Sequence[Any] | None, usual: Sequence[Any]) -> Sequence[Any]:
    """A column of cases, with what holds of those of which it says nothing: a weight of 1, a cluster of its own."""
    return (
        usual if column is None else [one if value is None else value for value, one in zip(column, usual, strict=True)]
    )


def _several(letter: str, side: Side) -> str:
    """A note on a run whose answers are of several systems."""
    note = several(side.record)
    return f"{letter}: {note}" if note else ""


def _stopped(letter: str, side: Side) -> str:
    """A note on a run that a rule stopped: it looked at π of that run, and not at the difference."""
    told = stopped(side) if isinstance(side, Run) else None
    if told is None or told["rule"].startswith("fixed"):
        return ""
    return (
        f"{letter} was stopped by {told['rule']}, which looked at π of that run alone and has no interval of a "
        "difference: interval and p take the number of cases for fixed"
    )


def _tests_corrected(compared: Sequence[Compared]) -> list[Compared]:
    """The comparisons with the p of their tests corrected by Holm's method, over all p that are known.

    One p alone needs no correction.
    """
    known = [
        (index, name)
        for index, pair in enumerate(compared)
        for name, (outcome, _) in pair.tests.items()
        if outcome.p_value is not None
    ]
    p_values = [compared[index].tests[name][0].p_value or 0.0 for index, name in known]
    adjusted = dict(zip(known, holm(p_values), strict=True)) if len(known) > 1 else {}
    return [
        replace(pair, tests={name: (outcome, adjusted.get((index, name))) for name, (outcome, _) in pair.tests.items()})
        for index, pair in enumerate(compared)
    ]


def _slices(
    feature: str, cases: Cases, rows_a: Judgements, rows_b: Judgements, decided: bool
) -> dict[str, tuple[Judgements, Judgements]]:
    """The rows of both runs in each group of a feature; what the answers decide makes no pairs, and is refused.

    A measure may say that its references decide a label (`decided`); else the units of both runs tell.
    """
    sides = _cells(feature, cases, rows_a, rows_b, decided)
    return {
        name: (sides[0][name], sides[1][name]) for name in sorted(sides[0].keys() & sides[1].keys(), key=group_order)
    }


def _cells(
    feature: str, cases: Cases, rows_a: Judgements, rows_b: Judgements, decided: bool
) -> list[dict[str, Judgements]]:
    """The rows of A, and those of B, in each group of a feature that they have."""
    if not decided and feature in rows_a.labels and _units_by(feature, rows_a) != _units_by(feature, rows_b):
        raise UsageError(
            f"{feature!r} depends on the answers; compare by a feature of the cases, which both runs share"
        )
    sides = []
    for rows in (rows_a, rows_b):
        which, column = spread(feature_rows(cases, rows, feature))
        part = rows if which is None else rows.take(which)
        names = np.array([group_name(value) for value in column], dtype=object)
        sides.append({name: part.take(np.flatnonzero(names == name)) for name in set(names.tolist())})
    return sides


def _units_by(feature: str, rows: Judgements) -> dict[tuple[int, str], float]:
    """The units that a label has in each case: the same for all answers if the reference decides it."""
    by_label: dict[tuple[int, str], float] = {}
    for case, label, units in zip(rows.case.tolist(), rows.labels[feature], rows.units.tolist(), strict=True):
        if units:
            by_label[case, label] = by_label.get((case, label), 0) + units
    return by_label

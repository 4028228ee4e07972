"""Compare: is B better than A, on the same cases, and how sure is that?

Runs are joined by case id, and only what both were asked is compared: who was never asked did not fail. A case that was
asked and not answered is UNDEFINED. How many cases one side alone was asked is told. The cases of one cluster stay
together, in the interval as in the randomisation test; there is no unpaired test. Beside these stand the tests that
speech recognition is used to (`murho.core.significance`), for texts unless others are asked for.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from murho import __version__
from murho.core.answered_by import several
from murho.core.case import MISSING, Answers, Cases, join
from murho.core.collecting import collecting_seldom
from murho.core.comparison import Difference, holm, infer
from murho.core.errors import InputError, UsageError
from murho.core.exact import rounded_totals
from murho.core.importance import all_zero
from murho.core.judgement import Judgements
from murho.core.ledger import feature_rows, group_name, group_order, spread
from murho.core.meaning import meaning_set
from murho.core.profile import encode
from murho.core.several import Ranked
from murho.core.signature import signature
from murho.formats.digest import files_of
from murho.measures import Measure, fine_enough
from murho.pipeline.runs.answer_file import AnswerFile
from murho.pipeline.runs.compare_columns import Columns, batches, columns_of, missing_of
from murho.pipeline.runs.comparison import BestUnder, Compared, Comparison
from murho.pipeline.runs.pairs import Pairs
from murho.pipeline.runs.repeating import own_noise
from murho.pipeline.runs.robust import Choices, best_of, check
from murho.pipeline.runs.robust import robust as robust_of
from murho.pipeline.runs.rule_interval import stopped
from murho.pipeline.runs.several import Found, corrected, ranks
from murho.pipeline.runs.show import labels_of_words
from murho.pipeline.runs.significance import Alignments, chosen, outcomes, randomisation
from murho.pipeline.scoring.judge import judge, terms, weigh, weigh_part
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.scoring.sampled import refuse_sample
from murho.store import Run, Signed
from murho.suites.cases import Counted, together
from murho.weighting import given

Floats = np.ndarray[Any, np.dtype[np.float64]]


class Side(Protocol):
    """One of two systems: a run, or files."""

    @property
    def path(self) -> Path:
        """Where it comes from."""

    @property
    def record(self) -> Mapping[str, Any]:
        """What is on record of it, if anything is."""

    @property
    def signed(self) -> Signed:
        """Who answered what, as signatures name it."""

    def cases(self) -> Cases:
        """The whole suite."""

    def answers(self) -> Answers:
        """All answers given, by the cases that were asked."""

    def judgements(self, measure: str, cases: Cases, files: Mapping[str, str]) -> Judgements | None:
        """The rows of a measure in the order of the whole suite, where they are saved; `files` are those it reads."""


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
    of_words = {name for side in runs for name in _labels_of_words(side)} if reading.by else set()
    labels = [name for name in reading.by if name in of_words]
    measure = fine_enough(measure, [name for name in reading.by if name not in labels])
    by_word = fine_enough(measure, labels, labels)
    names = chosen(tests, measure)
    if robust is not None:
        check(measure, robust)
    made = {} if alignments is None else alignments

    judged: Judged = {}

    def against(one: Side, other: Side) -> tuple[Compared, Found]:
        first, second = (made.setdefault(str(side.path), Alignments()) for side in (one, other))
        both = first, second
        return _pair(
            one, other, measure, (by_word, labels), reading, resamples, names, pairs, missing, both, judged, robust
        )

    columns = None
    if len(runs) == 2 and not names and robust is None:
        columns = columns_of(runs[0], runs[1], (measure, by_word), reading)
    ranked: Sequence[Ranked] = ()
    if columns is not None:
        compared = [_pair_of_columns(columns, reading, labels, resamples, missing)]
    else:
        every = list(combinations(range(len(runs)), 2))
        wanted = every if all_pairs else every[: len(runs) - 1]
        found = {(i, j): against(runs[i], runs[j]) for i, j in wanted}
        compared = [pair for pair, _ in found.values()]
    if len(runs) > 2:
        wholes = {which: found_of for which, (_, found_of) in found.items()}
        compared = corrected(compared, list(wholes.values()), reading.level, reading.seed)
        for i, j in every[len(wanted) :]:
            cases, _ = asked_of_both(runs[i], runs[j], missing, measure.stage)
            sides = [answered(side, measure, cases, judged)[1] for side in (runs[i], runs[j])]
            rho = weigh(reading.weight, cases)
            before, after = (terms(measure, rows, rho) for rows in sides)
            wholes[i, j] = inferred(
                cases, before, after, rho, bounded=measure.bounded, seed=reading.seed, resamples=resamples
            )
        ranked = ranks([str(side.path) for side in runs], wholes, reading.level, reading.seed)
    compared = [_beside_noise(pair, runs, measure, reading) for pair in _tests_corrected(compared)]
    compared = [replace(pair, notes=_read_with(pair, runs)) for pair in compared]
    best: Sequence[BestUnder] = ()
    classes: Sequence[str] = ()
    if robust is not None and len(runs) > 2:
        best, classes = _best(runs, measure, reading, missing, judged, robust)
    files = ",".join(files_of(measure, reading.weight).values()) or None
    settings: dict[str, Any] = {"measure": measure, "files": files, "weight": reading.weight}
    settings |= _sides_signed([side.signed for side in runs])
    settings |= {"level": reading.level, "resamples": resamples, "seed": reading.seed, "pairs": pairs}
    settings |= {"missing": missing if missing != "shared" else None}
    if robust is not None:
        settings |= {"classes": robust.classes or "weights", "refine": robust.refinement}
    return Comparison(repr(measure), compared, signature(settings, __version__), ranked, best, classes)


def _sides_signed(sides: Sequence[Signed]) -> dict[str, str]:
    """Who is compared and on what, for the signature: the baseline, all others in their order, and the data.

    The data stand once where all were asked the same, as they were unless a suite grew between two runs.
    """
    systems, data = ([name or "unnamed" for name in column] for column in zip(*sides, strict=True))
    asked = data[:1] if len(set(data)) == 1 else data
    return {"a": systems[0], "b": ", ".join(systems[1:]), "data": ", ".join(asked)}


def _pair(
    a: Side,
    b: Side,
    measure: Measure,
    of_words: tuple[Measure, Sequence[str]],
    reading: Reading,
    resamples: int,
    tests: Sequence[str],
    pairs: str | None,
    missing: str,
    alignments: tuple[Alignments, Alignments],
    judged: "Judged",
    choices: Choices | None,
) -> tuple[Compared, Found]:
    cases, asked = asked_of_both(a, b, missing, measure.stage)
    rho = weigh(reading.weight, cases)
    options: dict[str, Any] = {"level": reading.level, "seed": reading.seed, "resamples": resamples}
    (answers_a, rows_a), (answers_b, rows_b) = (answered(run, measure, cases, judged) for run in (a, b))
    cluster = _cluster_of_case(cases)
    group = cluster if pairs is None else encode([group_name(value) for value in cases.feature(pairs)])[0]
    tested = outcomes(tests, measure, cases, (answers_a, answers_b), (rows_a, rows_b), rho, cluster, group, alignments)

    def differ(cells: tuple[Judgements, Judgements], family: int) -> Difference:
        before, after = (terms(measure, rows, rho) for rows in cells)
        return paired(cases, before, after, rho, bounded=measure.bounded, family=family, **options)

    decided, (by_word, labels) = measure.reference_labels, of_words
    rows = dict.fromkeys(reading.by, (rows_a, rows_b))
    if labels:
        words = _judged(a, by_word, cases, answers_a), _judged(b, by_word, cases, answers_b)
        rows |= dict.fromkeys(labels, words)
    slices = {feature: _slices(feature, cases, *rows[feature], feature in decided) for feature in reading.by}
    looked_at = sum(map(len, slices.values()))
    differences = {
        feature: {group: differ(cells, looked_at) for group, cells in groups.items()}
        for feature, groups in slices.items()
    }
    notes = [together(cases, rho), *(of(*side) for side in (("A", a), ("B", b)) for of in (_several, _stopped))]
    notes.append(_told_otherwise(a, b, reading))
    missing_both = [sum(failure == MISSING for failure in side.failures or ()) for side in (answers_a, answers_b)]
    before, after = (terms(measure, rows, rho) for rows in (rows_a, rows_b))
    found = inferred(cases, before, after, rho, bounded=measure.bounded, seed=reading.seed, resamples=resamples)
    if "randomisation" in tests:
        tested["randomisation"] = randomisation(found.columns, resamples, reading.seed)
    pair = _found((a, b), found.difference(reading.level), differences, labels, notes, missing_both, asked)
    verdict = None
    if choices is not None:
        verdict = robust_of(measure, cases, (rows_a, rows_b), rho, cluster, choices, **options)
    return replace(pair, tests={name: (outcome, None) for name, outcome in tested.items()}, robust=verdict), found


def _best(
    runs: Sequence[Side], measure: Measure, reading: Reading, missing: str, judged: "Judged", choices: Choices
) -> tuple[Sequence[BestUnder], Sequence[str]]:
    """Of several systems, on the cases that all of them are compared on, the choices under which each is the best.

    Beside them stand the classes of importance.
    """
    cases = asked_of_all(runs, missing, measure.stage)
    if not len(cases):
        raise InputError("no case was asked of all runs", "let the same `murho run` go on, or compare fewer")
    rows = [answered(side, measure, cases, judged)[1] for side in runs]
    classes, found = best_of(cases, rows, weigh(reading.weight, cases), choices, reading.seed)
    return [
        BestUnder(str(side.path), region, tuple(map(tuple, counts.tolist())))
        for side, (region, counts) in zip(runs, found, strict=True)
    ], classes


def _found(
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


def _pair_of_columns(
    columns: Columns, reading: Reading, labels: Sequence[str], resamples: int, missing: str
) -> Compared:
    """The comparison of two runs of one suite by the judgements that both have saved."""
    a, b = columns.runs
    answered = a.parts().answered, b.parts().answered
    both = int(np.count_nonzero(answered[0] & answered[1]))
    if not both:
        raise _share_nothing(a, b)
    asked = both, int(np.count_nonzero(answered[0])) - both, int(np.count_nonzero(answered[1])) - both
    wanted = answered[0] & answered[1] if missing == "shared" else answered[0] | answered[1]
    decided = columns.measures[0].reference_labels
    whole, sections, is_heavy = Pairs(), Counted(), False
    slices: dict[str, dict[str, Pairs]] = {feature: {} for feature in reading.by}
    seen: dict[tuple[str, str], set[int]] = defaultdict(set)
    for cases, rows in batches(columns, wanted):
        rho, cluster = weigh_part(reading.weight, cases), _cluster_of_case(cases)
        is_heavy = is_heavy or bool(rho.any())
        sections.add(cases, rho)
        whole.add(cluster, *rows[0], rho)
        for feature, pairs in slices.items():
            cells = rows[-1 if feature in labels else 0]
            sides = _cells(feature, cases, *cells, feature in decided)
            for group in sides[0].keys() | sides[1].keys():
                seen[feature, group] |= {side for side in (0, 1) if group in sides[side]}
                one, other = (sides[side].get(group, cells[side].take(np.zeros(0, np.int64))) for side in (0, 1))
                pairs.setdefault(group, Pairs()).add(cluster, one, other, rho)
    if not is_heavy:
        raise all_zero().at(a.suite().path, None)
    options: dict[str, Any] = {"level": reading.level, "seed": reading.seed, "resamples": resamples}
    options |= {"bounded": columns.measures[0].bounded}
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
    return _found((a, b), whole.difference(**options), differences, labels, notes, missing_both, asked)


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


def _labels_of_words(side: Side) -> Collection[str]:
    return labels_of_words(side) if isinstance(side, Run) else side.cases().labels


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


Judged = dict[tuple[str, str, tuple[str, ...]], tuple[Answers, Judgements]]
"""Answers and judgements of the sides, by path, measure and cases: several systems are judged once."""


def answered(side: Side, measure: Measure, cases: Cases, judged: Judged) -> tuple[Answers, Judgements]:
    """The answers of a side to the cases, and their judgements."""
    key = str(side.path), repr(measure), tuple(cases.ids)
    if key not in judged:
        answers = side.answers().at_stage(measure.stage).for_cases(cases.ids)
        judged[key] = answers, _judged(side, measure, cases, answers)
    return judged[key]


def _judged(side: Side, measure: Measure, cases: Cases, answers: Answers) -> Judgements:
    """The judgements of a side, in the order of the cases: saved ones where they hold all of these, else new ones."""
    suite = side.cases()
    index = {name: i for i, name in enumerate(suite.ids)}
    if (
        all(name in index for name in cases.ids)
        and (saved := side.judgements(repr(measure), suite, files_of(measure))) is not None
    ):
        return saved.of_cases(np.array([index[name] for name in cases.ids], np.int64))
    return judge(measure, cases, answers)


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


def paired(
    cases: Cases,
    rows_a: Judgements,
    rows_b: Judgements,
    rho: Floats,
    *,
    bounded: bool = True,
    level: float = 0.95,
    seed: int = 0,
    resamples: int = 9999,
    family: int = 1,
) -> Difference:
    """The difference B − A of two systems judged on the same cases, in whole clusters; `rho` (cases,) weighs both.

    The other arguments are those of `murho.core.comparison.compare`.
    """
    found = inferred(cases, rows_a, rows_b, rho, bounded=bounded, seed=seed, resamples=resamples)
    return found.difference(level, family)


def inferred(
    cases: Cases,
    rows_a: Judgements,
    rows_b: Judgements,
    rho: Floats,
    *,
    bounded: bool = True,
    seed: int = 0,
    resamples: int = 9999,
) -> Found:
    """What two systems judged on the same cases tell of their difference, at any level."""
    cluster = _cluster_of_case(cases)
    # A cluster in which neither side has a row is no pair that tied: it is left out.
    held, first = np.unique(np.concatenate([cluster[rows_a.case], cluster[rows_b.case]]), return_index=True)
    columns = [column[held] for rows in (rows_a, rows_b) for column in _sums(rows, rho, cluster)]
    both = np.concatenate([rows_a.case, rows_b.case])
    names = cases.clusters or [None] * len(cases)
    keys = [(True, names[i] or "") if names[i] is not None else (False, cases.ids[i]) for i in both[first].tolist()]
    whole = infer(columns, resamples=resamples, seed=seed, bounded=bounded)
    return Found(columns, whole, keys, len(np.unique(both)), seed, bounded)


def asked_of_both(a: Side, b: Side, missing: str, stage: str | None) -> tuple[Cases, tuple[int, int, int]]:
    """The cases that are compared; how many both were asked, A alone, and B alone.

    A case of which nobody has said what it means cannot be compared, and is refused.
    """
    ours, theirs = a.cases().at_stage(stage), b.cases().at_stage(stage)
    index = {name: i for i, name in enumerate(ours.ids)}
    for i, name in enumerate(theirs.ids):
        if name in index and meaning_set(ours.meant[index[name]]) != meaning_set(theirs.meant[i]):
            raise InputError(
                f"case {name!r} has another reference in {b.path} than in {a.path}", "compare runs of the same suite"
            )
    asked_a, asked_b = set(a.answers().ids), set(b.answers().ids)
    both = len(asked_a & asked_b)
    asked = both, len(asked_a) - both, len(asked_b) - both
    if not any(name in index for name in theirs.ids):
        raise InputError(f"{a.path} and {b.path} have no case in common", "compare runs of the same suite")
    if not both:
        raise _share_nothing(a, b)
    wanted = asked_a & asked_b if missing == "shared" else asked_a | asked_b  # who asked neither knows of neither
    chosen = ours.take([i for i, name in enumerate(ours.ids) if name in wanted])
    more = [i for i, name in enumerate(theirs.ids) if name in wanted and name not in index]
    return join([chosen, theirs.take(more)]) if more else chosen, asked


def asked_of_all(sides: Sequence[Side], missing: str, stage: str | None) -> Cases:
    """The cases that every pair with the first is compared on; of `undefined`, those that some pair is.

    Raises:
        InputError: two of them share no case, or a case has another reference in one of them.
    """
    cases, *others = (asked_of_both(sides[0], other, missing, stage)[0] for other in sides[1:])
    for other in others:
        known = set(cases.ids)
        if missing == "shared":
            both = known & set(other.ids)
            cases = cases.take([i for i, name in enumerate(cases.ids) if name in both])
        elif more := [i for i, name in enumerate(other.ids) if name not in known]:
            cases = join([cases, other.take(more)])
    return cases


def _share_nothing(a: Side, b: Side) -> InputError:
    return InputError(f"{a.path} and {b.path} share no case that both were asked", "let the same `murho run` go on")


def _cluster_of_case(cases: Cases) -> np.ndarray[Any, np.dtype[np.int64]]:
    names = cases.clusters or [None] * len(cases)
    # Marked, so that the number of a case alone is never taken for the name of a cluster.
    codes, _ = encode([("alone", i) if name is None else ("cluster", name) for i, name in enumerate(names)])
    return codes


def _sums(rows: Judgements, rho: Floats, cluster: np.ndarray[Any, np.dtype[np.int64]]) -> tuple[Floats, Floats]:
    """Numerator Σ ρ·loss and denominator Σ ρ·units of each cluster, (clusters,) both."""
    codes, groups = cluster[rows.case], int(cluster.max(initial=-1)) + 1
    weights = rho[rows.case]
    return rounded_totals(codes, weights * rows.loss, groups), rounded_totals(codes, weights * rows.units, groups)


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

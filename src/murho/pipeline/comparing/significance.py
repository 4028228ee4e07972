"""The field's tests of significance on the judgements of two systems; what they are tells `murho.core.significance`.

MAPSSWE needs alignments, so measures of words and of concepts give it segments; of any other measure, whole sentences
are the segments. Wilcoxon's and the sign test compare the error rates of clusters, of cases where there are none, or of
the groups of a feature: of speakers, as NIST's sc_stats does.

The tests weigh every sentence or segment alike, whatever its importance; an importance of 0 leaves a case out.
"""

import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Answers, Cases
from murho.core.errors import UsageError
from murho.core.judgement import Judgements
from murho.core.resampling import randomisation_test
from murho.core.significance import TESTS, Outcome, mapsswe, mcnemar, segment_errors, sign_test, wilcoxon
from murho.measures import Measure
from murho.measures.alignment import align
from murho.measures.text.lattice import Step

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]


def chosen(names: Sequence[str] | None, measure: Measure) -> tuple[str, ...]:
    """The tests that names ask for; None is all of them for texts, for which they were made, and none for others.

    Raises:
        UsageError: there is no test of one of these names.
    """
    if names is None:
        return TESTS if measure.kind == "text" else ()
    known = (*TESTS, "randomisation")
    if unknown := [name for name in names if name not in known]:
        raise UsageError(f"no test {unknown[0]!r}; known: {', '.join(known)}")
    return tuple(name for name in known if name in names)


def randomisation(columns: Sequence[Floats], draws: int, seed: int) -> Outcome:
    """The randomisation test of exchangeability; `columns` are those of `murho.core.comparison.compare`."""
    found = randomisation_test(*columns, resamples=draws, seed=seed)
    sums = [float(column.sum()) for column in columns]
    value = sums[2] / sums[3] - sums[0] / sums[1] if sums[1] and sums[3] else None
    cut = f"{found.resamples} swaps were drawn, not {draws}: there are very many clusters"
    flags = (cut,) if not found.exact and found.resamples < draws else ()
    return Outcome(value, found.p_value, len(columns[0]), {"draws": found.resamples}, flags)


def outcomes(
    names: Sequence[str],
    measure: Measure,
    cases: Cases,
    sides: "tuple[JudgedSide, JudgedSide]",
    rho: Floats,
    cluster: Codes,
    group: Codes,
) -> dict[str, Outcome]:
    """The outcome of each test of A against B.

    `cluster` (cases,) numbers the clusters, `group` (cases,) what Wilcoxon's and the sign test compare.
    """
    held = np.flatnonzero(rho > 0)  # ρ enters in no other way: these tests weigh all sentences alike
    alike = _alike(rho[held], cluster[held])
    results: dict[str, Outcome] = {}
    for name in names:
        if name == "randomisation":
            continue  # of what differs by cluster, which the caller has
        if name == "mapsswe":
            test = _segments(measure, cases, sides, held)
            results[name] = replace(test, flags=(*test.flags, *alike))
        elif name == "mcnemar":
            wrong = [_wrong(side.rows, len(cases))[held] for side in sides]
            results[name] = replace(mcnemar(*wrong), flags=alike)
        else:
            a, b = (_rates(side.rows, rho, group) for side in sides)
            known = np.isfinite(a) & np.isfinite(b)
            test = {"wilcoxon": wilcoxon, "sign": sign_test}[name]((b - a)[known])
            lost = len(np.unique(group[held])) - int(known.sum())
            results[name] = replace(
                test, flags=(f"{lost} pairs have nothing to divide by and are left out",) * (lost > 0)
            )
    return results


def _alike(rho: Floats, cluster: Codes) -> tuple[str, ...]:
    """Flags that say what a test overlooks which takes sentences for equally important and independent."""
    clusters = len(np.unique(cluster))
    flags = []
    if len(np.unique(rho)) > 1:
        flags.append("counts all sentences alike, though their importance differs")
    if clusters < len(cluster):
        flags.append(f"takes {len(cluster)} sentences for independent that come in {clusters} clusters")
    return tuple(flags)


def _by_case(rows: Judgements, column: NDArray[Any], cases: int) -> Floats:
    return np.bincount(rows.case, column, cases).astype(np.float64)


def _wrong(rows: Judgements, cases: int) -> NDArray[np.bool_]:
    """Which cases are not wholly right, (cases,); who gave no answer was not right."""
    return (_by_case(rows, rows.loss, cases) > 0) | (_by_case(rows, rows.undefined, cases) > 0)


def _rates(rows: Judgements, rho: Floats, group: Codes) -> Floats:
    """The loss per unit of each group; NaN where it has none."""
    groups, weights = int(group.max(initial=-1)) + 1, rho[rows.case]
    loss, units = (np.bincount(group[rows.case], weights * column, groups) for column in (rows.loss, rows.units))
    rates: Floats = np.divide(loss, units, out=np.full(groups, np.nan), where=units > 0)
    return rates


class Alignments:
    """The alignments of one system, made once for all measures that align alike."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, dict[str, list[Step]]] = {}

    def of(self, measure: Measure, cases: Cases, answers: Answers, places: Codes) -> list[list[Step]]:
        """The steps of the cases at `places`; no list for a measure that aligns nothing, or is made around another.

        What was aligned before for a measure that aligns alike is not aligned again.
        """
        if not measure.aligning or measure.inside is not None:
            return []
        steps_of = self._kept.setdefault(measure.aligns_as, {})
        new = [i for i in places.tolist() if cases.ids[i] not in steps_of]
        steps = measure.aligned([cases.meant[i] for i in new], [answers.answers[i] for i in new])
        steps_of.update(zip((cases.ids[i] for i in new), steps, strict=True))
        return [steps_of[cases.ids[i]] for i in places.tolist()]


@dataclass(frozen=True, eq=False)
class JudgedSide:
    """What one of two systems answered, how that is judged, and the alignments that were made of it before."""

    answers: Answers
    rows: Judgements
    alignments: Alignments


def _segments(measure: Measure, cases: Cases, sides: tuple[JudgedSide, JudgedSide], held: Codes) -> Outcome:
    """MAPSSWE on the segments of the alignments, or on whole sentences where there are none."""
    losses = [_by_case(side.rows, side.rows.loss, len(cases)) for side in sides]
    wrong = held[(losses[0][held] > 0) | (losses[1][held] > 0)]
    steps = [side.alignments.of(measure, cases, side.answers, wrong) for side in sides]
    errors = [[sum(step.operation != "=" for step in path) for path in side] for side in steps]
    # Segments tell of the figure only where the alignments count the same errors as the judgements.
    if not all(np.array_equal(counted, loss[wrong]) for counted, loss in zip(errors, losses, strict=True)):
        test = mapsswe(losses[0][wrong], losses[1][wrong])
        return _per_sentence(replace(test, flags=("segments are whole sentences", *test.flags)), held)
    segments = [segment for a, b in zip(*steps, strict=True) for segment in segment_errors(*side_by_side(a, b))]
    table = np.array(segments, np.int64).reshape(-1, 2)
    return _per_sentence(mapsswe(table[:, 0], table[:, 1]), held)


def _per_sentence(test: Outcome, held: Codes) -> Outcome:
    return replace(test, details={**test.details, "segments_per_sentence": test.pairs / max(1, len(held))})


def side_by_side(a: Sequence[Step], b: Sequence[Step]) -> tuple[str, str]:
    """The operations of two alignments with one reference, a letter each, such that words of the reference correspond.

    Where alternatives in the reference were read differently, `.` stands for a word that only the other wording has.
    """
    paths = ["".join(step.operation for step in steps) for steps in (a, b)]
    wordings = [[step.reference for step in steps if step.operation != "I"] for steps in (a, b)]
    if wordings[0] == wordings[1]:
        return paths[0], paths[1]
    together = align(wordings[0], wordings[1])
    return _held(paths[0], together, "I"), _held(paths[1], together, "D")


def _held(path: str, together: str, lacking: str) -> str:
    """A path with places held for the words that only the other wording has."""
    words = iter(re.findall("I*[^I]", path))
    placed = "".join("." if operation == lacking else next(words) for operation in together)
    return placed + path[len(path.rstrip("I")) :]

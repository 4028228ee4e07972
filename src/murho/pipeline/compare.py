"""Compare: is B better than A, on the same cases, and how sure is that?

Runs are joined by case id. A case that one run has not answered is UNDEFINED there, and counted. The cases of one
cluster stay together, in the interval as in the randomisation test; there is no unpaired test.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from murho import __version__
from murho.core.case import Cases
from murho.core.comparison import Difference, holm
from murho.core.comparison import compare as difference
from murho.core.errors import InputError
from murho.core.exact import rounded_totals
from murho.core.judgement import Judgements
from murho.core.ledger import feature_rows, group_name, group_order, spread
from murho.core.meaning import meaning_set
from murho.core.profile import encode
from murho.core.signature import SCHEMA_VERSION, signature
from murho.measures import Measure
from murho.pipeline.score import judge, weigh
from murho.store import Run
from murho.weighting import Weighting, given

Floats = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class Compared:
    """A baseline A and one B: the difference, by slice too, and the cases that only one of them has."""

    run_a: str
    run_b: str
    whole: Difference
    p_adjusted: float | None
    """Corrected for the number of comparisons made at once; None where there was only one."""
    by: Mapping[str, Mapping[str, tuple[Difference, float]]]
    missing_a: int
    missing_b: int

    def as_json(self) -> dict[str, Any]:
        """The fields of one comparison."""
        return {
            "a": self.run_a,
            "b": self.run_b,
            **_difference_json(self.whole),
            "p_adjusted": self.p_adjusted,
            "missing_a": self.missing_a,
            "missing_b": self.missing_b,
            "by": {
                feature: {g: {**_difference_json(d), "p_adjusted": p} for g, (d, p) in groups.items()}
                for feature, groups in self.by.items()
            },
        }


@dataclass(frozen=True)
class Comparison:
    """All comparisons with one baseline, under one measure."""

    measure: str
    compared: Sequence[Compared]
    signature: str

    def as_json(self) -> dict[str, Any]:
        """The object that `--json` prints; with two runs their fields stand at the top."""
        first = self.compared[0].as_json() if len(self.compared) == 1 else {}
        several = {} if first else {"correction": "Holm", "comparisons": [one.as_json() for one in self.compared]}
        corrected = {"correction": "Holm"} if first.get("by") else {}
        return {
            "measure": self.measure,
            **first,
            **several,
            **corrected,
            "signature": self.signature,
            "schema_version": SCHEMA_VERSION,
        }


def compare(
    runs: Sequence[Run],
    how: Measure,
    *,
    weight: Weighting | None = None,
    by: Sequence[str] = (),
    level: float = 0.95,
    seed: int = 0,
    resamples: int = 9999,
) -> Comparison:
    """Compare the first run with each other one."""
    weight = weight or given()
    compared = [_pair(runs[0], other, how, weight, by, level, seed, resamples) for other in runs[1:]]
    if len(compared) > 1:
        adjusted = holm([one.whole.p_value for one in compared])
        compared = [
            Compared(c.run_a, c.run_b, c.whole, p, c.by, c.missing_a, c.missing_b)
            for c, p in zip(compared, adjusted, strict=True)
        ]
    made = {"measure": how, "weight": weight, "level": level, "resamples": resamples, "seed": seed}
    return Comparison(repr(how), compared, signature(made, __version__))


def _pair(
    a: Run, b: Run, how: Measure, weight: Weighting, by: Sequence[str], level: float, seed: int, resamples: int
) -> Compared:
    cases, missing_a, missing_b = _shared(a, b)
    rho = weigh(weight, cases)
    rows_a, rows_b = (judge(how, cases, run.answers().for_cases(cases.ids)) for run in (a, b))
    options = {"bounded": how.bounded, "level": level, "seed": seed, "resamples": resamples}

    def differ(cells: tuple[Judgements, Judgements]) -> Difference:
        return paired(cases, *cells, rho, **options)

    slices = {feature: _slices(feature, cases, rows_a, rows_b) for feature in by}
    found = {feature: {group: differ(cells) for group, cells in groups.items()} for feature, groups in slices.items()}
    flat = [(feature, group) for feature, groups in found.items() for group in groups]
    adjusted = dict(zip(flat, holm([found[f][g].p_value for f, g in flat]), strict=True))
    return Compared(
        str(a.path),
        str(b.path),
        differ((rows_a, rows_b)),
        None,
        {f: {g: (d, adjusted[f, g]) for g, d in groups.items()} for f, groups in found.items()},
        missing_a,
        missing_b,
    )


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
) -> Difference:
    """The difference of two systems judged on the same cases, in whole clusters."""
    cluster = _cluster_of_case(cases)
    held = np.unique(np.concatenate([cluster[rows_a.case], cluster[rows_b.case]]))
    columns = [column[held] for rows in (rows_a, rows_b) for column in _sums(rows, rho, cluster)]
    pairs = len(np.unique(np.concatenate([rows_a.case, rows_b.case])))
    return difference(*columns, pairs=pairs, level=level, seed=seed, resamples=resamples, bounded=bounded)


def _shared(a: Run, b: Run) -> tuple[Cases, int, int]:
    """The cases of both runs; how many of them each has not answered."""
    ours, theirs = a.cases(), b.cases()
    place = {name: i for i, name in enumerate(ours.ids)}
    for i, name in enumerate(theirs.ids):
        if name in place and meaning_set(ours.references[place[name]]) != meaning_set(theirs.references[i]):
            raise InputError(
                f"case {name!r} has another reference in {b.path} than in {a.path}", "compare runs of the same suite"
            )
    more = [i for i, name in enumerate(theirs.ids) if name not in place]
    if len(more) == len(theirs):
        raise InputError(f"{a.path} and {b.path} have no case in common", "compare runs of the same suite")
    from murho.core.case import join

    cases = join([ours, theirs.take(more)]) if more else ours
    missing = [sum(1 for f in run.answers().for_cases(cases.ids).failures or () if f == "missing") for run in (a, b)]
    return cases, missing[0], missing[1]


def _cluster_of_case(cases: Cases) -> np.ndarray[Any, np.dtype[np.int64]]:
    names = cases.clusters or [None] * len(cases)
    codes, _ = encode([("alone", i) if name is None else ("cluster", name) for i, name in enumerate(names)])
    return codes


def _sums(rows: Judgements, rho: Floats, cluster: np.ndarray[Any, np.dtype[np.int64]]) -> tuple[Floats, Floats]:
    """Numerator and denominator of each cluster."""
    codes, groups = cluster[rows.case], int(cluster.max(initial=-1)) + 1
    weights = rho[rows.case]
    return rounded_totals(codes, weights * rows.loss, groups), rounded_totals(codes, weights * rows.units, groups)


def _slices(
    feature: str, cases: Cases, rows_a: Judgements, rows_b: Judgements
) -> dict[str, tuple[Judgements, Judgements]]:
    """The rows of both runs in each group of a feature of the cases."""
    sides = []
    for rows in (rows_a, rows_b):
        which, column = spread(feature_rows(cases, rows, feature))
        part = rows if which is None else rows.take(which)
        names = np.array([group_name(value) for value in column], dtype=object)
        sides.append({name: part.take(np.flatnonzero(names == name)) for name in set(names.tolist())})
    return {
        name: (sides[0][name], sides[1][name]) for name in sorted(sides[0].keys() & sides[1].keys(), key=group_order)
    }


def _difference_json(found: Difference) -> dict[str, Any]:
    return {
        "difference": found.value,
        "interval": [found.low, found.high],
        "level": found.level,
        "method": found.method,
        "p_value": found.p_value,
        "pairs": found.pairs,
        "clusters": found.clusters,
        "pi_a": found.pi_a,
        "pi_b": found.pi_b,
        "flags": list(found.flags),
    }

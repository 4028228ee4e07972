"""Robust verdicts: which of two systems a sample shows to be better, whatever the choice of δ and ω.

The difference of two systems under any admissible choice is a mixture of the differences at the vertices of the two
cones (`murho.core.dominance`). Each of these has its p and its interval from random halves of the clusters, as any
difference has; they are corrected together by the largest statistic (`murho.core.several`), so that with the stated
confidence all hold at once. Then the same mixture of the ends of the intervals bounds the difference under every
choice, and a choice is shown for a system where that bound leaves 0 on the other side.

>>> a, b = [0, 0, 0, 1] * 20, [0, 6, 3, 1] * 20
>>> found = robustness(a, b, [0] * 80, (0.5,), ["light"], np.arange(80), (0.1, 0.2, 0.3, 0.4, 0.7), level=0.95)
>>> found.verdict, found.share.a, [vertex.better for vertex in found.vertices]
('A, whatever the choice', Fraction(1, 1), ['A', 'A', 'A', 'A', 'A', 'A'])
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from murho.core.comparison import Inference, infer
from murho.core.dominance import THRESHOLDS, Share, Table, beyond, lead_at, share, steps
from murho.core.estimate import check_level
from murho.core.inversion import Inversion, Refined, nearest, refined
from murho.core.several import simultaneous
from murho.core.shifting import Relation, Shifting

EQUAL = "equal"
UNDECIDED = "undecided with this sample"


@dataclass(frozen=True)
class Vertex:
    """One threshold and one prefix of the importance: answers at least so wrong, among cases at least so important."""

    relation: Relation
    least_class: str
    cases: int
    """Cases that are at least so important."""
    difference: float
    """The share of them where B is at least so wrong, less that where A is; above 0, A is better."""
    low: float
    high: float
    """The ends of its simultaneous interval."""
    alike: bool
    """Both are beyond the threshold in as many cases of every cluster."""

    @property
    def better(self) -> str | None:
        """Who is shown to be better here: `A`, `B`, `equal` where nothing tells them apart, or None."""
        return EQUAL if self.alike else "A" if self.low > 0 else "B" if self.high < 0 else None


@dataclass(frozen=True)
class Robustness:
    """Two systems under every admissible choice."""

    share: Share
    """In the sample as it is."""
    shown: tuple[Share, Share]
    """The choices for which the sample shows one to be better: `a` of the first is A's, `b` of the second B's."""
    vertices: tuple[Vertex, ...]
    """By class of importance from the lightest on, then by threshold."""
    classes: tuple[str, ...]
    """Of importance, the lightest first."""
    deltas: tuple[float, ...]
    """The choice that a distance is measured from."""
    omegas: tuple[float, ...]
    difference: float
    """π(B) − π(A) under this choice."""
    inversion: Inversion | None
    refinement: Refined | None
    level: float

    @property
    def shown_a(self) -> float:
        """The share of choices for which A is shown to be better, all of them at once at the stated level."""
        return float(self.shown[0].a)

    @property
    def shown_b(self) -> float:
        """The share for which B is."""
        return float(self.shown[1].b)

    @property
    def verdict(self) -> str:
        """`A, whatever the choice`, `A for x % of choices`, `equal`, or `undecided with this sample`.

        The share is what the sample shows, rounded down.
        """
        if all(vertex.difference == 0 for vertex in self.vertices):
            return EQUAL
        if self.shown[0].dominant == "A" or self.shown[1].dominant == "B":
            return f"{'A' if self.shown[0].dominant == 'A' else 'B'}, whatever the choice"
        parts = sorted([(self.shown_a, "A"), (self.shown_b, "B")], key=lambda part: -part[0])
        told = [f"{name} for {_percent(part)} % of choices" for part, name in parts if part >= 0.001]
        return ", ".join(told) if told else UNDECIDED

    def as_json(self) -> dict[str, Any]:
        """The object that `--json` prints as `robust`."""
        return {
            "verdict": self.verdict,
            "share_a": float(self.share.a),
            "share_b": float(self.share.b),
            "share_method": self.share.method,
            "share_error": self.share.error,
            "shown_a": self.shown_a,
            "shown_b": self.shown_b,
            "deltas": list(self.deltas),
            "omegas": list(self.omegas),
            "classes": list(self.classes),
            "difference": self.difference,
            "nearest_inversion": None if self.inversion is None else _inversion_json(self.inversion),
            "refinement": None if self.refinement is None else _refined_json(self.refinement),
            "vertices": [_vertex_json(vertex) for vertex in self.vertices],
            "level": self.level,
        }


def robustness(
    ranks_a: ArrayLike,
    ranks_b: ArrayLike,
    classes: ArrayLike,
    omegas: Sequence[float],
    names: Sequence[str],
    clusters: ArrayLike,
    deltas: Sequence[float],
    *,
    before: Shifting | None = None,
    refinement: Shifting | None = None,
    level: float,
    resamples: int = 9999,
    seed: int = 0,
) -> Robustness:
    """Two systems on the same cases, under every admissible choice.

    Args:
        ranks_a: the relation of A's answers (cases,), as places in `murho.core.shifting.RELATIONS`.
        ranks_b: that of B's.
        classes: the class of importance of each case (cases,), from 0, the lightest; none is empty.
        omegas: the importance of each class in the choice that distances are measured from, rising, the last one 1.
        names: of the classes.
        clusters: the number of the cluster of each case (cases,).
        deltas: δ1 to δ5 of that choice.
        before: the μ that `refinement` is to refine.
        refinement: a μ whose ranking is compared with that of `before`.
        level: of all simultaneous intervals together.
        resamples: random halves that are drawn for each vertex.
        seed: of these, and of what is sampled.
    """
    check_level(level)
    ranks = np.asarray(ranks_a, np.int64), np.asarray(ranks_b, np.int64)
    which, cluster = np.asarray(classes, np.int64), np.asarray(clusters, np.int64)
    counts = [beyond(rank, which, len(names)) for rank in ranks]
    lead = counts[1] - counts[0]
    cases = np.bincount(which, minlength=len(names))[::-1].cumsum()[::-1]
    low, high, alike = _bands(ranks, which, cluster, lead.shape, level, resamples, seed)
    vertices = tuple(
        Vertex(
            relation, names[j], int(cases[j]), float(lead[k, j] / cases[j]),
            float(low[k, j]), float(high[k, j]), bool(alike[k, j]),
        )
        for j in range(len(names)) for k, relation in enumerate(THRESHOLDS)
    )  # fmt: skip
    shown = tuple(
        share(np.where(alike, 0.0, end) * cases, seed=seed) if _one_sided(end, alike, sign) else Share(0, 0, "exact")
        for end, sign in ((low, 1), (high, -1))
    )
    weight = float(steps(omegas) @ cases)
    return Robustness(
        share(lead, seed=seed),
        (shown[0], shown[1]),
        vertices,
        tuple(names),
        tuple(deltas),
        tuple(omegas),
        lead_at(lead, deltas, omegas) / weight,
        nearest(lead, deltas, omegas),
        None if refinement is None or before is None else refined(lead, cases, omegas, before.values, refinement),
        level,
    )


def _one_sided(ends: Table, alike: Table, sign: int) -> bool:
    """Whether a mixture of these ends can lie on that side of 0 at all."""
    return bool(((sign * ends > 0) & ~alike).any())


def _bands(
    ranks: Sequence[NDArray[np.int64]],
    which: NDArray[np.int64],
    cluster: NDArray[np.int64],
    shape: tuple[int, ...],
    level: float,
    resamples: int,
    seed: int,
) -> tuple[Table, Table, Table]:
    """The ends of the simultaneous intervals at all vertices, and where nothing tells the systems apart."""
    low, high, alike = np.zeros(shape), np.zeros(shape), np.zeros(shape, bool)
    number = int(cluster.max(initial=-1)) + 1
    found: dict[bytes, tuple[Inference, NDArray[np.float64], list[tuple[int, int]]]] = {}
    for j in range(shape[1]):
        important = which >= j
        units = np.bincount(cluster[important], minlength=number)
        held = np.flatnonzero(units)
        for k in range(shape[0]):
            losses = [np.bincount(cluster[important & (rank > k)], minlength=number) for rank in ranks]
            # Thresholds that no answer lies between are the same vertex.
            key = np.concatenate([units, *losses]).tobytes()
            if key in found:
                found[key][2].append((k, j))
            elif (losses[0] == losses[1]).all():
                alike[k, j] = True
            else:
                columns = [column[held].astype(np.float64) for column in (losses[0], units, losses[1], units)]
                whole = infer(columns, resamples=resamples, seed=seed)
                assert whole is not None  # no class is empty
                deviation = np.zeros(number)
                deviation[held] = whole.paired.deviation
                found[key] = whole, deviation, [(k, j)]
    for k, j in zip(*np.nonzero(alike), strict=True):
        # What nothing tells apart has the interval of a difference that was never seen.
        low[k, j], high[k, j] = _unseen(cluster[which >= j], level)
    if not found:
        return low, high, alike
    inferences = list(found.values())
    p_values = [whole.p_value for whole, _, _ in inferences]
    together = simultaneous(p_values, [deviation for _, deviation, _ in inferences], level=level, seed=seed)
    for whole, _, places in inferences:
        for k, j in places:
            low[k, j], high[k, j] = whole.interval(together.own_level)
    return low, high, alike


def _unseen(cluster: NDArray[np.int64], level: float) -> tuple[float, float]:
    units = np.unique(cluster, return_counts=True)[1].astype(np.float64)
    nothing = np.zeros(len(units))
    whole = infer([nothing, units, nothing, units])
    assert whole is not None
    return whole.interval(level)


def _percent(part: float) -> str:
    """A share in per cent, rounded down so that it never says more than is shown: all of them is another verdict."""
    return f"{min(floor(1000 * part), 999) / 10:g}"


def _vertex_json(vertex: Vertex) -> dict[str, Any]:
    return {
        "relation": vertex.relation,
        "class": vertex.least_class,
        "cases": vertex.cases,
        "difference": vertex.difference,
        "interval": [vertex.low, vertex.high],
        "better": vertex.better,
    }


def _inversion_json(found: Inversion) -> dict[str, Any]:
    return {
        "moved": found.moved,
        "distance": found.distance,
        "deltas": list(found.deltas),
        "omegas": list(found.omegas),
    }


def _refined_json(found: Refined) -> dict[str, Any]:
    return {
        "shifting": found.shifting,
        "refines": found.refines,
        "why": found.why,
        "before": found.before,
        "after": found.after,
        "inverts": found.inverts,
    }

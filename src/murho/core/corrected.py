"""π of a machine that judges all cases, corrected by people who judge a sample of them.

The machine's own figure is as wrong as the machine, however many cases it judges. But where people have judged a
sample of known probability, what they say there can be carried over by what the machine says everywhere:

    π = Ŷ + λ·(F - F̂)

Ŷ and F̂ are people's and the machine's figure on the sample, F is the machine's on all cases; each is a ratio Σρμ/Σρ.
λ says how far the machine is followed: the slope of people's losses on the machine's, between 0 and 1, as in the
regression estimator of surveys (Cochran 1977, section 7.4) and in power tuning (PPI++: Angelopoulos, Duchi and Zrnic
2023).

Of some tens of judgements λ is itself uncertain, and few heavy cases may decide. So the error is taken from what
happens to π when one labelled cluster is left out, λ estimated anew each time, and the interval is the house's: a score
interval, with as many degrees of freedom as clusters carry the variance, further out where these are skewed
(`murho.core.intervals`). What it covers, and which ways lost: docs/stopping.md.

>>> rng = np.random.default_rng(1)
>>> truth = (rng.random(2000) < 0.2) * 1.0
>>> machine = np.where(rng.random(2000) < 0.1, 1 - truth, truth)
>>> people = [loss if index < 300 else None for index, loss in enumerate(truth.tolist())]
>>> found = corrected(machine, people)
>>> round(found.machine, 3), round(found.people.value, 3), round(found.estimate.value, 3), round(float(truth.mean()), 3)
(0.257, 0.213, 0.198, 0.191)
>>> round(found.estimate.low, 3), round(found.estimate.high, 3), found.disagreements, round(found.saving, 2)
(0.167, 0.234, 34, 0.47)

Where fewer than ten disagreements are labelled nobody knows how the machine errs, and the people's interval stands
alone:

>>> few = corrected(machine, people[:40] + [None] * 1960)
>>> few.estimate.value == few.people.value, few.disagreements, few.saving
(True, 3, None)
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from murho.core.errors import UsageError
from murho.core.estimate import Estimate, check_level, estimate
from murho.core.importance import checked
from murho.core.intervals import Evidence, effective_size, score
from murho.core.judgement import Judgements
from murho.core.tally import tally

Floats = NDArray[np.float64]

FEWEST = 10
"""Labelled disagreements below which the machine is left out."""
METHOD = "people's judgements and a machine's, corrected by them"
INTERVAL = "score interval, jackknife over labelled clusters"


@dataclass(frozen=True)
class Corrected:
    """What people and a machine say together."""

    estimate: Estimate
    """π to be printed: the corrected one, or people's alone, flagged."""
    people: Estimate
    """π by people's judgements alone."""
    machine: float
    """What the machine says of all cases: no π, and never to be printed as one."""
    labelled: int
    """Cases that people have judged."""
    disagreements: int
    """Of these, on how many people and machine differ."""
    followed: float
    """λ: 0 where the machine is not used, 1 where it is followed all the way."""
    saving: float | None
    """The share of people's judgements saved: without the machine 1/(1 - saving) times as many are needed for the same
    variance; 0 where the machine makes π no surer. None where people's interval stands alone. What a further judgement
    tells is what a further cluster does where whole ones were judged, else a further case of those that there are."""

    @property
    def interval(self) -> tuple[float, float] | None:
        """The ends of the interval to be printed; None where there is none."""
        return None if self.estimate.undetermined else (self.estimate.low, self.estimate.high)

    def as_json(self) -> dict[str, Any]:
        """All of it as plain JSON; the names of intervals are those of figures."""
        found, alone = self.estimate, self.people
        return {
            "value": found.value,
            "interval": None if found.undetermined else [found.low, found.high],
            "method": found.method,
            "level": found.level,
            "n": found.n,
            "clusters": found.clusters,
            "flags": list(found.flags),
            "people": {"value": alone.value, "interval": None if alone.undetermined else [alone.low, alone.high]},
            "machine_uncorrected": self.machine,
            "labelled": self.labelled,
            "disagreements": self.disagreements,
            "followed": self.followed,
            "saving": self.saving,
        }


def corrected(
    machine: ArrayLike,
    people: Sequence[float | None] | ArrayLike,
    weights: ArrayLike | None = None,
    *,
    inclusion: ArrayLike | None = None,
    clusters: Sequence[str | None] | None = None,
    untold: ArrayLike | None = None,
    level: float = 0.95,
    effect: float = 1.0,
) -> Corrected:
    """π and its interval from a machine's judgements of all cases and people's of a sample.

    Args:
        machine: its losses, (cases,), between 0 and 1.
        people: theirs, (cases,); None or NaN where nobody judged.
        weights: ρ, (cases,); without them all weigh the same.
        inclusion: the probability with which each case came into people's sample, (cases,); None: all the same.
        clusters: the name of each case's cluster, or None, (cases,); whole ones are judged, or some of each.
        untold: which of the cases without a loss people looked at and could not tell, (cases,): in no divisor,
            and that others are like them is carried over, too.
        level: of the interval.
        effect: how many times as large as that of independent clusters the variance of people's own figure is, where
            the cases are themselves a sample by a design; below 1 the variance by both is made as many times as large,
            and above it what the design adds to people's is added to it.

    Raises:
        UsageError: columns differ in length, a loss is not between 0 and 1, nobody judged, or a probability is none.
        InputError: an importance is outside [0, 1], or all are 0.
    """
    check_level(level)
    f = np.asarray(machine, np.float64)
    y = np.array([np.nan if loss is None else loss for loss in np.asarray(people, object).tolist()], np.float64)
    rho = np.ones(len(f)) if weights is None else checked(weights)
    chance = np.ones(len(f)) if inclusion is None else np.asarray(inclusion, np.float64)
    known = ~np.isnan(y)
    unclear = np.zeros(len(y), bool) if untold is None else np.asarray(untold, bool)
    if len(unclear) != len(y):
        raise UsageError(f"untold: {len(unclear)} entries for {len(y)} cases; give one for each case")
    looked_at = known | unclear
    _check(f, y, rho, chance, known, looked_at, clusters)
    design = np.where(looked_at, rho / np.where(looked_at, chance, 1.0), 0.0)
    told = np.where(known, design, 0.0)
    alone = _people(y, told, known, clusters, level, effect)
    disagreements = int((y != f)[known].sum())
    whole = float(rho @ f / rho.sum())
    result = Corrected(alone, alone, whole, int(known.sum()), disagreements, 0.0, None)
    if disagreements < FEWEST:
        counted = "1 disagreement" if disagreements == 1 else f"{disagreements} disagreements"
        return _without(result, f"{counted} with the machine labelled, of {FEWEST} that a correction needs")
    found = _regressed(f, np.where(known, y, 0.0), rho, design, told, _codes(clusters, len(f)))
    if found is None or not found.influence.any():
        return _without(result, "people's judgements do not differ between clusters")
    saved = float((found.people**2).sum() - (found.influence**2).sum())
    saving = saved / found.judged if found.judged else 0.0
    if effect <= 0:
        return _without(result, "people judged all of a finite population")
    basis = _evidence(found)
    times = _times(effect, found)
    size = effective_size(basis, level) / times
    low, high = score(replace(basis, variance=basis.variance * times), size, level)
    value = float(basis.ratio)
    flags = [flag for flag in alone.flags if flag.startswith(("only", "weights"))]
    if saving <= 0:
        flags.append("the machine's judgements save nothing here")
    together = replace(
        alone,
        value=value,
        low=float(low),
        high=float(high),
        method=f"{METHOD}: {INTERVAL}",
        n=len(f),
        effective_n=float(size),
        flags=tuple(flags),
    )
    return replace(result, estimate=together, followed=found.slope, saving=max(0.0, saving))


class _Regressed(NamedTuple):
    """π by regression, and what each cluster does to it."""

    ratio: float
    slope: float
    influence: Floats
    """Of every cluster, (clusters,)."""
    people: Floats
    """Of every labelled cluster on people's own figure."""
    judged: float
    """Σ of squares of what single judgements do to it, or those of whole clusters where these are judged: as a share of
    this the variance falls with every further one."""
    weights: Floats
    """Σ ρ / inclusion of every labelled cluster."""
    units: float
    """Kish's effective number of labelled cases."""


def _regressed(
    f: Floats, y: Floats, rho: Floats, design: Floats, told: Floats, codes: NDArray[np.int64]
) -> _Regressed | None:
    columns = [np.bincount(codes, column) for column in (design, told, told * y, design * f)]
    labelled = np.flatnonzero(columns[0])
    if np.count_nonzero(columns[1]) < 2:
        return None
    columns = [column[labelled] for column in columns]
    everywhere = float(rho @ f / rho.sum())
    products = [one * other for number, one in enumerate(columns) for other in columns[number:]]
    totals = [column.sum() for column in (*columns, *products)]
    ratio, slope = _ratio(totals, everywhere)
    left_out = [total - column for total, column in zip(totals, (*columns, *products), strict=True)]
    without, _ = _ratio(left_out, everywhere)
    # What the sample does to π, the machine's own figure held still; and what cases do to that one.
    influence = slope * np.bincount(codes, rho * (f - everywhere)) / rho.sum()
    influence[labelled] += (1 - 1 / len(labelled)) * (ratio - without)
    _, weight, said, _ = columns
    alone = (said - totals[2] / totals[1] * weight) / totals[1]
    units = float(totals[1] ** 2 / (told**2).sum())
    whole = not (np.isin(codes, labelled) & (design == 0) & (rho > 0)).any()
    each = alone if whole else told * (y - totals[2] / totals[1]) / totals[1]
    judged = float((each**2).sum())
    return _Regressed(float(ratio), float(slope), influence, alone, judged, np.asarray(weight, np.float64), units)


def _ratio(totals: Sequence[Any], everywhere: float) -> Any:
    """π and λ from sums over clusters, and sums of their products.

    Summed are w, the weights of what people looked at, t, of what they could tell, and the losses, y of people's and f
    of the machine's.
    """
    w, t, y, f, ww, wt, wy, wf, _, _, tf, _, yf, ff = totals
    people, machine = y / t, f / w
    together = yf - people * tf - machine * wy + people * machine * wt
    spread = ff - 2 * machine * wf + machine**2 * ww
    slope = np.clip(together / np.where(spread > 0, spread, 1.0), 0.0, 1.0)
    return people + slope * (everywhere - machine), slope


def _times(effect: float, found: _Regressed) -> float:
    """How many times as large a design makes the variance by both, that of people's own figure being `effect` times.

    The machine says something of the sampled cases only, so that a design adds to the variance by both what it adds to
    people's own; that is a larger share of it, as the machine leaves less. What a design takes would be a larger share,
    too: it is left at people's, so that the interval is no narrower than it may be.

    >>> two = _Regressed(0.2, 1.0, np.array([0.1, -0.1]), np.array([0.2, -0.2]), 0.1, np.ones(2), 2.0)
    >>> round(_times(1.1, two), 6), _times(0.9, two)
    (1.4, 0.9)
    """
    if effect <= 1:
        return effect
    return 1 + (effect - 1) * max(1.0, float((found.people**2).sum() / (found.influence**2).sum()))


def _evidence(found: _Regressed) -> Evidence:
    e, w, count = found.influence, found.weights, len(found.weights)
    squares = float((e**2).sum())
    return Evidence(
        ratio=min(max(found.ratio, 0.0), 1.0),
        variance=count / (count - 1) * squares,
        skewness=float(np.clip((e**3).sum() / squares**1.5, -1.0, 1.0)),
        carriers=squares**2 / float((e**4).sum()),
        units=found.units,
        even=float(w.sum() ** 2 / (w**2).sum()),
        heavy=float((w**2).sum() ** 2 / (w**4).sum()),
        mixed=0.0,
        clusters=count,
    )


def _people(
    y: Floats, design: Floats, known: NDArray[np.bool_], clusters: Any, level: float, effect: float
) -> Estimate:
    places = np.flatnonzero(known)
    names = None if clusters is None else [clusters[place] for place in places.tolist()]
    closed = tally(Judgements.of(y[places]), design[places], names).closed
    return estimate(closed, n=len(places), level=level, effect=effect)


def _without(result: Corrected, why: str) -> Corrected:
    flag = f"{why}: people's judgements alone"
    return replace(result, estimate=replace(result.people, flags=(flag, *result.people.flags)))


def _codes(clusters: Sequence[str | None] | None, cases: int) -> NDArray[np.int64]:
    """A number for each cluster; a case that has none is one of its own."""
    numbers: dict[Any, int] = {}
    names = range(cases) if clusters is None else clusters
    return np.array(
        [numbers.setdefault(place if name is None else (name,), len(numbers)) for place, name in enumerate(names)],
        np.int64,
    )


def _check(
    f: Floats,
    y: Floats,
    rho: Floats,
    chance: Floats,
    known: NDArray[np.bool_],
    looked_at: NDArray[np.bool_],
    clusters: Sequence[str | None] | None,
) -> None:
    columns: list[Sequence[Any] | NDArray[Any]] = [f, y, rho, chance, looked_at, f if clusters is None else clusters]
    lengths = set(map(len, columns))
    if len(lengths) > 1:
        raise UsageError(f"columns of {', '.join(map(str, sorted(lengths)))} cases; give one entry for each case")
    if not known.any():
        raise UsageError("nobody judged any case; a machine's figure alone is no π")
    for name, losses in (("machine", f), ("people", y[known])):
        if not ((losses >= 0) & (losses <= 1)).all():
            raise UsageError(f"{name}: a loss that is not between 0 and 1; give losses of a bounded measure")
    if not ((chance[looked_at] > 0) & (chance[looked_at] <= 1)).all():
        raise UsageError(
            "inclusion: a judged case whose probability is not above 0 and at most 1; give that of the sample"
        )
    if not rho[known].any():
        raise UsageError("every case that people judged has importance 0; judge some that matter")

"""People err: how often each of them, what π is without it, and how far it may be off for other people like these."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.crossed import effect
from murho.core.estimate import estimate
from murho.core.intervals import critical
from murho.core.judgement import Judgements
from murho.core.latent_classes import LatentClasses, latent_classes
from murho.core.tally import tally
from murho.evaluator.agreeing import losses
from murho.evaluator.judged import at, reading_of, weights
from murho.evaluator.judgement import Judgement, loss
from murho.store import Run

FEWEST = 20
"""Cases that two people have to judge before anything is said of their errors."""
_GROUPS = 20
_ALIKE = (
    "everybody is taken to err equally often whatever the right verdict is; settle 30 disagreements, or have 30 cases "
    "judged by three people, else π without errors is off where people overlook more than they invent"
)


@dataclass(frozen=True)
class Erring:
    """What the errors of people do to π."""

    cases: int
    """Cases that at least two people judged."""
    people: dict[str, float]
    """How often each says another verdict than the one that is taken to be right."""
    pi: float
    """π by the verdicts that are taken to be right."""
    interval: tuple[float, float]
    others: tuple[float, float] | None
    """An interval of people's own π that holds for other people like these; None where too few judged to tell."""
    flags: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The object that `--json` prints."""
        ends = {"interval": list(self.interval), "others": None if self.others is None else list(self.others)}
        return {**asdict(self), **ends, "flags": list(self.flags)}


def erring(run: Run, said: Sequence[Judgement], settled: Mapping[int, str]) -> Erring | None:
    """The errors of people by their verdicts; None where fewer than 20 cases have those of two people."""
    first = [one for one in said if not one.repeat and one.verdict is not None and loss(one.verdict) is not None]
    of_case: dict[int, int] = defaultdict(int)
    for one in first:
        of_case[one.place] += 1
    if (doubled := sum(count >= 2 for count in of_case.values())) < FEWEST:
        return None
    places, names = sorted(of_case), sorted({one.evaluator for one in first})
    verdicts = sorted({str(one.verdict) for one in first})
    unit = np.searchsorted(places, [one.place for one in first])
    person = np.array([names.index(one.evaluator) for one in first])
    label = np.array([verdicts.index(str(one.verdict)) for one in first])
    known = {
        int(unit[row]): int(label[row]) for row, one in enumerate(first) if settled.get(one.place) == one.evaluator
    }
    cases = at(run, places)
    rho = weights(run, cases)
    wrong = np.array([loss(verdict) or 0.0 for verdict in verdicts])
    cluster = _numbered(cases.clusters, len(places))
    found = latent_classes(unit, person, label, len(verdicts), known=known)
    pi = _pi(found, rho, wrong)
    level = reading_of(run).level
    spread = _spread(found, (unit, person, label), known, rho, wrong, cluster)
    half = float(critical(level, _GROUPS - 1)) * spread
    error = dict(zip(names, map(float, found.error), strict=True))
    ends = max(0.0, pi - half), min(1.0, pi + half)
    others = _others(first, settled, unit, person, rho, cluster, level)
    return Erring(doubled, error, pi, ends, others, () if found.told_apart else (_ALIKE,))


def _numbered(clusters: Sequence[str | None] | None, count: int) -> NDArray[np.int64]:
    """A number for each cluster; a case that has none is one of its own."""
    names: list[Any] = list(range(count)) if clusters is None else list(clusters)
    numbers: dict[Any, int] = {}
    return np.array(
        [numbers.setdefault(place if name is None else (name,), len(numbers)) for place, name in enumerate(names)]
    )


def _pi(found: LatentClasses, rho: NDArray[np.float64], wrong: NDArray[np.float64]) -> float:
    return float(rho @ (found.posterior @ wrong) / rho.sum())


def _spread(
    found: LatentClasses,
    given: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]],
    known: Mapping[int, int],
    rho: NDArray[np.float64],
    wrong: NDArray[np.float64],
    cluster: NDArray[np.int64],
) -> float:
    """The standard error of π: a jackknife that leaves out a twentieth of the clusters, and fits anew."""
    unit, person, label = given
    group = np.random.default_rng(0).permutation(int(cluster.max()) + 1)[cluster] % _GROUPS
    left_out = []
    for number in range(_GROUPS):
        kept = np.flatnonzero(group != number)
        if not rho[kept].any():
            continue
        new = np.full(len(rho), -1)
        new[kept] = np.arange(len(kept))
        rows = new[unit] >= 0
        settled = {int(new[place]): one for place, one in known.items() if new[place] >= 0}
        again = latent_classes(new[unit[rows]], person[rows], label[rows], len(wrong), known=settled, start=found)
        left_out.append(_pi(again, rho[kept], wrong))
    count = len(left_out)
    return float(np.sqrt((count - 1) / count * ((np.array(left_out) - np.mean(left_out)) ** 2).sum()))


def _others(
    first: Sequence[Judgement],
    settled: Mapping[int, str],
    unit: NDArray[np.int64],
    person: NDArray[np.int64],
    rho: NDArray[np.float64],
    cluster: NDArray[np.int64],
    level: float,
) -> tuple[float, float] | None:
    """The usual interval of people's π, wider by how much they differ; a settled case is one that all agree on."""
    by_place = losses(first, settled)
    mean = np.array(list(by_place.values()))
    said = np.array([loss(str(one.verdict)) or 0.0 for one in first])
    said = np.where([one.place in settled for one in first], mean[unit], said)
    pi = float(rho @ mean / rho.sum())
    terms = rho[unit] / np.bincount(unit)[unit] * (said - pi) / rho.sum()
    times = effect(cluster[unit], person, terms, level)
    if times is None:
        return None
    closed = tally(Judgements.of(mean), rho, [str(code) for code in cluster]).closed
    found = estimate(closed, n=len(mean), level=level, effect=times)
    return None if found.undetermined else (found.low, found.high)

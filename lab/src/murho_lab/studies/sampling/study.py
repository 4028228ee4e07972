"""The study: of every population samples by every design, how many judgements each takes, and what they cover."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from murho.core import confidence_sequence
from murho.core.sampled_sequence import Stratum
from murho.sampling.allocating import allocated
from murho_lab.studies.sampling.looks import LEVEL, Look, read
from murho_lab.studies.sampling.populations import WEIGHTS, Population, populations
from murho_lab.studies.sampling.ways import (
    LEAST,
    PILOT,
    WAYS,
    Chances,
    Growing,
    Way,
    needed_of_known,
    needed_of_total,
    totals,
)
from murho_lab.studies.simulation import Tables, Told, each, in_silence, written
from murho_lab.studies.stopping.designs import Path, of_strata, of_units, stops

if TYPE_CHECKING:
    from rich.console import Console

REPETITIONS = 1000
QUICK = 40
MARGIN = 0.02
TIMED = 10
"""Paths on which it is found when a sequence stops, which takes a while for each."""
_STEP = 1.03
_SEQUENCES = ("simple(n)", "proportional(n, replace=True)"), ("simple(n, replace=True)", "clusters(n)", "strata")
"""Designs whose losses a sequence can bet on; the second have a stream of random numbers of their own."""
_DRAWN = 3
"""How many times the fixed number is drawn of strata, which have to be drawn before they are judged."""
_BEST = "strata, adaptive, within='proportional'"


@dataclass(frozen=True)
class Stopped:
    """What a way to stop did: judgements at the median, how often its interval held the truth, in percent."""

    judgements: int
    covered: float
    half: float
    """Half the width of the interval, at the median."""


@dataclass(frozen=True)
class Found:
    """What was found of a design in a population."""

    judged: str
    weights: str
    truth: float
    total: int
    """Judgements that Σμρ takes by formula where Σρ is known, in independent draws of any case alike: no ratio of sums,
    so that ρ counts in full."""
    known: int
    """Judgements that strata by agreement take by formula in proportion to ρ, were the deviations in them known."""
    known_finer: int
    """The same of strata by agreement and by the scenario that was answered."""
    design: str
    fixed: Stopped
    """n chosen before: from the whole population, or, where the allocation is learned, by each pilot."""
    width: Stopped | None
    """Looked at whenever there are 3 % more, until the interval is narrow enough; None: the design cannot go on."""
    sequence: Stopped | None
    """Looked at after every judgement; covered: at every moment."""
    times: float | None = None
    """How many times fewer judgements than the simple sample of the same population, both by `width`."""


@dataclass(frozen=True)
class Study:
    """What was found of every design in every population."""

    seed: int
    repetitions: int
    cases: int
    found: Sequence[Found]

    def summary(self) -> dict[str, object]:
        """The figures that the table comes down to."""
        told: dict[str, object] = {}
        for weights in dict.fromkeys(result.weights for result in self.found):
            mine = [result for result in self.found if result.weights == weights and result.design == _BEST]
            times = [one.times for one in mine if one.times is not None]
            of_total = [one.total / one.width.judgements for one in mine if one.width is not None]
            low, high = min(of_total), max(of_total)
            told[f"times fewer than simple, {_BEST}, {weights}"] = (
                f"{min(times):.1f} to {max(times):.1f} (than a total by formula: {low:.1f} to {high:.1f})"
            )
            by_agreement, by_both = [one.known for one in mine], [one.known_finer for one in mine]
            told[f"judgements were deviations known, {weights}"] = (
                f"{min(by_agreement):,} to {max(by_agreement):,} by agreement, {min(by_both):,} to {max(by_both):,} "
                "by agreement and scenario"
            )
        learned = [result for result in self.found if "adaptive" in result.design or "neyman" in result.design]
        told["lowest coverage with strata learned from a pilot"] = min(
            min(one.fixed.covered, one.width.covered) for one in learned if one.width is not None
        )
        told["lowest coverage of all"] = min(
            stopped.covered for result in self.found for stopped in (result.fixed, result.width) if stopped is not None
        )
        return told

    def as_json(self) -> dict[str, Any]:
        """All of it as plain JSON."""
        return {
            "study": "sampling",
            "seed": self.seed,
            "repetitions": self.repetitions,
            "cases": self.cases,
            "margin": MARGIN,
            "level": LEVEL,
            "pilot": PILOT,
            "summary": self.summary(),
            "found": [asdict(result) for result in self.found],
        }


def study(
    data: str, *, quick: bool = False, repetitions: int | None = None, seed: int = 0, told: Told = in_silence
) -> Study:
    """All populations; `quick`: of one system only, with fewer samples.

    Raises:
        InputError: the data is not in the folder, or malformed.
    """
    count = repetitions or (QUICK if quick else REPETITIONS)
    known = [population for population in populations(data) if not quick or population.judged == "multi_slurp"]
    cells = [[one for one in known if one.weights == weights] for weights in WEIGHTS]
    results = [*each(cells, seed, lambda cell, rng: examine(cell, count, rng), told)]
    return Study(seed, count, len(known[0]), tuple(one for several in results for one in several))


def examine(cell: Sequence[Population], repetitions: int, rng: np.random.Generator) -> list[Found]:
    """Every design in populations that differ only in who is judged: they share what is drawn."""
    columns = {way.name: [totals(population, way.clusters) for population in cell] for way in WAYS}
    known = {way.name: [way.fixed and way.fixed(population, MARGIN) for population in cell] for way in WAYS}
    fixed, width = defaultdict(list), defaultdict(list)
    for _ in range(repetitions):
        chances = Chances(cell[0], rng)
        for way in WAYS:
            for number, population in enumerate(cell):
                path, of = way.grow(population, chances, MARGIN), columns[way.name][number]
                n = min(known[way.name][number] or path.planned or path.most, path.most)
                looks = _Looks(path, of)
                fixed[number, way.name].append(looks.at(n))
                if way.nested:
                    width[number, way.name].append(looks.until_narrow(n))
    by_name = {way.name: way for way in WAYS}
    sequences = {
        (number, name): _sequence(by_name[name], population, repetitions, stream)
        for names, stream in zip(_SEQUENCES, (rng, *rng.spawn(1)), strict=True)
        for number, population in enumerate(cell)
        for name in names
    }
    results = []
    for number, population in enumerate(cell):
        simple = _stopped(width[number, WAYS[0].name], population.truth)
        for way in WAYS:
            stopped = _stopped(width[number, way.name], population.truth) if way.nested else None
            results.append(
                Found(
                    population.judged,
                    population.weights,
                    round(population.truth, 4),
                    needed_of_total(population, MARGIN),
                    needed_of_known(population, MARGIN, population.strata),
                    needed_of_known(population, MARGIN, population.finer),
                    way.name,
                    _stopped(fixed[number, way.name], population.truth),
                    stopped,
                    sequences.get((number, way.name)),
                    round(simple.judgements / stopped.judgements, 2) if stopped else None,
                )
            )
    return results


class _Looks:
    """Looks at a path: how many were judged, and what is read."""

    def __init__(self, path: Growing, columns: tuple[Any, ...]):
        self._path, self._columns = path, columns
        self._kept: dict[int, tuple[int, Look]] = {}

    def at(self, n: int) -> tuple[int, Look]:
        if n not in self._kept:
            sample = self._path.sample(n)
            self._kept[n] = sample.judged, read(sample, *self._columns)
        return self._kept[n]

    def until_narrow(self, planned: int) -> tuple[int, Look]:
        """The first of looks 3 % apart at which the interval is narrow enough, or the last that can be had.

        It is sought from what is planned, back or forth: from look to look the width moves by little but its trend.
        """
        looks = [*_looks(self._path.first, self._path.most)]
        place = bisect_left(looks, planned)
        place = min(place, len(looks) - 1)
        if self._narrow(looks[place]):
            while place and self._narrow(looks[place - 1]):
                place -= 1
        else:
            while place + 1 < len(looks) and not self._narrow(looks[place]):
                place += 1
        return self.at(looks[place])

    def _narrow(self, n: int) -> bool:
        _, look = self.at(n)
        return look.high - look.low <= 2 * MARGIN


def _looks(first: int, most: int) -> Iterator[int]:
    n = first
    while n < most:
        yield n
        n = max(n + 1, round(n * _STEP))
    yield most


def _sequence(way: Way, population: Population, repetitions: int, rng: np.random.Generator) -> Stopped | None:
    """A sequence on units in the order in which they are drawn; None where it is narrow enough on no path."""
    judged, kept = [], []
    asked = min(_DRAWN * way.fixed(population, MARGIN), len(population)) if way.fixed else 0
    for number in range(repetitions):
        path = _path_in_strata(asked, population, rng) if way.name == "strata" else _path(way, population, rng)
        kept.append(bool(path.held(population.truth).all()))
        if number < TIMED and (count := stops(path, 2 * MARGIN)) is not None:
            judged.append(count)
    return Stopped(int(np.median(judged)), _percent(kept), MARGIN) if judged else None


def _path(way: Way, population: Population, rng: np.random.Generator) -> Path:
    """Cases, or clusters, one after the other; drawn in proportion to ρ they need no weights."""
    lost, rho, _ = totals(population, way.clusters)
    size, replaced, alike = len(rho), "replace" in way.name, way.name.startswith("proportional")
    sizes = np.bincount(population.clusters) if way.clusters else np.ones(size, np.int64)
    if replaced:
        order = rng.choice(size, size, p=rho / rho.sum() if alike else None)
    else:
        order = rng.permutation(size)
    first = np.zeros(size, np.int64)
    first[np.unique(order, return_index=True)[1]] = 1
    weights = np.ones(size) if alike else rho[order]
    suite = None if replaced else confidence_sequence.Population(size, float(rho.sum()))
    judged, largest = np.cumsum(first * sizes[order]), 1.0 if alike else float(rho.max())
    return of_units((lost / rho).clip(0, 1)[order], weights, judged, largest, suite, 2 * MARGIN)


def _path_in_strata(n: int, population: Population, rng: np.random.Generator) -> Path:
    """n cases in strata that share it by their size, in random order."""
    members = dict(zip(population.names, population.members, strict=True))
    sizes = {name: len(own) for name, own in members.items()}
    shared = allocated(n, {name: float(size) for name, size in sizes.items()}, dict.fromkeys(sizes, LEAST), sizes)
    chosen = [rng.choice(own, shared[name], replace=False) for name, own in members.items()]
    known = [
        Stratum(sizes[name], shared[name], float(population.rho[own].sum()), float(population.rho[own].max()))
        for name, own in members.items()
    ]
    order = rng.permutation(np.concatenate(chosen))
    return of_strata(population.losses[order], population.strata[order], population.rho[order], known, 2 * MARGIN)


def _stopped(each: list[tuple[int, Look]], truth: float) -> Stopped:
    return Stopped(
        int(np.median([judged for judged, _ in each])),
        _percent([look.low <= truth <= look.high for _, look in each]),
        round(float(np.median([(look.high - look.low) / 2 for _, look in each])), 4),
    )


def _percent(column: list[bool]) -> float:
    return round(100 * float(np.mean(column)), 1)


def show(study: Study, console: "Console") -> None:
    """Print the summary, and a table for each population."""
    _tables(study).show(console)


def draw(study: Study, folder: str) -> list[str]:
    """Write the tables to `sampling-tables.md` in a folder; the path written."""
    head = [
        "# Sampling: what each design takes and covers, system by system\n",
        f"Written by `murho study sampling --data FOLDER -o FOLDER`: seed {study.seed}, {study.repetitions:,} samples",
        f"of {study.cases:,} recordings by each design. Judgements for ±{100 * MARGIN:g} points at the median, shares",
        "in percent, of 95 % intervals; `half` is half their width, in points; `times`: how many times fewer than the",
        "simple sample, whose π is Σμρ over Σρ of the sample, both stopped by width. A total by formula is another",
        "baseline: Σμρ of the sample over Σρ of all cases, n by formula for independent draws.\n",
    ]
    return written(_tables(study).markdown(head), folder, "sampling-tables.md")


def _tables(study: Study) -> Tables:
    heads = ["design", "fixed", "covers", "half", "width", "covers ", "times", "sequence", "covers  "]
    groups: dict[str, list[list[str]]] = {}
    for result in study.found:
        known = f"strata of known deviations {result.known:,}, finer ones {result.known_finer:,}"
        title = f"{result.judged}, {result.weights}: π = {result.truth:g}; "
        title += f"a total by formula takes {result.total:,}, {known}"
        times = "" if result.times is None else f"{result.times:.2f}"
        groups.setdefault(title, []).append(
            [
                result.design,
                f"{result.fixed.judgements:,}",
                f"{result.fixed.covered:.1f}",
                f"{100 * result.fixed.half:.2f}",
                *_way(result.width),
                times,
                *_way(result.sequence),
            ]
        )
    return Tables(
        f"seed {study.seed}, {study.repetitions:,} samples by each design",
        study.summary(),
        heads,
        list(groups.items()),
    )


def _way(stopped: Stopped | None) -> tuple[str, str]:
    return ("", "") if stopped is None else (f"{stopped.judgements:,}", f"{stopped.covered:.1f}")

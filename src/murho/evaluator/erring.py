"""People err: how often each of them, what π is without it, and how far it may be off for other people like these."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.raters import crossed_interval, without_errors
from murho.evaluator.agreeing import losses
from murho.evaluator.judged import at, reading_of, weights
from murho.evaluator.judgement import Judgement, loss
from murho.store import Run

FEWEST = 20
"""Cases that two people have to judge before anything is said of their errors."""
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


def erring(run: Run, said: Sequence[Judgement], settled: Mapping[int, Judgement]) -> Erring | None:
    """The errors of people by their verdicts; None where fewer than 20 cases have those of two people."""
    first = [one for one in said if not one.repeat and one.verdict is not None and loss(one.verdict) is not None]
    of_case: dict[int, int] = defaultdict(int)
    for one in first:
        of_case[one.place] += 1
    if (doubled := sum(count >= 2 for count in of_case.values())) < FEWEST:
        return None
    places, names = sorted(of_case), sorted({one.evaluator for one in first})
    known_of = {
        place: str(one.verdict) for place, one in settled.items() if one.verdict and loss(one.verdict) is not None
    }
    verdicts = sorted({*(str(one.verdict) for one in first), *known_of.values()})
    unit = np.searchsorted(places, [one.place for one in first])
    person = np.array([names.index(one.evaluator) for one in first])
    label = np.array([verdicts.index(str(one.verdict)) for one in first])
    known = {
        int(unit[row]): verdicts.index(known_of[one.place]) for row, one in enumerate(first) if one.place in known_of
    }
    cases = at(run, places)
    rho = weights(run, cases)
    wrong = [loss(verdict) or 0.0 for verdict in verdicts]
    cluster = _numbered(cases.clusters, len(places))
    level = reading_of(run).level
    found = without_errors(unit, person, label, wrong, rho, cluster, known=known, level=level)
    # A settled case is one that all agree on.
    of_settled = losses((), settled)
    said_of = [of_settled.get(one.place, loss(str(one.verdict)) or 0.0) for one in first]
    return Erring(
        doubled,
        dict(zip(names, map(float, found.found.error), strict=True)),
        found.value,
        (found.low, found.high),
        crossed_interval(unit, person, said_of, rho, cluster, level),
        () if found.found.told_apart else (_ALIKE,),
    )


def _numbered(clusters: Sequence[str | None] | None, count: int) -> NDArray[np.int64]:
    """A number for each cluster; a case that has none is one of its own."""
    names: list[Any] = list(range(count)) if clusters is None else list(clusters)
    numbers: dict[Any, int] = {}
    return np.array(
        [numbers.setdefault(place if name is None else (name,), len(numbers)) for place, name in enumerate(names)]
    )

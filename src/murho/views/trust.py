"""How far the interval of a run can be trusted: what samples of the run itself held, and what a narrower one takes.

>>> from murho.core.coverage import Coverage
>>> from murho.core.figure import figure
>>> from murho.core.judgement import Judgements
>>> from murho.core.tally import tally
>>> run = figure(tally(Judgements.of([1, 0, 0, 1]), [1, 1, 1, 1]))
>>> drawn = Coverage(0.5, 0.95, (0.94, 0.96), 0.03, 0.02, 0.8, 1.0, 0.0, 2000)
>>> shown = trust(Trust("labels", run, drawn, 0.2, 12, 0, (), "murho|measure:labels"))
>>> shown.shares[0], shown.more_clusters
(Share(name='interval holds π', value=0.95, interval=(0.94, 0.96)), None)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from murho.core.figure import Figure
from murho.pipeline.runs.trust import Trust
from murho.views import as_json


@dataclass(frozen=True)
class Share:
    """How many of the samples it is true of, between 0 and 1."""

    name: str
    value: float
    interval: tuple[float, float] | None = None


@dataclass(frozen=True)
class Trusted:
    """What the interval under one measure is worth."""

    measure: str
    figure: Figure
    """Of the run."""
    replications: int
    shares: list[Share]
    width: float
    """The median of the samples."""
    margin: float
    more_cases: int
    more_clusters: int | None
    """How many clusters like those of the run that would be; None where cases stand by themselves."""
    notes: Sequence[str]
    signature: str

    def as_json(self) -> dict[str, Any]:
        """All of it as plain values."""
        return {name: as_json.as_json(value) for name, value in vars(self).items()}


def trust(found: Trust) -> Trusted:
    """The view of what was found for one measure."""
    drawn, figure = found.coverage, found.figure
    clusters = figure.estimate.clusters
    shares = [
        Share("interval holds π", drawn.covered, drawn.interval),
        Share("π above it", drawn.above),
        Share("π below it", drawn.below),
        Share("with a flag", drawn.flagged),
        Share("without an interval", drawn.without_interval),
    ]
    return Trusted(
        found.measure,
        figure,
        drawn.replications,
        shares,
        drawn.width,
        found.margin,
        found.more_cases,
        ceil(found.more_cases * clusters / figure.n) if clusters < figure.n else None,
        found.flags,
        found.signature,
    )

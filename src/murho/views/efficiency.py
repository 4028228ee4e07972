"""What answers took, as rows of a table: the mean, percentiles, the most, all together."""

from collections.abc import Sequence
from dataclasses import dataclass

from murho.pipeline.runs.efficiency import Efficiency, Quantity
from murho.views import legible

HEADINGS = ("mean", "median", "90 %", "99 %", "most", "together")
_TITLES = {"seconds": "time", "tokens_in": "tokens sent", "tokens_out": "tokens given", "cost": "cost"}


@dataclass(frozen=True)
class Taken:
    """One quantity, legibly."""

    name: str
    values: Sequence[str]
    """In the order of `HEADINGS`."""


def rows(found: Efficiency) -> list[Taken]:
    """A row for each quantity that answers have.

    >>> one = Quantity("seconds", 2, 0.75, {"p50": 0.375, "p90": 0.475, "p99": 0.4975, "most": 0.5})
    >>> rows(Efficiency((one,), "", 0, 0))
    [Taken(name='time', values=['375 ms', '375 ms', '475 ms', '498 ms', '500 ms', '750 ms'])]
    """
    return [_taken(one, found.currency) for one in found.quantities]


def notes(found: Efficiency) -> list[str]:
    """What the figures are to be read with."""
    told = []
    if found.asked_again:
        told.append(f"{found.asked_again:,} answers took more than one attempt; the time is that of the last")
    if found.cached:
        told.append(f"{found.cached:,} answers were in the cache, and stand with what they took when they were asked")
    return told


def _taken(one: Quantity, currency: str) -> Taken:
    title = _TITLES[one.name] + (f" ({currency})" if one.name == "cost" and currency else "")
    figures = [one.mean, *one.quantiles.values(), one.total]
    if one.name == "seconds":
        return Taken(title, [legible.duration(value) for value in figures])
    if one.name == "cost":
        return Taken(title, [legible.amount(value) for value in figures])
    return Taken(title, [legible.amount(round(value, 1)) for value in figures])

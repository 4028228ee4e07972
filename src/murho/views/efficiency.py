"""What answers took, as rows of a table: the mean, percentiles, the most, all together."""

from collections.abc import Sequence
from dataclasses import dataclass

from murho.pipeline.runs.efficiency import Efficiency, Quantity
from murho.pipeline.runs.growth import Growth
from murho.views import legible

HEADINGS = ("mean", "median", "90 %", "99 %", "most", "together")
_TITLES = {"seconds": "time", "tokens_in": "tokens sent", "tokens_out": "tokens given", "cost": "cost"}


@dataclass(frozen=True)
class Taken:
    """One quantity, legibly."""

    name: str
    values: Sequence[str]
    """In the order of `HEADINGS`."""


@dataclass(frozen=True)
class Taking:
    """All of them, with what they are to be read with."""

    rows: Sequence[Taken]
    notes: Sequence[str]


def taking(found: Efficiency) -> Taking:
    """What is shown of what answers took."""
    return Taking(rows(found), notes(found))


def rows(found: Efficiency) -> list[Taken]:
    """A row for each quantity that answers have.

    >>> one = Quantity("seconds", 2, 0.75, {"p50": 0.375, "p90": 0.475, "p99": 0.4975, "most": 0.5})
    >>> rows(Efficiency((one,), "", 0, 0))
    [Taken(name='time', values=['375 ms', '375 ms', '475 ms', '498 ms', '500 ms', '750 ms'])]
    """
    taken = [_taken(one, found.currency) for one in found.quantities]
    if found.memory is not None:
        most = [legible.size(found.memory) if name == "most" else legible.NO_VALUE for name in HEADINGS]
        taken.append(Taken("memory", most))
    return taken


def notes(found: Efficiency) -> list[str]:
    """What the figures are to be read with."""
    told = []
    if found.memory is not None:
        told.append("memory is the most that a process of the system had, whole, with all it has imported and started")
    if found.asked_again:
        told.append(f"{found.asked_again:,} answers took more than one attempt; the time is that of the last")
    if found.cached:
        told.append(f"{found.cached:,} answers were in the cache, and stand with what they took when they were asked")
    return told


def growing(found: Growth) -> str:
    """How time grows with length, in a sentence.

    >>> from murho.pipeline.runs.growth import grown
    >>> growing(grown([1, 2, 4, 8] * 5, [0.1, 0.2, 0.3, 0.5] * 5))
    'time grows as length to the power 0.76 (95 % 0.72 to 0.79): twice the words take 1.69 times as long (1.64 to 1.73)'
    >>> growing(grown([1, 2, 4] * 5, [0.1, 0.3, 0.1, 0.3, 0.1] * 3))
    'time shows no growth with length: its power is 0.00 (95 % −0.67 to 0.67), and 1 would be as length grows'
    >>> growing(grown([1, 2, 4, 8] * 5, [0.1, 0.2, 0.4, 0.8] * 5, clusters=["u"] * 20))
    'whether time grows with length is open: its power is 1.00, and nothing bounds it'
    """
    exponent = legible.fraction(found.exponent, 2)
    if found.interval is None:
        return f"whether time grows with length is open: its power is {exponent}, and nothing bounds it"
    power = f"{exponent} ({100 * found.line.level:g} % {_between(*found.interval)})"
    if found.interval[0] <= 0 <= found.interval[1]:
        return f"time shows no growth with length: its power is {power}, and 1 would be as length grows"
    low, high = (2**end for end in found.interval)
    doubled = f"twice the words take {2**found.exponent:.2f} times as long ({low:.2f} to {high:.2f})"
    return f"time {'grows' if found.exponent > 0 else 'falls'} as length to the power {power}: {doubled}"


def _between(low: float, high: float) -> str:
    return f"{legible.fraction(low, 2)} to {legible.fraction(high, 2)}"


def _taken(one: Quantity, currency: str) -> Taken:
    title = _TITLES[one.name] + (f" ({currency})" if one.name == "cost" and currency else "")
    figures = [one.mean, *one.quantiles.values(), one.total]
    if one.name == "seconds":
        return Taken(title, [legible.duration(value) for value in figures])
    if one.name == "cost":
        return Taken(title, [legible.amount(value) for value in figures])
    return Taken(title, [legible.amount(round(value, 1)) for value in figures])

"""What answers took: time, tokens, money and memory, as figures beside π; and how time grows with length.

Time is that of the reply that was read, without waiting for a turn or for another attempt: it says how the system is,
and not how much it was asked at a time. What was found in a cache stands with what it took when it was asked. Memory is
the most that a process of the system had, whole, with what it has imported and started; it is known of those that murho
starts.

>>> quantity("seconds", [0.25, 0.5, None, 0.25]).as_json()["total"]
1.0
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any

from murho.figures import FigureKind, Subject
from murho.plugs import Option
from murho.sheets import Column, Picture, Sheet, SheetCell, SheetRow, legible
from murho.sheets.terms import Term

if TYPE_CHECKING:
    from murho.figures.efficiency.growth import Growth
    from murho.store import Run

QUANTITIES = {"seconds": "time", "tokens_in": "tokens sent", "tokens_out": "tokens given", "cost": "cost"}
"""What is shown, in this order: the time of an answer, and extras of these names; and what each is called."""
QUANTILES: Mapping[str, float] = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "most": 1.0}


@dataclass(frozen=True)
class Quantity:
    """One of these over all answers that have it."""

    name: str
    answers: int
    total: float
    quantiles: Mapping[str, float]
    """By names of percentiles; `most` is the largest."""

    @property
    def mean(self) -> float:
        """Of an answer."""
        return self.total / self.answers

    def as_json(self) -> dict[str, Any]:
        """The fields, and the mean."""
        return {"answers": self.answers, "total": self.total, "mean": self.mean, **self.quantiles}


@dataclass(frozen=True)
class Efficiency:
    """What the answers of a run took."""

    quantities: tuple[Quantity, ...]
    currency: str
    """Of costs; empty where the file of prices names none."""
    asked_again: int
    """Answers for which the system was asked more than once."""
    cached: int
    """Answers that another run had paid for."""
    growth: "Growth | None" = None
    """Of time with length; None where too little was timed."""
    memory: int | None = None
    """The most that a process of the system had, in bytes, of a chain those of all stages; None where nobody saw it."""

    def as_json(self) -> dict[str, Any]:
        """What `--json` prints."""
        found: dict[str, Any] = {quantity.name: quantity.as_json() for quantity in self.quantities}
        if self.memory is not None:
            found["memory"] = {"most": self.memory}
        if self.currency:
            found["currency"] = self.currency
        found |= {"asked_again": self.asked_again, "cached": self.cached}
        return found | ({} if self.growth is None else {"growth": self.growth.as_json()})


def quantity(name: str, values: Iterable[float | None]) -> Quantity | None:
    """One quantity; None where no answer has it."""
    import numpy as np

    known = np.fromiter((v for v in values if v is not None and isfinite(v) and v >= 0), np.float64)
    if not len(known):
        return None
    found = np.quantile(known, list(QUANTILES.values())).tolist()
    return Quantity(name, len(known), float(known.sum()), dict(zip(QUANTILES, found, strict=True)))


def efficiency_of(subject: Subject) -> Efficiency:
    """What answers took, in time, tokens, money and memory; of a chain, all its stages together."""
    from murho.figures.efficiency.growth import growth_of
    from murho.pipeline.runs.resources import currency_of, memory_of, together
    from murho.pipeline.runs.show import each_answers

    run = subject.run
    values: dict[str, list[float | None]] = {name: [] for name in QUANTITIES}
    asked_again = cached = 0
    for _, answers in each_answers(run):
        values["seconds"] += answers.seconds or ()
        columns: dict[str, list[list[Any]]] = {}
        for name, column in answers.extras.items():
            columns.setdefault(name.rpartition(":")[2], []).append(list(column))  # without the name of a stage
        for name in ("tokens_in", "tokens_out", "cost"):
            values[name] += [together(row) for row in zip(*columns.get(name, ()), strict=True)]
        asked_again += sum(any(row) for row in zip(*columns.get("attempts", ()), strict=True))
        cached += sum(any(row) for row in zip(*columns.get("cached", ()), strict=True))
    found = tuple(one for name in QUANTITIES if (one := quantity(name, values[name])) is not None)
    growth = growth_of(run, subject.reading.level)
    return Efficiency(found, currency_of(run.record), asked_again, cached, growth, memory_of(run.record))


def sheet(found: Efficiency) -> Sheet:
    """The mean, percentiles, the most and all together of each quantity, and the growth of time with length.

    >>> half = Quantity("seconds", 2, 0.75, {"p50": 0.375, "p90": 0.475, "p99": 0.4975, "most": 0.5})
    >>> [cell.value for cell in sheet(Efficiency((half,), "", 0, 0)).rows[0].cells[1:]]
    [0.375, 0.375, 0.475, 0.4975, 0.5, 0.75]
    """
    headings = ("mean", "median", "90 %", "99 %", "most", "together")
    rows = [_row(quantity, found.currency) for quantity in found.quantities]
    if found.memory is not None:
        most = SheetCell(found.memory, "bytes")
        rows.append(SheetRow(("memory", *(most if name == "most" else None for name in headings))))
    return Sheet(
        "What an answer takes",
        columns=(Column("", "name"), *(Column(name, "amount") for name in headings)),
        rows=rows,
        conclusions=() if found.growth is None else (growing(found.growth),),
        notes=notes(found),
        explanation="Time is without waiting for a turn, or for another attempt; lower is better.",
        terms=TERMS,
        sections=() if found.growth is None else (_growth(found.growth),),
    )


def _row(found: Quantity, currency: str) -> SheetRow:
    title = QUANTITIES[found.name] + (f" ({currency})" if found.name == "cost" and currency else "")
    values = (found.mean, *found.quantiles.values(), found.total)
    if found.name == "seconds":
        return SheetRow((title, *(SheetCell(value, "duration") for value in values)))
    if found.name != "cost":
        values = tuple(round(value, 1) for value in values)
    return SheetRow((title, *(SheetCell(value, "amount") for value in values)))


def notes(found: Efficiency) -> list[str]:
    """What the figures are to be read with."""
    notes = []
    if found.memory is not None:
        notes.append("memory is the most that a process of the system had, whole, with all it has imported and started")
    if found.asked_again:
        notes.append(f"{found.asked_again:,} answers took more than one attempt; the time is that of the last")
    if found.cached:
        notes.append(f"{found.cached:,} answers were in the cache, and stand with what they took when they were asked")
    return notes


def growing(found: "Growth") -> str:
    """How time grows with length, in a sentence.

    >>> from murho.figures.efficiency.growth import grown
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


def _growth(found: "Growth") -> Sheet:
    """A dot for each length, both axes logarithmic, with the power law and the band that it may run in."""
    from math import log10

    from murho.sheets.drawing.scatter import Plot, Point

    points = [
        Point(
            log10(length.words),
            log10(length.seconds),
            weight=length.answers,
            told=f"{legible.count(length.words)} words, {legible.count(length.answers)} answers: "
            f"{legible.duration(length.seconds)}",
        )
        for length in found.lengths
    ]
    plot = Plot(
        "Time by length",
        "words of the expression",
        "time of an answer",
        diagonal=False,
        x_written=lambda words: f"{words:,g}",
        y_written=legible.duration,
        noted=False,
    )
    caption = (
        "a dot is a length, its area the number of answers, its height their geometric mean; both axes are "
        "logarithmic, the line is the power law with the band that it may run in; lower is quicker"
    )
    return Sheet("Time by length", picture=Picture("scatter", (points, plot, found.line), caption), rank=2)


def applies(run: "Run") -> bool:
    """Whether the record says that a service was asked."""
    from murho.pipeline.runs.resources import is_of_a_service

    return is_of_a_service(run)


TERMS = (
    Term(
        "efficiency",
        "What an answer takes: time, tokens, money, memory; beside π, which says how good it is.",
        "",
        "docs/services.md",
        ("an answer takes", "what an answer takes"),
    ),
    Term(
        "latency",
        "The time from a question to its whole answer, without waiting for a turn or for another attempt; lower is "
        "better.",
        "",
        "docs/services.md",
        ("time", "time of an answer", "seconds"),
    ),
    Term(
        "percentile",
        "The value that so many of a hundred answers keep within: half of them keep within the median, 90 within "
        "`90 %`. `most` is the largest, `together` the sum of all.",
        "",
        "docs/services.md",
        ("median", "90 %", "99 %", "p50", "p90", "p99", "mean", "most", "together"),
    ),
    Term(
        "memory",
        "The most memory that a process of the system had, resident and whole: the interpreter, all it has "
        "imported, and all it has started. Known of processes that murho starts, and of no service.",
        "largest VmHWM",
        "docs/services.md",
    ),
    Term(
        "growth",
        "How time grows with the length of expressions: b is 0 where length does not matter, 1 where time grows as "
        "it does.",
        "t = c·length^b",
        "docs/services.md",
        ("power law",),
    ),
)

FIGURE = FigureKind(
    make=efficiency_of,
    name="efficiency",
    title="What an answer takes",
    sheet=sheet,
    options=(
        Option(
            "efficiency",
            "yes or no",
            False,
            "What answers took: time, tokens, money, memory. Of a service it is shown unasked.",
        ),
    ),
    place=900,
    applies=applies,
    reported=lambda evidence: True,
    of_run=True,
    terms=TERMS,
)

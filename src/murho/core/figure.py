"""A figure: a value of π with its interval and everything it rests on.

>>> from murho.core.judgement import Judgements
>>> from murho.core.tally import tally
>>> wrong = figure(tally(Judgements.of([1, 0, 0, 0]), [1, 1, 1, 1]), level=0.95)
>>> wrong.value, wrong.n, wrong.numerator, wrong.denominator
(0.25, 4, 1, 4)
>>> wrong.low < 0.25 < wrong.high
True
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from murho.core.estimate import ByDesign, Estimate, estimate
from murho.core.moments import Number

if TYPE_CHECKING:
    from murho.core.tally import Tally


class IfFailures(NamedTuple):
    """What π would be had the system not failed on any case."""

    right: float
    """All undefined cases right: their losses are 0."""
    wrong: float
    """All of them as wrong as can be: their losses are their units."""

    def counted(self, value: float) -> float:
        """As how much of a wrong answer a failure counts in this π: 1 under μ1, δ under μ2.

        >>> IfFailures(0.25, 0.75).counted(0.5), IfFailures(0.25, 0.25).counted(0.25)
        (0.5, 1.0)
        """
        return (value - self.right) / (self.wrong - self.right) if self.wrong > self.right else 1.0


DECIMALS = 4
"""Of figures as they are printed; gates decide on them so, so that a log and an exit status never disagree."""


@dataclass(frozen=True)
class Figure:
    """π of some cases: estimate, exact sums rounded once, counts."""

    estimate: Estimate
    n: int
    """Cases."""
    undefined: int
    """Cases answered with ⊥."""
    importance: int | float
    """Σ ρ."""
    numerator: int | float
    denominator: int | float
    counts: Mapping[str, int]
    if_failures: IfFailures | None = None
    """π if all undefined cases had been right, and wrong; None where there is none, or that cannot be told."""

    @property
    def value(self) -> float | None:
        """π; None where the denominator is 0."""
        return self.estimate.value

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.estimate.low

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.estimate.high

    @property
    def interval(self) -> tuple[float, float] | None:
        """The lower and the upper end of the interval; None where nothing says how far π may be off."""
        return None if self.undetermined else (self.estimate.low, self.estimate.high)

    @property
    def simultaneous_interval(self) -> tuple[float, float] | None:
        """The interval that holds at once with those of all groups it stands among; None where there are none."""
        return None if self.undetermined else self.estimate.simultaneous

    @property
    def undetermined(self) -> str | None:
        """Why there is no interval; None where there is one."""
        return self.estimate.undetermined

    @property
    def flags(self) -> tuple[str, ...]:
        """Warnings to read the figure by: too few errors, too few clusters; empty where there are none."""
        return self.estimate.flags

    def as_json(self) -> dict[str, Any]:
        """The fields of every figure that murho writes."""
        together = self.simultaneous_interval
        return {
            "value": self.value,
            "interval": None if self.interval is None else list(self.interval),
            **({} if self.undetermined is None else {"undetermined": self.undetermined}),
            **({} if together is None else {"simultaneous_interval": list(together)}),
            "method": self.estimate.method,
            "level": self.estimate.level,
            "n": self.n,
            "clusters": self.estimate.clusters,
            "effective_n": self.estimate.effective_n,
            "numerator": self.numerator,
            "denominator": self.denominator,
            "undefined": self.undefined,
            **({} if self.if_failures is None else {"if_failures": self.if_failures._asdict()}),
            "counts": dict(self.counts),
            "flags": list(self.flags),
        }


def figure(
    tally: "Tally",
    *,
    level: float,
    method: str = "auto",
    bounded: bool = True,
    seed: int = 0,
    replaceable: bool = False,
    by_design: "Callable[[Tally], ByDesign] | None" = None,
    family: int = 1,
) -> Figure:
    """Read a tally: close its clusters, divide once, estimate.

    The bootstrap resamples single clusters, so it needs a tally that keeps them all open (`Ledger(keep_open=True)`).
    With `replaceable` the figure tells what it would be with other losses in the place of those of undefined cases: no
    loss exceeds its units, and these do not depend on the answer. `by_design` says of a tally, whose sampled units
    are kept open, what the design does to its variance. `family` is how many
    figures are looked at together (`murho.core.estimate`); of the bootstrap, whose resamples do not reach as far out,
    there is no simultaneous interval.

    >>> from murho.core.judgement import Judgements
    >>> from murho.core.tally import tally
    >>> failed = Judgements.of([1, 0.5, 0, 0], undefined=[False, True, False, False])
    >>> figure(tally(failed, [1, 1, 1, 1]), replaceable=True, level=0.95).if_failures
    IfFailures(right=0.25, wrong=0.5)
    """
    closed = tally.close()
    if method == "bootstrap":
        from murho.core.resampling import bootstrap

        num, den, _ = tally.open_columns()
        result = bootstrap(num, den, n=closed.cases, level=level, bounded=bounded, seed=seed)
    else:
        drawn = ByDesign() if by_design is None else by_design(tally)
        ends: dict[str, Any] = {"level": level, "method": method, "bounded": bounded, "family": family}
        result = estimate(closed.closed, n=closed.cases, effect=drawn.effect, unseen=drawn.unseen, **ends)
    return Figure(
        result,
        closed.cases,
        closed.undefined,
        plain(closed.importance),
        plain(closed.numerator),
        plain(closed.denominator),
        closed.counts,
        _if_failures(closed) if replaceable else None,
    )


def _if_failures(tally: "Tally") -> IfFailures | None:
    if not tally.undefined or not tally.denominator:
        return None
    right = tally.numerator - tally.undefined_loss
    return IfFailures(*(float(n / Fraction(tally.denominator)) for n in (right, right + tally.undefined_units)))


def plain(value: Number) -> int | float:
    """An exact number as JSON writes it: an integer, or a fraction rounded once."""
    return value.numerator if value.denominator == 1 else float(value)

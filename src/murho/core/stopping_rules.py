"""When enough was judged: three ways to stop, each a value that prints as it is typed.

- `fixed(n)`: after n judgements, a number chosen before the first. The interval is the usual one, read once.
- `width(w)`: as soon as the usual interval is no wider than w. Only how wide it is decides, never where it lies.
- `sequence(w)`: as soon as a confidence sequence (`murho.core.confidence_sequence`) is no wider than w. It may be
  looked at after every judgement, and stopped for any reason; it asks for some twice as many judgements.

A margin of ±2 points is a width of 0.04. What murho really covers under each is counted by `murho study stopping`.

>>> stopping_rule("width(0.04)")
width(0.04)
>>> from murho.core.judgement import Judgements
>>> rule, wrong = stopping_rule("fixed(50)"), Judgements.of([0, 0, 1, 0, 0] * 10)
>>> so_far = rule.reached(SoFar(wrong.take(np.arange(20)), [1] * 20, level=0.95))
>>> so_far.met, so_far.estimate.value, so_far.estimate.undetermined
(False, 0.2, 'no interval before fixed(50) stops: the usual one, looked at again and again, misses too often')
>>> done = rule.reached(SoFar(wrong, [1] * 50, level=0.95))
>>> done.met, round(done.estimate.low, 3), round(done.estimate.high, 3)
(True, 0.111, 0.336)

Before any rule is chosen `running` gives the interval that may be looked at.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import ceil, inf
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from murho.core import notation
from murho.core.confidence_sequence import Population, ends
from murho.core.errors import UsageError
from murho.core.estimate import ByDesign, Estimate, estimate
from murho.core.judgement import Judgements
from murho.core.moments import Moments
from murho.core.sampled_sequence import Sampled
from murho.core.tally import Tally, tally

LEAST = 50
"""Judgements before which `width` does not stop: a few that happen to agree look surer than they are."""
NO_VALUE_LEFT = "no value is left: cases did not come in random order, or this is the one time in many that it misses"
_GROWTH = 1.25


@dataclass(frozen=True, eq=False)
class SoFar:
    """What was judged up to now, in the order in which the cases were drawn at random."""

    rows: Judgements
    weights: ArrayLike
    """ρ of the cases, (cases,)."""
    clusters: Sequence[str | None] | None = None
    bounded: bool = True
    """No loss exceeds its units."""
    population: Population | None = None
    """All cases from which these were drawn without replacement: what a sequence then speaks of."""
    largest: float = 1.0
    """The largest ρ that a case can have, known before any was drawn; the smaller, the narrower a sequence."""
    level: float = field(kw_only=True)
    by_design: Callable[[Tally], ByDesign] | None = None
    """What the design of a sample, of whose units `clusters` has the names, does to the variance; None where the cases
    are no sample by a design."""
    method: str = "auto"
    """Of the usual interval, as `murho.core.estimate` names them."""
    sampled: Sampled | None = None
    """What a sequence bets on where they were drawn by a design; population and clusters do not matter then."""
    untold: Sequence[int] = ()
    """For each case that people could not tell, how many of those judged came before it: it is none of these, but had
    its turn in the population."""

    def __len__(self) -> int:
        return len(np.asarray(self.weights))

    @property
    def usual(self) -> Estimate:
        """π with the interval that is right where it is read once."""
        if not len(self):
            return _nothing(self)
        found = tally(self.rows, self.weights, self.clusters, complete=self.by_design is None)
        drawn = ByDesign() if self.by_design is None else self.by_design(found)
        ends: dict[str, Any] = {"level": self.level, "method": self.method, "bounded": self.bounded}
        return estimate(found.close().closed, n=len(self), effect=drawn.effect, unseen=drawn.unseen, **ends)


class Reached(NamedTuple):
    """Where a rule stands: whether it stops, and π with the interval that may be shown now."""

    met: bool
    estimate: Estimate


@dataclass(frozen=True)
class fixed:  # noqa: N801 - printed as it is typed
    """Stop after `n` judgements."""

    n: int

    def __repr__(self) -> str:
        return notation.call("fixed", [repr(self.n)])

    def __post_init__(self) -> None:
        if not isinstance(self.n, int) or self.n < 1:
            raise UsageError(f"stopping rule fixed({self.n!r}); give how many judgements, as in fixed(500)")

    def reached(self, so_far: SoFar) -> Reached:
        """Where the rule stands."""
        met = len(so_far) >= self.n
        return Reached(met, so_far.usual if met else unread(so_far, too_early(self)))

    def looks(self) -> Iterator[int]:
        """After how many judgements to look."""
        yield self.n


@dataclass(frozen=True)
class width:  # noqa: N801
    """Stop when the usual interval is no wider than `width`."""

    width: float

    def __repr__(self) -> str:
        return notation.call(type(self).__name__, [repr(self.width)])

    def __post_init__(self) -> None:
        _check_width(self)

    def reached(self, so_far: SoFar) -> Reached:
        """Where the rule stands."""
        usual = so_far.usual
        narrow = usual.undetermined is None and usual.high - usual.low <= self.width
        met = len(so_far) >= LEAST and narrow
        return Reached(met, usual if met else unread(so_far, too_early(self)))

    def looks(self) -> Iterator[int]:
        """After how many judgements to look: each time by a quarter more."""
        return _growing()


@dataclass(frozen=True)
class sequence:  # noqa: N801
    """Stop when a confidence sequence is no wider than `width`."""

    width: float

    def __repr__(self) -> str:
        return notation.call(type(self).__name__, [repr(self.width)])

    def __post_init__(self) -> None:
        _check_width(self)

    def reached(self, so_far: SoFar) -> Reached:
        """Where the rule stands.

        Raises:
            UsageError: the losses have no bound, or what is drawn are not cases of one unit each.
        """
        found = running(so_far, aim=self.width)
        return Reached(found.undetermined is None and found.high - found.low <= self.width, found)

    def looks(self) -> Iterator[int]:
        """After how many judgements to look: each time by a quarter more."""
        return _growing()


Rule = fixed | width | sequence
RULES = {"fixed": fixed, "width": width, "sequence": sequence}


def stopping_rule(text: str | Rule) -> Rule:
    """The rule that a text denotes.

    >>> stopping_rule("until(0.04)")
    Traceback (most recent call last):
    murho.core.errors.UsageError: no stopping rule 'until'; known: fixed, width, sequence

    Raises:
        UsageError: there is no such rule, or it cannot be had with this number.
    """
    if isinstance(text, Rule):
        return text
    found: Rule = notation.read(text, RULES, what="stopping rule", example="width(0.04)")
    if not isinstance(found, Rule):
        raise UsageError(f"stopping rule {text!r} cannot be read; write it like width(0.04)")
    return found


def running(so_far: SoFar, *, aim: float | None = None) -> Estimate:
    """π with an interval that may be looked at after every judgement: that of a confidence sequence.

    Args:
        so_far: what was judged.
        aim: the width that is wanted, for which stakes are made; None: stakes for any width.

    >>> found = running(SoFar(Judgements.of([0, 0, 1, 0, 0] * 10), [1] * 50, level=0.95))
    >>> round(found.low, 3), round(found.high, 3), found.method
    (0.064, 0.383, 'confidence sequence of any further cases, valid at every moment')

    Raises:
        UsageError: the losses have no bound, or what is drawn are not cases of one unit each.
    """
    check_can_be_bet_on(so_far)
    suite, sampled, losses, level = so_far.population, so_far.sampled, so_far.rows.loss, so_far.level
    flags: tuple[str, ...] = ()
    if sampled is None:
        of = "of any further cases" if suite is None else f"of the {suite.cases - len(so_far.untold)} cases"
        turns, weights = (np.insert(np.asarray(one, np.float64), so_far.untold, 0) for one in (losses, so_far.weights))
        low, high = ends(turns, weights, largest=so_far.largest, population=suite, level=level, aim=aim)
    else:
        of, flags = sampled.what, _not_bet_on(sampled, len(so_far))
        low, high = sampled.ends(np.asarray(losses, np.float64), level, aim)
    if low > high:
        return replace(unread(so_far, NO_VALUE_LEFT), flags=(NO_VALUE_LEFT,))
    method = f"confidence sequence {of}, valid at every moment"
    return replace(so_far.usual, low=low, high=high, method=method, flags=flags, undetermined=None)


def _not_bet_on(sampled: Sampled, judged: int) -> tuple[str, ...]:
    bet = f"the interval rests on {sampled.judged} of {judged} judged cases: {sampled.waiting}"
    return (bet,) if sampled.judged < judged else ()


def unread(so_far: SoFar, why: str) -> Estimate:
    """π without an interval, and the reason."""
    high = 1.0 if so_far.bounded else inf
    return replace(so_far.usual, low=0.0, high=high, method="none", flags=(), undetermined=why)


def check_can_be_bet_on(so_far: SoFar) -> None:
    """Refuse what a confidence sequence cannot be made of.

    Raises:
        UsageError: losses have no bound, a case has several rows or units, or cases depend on each other.
    """
    rows = so_far.rows
    if not so_far.bounded:
        raise UsageError(
            "a confidence sequence bets on losses between 0 and 1, and those of this measure have no bound; "
            "stop by fixed(n) or width(w)"
        )
    if not ((rows.units == 1).all() and np.array_equal(rows.case, np.arange(len(so_far)))):
        raise UsageError(
            "a confidence sequence bets on one loss for each case, and this measure counts units of its own, of which "
            "nobody knows before how many a case has; stop by fixed(n) or width(w)"
        )
    named = [name for name in so_far.clusters or () if name is not None]
    if so_far.population is None and so_far.sampled is None and len(set(named)) < len(named):
        raise UsageError(
            "cases of one cluster say little that is new, and a confidence sequence would take them for independent; "
            "give the population they are drawn from, or stop by fixed(n) or width(w)"
        )


def _check_width(rule: "width | sequence") -> None:
    if not isinstance(rule.width, int | float) or not 0 < rule.width < 1:
        name = type(rule).__name__
        raise UsageError(
            f"stopping rule {name}({rule.width!r}); give a width between 0 and 1: ±2 points are {name}(0.04)"
        )


def too_early(rule: Rule) -> str:
    """Why there is no interval before a rule has stopped that reads the usual one once."""
    return f"no interval before {rule!r} stops: the usual one, looked at again and again, misses too often"


def _nothing(so_far: SoFar) -> Estimate:
    return estimate(Moments(), n=0, level=so_far.level, bounded=so_far.bounded)


def _growing() -> Iterator[int]:
    size = LEAST
    while True:
        yield size
        size = ceil(size * _GROWTH)

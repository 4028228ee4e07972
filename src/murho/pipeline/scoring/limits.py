"""The limits of a gate: what π must not exceed, as a whole and in every group that is printed.

>>> Limits.read(["0.6", "channel=fax:0.3"])
Limits(everywhere=0.6, groups=(GroupLimit(feature='channel', group='fax', limit=0.3),))

A group is looked at wherever the score was sliced: a system that fails one channel altogether does not pass because the
others are right. What a group rests on little is said beside it, and does not let it through.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Self

from murho.core.errors import UsageError
from murho.core.figure import DECIMALS, Figure
from murho.pipeline.scoring.score import Score


@dataclass(frozen=True)
class GroupLimit:
    """The limit of one group of one feature."""

    feature: str
    group: str
    limit: float

    def __str__(self) -> str:
        return f"{self.feature}={self.group}:{self.limit:g}"


@dataclass(frozen=True)
class Limits:
    """What π must not exceed."""

    everywhere: float | None = None
    """As a whole, and in each group without a limit of its own."""
    groups: tuple[GroupLimit, ...] = ()

    @classmethod
    def read(cls, texts: Sequence[str]) -> Self | None:
        """The limits that are typed as `X` and `FEATURE=GROUP:X`; None where there are none.

        Raises:
            UsageError: a text is no limit, or there are two for the same.
        """
        everywhere: float | None = None
        groups: dict[tuple[str, str], GroupLimit] = {}
        for text in texts:
            name, sign, number = text.rpartition(":")
            feature, equals, group = name.partition("=")
            limit = _number(text, number)
            if not sign:
                if everywhere is not None and everywhere != limit:
                    raise UsageError(f"{text}: the limit is {everywhere:g} already; give it once")
                everywhere = limit
            elif not (equals and feature and group):
                raise UsageError(f"{text!r} is no limit; write a number, or FEATURE=GROUP:NUMBER as in channel=fax:0.3")
            elif (feature, group) in groups:
                raise UsageError(f"{text}: {feature}={group} has a limit already; give it once")
            else:
                groups[feature, group] = GroupLimit(feature, group, limit)
        return cls(everywhere, tuple(groups.values())) if texts else None

    def check(self, score: Score) -> None:
        """Refuse a limit of a group that the score does not have.

        Raises:
            UsageError: the score is not sliced by that feature, or there is no such group.
        """
        for wanted in self.groups:
            groups = score.by.get(wanted.feature)
            if groups is None:
                raise UsageError(f"{wanted}: the figures are not sliced by {wanted.feature!r}; slice by it, too")
            if wanted.group not in groups:
                raise UsageError(f"{wanted}: no group {wanted.group!r}; there are: {', '.join(groups)}")

    def each(self, score: Score) -> Iterator[tuple[str, Figure, float]]:
        """What is held against a limit: where, the figure, and the limit; the whole comes first.

        Raises:
            UsageError: there is no group of a limit (`check`).
        """
        self.check(score)
        own = {(wanted.feature, wanted.group): wanted.limit for wanted in self.groups}
        if self.everywhere is not None:
            yield "", score.figure, self.everywhere
        for feature, groups in score.by.items():
            for group, figure in groups.items():
                limit = own.get((feature, group), self.everywhere)
                if limit is not None:
                    yield f" where {feature} is {group}", figure, limit


def _number(text: str, number: str) -> float:
    try:
        limit = float(number)
    except ValueError:
        limit = float("nan")
    if not isfinite(limit):
        raise UsageError(f"{text!r} is no limit; give a number")
    return limit


@dataclass(frozen=True)
class GateResult:
    """What a gate found in one score."""

    failures: tuple[str, ...] = ()
    """What is above its limit, a sentence each."""
    unknown: str = ""
    """Why nothing can be said of the whole, where its interval is wanted and there is none."""
    passed_over: tuple[str, ...] = ()
    """Groups of which nothing can be said, a sentence each."""


def gate(score: Score, limits: Limits, confident: bool = False) -> GateResult:
    """Hold a score against limits; `confident` fails only what is above them with its whole interval.

    Figures are compared as they are printed, so that a log and an exit status never disagree. Of groups, `confident`
    takes the interval that holds for all of them at once. A whole of which nothing is known passes no gate.

    Raises:
        UsageError: there is no group of a limit.
    """
    failures, passed_over = list[str](), list[str]()
    for where, figure, limit in limits.each(score):
        if confident and figure.undetermined is not None:
            if not where:
                return GateResult(unknown=f"{score.measure} has no interval ({figure.undetermined})")
            passed_over.append(f"{score.measure}{where} has no interval ({figure.undetermined}): it is not looked at")
            continue
        value = _held(figure, bool(where)) if confident else figure.value
        if value is None and where:
            if figure.numerator:
                passed_over.append(f"{score.measure}{where} has nothing to divide by: it is not looked at")
            continue
        if value is None or round(value, DECIMALS) > limit:
            shown = "–" if value is None else f"{value:.{DECIMALS}f}"
            what = "the interval's lower end, " if confident else ""
            flags = f" ({figure.flags[0]})" if figure.flags and where else ""
            failures.append(f"{score.measure}{where} is {shown}, {what}above {limit:g}{flags}")
    return GateResult(tuple(failures), passed_over=tuple(passed_over))


def _held(figure: Figure, is_group: bool) -> float:
    """The lower end of the interval that is held against a limit."""
    together = figure.simultaneous_interval if is_group else None
    return figure.low if together is None else together[0]

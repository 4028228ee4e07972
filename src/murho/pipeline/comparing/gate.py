"""A gate on a comparison: is some B worse than the baseline by more than is allowed, as a whole or in a slice?

With `confident` the lower end of π(B) − π(A) is held against the limit instead of the difference. Then a B that is no
worse fails by chance in at most 1 − level of all comparisons, however many wholes and slices are looked at: the wholes
have one half of that chance and share it (Bonferroni), and so have the slices. The whole of one B under one measure is
held by the interval that is printed.

>>> from murho.core.comparison import compare
>>> worse = compare([0] * 40, [1] * 40, [1] * 12 + [0] * 28, [1] * 40, level=0.95)
>>> found = Comparison("labels", [Compared("old", "new", worse, None, {}, 0, 0, 40, 0, 0)], "")
>>> [(one.state, one.held, one.level) for one in gate([found], 0.01)]
[('failed', 0.3, None)]
>>> [(one.state, round(one.held, 2), one.level) for one in gate([found], 0.25, again=lambda level: [found])]
[('passed', 0.15, 0.95)]
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import isfinite

from murho.core.comparison import Difference
from murho.core.figure import DECIMALS
from murho.pipeline.comparing.result import Compared, Comparison


@dataclass(frozen=True)
class Verdict:
    """What a gate says of one difference."""

    measure: str
    a: str
    b: str
    feature: str
    """Empty for the whole."""
    group: str
    difference: Difference
    state: str
    """`passed`, `failed`, or `unknown` where there is nothing to hold against the limit."""
    held: float | None
    """What was held against the limit: the difference, or the lower end of its interval at `level`."""
    level: float | None
    """None where the difference itself is held."""

    @property
    def name(self) -> str:
        """What it is about: `all`, or feature and group."""
        return f"{self.feature}={self.group}" if self.feature else "all"


Recompared = Callable[[float], Sequence[Comparison]]


def gate(compared: Sequence[Comparison], limit: float, again: Recompared | None = None) -> list[Verdict]:
    """A verdict on each B under each measure, as a whole and in each slice.

    Args:
        compared: one for each measure.
        limit: how much π may grow.
        again: makes the same comparisons at another level; given for a confident gate.
    """
    looks = list(_looks(compared))
    if again is None:
        return [_verdict(look, look[-1].value, None, limit) for look in looks]
    nominal = looks[0][-1].level
    levels = _levels(looks) if _may_fail(looks, limit) else dict.fromkeys((False, True), nominal)
    at = {level: compared if level == nominal else again(level) for level in dict.fromkeys(levels.values())}
    ends = {level: [look[-1].low for look in _looks(found)] for level, found in at.items()}
    verdicts = []
    for place, look in enumerate(looks):
        level = levels[bool(look[2])]
        known = look[-1].value is not None and look[-1].clusters > 1 and isfinite(ends[level][place])
        verdicts.append(_verdict(look, ends[level][place] if known else None, level, limit))
    return verdicts


Look = tuple[str, Compared, str, str, Difference]


def _looks(compared: Sequence[Comparison]) -> Iterator[Look]:
    """Each difference with its measure, its pair, and its feature and group, which are empty for the whole."""
    for comparison in compared:
        for pair in comparison.compared:
            yield comparison.measure, pair, "", "", pair.whole
            for feature, groups in pair.by.items():
                for group, (difference, _) in groups.items():
                    yield comparison.measure, pair, feature, group, difference


def _levels(looks: Sequence[Look]) -> dict[bool, float]:
    """The levels at which wholes and slices (True) are held, each kind by its number."""
    level = looks[0][-1].level
    numbers = {sliced: sum(bool(look[2]) is sliced for look in looks) for sliced in (False, True)}
    return {sliced: 1 - (1 - level) / number if number > 1 else level for sliced, number in numbers.items()}


def _may_fail(looks: Sequence[Look], limit: float) -> bool:
    """Whether an interval is above the limit at the level asked for: if none is, none is at a higher one."""
    return any(look[-1].low > limit - 10**-DECIMALS for look in looks)


def _verdict(look: Look, held: float | None, level: float | None, limit: float) -> Verdict:
    measure, pair, feature, group, difference = look
    state = "unknown" if held is None else "failed" if round(held, DECIMALS) > limit else "passed"
    return Verdict(measure, pair.run_a, pair.run_b, feature, group, difference, state, held, level)

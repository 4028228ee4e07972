"""What the page and the terminal show of the study: numbers as both write them, sentences, and rows of tables."""

from collections.abc import Sequence
from dataclasses import dataclass

from murho.core.comparison import Difference
from murho.core.figure import Figure
from murho.sheets.numbers import p_value
from murho_lab.atn.efficiency.load import Typical
from murho_lab.atn.efficiency.penetrance import Average
from murho_lab.studies.strategies.efficiency import ThreeWays
from murho_lab.studies.strategies.halves import Halves
from murho_lab.studies.strategies.orders import Ordered
from murho_lab.studies.strategies.study import LanguageStudy


def number(value: float | None, digits: int = 3) -> str:
    """A number with a true minus, or a dash."""
    # What is rounded to −0 becomes 0 by adding 0.
    return "–" if value is None else f"{round(value, digits) + 0.0:.{digits}f}".replace("-", "−")


def ends(estimate: Average | Difference | Figure | Typical, digits: int = 3) -> str:
    """The interval of an estimate in brackets; a dash where there is none."""
    return "–" if estimate.value is None else f"[{number(estimate.low, digits)}, {number(estimate.high, digits)}]"


def estimated(estimate: Average | Difference | Figure | Typical, digits: int = 3) -> str:
    """The value of an estimate with its interval in brackets."""
    return f"{number(estimate.value, digits)} {ends(estimate, digits)}"


def in_words(study: LanguageStudy) -> list[str]:
    """Sentences that say what the figures of a language show."""
    name, claim, three = study.language.name, study.claim.differences, study.three
    sample, alone = claim["own, in sample, against all others"], claim["own, sentence left out, against all others"]
    near = study.relations["Kendall, in sample"]
    typical, whole = ((three.load.typical, three.typical_time), (three.load.ratio, three.time))
    load, time = (estimated(ratio, 2) for ratio in typical)
    load_of_all, time_of_all = (estimated(ratio, 2) for ratio in whole)
    line = [
        f"{name}, {len(study.matrix.texts)} texts of {study.language.size} sentences. In sample the claim of the paper "
        f"{verdict(sample)}: own less other strategies {estimated(sample)}. With each sentence left out of what it is "
        f"searched with it {verdict(alone)}: {estimated(alone)}.",
        f"{name}: learned strategies, held out, bring penetrance from {number(three.before.value)} to "
        f"{number(three.after.value)} (gain {estimated(three.gain)}). The load of a typical sentence comes to "
        f"{load} of what it was, its time to {time}; of the whole text, "
        f"where few sentences cost the most, load to {load_of_all}, time to {time_of_all}.",
    ]
    if near.line is not None:
        alone_too = study.relations["Kendall, left out"]
        line.append(
            f"{name}: discrepancy against Kendall distance, in sample: slope {number(near.line.slope, 2)} "
            f"[{number(near.line.slope_interval[0], 2)}, {number(near.line.slope_interval[1], 2)}] with texts "
            f"resampled, Mantel r {number(near.r, 2)}, p {p_value(near.p_value)}; with sentences left out r "
            f"{number(alone_too.r, 2)}, p {p_value(alone_too.p_value)}."
        )
    # The first is the grammar's own, by which the others are measured.
    best = max(study.orders[1:], key=lambda order: order.penetrance.value or 0.0)
    line.append(
        f"{name}: of the orders compared on held-out sentences “{best.name}” has the highest penetrance, "
        f"{estimated(best.penetrance)}, and {estimated(best.typical, 2)} of the choices of the grammar's own order "
        "on a typical sentence."
    )
    return line


def verdict(d: Difference) -> str:
    """What an interval says of the paper's claim, that texts are searched best with their own strategies."""
    if d.value is None:
        return "cannot be tested"
    if d.low > 0:
        return "holds"
    return "does not hold" if d.high < 0 else "is neither shown nor refuted"


def uas(error: Figure) -> str:
    """Words with the right head, in percent, with the interval."""
    if error.value is None:
        return "–"
    return f"{100 * (1 - error.value):.1f} % [{100 * (1 - error.high):.1f}, {100 * (1 - error.low):.1f}]"


@dataclass(frozen=True)
class Ratio:
    """What something costs in the grammar's own order and in a learned one, in milliseconds."""

    name: str
    before: str
    after: str
    whole: Figure
    """After over before, of sums."""
    typical: Typical
    """The same of a typical sentence."""


def ratios(three: ThreeWays) -> list[Ratio]:
    """Load and time, before and after."""
    load = [sum(side) for side in zip(*((n.before, n.after) for n in three.load.nodes), strict=True)]
    return [
        Ratio("load", *_milliseconds(load), three.load.ratio, three.load.typical),
        Ratio("time", *_milliseconds(three.seconds), three.time, three.typical_time),
    ]


def _milliseconds(seconds: Sequence[float]) -> tuple[str, str]:
    before, after = (number(1e3 * side, 1) for side in seconds)
    return before, after


def searched_with(halves: Sequence[Halves]) -> list[str]:
    """The strategies that some genre is searched with, in the order in which they come."""
    return list(dict.fromkeys(name for genre in halves for name in genre.figures))


def compared(order: Ordered) -> list[Figure | Typical] | None:
    """Choices, a typical sentence and time, as ratios to the grammar's own order; None of that order itself."""
    return None if order.gain is None else [order.choices, order.typical, order.seconds]

"""What repeated askings say, in sentences, and as the tables of a page."""

from collections.abc import Sequence
from dataclasses import dataclass

from murho.core.estimate import Estimate
from murho.pipeline.runs.repeats import Repeats
from murho.views.numbers import fraction


@dataclass(frozen=True)
class Part:
    """A part of the variance of π."""

    name: str
    share: float
    told: str


@dataclass(frozen=True)
class Bought:
    """How well π is known after so many questions."""

    name: str
    margin: float
    """±, at the level of the report."""


@dataclass(frozen=True)
class Repeated:
    """Repeated askings, as a page shows them."""

    askings: int
    shares: Sequence[tuple[str, Estimate]]
    """What is counted of the cases, by importance."""
    in_few: Sequence[tuple[int, float, float]]
    """Askings, and the shares of cases of which one at least, and of which all of so many are right."""
    parts: Sequence[Part]
    """Of the variance; none where nothing varied."""
    noise: float | None
    """± by which π would differ if the same cases were asked again; None where nothing varied."""
    bought: Sequence[Bought]
    """What π is known to, and what it would be after more questions."""


def repeated(found: Repeats) -> Repeated:
    """What is shown of a run whose cases were asked several times."""
    shares = [
        (f"right at least once in {found.askings}", found.once),
        (f"right always in {found.askings}", found.every),
        ("two answers to a case are the same", found.agreement),
    ]
    curve = list(zip(range(1, found.askings + 1), found.once_in, found.always_in, strict=True))
    varied, parts, bought = found.variation, list[Part](), list[Bought]()
    if varied is not None:
        within = min(1.0, varied.within / varied.total)
        parts = [
            Part("between cases", 1 - within, "other cases would give another π"),
            Part("within cases", within, "the same cases, asked again, would give another π"),
        ]
        more, new = found.askings + 1, 1 + 1 / found.askings
        bought = [
            Bought("as it is", varied.margin(found.level)),
            Bought("with one more repetition of every case", varied.margin(found.level, askings=more)),
            Bought("with as many questions on new cases", varied.margin(found.level, cases=new)),
        ]
    return Repeated(found.askings, shares, curve, parts, None if varied is None else varied.noise(found.level), bought)


def sentences(found: Repeats) -> list[str]:
    """How often a case is right, how far answers agree, and what more questions would buy."""
    told = [
        f"each case asked {found.askings} times: right at least once {_with_ends(found.once)}, always "
        f"{_with_ends(found.every)}; two answers to a case are the same {_with_ends(found.agreement)}"
    ]
    varied = found.variation
    if varied is None:
        return told
    share = min(1.0, varied.within / varied.total)
    again = f"the same cases, asked again, give another π by up to ±{fraction(varied.noise(found.level))}"
    told.append(
        f"variance of π: {100 * (1 - share):.0f} % between cases, {100 * share:.0f} % within; "
        f"{again if varied.within else 'no case was right in one answer and wrong in another'}"
    )
    now, more = varied.margin(found.level), varied.margin(found.level, askings=found.askings + 1)
    new = varied.margin(found.level, cases=1 + 1 / found.askings)
    told.append(
        f"π is known to ±{fraction(now)}; one more repetition: ±{fraction(more)}; as many questions on new cases: "
        f"±{fraction(new)}"
    )
    return told


def _with_ends(one: Estimate) -> str:
    if one.value is None:
        return "–"
    if one.undetermined is not None:
        return fraction(one.value)
    return f"{fraction(one.value)} [{fraction(one.low)}, {fraction(one.high)}]"

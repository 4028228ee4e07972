"""What repeated askings say, in sentences."""

from murho.core.estimate import Estimate
from murho.pipeline.runs.repeats import Repeats
from murho.views.numbers import fraction


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

"""What a gate on a comparison says, in sentences.

>>> from murho.core.comparison import compare
>>> worse = compare([0] * 40, [1] * 40, [1] * 12 + [0] * 28, [1] * 40, level=0.95)
>>> verdict = Verdict("labels", "old", "new", "day", "mon", worse, "failed", 0.1519, 0.99)
>>> for line in told([verdict], 0.01, confident=True):
...     print(line.text)
gate failed: labels, day=mon, new: π(B) − π(A) is +0.3000; the lower end of its 99 % interval, +0.1519, is above 0.01
"""

from collections.abc import Sequence
from dataclasses import dataclass

from murho.core.figure import DECIMALS
from murho.pipeline.comparing.gate import Verdict


@dataclass(frozen=True)
class Told:
    """A sentence of a gate."""

    text: str
    bad: bool
    """It did not pass."""


def told(verdicts: Sequence[Verdict], limit: float, *, confident: bool) -> list[Told]:
    """A sentence for each failure and for each whole of which nothing is known, or one that says that all passed."""
    lines = [Told(sentence(one, limit), True) for one in verdicts if stops(one)]
    if lines:
        return lines
    looked = f"{len(verdicts)} looked at" if len(verdicts) > 1 else "as a whole"
    if confident:
        return [Told(f"gate passed: nothing shows that π grew by more than {limit:g} ({looked})", False)]
    return [Told(f"gate passed: π did not grow by more than {limit:g} ({looked})", False)]


def stops(verdict: Verdict) -> bool:
    """Whether a gate does not let this pass: it failed, or nothing is known of a whole."""
    return verdict.state == "failed" or (verdict.state == "unknown" and not verdict.feature)


def sentence(verdict: Verdict, limit: float) -> str:
    """What the gate says of one difference."""
    found = verdict.difference
    about = f"{verdict.measure}, {verdict.name}, {verdict.b}"
    if verdict.held is None:
        why = found.flags[0] if found.flags else "it has no interval"
        return (
            f"gate {'failed' if not verdict.feature else 'skipped'}: {about}: nothing to hold against {limit:g} ({why})"
        )
    failed = verdict.state == "failed"
    way = "above" if failed else "not above"
    value = f"π(B) − π(A) is {found.value:+.{DECIMALS}f}"
    if verdict.level is not None:
        end = f"the lower end of its {100 * verdict.level:.4g} % interval, {verdict.held:+.{DECIMALS}f}"
        return f"gate {verdict.state}: {about}: {value}; {end}, is {way} {limit:g}"
    return f"gate {verdict.state}: {about}: {value}, {way} {limit:g}"

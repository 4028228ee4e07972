"""What to know of how cases and answers met, before a figure is read: what is open, undefined, missing, left over.

>>> pairing_notes(undefined=2, missing_answers=1)
['2 undefined (⊥)', '1 case without an answer']
>>> pairing_notes(undefined=2, if_failures=IfFailures(0.125, 0.375))
['2 undefined (⊥): π would be 0.1250 if all of them had been right, 0.3750 if wrong']
>>> pairing_notes(undefined=2, if_failures=IfFailures(0.125, 0.375), value=0.25)[0].partition(", 0.3750 ")[2]
'if wrong; each counts as 0.5 of a wrong one here'
"""

from murho.core.figure import IfFailures
from murho.sheets.numbers import fraction, several

COUNTED_WHOLE = 1e-9
"""What is short of 1 by less is rounding."""


def pairing_notes(
    *,
    still_open: int = 0,
    undefined: int = 0,
    if_failures: IfFailures | None = None,
    value: float | None = None,
    symbol: str = "π",
    missing_answers: int = 0,
    unmatched_answers: int = 0,
) -> list[str]:
    """A note for each count that is not 0.

    Args:
        still_open: cases of which nobody has said what they mean.
        undefined: answers that are ⊥.
        if_failures: the figure had all of these been right, or wrong, where that can be told.
        value: the figure, which tells as how much of a wrong answer a failure counts.
        symbol: what the figure is called.
        missing_answers: cases that nobody answered.
        unmatched_answers: answers that belong to no case.
    """
    notes = [f"{several(still_open, 'open case')}, not judged"] if still_open else []
    notes += [f"{undefined} undefined (⊥)" + had_been(if_failures, symbol, value)] if undefined else []
    notes += [f"{several(missing_answers, 'case')} without an answer"] if missing_answers else []
    notes += [f"{several(unmatched_answers, 'answer')} without a case, ignored"] if unmatched_answers else []
    return notes


def had_been(ends: IfFailures | None, symbol: str, value: float | None = None) -> str:
    """What a figure would be if all that failed had been right, or wrong, behind how many they are; "" if nobody knows.

    >>> had_been(IfFailures(0.125, 0.375), "π")
    ': π would be 0.1250 if all of them had been right, 0.3750 if wrong'
    """
    if ends is None:
        return ""
    had = "if all of them had been right"
    counted = 1.0 if value is None else ends.counted(value)
    partly = f"; each counts as {counted:.2g} of a wrong one here" if counted < 1 - COUNTED_WHOLE else ""
    return f": {symbol} would be {fraction(ends.right)} {had}, {fraction(ends.wrong)} if wrong{partly}"

"""What to know of how cases and answers met, before a figure is read: what is open, undefined, missing, left over.

>>> pairing_notes(undefined=2, missing_answers=1)
['2 undefined (⊥)', '1 case without an answer']
>>> pairing_notes(undefined=2, if_failures=IfFailures(0.125, 0.375))
['2 undefined (⊥): π would be 0.1250 if all of them had been right, 0.3750 if wrong']
"""

from murho.core.figure import IfFailures
from murho.views.numbers import fraction, several


def pairing_notes(
    *,
    still_open: int = 0,
    undefined: int = 0,
    if_failures: IfFailures | None = None,
    symbol: str = "π",
    missing_answers: int = 0,
    unmatched_answers: int = 0,
) -> list[str]:
    """A note for each count that is not 0.

    Args:
        still_open: cases of which nobody has said what they mean.
        undefined: answers that are ⊥.
        if_failures: the figure had all of these been right, or wrong, where that can be told.
        symbol: what the figure is called.
        missing_answers: cases that nobody answered.
        unmatched_answers: answers that belong to no case.
    """
    notes = [f"{several(still_open, 'open case')}, not judged"] if still_open else []
    notes += [f"{undefined} undefined (⊥)" + had_been(if_failures, symbol)] if undefined else []
    notes += [f"{several(missing_answers, 'case')} without an answer"] if missing_answers else []
    notes += [f"{several(unmatched_answers, 'answer')} without a case, ignored"] if unmatched_answers else []
    return notes


def had_been(ends: IfFailures | None, symbol: str) -> str:
    """What a figure would be if all that failed had been right, or wrong, behind how many they are; "" if nobody knows.

    >>> had_been(IfFailures(0.125, 0.375), "π")
    ': π would be 0.1250 if all of them had been right, 0.3750 if wrong'
    """
    if ends is None:
        return ""
    had = "if all of them had been right"
    return f": {symbol} would be {fraction(ends.right)} {had}, {fraction(ends.wrong)} if wrong"

"""What to know of how cases and answers met, before a figure is read: what is open, undefined, missing, left over.

>>> pairing_notes(undefined=2, missing_answers=1)
['2 undefined (⊥)', '1 case without an answer']
"""

from murho.views.numbers import several


def pairing_notes(
    *, still_open: int = 0, undefined: int = 0, missing_answers: int = 0, unmatched_answers: int = 0
) -> list[str]:
    """A note for each count that is not 0.

    Args:
        still_open: cases of which nobody has said what they mean.
        undefined: answers that are ⊥.
        missing_answers: cases that nobody answered.
        unmatched_answers: answers that belong to no case.
    """
    notes = [f"{several(still_open, 'open case')}, not judged"] if still_open else []
    notes += [f"{undefined} undefined (⊥)"] if undefined else []
    notes += [f"{several(missing_answers, 'case')} without an answer"] if missing_answers else []
    notes += [f"{several(unmatched_answers, 'answer')} without a case, ignored"] if unmatched_answers else []
    return notes

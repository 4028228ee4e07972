"""Alignments one by one: which token of the answer stands for which of the reference.

>>> from murho.measures import measure
>>> (steps,) = aligned(measure("words"), [("i want to go to berlin",)], [("want to go to bonn",)])
>>> [f"{step.operation} {step.reference}/{step.answer}" for step in steps if step.operation != "="]
['D i/None', 'S berlin/bonn']
>>> aligned(measure("concept_bag"), [(["a:1", "b:2"],)], [(["b:3"],)])
[[Step(operation='D', reference='a:1', answer=None), Step(operation='S', reference='b:2', answer='b:3')]]

The steps have the counts of the measure's judgement, case by case.
"""

from collections.abc import Sequence

from murho.core.errors import UsageError
from murho.core.meaning import Answered, Meanings
from murho.measures import Measure
from murho.measures.text.lattice import Step

ALIGNING = ("words", "characters", "sentences", "mer", "concepts", "concept_bag", "slots")
"""Measures whose judgement is an alignment."""


def aligned(how: Measure, references: Sequence[Meanings], answers: Sequence[Answered]) -> list[list[Step]]:
    """The steps of each case, of the reference that counts; ⊥ and ∅ are aligned as nothing said.

    Raises UsageError for a measure that aligns nothing, MeaningError for a meaning of another kind.
    """
    from murho.measures.text.options import Texts
    from murho.measures.units.unit_rows import NOTHING, WithRows

    if isinstance(how, Texts):
        pairs = how.compare(references, answers)
        return [how.steps(one, other) for one, other in zip(pairs.references, pairs.answers, strict=True)]
    if isinstance(how, WithRows):
        rows = how.finer().judge(references, answers)
        steps: list[list[Step]] = [[] for _ in references]
        for case, gold, given in zip(rows.case.tolist(), rows.labels["gold"], rows.labels["given"], strict=True):
            one, other = (None if unit == NOTHING else unit for unit in (gold, given))
            if one is not None or other is not None:
                steps[case].append(Step(_operation(one, other), one, other))
        return steps
    raise UsageError(f"{how!r} aligns nothing that could be shown; give one of {', '.join(ALIGNING)}")


def tokens_of(how: Measure, text: str) -> tuple[str, ...]:
    """What a word, or several, are to a measure: normalised as it normalises, split as it splits; a unit stays whole.

    >>> from murho.measures import measure
    >>> tokens_of(measure("words(normalize='lower|no_punctuation')"), "New York!")
    ('new', 'york')
    >>> tokens_of(measure("concepts"), "person:Otto Wels")
    ('person:Otto Wels',)
    """
    from murho.measures.text.options import Texts

    if not isinstance(how, Texts):
        return (text,)
    found = how.read(text, 0, "reference")
    return tuple(how.listed(found)) if isinstance(found, str | list) else (text,)


def unit_of(how: Measure) -> str:
    """What one token is to a measure: a `word`, a `character`, a `unit`."""
    from murho.measures.text.options import Texts

    if not isinstance(how, Texts):
        return "unit"
    return "character" if how.tokens in ("characters", "graphemes") else "word"


def _operation(one: str | None, other: str | None) -> str:
    if one is None:
        return "I"
    return "D" if other is None else "=" if one == other else "S"

"""The ceiling: what annotators who were given the same task get when they are measured by each other."""

from collections.abc import Iterable, Mapping
from typing import Any

from murho.core.case import Answers, Cases
from murho.core.errors import InputError, MeaningError, UsageError
from murho.core.meaning import UNDEFINED, Answered
from murho.measures import Measure

Pairs = Iterable[tuple[Cases, Answers]]


def ceiling(how: Measure, annotators: Mapping[str, Pairs]) -> dict[str, Any]:
    """The agreement of the author of the references with other annotators, by name: each the cases with the answers.

    Who lacks an utterance is left out there.

    Raises:
        UsageError: the measure is not of breaks.
        InputError: an annotator has other junctures.
    """
    if how.agreement is None:
        raise UsageError("only breaks can be compared with further annotators")
    reference: dict[str, Answered] = {}
    others: list[dict[str, Answered]] = []
    for pairs in annotators.values():
        said: dict[str, Answered] = {}
        for cases, answers in pairs:
            reference.update(
                zip(cases.ids, (right[:1] or UNDEFINED for right in cases.at_stage(how.stage).meant), strict=True)
            )
            said.update(zip(answers.ids, answers.answers, strict=True))
        others.append(said)
    ids = list(reference)
    columns = [[by_id.get(name, UNDEFINED) for name in ids] for by_id in (reference, *others)]
    try:
        found = how.agreement(columns)
    except MeaningError as error:
        raise InputError(f"{ids[error.index]!r}: {error.found}", error.todo) from None
    names = ["the reference", *annotators]
    return {
        "annotators": found.annotators,
        "junctures": found.junctures,
        **found.criteria,
        "krippendorff_alpha": found.alpha,
        "fleiss_kappa": found.kappa,
        "pairs": [{"reference": names[a], "answer": names[b], **criteria} for (a, b), criteria in found.pairs.items()],
    }

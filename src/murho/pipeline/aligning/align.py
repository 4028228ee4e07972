"""Align: from files to alignments, case by case, to look at or to count in.

>>> from murho.core.case import Answers
>>> from murho.measures import measure
>>> cases = Cases(["u1"], ["to berlin"], [("to berlin",)], features={"speaker": ["anna"]})
>>> (alignment,) = align_batches(measure("words"), [(cases, Answers(["u1"], [("to bonn",)]))], by=("speaker",))
>>> alignment.id, alignment.errors, alignment.units, alignment.groups
('u1', 1, 2, {'speaker': ('anna',)})
"""

from collections.abc import Iterable, Iterator, Sequence

from murho.core.case import Answers, Cases
from murho.core.errors import MeaningError
from murho.core.ledger import group_name
from murho.core.meaning import UNDEFINED
from murho.formats.join import Unpaired
from murho.measures import Measure
from murho.pipeline.scoring.alignment import Alignment
from murho.pipeline.scoring.judge import complaint
from murho.pipeline.sources import Extra, Missing, extra_of, formats_of, pairs_of


def align_files(
    measure: Measure,
    references: str,
    answers: str,
    *,
    format_name: str | None = None,
    by: Sequence[str] = (),
    by_if_known: Sequence[str] = (),
    missing: Missing = "undefined",
    extra: Extra | None = None,
) -> tuple[Iterator[Alignment], Unpaired]:
    """The alignments of two files, one by one, and the count of what had no partner, filled as they are read.

    Without `extra`, answers without a case are treated as is usual in the format of the answers.

    Raises:
        InputError: a file is malformed, or the files do not belong together.
        UsageError: an option does not fit the formats.
    """
    extra = extra or extra_of(answers, formats_of(references, answers, format_name)[1])
    pairs, counted = pairs_of(references, answers, format_name, measure, missing=missing, extra=extra)
    return align_batches(measure, pairs, by, by_if_known), counted


def align_batches(
    measure: Measure,
    batches: Iterable[tuple[Cases, Answers]],
    by: Sequence[str] = (),
    by_if_known: Sequence[str] = (),
) -> Iterator[Alignment]:
    """The alignments of matched batches, one by one, each with the groups of its case by feature.

    Features in `by` are those that every batch has to have; of `by_if_known` those count that a batch has.

    Raises:
        InputError: a case is open, or a meaning cannot be aligned; its file and line are named.
    """
    for batch, given in batches:
        cases, answers = batch.at_stage(measure.stage), given.at_stage(measure.stage)
        try:
            steps = measure.aligned(cases.meant, answers.answers)
        except MeaningError as error:
            raise complaint(error, cases, answers) from None
        known = [feature for feature in by_if_known if feature in cases.features]
        columns = {feature: cases.feature(feature) for feature in (*by, *known)}
        for i, name in enumerate(cases.ids):
            yield Alignment(
                name,
                steps[i],
                answers.answers[i] is UNDEFINED,
                None if answers.failures is None else answers.failures[i],
                {feature: _groups(column[i]) for feature, column in columns.items()},
                None if cases.clusters is None else cases.clusters[i],
                (answers.lines[i] if answers.lines else None) or None,  # a missing answer stands at line 0: nowhere
            )


def _groups(value: object) -> tuple[str, ...]:
    values = (value or [None]) if isinstance(value, list) else [value]
    return tuple(dict.fromkeys(map(group_name, values)))

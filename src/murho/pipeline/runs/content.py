"""Whether the errors of a run hit the words that carry units as often as the others (`content_words`)."""

import os
from collections.abc import Sequence

from murho.core.case import Cases
from murho.core.errors import InputError, UsageError
from murho.measures import Measure
from murho.pipeline.runs.show import judged
from murho.pipeline.scoring.content_words import ContentWords, Flags, by_label, by_units, content_words, read_words
from murho.pipeline.scoring.judge import weigh
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.scoring.sampled import refuse_sample
from murho.store import Run

UNITS = "units"
"""Words carry what the values of the case's units say."""


def judging_words(measures: Sequence[Measure]) -> list[Measure]:
    """Those of the measures that judge words one by one.

    Raises:
        UsageError: there is none.
    """
    if of_words := [measure for measure in measures if measure.word_rows]:
        return of_words
    raise UsageError(f"{measures[0]!r} does not judge words one by one; take words, or words@heard of a stage")


def content_of_run(
    run: Run, measure: Measure, what: str | None = UNITS, reading: Reading | None = None, missing: str = "undefined"
) -> ContentWords:
    """Errors on words that carry units and on others, under a measure of words; see `carrying` for `what`.

    Raises:
        InputError: of no case is known which words carry something.
    """
    refuse_sample(run.record, run.path, "what carries units")
    reading = reading or Reading()
    cases, rows = judged(run, measure.finer(), missing)
    flags = carrying(cases, what or UNITS)
    found = content_words(cases, rows, flags, weigh(reading.weight, cases), level=reading.level, seed=reading.seed)
    if found.left_out == len(cases):
        labels = f"a label of words ({', '.join(sorted(cases.labels))}) or " if cases.labels else ""
        todo = f"name {labels}a file of words"
        raise InputError("of no case is known which words carry a unit", todo, path=str(run.path))
    return found


def carrying(cases: Cases, what: str) -> Flags:
    """Which words of the references carry a unit.

    Args:
        cases: with the references whose words are meant.
        what: `units`, the words of the units' values; the name of a label of words, those that have one other than O;
            or a file of words (`read_words`), those and the words of the values.

    Raises:
        InputError: it is none of these.
    """
    if what in cases.labels:
        return by_label(cases, what)
    if what == UNITS:
        return by_units(cases)
    if os.path.exists(what):
        return by_units(cases, read_words(what))
    known = ", ".join([UNITS, *sorted(cases.labels)])
    raise InputError(f"{what!r} is no label of words and no file", f"give {known}, or a file of words", path=cases.path)

"""One file scored against another: what `murho score` does."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from murho.core.case import Answers, Cases
from murho.core.errors import InputError, UsageError
from murho.formats.join import Unpaired
from murho.measures import Measure
from murho.pipeline.book import score_pairs
from murho.pipeline.reading import Reading
from murho.pipeline.score import Score
from murho.pipeline.sources import Extra, Missing, extra_of, formats_of, pairs_of, short_digest, whole_trees

if TYPE_CHECKING:
    from murho.measures.dependencies.dependencies import dependencies


def score_files(
    how: Measure,
    references: str,
    answers: str,
    reading: Reading | None = None,
    *,
    format_name: str | None = None,
    missing: Missing = "undefined",
    extra: Extra | None = None,
    tiers: str | None = None,
    annotators: Sequence[str] = (),
) -> Score:
    """Score one file against another in one pass; without `extra`, what is usual in the format of the answers.

    `annotators` are files in the format of the answers: how far their authors agree with the author of the references
    is the `ceiling`. Two files of trees are scored over their whole text (`pipeline/trees.py`).

    Raises:
        InputError: a file is malformed, or the files do not belong together.
        UsageError: an option does not fit the measure or the files.
    """
    reading = reading or Reading()
    if (trees := whole_trees(how, references, answers, format_name)) is not None:
        pairing = {"missing": missing == "skip", "extra": extra, "tiers": tiers, "annotators": annotators}
        if unfit := [name for name, value in pairing.items() if value]:
            raise UsageError(
                f"{unfit[0]}: not for two files of trees, which are aligned over all their text; leave it out"
            )
        made = {"seed": reading.seed, "references": short_digest(references), "answers": short_digest(answers)}
        return _score_trees(how, references, answers, *trees, reading, made)
    extra = extra or extra_of(answers, formats_of(references, answers, format_name)[1])

    def paired(said: str) -> tuple[Iterator[tuple[Cases, Answers]], Unpaired]:
        return pairs_of(references, said, format_name, how, missing=missing, extra=extra, tiers=tiers)

    pairs, counted = paired(answers)
    settings = {
        "missing": missing,
        "extra": extra,
        "seed": reading.seed,
        "references": short_digest(references),
        "answers": short_digest(answers),
        "tiers": tiers,
        "annotators": ",".join(map(short_digest, annotators)) or None,
    }
    try:
        found = score_pairs(how, pairs, reading, settings)
    except InputError as error:
        raise error if error.path else error.at(references, None) from None
    found = replace(
        found,
        missing_answers=counted.missing_answers,
        unmatched_answers=counted.unmatched_answers,
        notes=tuple(counted.notes),
    )
    if not annotators:
        return found
    if "-" in (references, *annotators):
        raise UsageError("annotators are compared file by file: standard input cannot be read again")
    from murho.pipeline.ceiling import ceiling

    agreed = ceiling(how, {name: paired(name)[0] for name in annotators})
    return replace(found, also={**found.also, "ceiling": agreed})


def _score_trees(
    how: Measure,
    references: str,
    answers: str,
    of_trees: "dependencies",
    format_name: str,
    reading: Reading,
    settings: dict[str, Any],
) -> Score:
    from murho.pipeline.mapped_trees import score_mapped_trees
    from murho.pipeline.trees import score_trees

    try:
        if how.mapping is not None:
            return score_mapped_trees(how, how.mapping, references, answers, of_trees, format_name, reading, settings)
        return score_trees(of_trees, references, answers, format_name, reading, settings)
    except InputError as error:
        raise error if error.path else error.at(references, None) from None

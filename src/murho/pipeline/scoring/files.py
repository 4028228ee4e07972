"""One file scored against another: what `murho score` does."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from murho.core.case import Answers, Cases
from murho.core.collecting import collecting_seldom
from murho.core.errors import InputError, MeaningError, UsageError
from murho.core.meaning import UNDEFINED, Answered
from murho.engines import Engine
from murho.formats import by_name
from murho.formats.digest import state_of
from murho.formats.join import Unpaired
from murho.measures import Measure
from murho.pipeline.scoring.book import Book, score_pairs
from murho.pipeline.scoring.reading import Reading, read_beside, sampled_of
from murho.pipeline.scoring.score import Score
from murho.pipeline.sources import (
    Pairing,
    extra_of,
    formats_of,
    pairs_of,
    refuse_one_input_twice,
    short_digest,
    shortened,
    whole_trees,
)

if TYPE_CHECKING:
    from murho.measures.dependencies.dependencies import dependencies


@collecting_seldom()
def score_files(
    measure: Measure,
    references: str,
    answers: str,
    reading: Reading | None = None,
    pairing: Pairing | None = None,
    *,
    annotators: Sequence[str] = (),
    engine: Engine | None = None,
    tell: Callable[[str], None] | None = None,
) -> Score:
    """Score one file against another in one pass.

    Under an `engine` they are read and judged by partitions (`partitions`), under that of this process alone where they
    can be; `tell` is then told, in sentences, where the work can be watched, and what had been done before.

    `annotators` are files in the format of the answers: how far their authors agree with the author of the references
    is the `ceiling`. Two files of trees are scored over their whole text (`pipeline/scoring/tree_files.py`).

    Raises:
        InputError: a file is malformed, or the files do not belong together.
        UsageError: an option does not fit the measure or the files.
    """
    reading, pairing = reading or Reading(), pairing or Pairing()
    format_name, missing, tiers = pairing.format_name, pairing.missing, pairing.tiers
    if (record := read_beside(references)) is not None:
        reading = replace(reading, sampled=sampled_of(record, reading.population))
    before = {path: state_of(path) for path in (references, answers, *annotators)}
    # Trees of whole files are aligned over their text; what is about pairs of sentences cannot be meant there.
    if (trees := whole_trees(measure, references, answers, format_name)) is not None:
        given: dict[str, Any] = {
            "missing": missing == "skip",
            "extra": pairing.extra,
            "tiers": tiers,
            "annotators": annotators,
        }
        if engine is not None and not engine.here:
            given["engine"] = engine
        if unfit := [name for name, value in given.items() if value]:
            raise UsageError(
                f"{unfit[0]}: not for two files of trees, which are aligned over all their text; leave it out"
            )
        refuse_one_input_twice(references, answers)
        made = {"seed": reading.seed, "references": short_digest(references), "answers": short_digest(answers)}
        score = _score_trees(measure, references, answers, *trees, reading, made)
        return replace(score, notes=(*score.notes, *_changed(before)))
    formats = formats_of(references, answers, format_name)
    pairing = replace(pairing, extra=pairing.extra or extra_of(answers, formats[1]))
    if engine is not None:
        from murho.pipeline.scoring.partitions import check

        try:
            check(references, answers, format_name, annotator=annotators, tiers=tiers)
        except UsageError:
            if not engine.here:
                raise
            engine = None  # in one pass, which needs no partitions

    def paired(path: str) -> tuple[Iterator[tuple[Cases, Answers]], Unpaired]:
        return pairs_of(references, path, pairing, measure)

    def settings(of_references: str, of_answers: str) -> dict[str, Any]:
        return {
            "missing": missing,
            "extra": pairing.extra,
            "seed": reading.seed,
            "references": of_references,
            "answers": of_answers,
            "tiers": tiers,
            "columns": next(filter(None, (by_name(name).given.get("columns") for name in formats)), None),
            "annotators": ",".join(map(short_digest, annotators)) or None,
        }

    try:
        if engine is not None:
            from murho.pipeline.scoring.partitions import score_partitions

            score, counted = score_partitions(
                engine, measure, (references, answers), formats, reading, pairing,
                lambda *of: settings(*map(shortened, of)), tell=tell,
            )  # fmt: skip
        else:
            made = settings(short_digest(references), short_digest(answers))
            if (book := _by_columns(measure, reading, formats, references, answers)) is not None:
                score, counted = book.score(made), Unpaired()
            else:
                pairs, counted = paired(answers)
                score = score_pairs(measure, pairs, reading, made)
    except InputError as error:
        raise error if error.path else error.at(references, None) from None
    score = replace(
        score,
        missing_answers=counted.missing_answers,
        unmatched_answers=counted.unmatched_answers,
        notes=(*score.notes, *counted.notes),
    )
    if not annotators:
        return replace(score, notes=(*score.notes, *_changed(before)))
    if "-" in (references, *annotators):
        raise UsageError("annotators are compared file by file: standard input cannot be read again")

    agreed = ceiling(measure, {name: paired(name)[0] for name in annotators})
    return replace(score, also={**score.also, "ceiling": agreed}, notes=(*score.notes, *_changed(before)))


def _changed(before: Mapping[str, Any]) -> list[str]:
    """Notes on files whose state is another one than before they were read."""
    return [
        f"{path} changed while it was read: the figure may be of neither version; score it again"
        for path, state in before.items()
        if state_of(path) != state
    ]


def _by_columns(
    measure: Measure, reading: Reading, formats: tuple[str, str], references: str, answers: str
) -> Book | None:
    """The book of two files that are columns and nothing unusual."""
    if any(by_name(name).read_texts is None for name in formats):
        return None  # and import nothing for it
    from murho.pipeline.scoring.columns import counted_columns

    counted = counted_columns(measure, reading, formats, references, answers)
    return None if counted is None else counted.book


def _score_trees(
    measure: Measure,
    references: str,
    answers: str,
    of_trees: "dependencies",
    format_name: str,
    reading: Reading,
    settings: dict[str, Any],
) -> Score:
    # Only files of trees need these, and what is not asked for is not imported.
    from murho.pipeline.scoring.tree_files import score_mapped_trees, score_trees

    try:
        if measure.mapping is not None:
            return score_mapped_trees(
                measure, measure.mapping, references, answers, of_trees, format_name, reading, settings
            )
        return score_trees(of_trees, references, answers, format_name, reading, settings)
    except InputError as error:
        raise error if error.path else error.at(references, None) from None


def ceiling(measure: Measure, annotators: Mapping[str, Iterable[tuple[Cases, Answers]]]) -> dict[str, Any]:
    """The agreement of the author of the references with other annotators, and of these with each other.

    `annotators` has by name the batches of cases with what that annotator answers. An annotator who lacks an utterance
    is left out of the agreement on it.

    Raises:
        UsageError: the measure is not of breaks.
        InputError: an annotator has other junctures.
    """
    if measure.agreement is None:
        raise UsageError("only breaks can be compared with further annotators")
    reference: dict[str, Answered] = {}
    others: list[dict[str, Answered]] = []
    for pairs in annotators.values():
        by_case: dict[str, Answered] = {}
        for cases, answers in pairs:
            reference.update(
                zip(cases.ids, (right[:1] or UNDEFINED for right in cases.at_stage(measure.stage).meant), strict=True)
            )
            by_case.update(zip(answers.ids, answers.answers, strict=True))
        others.append(by_case)
    ids = list(reference)
    columns = [[by_id.get(name, UNDEFINED) for name in ids] for by_id in (reference, *others)]
    try:
        agreement = measure.agreement(columns)
    except MeaningError as error:
        raise InputError(f"{ids[error.index]!r}: {error.found}", error.todo) from None
    names = ["the reference", *annotators]
    return {
        "annotators": agreement.annotators,
        "junctures": agreement.junctures,
        **agreement.criteria,
        "krippendorff_alpha": agreement.alpha,
        "fleiss_kappa": agreement.kappa,
        "pairs": [
            {"reference": names[a], "answer": names[b], **criteria} for (a, b), criteria in agreement.pairs.items()
        ],
    }

"""Cases paired with their answers as the formats of both say: `belonging`.

Sentences with trees belong together by `sent_id`, or else in order. Both files must have ids, and of one kind: where
those of one are all numbers, as parsers give them to what they read, and those of the other are not, the sentences
belong together by their place.

>>> gold = Cases(["news-7"], ["Yes"], [("tree",)], features={"sent_id": ["news-7"]}, path="gold.conllu")
>>> system = Answers(["1"], [("same",)], extras={"sent_id": ["1"]}, path="said.conllu")
>>> counts = Unpaired()
>>> for cases, answers in paired([gold], [system], counts=counts):
...     print(answers.ids, answers.answers, counts.notes)
['news-7'] [('same',)] ['sentences paired in the order of the files: the sent_id of said.conllu are mere numbers']
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from typing import Literal

from murho.core.case import Answers, Cases
from murho.formats.format import Format
from murho.formats.join import Batch, Unpaired, pair


def belonging(
    formats: tuple[Format, Format],
    cases: Iterable[Cases],
    answers: Iterable[Answers],
    *,
    missing: Literal["undefined", "skip"],
    extra: Literal["error", "ignore"],
    paths: tuple[str, str],
    counts: Unpaired,
) -> Iterator[tuple[Cases, Answers]]:
    """Cases with their answers, by id or by place as both formats have it; the arguments are those of `join.pair`.

    Raises:
        InputError: as for `join.pair`; utterances with phrase breaks have other words.
    """
    if any(record.folds_ids for record in formats):
        cases, answers = map(_folded, cases), map(_folded, answers)
    if all_hold("tree", formats):
        return paired(cases, answers, missing=missing, extra=extra, paths=paths, counts=counts)
    by_line = all(record.pairing == "place" for record in formats)
    if not all_hold("breaks", formats):
        return pair(cases, answers, missing=missing, extra=extra, by_line=by_line, paths=paths, counts=counts)
    from murho.formats.utterances import same_words

    utterances = pair(
        cases,
        answers,
        missing=missing,
        extra=extra,
        by_line=by_line,
        entries="utterances",
        paths=paths,
        counts=counts,
    )
    return same_words(utterances, (formats[0].by_word, formats[1].by_word))


def all_hold(kind: str, formats: Iterable[Format]) -> bool:
    """Whether meanings of this kind are what all of these formats hold."""
    return all(kind in record.holds for record in formats)


def _folded(batch: Batch) -> Batch:
    return replace(batch, ids=[name.casefold() for name in batch.ids])


def paired(
    cases: Iterable[Cases],
    answers: Iterable[Answers],
    *,
    missing: Literal["undefined", "skip"] = "undefined",
    extra: Literal["error", "ignore"] = "error",
    paths: tuple[str, str] = ("the cases", "the answers"),
    counts: Unpaired | None = None,
) -> Iterator[tuple[Cases, Answers]]:
    """Sentences with their answers, by `sent_id` or in order, as the module says; the latter is noted in `counts`.

    Raises:
        InputError: as for `join.pair`; in order, as many sentences are needed on both sides.
    """
    cases, answers, why = _started(cases, answers)
    if why and counts is not None:
        counts.notes.append(f"sentences paired in the order of the files: {why}")
    yield from pair(
        cases, answers, missing=missing, extra=extra, by_line=bool(why), entries="sentences", paths=paths, counts=counts
    )


def with_ids_of(cases: Iterable[Cases], answers: Iterable[Answers]) -> Iterator[Answers]:
    """The answers, with the ids of the cases they belong to in order, where they have no such ids of their own.

    Raises:
        InputError: as for `paired`.
    """
    cases, answers, why = _started(cases, answers)
    if not why:
        yield from answers
        return
    for _, with_ids in pair(cases, answers, by_line=True, entries="sentences"):
        yield with_ids


def _started(cases: Iterable[Cases], answers: Iterable[Answers]) -> tuple[Iterator[Cases], Iterator[Answers], str]:
    """Both streams, and why their sentences belong together by their place; empty where they do so by id.

    The first batches tell: within a file all sentences have ids, or none.
    """
    (first_cases, cases), (first_answers, answers) = _peek(iter(cases)), _peek(iter(answers))
    if first_cases is None or first_answers is None:
        return cases, answers, ""
    ours, theirs = first_cases.features.get("sent_id"), first_answers.extras.get("sent_id")
    if ours is None or theirs is None:
        return cases, answers, f"{first_cases.path if ours is None else first_answers.path} has no sent_id"
    # Parsers number what they read: such ids say nothing of a file that has names.
    numbers = [all(map(str.isdecimal, names)) for names in (ours, theirs)]
    if numbers[0] == numbers[1]:
        return cases, answers, ""
    return cases, answers, f"the sent_id of {first_cases.path if numbers[0] else first_answers.path} are mere numbers"


def _peek(batches: Iterator[Batch]) -> tuple[Batch | None, Iterator[Batch]]:
    first = next(batches, None)
    return first, batches if first is None else chain([first], batches)

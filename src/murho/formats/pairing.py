"""Sentences with trees paired with their answers: by `sent_id`, or else in order.

Both files must have ids, and of one kind: where those of one are all numbers, as parsers give them to what they read,
and those of the other are not, the sentences belong together by their place.

>>> gold = Cases(["news-7"], ["Yes"], [("tree",)], features={"sent_id": ["news-7"]}, path="gold.conllu")
>>> said = Answers(["1"], [("same",)], extras={"sent_id": ["1"]}, path="said.conllu")
>>> counts = Unpaired()
>>> for cases, answers in paired([gold], [said], counts=counts):
...     print(answers.ids, answers.answers, counts.notes)
['news-7'] [('same',)] ['sentences paired in the order of the files: the sent_id of said.conllu are mere numbers']
"""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Literal

from murho.core.case import Answers, Cases
from murho.formats.join import Batch, Unpaired, pair


def paired(
    cases: Iterable[Cases],
    answers: Iterable[Answers],
    *,
    missing: Literal["undefined", "skip"] = "undefined",
    extra: Literal["error", "ignore"] = "error",
    paths: tuple[str, str] = ("the cases", "the answers"),
    counts: Unpaired | None = None,
) -> Iterator[tuple[Cases, Answers]]:
    """Sentences with their answers: see the module; that they belong together in order is noted in `counts`.

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
    for _, said in pair(cases, answers, by_line=True, entries="sentences"):
        yield said


def _started(cases: Iterable[Cases], answers: Iterable[Answers]) -> tuple[Iterator[Cases], Iterator[Answers], str]:
    """Both streams, and why their sentences belong together by their place; empty where they do so by id.

    The first batches tell: within a file all sentences have ids, or none.
    """
    (one, cases), (other, answers) = _peek(iter(cases)), _peek(iter(answers))
    if one is None or other is None:
        return cases, answers, ""
    ours, theirs = one.features.get("sent_id"), other.extras.get("sent_id")
    if ours is None or theirs is None:
        return cases, answers, f"{one.path if ours is None else other.path} has no sent_id"
    numbers = [all(map(str.isdecimal, names)) for names in (ours, theirs)]
    if numbers[0] == numbers[1]:
        return cases, answers, ""
    return cases, answers, f"the sent_id of {one.path if numbers[0] else other.path} are mere numbers"


def _peek(batches: Iterator[Batch]) -> tuple[Batch | None, Iterator[Batch]]:
    first = next(batches, None)
    return first, batches if first is None else chain([first], batches)

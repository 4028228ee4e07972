"""Cases and answers brought together by id, as streams.

Files are mostly in one order; then memory stays constant. Otherwise what has not found its partner waits, as columns.

>>> cases = Cases(["a", "b", "c"], ["A", "B", "C"], [("1",), ("2",), ("3",)])
>>> counts = Unpaired()
>>> for batch, answers in pair([cases], [Answers(["c", "a"], [("3",), ("0",)])], counts=counts):
...     print(batch.ids, answers.answers, answers.failures)
['a', 'c'] [('0',), ('3',)] None
['b'] [UNDEFINED] ['missing']
>>> counts
Unpaired(missing_answers=1, unmatched_answers=0, notes=[])

Cases paired with their answers as the formats of both say: `belonging`.

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

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Generic, Literal, TypeVar

from murho.core.case import Answers, Cases
from murho.core.case import join as join_cases
from murho.core.columns import glued as glued_columns
from murho.core.columns import joined_columns, picked, taken_rows
from murho.core.errors import InputError, UsageError
from murho.core.spelling import setting
from murho.formats.format import Format

Batch = TypeVar("Batch", Cases, Answers)

_ALL_NEEDED = {
    "lines": "a line is needed for each, a blank one for an empty text",
    "sentences": "as many are needed in both files here; where one splits the text otherwise, score whole files: "
    "murho score dependencies, murho compare --references",
}
"""What to do about files of different lengths, by what their entries are called."""


@dataclass
class Unpaired:
    """How many were left over; complete when the last pair has been taken."""

    missing_answers: int = 0
    """Cases without an answer, whether judged as UNDEFINED or skipped."""
    unmatched_answers: int = 0
    """Answers without a case, which were ignored."""
    notes: list[str] = field(default_factory=list)
    """What else was left out, or dealt out otherwise than it stood."""


def pair(
    cases: Iterable[Cases],
    answers: Iterable[Answers],
    *,
    missing: Literal["undefined", "skip"] = "undefined",
    extra: Literal["error", "ignore"] = "error",
    by_line: bool = False,
    entries: str = "lines",
    paths: tuple[str, str] = ("the cases", "the answers"),
    counts: Unpaired | None = None,
    some_paired: bool = False,
) -> Iterator[tuple[Cases, Answers]]:
    """Cases with their answers, in batches of equal ids; not necessarily in the order of either file.

    A case without an answer comes at the end as UNDEFINED with the failure `missing`, or is skipped; both are
    counted in `counts`. With `by_line`, entries belong together by their place, and a different number is an error
    whatever `missing` and `extra` say; `entries` is what it calls them, `paths` where they come from. `some_paired`
    says that others of these files have found each other already (`pair_part`).

    Raises:
        InputError: an answer without a case (`extra="error"`), answers of which none has a case, an id that occurs
            twice, files of different lengths.
    """
    if missing not in ("undefined", "skip"):
        raise UsageError(f"missing answers are 'undefined' or 'skip', not {missing!r}")
    if extra not in ("error", "ignore"):
        raise UsageError(f"extra answers are an 'error' or 'ignore', not {extra!r}")
    if by_line:
        return _by_line(cases, answers, entries, paths)
    return _by_id(cases, answers, missing, extra, counts or Unpaired(), some_paired)


@dataclass
class Left:
    """What has found no partner in a part of both files; complete when the last pair of the part has been taken."""

    cases: Cases | None = None
    answers: Answers | None = None


def pair_part(cases: Iterable[Cases], answers: Iterable[Answers], left: Left) -> Iterator[tuple[Cases, Answers]]:
    """Cases with their answers by id, of a part of both files; the others go into `left`, to be paired later.

    Raises:
        InputError: an id occurs twice.
    """
    sides = _Side(cases, join_cases), _Side(answers, join_answers)
    while not (sides[0].done and sides[1].done):
        for side in sides:
            side.read()
        if sides[0].rows is not None and sides[1].rows is not None:
            matched, sides[0].rows, sides[1].rows = _matched(sides[0].rows, sides[1].rows)
            if matched:
                yield matched
    left.cases, left.answers = sides[0].rows, sides[1].rows


def _by_id(
    cases: Iterable[Cases], answers: Iterable[Answers], missing: str, extra: str, counts: Unpaired, paired: bool
) -> Iterator[tuple[Cases, Answers]]:
    left, right = _Side(cases, join_cases), _Side(answers, join_answers)
    astray = None
    while not (left.done and right.done):
        # Who waits with less has more to read; as many rows as are waiting, so that the whole stays linear.
        waiting = len(left), len(right)
        if waiting[0] <= waiting[1] or right.done:
            left.read(sum(waiting) // 2)
        if waiting[1] <= waiting[0] or left.done:
            right.read(sum(waiting) // 2)
        if left.rows is not None and right.rows is not None:
            matched, left.rows, right.rows = _matched(left.rows, right.rows)
            if matched:
                paired = True
                yield matched
        if left.done and right.rows is not None:
            if extra == "error":
                raise _no_case(right.rows)
            counts.unmatched_answers += len(right)
            astray = astray or right.rows  # the first are kept for the error, should none have a case
            right.rows = None
        if (
            right.done and astray is not None and not paired
        ):  # a file of other cases, not a system that understood nothing
            found = f"no answer belongs to a case, not even the first, {astray.ids[0]!r}"
            raise InputError(found, "name the answers to these cases", path=astray.path, line=_first_line(astray))
        if right.done and left.rows is not None:
            counts.missing_answers += len(left)
            if missing == "undefined":
                yield left.rows, Answers([], []).for_cases(left.rows.ids)
            left.rows = None


class _Side(Generic[Batch]):
    """One side of the join: a stream, and the rows of it that wait for their partners."""

    def __init__(self, batches: Iterable[Batch], join: Callable[[Sequence[Batch]], Batch]):
        self._batches: Iterator[Batch] = iter(batches)
        self._join: Callable[[Sequence[Batch]], Batch] = join
        self.rows: Batch | None = None
        self.done = False

    def __len__(self) -> int:
        return 0 if self.rows is None else len(self.rows)

    def read(self, rows: int = 1) -> None:
        """Read a batch, and more until there are `rows` new ones."""
        new: list[Batch] = []
        while not self.done and sum(map(len, new)) < max(rows, 1):
            batch = next(self._batches, None)
            if batch is None:
                self.done = True
            else:
                new.append(batch)
        if new:
            self.rows = self._join(([] if self.rows is None else [self.rows]) + new)

    def length_left(self) -> int:
        """How many rows wait or have not been read yet; it reads the stream to its end."""
        return len(self) + sum(map(len, self._batches))


def _matched(cases: Cases, answers: Answers) -> tuple[tuple[Cases, Answers] | None, Cases | None, Answers | None]:
    """The pairs among some cases and answers, in the order of the cases, and the rest of either."""
    if list(cases.ids) == list(answers.ids):
        # Files in one order: nothing has to be looked up.
        return (cases, answers), None, None
    row_of_case, row_of_answer = _positions(cases), _positions(answers)
    both = [name for name in row_of_case if name in row_of_answer]
    if not both:
        return None, cases, answers
    pairs = (
        cases.take([row_of_case[name] for name in both]),
        take_answers(answers, [row_of_answer[name] for name in both]),
    )
    no_answer = [position for name, position in row_of_case.items() if name not in row_of_answer]
    no_case = [position for name, position in row_of_answer.items() if name not in row_of_case]
    return pairs, cases.take(no_answer) if no_answer else None, take_answers(answers, no_case) if no_case else None


def _positions(batch: Cases | Answers) -> dict[str, int]:
    """The row of each id; InputError where an id stands there twice."""
    positions: dict[str, int] = {}
    for position, name in enumerate(batch.ids):
        if positions.setdefault(name, position) != position:
            line = None if batch.lines is None else batch.lines[position]
            raise InputError(
                f"id {name!r} a second time", "give everything an id of its own", path=batch.path, line=line
            )
    return positions


def _no_case(answers: Answers) -> InputError:
    found = f"no case has the id {answers.ids[0]!r} of this answer"
    todo = f"correct the id, or have answers without a case ignored ({setting('extra')}ignore)"
    return InputError(found, todo, path=answers.path, line=_first_line(answers))


def _first_line(answers: Answers) -> int | None:
    return None if answers.lines is None else answers.lines[0]


def _by_line(
    cases: Iterable[Cases], answers: Iterable[Answers], entries: str, paths: tuple[str, str]
) -> Iterator[tuple[Cases, Answers]]:
    left, right = _Side(cases, join_cases), _Side(answers, join_answers)
    paired = 0
    while True:
        for side in (left, right):
            if side.rows is None:
                side.read()
        if left.rows is None or right.rows is None:
            break
        some_cases, some_answers = left.rows, right.rows
        paths = some_cases.path or paths[0], some_answers.path or paths[1]
        size = min(len(some_cases), len(some_answers))
        left.rows = some_cases.take(range(size, len(some_cases))) if len(some_cases) > size else None
        right.rows = take_answers(some_answers, range(size, len(some_answers))) if len(some_answers) > size else None
        some_cases = some_cases if left.rows is None else some_cases.take(range(size))
        some_answers = some_answers if right.rows is None else take_answers(some_answers, range(size))
        yield some_cases, replace(some_answers, ids=some_cases.ids)  # by place, whatever the answers are called
        paired += size
    refuse_lengths(paired + left.length_left(), paired + right.length_left(), entries, paths)


def refuse_lengths(cases: int, answers: int, entries: str, paths: tuple[str, str]) -> None:
    """Refuse files that belong together by place and have different numbers of entries.

    Raises:
        InputError: they have.
    """
    if cases != answers:
        found = f"{answers} {entries}, where {paths[0]} has {cases}"
        raise InputError(found, _ALL_NEEDED.get(entries, "as many are needed in both files"), path=paths[1])


def take_answers(answers: Answers, positions: Sequence[int]) -> Answers:
    """The answers at these positions, in this order."""

    def pick(column: Sequence[Any]) -> Sequence[Any]:
        return picked(column, positions)

    return replace(
        answers,
        ids=pick(answers.ids),
        answers=pick(answers.answers),
        seconds=None if answers.seconds is None else pick(answers.seconds),
        failures=None if answers.failures is None else pick(answers.failures),
        extras=taken_rows(answers.extras, positions),
        lines=None if answers.lines is None else pick(answers.lines),
    )


def join_answers(batches: Sequence[Answers]) -> Answers:
    """One batch of several; what a batch lacks is None there."""
    if len(batches) == 1:
        return batches[0]

    def glued(columns: list[Sequence[Any] | None]) -> Sequence[Any] | None:
        if all(column is None for column in columns):
            return None
        return glued_columns([[None] * len(b) if c is None else c for b, c in zip(batches, columns, strict=True)])

    return Answers(
        ids=glued([batch.ids for batch in batches]) or [],
        answers=glued([batch.answers for batch in batches]) or [],
        seconds=glued([batch.seconds for batch in batches]),
        failures=glued([batch.failures for batch in batches]),
        extras=joined_columns((batch.extras, len(batch)) for batch in batches),
        path=batches[0].path,
        lines=glued([batch.lines for batch in batches]),
        notes=tuple(dict.fromkeys(note for batch in batches for note in batch.notes)),
    )


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

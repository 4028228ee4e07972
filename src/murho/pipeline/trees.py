"""Trees of two whole files: words aligned over the text, so that sentences and tokens may be split otherwise.

What is scored is counted per gold sentence, in columns; nothing is looked at word by word unless slices or classes
ask for it. The sentences of a document (`# newdoc`) are a cluster, others stand for themselves.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Cases, join, numbered
from murho.core.errors import UsageError
from murho.core.judgement import Judgements, join_rows
from murho.formats import by_name
from murho.formats.documents import documents
from murho.formats.opening import is_pipe
from murho.measures.dependencies.dependencies import dependencies
from murho.measures.dependencies.scoring import Scored
from murho.measures.dependencies.scoring import score_files as scored_files
from murho.measures.dependencies.word_rows import word_counts, word_labels
from murho.pipeline.book import Book
from murho.pipeline.reading import Reading
from murho.pipeline.score import Score
from murho.weighting import constant, given

Floats = NDArray[np.float64]
BATCH = 1 << 16
"""Sentences that are summed at once, about so many."""
BATCH_OF_WORDS = 1 << 14
"""The same where there is a row for each of their words."""


def score_trees(
    how: dependencies,
    references: str,
    answers: str,
    format_name: str,
    reading: Reading | None = None,
    settings: dict[str, Any] | None = None,
) -> Score:
    """Score one file of trees against another of the same text.

    Features to slice by are those of words (`how.finer_labels`), and what comments of the gold sentences say.

    Raises:
        InputError: a file is malformed, or they are no analyses of the same text.
    """
    book = Book(how, reading)
    asked = reading or Reading()
    weight = asked.weight
    if weight.whole_suite:
        raise UsageError(f"{weight} looks at the whole suite; weigh trees of whole files by constant or by a feature")
    plain = isinstance(weight, given | constant) and not asked.per_case and set(how.finer_labels).issuperset(asked.by)
    asked_of = [how if one == how else how.finer() for one in book.measures]
    words = any(one.rows == "words" for one in asked_of)
    for cases, found in _sentences(references, answers, format_name, how, plain=plain, words=words):
        by_case = how.judgements(found.counts)
        judged = [by_case if one.rows == "cases" else _by_word(one, found) for one in asked_of]
        book.add(cases, *judged, weights=np.ones(len(cases)) if plain else None)
    notes = ("standard input is read once: documents (newdoc) are not looked at",) if is_pipe(references) else ()
    return replace(book.score({"rules": how.rules, **(settings or {})}), notes=notes)


def judge_files(how: dependencies, references: str, answers: str, format_name: str) -> Judgements:
    """The judgements of all gold sentences, or with `rows="words"` of their words.

    Raises InputError as `score_trees` does.
    """
    parts: list[Judgements] = []
    offsets: list[int] = []
    first = 0
    for cases, found in _sentences(references, answers, format_name, how, plain=True, words=how.rows == "words"):
        parts.append(how.judgements(found.counts) if found.rows is None else _by_word(how, found))
        offsets.append(first)
        first += len(cases)
    return join_rows(parts, offsets)


def _by_word(how: dependencies, found: Scored) -> Judgements:
    assert found.rows is not None
    case = found.rows["sentence"].astype(np.int64)
    return how.judgements(word_counts(found.rows), case=case, labels=word_labels(found))


def _sentences(
    references: str, answers: str, format_name: str, how: dependencies, *, plain: bool, words: bool
) -> Iterator[tuple[Cases, Scored]]:
    """Batches of gold sentences with what was counted of them; `plain` ones have numbers and clusters only."""
    read = _Plain(references) if plain else _Whole(references, format_name, how)
    parts = scored_files(references, answers, how.rules, rows=words)
    for found in _larger(parts, BATCH_OF_WORDS if words else BATCH):
        yield read.take(len(found.counts["gold_words"])), found


def _larger(parts: Iterator[Scored], least: int) -> Iterator[Scored]:
    """The same in fewer batches, of so many sentences at least: sums of few columns cost little, but not nothing."""
    waiting: list[Scored] = []
    for part in parts:
        waiting.append(part)
        if sum(len(one.counts["gold_words"]) for one in waiting) >= least:
            yield _joined(waiting)
            waiting = []
    if waiting:
        yield _joined(waiting)


def _joined(parts: Sequence[Scored]) -> Scored:
    counts = {name: np.concatenate([part.counts[name] for part in parts]) for name in parts[0].counts}
    if parts[0].rows is None:
        return Scored(counts, None)
    numbers: dict[str, int] = {}
    columns: list[dict[str, NDArray[Any]]] = []
    first = 0
    for part in parts:
        assert part.rows is not None
        anew = np.array([*(numbers.setdefault(label, len(numbers)) for label in part.labels), -1], np.int64)
        named = {name: anew[column] for name, column in part.rows.items() if name.endswith(("_upos", "_deprel"))}
        columns.append({**part.rows, **named, "sentence": part.rows["sentence"] + first})
        first += len(part.counts["gold_words"])
    return Scored(counts, {n: np.concatenate([one[n] for one in columns]) for n in columns[0]}, tuple(numbers))


class _Plain:
    """Sentences by number, with the documents they belong to."""

    def __init__(self, path: str):
        self._path, self._first = path, 1
        self._documents = iter(()) if is_pipe(path) else documents(path)

    def take(self, size: int) -> Cases:
        numbers: Sequence[Any] = range(self._first, self._first + size)
        self._first += size
        names = list(islice(self._documents, size))
        return Cases(numbers, numbers, numbers, names if any(names) else None, path=self._path)


class _Whole:
    """Sentences as cases, with all that their comments say."""

    def __init__(self, path: str, format_name: str, how: dependencies):
        if is_pipe(path):
            raise UsageError("features of the sentences are read a second time: give a file, not standard input")
        self._batches = numbered(by_name(format_name).cases(path, how))
        self._rest = Cases([], [], [])

    def take(self, size: int) -> Cases:
        parts = [self._rest] if len(self._rest) else []
        while sum(map(len, parts)) < size:
            parts.append(next(self._batches))
        whole = join(parts)
        self._rest = whole.take(range(size, len(whole)))
        return whole.take(range(size))

"""Trees of two whole files: words aligned over the text, so that sentences and tokens may be split otherwise.

What is scored is counted per gold sentence, in columns; nothing is looked at word by word unless slices or classes
ask for it. The sentences of a document (`# newdoc`) are a cluster, others stand for themselves.

Where one or both are of another annotation, the mapped trees go into a folder of their own for as long as they are
scored: files are aligned as files.
"""

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Cases, join, numbered
from murho.core.errors import InputError, UsageError
from murho.core.judgement import Judgements, join_rows
from murho.formats import by_name
from murho.formats.opening import is_pipe
from murho.formats.sentences import documents
from murho.measures import Measure
from murho.measures.dependencies.dependencies import dependencies
from murho.measures.dependencies.mapping import TreeMap, tree_map
from murho.measures.dependencies.scoring import Scored
from murho.measures.dependencies.scoring import score_files as scored_files
from murho.measures.dependencies.word_rows import word_counts, word_labels
from murho.measures.mapped import SIDES
from murho.pipeline.scoring.book import Book
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.scoring.score import Score
from murho.pipeline.sources import short_digest
from murho.weighting import constant, given

Floats = NDArray[np.float64]
BATCH = 1 << 16
"""Sentences that are summed at once, about so many."""
BATCH_OF_WORDS = 1 << 14
"""Sentences that are summed at once where there is a row for each of their words, about so many."""


def score_trees(
    measure: dependencies,
    references: str,
    answers: str,
    format_name: str,
    reading: Reading | None = None,
    settings: dict[str, Any] | None = None,
) -> Score:
    """Score one file of trees against another of the same text.

    Features to slice by are those of words (`measure.finer_labels`), and what comments of the gold sentences say.

    Raises:
        InputError: a file is malformed, or they are no analyses of the same text.
        UsageError: the weighting looks at the whole suite, or comments are asked for of standard input.
    """
    book = Book(measure, reading)
    asked = reading or Reading()
    weight = asked.weight
    if weight.whole_suite:
        raise UsageError(f"{weight} looks at the whole suite; weigh trees of whole files by constant or by a feature")
    # Where no comment is asked for, and ρ is 1, numbers of sentences will do, and trees need not be read as cases.
    plain = (
        isinstance(weight, given | constant) and not asked.per_case and set(measure.finer_labels).issuperset(asked.by)
    )
    asked_of = [measure if wanted == measure else measure.finer() for wanted in book.measures]
    words = any(wanted.rows == "words" for wanted in asked_of)
    for cases, scored in _sentences(references, answers, format_name, measure, plain=plain, words=words):
        by_case = measure.judgements(scored.counts)
        judged = [by_case if wanted.rows == "cases" else _by_word(wanted, scored) for wanted in asked_of]
        book.add(cases, *judged, weights=np.ones(len(cases)) if plain else None)
    notes = ("standard input is read once: documents (newdoc) are not looked at",) if is_pipe(references) else ()
    return replace(book.score({"rules": measure.rules, **(settings or {})}), notes=notes)


def judge_files(measure: dependencies, references: str, answers: str, format_name: str) -> Judgements:
    """The judgements of all gold sentences, or with `rows="words"` of their words.

    Raises InputError as `score_trees` does.
    """
    parts: list[Judgements] = []
    offsets: list[int] = []
    first = 0
    for cases, scored in _sentences(
        references, answers, format_name, measure, plain=True, words=measure.rows == "words"
    ):
        parts.append(measure.judgements(scored.counts) if scored.rows is None else _by_word(measure, scored))
        offsets.append(first)
        first += len(cases)
    return join_rows(parts, offsets)


def _by_word(measure: dependencies, scored: Scored) -> Judgements:
    assert scored.rows is not None
    case = scored.rows["sentence"].astype(np.int64)
    return measure.judgements(word_counts(scored.rows), case=case, labels=word_labels(scored))


def _sentences(
    references: str, answers: str, format_name: str, measure: dependencies, *, plain: bool, words: bool
) -> Iterator[tuple[Cases, Scored]]:
    """Batches of gold sentences with what was counted of them; `plain` ones have numbers and clusters only."""
    read = _Plain(references) if plain else _Whole(references, format_name, measure)
    parts = scored_files(references, answers, measure.rules, rows=words)
    for scored in _larger(parts, BATCH_OF_WORDS if words else BATCH):
        yield read.take(len(scored.counts["gold_words"])), scored


def _larger(parts: Iterator[Scored], least: int) -> Iterator[Scored]:
    """The parts joined to fewer ones, of `least` sentences or more but for the last: every batch that is summed has a
    cost of its own.
    """
    waiting: list[Scored] = []
    for part in parts:
        waiting.append(part)
        if sum(len(part.counts["gold_words"]) for part in waiting) >= least:
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
        # Each part numbers its labels by itself. The last entry is for -1, no label, which indexes from the end.
        anew = np.array([*(numbers.setdefault(label, len(numbers)) for label in part.labels), -1], np.int64)
        named = {name: anew[column] for name, column in part.rows.items() if name.endswith(("_upos", "_deprel"))}
        columns.append({**part.rows, **named, "sentence": part.rows["sentence"] + first})
        first += len(part.counts["gold_words"])
    return Scored(counts, {n: np.concatenate([column[n] for column in columns]) for n in columns[0]}, tuple(numbers))


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

    def __init__(self, path: str, format_name: str, measure: dependencies):
        if is_pipe(path):
            raise UsageError("features of the sentences are read a second time: give a file, not standard input")
        self._batches = numbered(by_name(format_name).cases(path, measure))
        self._rest = Cases([], [], [])

    def take(self, size: int) -> Cases:
        parts = [self._rest] if len(self._rest) else []
        while sum(map(len, parts)) < size:
            parts.append(next(self._batches))
        joined = join(parts)
        self._rest = joined.take(range(size, len(joined)))
        return joined.take(range(size))


def score_mapped_trees(
    measure: Measure,
    mapping: tuple[str, str],
    references: str,
    answers: str,
    of_trees: dependencies,
    format_name: str,
    reading: Reading,
    settings: dict[str, Any],
) -> Score:
    """The score of two files of trees by `of_trees`, the sides that the mapping names mapped first; see `score_trees`.

    Raises:
        InputError: FILE:LINE: a value that no rule takes; what `score_trees` raises, with the files' own names.
    """
    file, side_named = mapping
    mapped_by, sides = tree_map(file), SIDES[side_named]
    with TemporaryDirectory(prefix="murho-mapped-") as folder:
        files = {"reference": references, "answer": answers}
        for side in sides:
            files[side] = _mapped(mapped_by, files[side], format_name, os.path.join(folder, f"{side}.conllu"))
        made = {"map": f"{file} {short_digest(file)}", "map_side": side_named, **settings}
        try:
            score = score_trees(of_trees, files["reference"], files["answer"], format_name, reading, made)
        except InputError as error:
            # The mapped files are gone when this is read: users are told the names of their own.
            own = {files["reference"]: references, files["answer"]: answers}.get(error.path or "", error.path)
            text = error.found.replace(files["reference"], references).replace(files["answer"], answers)
            raise InputError(text, error.todo, path=own, line=error.line) from None
    return replace(score, measure=repr(measure))


def _mapped(mapping: TreeMap, path: str, format_name: str, target: str) -> str:
    """Write a file's trees to `target` as the mapping has them; returns `target`."""
    if is_pipe(path):
        raise UsageError("a file that is mapped is read before it is scored: give a file, not standard input")
    module: Any = by_name(format_name)

    def trees() -> Any:
        for tree in module.read_trees(path, shape="any"):
            try:
                yield mapping.tree(tree)
            except InputError as error:
                raise error.at(path, tree.line) from None

    module.write_trees(target, trees(), shape="any")
    return target

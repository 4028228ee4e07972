"""The door to the scores: two texts or two files in, counts per gold sentence out.

    F1 = 2 · correct / (gold + system)     precision = correct / system     recall = correct / gold

are ratios of sums over sentences, and so is accuracy on aligned words, correct / aligned. Words of either side belong
to the gold sentence in which they begin; so every score is such a ratio, with the same interval as all others, even
where a parser splits sentences and words in its own way.

>>> from murho.measures.dependencies.rules import conll2018
>>> gold = "1\\tUna\\tuno\\tDET\\t_\\t_\\t2\\tdet\\t_\\t_\\n2\\ttaza\\ttaza\\tNOUN\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n"
>>> scored = score_text(gold.encode(), gold.replace("det", "case").encode(), conll2018())
>>> [scored.counts[name].tolist() for name in ("gold_words", "system_words", "uas", "las")]
[[2], [2], [2], [1]]
>>> score_text(gold.encode(), gold.replace("taza", "casa").encode(), conll2018())
Traceback (most recent call last):
murho.core.errors.InputError: system:2: character 1 of 'casa': 'casa' after 'Una', but gold:2 has 'taza' after 'Una'; \
both sides must be analyses of the same text; only spaces may differ

There are two implementations with the same results: `IMPLEMENTATION` is "compiled" or "python". The second is the
oracle of the first and serves where the extension could not be compiled; MURHO_KERNEL=python asks for it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from os import fspath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.formats.opening import Path, line_blocks
from murho.measures.dependencies import compiled, twin
from murho.measures.dependencies.counts import COUNTS, FLAGS, Row
from murho.measures.dependencies.reading import BOM, Lines, lines_of, segments
from murho.measures.dependencies.rules import Rules

__all__ = ["IMPLEMENTATION", "Scored", "score_files", "score_text"]

IMPLEMENTATION = "compiled" if compiled.FOUND else "python"
BATCH = 8192
"""Gold sentences of one `Scored` when files are read by the twin, about so many."""


@dataclass(frozen=True)
class Scored:
    """What was counted, of gold sentences that follow each other."""

    counts: dict[str, NDArray[np.int64]]
    """Columns by the names of `counts.COUNTS`, one entry per gold sentence."""

    rows: dict[str, NDArray[np.int32]] | None
    """Columns with an entry per gold word, and per system word without a partner, sentence by sentence; if asked for.

    `sentence` is an index into `counts`. For each side (`gold_`, `system_`) there are `word` and `head` (numbers in the
    sentence), `depth` (arcs to the root), `length` (head − word: below 0 if the head stands before it; 0 for a root),
    `upos` and `deprel` (indices into `labels`); -1 where a side has no word (then length is 0). Flags of 0 and 1, by
    the names of `counts.FLAGS`, tell what is right; `content` and `system_content`, which words are content words.
    """

    labels: tuple[str, ...] = ()
    """What the numbers of `upos` and `deprel` stand for."""


def score_text(
    gold: bytes, system: bytes, rules: Rules, *, rows: bool = False, names: tuple[str, str] = ("gold", "system")
) -> Scored:
    """The scores of two texts in CoNLL-U (with the rules conllx: CoNLL-X); `names` are what errors call them.

    Raises:
        InputError: a side is malformed, or they are no analyses of the same text.
    """
    gold, system = gold.removeprefix(BOM), system.removeprefix(BOM)
    if compiled.FOUND:
        return _from_matrices(*compiled.score_text(gold, system, rules, rows, names))
    [scored] = _with_twin(lines_of(gold), lines_of(system), rules, names, rows, batch=None)
    return scored


def score_files(gold: Path, system: Path, rules: Rules, *, rows: bool = False) -> Iterator[Scored]:
    """The scores of two files, plain or compressed, some thousand sentences at a time.

    Raises:
        InputError: a file is missing or malformed, or they are no analyses of the same text.
    """
    if compiled.FOUND:
        for arrays in compiled.score_files(gold, system, rules, rows):
            yield _from_matrices(*arrays)
    else:
        names = fspath(gold), fspath(system)
        yield from _with_twin(_file_lines(gold), _file_lines(system), rules, names, rows, batch=BATCH)


def _with_twin(
    gold: Lines, system: Lines, rules: Rules, names: tuple[str, str], rows: bool, batch: int | None
) -> Iterator[Scored]:
    counts: list[dict[str, int]] = []
    word_rows: list[Row] = []
    for segment in segments(gold, system, rules, names):
        more, words = twin.score(segment, rules)
        if rows:
            word_rows += (row._replace(sentence=row.sentence + len(counts)) for row in words)
        counts += more
        if batch and len(counts) >= batch:
            yield _scored(counts, word_rows if rows else None)
            counts, word_rows = [], []
    if counts or not batch:
        yield _scored(counts, word_rows if rows else None)


def _scored(counts: list[dict[str, int]], rows: list[Row] | None) -> Scored:
    matrix = np.array([list(values.values()) for values in counts], np.int64).reshape(-1, len(COUNTS))
    if rows is None:
        return _from_matrices(matrix, None, [])
    codes: dict[str | None, int] = {None: -1}
    numbers = [[x if isinstance(x, int) else codes.setdefault(x, len(codes) - 1) for x in values] for values in rows]
    return _from_matrices(matrix, np.array(numbers, np.int32), [label for label in codes if label is not None])


def _from_matrices(counts: NDArray[np.int64], rows: NDArray[np.int32] | None, labels: list[str]) -> Scored:
    """Scores from a matrix with a row for each sentence, and the numbers of all words end to end."""
    columns = dict(zip(COUNTS, np.ascontiguousarray(counts.T), strict=True))
    if rows is None:
        return Scored(columns, None)
    words = np.ascontiguousarray(rows.reshape(-1, len(Row._fields)).T)
    named: dict[str, Any] = dict(zip(Row._fields, words, strict=True))
    flags = named.pop("flags")
    for side in "gold", "system":
        head = named[f"{side}_head"]
        named[f"{side}_length"] = np.where(head > 0, head - named[f"{side}_word"], 0).astype(np.int32)
    return Scored(columns, named | {name: flags >> bit & 1 for bit, name in enumerate(FLAGS)}, tuple(labels))


def _file_lines(path: Path) -> Iterable[tuple[int, bytes]]:
    for first, block in line_blocks(path):
        yield from enumerate(block, first)

"""A judgement for every word: counts of 0 and 1, and the classes by which errors are looked at.

A row is a gold word with the system word aligned to it, or a word that only one side has. Its labels are those of the
gold word (of the system's where there is none); `gold`, `given` and `given_upos` tell the two sides apart:

| label | |
|---|---|
| `deprel`, `upos` | relation, part of speech |
| `gold`, `given` | the relation on either side, `∅` where it has no such word |
| `given_upos` | the system's part of speech |
| `length` | words from the word to its head: `1`, `2`, `3-6`, `7+`, or `root` (the classes of CoNLL-X, 2006) |
| `direction` | where the head stands: `left`, `right`, or `root` |
| `arc` | both: `left 1`, `right 3-6`... |
| `depth` | arcs from the root: `0` for the root itself, up to `10+` |
| `sentence_length` | words of the gold sentence, by tens |
| `error` | `right`, `label`, `head`, `head and label`, `missing` or `extra` |
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.columns import Coded
from murho.measures.dependencies.scoring import Scored

Integers = NDArray[np.int64]

LABELS = (
    "deprel",
    "upos",
    "gold",
    "given",
    "given_upos",
    "length",
    "direction",
    "arc",
    "depth",
    "sentence_length",
    "error",
)
"""What rows of words can be sliced by."""
OF_ANSWERS = ("given", "given_upos", "error")
"""Those that the answer decides."""
NOTHING = "∅"
_COUNTED = ("aligned", "upos", "xpos", "ufeats", "all_tags", "lemmas", "uas", "las", "la", "clas", "mlas", "blex")
_LENGTHS = ("root", "1", "2", "3-6", "7+")
_WAYS = ("root", "left", "right")
_DEEPEST = 10
_ERRORS = ("right", "label", "head", "head and label", "missing", "extra")


def word_counts(rows: Mapping[str, NDArray[Any]]) -> dict[str, Integers]:
    """The counts of each word, as far as they are a matter of words."""
    gold, system = rows["gold_word"] >= 0, rows["system_word"] >= 0
    aligned, root = rows["aligned"] > 0, rows["gold_head"] == 0
    counts: dict[str, Any] = {"gold_words": gold, "system_words": system}
    counts |= {name: rows[name] for name in _COUNTED}
    counts |= {
        "gold_content": rows["content"],
        "system_content": rows["system_content"],
        "aligned_content": rows["content"] & aligned,
        "gold_roots": root,
        "roots": root & (rows["uas"] > 0),
    }
    return {name: np.asarray(column, np.int64) for name, column in counts.items()}


def word_labels(scored: Scored) -> dict[str, Coded]:
    """The classes of each word."""
    rows = scored.rows
    assert rows is not None
    of_gold = rows["gold_word"] >= 0

    def either(name: str) -> Integers:
        return np.where(of_gold, rows[f"gold_{name}"], rows[f"system_{name}"]).astype(np.int64)

    def named(codes: Any) -> Coded:  # -1 becomes the first name
        return Coded(np.asarray(codes, np.int64) + 1, (NOTHING, *scored.labels))

    signed = either("length")
    length = np.searchsorted((1, 2, 3, 7), np.abs(signed), side="right")
    way = np.where(signed == 0, 0, np.where(signed < 0, 1, 2))
    return {
        "deprel": named(either("deprel")),
        "upos": named(either("upos")),
        "gold": named(rows["gold_deprel"]),
        "given": named(rows["system_deprel"]),
        "given_upos": named(rows["system_upos"]),
        "length": Coded(length, _LENGTHS),
        "direction": Coded(way, _WAYS),
        "arc": _arcs(way, length),
        "depth": _depths(either("depth")),
        "sentence_length": _tens(scored.counts["gold_words"][rows["sentence"]]),
        "error": _errors(rows),
    }


def _arcs(way: Integers, length: Integers) -> Coded:
    names = [f"{_WAYS[w]} {_LENGTHS[n]}" if w and n else "root" for w in range(3) for n in range(len(_LENGTHS))]
    return Coded(way * len(_LENGTHS) + length, tuple(names))


def _depths(depth: Integers) -> Coded:
    return Coded(np.clip(depth, 0, _DEEPEST), (*map(str, range(_DEEPEST)), f"{_DEEPEST}+"))


def _tens(words: Integers) -> Coded:
    """Classes of ten: 1-10, 11-20... and one for all above 50."""
    names = tuple(f"{10 * i + 1}-{10 * i + 10}" for i in range(5))
    return Coded(np.clip((words - 1) // 10, 0, 5), (*names, "51+"))


def _errors(rows: Mapping[str, NDArray[Any]]) -> Coded:
    code = 3 - 2 * rows["uas"].astype(np.int64) - rows["la"]
    code[rows["aligned"] == 0] = _ERRORS.index("missing")
    code[rows["gold_word"] < 0] = _ERRORS.index("extra")
    return Coded(code, _ERRORS)

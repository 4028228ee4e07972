"""Whether misrecognitions hit the words that carry meaning as often as those in between.

Words of the reference that carry a semantic unit are told from the others: by flags, one for each of its words. Of both
kinds the share that was substituted or deleted is found, and the difference, in whole clusters. Inserted words are of
neither kind.

>>> from murho.core.case import Answers
>>> from murho.measures import measure
>>> from murho.pipeline.scoring.judge import judge
>>> cases = Cases(["1", "2"], ["", ""], [("uh to bonn",), ("please to rome",)])
>>> rows = judge(measure("words").finer(), cases, Answers(cases.ids, [("to born",), ("please to rome",)]))
>>> found = content_words(cases, rows, [[False, False, True], [False, False, True]], level=0.95)
>>> found.carrying.value, found.others.value, found.difference.value
(0.5, 0.25, 0.25)
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Cases, words_of
from murho.core.comparison import Difference, compare
from murho.core.errors import InputError
from murho.core.figure import Figure, figure
from murho.core.judgement import Judgements
from murho.core.tally import tally
from murho.formats.opening import text_lines

OUTSIDE = ("", "O")
"""Labels of words that carry nothing."""
Flags = Sequence[Sequence[bool] | None]
"""For each case whether its words carry a unit, by their places; None where that is not known."""


@dataclass(frozen=True)
class ContentWords:
    """How often both kinds of words are substituted or deleted."""

    carrying: Figure
    """The share of the words that carry a unit."""
    others: Figure
    """The share of all other words."""
    difference: Difference
    """The rate of the words that carry a unit less that of the others."""
    left_out: int
    """Cases of which is not known which words carry something."""

    def as_json(self) -> dict[str, Any]:
        """The object that `murho show --content --json` prints."""
        d = self.difference
        return {
            "carrying": self.carrying.as_json(),
            "others": self.others.as_json(),
            "difference": d.value,
            "interval": [d.low, d.high] if d.value is not None and isfinite(d.high - d.low) else None,
            "p_value": d.p_value,
            "flags": list(d.flags),
            "left_out": self.left_out,
        }


def content_words(
    cases: Cases,
    rows: Judgements,
    carrying: Flags,
    rho: NDArray[np.float64] | None = None,
    *,
    level: float,
    seed: int = 0,
    resamples: int = 9999,
) -> ContentWords:
    """Errors on words that carry a unit, and on the others.

    Args:
        cases: with the references whose words are meant.
        rows: of a measure that judges words one by one (`Judgements.word`).
        carrying: which words carry a unit; cases without as many flags as words of their only reference are left
            out, and counted.
        rho: (cases,), the importance; 1 unless given.
        level: of the intervals.
        seed: of the halves of clusters that are drawn.
        resamples: how many are.

    Raises:
        InputError: the rows do not stand for words.
    """
    if rows.word is None:
        raise InputError("nothing here is judged by words", "take a measure that does, as words", path=cases.path)
    known = [
        flags if flags is not None and len(reference) == 1 and len(flags) == words_of(reference) else None
        for flags, reference in zip(carrying, cases.meant, strict=True)
    ]
    table = np.zeros((len(cases), 4))  # errors and words of those that carry a unit, errors and words of the rest
    columns = (rows.case.tolist(), rows.word.tolist(), rows.loss.tolist(), rows.units.tolist())
    for case, word, loss, units in zip(*columns, strict=True):
        if word >= 0 and (flags := known[case]) is not None:
            table[case, 0 if flags[word] else 2] += loss
            table[case, 1 if flags[word] else 3] += units
    weights = np.ones(len(cases)) if rho is None else rho
    clusters = list(cases.clusters or cases.ids)
    figures = [
        figure(tally(Judgements.of(table[:, k], table[:, k + 1]), weights, clusters).close(), level=level)
        for k in (0, 2)
    ]
    number: dict[Any, int] = {}
    # A case without a cluster is one of its own.
    keys = [(True, name) if name is not None else (False, one) for name, one in zip(clusters, cases.ids, strict=True)]
    cluster = np.array([number.setdefault(key, len(number)) for key in keys], np.int64)
    sums = [np.bincount(cluster, table[:, k] * weights) for k in (2, 3, 0, 1)]
    # The others are A, what carries a unit is B: the difference is B − A.
    left_out = sum(flags is None for flags in known)
    difference = compare(*sums, pairs=len(cases) - left_out, level=level, seed=seed, resamples=resamples)
    return ContentWords(figures[0], figures[1], difference, left_out)


def by_label(cases: Cases, name: str) -> Flags:
    """Words whose label is neither empty nor `O`.

    >>> by_label(Cases(["1"], [""], [("ask anna",)], labels={"entity": [["O", "PERSON"]]}), "entity")
    [[False, True]]
    """
    column = cases.labels.get(name) or [None] * len(cases)
    return [None if labels is None else [label not in OUTSIDE for label in labels] for labels in column]


def by_units(cases: Cases, words: Mapping[str, Iterable[str]] | None = None) -> Flags:
    """Words that say a unit of the case: those of its value, and those that `words` has for it or for its class.

    A unit is `class:value` or a word by itself; words under the empty name carry a unit in every case. Case and
    punctuation at the ends of a word do not count. Of a case whose meaning is no list of units nothing is known.

    >>> units = ["source:bad hersfeld", "time:09:00"]
    >>> one = Cases(["1"], [""], [("from Bad Hersfeld at nine, please",)], own=[(units,)])
    >>> by_units(one)
    [[False, True, True, False, False, False]]
    >>> by_units(one, {"time": ["nine"]})
    [[False, True, True, False, True, False]]
    """
    said = {unit: {_plain(word) for word in listed} for unit, listed in (words or {}).items()}
    flags: list[list[bool] | None] = []
    for reference, meant in zip(cases.references, cases.itself.references, strict=True):
        units = _units(meant)
        if units is None or not reference or not isinstance(reference[0], str):
            flags.append(None)
            continue
        carriers = set(said.get("", ()))
        for unit in units:
            name, _, value = unit.partition(":")
            carriers |= {*map(_plain, (value or name).split()), *said.get(name, ()), *said.get(unit, ())}
        flags.append([_plain(word) in carriers for word in reference[0].split()])
    return flags


def _units(meant: Any) -> list[str] | None:
    """All units of the meanings of a case; None where one is no list of texts, or the case is open."""
    if meant is None or not all(isinstance(one, list | tuple) for one in meant):
        return None
    units = [unit for one in meant for unit in one]
    return units if all(isinstance(unit, str) for unit in units) else None


def _plain(word: str) -> str:
    return word.casefold().strip('.,;:!?"()[]¡¿…“”„«»')


def read_words(path: str) -> dict[str, list[str]]:
    """Words that carry units, by unit or class: on each line a unit, a tab, and words; without a tab words alone.

    Raises:
        InputError: the file cannot be read, or has no word.
    """
    words: dict[str, list[str]] = {}
    for _, line in text_lines(path):
        text = line.rstrip("\r\n")
        if not text.strip() or text.startswith("#"):
            continue
        unit, tab, listed = text.partition("\t")
        words.setdefault(unit.strip() if tab else "", []).extend((listed if tab else unit).split())
    if not any(words.values()):
        raise InputError("no word in it", "write `unit<TAB>words` or a word on each line", path=path)
    return words

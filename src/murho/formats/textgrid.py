"""Praat TextGrids: a tier of words and a tier of breaks, as long or short text, in UTF-8 or UTF-16.

A file, or a folder whose `.TextGrid` files belong together with those of the same name in another. The tiers are found
by their names, whatever the case (`words`, `word`, `orthography`...; `breaks`, `break indices`, `boundaries`...), or
named in `tiers`: `"words,breaks"`. A third tier (`utterances`, `sentences`...) divides a recording, which is one
utterance otherwise.

- A point of the tier of breaks belongs to the last word whose middle it follows, and its mark is the label; a point
  without a mark is a break of type 1. A word without a point has the label `0`.
- An interval of the tier of breaks gives its label to the words whose middles lie in it; without a text it is `0`.

Intervals of the tier of words that are empty or a pause (`sp`, `sil`, `<p:>`, `#`...) are no words. In a folder the
name of the file is the id; of several utterances it is the cluster, and their ids are `interview:1`, `interview:2`...

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "yes.TextGrid")
>>> _ = path.write_text('''File type = "ooTextFile"
... "TextGrid" 0 1 <exists> 2
... "IntervalTier" "words" 0 1 3  0 0.4 "oh" 0.4 0.6 "" 0.6 1 "yes"
... "TextTier" "breaks" 0 1 1  0.5 "1"
... ''')
>>> [(cases.ids, cases.expressions, cases.references) for cases in read_cases(path)]
[(['1'], ['oh yes'], [(['1', '0'],)])]
"""

import os
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from murho.core.case import Answers, Cases
from murho.core.errors import InputError, UsageError
from murho.core.spelling import setting
from murho.formats.format import Format
from murho.formats.opening import Path, whole
from murho.formats.utterances import NO_BREAK, Utterance, answers_of, cases_of
from murho.plugs import Option

# Praat's text files: what stands freely in them counts, the rest is for the eye.
#
# Long and short text differ only in what a reader may skip: strings in quotes, numbers and flags are data when white
# space comes before them; everything else (`xmin =`, `intervals [2]:`, comments from `!` on) is not. After the manual
# page "TextGrid file formats" of Praat.


_DATA = re.compile(
    r"""(?<!\S)(?:"(?P<text>(?:[^"]|"")*)"|(?P<number>[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?)|(?P<flag><\w+>)|![^\n]*)"""
)
_TODO = "save it anew from Praat, as a text file"


class Mark(NamedTuple):
    """An interval with its text, or a point (whose end is its start); times in seconds."""

    start: float
    end: float
    text: str
    line: int


@dataclass(frozen=True)
class Tier:
    """A tier of intervals or of points."""

    name: str
    points: bool
    marks: list[Mark]
    line: int


def read_tiers(path: Path) -> list[Tier]:
    """The tiers of a TextGrid.

    Raises:
        InputError: no TextGrid, a binary one, one that breaks off, not UTF-8 or UTF-16...
    """
    data = _Data(_text(path), path)
    if data.next("text")[0] != "ooTextFile" or data.next("text")[0] != "TextGrid":
        raise data.error("no TextGrid", "name another file, or another format")
    data.next("number"), data.next("number")  # from and to when: every tier says it again
    if data.next("flag")[0] != "<exists>":
        return []
    return [_binary_tier(data) for _ in range(data.count())]


def _binary_tier(data: "_Data") -> Tier:
    kind, line = data.next("text")
    if kind not in ("IntervalTier", "TextTier"):
        raise data.error(f"a tier of the class {kind!r}", "only IntervalTier and TextTier are read")
    name, _ = data.next("text")
    data.next("number"), data.next("number")
    points, marks, last = kind == "TextTier", [], float("-inf")
    for _ in range(data.count()):
        start = float(data.next("number")[0])
        end = start if points else float(data.next("number")[0])
        text, mark_line = data.next("text")
        if start < last or end < start:
            raise data.error(f"{start:g} s comes after {max(last, end):g} s", "put the tier in order of time")
        marks.append(Mark(start, end, " ".join(text.replace('""', '"').split()), mark_line))
        last = start
    return Tier(name.replace('""', '"'), points, marks, line)


class _Data:
    """The data of a file, one after the other, each with its line."""

    def __init__(self, text: str, path: Path):
        self._text, self._path = text, path
        # A comment matches too, so that nothing in it is taken for data, but has no group.
        self._matches: Iterator[re.Match[str]] = (m for m in _DATA.finditer(text) if m.lastgroup)
        self._line, self._at = 1, 0

    def next(self, kind: str) -> tuple[str, int]:
        """The next datum, which must be of this kind, and its line."""
        match = next(self._matches, None)
        position = len(self._text) if match is None else match.start()
        self._line += self._text.count("\n", self._at, position)
        self._at = position
        if match is None:
            raise self.error(f"the file breaks off where a {kind} is expected", _TODO)
        if match.lastgroup != kind:
            raise self.error(f"{match[0][:40]} where a {kind} is expected", _TODO)
        return match[kind], self._line

    def count(self) -> int:
        """The next datum as a number of things."""
        text, _ = self.next("number")
        if not text.isdigit() or len(text) > 9:
            raise self.error(f"{text} where a number of things is expected", _TODO)
        return int(text)

    def error(self, found: str, todo: str) -> InputError:
        """An error on the line of the datum that was taken last."""
        return InputError(found, todo, path=self._path, line=self._line)


def _text(path: Path) -> str:
    raw = whole(path)
    if raw.startswith(b"ooBinaryFile"):
        raise InputError("a binary file of Praat's", _TODO, path=path)
    encoding = "utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return raw.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = None if encoding == "utf-16" else raw.count(b"\n", 0, error.start) + 1
        raise InputError(f"neither UTF-8 nor UTF-16 (byte {error.start + 1})", _TODO, path=path, line=line) from None


PAUSES = frozenset({"", "sp", "sil", "<sil>", "<p>", "<p:>", "#", "_"})
"""Texts of a tier of words that are no words."""

_NAMES = {
    "words": ("words", "word", "orthography", "orth", "ort", "ort-mau", "tokens"),
    "breaks": ("breaks", "break", "break indices", "breakindices", "boundaries", "boundary", "phrase breaks"),
    "utterances": ("utterances", "utterance", "utt", "sentences", "sentence"),
}


def read_cases(path: Path, *, batch: int = 8192, tiers: str | None = None) -> Iterator[Cases]:
    """A case for every utterance of a file, or of the files of a folder.

    Raises:
        InputError: no TextGrid, no such tier, a break before the first word, two for one word...
        UsageError: `tiers` is not two or three names.
    """
    return cases_of(_utterances(path, tiers), path, batch)


def read_answers(path: Path, *, batch: int = 8192, tiers: str | None = None) -> Iterator[Answers]:
    """An answer for every utterance of a file, or of the files of a folder.

    Raises:
        InputError: no TextGrid, no such tier, a break before the first word, two for one word...
        UsageError: `tiers` is not two or three names.
    """
    return answers_of(_utterances(path, tiers), path, batch)


def _utterances(path: Path, tiers: str | None) -> Iterator[Utterance]:
    wanted = tiers.split(",") if tiers else []
    if tiers and not (2 <= len(wanted) <= 3 and all(name.strip() for name in wanted)):
        raise UsageError(f"tiers {tiers!r}; give the names of those with the words and the breaks: words,breaks")
    if not os.path.isdir(path):
        yield from _recording(path, wanted, None)
        return
    # Sorted: folders are listed in another order on every system.
    names = sorted(name for name in os.listdir(path) if name.lower().endswith(".textgrid"))
    if not names:
        raise InputError("no .TextGrid file in this folder", "name another one", path=path)
    for name in names:
        yield from _recording(os.path.join(path, name), wanted, os.path.splitext(name)[0])


def _recording(path: Path, wanted: Sequence[str], name: str | None) -> Iterator[Utterance]:
    """The utterances of one file."""
    tiers = read_tiers(path)
    given = dict(zip(_NAMES, wanted, strict=False))
    words = _tier(tiers, "words", given.get("words"), path)
    breaks = _tier(tiers, "breaks", given.get("breaks"), path)
    if words.points:
        raise InputError(f"tier {words.name!r} has points", "name an interval tier", path=path, line=words.line)
    spoken = [mark for mark in words.marks if mark.text not in PAUSES]
    middles = [(mark.start + mark.end) / 2 for mark in spoken]
    labels = (_by_points if breaks.points else _by_intervals)(middles, breaks, path)
    texts = [mark.text for mark in spoken]
    if "utterances" not in given and not any(tier.name.lower() in _NAMES["utterances"] for tier in tiers):
        # Of a file in a folder the name helps; a line, which would be that of a tier, does not.
        yield Utterance(texts, labels, 0 if name else words.line, name)
        return
    parts = _tier(tiers, "utterances", given.get("utterances"), path)
    for number, part in enumerate((part for part in parts.marks if part.text not in PAUSES), 1):
        first, last = (bisect_right(middles, time) for time in (part.start, part.end))
        utterance_name = f"{name}:{number}" if name else None
        yield Utterance(texts[first:last], labels[first:last], 0 if name else part.line, utterance_name, name)


def _tier(tiers: Sequence[Tier], what: str, name: str | None, path: Path) -> Tier:
    """The tier of that name, or the one whose name says that it is the tier of words, breaks or utterances."""
    wanted = (name.strip().lower(),) if name else _NAMES[what]
    matching = [tier for tier in tiers if tier.name.strip().lower() in wanted]
    if len(matching) == 1:
        return matching[0]
    there = ", ".join(repr(tier.name) for tier in tiers) or "none at all"
    which = f"tier {name.strip()!r}" if name else f"tier of {what}"
    number = f"{len(matching)} times a {which}" if matching else f"no {which}"
    raise InputError(f"{number} among {there}", f"name the tiers: {setting('tiers')}WORDS,BREAKS", path=path)


def _by_points(middles: Sequence[float], breaks: Tier, path: Path) -> list[str | None]:
    """The label of each word: the mark of the point that follows its middle; InputError where two do, or none can."""
    labels: list[str | None] = [NO_BREAK] * len(middles)
    taken: dict[int, float] = {}
    for mark in breaks.marks:
        word = bisect_right(middles, mark.start) - 1
        if word < 0:
            found = f"a break at {mark.start:g} s, before the middle of the first word"
            raise InputError(found, "put it after the word it follows", path=path, line=mark.line)
        if word in taken:
            found = f"breaks at {taken[word]:g} s and {mark.start:g} s, both after word {word + 1}"
            raise InputError(found, "leave one of them out", path=path, line=mark.line)
        taken[word] = mark.start
        labels[word] = mark.text or "1"
    return labels


def _by_intervals(middles: Sequence[float], breaks: Tier, path: Path) -> list[str | None]:
    """The label of each word: the text of the interval in which its middle lies."""
    starts = [mark.start for mark in breaks.marks]
    labels: list[str | None] = []
    for middle in middles:
        interval = bisect_right(starts, middle) - 1
        inside = interval >= 0 and middle <= breaks.marks[interval].end
        labels.append((breaks.marks[interval].text if inside else "") or NO_BREAK)
    return labels


FORMAT = Format(
    name="textgrid",
    title="Praat TextGrids",
    aliases=("praat",),
    suffixes=(".textgrid",),
    holds=("breaks",),
    options=(
        Option(
            "tiers", "text", None, "The names of the tiers of words, of breaks and perhaps of utterances: words,breaks."
        ),
    ),
    read_cases=read_cases,
    read_answers=read_answers,
    example="murho score breaks reference.TextGrid system.TextGrid --tiers words,breaks",
)

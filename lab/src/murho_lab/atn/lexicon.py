"""What words are: readings from a lexicon, or from a treebank's own tags.

A lexicon file has a line for each reading: `form<TAB>CATEGORY`, or `form<TAB>CATEGORY<TAB>feature=value|...`. Lines
that start with `#` and hold no tab are comments. The form `<unknown>` stands for every word that has no line.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "words.tsv")
>>> _ = path.write_text("# a toy\\nthe\\tDET\\nman\\tN\\tNumber=Sing\\nman\\tV\\n<unknown>\\tPROPN\\n")
>>> words = read_lexicon(path)
>>> [[(r.category, dict(r.features)) for r in word.readings] for word in words.sentence("The man Ulf").words]
[[('DET', {})], [('N', {'Number': 'Sing'}), ('V', {})], [('PROPN', {})]]
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from typing import NamedTuple

from murho.core.errors import InputError
from murho_lab.atn.values import NO_FEATURES

UNKNOWN = "<unknown>"


class Reading(NamedTuple):
    """One thing that a word may be."""

    category: str
    features: Mapping[str, str] = NO_FEATURES


class Token(NamedTuple):
    """A word of a sentence with its readings."""

    form: str
    readings: tuple[Reading, ...]


@dataclass(frozen=True)
class Sentence:
    """Words to parse; `unknown` are the forms that the lexicon lacks."""

    words: Sequence[Token]
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lexicon:
    """Readings by form; `default` those of words that are not in it."""

    readings: Mapping[str, tuple[Reading, ...]]
    default: tuple[Reading, ...] = ()

    def look_up(self, form: str) -> tuple[Reading, ...] | None:
        """The readings of a form, as it is or in lower case; None where it has none."""
        return self.readings.get(form) or self.readings.get(form.lower())

    def sentence(self, text: str | Iterable[str]) -> Sentence:
        """A sentence of words parted by white space, or given one by one.

        Words that are not in the lexicon have its default readings; without those they match WRD, MEM and TST only.
        """
        words: list[Token] = []
        unknown: dict[str, None] = {}
        for form in text.split() if isinstance(text, str) else text:
            readings = self.look_up(form)
            if readings is None:
                unknown[form] = None
            words.append(Token(form, self.default if readings is None else readings))
        return Sentence(words, tuple(unknown))


def read_lexicon(path: str | PathLike[str], *, unknown: Sequence[Reading] = ()) -> Lexicon:
    """The lexicon in a file; `unknown` overrides what it says of unknown words.

    Raises:
        InputError: FILE:LINE: what is wrong there; what to do.
    """
    from murho.formats.opening import text_lines

    by_form: dict[str, dict[tuple[str, tuple[tuple[str, str], ...]], Reading]] = {}
    for number, line in text_lines(path):
        if not line.strip() or ("\t" not in line and line.startswith("#")):
            continue
        form, *columns = line.split("\t")
        form = form.strip()
        try:
            if not form:
                raise InputError("no form before the tab", "write form<TAB>CATEGORY<TAB>feature=value|...")
            entry = reading(columns)
        except InputError as error:
            raise error.at(fspath(path), number) from None
        # A reading that stands on two lines is one: twice it would be followed twice.
        by_form.setdefault(form, {})[(entry.category, tuple(sorted(entry.features.items())))] = entry
    readings = {form: tuple(several.values()) for form, several in by_form.items()}
    default = tuple(unknown) or readings.get(UNKNOWN, ())
    return Lexicon({form: several for form, several in readings.items() if form != UNKNOWN}, default)


def reading(columns: Sequence[str]) -> Reading:
    """A reading from its category and features as text.

    >>> reading(["NOUN", "Gender=Fem|Number=Sing"]).features["Number"]
    'Sing'

    Raises:
        InputError: what is wrong; the caller knows where.
    """
    if not 1 <= len(columns) <= 2 or not columns[0].strip():
        todo = "write form<TAB>CATEGORY<TAB>feature=value|..., with tabs"
        raise InputError("a line without a category" if len(columns) < 2 else f"{len(columns) + 1} columns", todo)
    features: dict[str, str] = {}
    written = columns[1].strip() if len(columns) == 2 else ""
    for pair in written.split("|") if written not in ("", "_") else ():
        feature, sign, value = pair.partition("=")
        if not (feature and sign and value):
            raise InputError(f"{pair!r} where a feature belongs", "write feature=value, parted by |")
        features[feature.strip()] = value.strip()
    return Reading(columns[0].strip(), features)


def lexicon_of(sentences: Iterable[Sentence], *, unknown: Sequence[Reading] = ()) -> Lexicon:
    """The lexicon that sentences with readings hold between them, the most frequent reading of a form first."""
    counts: dict[str, dict[tuple[str, tuple[tuple[str, str], ...]], int]] = {}
    for sentence in sentences:
        for word in sentence.words:
            for entry in word.readings:
                kinds = counts.setdefault(word.form, {})
                key = (entry.category, tuple(sorted(entry.features.items())))
                kinds[key] = kinds.get(key, 0) + 1
    readings = {
        form: tuple(Reading(c, dict(f)) for c, f in sorted(kinds, key=lambda key, kinds=kinds: -kinds[key]))  # type: ignore[misc]
        for form, kinds in counts.items()
    }
    return Lexicon(readings, tuple(unknown))

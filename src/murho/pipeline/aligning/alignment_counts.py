"""Alignments of files, case by case, and what is counted while they pass by: confusions, keywords, error by frequency.

>>> import pathlib, tempfile
>>> from murho.measures import measure
>>> files = [pathlib.Path(tempfile.mkdtemp(), name) for name in ("references.txt", "answers.txt")]
>>> for file, text in zip(files, ("to bonn\\nyes\\n", "to born\\nyes\\n")):
...     _ = file.write_text(text)
>>> alignments, findings = look_through(measure("words"), *map(str, files))
>>> [alignment.errors for alignment in alignments], findings.whole.most("pairs"), findings.whole.in_error
([1, 0], [(('bonn', 'born'), 1)], 1)

>>> from murho.core.case import Answers
>>> cases = Cases(["u1"], ["to berlin"], [("to berlin",)], features={"speaker": ["anna"]})
>>> (alignment,) = align_batches(measure("words"), [(cases, Answers(["u1"], [("to bonn",)]))], by=("speaker",))
>>> alignment.id, alignment.errors, alignment.units, alignment.groups
('u1', 1, 2, {'speaker': ('anna',)})

Keywords and frequencies are those of words as alignments have them, whether a file lists them or Python.

>>> keywords_of(["New York", "bonn"], measure("words(normalize='lower')"))
(('new', 'york'), ('bonn',))
>>> frequencies_of({"New": 3, "new": 4}, measure("words(normalize='lower')"))
{'new': 7}
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from murho.core.case import Answers, Cases
from murho.core.errors import InputError, MeaningError, shortened
from murho.core.ledger import group_name
from murho.core.meaning import UNDEFINED
from murho.core.signature import SCHEMA_VERSION, signature
from murho.formats.join import Unpaired
from murho.measures import Measure
from murho.measures.text.confusions import Confusions
from murho.measures.text.keywords import ByFrequency, Keyword, Spotting, read_frequencies, read_keywords
from murho.pipeline.scoring.alignment import Alignment, Counted
from murho.pipeline.scoring.book import Book
from murho.pipeline.scoring.judge import complaint
from murho.pipeline.scoring.reading import Reading, Watch
from murho.pipeline.sources import Pairing, pairs_of, short_digest
from murho.version import __version__


def align_files(
    measure: Measure,
    references: str,
    answers: str,
    pairing: Pairing,
    *,
    by: Sequence[str] = (),
    by_if_known: Sequence[str] = (),
) -> tuple[Iterator[Alignment], Unpaired]:
    """The alignments of two files, one by one, and the count of what had no partner, filled as they are read.

    Raises:
        InputError: a file is malformed, or the files do not belong together.
        UsageError: an option does not fit the formats.
    """
    pairs, counted = pairs_of(references, answers, pairing, measure)
    return align_batches(measure, pairs, by, by_if_known), counted


def align_batches(
    measure: Measure,
    batches: Iterable[tuple[Cases, Answers]],
    by: Sequence[str] = (),
    by_if_known: Sequence[str] = (),
) -> Iterator[Alignment]:
    """The alignments of matched batches, one by one, each with the groups of its case by feature.

    Features in `by` are those that every batch has to have; of `by_if_known` those count that a batch has.

    Raises:
        InputError: a case is open, or a meaning cannot be aligned; its file and line are named.
    """
    for batch, given in batches:
        cases, answers = batch.at_stage(measure.stage), given.at_stage(measure.stage)
        try:
            steps = measure.aligned(cases.meant, answers.answers)
        except MeaningError as error:
            raise complaint(error, cases, answers) from None
        known = [feature for feature in by_if_known if feature in cases.features]
        columns = {feature: cases.feature(feature) for feature in (*by, *known)}
        for i, name in enumerate(cases.ids):
            yield Alignment(
                name,
                steps[i],
                answers.answers[i] is UNDEFINED,
                None if answers.failures is None else answers.failures[i],
                {feature: _groups(column[i]) for feature, column in columns.items()},
                None if cases.clusters is None else cases.clusters[i],
                (answers.lines[i] if answers.lines else None) or None,  # a missing answer stands at line 0: nowhere
            )


def _groups(value: object) -> tuple[str, ...]:
    values = (value or [None]) if isinstance(value, list) else [value]
    return tuple(dict.fromkeys(map(group_name, values)))


Keywords = str | Sequence[str]
"""The path of a file with a keyword on each line, or the keywords."""
Frequencies = str | Mapping[str, int]
"""The path of a file with a word and a number on each line, or the numbers by word."""


def keywords_of(given: Keywords, measure: Measure) -> tuple[Keyword, ...]:
    """The keywords as the measure normalises and cuts them, for so they stand in alignments.

    Raises:
        InputError: there is no keyword, or nothing is left of one; that of a file with its line.
    """
    path = given if isinstance(given, str) else None
    lines = read_keywords(given) if isinstance(given, str) else [(None, text) for text in given]
    if not lines:
        raise InputError("no keyword at all", "give one at least, or leave keywords= away")
    keywords = []
    for number, text in lines:
        tokens = measure.tokens_of(text)
        if not tokens:
            todo = f"take it out, or normalise less: {measure!r}"
            raise InputError(f"nothing is left of the keyword {text!r}", todo, path=path, line=number)
        keywords.append(tokens)
    return tuple(keywords)


def frequencies_of(given: Frequencies, measure: Measure) -> dict[str, int]:
    """The frequencies by token, the words normalised and cut by the measure as in alignments.

    Raises:
        InputError: a frequency is no whole number from 0 on.
    """
    frequencies: dict[str, int] = {}
    by_word = read_frequencies(given) if isinstance(given, str) else given
    for word, count in by_word.items():  # several words may become one token: their counts add up
        if not isinstance(count, int) or isinstance(count, bool) or count < 0:
            found = f"the frequency of {shortened(repr(word), 60)} is {shortened(repr(count), 60)}"
            raise InputError(found, "give a whole number from 0 on")
        for token in measure.tokens_of(word):
            frequencies[token] = frequencies.get(token, 0) + count
    return frequencies


def signed(given: Keywords | Frequencies | None) -> str | None:
    """What signatures say of either: the digest of the file, or of the file that would list what was given.

    >>> signed(["bonn", "new york"])
    'sha256:b9bbdcf29605'
    """
    if given is None or isinstance(given, str):
        return short_digest(given) if given else None
    listed = [f"{word} {count}" for word, count in given.items()] if isinstance(given, Mapping) else given
    return "sha256:" + hashlib.sha256("".join(f"{line}\n" for line in listed).encode()).hexdigest()[:12]


@dataclass(frozen=True)
class Findings:
    """Counts of all alignments that have passed; complete when the last one has."""

    measure: str
    unit: str
    """What one token is: a word, a character, a unit."""
    signature: str
    book: Book
    unpaired: Unpaired

    @property
    def counted(self) -> Counted:
        """What the book counted of the alignments that have passed so far."""
        return self.book.counted or Counted(Watch(), (), self.book.reading.level)

    @property
    def whole(self) -> Confusions:
        """What is taken for what, in all utterances together."""
        return self.counted.whole

    @property
    def by(self) -> dict[str, dict[str, Confusions]]:
        """What is taken for what, by feature and group."""
        return self.counted.by

    @property
    def spotting(self) -> Spotting | None:
        """How keywords were recognised; None where none were looked for."""
        return self.counted.spotting

    @property
    def rarity(self) -> ByFrequency | None:
        """Errors by the frequency of words; None where that was not asked for."""
        return self.counted.rarity

    @property
    def undefined(self) -> int:
        """How many answers were ⊥."""
        return self.counted.undefined

    def groups(self) -> dict[str, dict[str, Confusions]]:
        """The groups of each feature, in the order that readers expect."""
        return self.counted.groups()

    def as_json(self, most: int | None = None, confusions: bool = False) -> dict[str, Any]:
        """Counts of the whole and of each group; with `confusions` the lists, up to `most` entries each."""

        def counted(table: Confusions) -> dict[str, Any]:
            lists = {"confusions": table.as_json(most)} if confusions else {}
            return {
                "n": table.utterances,
                "in_error": table.in_error,
                "errors": table.errors,
                "counts": table.counts,
                **lists,
            }

        result: dict[str, Any] = {
            "measure": self.measure,
            **counted(self.whole),
            "undefined": self.undefined,
            "missing_answers": self.unpaired.missing_answers,
            "unmatched_answers": self.unpaired.unmatched_answers,
            "notes": self.unpaired.notes,
            "by": {
                feature: {name: counted(table) for name, table in groups.items()}
                for feature, groups in self.groups().items()
            },
        }
        if self.spotting is not None:
            rows = [row.as_json() for row in self.spotting.rows()]
            result["keywords"] = {"total": self.spotting.total().as_json(), "each": rows}
        if self.rarity is not None:
            result["by_frequency"] = [row.as_json() for row in self.rarity.rows()]
        return {**result, "signature": self.signature, "schema_version": SCHEMA_VERSION}


def look_through(
    measure: Measure,
    references: str,
    answers: str,
    reading: Reading | None = None,
    pairing: Pairing | None = None,
    *,
    keywords: Keywords | None = None,
    rare: bool = False,
    frequencies: Frequencies | None = None,
) -> tuple[Iterator[Alignment], Findings]:
    """The alignments of two files, and the counts that grow while they are taken.

    Of the `reading` slices and level count. `keywords` are words to look for, or the file that lists them; with `rare`
    errors are counted by the frequency of words in the references, or by `frequencies`. Raises what reading and judging
    raise.
    """
    reading, pairing = reading or Reading(), pairing or Pairing()
    made: dict[str, Any] = {"missing": pairing.missing, "extra": pairing.extra}
    made |= {"references": short_digest(references), "answers": short_digest(answers)}
    passing, unpaired = align_files(measure, references, answers, pairing, by=reading.by)
    watch = _watch(measure, keywords, rare, frequencies)
    reading = replace(reading, watch=watch)
    return _counting(measure, passing, unpaired, reading, made | _watched(reading, keywords, frequencies))


def look_through_batches(
    measure: Measure,
    batches: Iterable[tuple[Cases, Answers]],
    reading: Reading,
    *,
    keywords: Keywords | None = None,
    rare: bool = False,
    frequencies: Frequencies | None = None,
) -> tuple[Iterator[Alignment], Findings]:
    """The same of cases and answers that are there already; the arguments are those of `look_through`."""
    reading = replace(reading, watch=_watch(measure, keywords, rare, frequencies))
    passing = align_batches(measure, batches, reading.by)
    return _counting(measure, passing, Unpaired(), reading, _watched(reading, keywords, frequencies))


def _watched(reading: Reading, keywords: Keywords | None, frequencies: Frequencies | None) -> dict[str, Any]:
    """What the signature says of what is looked for; confusions are counts, and have no interval."""
    watch = reading.watch
    has_interval = watch is not None and (watch.keywords is not None or watch.by_frequency)
    return {
        "keywords": signed(keywords),
        "frequencies": signed(frequencies),
        "level": reading.level if has_interval else None,
    }


def _watch(measure: Measure, keywords: Keywords | None, rare: bool, frequencies: Frequencies | None) -> Watch:
    return Watch(
        None if keywords is None else keywords_of(keywords, measure),
        rare,
        frequencies_of(frequencies, measure) if rare and frequencies is not None else None,
    )


def _counting(
    measure: Measure, passing: Iterator[Alignment], unpaired: Unpaired, reading: Reading, made: Mapping[str, Any]
) -> tuple[Iterator[Alignment], Findings]:
    book = Book(measure, reading)
    signed_as = signature({"measure": measure, **made}, __version__)
    return book.watch(passing), Findings(repr(measure), measure.unit, signed_as, book, unpaired)

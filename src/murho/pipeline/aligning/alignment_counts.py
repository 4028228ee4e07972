"""What is counted while alignments pass by: confusions in all and by group, keywords, error by frequency.

>>> import pathlib, tempfile
>>> from murho.measures import measure
>>> files = [pathlib.Path(tempfile.mkdtemp(), name) for name in ("references.txt", "answers.txt")]
>>> for file, text in zip(files, ("to bonn\\nyes\\n", "to born\\nyes\\n")):
...     _ = file.write_text(text)
>>> alignments, findings = look_through(measure("words"), *map(str, files))
>>> [alignment.errors for alignment in alignments], findings.whole.most("pairs"), findings.whole.in_error
([1, 0], [(('bonn', 'born'), 1)], 1)
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from murho.core.case import Answers, Cases
from murho.core.signature import SCHEMA_VERSION, signature
from murho.formats.join import Unpaired
from murho.measures import Measure
from murho.measures.text.confusions import Confusions
from murho.measures.text.keywords import ByFrequency, Spotting
from murho.pipeline.aligning.align import align_batches, align_files
from murho.pipeline.aligning.word_lists import Frequencies, Keywords, frequencies_of, keywords_of, signed
from murho.pipeline.scoring.alignment import Alignment
from murho.pipeline.scoring.book import Book
from murho.pipeline.scoring.counted import Counted
from murho.pipeline.scoring.reading import Reading, Watch
from murho.pipeline.sources import Extra, Missing, short_digest
from murho.version import __version__


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
        return self.book.counted or Counted(Watch())

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
    *,
    format_name: str | None = None,
    by: Sequence[str] = (),
    by_if_known: Sequence[str] = (),
    missing: Missing = "undefined",
    extra: Extra | None = None,
    keywords: Keywords | None = None,
    rare: bool = False,
    frequencies: Frequencies | None = None,
    level: float = 0.95,
) -> tuple[Iterator[Alignment], Findings]:
    """The alignments of two files, and the counts that grow while they are taken.

    `keywords` are words to look for, or the file that lists them; with `rare` errors are counted by the frequency of
    words in the references, or as `frequencies` tells. Raises what reading and judging raise.
    """
    made = {
        "measure": measure,
        "missing": missing,
        "extra": extra,
        "references": short_digest(references),
        "answers": short_digest(answers),
        "keywords": signed(keywords),
        "frequencies": signed(frequencies),
        "level": level if keywords is not None or rare else None,  # confusions are counts, and have no interval
    }
    watch = _watch(measure, keywords, rare, frequencies)
    passing, unpaired = align_files(
        measure,
        references,
        answers,
        format_name=format_name,
        by=by,
        by_if_known=by_if_known,
        missing=missing,
        extra=extra,
    )
    return _counting(measure, passing, unpaired, Reading(by=by, level=level, watch=watch), made)


def look_through_batches(
    measure: Measure,
    batches: Iterable[tuple[Cases, Answers]],
    *,
    by: Sequence[str] = (),
    keywords: Keywords | None = None,
    rare: bool = False,
    frequencies: Frequencies | None = None,
    level: float = 0.95,
) -> tuple[Iterator[Alignment], Findings]:
    """The same of cases and answers that are there already; the arguments are those of `look_through`."""
    made = {
        "measure": measure,
        "keywords": signed(keywords),
        "frequencies": signed(frequencies),
        "level": level if keywords is not None or rare else None,
    }
    watch = _watch(measure, keywords, rare, frequencies)
    passing = align_batches(measure, batches, by)
    return _counting(measure, passing, Unpaired(), Reading(by=by, level=level, watch=watch), made)


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
    return book.watch(passing), Findings(repr(measure), measure.unit, signature(made, __version__), book, unpaired)

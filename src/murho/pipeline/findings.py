"""What is counted while alignments pass by: confusions in all and by group, keywords, error by frequency.

>>> import pathlib, tempfile
>>> from murho.measures import measure
>>> files = [pathlib.Path(tempfile.mkdtemp(), name) for name in ("said.txt", "heard.txt")]
>>> for file, text in zip(files, ("to bonn\\nyes\\n", "to born\\nyes\\n")):
...     _ = file.write_text(text)
>>> passing, found = look_through(measure("words"), *map(str, files))
>>> [one.errors for one in passing], found.whole.most("pairs"), found.whole.in_error
([1, 0], [(('bonn', 'born'), 1)], 1)
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from murho import __version__
from murho.core.errors import InputError
from murho.core.signature import SCHEMA_VERSION, signature
from murho.formats.join import Unpaired
from murho.measures import Measure
from murho.measures.text.confusions import Confusions
from murho.measures.text.keywords import Keyword, Spotting, read_keywords
from murho.measures.text.rarity import ByFrequency, read_frequencies
from murho.pipeline.align import Alignment, align_files
from murho.pipeline.book import Book
from murho.pipeline.counted import Counted
from murho.pipeline.reading import Reading, Watch
from murho.pipeline.sources import Extra, Missing, short_digest


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
        """What the book counted of the alignments."""
        return self.book.counted or Counted(Watch())

    @property
    def whole(self) -> Confusions:
        """What is taken for what."""
        return self.counted.whole

    @property
    def by(self) -> dict[str, dict[str, Confusions]]:
        """The same by feature and group."""
        return self.counted.by

    @property
    def spotting(self) -> Spotting | None:
        """Keywords, where some were looked for."""
        return self.counted.spotting

    @property
    def rarity(self) -> ByFrequency | None:
        """Words by frequency, where that was asked for."""
        return self.counted.rarity

    @property
    def undefined(self) -> int:
        """Answers that were ⊥."""
        return self.counted.undefined

    def groups(self) -> dict[str, dict[str, Confusions]]:
        """The groups of each feature, in the order that readers expect."""
        return self.counted.groups()

    def as_json(self, most: int | None = None, confusions: bool = False) -> dict[str, Any]:
        """Counts of the whole and of each group; with `confusions` the lists, up to `most` entries each."""

        def counted(one: Confusions) -> dict[str, Any]:
            lists = {"confusions": one.as_json(most)} if confusions else {}
            return {"n": one.utterances, "in_error": one.in_error, "errors": one.errors, "counts": one.counts, **lists}

        found: dict[str, Any] = {
            "measure": self.measure,
            **counted(self.whole),
            "undefined": self.undefined,
            "missing_answers": self.unpaired.missing_answers,
            "unmatched_answers": self.unpaired.unmatched_answers,
            "notes": self.unpaired.notes,
            "by": {
                feature: {name: counted(one) for name, one in groups.items()}
                for feature, groups in self.groups().items()
            },
        }
        if self.spotting is not None:
            rows = [row.as_json() for row in self.spotting.rows()]
            found["keywords"] = {"total": self.spotting.total().as_json(), "each": rows}
        if self.rarity is not None:
            found["by_frequency"] = [row.as_json() for row in self.rarity.rows()]
        return {**found, "signature": self.signature, "schema_version": SCHEMA_VERSION}


def look_through(
    how: Measure,
    references: str,
    answers: str,
    *,
    format_name: str | None = None,
    by: Sequence[str] = (),
    by_if_known: Sequence[str] = (),
    missing: Missing = "undefined",
    extra: Extra | None = None,
    keywords: str | None = None,
    rare: bool = False,
    frequencies: str | None = None,
    level: float = 0.95,
) -> tuple[Iterator[Alignment], Findings]:
    """The alignments of two files, and the counts that grow while they are taken.

    `keywords` names a file of words to look for; with `rare` errors are counted by the frequency of words in the
    references, or in the file `frequencies`. Raises what reading and judging raise.
    """
    made = {
        "measure": how,
        "missing": missing,
        "extra": extra,
        "references": short_digest(references),
        "answers": short_digest(answers),
        "keywords": short_digest(keywords) if keywords else None,
        "frequencies": short_digest(frequencies) if frequencies else None,
        "level": level if keywords or rare else None,
    }
    watch = Watch(
        _keywords(keywords, how) if keywords else None,
        rare,
        _frequencies(frequencies, how) if rare and frequencies else None,
    )
    passing, unpaired = align_files(
        how,
        references,
        answers,
        format_name=format_name,
        by=by,
        by_if_known=by_if_known,
        missing=missing,
        extra=extra,
    )
    signed = signature(made, __version__)
    book = Book(how, Reading(by=by, level=level, watch=watch))
    return book.watch(passing), Findings(repr(how), how.unit, signed, book, unpaired)


def _keywords(path: str, how: Measure) -> tuple[Keyword, ...]:
    """The keywords of a file, as the measure sees them."""
    found = []
    for number, text in read_keywords(path):
        tokens = how.tokens_of(text)
        if not tokens:
            todo = f"take it out, or normalise less: {how!r}"
            raise InputError(f"nothing is left of the keyword {text!r}", todo, path=path, line=number)
        found.append(tokens)
    return tuple(found)


def _frequencies(path: str, how: Measure) -> dict[str, int]:
    """The frequencies of a file, whose words are taken as the measure sees them."""
    found: dict[str, int] = {}
    for word, count in read_frequencies(path).items():
        for token in how.tokens_of(word):
            found[token] = found.get(token, 0) + count
    return found

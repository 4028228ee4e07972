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

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from murho import __version__
from murho.core.errors import InputError
from murho.core.ledger import group_order
from murho.core.signature import SCHEMA_VERSION, signature
from murho.formats.join import Unpaired
from murho.measures import Measure
from murho.measures.text.confusions import Confusions
from murho.measures.text.keywords import Spotting, read_keywords
from murho.measures.text.rarity import ByFrequency, read_frequencies
from murho.pipeline.align import Alignment, align_files
from murho.pipeline.sources import Extra, Missing, short_digest


@dataclass
class Findings:
    """Counts of all alignments that have passed; complete when the last one has."""

    measure: str
    unit: str
    """What one token is: a word, a character, a unit."""
    signature: str
    by: dict[str, dict[str, Confusions]]
    spotting: Spotting | None
    rarity: ByFrequency | None
    unpaired: Unpaired
    whole: Confusions = field(default_factory=Confusions)
    undefined: int = 0

    def watch(self, alignments: Iterable[Alignment]) -> Iterator[Alignment]:
        """The same alignments, counted as they pass."""
        for one in alignments:
            self.whole.add(one.steps)
            self.undefined += one.undefined
            for feature, groups in self.by.items():
                for name in one.groups[feature]:
                    groups.setdefault(name, Confusions()).add(one.steps)
            for counter in (self.spotting, self.rarity):
                if counter is not None:
                    counter.add(one.steps, one.cluster)
            yield one

    def groups(self) -> dict[str, dict[str, Confusions]]:
        """The groups of each feature, in the order that readers expect."""
        return {
            feature: {name: groups[name] for name in sorted(groups, key=group_order)}
            for feature, groups in self.by.items()
        }

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
    spotting = _spotting(keywords, how, level) if keywords else None
    rarity = _rarity(frequencies, how, level) if rare else None
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
    found = Findings(repr(how), how.unit, signed, {feature: {} for feature in by}, spotting, rarity, unpaired)
    return found.watch(passing), found


def _spotting(path: str, how: Measure, level: float) -> Spotting:
    """Looks for the keywords of a file, as the measure sees them."""
    found = []
    for number, text in read_keywords(path):
        tokens = how.tokens_of(text)
        if not tokens:
            todo = f"take it out, or normalise less: {how!r}"
            raise InputError(f"nothing is left of the keyword {text!r}", todo, path=path, line=number)
        found.append(tokens)
    return Spotting(found, level)


def _rarity(path: str | None, how: Measure, level: float) -> ByFrequency:
    """Counts errors by frequency: in a file, whose words are taken as the measure sees them, or in the references."""
    if path is None:
        return ByFrequency(None, level)
    found: dict[str, int] = {}
    for word, count in read_frequencies(path).items():
        for token in how.tokens_of(word):
            found[token] = found.get(token, 0) + count
    return ByFrequency(found, level)

"""What trainable systems learn from: texts cut into phrases, each with its units.

Nobody annotated the training text, so its phrases are those that the grammar finds in it. Of the development half,
which was annotated by hand, those utterances are added for which the grammar's units are the annotators'. So engines
learn to do what the grammar does. Which value a phrase has (that "half nine" is 08:30) they look up among all phrases
that they have seen; of others the grammar tells the value.

>>> [(" ".join(one.words), one.label, one.units) for one in phrases("please list to ulm tomorrow")[1:]]
[('list', '', ()), ('to ulm', 'goalcity', ('goalcity:ulm',)), ('tomorrow', 'date', ('date:tomorrow',))]
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from murho.core.case import Cases
from murho.core.errors import InputError
from murho.measures.units.reading import attribute
from murho_lab.chart import TooLargeError
from murho_lab.studies.trains import training, understanding

TEXTS = 3_000
"""Utterances of the training text that are learned from."""


class Phrase(NamedTuple):
    """Words in a row, and what they mean together."""

    words: tuple[str, ...]
    label: str
    """The classes of its units, joined by `+`; empty where it has none."""
    units: tuple[str, ...]


@dataclass(frozen=True)
class Lessons:
    """What there is to learn."""

    utterances: Sequence[Sequence[Phrase]]
    by_hand: int
    """Those of them that were annotated by hand."""

    def units(self, words: Sequence[str], label: str) -> list[str]:
        """The units of a phrase of a label: as in most of its occurrences, else as the grammar values its words."""
        if known := self._seen.get((tuple(words), label)):
            return list(known.most_common(1)[0][0])
        result = understanding.grammar()(" ".join(words)) or []
        if "+" not in label and len(result) == 1:  # its class is what the engine says, its value the grammar's
            return [f"{label}:{result[0].partition(':')[2]}"]
        return [unit for unit in result if attribute(unit) in label.split("+")]

    @cached_property
    def _seen(self) -> dict[tuple[tuple[str, ...], str], Counter[tuple[str, ...]]]:
        result: dict[tuple[tuple[str, ...], str], Counter[tuple[str, ...]]] = defaultdict(Counter)
        for utterance in self.utterances:
            for phrase in utterance:
                result[phrase.words, phrase.label][phrase.units] += 1
        return result


def phrases(text: str) -> list[Phrase] | None:
    """A text in phrases; words that the grammar passes over are phrases without units. None where it fails."""
    parser = understanding.parser()
    words = tuple(text.split())
    try:
        pieces = parser.parse(text).pieces
        result = list[Phrase]()
        for piece in pieces:
            # Of words that count as nothing pieces say nothing.
            result += [Phrase((word,), "", ()) for word in words[_end(result) : piece.start]]
            of_it = piece.structure if isinstance(piece.structure, list) else [piece.structure]
            kept = [] if piece.taken_back else [one for one in of_it if one is not None]
            units = tuple(parser.mapping(kept)) if parser.mapping is not None else ()
            result.append(Phrase(words[piece.start : piece.end], "+".join(map(attribute, units)), units))
        return [*result, *(Phrase((word,), "", ()) for word in words[_end(result) :])]
    except (InputError, TooLargeError):
        return None


def _end(found: Sequence[Phrase]) -> int:
    return sum(len(phrase.words) for phrase in found)


def lessons(development: Cases, size: int = TEXTS) -> Lessons:
    """The training text as the grammar understands it, and what it understands of the development half as annotated."""
    generated = [one for one in map(phrases, (drawn.text for drawn in training.text()[:size])) if one]
    by_hand = []
    for text, meant in zip(development.texts, development.meant, strict=True):
        found = phrases(text)
        if found and list(meant[0]) == [unit for phrase in found for unit in phrase.units]:
            by_hand.append(found)
    return Lessons([*generated, *by_hand], len(by_hand))

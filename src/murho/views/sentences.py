"""Sentences with the trees of gold and system to look at: word by word what is wrong, and how much.

>>> from murho.measures.dependencies.word_pairs import Place, Side
>>> dogs = Place(Side("Dogs", "NOUN", 1, "nsubj"), Side("Dogs", "NOUN", 1, "obj"), True, False)
>>> bark = Place(Side("bark", "VERB", -1, "root"), Side("bark", "VERB", -1, "root"), True, True)
>>> one = sentence(Stretch("s1", [dogs, bark]))
>>> one.errors, one.kinds, one.words_in_lines[0].error, one.words_in_lines[0].system
(1, (('label', 1),), 'label', Arc(head=2, relation='obj'))
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from murho.measures.dependencies.word_pairs import Place, Side
from murho.pipeline.aligning.tree_alignment import Stretch, error_of
from murho.views.choice import at_most

MOST = 100
"""Sentences on a page unless another number is asked for."""


@dataclass(frozen=True)
class Arc:
    """What a word hangs from."""

    head: int | None
    """The number of the head in the list of words, 0 for the root; None where it lies outside of the sentence."""
    relation: str


@dataclass(frozen=True)
class Word:
    """A word of gold, of the system, or of both."""

    number: int
    """Counted from 1 in the sentence."""
    form: str
    upos: tuple[str, ...]
    """The part of speech, of gold and then of the system where they differ."""
    gold: Arc | None
    system: Arc | None
    """None where the system lacks the word."""
    error: str | None
    """`head`, `label`, `head and label`, `missing` or `extra`; None if nothing is wrong or the word is not scored."""


@dataclass(frozen=True)
class Sentence:
    """Sentences that cover the same text on both sides; one as a rule."""

    id: str
    words: int
    """Gold words that are scored."""
    errors: int
    rate: float
    """Errors by gold words."""
    kinds: tuple[tuple[str, int], ...]
    """Each kind of error there is, and how many words have it."""
    places: Sequence[Place]

    @property
    def words_in_lines(self) -> list[Word]:
        """The words of both sides, one below the other."""
        return [_word(number, place) for number, place in enumerate(self.places, 1)]


def sentence(stretch: Stretch) -> Sentence:
    """A stretch of two files as a sentence to look at."""
    return Sentence(
        stretch.id, stretch.words, stretch.errors, stretch.rate, tuple(stretch.kinds.items()), stretch.places
    )


def sentences(passing: Iterable[Stretch], worst: int | None = None) -> tuple[list[Sentence], bool]:
    """The sentences of a page, of more than MOST (or `worst`) those with most errors; and whether any was left out."""
    stretches, cut = at_most(passing, worst or MOST)
    return [sentence(stretch) for stretch in stretches], cut


def _word(number: int, place: Place) -> Word:
    side = place.gold or place.system
    assert side is not None, "a place holds a word of one side at least"
    parts = [one.upos for one in (place.gold, place.system) if one is not None]
    return Word(number, side.form, tuple(dict.fromkeys(parts)), _arc(place.gold), _arc(place.system), error_of(place))


def _arc(side: Side | None) -> Arc | None:
    return None if side is None else Arc(None if side.head is None else side.head + 1, side.deprel)

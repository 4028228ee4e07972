"""What the measures over texts share: after which normalisation which tokens are compared, and at what costs.

`costs` are of a substitution, an insertion, a deletion: `equal`, three integers, or `sclite`, which asks for what
NIST's sclite does unless told otherwise: 4, 3, 3, words in lower case, alternatives read.

What the tokens of a text are: words, or characters in one sense or another.

>>> graphemes("नमस्ते"), len(graphemes("cafe\\u0301")), spaced("用Python写 ok")
(['न', 'म', 'स्', 'ते'], 4, ' 用 Python 写  ok')

`graphemes` are the characters that readers see: a letter with its marks, a syllable of Hangul written in letters, an
emoji with its modifiers, a flag. This follows the extended grapheme clusters of Unicode's annex 29, from the tables
that Python carries, without its rules for prepended signs and for conjuncts of Indic scripts.
"""

import re
import unicodedata
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Any, cast

import numpy as np

from murho.core.errors import MeaningError, UsageError, as_written
from murho.core.meaning import UNDEFINED, Answered, Meanings
from murho.core.word_graph import WordGraph
from murho.formats.slf import is_word_graph
from murho.measures.alignment import (
    EQUAL,
    SCLITE,
    Compared,
    Costs,
    Counts,
    align,
    compare_sequences,
    count_texts,
    count_tokens,
)
from murho.measures.interface import Criterion, Measure
from murho.measures.kernel import CRITERIA
from murho.measures.normalise import Chain, chain
from murho.measures.text.lattice import Lattice, Step, Token
from murho.measures.text.lattice_alignment import align as align_lattices
from murho.measures.text.lattice_alignment import as_lattice, nearest
from murho.measures.text.lattice_alignment import count as count_lattices
from murho.measures.text.origins import Placed, between_marks, marked, origins, read_alternates
from murho.plugs import option

_MARKS = "\u3099\u309a\ufe00-\ufe0f\uff9e\uff9f\U000e0100-\U000e01ef"
_CJK = (
    "["
    "\u2e80-\u2fdf\u3001-\u3098\u309b-\u30ff\u3100-\u312f\u31a0-\u31bf\u31f0-\u31ff"  # radicals, kana, bopomofo, signs
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003fffd"  # Han
    "\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff9d"  # signs of full width, kana of half width
    f"][{_MARKS}]*"
)
"""A character of Chinese or Japanese with its marks, as a regular expression."""
_JOINER = "\u200d"
# The categories of Unicode nearly tell what extends a character. These do so too: joiners, voiced sound marks of half
# width, the Thai and the Lao AM, tags; those of _ALONE are spacing marks that the annex takes out.
_ALWAYS_JOIN = frozenset("\u200c\u200d\uff9e\uff9f\u0e33\u0eb3") | {chr(c) for c in range(0xE0020, 0xE0080)}
_SKIN = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
_ALONE = frozenset("\u102b\u102c\u1038\u1062\u1063\u1064\u1083\u108f\u1a61\u1a63\u1a64\uaa7b\uaa7d\U00011720\U00011721")
_ALONE |= {chr(c) for part in (range(0x1067, 0x106E), range(0x1087, 0x108D), range(0x109A, 0x109D)) for c in part}


def spaced(text: str) -> str:
    """The text with blanks around each character of Chinese and Japanese, kana and their punctuation among them.

    Other scripts stay words, Korean too, which is written with blanks.
    """
    return text if text.isascii() else re.sub(_CJK, r" \g<0> ", text)


def graphemes(text: str) -> list[str]:
    """The user-perceived characters of a text."""
    if text.isascii():
        return list(text)
    clusters: list[str] = []
    for sign in text:
        if clusters and _joins(clusters[-1], sign):
            clusters[-1] += sign
        else:
            clusters.append(sign)
    return clusters


def _joins(before: str, sign: str) -> bool:
    """Whether a sign belongs to the character before it."""
    if _extends(sign):  # rules GB9 and GB9a; nothing extends a control character (GB4)
        return unicodedata.category(before[-1]) not in ("Cc", "Cf", "Zl", "Zp") or before[-1] in _ALWAYS_JOIN
    if before[-1] == _JOINER:  # GB11: pictures joined to one
        return len(before) > 1 and _is_picture(before[0]) and _is_picture(sign)
    if _is_flag(sign):  # GB12 and GB13: two letters make a flag, a third begins another
        return len(before) == 1 and _is_flag(before)
    # GB6 to GB8.
    return _hangul(sign) in _SYLLABLE.get(_hangul(before[-1]), ())


@lru_cache(maxsize=65536)
def _extends(sign: str) -> bool:
    return (unicodedata.category(sign)[0] == "M" and sign not in _ALONE) or sign in _ALWAYS_JOIN or sign in _SKIN


def _is_picture(sign: str) -> bool:
    return unicodedata.category(sign) == "So" and not _is_flag(sign)


def _is_flag(sign: str) -> bool:
    return "\U0001f1e6" <= sign <= "\U0001f1ff"


@lru_cache(maxsize=65536)
def _hangul(sign: str) -> str:
    """The part of a syllable that a sign is; nothing for what is not Hangul."""
    code = ord(sign)
    if 0xAC00 <= code <= 0xD7A3:
        return "LVT" if (code - 0xAC00) % 28 else "LV"
    for part, ranges in _JAMO.items():
        if any(first <= code <= last for first, last in ranges):
            return part
    return ""


_JAMO = {
    "L": ((0x1100, 0x115F), (0xA960, 0xA97C)),
    "V": ((0x1160, 0x11A7), (0xD7B0, 0xD7C6)),
    "T": ((0x11A8, 0x11FF), (0xD7CB, 0xD7FB)),
}
_SYLLABLE = {"L": ("L", "V", "LV", "LVT"), "V": ("V", "T"), "LV": ("V", "T"), "T": ("T",), "LVT": ("T",)}
"""What may follow a part within a syllable: leading consonants, vowels, trailing consonants."""


MOST_BESIDE_ALTERNATIVES = 50_000
"""Links of a word graph that is compared with a reference with alternatives, which is slow."""
NAMED_COSTS = {"equal": EQUAL, "sclite": SCLITE}
SPLITS = ("words", "cjk", "characters", "graphemes")

Text = str | list[str] | Lattice
"""A text as it is compared: words in one string, characters in a string or a list, or a lattice of either."""


@dataclass(frozen=True)
class Texts(Measure):
    """The options of a measure over texts."""

    costs: str | Costs = option(
        "equal",
        type="name or numbers",
        help="What a substitution, an insertion, a deletion cost: equal, three integers, or sclite: 4, 3, 3, words in "
        "lower case, alternatives read.",
    )
    normalize: str = option("", help="Steps for both sides, as in 'lower|no_punctuation' (docs/words.md).")
    alternates: bool | None = option(
        None, help="Read { a / b / @ } as alternatives; by default if the costs are sclite's."
    )
    optional: bool = option(
        False, help="Read (a), on both sides, as a word that may be left out, as sclite does with -D; alternatives too."
    )

    bounded = False
    kind = "text"
    aligning = True

    def __post_init__(self) -> None:
        name = type(self).__name__
        if isinstance(self.costs, str) and self.costs not in NAMED_COSTS:
            raise UsageError(f"{name}: no costs {self.costs!r}; known: {', '.join(NAMED_COSTS)}, or three integers")
        if not isinstance(self.costs, str | Sequence):
            raise UsageError(f"{name}: costs={self.costs!r}; give a name or three integers, as in (4, 3, 3)")
        object.__setattr__(self, "costs", self.costs if isinstance(self.costs, str) else tuple(self.costs))
        align((), (), self._costs)  # refuses costs that are none
        if self.optional and self.alternates is False:
            raise UsageError(f"{name}: optional words are read with alternatives only; leave out alternates=False")
        if not isinstance(self.normalize, str | Chain):
            raise UsageError(f"{name}: normalize={self.normalize!r}; write a chain such as 'lower|no_punctuation'")
        # As it prints, so that measures whose chains are alike are equal, however they were typed.
        object.__setattr__(self, "normalize", repr(chain(str(self.normalize))))

    @property
    def fixed_units(self) -> bool:
        """False where alternatives are read: then the reference that counts depends on the answer."""
        return not self.reads_alternates

    @property
    def files(self) -> tuple[str, ...]:
        """The files that the measure reads, by which its figures change."""
        return chain(self.normalize).files

    @property
    def tokens(self) -> str:
        """What is compared, one of SPLITS."""
        return "words"

    @property
    def unit(self) -> str:
        """What one token is: a word, or a character."""
        return "character" if self.tokens in ("characters", "graphemes") else "word"

    @property
    def folds_case(self) -> bool:
        """Tokens are compared in lower case if the costs are those of sclite, which does so."""
        return self.costs == "sclite"

    @property
    def _costs(self) -> Costs:
        return NAMED_COSTS[self.costs] if isinstance(self.costs, str) else self.costs

    @property
    def reads_alternates(self) -> bool:
        """Whether braces open alternatives."""
        return self.costs == "sclite" or self.optional if self.alternates is None else self.alternates

    def compare(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Compared:
        """Each answer beside the reference that counts, with the counts of their alignment."""
        _refuse_word_graphs(answers)
        read = self.reader()
        return compare_sequences(references, answers, read, self.count, as_is=read is text_of)

    def read(self, meaning: Any, index: int = 0, side: str = "answer") -> Text:
        """One meaning as a text to compare."""
        return self.reader()(meaning, index, side)

    def reader(self) -> Callable[[Any, int, str], Text]:
        """How a meaning becomes a text to compare; raises MeaningError for no text, or braces that do not fit."""
        changes = {side: self._change(side) for side in ("reference", "answer")}
        tokens = self._tokenised
        if not any(changes.values()) and not self.reads_alternates:
            if self.tokens == "words":
                return text_of  # the function itself: by it `compare` knows that texts are taken as they are
            return lambda meaning, index, side: tokens(text_of(meaning, index, side))

        def read(meaning: Any, index: int, side: str) -> Text:
            text, change = text_of(meaning, index, side), changes[side]
            try:
                text = text if change is None else change(text)
                if not self._marked(text):
                    return tokens(text)
                lattice = read_alternates(text, self.optional, self._split)
            except ValueError as error:
                todo = "write { a / b / @ }, or give alternates=False if braces are words"
                raise MeaningError(index, side, f"{side} {meaning!r}: {error}", todo) from None
            return lattice if lattice.plain is None else self._joined(lattice.plain)

        return read

    def placing(self) -> Callable[[str], tuple[Text, list[int] | None]]:
        """How a reference becomes a text to compare of which it is known where its tokens come from.

        For each token the white-space word of the reference, from 0; of alternatives the tokens themselves know it.
        """
        change = self._change("reference")

        def place(text: str) -> tuple[Text, list[int] | None]:
            word_of = list(range(len(text.split()))) if change is None else origins(text, change)
            text = text if change is None else change(text)
            if self._marked(text):
                lattice = read_alternates(text, self.optional, self._split, word_of)
                if lattice.plain is None:
                    return lattice, None
                one_way = [token for token in lattice.plain if isinstance(token, Placed)]
                return self._joined(list(one_way)), [token.word for token in one_way]
            pieces = text.split()
            if self.tokens == "words":
                return text, word_of
            tokenised = self._tokenised(text)
            tokens = self.listed(cast("str", tokenised))
            # Tokens are runs of characters here: each is of the word that its first character is of.
            by_character = [word for word, piece in zip(word_of, pieces, strict=True) for _ in piece]
            starts = accumulate(map(len, tokens[:-1]), initial=0) if tokens else ()
            return tokenised, [by_character[start] for start in starts]

        return place

    def _marked(self, text: str) -> bool:
        """Whether alternatives are to be read in a text."""
        return self.reads_alternates and marked(text, self.optional)

    def _change(self, side: str) -> Callable[[str], str] | None:
        """What becomes of the texts of one side before they are split into tokens; None if they stay as they are."""
        steps, fold = self._chain(side).steps, self.folds_case
        if not steps and not fold:
            return None

        def change(text: str) -> str:
            for step in steps:
                marked = self._marked(text)
                text = between_marks(text, step, self.optional) if marked else step(text)
            return text.lower() if fold else text

        return change

    def _chain(self, side: str) -> Chain:
        steps = chain(self.normalize).on(side)
        if steps.marks and not self.reads_alternates:
            raise UsageError(f"{steps!r} writes alternatives; give alternates=True with it")
        return steps

    def _tokenised(self, text: str) -> Text:
        """A plain text: as it is where the kernel splits it."""
        if self.tokens == "words":
            return text
        if self.tokens == "cjk":
            return spaced(text)
        return self._characters("".join(text.split()))

    def _characters(self, line: str) -> str | list[str]:
        """Characters in a string where each is one code point."""
        return graphemes(line) if self.tokens == "graphemes" and not line.isascii() else line

    def _split(self, word: str) -> Any:
        """The tokens of a word."""
        if self.tokens == "words":
            return (word,)
        if self.tokens == "cjk":
            return spaced(word).split()
        return self._characters(word)

    def _joined(self, tokens: list[Token]) -> Text:
        words = [str(token) for token in tokens]
        return " ".join(words) if self.tokens in ("words", "cjk") else words

    def count(self, references: Sequence[Text], answers: Sequence[Text]) -> Counts:
        """The counts of pairs of texts: by the kernel, where alternatives are read one by one."""
        count: Callable[..., Counts] = count_texts if self.tokens in ("words", "cjk") else count_tokens
        if Lattice not in {*map(type, references), *map(type, answers)}:
            return count(references, answers, self._costs)
        hard = [i for i, pair in enumerate(zip(references, answers, strict=True)) if Lattice in map(type, pair)]
        table = np.zeros((4, len(references)), np.int64)  # lattices are slow, and most pairs have none
        easy = np.setdiff1d(np.arange(len(references)), hard)
        counts = count([references[i] for i in easy], [answers[i] for i in easy], self._costs)
        table[:, easy] = counts.hits, counts.substitutions, counts.deletions, counts.insertions
        for i in hard:
            table[:, i] = count_lattices(self._lattice(references[i]), self._lattice(answers[i]), self._costs)
        return Counts(*table)

    def steps(self, reference: Text, answer: Text) -> list[Step]:
        """The alignment of a pair, operation by operation."""
        if isinstance(reference, Lattice) or isinstance(answer, Lattice):
            return align_lattices(self._lattice(reference), self._lattice(answer), self._costs)
        ours, theirs = self.listed(reference), self.listed(answer)
        left, right = iter(ours), iter(theirs)
        return [
            Step(operation, next(left) if operation in "=SD" else None, next(right) if operation in "=SI" else None)
            for operation in align(ours, theirs, self._costs)
        ]

    def aligned(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> list[list[Step]]:
        """The alignment of each answer with the reference that counts."""
        pairs = self.compare(references, answers)
        return [
            self.steps(reference, answer) for reference, answer in zip(pairs.references, pairs.answers, strict=True)
        ]

    @property
    def aligns_as(self) -> Hashable:
        """Its tokens and its options: words, sentences, match errors and information lost make one alignment."""
        return "text", self.tokens, self.costs, self.normalize, self.alternates, self.optional

    def tokens_of(self, text: str) -> tuple[str, ...]:
        """The tokens of a text, normalised."""
        tokenised = self.read(text, 0, "reference")
        return tuple(self.listed(tokenised)) if isinstance(tokenised, str | list) else (text,)

    def listed(self, text: str | list[str]) -> list[str]:
        """The tokens of a text without alternatives."""
        return text.split() if isinstance(text, str) and self.tokens in ("words", "cjk") else list(text)

    def _lattice(self, text: Text) -> Lattice:
        return text if isinstance(text, Lattice) else Lattice.of(self.listed(text))


@dataclass(frozen=True)
class OfWords(Texts):
    """A measure of words, or of what `split` makes of a text."""

    split: str = option(
        "words",
        choices=SPLITS,
        help="words, at white space; cjk: characters of Chinese and Japanese, words of other scripts; characters, "
        "graphemes without white space.",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.split not in SPLITS:
            raise UsageError(f"{type(self).__name__}: no split {self.split!r}; known: {', '.join(SPLITS)}")

    @property
    def tokens(self) -> str:
        """What is compared."""
        return self.split


@dataclass(frozen=True)
class ByErrors(OfWords):
    """A measure that finds an answer the less wrong the fewer errors it has, so that it can choose in a word graph."""

    def in_graph(self, reference: Any, graph: WordGraph) -> str:
        """The text of the way with the least cost, then the fewest errors; the one written first of equal ones.

        Raises:
            ValueError: the graph is too large.
        """
        said = self.read(reference, 0, "reference")
        if not isinstance(said, Lattice):
            return " ".join(nearest(self.listed(said), graph, self.tokens_of, self._costs))
        if len(graph.links) > MOST_BESIDE_ALTERNATIVES:
            raise ValueError(f"{len(graph.links)} links are too many beside a reference with alternatives")
        steps = align_lattices(said, as_lattice(graph, self.tokens_of), self._costs)
        return " ".join(str(step.answer) for step in steps if step.answer is not None)


class Rates(Texts):
    """A measure of errors by units of the reference, and what it reports besides."""

    def criteria(self, counts: Mapping[str, Any]) -> dict[str, Criterion]:
        """Units of the reference that are correct, and the match error rate, in percent, every word counted once."""

        def added(names: Sequence[str]) -> Any:
            return sum(counts[name] for name in names)

        return {name: Criterion(added(part), added(whole)) for name, (part, whole) in CRITERIA.items()}


def _refuse_word_graphs(answers: Sequence[Answered]) -> None:
    """Refuse word graphs, which would be taken for long texts; the first answer tells for all."""
    first = next((index for index, answer in enumerate(answers) if answer is not UNDEFINED and answer), None)
    if first is not None and is_word_graph(answers[first][0]):  # type: ignore[index]
        todo = "judge it with oracle(...), or have texts before it (output=both)"
        raise MeaningError(first, "answer", "the first answer is a word graph, and no text", todo)


def text_of(meaning: Any, index: int, side: str) -> str:
    """A meaning that is a text."""
    if isinstance(meaning, str):
        return meaning
    raise MeaningError(
        index, side, f"{side} {as_written(meaning)} is not a text", 'a text is a string, as in ["to berlin"]'
    )

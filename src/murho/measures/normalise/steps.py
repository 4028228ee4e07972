"""The steps that need no file. Each is a frozen value that prints as it is typed.

>>> no_punctuation()("“Don't!” - well-known, e.g. 'tis"), no_punctuation(keep="", by=" ")("well-known")
("Don't  well-known eg tis", 'well known')
>>> fillers()("Uh, well um yes"), fillers("well")("uh well yes")
('Uh, well yes', 'uh yes')
>>> plain("no_marks")("Café à la carte"), plain("hyphens_to_spaces")("well-known - or")
('Cafe a la carte', 'well known - or')

Phrases replaced by others, as a file of two columns says.

A line holds a phrase, a tab and what stands for it; nothing after the tab takes the phrase out. Phrases match whole
words as they are written (put `lower` before), the longest first, from the left, and what was put in is not looked at
again. A line without a tab that starts with `#` is a comment; blank lines are passed over.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "numbers.tsv")
>>> _ = path.write_text("# numbers\\ntwenty\\t20\\ntwenty one\\t21\\nplease\\t\\n")
>>> map_file(str(path))("twenty one please or twenty")
'21 or 20'
"""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial

from murho.core.errors import InputError, UsageError
from murho.core.notation import shown
from murho.formats.opening import Held, held, text_lines

_HYPHEN = re.compile(r"(?<=\w)[-‐‑](?=\w)")


def _without_marks(text: str) -> str:
    bare = "".join(sign for sign in unicodedata.normalize("NFD", text) if unicodedata.category(sign) != "Mn")
    return unicodedata.normalize("NFC", bare)


PLAIN: dict[str, Callable[[str], str]] = {
    "lower": str.lower,
    "casefold": str.casefold,
    "nfc": partial(unicodedata.normalize, "NFC"),
    "nfd": partial(unicodedata.normalize, "NFD"),
    "nfkc": partial(unicodedata.normalize, "NFKC"),
    "nfkd": partial(unicodedata.normalize, "NFKD"),
    "no_marks": _without_marks,
    "hyphens_to_spaces": lambda text: _HYPHEN.sub(" ", text),
    "spaces": lambda text: " ".join(text.split()),
}
"""The steps without options."""


@dataclass(frozen=True)
class plain:  # noqa: N801  a step is typed and printed in lower case
    """A step without options."""

    name: str

    def __repr__(self) -> str:
        return self.name

    def __call__(self, text: str) -> str:
        """The text, changed."""
        return PLAIN[self.name](text)


@dataclass(frozen=True, repr=False)
class no_punctuation:  # noqa: N801
    """Characters of the Unicode categories Pc, Pd, Ps, Pe, Pi, Pf, Po become `by`.

    Those of `keep` stay where they stand between two letters, digits or marks: "don't", "well-known". All others go,
    wherever they stand: "3.5" becomes "35" and "U.S." "US", so let a map replace numbers first.
    """

    keep: str = "'’-‐‑"
    by: str = ""

    def __repr__(self) -> str:
        return shown(self)

    def __call__(self, text: str) -> str:
        """The text without punctuation."""
        punctuation = {sign for sign in set(text) if _category(sign) == "P"}
        if not punctuation.intersection(self.keep):  # nothing that might stay: no need to look at each place
            return text.translate({ord(sign): self.by for sign in punctuation}) if punctuation else text
        parts = []
        for index, sign in enumerate(text):
            inside = sign in self.keep and 0 < index < len(text) - 1 and _in_word(text, index)
            parts.append(self.by if sign in punctuation and not inside else sign)
        return "".join(parts)


@dataclass(frozen=True, repr=False)
class no_symbols:  # noqa: N801
    """Characters of the Unicode categories Sm, Sc, Sk, So become `by`."""

    by: str = ""

    def __repr__(self) -> str:
        return shown(self)

    def __call__(self, text: str) -> str:
        """The text without symbols."""
        return text.translate({ord(sign): self.by for sign in set(text) if _category(sign) == "S"})


@lru_cache(maxsize=65536)
def _category(sign: str) -> str:
    return unicodedata.category(sign)[0]


def _in_word(text: str, index: int) -> bool:
    return all(_category(text[i]) in "LNM" for i in (index - 1, index + 1))


@dataclass(frozen=True, repr=False)
class fillers:  # noqa: N801
    """Words taken out, in upper or lower case: those of `words`, divided by blanks."""

    words: str = "uh um uhm er erm eh ah hm hmm mm mmm mhm"

    def __post_init__(self) -> None:
        if not isinstance(self.words, str) or not self.words.split():
            raise UsageError(f"fillers({self.words!r}): name the words, as in fillers('uh um')")

    def __repr__(self) -> str:
        return shown(self)

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(self.words.casefold().split())

    def __call__(self, text: str) -> str:
        """The text without these words."""
        return " ".join(word for word in text.split() if word.casefold() not in self._known)


# The English normaliser that the evaluation of Whisper made common.
#
# Radford and others, "Robust Speech Recognition via Large-Scale Weak Supervision" (2022), appendix C: lower case,
# words in brackets and hesitations taken out, contractions and titles written out, British spellings made American,
# numbers, money and percentages written in digits. It comes from the package `whisper-normalizer` (MIT), which
# carries the code and tables of Whisper itself; murho's extra `whisper` installs it. It guesses at times ("Smith's"
# becomes "smith is"), on both sides alike.


@dataclass(frozen=True)
class whisper_english:  # noqa: N801  a step is typed and printed in lower case
    """What Whisper's English normaliser does."""

    def __repr__(self) -> str:
        return "whisper_english"

    @cached_property
    def _normaliser(self) -> Callable[[str], str]:
        try:
            from whisper_normalizer.english import EnglishTextNormalizer
        except ImportError:
            wanted = "whisper_english needs the package whisper-normalizer; pip install 'murho[whisper]'"
            raise UsageError(wanted) from None
        normaliser: Callable[[str], str] = EnglishTextNormalizer()
        return normaliser

    def __call__(self, text: str) -> str:
        """The text, normalised."""
        return self._normaliser(text)


Phrase = tuple[str, ...]


@dataclass(frozen=True)
class map_file:  # noqa: N801
    """Phrases of the first column become those of the second; typed `map('file.tsv')`."""

    path: str | Held

    def __repr__(self) -> str:
        return f"map({self.path!r})"

    def on(self, side: str) -> "map_file":
        """The step with the phrases that the file has now, which are the same on either side."""
        return map_file(held(self.path))

    def __call__(self, text: str) -> str:
        """The text with its phrases replaced."""
        phrases, longest = _read(held(self.path))
        words, position, parts = text.split(), 0, []
        while position < len(words):
            for size in range(longest.get(words[position], 0), 0, -1):
                phrase = tuple(words[position : position + size])
                if len(phrase) == size and phrase in phrases:
                    parts.append(phrases[phrase])
                    position += size
                    break
            else:
                parts.append(words[position])
                position += 1
        return " ".join(part for part in parts if part)


@lru_cache(maxsize=16)
def _read(path: Held) -> tuple[dict[Phrase, str], dict[str, int]]:
    """What stands for each phrase, and the words of the longest phrase that starts with a word."""
    phrases: dict[Phrase, str] = {}
    longest: dict[str, int] = {}
    for number, line in text_lines(path):
        cells = line.split("\t")
        if not line.strip() or (len(cells) == 1 and line.startswith("#")):
            continue
        phrase, *rest = tuple(cells[0].split()), *cells[1:]
        if len(rest) != 1 or not phrase:
            found = f"{len(cells)} columns" if phrase else "no phrase before the tab"
            raise InputError(found, "write a phrase, a tab and its replacement on each line", path=path, line=number)
        new = " ".join(rest[0].split())
        if phrases.setdefault(phrase, new) != new:
            found = f"{cells[0]!r} has another replacement above"
            raise InputError(found, "keep one of them", path=path, line=number)
        longest[phrase[0]] = max(longest.get(phrase[0], 0), len(phrase))
    return phrases, longest

"""The steps that need no file. Each is a frozen value that prints as it is typed.

>>> no_punctuation()("“Don't!” - well-known, e.g. 'tis"), no_punctuation(keep="", by=" ")("well-known")
("Don't  well-known eg tis", 'well known')
>>> fillers()("Uh, well um yes"), fillers("well")("uh well yes")
('Uh, well yes', 'uh yes')
>>> plain("no_marks")("Café à la carte"), plain("hyphens_to_spaces")("well-known - or")
('Cafe a la carte', 'well known - or')
"""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial

from murho.core.errors import UsageError
from murho.core.notation import shown

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

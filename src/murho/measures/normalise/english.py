"""The English normaliser that the evaluation of Whisper made common.

Radford and others, "Robust Speech Recognition via Large-Scale Weak Supervision" (2022), appendix C: lower case, words
in brackets and hesitations taken out, contractions and titles written out, British spellings made American, numbers,
money and percentages written in digits. It comes from the package `whisper-normalizer` (MIT), which carries the code
and tables of Whisper itself; murho's extra `whisper` installs it. It guesses at times ("Smith's" becomes "smith is"),
on both sides alike.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from murho.core.errors import UsageError


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

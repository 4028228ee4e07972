"""What the tokens of a text are: words, or characters in one sense or another.

>>> graphemes("नमस्ते"), len(graphemes("cafe\\u0301")), spaced("用Python写 ok")
(['न', 'म', 'स्', 'ते'], 4, ' 用 Python 写  ok')

`graphemes` are the characters that readers see: a letter with its marks, a syllable of Hangul written in letters, an
emoji with its modifiers, a flag. This follows the extended grapheme clusters of Unicode's annex 29, from the tables
that Python carries, without its rules for prepended signs and for conjuncts of Indic scripts.
"""

import re
import unicodedata
from functools import lru_cache

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

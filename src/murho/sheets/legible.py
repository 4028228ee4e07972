"""Text from data made legible: numbers as a reader expects them, nothing invisible, nothing endless.

>>> legible("a\\0b \\ud83d \\u202egnp.exe")
'a⟨U+0000⟩b ⟨U+D83D⟩ ⟨U+202E⟩gnp.exe'
>>> percent(0.0479), fraction(1 / 3), count(12345), share(2, 3)
('4.8 %', '0.333', '12,345', '66.7 %')
"""

import re
from dataclasses import dataclass
from functools import cache
from math import isfinite
from typing import Any

NO_VALUE = "–"
SHOWN = 280
"""Characters of a long text that are shown at once; the rest is folded."""
KEPT = 6_000
"""Characters of a text that are kept at all."""


@cache
def _hidden() -> re.Pattern[str]:
    """What nobody could see; compiled when it is first looked for, since that takes longer than a small score."""
    return re.compile(
        "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters but tab and line feed
        "\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"  # invisible, or turning
        "\ud800-\udfff"  # surrogates without a partner, which no file can hold
        "\ufdd0-\ufdef\ufffe\uffff]"  # no characters at all
    )


def legible(text: str) -> str:
    """The text with whatever a reader could not see, or a page could not hold, written out."""
    return _hidden().sub(_written, text)


def _written(match: re.Match[str]) -> str:
    return f"⟨U+{ord(match[0]):04X}⟩"


@dataclass(frozen=True)
class Folded:
    """A text that may be too long to show at once."""

    shown: str
    rest: str = ""
    """What is folded away; empty for a short text."""
    lost: int = 0
    """Characters that are not on the page at all."""


def fold(text: str, shown: int = SHOWN, kept: int = KEPT) -> Folded:
    """The beginning of a text, what is folded, and how much is left out.

    >>> fold("word " * 100, shown=11)
    Folded(shown='word word', rest=' word word ...', lost=0)
    >>> fold("x" * 50, shown=10, kept=30).lost
    20
    """
    if len(text) <= shown:
        return Folded(text)
    cut = text.rfind(" ", shown // 2, shown)
    cut = shown if cut < 0 else cut
    return Folded(text[:cut], text[cut:kept], max(0, len(text) - kept))


def short(text: str, most: int = 60) -> str:
    """One line of at most so many characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def fraction(value: float | None, digits: int = 3) -> str:
    """A fraction with three decimals."""
    return NO_VALUE if value is None or not isfinite(value) else f"{value:.{digits}f}".replace("-", "−")


def signed(value: float | None, digits: int = 3) -> str:
    """A fraction that is added to something, with its sign.

    >>> signed(0.0496), signed(-0.25), signed(0.0)
    ('+0.050', '−0.250', '0.000')
    """
    text = fraction(value, digits)
    return text.lstrip("−") if not text.strip("−0.") else text if text[0] in "−–" else f"+{text}"


def percent(value: float | None) -> str:
    """A fraction in per cent; what is not 0 or 100 % is not shown as if it were.

    >>> percent(0.0004), percent(0.9999), percent(1.0), percent(-0.25)
    ('< 0.1 %', '> 99.9 %', '100.0 %', '−25.0 %')
    """
    if value is None or not isfinite(value):
        return NO_VALUE
    text = f"{100 * value:.1f} %"
    if value > 0 and text == "0.0 %":
        return "< 0.1 %"
    if value < 1 and text == "100.0 %":
        return "> 99.9 %"
    return text.replace("-", "−")


def share(part: float, whole: float) -> str:
    """A part in per cent of the whole."""
    return NO_VALUE if not whole else percent(part / whole)


def count(value: int) -> str:
    """A whole number, thousands apart."""
    return f"{value:,}"


def amount(value: float | int | None) -> str:
    """A sum: whole numbers plainly, others with up to four figures behind the point, tiny ones in powers of ten.

    >>> amount(81.4), amount(2e-7), amount(3.0), amount(0)
    ('81.4', '2e-07', '3', '0')
    """
    if value is None or not isfinite(value):
        return NO_VALUE
    if float(value).is_integer() and abs(value) < 1e15:
        return count(int(value))
    text = f"{value:,.4f}".rstrip("0").rstrip(".") if abs(value) >= 0.001 else f"{value:.3g}"
    return text.replace("-", "−") if text.startswith("-") else text


def duration(seconds: float) -> str:
    """A time in the unit that suits it.

    >>> duration(0.0000021), duration(0.25), duration(75), duration(7300)
    ('2.1 µs', '250 ms', '75 s', '2 h 2 min')
    """
    for top, factor, unit in ((1e-3, 1e6, "µs"), (1, 1e3, "ms"), (120, 1, "s")):
        if seconds < top:
            return f"{seconds * factor:.3g} {unit}"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h {minutes % 60} min"


def size(count: int) -> str:
    """Bytes, in the unit that suits them, which are powers of a thousand.

    >>> size(31_719_424), size(2_461_000_000), size(512)
    ('31.7 MB', '2.46 GB', '512 bytes')
    """
    for unit, factor in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if count >= factor:
            return f"{count / factor:.3g} {unit}" if count < 1000 * factor else f"{count / factor:,.0f} {unit}"
    return f"{count} bytes"


def as_text(value: Any) -> str:
    """Any JSON value as a reader wants to see it: texts bare, the rest as JSON."""
    if isinstance(value, str):
        return value
    import json

    return json.dumps(value, ensure_ascii=False, default=str)


def listed(value: Any) -> str:
    """A value of a feature: the members of a list behind each other.

    >>> listed(["greeting", "hours"]), listed(7), listed("a")
    ('greeting, hours', '7', 'a')
    """
    return ", ".join(map(as_text, value)) if isinstance(value, list) else as_text(value)

"""Whether lines of text seem to have ids before or behind their words, as files of transcripts have them.

>>> looking_like_ids(["anna-01 to bonn", "anna-02 yes"]), looking_like_ids(["to bonn (a1)", "yes (a2)"])
(('begin', 'anna-01'), ('end', '(a1)'))
>>> looking_like_ids(["anna-01 to bonn", "yes"])
"""

import re
from collections.abc import Sequence

_FEWEST = 2
"""Lines, below which nothing is said of them."""
_BEFORE = re.compile(r"(?=\S*\d)(?=\S*[-_./])[A-Za-z0-9][\w./-]{2,}")
"""A word with a digit and a sign that joins its parts, such as `spk1-utt003`."""
_BEHIND = re.compile(r"\([^()\s]+\)")


def looking_like_ids(texts: Sequence[str]) -> tuple[str, str] | None:
    """Where all lines have what looks like an id, each another one, `begin` or `end`, and the first; else None."""
    filled = [text for text in texts if text.strip()]
    if len(filled) < _FEWEST:
        return None
    for at, where, pattern in ((0, "begin", _BEFORE), (-1, "end", _BEHIND)):
        found = dict.fromkeys(text.split()[at] for text in filled) if _fits(filled[0], at, pattern) else {}
        if len(found) == len(filled) and all(map(pattern.fullmatch, found)):
            return where, next(iter(found))
    return None


def _fits(text: str, at: int, pattern: "re.Pattern[str]") -> bool:
    return pattern.fullmatch(text.split()[at]) is not None

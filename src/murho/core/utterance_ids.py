"""Whether lines of text seem to have ids before or behind their words, as files of transcripts have them.

>>> looking_like_ids(["anna-01 to bonn", "anna-02 yes"]), looking_like_ids(["to bonn (a1)", "yes (a2)"])
(('begin', 'anna-01'), ('end', '(a1)'))
>>> looking_like_ids(["utt1 to bonn", "utt2 yes"]), looking_like_ids(["1 to bonn", "2 yes", "3 no"])
(('begin', 'utt1'), ('begin', '1'))
>>> looking_like_ids(["anna-01 to bonn", "yes"]), looking_like_ids(["2 tickets", "3 tickets", "4 tickets"])
(None, None)
"""

import re
from collections.abc import Iterable, Sequence

_FEWEST = 2
"""Lines, below which nothing is said of them."""
_FEWEST_NUMBERS = 3
"""Lines, below which numbers alone are taken for words."""
_JOINED = re.compile(r"(?=\S*\d)(?=\S*[-_./]\w)[A-Za-z0-9][\w./-]{2,}")
"""A word with a digit and a sign that joins its parts, such as `spk1-utt003`."""
_NUMBERED = re.compile(r"([^\W\d_]*?)(\d{1,18})")
"""Letters, or none, and a number: `utt001`, `u0`, `17`."""
_CODED = re.compile(r"(?=\d*[A-Za-z])(?=[A-Za-z]*\d)[A-Za-z0-9]{5,}")
"""Letters and digits mixed, such as `440c0401`."""
_PADDED = re.compile(r"0\d")
_BEHIND = re.compile(r"\([^()\s]+\)")


def looking_like_ids(texts: Sequence[str]) -> tuple[str, str] | None:
    """Where all lines have what looks like an id, each another one, `begin` or `end`, and the first; else None.

    Before the words that is a word whose parts are joined (`spk1-utt003`); the same letters and then another number;
    letters and digits at the same places in all lines (`440c0401`); or a number, if lines are counted by it from 0 or
    1, or it has leading zeros and is as long in every line.
    """
    filled = [text for text in texts if text.strip()]
    if len(filled) < _FEWEST:
        return None
    # Most texts end here, and small ones are scored in less time than all of this takes.
    if re.search(r"\d", filled[0].split(maxsplit=1)[0]):
        found = _each_another(filled, 0)
        if found and (all(map(_JOINED.fullmatch, found)) or (_has_words(filled) and _is_series(found))):
            return "begin", found[0]
    if _BEHIND.fullmatch(filled[0].split()[-1]):
        found = _each_another(filled, -1)
        if found and all(map(_BEHIND.fullmatch, found)):
            return "end", found[0]
    return None


def _each_another(texts: Sequence[str], at: int) -> list[str]:
    """The words at a place, or none where two are alike."""
    words = dict.fromkeys(text.split()[at] for text in texts)
    return list(words) if len(words) == len(texts) else []


def _has_words(texts: Iterable[str]) -> bool:
    """Whether anything stands behind the first words: lines of a number alone say that number."""
    return any(len(text.split(maxsplit=1)) > 1 for text in texts)


def _is_series(words: Sequence[str]) -> bool:
    """Whether words are made alike, but for what tells them apart."""
    numbered = [one for one in map(_NUMBERED.fullmatch, words) if one]
    if len(numbered) < len(words) or len({one[1] for one in numbered}) > 1:
        shapes = {re.sub("[A-Za-z]", "a", re.sub("[0-9]", "0", word)) for word in words}
        return len(shapes) == 1 and all(map(_CODED.fullmatch, words))
    numbers = [one[2] for one in numbered]
    if numbered[0][1] or (any(map(_PADDED.match, numbers)) and len(set(map(len, numbers))) == 1):
        return True
    counts = range(int(numbers[0]), int(numbers[0]) + len(numbers))
    return len(numbers) >= _FEWEST_NUMBERS and counts.start in (0, 1) and list(map(int, numbers)) == list(counts)

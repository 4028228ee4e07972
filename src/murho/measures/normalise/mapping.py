"""Phrases replaced by others, as a file of two columns says.

A line holds a phrase, a tab and what stands for it; nothing after the tab takes the phrase out. Phrases match whole
words as they are written (put `lower` before), the longest first, from the left, and what was put in is not looked at
again. A line without a tab that starts with `#` is a comment; blank lines are passed over.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "numbers.tsv")
>>> _ = path.write_text("# numbers\\ntwenty\\t20\\ntwenty one\\t21\\nplease\\t\\n")
>>> map_file(str(path))("twenty one please or twenty")
'21 or 20'
"""

from dataclasses import dataclass
from functools import lru_cache

from murho.core.errors import InputError
from murho.formats.opening import Held, held, text_lines

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

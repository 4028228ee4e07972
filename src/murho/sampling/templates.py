"""Templates: one request and the phrases in which people put it, as a linguist writes them down (docs/sampling.md).

>>> text = '''
... meaning: {"show": "hours"}
... class E: {tell} me [please] the opening (hours|times)
... class G: when (do you|does it) open ?
... tell = tell | show | give
... '''
>>> found = templates(enumerate(text.splitlines(), 1), "hours.templates")
>>> found.meanings, list(found.classes), sum(found.counts("E").values()), found.counts("G")
(({'show': 'hours'},), ['E', 'G'], 12, {4: 2})
>>> templates([(1, "class E: {tell} me")], "hours.templates")
Traceback (most recent call last):
murho.core.errors.InputError: hours.templates:1: no phrase 'tell'; write a line `tell = ...`

What is written: `|` between alternatives, `[...]` around what may be left out, `(...)` around what belongs together,
`{name}` for a phrase. A line that begins with a blank goes on with the one before it; `#` begins a comment. Punctuation
sticks to the word before it, and is no word.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from typing import Any, NamedTuple

from murho.core.errors import InputError

Counts = dict[int, int]
"""How many derivations there are by length in words."""

_NAME = r"[^\W\d_][\w' -]*"
_CLASS = re.compile(r"class\s+(\S+)\s*:(.*)", re.DOTALL)
_PHRASE = re.compile(rf"({_NAME}?)\s*=(.*)", re.DOTALL)
_SETTING = re.compile(r"(meaning|classes|lengths)\s*:(.*)", re.DOTALL)
_COMMENT = re.compile(r"(?:^|\s)#.*")
_TOKEN = re.compile(r"\{([^{}]*)\}|([|()\[\]])|([^\s|()\[\]{}]+)|(\S)")
_SHARE = re.compile(r"(\S+)\s+(\d+(?:\.\d+)?)")
_CLOSING = {"(": ")", "[": "]"}


@dataclass(frozen=True, eq=False)
class Word:
    """A word, or punctuation, as it is written."""

    text: str

    @property
    def words(self) -> int:
        """1, or 0 for punctuation."""
        return int(any(map(str.isalnum, self.text)))


@dataclass(frozen=True, eq=False)
class Phrase:
    """What stands elsewhere under a name."""

    name: str


@dataclass(frozen=True, eq=False)
class Row:
    """One after the other."""

    parts: tuple["Part", ...]


@dataclass(frozen=True, eq=False)
class Choice:
    """One of these."""

    ways: tuple["Part", ...]


Part = Word | Phrase | Row | Choice
NOTHING = Row(())


@dataclass(frozen=True, eq=False)
class Templates:
    """A request: what it means, and the expressions of each structural class."""

    path: str
    meanings: tuple[Any, ...] | None
    """None where nothing is said of it: the cases are open."""
    classes: Mapping[str, Part]
    phrases: Mapping[str, Part]
    class_shares: Mapping[str, float] = field(default_factory=dict)
    """What is wanted of each class; nothing: as many of each."""
    length_shares: Mapping[int, float] = field(default_factory=dict)
    """What is wanted of each length in words; nothing: as many of each as there are in a class."""

    def counts(self, name: str) -> Counts:
        """How many derivations a class has by length; two may be the same expression."""
        return self.counts_of(self.classes[name])

    def counts_of(self, part: Part) -> Counts:
        """The same for a part of an expression."""
        if part not in self._counted:
            self._counted[part] = self._count(part)
        return self._counted[part]

    def counts_after(self, row: Row) -> list[Counts]:
        """The same for what comes after each part of a row, and at last after none."""
        if row not in self._after:
            after: list[Counts] = [{0: 1}]
            for part in reversed(row.parts):
                after.append(joined(self.counts_of(part), after[-1]))
            self._after[row] = after[::-1]
        return self._after[row]

    @cached_property
    def _counted(self) -> dict[Part, Counts]:
        return {}

    @cached_property
    def _after(self) -> dict[Row, list[Counts]]:
        return {}

    def _count(self, part: Part) -> Counts:
        if isinstance(part, Word):
            return {part.words: 1}
        if isinstance(part, Phrase):
            return self.counts_of(self.phrases[part.name])
        if isinstance(part, Row):
            return self.counts_after(part)[0]
        total: Counts = {}
        for way in part.ways:
            for length, count in self.counts_of(way).items():
                total[length] = total.get(length, 0) + count
        return total


def joined(left: Counts, right: Counts) -> Counts:
    """The derivations of two parts, one after the other.

    >>> joined({1: 2}, {0: 1, 3: 5})
    {1: 2, 4: 10}
    """
    total: Counts = {}
    for one, times in left.items():
        for other, count in right.items():
            total[one + other] = total.get(one + other, 0) + times * count
    return total


def names_in(part: Part) -> Iterator[str]:
    """The phrases that a part names."""
    if isinstance(part, Phrase):
        yield part.name
    for inside in part.parts if isinstance(part, Row) else part.ways if isinstance(part, Choice) else ():
        yield from names_in(inside)


class _Line(NamedTuple):
    """A line with those that go on with it; each text with its number."""

    pieces: tuple[tuple[int, str], ...]

    @property
    def number(self) -> int:
        return self.pieces[0][0]

    @property
    def text(self) -> str:
        return "\n".join(text for _, text in self.pieces)


class _Token(NamedTuple):
    kind: str
    """`name`, `sign`, `word`, or `end`."""
    text: str
    line: int


def templates(lines: Iterable[tuple[int, str]], path: str) -> Templates:
    """The templates of a file, given as its lines with their numbers.

    Raises:
        InputError: with the line: it is none of the kinds of line, a bracket or a phrase is missing, a phrase is not
            used, or goes round in circles.
    """
    reader = _Reader(path)
    for line in _joined(lines, path):
        reader.take(line)
    return reader.finished()


def _joined(lines: Iterable[tuple[int, str]], path: str) -> Iterator[_Line]:
    pieces: list[tuple[int, str]] = []
    for number, raw in lines:
        text = raw if raw.lstrip().startswith("meaning:") else _COMMENT.sub("", raw)
        if not text.strip():
            continue
        if text[0].isspace():
            if not pieces:
                raise InputError(
                    "a line that goes on with none", "take the blanks before it out", path=path, line=number
                )
        elif pieces:
            yield _Line(tuple(pieces))
            pieces = []
        pieces.append((number, text))
    if pieces:
        yield _Line(tuple(pieces))


class _Reader:
    def __init__(self, path: str):
        self._path = path
        self._meanings: list[Any] = []
        self._classes: dict[str, list[Part]] = {}
        self._phrases: dict[str, Part] = {}
        self._defined: dict[str, int] = {}
        self._used: dict[str, int] = {}
        self._shares: dict[str, dict[str, float]] = {}
        self._settings: dict[str, int] = {}

    def take(self, line: _Line) -> None:
        text = line.text
        if setting := _SETTING.fullmatch(text):
            self._set(setting[1], setting[2].strip(), line.number)
        elif of_class := _CLASS.fullmatch(text):
            self._classes.setdefault(of_class[1], []).append(self._part(line, ":"))
            self._defined.setdefault(f"class {of_class[1]}", line.number)
        elif phrase := _PHRASE.fullmatch(text):
            name = _plain(phrase[1])
            if name in self._phrases:
                raise self._wrong(
                    line.number, f"phrase {name!r} stands in line {self._defined[name]} already", "join both by |"
                )
            self._defined[name] = line.number
            self._phrases[name] = self._part(line, "=")
        else:
            raise self._wrong(
                line.number,
                f"neither a class nor a phrase: {line.pieces[0][1].strip()[:60]!r}",
                "write `class NAME: ...`, `name = ...`, `meaning: ...`, `classes: ...` or `lengths: ...`",
            )

    def _set(self, kind: str, text: str, number: int) -> None:
        if kind == "meaning":
            try:
                self._meanings.append(json.loads(text))
            except ValueError as error:
                raise self._wrong(number, f"no JSON: {error}", 'write a meaning as JSON, a text as "..."') from None
            return
        if kind in self._shares:
            raise self._wrong(number, f"`{kind}:` for the second time", f"it stands in line {self._settings[kind]}")
        try:
            self._shares[kind] = shares(text, kind)
        except ValueError as error:
            raise self._wrong(number, str(error), example_of(kind)) from None
        self._settings[kind] = number

    def _part(self, line: _Line, after: str) -> Part:
        tokens = self._tokens(line, after)
        place = [0]
        result = self._choice(tokens, place, line.number)
        if (left := tokens[place[0]]).kind != "end":
            raise self._wrong(left.line, f"{left.text!r} closes nothing", "take it out, or open it before")
        return result

    def _tokens(self, line: _Line, after: str) -> list[_Token]:
        tokens = []
        for index, (number, text) in enumerate(line.pieces):
            for match in _TOKEN.finditer(text, text.index(after) + 1 if index == 0 else 0):
                name, sign, word, other = match.groups()
                if other is not None:
                    raise self._wrong(number, f"{other!r} alone", "write a phrase as {name}")
                if name is not None:
                    self._used.setdefault(_plain(name), number)
                    tokens.append(_Token("name", _plain(name), number))
                else:
                    tokens.append(_Token("sign", sign, number) if sign else _Token("word", word, number))
        return [*tokens, _Token("end", "", line.pieces[-1][0])]

    def _choice(self, tokens: list[_Token], place: list[int], first: int) -> Part:
        ways: list[Part] = []
        while True:
            ways.append(self._row(tokens, place, first))
            if tokens[place[0]].text != "|" or tokens[place[0]].kind != "sign":
                return ways[0] if len(ways) == 1 else Choice(tuple(ways))
            place[0] += 1

    def _row(self, tokens: list[_Token], place: list[int], first: int) -> Part:
        parts: list[Part] = []
        while True:
            kind, text, line = tokens[place[0]]
            if kind == "end" or (kind == "sign" and text in "|)]"):
                if not parts:
                    raise self._wrong(line, "an alternative without words", "write [...] around what may be left out")
                return parts[0] if len(parts) == 1 else Row(tuple(parts))
            place[0] += 1
            if kind == "name":
                parts.append(Phrase(text))
            elif kind == "word":
                parts.append(Word(text))
            else:
                inside = self._choice(tokens, place, line)
                end = tokens[place[0]]
                if end.kind == "end":
                    raise self._wrong(line, f"{text!r} is not closed", f"write {_CLOSING[text]!r} where it ends")
                if end.text != _CLOSING[text]:
                    raise self._wrong(end.line, f"{end.text!r} closes {text!r}", f"write {_CLOSING[text]!r}")
                place[0] += 1
                parts.append(inside if text == "(" else Choice((NOTHING, inside)))

    def finished(self) -> Templates:
        if not self._classes:
            raise InputError("no class", "write a line `class NAME: ...` for each kind of expression", path=self._path)
        for name, number in self._used.items():
            if name not in self._phrases:
                near = get_close_matches(name, self._phrases, 1)
                todo = f"did you mean {{{near[0]}}}?" if near else f"write a line `{name} = ...`"
                raise self._wrong(number, f"no phrase {name!r}", todo)
        for name in self._phrases:
            if name not in self._used:
                raise self._wrong(self._defined[name], f"phrase {name!r} is used nowhere", "use it, or take it out")
            self._refuse_circles(name, ())
        for name in self._shares.get("classes", {}):
            if name not in self._classes:
                known = ", ".join(self._classes)
                raise self._wrong(self._settings["classes"], f"no class {name!r}", f"classes here: {known}")
        return Templates(
            self._path,
            tuple(self._meanings) or None,
            {name: ways[0] if len(ways) == 1 else Choice(tuple(ways)) for name, ways in self._classes.items()},
            self._phrases,
            self._shares.get("classes", {}),
            {int(length): share for length, share in self._shares.get("lengths", {}).items()},
        )

    def _refuse_circles(self, name: str, above: tuple[str, ...]) -> None:
        if name in above:
            way = " > ".join((*above[above.index(name) :], name))
            raise self._wrong(self._defined[name], f"phrase {name!r} is made of itself: {way}", "take one of them out")
        for inside in names_in(self._phrases[name]):
            self._refuse_circles(inside, (*above, name))

    def _wrong(self, line: int, found: str, todo: str) -> InputError:
        return InputError(found, todo, path=self._path, line=line)


def shares(text: str, kind: str) -> dict[str, float]:
    """How much of each is wanted, as in `T 22, D 91`; of lengths the names are numbers.

    >>> shares("T 22, DV 6.5", "classes")
    {'T': 22.0, 'DV': 6.5}

    Raises:
        ValueError: it is not written so; the text says what was found.
    """
    results: dict[str, float] = {}
    for part in text.split(","):
        match = _SHARE.fullmatch(" ".join(part.split()))
        if match is None or (kind == "lengths" and not match[1].isdecimal()):
            raise ValueError(f"{part.strip()!r} is no share of {kind}")
        if match[1] in results:
            raise ValueError(f"{match[1]!r} stands in {kind} twice")
        results[match[1]] = float(match[2])
    if not sum(results.values()):
        raise ValueError(f"all shares of {kind} are 0")
    return results


def example_of(kind: str) -> str:
    """How shares are written."""
    return "write names and shares, as in T 22, D 91" if kind == "classes" else "write as in 5 2, 6 7: words and share"


def _plain(name: str) -> str:
    return " ".join(name.split())

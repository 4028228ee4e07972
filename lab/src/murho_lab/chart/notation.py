"""The notation of a grammar's lines: descriptions of signs, clauses, templates of structures.

>>> description("city[value=?c]")
Description(type='city', features=(('value', Variable(name='c')),))
>>> clauses("value=?t; frame _ (number); where ?t = clock(?h, 30)").frame
(None, Optional(part=Description(type='number', features=())))
>>> clauses("frame _ city; means {goal: {city: ?c")
Traceback (most recent call last):
murho.core.errors.InputError: the line ends where , or } should stand; write it
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from murho.core.errors import InputError

Constant = str | int
T = TypeVar("T")


@dataclass(frozen=True)
class Variable:
    """`?c`: one value in all its places."""

    name: str


Value = Constant | Variable
Features = tuple[tuple[str, Value], ...]


@dataclass(frozen=True)
class Description:
    """`city[value=?c]`: a sign of this type or one below it, whose features agree."""

    type: str
    features: Features = ()


@dataclass(frozen=True)
class Words:
    """`"o'clock"`: these words, one after the other."""

    words: tuple[str, ...]


@dataclass(frozen=True)
class Optional:
    """`(city)`: what may be left out."""

    part: Description | Words


Part = Description | Words | Optional | None
"""None is the word itself, `_`."""
Frame = tuple[Part, ...]


@dataclass(frozen=True)
class Meaning:
    """`@1`: what a part means."""

    part: int


@dataclass(frozen=True)
class Object:
    """`{goal: @1, @2}`: a pair of None and a template stands for all keys of what that means."""

    pairs: tuple[tuple[str | None, "Template"], ...]


@dataclass(frozen=True)
class Several:
    """`[@1, @2]`: one after the other."""

    items: tuple["Template", ...]


Template = Constant | bool | Variable | Meaning | Object | Several


@dataclass(frozen=True)
class Computed:
    """`?t = clock(?h, ?m)`."""

    variable: str
    function: str
    arguments: tuple[Value, ...]


@dataclass(frozen=True)
class Within:
    """`?h in 1..12`, both ends included."""

    variable: str
    low: Constant
    high: Constant


@dataclass(frozen=True)
class OneOf:
    """`?k in day|date`."""

    variable: str
    values: tuple[Constant, ...]


Condition = Computed | Within | OneOf


@dataclass(frozen=True)
class Clauses:
    """What a type says, or a word of its own; None where it does not say."""

    features: Features = ()
    frame: Frame | None = None
    modifies: Frame | None = None
    where: tuple[Condition, ...] = ()
    means: Template | None = None
    importance: int | None = None
    correctable: bool = False
    alone: bool = False
    first: bool = False
    unsure: bool = False


@dataclass(frozen=True)
class Construction:
    """A rule: the sign that its daughters make."""

    mother: Description
    daughters: tuple[Part, ...]
    where: tuple[Condition, ...]
    means: Template | None


def description(text: str) -> Description:
    """The sign that a text describes.

    Raises:
        InputError: it describes none.
    """
    return _all_of(text, _Tokens.description)


def clauses(text: str) -> Clauses:
    """The clauses of a type or a word, which stand apart by semicolons.

    Raises:
        InputError: a clause that cannot be read, or one that is there twice.
    """
    return _all_of(text, _Tokens.clauses) if text.strip() else Clauses()


def entry(text: str) -> tuple[Description, Clauses]:
    """A word's type with its features, and the clauses of its own.

    Raises:
        InputError: it cannot be read.
    """

    def read(tokens: "_Tokens") -> tuple[Description, Clauses]:
        described = tokens.description()
        return described, tokens.clauses() if tokens.skip(";") else Clauses()

    return _all_of(text, read)


def construction(text: str) -> Construction:
    """A rule behind its name: `MOTHER -> DAUGHTERS; CLAUSES`.

    Raises:
        InputError: it cannot be read.
    """
    return _all_of(text, _Tokens.construction)


def _all_of(text: str, read: Callable[["_Tokens"], T]) -> T:
    tokens = _Tokens(text)
    result = read(tokens)
    if tokens.next:
        raise InputError(f"{tokens.next!r} is too much", "take it out, or write what must stand before it")
    return result


_TOKEN = re.compile(
    r"""\s*(?:(?P<text>"(?:[^"\\]|\\["\\])*")|(?P<variable>\?[^\W\d]\w*)|(?P<meaning>@[1-9]\d*)|(?P<number>\d+(?![\w]))"""
    r"""|(?P<name>[^\W\d][\w'-]*)|(?P<sign>->|\.\.|[\[\]{}(),=:;|]))"""
)
WORD = "_"
"""The word itself in a frame."""


class _Tokens:
    """The rest of a line, and the readers of what can stand in it."""

    def __init__(self, text: str):
        self._tokens: list[tuple[str, str]] = []
        at, text = 0, text.rstrip()
        while at < len(text):
            match = _TOKEN.match(text, at)
            if match is None:
                found = text[at:].split()[0]
                raise InputError(f"{found!r} is no part of a grammar", 'write texts in quotation marks, as in "09:00"')
            self._tokens.append((str(match.lastgroup), match[str(match.lastgroup)]))
            at = match.end()
        self._tokens.reverse()

    @property
    def next(self) -> str:
        """The next token, empty at the end."""
        return self._tokens[-1][1] if self._tokens else ""

    @property
    def _kind(self) -> str:
        return self._tokens[-1][0] if self._tokens else ""

    def skip(self, sign: str) -> bool:
        """Take this token if it is the next."""
        if self.next != sign or self._kind == "text":
            return False
        self._tokens.pop()
        return True

    def _expect(self, *signs: str) -> str:
        for sign in signs:
            if self.skip(sign):
                return sign
        raise self._wrong(" or ".join(signs))

    def _wrong(self, wanted: str) -> InputError:
        if not self.next:
            return InputError(f"the line ends where {wanted} should stand", "write it")
        return InputError(f"{self.next!r} stands where {wanted} should", "write it before")

    def _take(self, *kinds: str, wanted: str) -> str:
        if self._kind not in kinds:
            raise self._wrong(wanted)
        return self._tokens.pop()[1]

    def _name(self, wanted: str) -> str:
        return self._take("name", wanted=wanted)

    def _constant(self, wanted: str) -> Constant:
        kind, token = self._kind, self._take("name", "number", "text", wanted=wanted)
        if kind == "number":
            if token != str(int(token)):
                raise InputError(f"the number {token}", f'write "{token}", which is a text, or {int(token)}')
            return int(token)
        return re.sub(r"\\(.)", r"\1", token[1:-1]) if kind == "text" else token

    def _variable(self) -> str:
        return self._take("variable", wanted="a variable, as ?name,")[1:]

    def _value(self) -> Value:
        return Variable(self._variable()) if self._kind == "variable" else self._constant("a value")

    def description(self) -> Description:
        """`city[value=?c]`."""
        name = self._name("the name of a type")
        if not self.skip("["):
            return Description(name)
        features = self._features()
        self._expect("]")
        return Description(name, features)

    def _features(self) -> Features:
        features: list[tuple[str, Value]] = []
        while not features or self.skip(","):
            name = self._name("the name of a feature")
            self._expect("=")
            features.append((name, self._value()))
        return tuple(features)

    def _part(self) -> Part:
        if self.skip("("):
            part = self._part()
            self._expect(")")
            if part is None or isinstance(part, Optional):
                raise InputError("parentheses around _ or other parentheses", "put a type or a word in them")
            return Optional(part)
        if self._kind == "text":
            return Words(tuple(str(self._constant("words")).split()))
        return None if self.skip(WORD) else self.description()

    def _parts(self) -> Frame:
        parts = [self._part()]
        while self.next not in ("", ";") or self._kind == "text":
            parts.append(self._part())
        return tuple(parts)

    def clauses(self) -> Clauses:
        """All that is left, apart by semicolons."""
        results: dict[str, object] = {}
        while not results or self.skip(";"):
            clause, value = self._clause()
            if clause in results:
                raise InputError(f"{clause} is said twice", "say it once")
            results[clause] = value
        return Clauses(**results)  # type: ignore[arg-type]

    def _clause(self) -> tuple[str, object]:
        if len(self._tokens) > 1 and self._tokens[-2][1] == "=":
            return "features", self._features()
        clause = self._name("a clause")
        match clause:
            case "frame" | "modifies":
                return clause, self._frame(clause)
            case "where":
                return clause, self._conditions()
            case "means":
                return clause, self._template()
            case "importance":
                return clause, int(self._take("number", wanted="a whole number"))
            case "correctable" | "alone" | "first" | "unsure":
                return clause, True
        known = "FEATURE=VALUE, frame, modifies, where, means, importance, correctable, alone, first or unsure"
        raise InputError(f"{clause!r} is no clause", f"write {known}")

    def _frame(self, clause: str) -> Frame:
        parts = self._parts()
        if parts.count(None) != 1:
            raise InputError(f"{clause} without one _ for the word itself", "write where it stands, as in frame _ city")
        if clause == "modifies" and (len(parts) != 2 or not any(isinstance(part, Description) for part in parts)):
            raise InputError("modifies is about one other sign", "write modifies _ TYPE, or modifies TYPE _")
        return parts

    def _conditions(self) -> tuple[Condition, ...]:
        conditions: list[Condition] = []
        while not conditions or self.skip(","):
            conditions.append(self._condition())
        return tuple(conditions)

    def _condition(self) -> Condition:
        variable = self._variable()
        if self.skip("="):
            function = self._name("a function")
            self._expect("(")
            arguments = [self._value()]
            while self._expect(",", ")") == ",":
                arguments.append(self._value())
            return Computed(variable, function, tuple(arguments))
        self._expect("in")
        values = [self._constant("a value")]
        if self.skip(".."):
            return Within(variable, values[0], self._constant("a value"))
        while self.skip("|"):
            values.append(self._constant("a value"))
        return OneOf(variable, tuple(values))

    def _template(self) -> Template:
        if self.skip("{"):
            pairs: list[tuple[str | None, Template]] = []
            while not pairs or self._expect(",", "}") == ",":
                key = None if self._kind == "meaning" else str(self._constant("a key"))
                if key is not None:
                    self._expect(":")
                pairs.append((key, self._template()))
            return Object(tuple(pairs))
        if self.skip("["):
            items = [self._template()]
            while self._expect(",", "]") == ",":
                items.append(self._template())
            return Several(tuple(items))
        if self._kind == "meaning":
            return Meaning(int(self._take("meaning", wanted="")[1:]))
        quoted = self._kind == "text"
        value = self._value()
        return {"true": True, "false": False}.get(value, value) if isinstance(value, str) and not quoted else value

    def construction(self) -> Construction:
        """`MOTHER -> DAUGHTERS; CLAUSES`."""
        mother = self.description()
        self._expect("->")
        daughters = self._parts()
        said = self.clauses() if self.skip(";") else Clauses()
        if None in daughters:
            raise InputError("a rule has no word of its own, _", "write a type, or words in quotation marks")
        if said != Clauses(where=said.where, means=said.means):
            raise InputError("a rule has the clauses where and means only", "give the others to its mother's type")
        return Construction(mother, daughters, said.where, said.means)

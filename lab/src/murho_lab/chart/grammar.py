"""A grammar as its files say it: features, types, entries of the lexicon, rules, and how structures become units.

lab/docs/chart.md teaches the format.

>>> import pathlib, tempfile
>>> file = pathlib.Path(tempfile.mkdtemp(), "toy.chart")
>>> _ = file.write_text('''
... [features]
... value
... [types]
... city < piece: value=?c; means {city: ?c}
... goal < piece: frame _ city[value=?c]; means {goal: {city: ?c}}
... [words]
... bonn : city[value=bonn]
... to, all the way to : goal
... ''')
>>> grammar = read_grammar(str(file))
>>> [(entry.words, entry.type.name) for entry in grammar.entries]
[(('bonn',), 'city'), (('to',), 'goal'), (('all', 'the', 'way', 'to'), 'goal')]
>>> _ = file.write_text("[words]\\nto : gaol")
>>> read_grammar(str(file))
Traceback (most recent call last):
murho.core.errors.InputError: .../toy.chart:2: no type 'gaol'; declare it in [types], or see how it is spelt
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches

from murho.core.errors import InputError
from murho.formats.opening import text_lines
from murho.measures.units.mapping import UnitMap, mapping_of
from murho_lab.chart import functions, notation
from murho_lab.chart.forms import forms
from murho_lab.chart.notation import Clauses, Computed, Construction, Description, Template, Variable
from murho_lab.chart.source import Line, beside, source_lines
from murho_lab.chart.types import Declared, Type, agreed, clash, inheriting, resolved

OF_SIGNS = ("importance", "correctable", "alone", "first", "unsure")
"""Clauses that say how signs behave, not what they are made of."""
NAME = "name"
"""The variable that stands for the first name on a line of a file of names."""
_NAME = re.compile(r"[^\W\d][\w-]*")


@dataclass(frozen=True)
class Entry:
    """Words that are of a type."""

    words: tuple[str, ...]
    type: Type
    """With the clauses and features of this entry in it; its name is that of the lexicon's type."""
    line: Line


@dataclass(frozen=True)
class NamedRule:
    """A rule with its name and place."""

    name: str
    construction: Construction
    line: Line


@dataclass(frozen=True)
class Grammar:
    """All that a grammar says."""

    path: str
    features: Mapping[str, tuple[str, ...]]
    """The values that a feature may have; none where it may have any."""
    types: Mapping[str, Type]
    entries: tuple[Entry, ...]
    rules: tuple[NamedRule, ...]
    units: UnitMap | None
    places: Mapping[str, Line]
    """The line of each type that is declared."""
    files: tuple[str, ...]
    """All that was read, the grammar's own file first."""


def read_grammar(path: str) -> Grammar:
    """The grammar of a file and those that it includes.

    Raises:
        InputError: what is wrong, with file and line: a line that cannot be read, an unknown type, feature or function,
            a circle of types, a clash of features.
    """
    by_section: dict[str, list[Line]] = {}
    files = {path: None}
    for line in source_lines(path):
        files[line.path] = None
        by_section.setdefault(line.section, []).append(line)
    features = dict(_once(map(_feature, by_section.get("features", ()))))
    declared = {name: (line, written) for name, line, written in map(_type, by_section.get("types", ()))}
    if len(declared) < len(by_section.get("types", ())):
        raise _second(by_section["types"])
    types = resolved({name: written for name, (_, written) in declared.items()})
    checks = _Checks(features, types)
    for name, (line, _) in declared.items():
        checks.clauses(types[name].clauses, line)
    entries = [*_entries(by_section.get("words", ()), checks), *_names(by_section.get("names", ()), checks)]
    rules = [_rule(line, checks) for line in by_section.get("rules", ())]
    files |= {entry.line.path: None for entry in entries}
    units = [(line.path, line.number, line.text) for line in by_section.get("units", ())]
    return Grammar(
        path, features, types, tuple(entries), tuple(rules), mapping_of(path, units) if units else None,
        {name: line for name, (line, _) in declared.items()}, tuple(files),
    )  # fmt: skip


def _feature(line: Line) -> tuple[Line, str, tuple[str, ...]]:
    name, colon, values = (part.strip() for part in line.text.partition(":"))
    listed = tuple(value.strip() for value in values.split(",")) if colon else ()
    for word in (name, *listed):
        if not _NAME.fullmatch(word):
            raise line.wrong(f"{word!r} is no name of a feature or value", "write NAME, or NAME: VALUE, VALUE")
    return line, name, listed


def _once(features: Iterable[tuple[Line, str, tuple[str, ...]]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    known: dict[str, Line] = {}
    for line, name, values in features:
        if name in known:
            raise line.wrong(
                f"feature {name} is declared again", f"see line {known[name].number} of {known[name].path}"
            )
        known[name] = line
        yield name, values


def _type(line: Line) -> tuple[str, Line, Declared]:
    head, _, said = line.text.partition(":")
    name, below, above = (part.strip() for part in head.partition("<"))
    parents = tuple(parent.strip() for parent in above.split(",")) if below else ()
    for word in (name, *parents):
        if not _NAME.fullmatch(word):
            raise line.wrong(f"{word!r} is no name of a type", "write NAME < PARENT, PARENT: CLAUSES")
    return name, line, Declared(parents, _read(notation.clauses, said, line), line.wrong)


def _second(lines: Iterable[Line]) -> InputError:
    known: dict[str, Line] = {}
    for line in lines:
        name = _type(line)[0]
        if name in known:
            return line.wrong(f"type {name} is declared again", f"see line {known[name].number} of {known[name].path}")
        known[name] = line
    raise AssertionError("no type is declared twice")


def _entries(lines: Iterable[Line], checks: "_Checks") -> Iterator[Entry]:
    for line in lines:
        said, colon, kind = line.text.partition(":")
        if not colon:
            raise line.wrong(f"{line.text!r} has no type", "write WORDS : TYPE")
        described, own = _read(notation.entry, kind.strip(), line)
        of_type = checks.entry(described, own, line)
        for words in _read(forms, said, line):
            yield Entry(words, of_type, line)


def _names(lines: Iterable[Line], checks: "_Checks") -> Iterator[Entry]:
    for line in lines:
        file, colon, kind = line.text.partition(":")
        if not colon:
            raise line.wrong(f"{line.text!r} has no type", "write FILE : TYPE[FEATURE=?name]")
        described, own = _read(notation.entry, kind.strip(), line)
        named, _, ending = file.strip().partition(" +")
        path = beside(line, named)
        for number, raw in text_lines(path):
            names = [name.strip() for name in raw.split("|")]
            if not raw.strip() or raw.startswith("#"):
                continue
            at = Line(line.section, raw, path, number)
            if "" in names:
                raise at.wrong("an empty name", "write a name on both sides of |")
            features = tuple((key, names[0] if value == Variable(NAME) else value) for key, value in described.features)
            of_type = checks.entry(replace(described, features=features), own, line)
            for name in names:
                yield Entry(tuple(f"{name}{ending}".split()), of_type, at)


def _rule(line: Line, checks: "_Checks") -> NamedRule:
    name, colon, said = (part.strip() for part in line.text.partition(":"))
    if not colon or not _NAME.fullmatch(name):
        raise line.wrong(f"{line.text!r} has no name", "write NAME: MOTHER -> DAUGHTERS")
    read = _read(notation.construction, said, line)
    checks.description(read.mother, line)
    checks.parts(read.daughters, line)
    checks.conditions(read.where, line)
    checks.template(read.means, len(read.daughters), line)
    checks.given(Clauses(read.mother.features, where=read.where, means=read.means), line, read.daughters)
    return NamedRule(name, read, line)


def _read(reader, text: str, line: Line):  # type: ignore[no-untyped-def]
    try:
        return reader(text)
    except InputError as error:
        raise error.at(line.path, line.number) from None


@dataclass(frozen=True)
class _Checks:
    """Whether what a line names is there, and goes together."""

    features: Mapping[str, tuple[str, ...]]
    types: dict[str, Type]

    def entry(self, described: Description, own: Clauses, line: Line) -> Type:
        """The type of an entry, with what is its own."""
        self.description(described, line)
        known = self.types[described.type]
        self.given(known.clauses, line)
        if not described.features and own == Clauses():
            return known
        own = replace(own, features=described.features + own.features)
        of_entry = inheriting(described.type, Declared((described.type,), own, line.wrong), self.types)
        self.clauses(own, line)
        self.given(of_entry.clauses, line)
        if own.modifies:
            raise line.wrong("modifies at a word", "give the word a type of its own, and say there what it modifies")
        said = [clause for clause in OF_SIGNS if getattr(own, clause) not in (None, False)]
        if not said:
            return replace(of_entry, ancestors=known.ancestors)
        # The signs of this word are otherwise than those of its type: they are of a type below it.
        name = f"{known.name} ({', '.join(said)})"
        type_ = replace(known, name=name, ancestors=known.ancestors | {name}, clauses=replace(known.clauses, **{
            clause: getattr(own, clause) for clause in said
        }))  # fmt: skip
        if self.types.setdefault(name, type_) != type_:
            raise line.wrong(f"a word of {known.name} with another importance", "give it a type of its own")
        return replace(of_entry, name=name, ancestors=type_.ancestors)

    def clauses(self, said: Clauses, line: Line) -> None:
        """What a type says."""
        self.values(said.features, line)
        self.parts((said.frame or ()) + (said.modifies or ()), line)
        self.conditions(said.where, line)
        self.template(said.means, len(said.frame) - 1 if said.frame else 0, line)

    def given(self, said: Clauses, line: Line, also: notation.Frame = ()) -> None:
        """Whether every variable is given a value somewhere."""
        known = set(_variables(said.features))
        for part in (*(said.frame or ()), *also):
            inside = part.part if isinstance(part, notation.Optional) else part
            known |= set(_variables(inside.features)) if isinstance(inside, Description) else set()
        for condition in said.where:
            computed = isinstance(condition, Computed)
            asked = (("", value) for value in condition.arguments) if isinstance(condition, Computed) else ()
            for name in [*_variables(asked), *([] if computed else [condition.variable])]:
                if name not in known:
                    raise line.wrong(
                        f"?{name} has no value where it is asked for", "let a feature or where give it one"
                    )
            known.add(condition.variable)
        for name in _in_template(said.means):
            if name not in known:
                raise line.wrong(f"?{name} never has a value", "let a feature or where give it one")

    def parts(self, parts: notation.Frame, line: Line) -> None:
        """The daughters of a rule, or what stands in a frame."""
        for part in parts:
            inside = part.part if isinstance(part, notation.Optional) else part
            if isinstance(inside, Description):
                self.description(inside, line)
            elif isinstance(inside, notation.Words) and not inside.words:
                raise line.wrong("quotation marks with no word in them", "write the words")
        needed = [part for part in parts if not isinstance(part, notation.Optional)]
        if parts and not needed:
            raise line.wrong("everything may be left out", "take one of the parentheses away")

    def description(self, described: Description, line: Line) -> None:
        """A sign that a frame, a rule or an entry describes."""
        if described.type not in self.types:
            raise line.wrong(f"no type {described.type!r}{self._meant(described.type, self.types)}",
                             "declare it in [types], or see how it is spelt")  # fmt: skip
        self.values(described.features, line)
        try:
            fixed, _ = agreed(self.types[described.type].clauses.features)
            asked, _ = agreed(described.features)
        except InputError as error:
            raise error.at(line.path, line.number) from None
        for name, value in asked.items():
            has = fixed.get(name, value)
            if value != has and not isinstance(value, Variable) and not isinstance(has, Variable):
                clashing = clash(name, has, value)
                raise line.wrong(f"{described.type}: {clashing.found}", clashing.todo)

    def values(self, features: notation.Features, line: Line) -> None:
        """Features and their values."""
        for name, value in features:
            if name not in self.features:
                raise line.wrong(f"no feature {name!r}{self._meant(name, self.features)}", "declare it in [features]")
            listed = self.features[name]
            if listed and not isinstance(value, Variable) and value not in listed:
                raise line.wrong(f"feature {name} is never {value!r}", f"its values are {', '.join(listed)}")

    def conditions(self, where: tuple[notation.Condition, ...], line: Line) -> None:
        """Conditions and calculations."""
        for condition in where:
            if not isinstance(condition, Computed):
                continue
            if condition.function not in functions.FUNCTIONS:
                raise line.wrong(f"no function {condition.function!r}", f"known: {', '.join(functions.FUNCTIONS)}")
            fewest, most = functions.arguments(condition.function)
            given = len(condition.arguments)
            if given < fewest or (most is not None and given > most):
                takes = f"{fewest}" if most == fewest else f"{fewest} to {most}" if most else f"{fewest} or more"
                raise line.wrong(f"{condition.function} of {given} values", f"it takes {takes}")

    def template(self, template: Template | None, parts: int, line: Line) -> None:
        """What a structure is made of."""
        for number in _meanings(template):
            if number > parts:
                raise line.wrong(f"@{number}, where there are {parts} other parts", "count the parts without the _")

    @staticmethod
    def _meant(name: str, known: Iterable[str]) -> str:
        close = get_close_matches(name, list(known), 1)
        return f" ({close[0]}?)" if close else ""


def _meanings(template: Template | None) -> Iterator[int]:
    match template:
        case notation.Meaning(part):
            yield part
        case notation.Object(pairs):
            for _, value in pairs:
                yield from _meanings(value)
        case notation.Several(items):
            for item in items:
                yield from _meanings(item)


def _variables(features: Iterable[tuple[str, notation.Value]]) -> list[str]:
    return [value.name for _, value in features if isinstance(value, Variable)]


def _in_template(template: Template | None) -> Iterator[str]:
    match template:
        case Variable(name):
            yield name
        case notation.Object(pairs):
            for _, value in pairs:
                yield from _in_template(value)
        case notation.Several(items):
            for item in items:
                yield from _in_template(item)

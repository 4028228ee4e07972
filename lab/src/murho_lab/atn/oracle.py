"""The slow, obvious twin of the engine: it reads the arcs as they are written, copies everything, and recurses.

It exists so that tests can hold the engine to it: the same analyses in the same order after the same number of choices.
It serves short sentences only, because Python's own stack is its stack.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from murho_lab.atn.actions import name_of
from murho_lab.atn.forms import agree
from murho_lab.atn.lexicon import Sentence
from murho_lab.atn.making import Made, cell, headed, same, structure
from murho_lab.atn.network import Arc, Grammar
from murho_lab.atn.notation import Atom, Expression, is_quotation
from murho_lab.atn.values import (
    TRUE,
    Structure,
    Value,
    Word,
    features_of,
    head_of,
    items_of,
    label,
    plain,
    text_of,
)  # fmt: skip

Level = dict[str, Any]
"""Registers by name, and under names that no grammar can write: head, links, pending, lifted, features."""


class Oracle:
    """All analyses of a sentence; `choices` counts the attempts made so far."""

    def __init__(self, grammar: Grammar, sentence: Sentence, arcs: Mapping[str, list[Arc]] | None = None):
        self.grammar, self.choices = grammar, 0
        self.arcs = arcs or {name: list(state.arcs) for name, state in grammar.states.items()}
        self.words: list[list[Word]] = []
        for position, (form, readings) in enumerate(sentence.words, 1):
            categories = frozenset(reading.category for reading in readings)
            words = [Word(form, reading.category, reading.features, position, categories) for reading in readings]
            self.words.append(words or [Word(form, "", {}, position)])

    def analyses(self) -> Iterator[tuple[Value, tuple[Any, ...]]]:
        """The value and the links of each analysis."""
        for value, position, level, held in self._walk(self.grammar.start, 0, {}, [], 0, whole=True):
            if position == len(self.words) and not held:
                yield value, level[" links"]

    def _walk(
        self, state: str, position: int, level: Level, held: list[Any], depth: int, whole: bool = False
    ) -> Iterator[tuple[Value, int, Level, list[Any]]]:
        """Everything that may be popped, having come to a state: value, position, registers, what is still held."""
        for arc in self.arcs[state]:
            self.choices += 1
            for value, to, registers, holding in self._cross(arc, position, level, held, depth):
                if arc.type != "POP":
                    yield from self._walk(arc.target, to, registers, holding, depth, whole)
                elif not (whole and (to < len(self.words) or holding)):
                    yield value, to, registers, holding

    def _cross(
        self, arc: Arc, position: int, level: Level, held: list[Any], depth: int
    ) -> Iterator[tuple[Value, int, Level, list[Any]]]:
        here = self.words[position] if position < len(self.words) else []
        star: Value = here[0] if here else None
        test = arc.source.items[2]
        rest = [item for item in arc.source.items[3:] if name_of(item) not in ("TO", "JUMP")]
        if arc.type == "POP":
            if self._value(test, level, star) is not None and not any(at == depth for _, _, at in held):
                value = self._value(arc.source.items[1], level, star)
                links = level.get(" links", ())
                for relation, dependent, governor in level.get(" pending", ()):
                    above = governor or level.get(" head")
                    links = (*links, (above.position if above else 0, dependent.position, relation))
                features = None
                for pair in level.get(" features", ()):
                    features = cell(pair, features, Made())
                value = headed(value, level.get(" head"), features, Made())
                yield value, position, {**level, " links": links}, held
        elif arc.type == "PUSH":
            if self._value(test, level, star) is None:
                return
            sent: Level = {}
            for each in rest:
                if name_of(each) == "SENDR":
                    name, *form = each.items[1:]  # type: ignore[union-attr]
                    sent[str(name)] = self._value(form[0], level, star) if form else level.get(str(name))
            for value, to, below, holding in self._walk(arc.below, position, sent, list(held), depth + 1):
                registers = {
                    **level,
                    " links": (*level.get(" links", ()), *below[" links"]),
                    **below.get(" lifted", {}),
                }
                yield value, to, *self._act(rest, registers, value, list(holding), depth)
        elif arc.type == "VIR":
            for item in reversed(held):
                category, value, _ = item
                if category in arc.names and self._value(test, level, value) is not None:
                    left = [other for other in held if other is not item]  # equal ones may be held twice
                    yield value, position, *self._act(rest, level, value, left, depth)
        else:
            if arc.type == "CAT":
                stars: list[Value] = [word for word in here if word.category in arc.names]
            elif arc.type in ("WRD", "MEM"):
                stars = [word for word in here[:1] if word.form.lower() in arc.names]
            elif arc.type == "TST":
                stars = list(here[:1])
            else:
                stars = [star]
            for taken in stars:
                if self._value(test, level, taken) is not None:
                    yield None, position + arc.advance, *self._act(rest, level, taken, list(held), depth)

    def _act(
        self, actions: list[Expression], level: Level, star: Value, held: list[Any], depth: int
    ) -> tuple[Level, list[Any]]:
        level = dict(level)
        for each in actions:
            arguments = each.items[1:]  # type: ignore[union-attr]
            name = name_of(each)
            if name == "SETR":
                level[str(arguments[0])] = self._value(arguments[1], level, star)
            elif name in ("ADDR", "ADDL"):
                old = items_of_list(level.get(str(arguments[0])))
                new = tuple(self._value(argument, level, star) for argument in arguments[1:])
                level[str(arguments[0])] = Structure(old + new if name == "ADDR" else new + old)
            elif name == "LIFTR":
                value = self._operand(arguments[-1], level, star) if len(arguments) == 1 else (
                    self._value(arguments[1], level, star))  # fmt: skip
                level[" lifted"] = {**level.get(" lifted", {}), str(arguments[0]): value}
            elif name == "HOLD":
                category = None
                if len(arguments) == 2 or (arguments and isinstance(arguments[0], Atom) and arguments[0].text != "*"):
                    category, arguments = str(arguments[0]), arguments[1:]
                value = self._operand(arguments[0], level, star) if arguments else star
                held = [*held, (category or label(value), value, depth)]
            elif name == "HEAD":
                level[" head"] = head_of(self._operand(arguments[0], level, star))
            elif name == "DEP":
                dependent = head_of(self._operand(arguments[1], level, star))
                governor = head_of(self._operand(arguments[2], level, star)) if len(arguments) == 3 else None
                if dependent is not None:
                    relation = text_of(self._value(arguments[0], level, star)) or "dep"
                    level[" pending"] = (*level.get(" pending", ()), (relation, dependent, governor))
            elif name == "SETF":
                pair = (str(arguments[0]), text_of(self._value(arguments[1], level, star)) or "")
                level[" features"] = (*level.get(" features", ()), pair)
        return level, held

    def _operand(self, expression: Expression, level: Level, star: Value) -> Value:
        if isinstance(expression, Atom) and expression.text != "*":
            value: Value = level.get(expression.text)
            return value
        return self._value(expression, level, star)

    def _value(self, expression: Expression, level: Level, star: Value) -> Value:
        if isinstance(expression, Atom):
            special = {"*": star, "T": TRUE, "t": TRUE, "NIL": None}
            return special.get(expression.text, expression.text)
        name, arguments = name_of(expression), expression.items[1:]
        if not expression.items:
            return None
        if name == "QUOTE":
            return quoted(arguments[0])
        if name in ("GETR", "NULLR"):
            content: Value = level.get(str(arguments[0]))
            return content if name == "GETR" else TRUE if content is None else None
        if name == "GETF":
            return features_of(self._operand(arguments[1], level, star) if arguments[1:] else star).get(
                str(arguments[0])
            )
        if name == "BUILDQ":
            return self._pattern(arguments[0], iter(arguments[1:]), level, star)
        if name == "EQ":
            left, right = (self._value(argument, level, star) for argument in arguments)
            return TRUE if same(left, right, Made()) else None
        if name == "MEMQ":
            several = arguments[1].items[1] if is_quotation(arguments[1]) else arguments[1]  # type: ignore[union-attr]
            left = self._value(arguments[0], level, star)
            return TRUE if any(same(left, item.text, Made()) for item in several.items) else None  # type: ignore[union-attr]
        if name == "AGREE":
            left, right = (self._operand(argument, level, star) for argument in arguments[:2])
            return TRUE if agree(features_of(left), features_of(right), list(map(str, arguments[2:]))) else None
        if name == "CAT":
            word = plain(star)
            return TRUE if isinstance(word, Word) and set(map(str, arguments)) & word.categories else None
        if name == "WRD":
            return TRUE if (text_of(star) or "").lower() in [str(argument).lower() for argument in arguments] else None
        if name == "AND":
            result: Value = TRUE
            for argument in arguments:
                result = self._value(argument, level, star)
                if result is None:
                    return None
            return result
        values = [self._value(argument, level, star) for argument in arguments]
        if name == "OR":
            return next((value for value in values if value is not None), None)
        if name == "NOT":
            return TRUE if values[0] is None else None
        if name == "LIST":
            return structure(tuple(values), Made())
        assert name == "APPEND", name
        return structure(tuple(item for value in values for item in items_of(value)), Made())

    def _pattern(self, pattern: Expression, rest: Iterator[Expression], level: Level, star: Value) -> Value:
        if isinstance(pattern, Atom) and pattern.text == "#":
            return self._value(next(rest), level, star)
        if isinstance(pattern, Atom):
            return self._operand(next(rest), level, star) if pattern.text == "+" else (
                star if pattern.text == "*" else pattern.text)  # fmt: skip
        spliced = bool(pattern.items) and str(pattern.items[0]) == "@"
        parts = [self._pattern(item, rest, level, star) for item in pattern.items[spliced:]]
        if spliced:
            parts = [item for part in parts for item in items_of(part)]
        return structure(tuple(parts), Made())


def quoted(expression: Expression) -> Value:
    """A quoted expression as a value."""
    if isinstance(expression, Atom):
        return expression.text
    return structure(tuple(map(quoted, expression.items)), Made())


def items_of_list(value: Value) -> tuple[Value, ...]:
    """The elements of a list; a constituent that knows its head is one element."""
    return value.items if isinstance(value, Structure) else () if value is None else (value,)

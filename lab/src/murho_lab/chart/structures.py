"""What signs mean: the structures that templates make, and how several become one.

A structure is None for nothing, an object, a list of several, or a value.
"""

from collections.abc import Callable, Iterable
from typing import Any

from murho_lab.chart.engine import Edge, Way
from murho_lab.chart.notation import Meaning, Object, Several, Template, Value, Variable
from murho_lab.chart.productions import Leaf
from murho_lab.chart.types import standing

Structure = Any


def words_of(edge: Edge) -> tuple[str, ...]:
    """The words of a sign's best analysis, without those that count as nothing."""
    words: list[str] = []
    waiting = [edge]
    while waiting:
        made, parts = _best(waiting.pop())
        if isinstance(made, Leaf):
            words += made.words
        waiting += reversed(parts)
    return tuple(words)


def structure_of(edge: Edge) -> Structure:
    """What a sign means by its best analysis."""
    done: dict[Edge, Structure] = {}
    # On a list of its own and not by calls: a left recursion over a long text is deeper than Python's calls may be.
    waiting = [edge]
    while waiting:
        this = waiting[-1]
        missing = [part for part in _best(this)[1] if part not in done]
        if missing:
            waiting += missing
        else:
            done[waiting.pop()] = _made(_best(this), done)
    return done[edge]


def _best(edge: Edge) -> Way:
    assert edge.best is not None
    return edge.best


def _made(way: Way, done: dict[Edge, Structure]) -> Structure:
    made, parts = way
    if made is None:
        return done[parts[0]]
    if isinstance(made, Leaf):
        known = made.variables
        return _filled(made.means, lambda name: standing(Variable(name), known), lambda number: None)
    if made.means is None:
        return joined(done[parts[number]] for number in made.spoken)
    environment = made.bind(part.signature for part in parts)
    assert environment is not None
    slots, numbers = made.slots, made.parts

    def meaning(number: int) -> Structure:
        place = numbers[number - 1]
        return None if place < 0 else done[parts[place]]

    return _filled(made.means, lambda name: environment[slots.get(name, 0)], meaning)


def _filled(
    template: Template | None, value: Callable[[str], Value | None], meaning: Callable[[int], Structure]
) -> Structure:
    match template:
        case Variable(name):
            result = value(name)
            return None if isinstance(result, Variable) else result
        case Meaning(part):
            return meaning(part)
        case Several(items):
            return joined(_filled(item, value, meaning) for item in items)
        case Object(pairs):
            made: dict[str, Structure] = {}
            for key, inside in pairs:
                filled = _filled(inside, value, meaning)
                objects = filled if isinstance(filled, list) else [filled]
                for pair in (
                    [(key, filled)] if key else [p for each in objects if isinstance(each, dict) for p in each.items()]
                ):
                    if pair[1] is not None:
                        made[pair[0]] = joined((made.get(pair[0]), pair[1]))
            return made or None
    return template


def joined(structures: Iterable[Structure]) -> Structure:
    """Several structures as one: a list, but for what is alone.

    >>> joined([None, {"a": 1}]), joined([{"a": 1}, [{"b": 2}, {"c": 3}]])
    ({'a': 1}, [{'a': 1}, {'b': 2}, {'c': 3}])
    """
    together: list[Structure] = []
    for structure in structures:
        if isinstance(structure, list):
            together += structure
        elif structure is not None:
            together.append(structure)
    return together if len(together) > 1 else together[0] if together else None

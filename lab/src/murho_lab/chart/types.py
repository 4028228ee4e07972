"""Types, and what each of them inherits.

>>> from murho_lab.chart.notation import clauses
>>> types = resolved({
...     "thing": Declared((), clauses("value=?v; means {thing: ?v}")),
...     "ball": Declared(("thing",), clauses("value=round")),
... })
>>> types["ball"].ancestors == {"ball", "thing"}, types["ball"].clauses.means is types["thing"].clauses.means
(True, True)
>>> types["ball"].clauses.features
(('value', Variable(name='v')), ('value', 'round'))
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from murho.core.errors import InputError
from murho_lab.chart.notation import Clauses, Constant, Features, Value, Variable

PIECE, SKIP, CORRECTION = "piece", "skip", "correction"
"""The types that are there from the start."""
SINGLE = ("frame", "modifies", "means", "importance")
"""Clauses of which a type has one."""


@dataclass(frozen=True)
class Declared:
    """A type as it is written."""

    parents: tuple[str, ...]
    clauses: Clauses
    wrong: Callable[[str, str], InputError] = InputError
    """Makes the error that something is wrong in its line."""


@dataclass(frozen=True)
class Type:
    """A type with all that it inherits."""

    name: str
    ancestors: frozenset[str]
    """Itself among them."""
    clauses: Clauses
    origins: Mapping[str, str] = field(default_factory=dict)
    """Which ancestor each of the `SINGLE` clauses is from."""


def resolved(declared: Mapping[str, Declared]) -> dict[str, Type]:
    """All types with what they inherit; `piece`, `skip` and `correction` are added.

    Raises:
        InputError: an unknown parent, a circle, a clash of features or clauses; at the line of the type.
    """
    types = {name: Type(name, frozenset((name,)), Clauses()) for name in (PIECE, SKIP, CORRECTION)}
    for name in declared:
        # A way down from the type, on a list of its own: a chain of types may be deeper than Python's calls.
        waiting = [name]
        while waiting:
            this = waiting[-1]
            if this in types:
                waiting.pop()
                continue
            missing = [parent for parent in declared[this].parents if parent not in types]
            if not missing:
                types[waiting.pop()] = inheriting(this, declared[this], types)
                continue
            if missing[0] not in declared:
                raise declared[this].wrong(f"no type {missing[0]!r}", "declare it in [types], or see how it is spelt")
            if missing[0] in waiting:
                circle = " < ".join([*waiting[waiting.index(missing[0]) :], missing[0]])
                raise declared[this].wrong(f"{circle} is a circle", "take one of the parents out")
            waiting.append(missing[0])
    return types


def inheriting(name: str, written: Declared, types: Mapping[str, Type]) -> Type:
    """A type with what its parents, which are among `types`, give to it.

    Raises:
        InputError: two values for a feature, two parents' clauses where one can be; at its line.
    """
    parents = [types[parent] for parent in written.parents]
    own = written.clauses
    single: dict[str, Any] = {}
    origins: dict[str, str] = {}
    for clause in SINGLE:
        if (said := getattr(own, clause)) is not None:
            single[clause], origins[clause] = said, name
            continue
        given = {parent.origins[clause]: parent for parent in parents if clause in parent.origins}
        nearest = [origin for origin in given if not any(origin in types[o].ancestors - {o} for o in given)]
        if len(nearest) > 1:
            raise written.wrong(
                f"{name} has {clause} from {' and from '.join(nearest)}", "say which in a clause of its own"
            )
        if nearest:
            single[clause], origins[clause] = getattr(given[nearest[0]].clauses, clause), nearest[0]
    features = tuple(dict.fromkeys(pair for clauses in _all(parents, own) for pair in clauses.features))
    where = tuple(dict.fromkeys(condition for clauses in _all(parents, own) for condition in clauses.where))
    try:
        agreed(features)
    except InputError as clash:
        raise written.wrong(f"{name}: {clash.found}", clash.todo) from None
    clauses = replace(own, features=features, where=where, **single)
    ancestors = frozenset((name,)).union(*(parent.ancestors for parent in parents))
    return Type(name, ancestors, clauses, origins)


def _all(parents: list[Type], own: Clauses) -> list[Clauses]:
    return [*(parent.clauses for parent in parents), own]


def agreed(features: Features) -> tuple[dict[str, Value], dict[str, Value]]:
    """The value of each feature, and what stands for each variable that another value or variable stands for.

    >>> agreed((("value", Variable("v")), ("value", 3), ("kind", Variable("k"))))
    ({'value': 3, 'kind': Variable(name='k')}, {'v': 3})

    Raises:
        InputError: two values for one feature.
    """
    meant: dict[str, Value] = {}
    values: dict[str, Value] = {}
    for name, value in features:
        before, now = standing(values.get(name, value), meant), standing(value, meant)
        values[name] = before
        if before == now:
            continue
        if isinstance(now, Variable):
            meant[now.name] = before
        elif isinstance(before, Variable):
            meant[before.name] = values[name] = now
        else:
            raise clash(name, before, now)
    return {name: standing(value, meant) for name, value in values.items()}, meant


def clash(feature: str, before: Constant, now: Constant) -> InputError:
    """The error of two values for one feature."""
    return InputError(f"feature {feature} is {before}, and {now}", "give it one value, or take another type")


def standing(value: Value, meant: Mapping[str, Value]) -> Value:
    """What stands for a value in the end.

    >>> standing(Variable("a"), {"a": Variable("b"), "b": 1})
    1
    """
    while isinstance(value, Variable) and value.name in meant:
        value = meant[value.name]
    return value

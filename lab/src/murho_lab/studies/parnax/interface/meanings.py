"""What each item of a question may say: conditions, an extreme, figures, columns; each of its readings."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from murho_lab.atn.values import Value, Word, features_of, items_of, label
from murho_lab.studies.parnax.interface import amounts, times
from murho_lab.studies.parnax.interface.conditions import any_of, part_of, said_of
from murho_lab.studies.parnax.interface.figures import figures_of
from murho_lab.studies.parnax.interface.groups import SHOWN, Having, counted
from murho_lab.studies.parnax.interface.items import asks, form, tables_asked
from murho_lab.studies.parnax.interface.people import named
from murho_lab.studies.parnax.interface.query import COUNT, Column, Condition, Extreme
from murho_lab.studies.parnax.interface.reading import NotReadableError
from murho_lab.studies.parnax.interface.setting import Setting, column_of, field_of, fields_of


def meanings_of(item: Value, items: Sequence[Value], setting: Setting) -> Iterator[Any]:
    """What an item of the question may say; only its label where that is all.

    Raises:
        NotReadableError: it says nothing that can be asked, while others do.
    """
    kind, rest = str(label(item)), items_of(item)[1:]
    if kind == "some" and label(rest[0]) == "ENT":
        yield features_of(rest[0])["table"]
    elif kind in _OF_ITSELF:
        yield from _OF_ITSELF[kind](rest, setting)
    elif kind in _AMONG_OTHERS:
        yield from _AMONG_OTHERS[kind](item, items, setting)
    else:
        yield kind


def _both(rest: Sequence[Value], setting: Setting) -> Iterator[Any]:
    for chosen in product(part_of(rest[0], rest[2], setting), part_of(rest[1], rest[2], setting)):
        yield (), chosen


def _whose(rest: Sequence[Value], setting: Setting) -> Iterator[Any]:
    for chosen in product([named(rest[0], setting)], part_of(rest[1], rest[2], setting)):
        yield (), chosen


def _name(rest: Sequence[Value], setting: Setting) -> Iterator[Any]:
    yield (), (any_of(named(word, setting) for word in rest),)


def _extreme(rest: Sequence[Value], setting: Setting) -> Iterator[Extreme]:
    word, about = features_of(rest[0]), features_of(rest[1])
    most = (word["to"] == "most") != ("since" in about)
    said = features_of(rest[2]) if len(rest) > 2 else word
    yield counted(Extreme(column_of(field_of(rest[1])), most), said if "number" in said else None)


def _higher(rest: Sequence[Value], setting: Setting) -> Iterator[Extreme]:
    if "than" in features_of(rest[1]):
        raise NotReadableError(f"behind {form(rest[1])!r} nobody is named, nor a number")
    column = column_of(features_of(rest[0])["field"].split(",")[0])
    if setting.is_a("text", column):
        raise NotReadableError  # "more than half of the departments"
    yield Extreme(column, features_of(rest[1])["op"] == ">")


def _in_order_of(rest: Sequence[Value], setting: Setting) -> Iterator[tuple[Column, ...]]:
    yield tuple(setting.expression(fields_of(word)[0], word) for word in rest)


def _in_order_down(rest: Sequence[Value], setting: Setting) -> Iterator[tuple[Column, ...]]:
    yield tuple(f"{setting.expression(fields_of(word)[0], word)} DESC" for word in rest)


def _sorted(rest: Sequence[Value], setting: Setting) -> Iterator[tuple[Column, ...]]:
    """In which order: by a field, by how many there are, or by the figure that is shown."""
    word, of = rest[0], rest[1:]
    most = bool(of) and features_of(word)["to"] == "most"
    if not of:
        yield (SHOWN,)
    elif label(word) == "MOST":
        yield (f"{COUNT} DESC" if most else COUNT,)
    else:
        down = most != ("since" in features_of(of[0]))
        yield (f"{column_of(field_of(of[0]))}{' DESC' if down else ''}",)


def _when(item: Value, items: Sequence[Value], setting: Setting) -> Iterator[Any]:
    """A time without a verb, of each field that may be meant."""
    for name in _dated(items, setting):
        column, rest = column_of(name), items_of(item)[1:]
        if label(item) == "within":
            yield (), (Condition(name, times.between(column, *(items_of(one)[1:] for one in rest))),)
            continue
        operator = features_of(rest[1])["op"] if len(rest) > 1 else None
        text = times.on(column, operator, items_of(rest[0])[1:])
        if text is not None:
            groups = setting.before.where if setting.before else ()
            said = [one.sql for group in groups for one in group if one.field == name]
            yield (), (Condition(name, times.in_year_of(said, text)),)


def _dated(items: Sequence[Value], setting: Setting) -> list[str]:
    """The fields of days: of the tables that are asked about, of a verb beside it, or of the question before."""
    tables = tables_asked(items)
    dated = [name for name in setting.database.fields if setting.dated(name)]
    dated = [name for name in dated if name.partition(".")[0] in tables] or dated
    verbs = {features_of(items_of(one)[1]).get("when") for one in items if label(one) in ("bare", "of")}
    dated = [name for name in dated if name in verbs] or dated
    return [name for name in dated if name in setting.expected] or dated


def _usual(item: Value, items: Sequence[Value], setting: Setting) -> Iterator[Any]:
    """A number without a unit: the size of groups, where the question before was about groups."""
    rest, before = items_of(item)[1:], setting.before
    if before is not None and (before.each or before.having) and not before.ranked:
        yield _size(rest)
        return
    number = features_of(rest[1])["number"]
    unit = _asked_beside(item, items, number, setting) or _unit(number, setting)
    for condition in amounts.compared(unit, rest, setting):
        yield (), (condition,)


def _unit(number: str, setting: Setting) -> Value:
    """What a number that stands alone counts: what numbers counted in the question before, or else the usual.

    A number beyond all that there are counts something else.
    """
    for group in reversed(setting.before.where if setting.before else ()):
        if _may_count(group[0].field, number, setting):
            return Word("", "FIELD", {"field": group[0].field})
    return setting.usual


def _asked_beside(item: Value, items: Sequence[Value], number: str, setting: Setting) -> Value:
    """The field of numbers that is asked for before a number that stands alone: "which levels are above 5"."""
    before = [one for one in items[: items.index(item)] if label(one) != "not"][-1:]
    if not before or label(before[0]) not in ("values", "show", "different"):
        return None
    word = items_of(before[0])[1]
    return word if _may_count(fields_of(word)[-1], number, setting) else None


def _may_count(name: str, number: str, setting: Setting) -> bool:
    known = setting.database.fields.get(name)
    return known is not None and known.kind == "number" and float(number) <= known.most


def _each(item: Value, items: Sequence[Value], setting: Setting) -> Iterator[Column]:
    yield ", ".join(
        setting.expression(fields_of(word)[-1], word) if fields_of(word) else _year_of(items, setting)
        for word in items_of(item)[1:]
    )


def _year_of(items: Sequence[Value], setting: Setting) -> Column:
    """The year of what a verb beside it is about, or of the date that the question before spoke of."""
    verbs = (fields.get("when") for item in items if items_of(item)[1:] for fields in [features_of(items_of(item)[1])])
    dated = (name for name in setting.expected if setting.database.fields[name].kind == "date")
    name = next(filter(None, verbs), None) or next(dated, None)
    if name is None:
        raise NotReadableError
    return f"substr({column_of(name)}, 1, 4)"


def _columns(item: Value, items: Sequence[Value], setting: Setting) -> Iterator[Column]:
    word = items_of(item)[1]
    for name in _narrowed(features_of(word)["field"].split(","), items, setting):
        yield setting.expression(name, word)


def _figures(item: Value, items: Sequence[Value], setting: Setting) -> Iterator[Any]:
    word, said = items_of(item)[1:]
    yield from figures_of(word, items_of(said), _narrowed(fields_of(word), items, setting), setting)


def _narrowed(names: list[str], items: Sequence[Value], setting: Setting) -> list[str]:
    """Of the fields that a word may mean, those that a verb beside it may be about, or of rows that are named."""
    tables = tables_asked(items)
    tables |= {n.partition(".")[0] for item in items if label(item) == "name" for n in fields_of(items_of(item)[1])}
    if len({name.partition(".")[0] for name in names}) > 1:
        names = [name for name in names if name.partition(".")[0] in tables] or names
    verbs = [set(fields_of(items_of(item)[1])) for item in items if label(item) == "bare" or asks(item)]
    left = [name for name in names if any(name in about for about in verbs)]
    shown = setting.before.each if setting.before is not None and setting.before.each else ""
    return left or [name for name in names if column_of(name) in shown] or names


def _size(said: Sequence[Value]) -> Having:
    return Having(f"{COUNT} {features_of(said[0])['op']} {features_of(said[1])['number']}")


_OF_ITSELF: Mapping[str, Callable[[Sequence[Value], Setting], Iterator[Any]]] = {
    "of": lambda rest, setting: said_of(rest[0], rest[1:], setting),
    "both": _both,
    "whose": _whose,
    "name": _name,
    "having": lambda rest, setting: iter([_size(rest)]),
    "meaning": lambda rest, setting: map(Having, amounts.means(rest[0], rest[1], setting)),
    "extreme": _extreme,
    "higher": _higher,
    "unasked": lambda rest, setting: iter([tuple(column_of(name) for word in rest for name in fields_of(word))]),
    "order": _in_order_of,
    "down": _in_order_down,
    "sorted": _sorted,
}
"""Items of which it matters only what they are made of."""
_AMONG_OTHERS: Mapping[str, Callable[[Value, Sequence[Value], Setting], Iterator[Any]]] = {
    "when": _when,
    "within": _when,
    "usual": _usual,
    "each": _each,
    "figures": _figures,
    **dict.fromkeys(("show", "values", "different", "alike", "with", "beside", "some"), _columns),
}
"""Items that are read by what stands beside them."""

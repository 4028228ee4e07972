"""All views of what a verb found as tables: rows read off the object that `--json` prints.

A field that holds objects is a view, and is called as the field is; `figures` has the object itself in a row. What
stands within a row is a view as well, whose rows begin with what the outer row is called.

>>> lines = [{"label": "a", "f1": 0.8, "interval": [0.7, 0.9]}, {"label": "b", "f1": None, "interval": None}]
>>> told = {"value": 0.25, "counts": {"correct": 3}, "classes": lines, "by": {"day": {"mo": {"n": 2}}}}
>>> found = tables({"labels": told})
>>> found["figures"], found["by"]
([{'value': 0.25, 'counts_correct': 3}], [{'feature': 'day', 'group': 'mo', 'n': 2}])
>>> found["classes"]
[{'label': 'a', 'f1': 0.8, 'low': 0.7, 'high': 0.9}, {'label': 'b', 'f1': None, 'low': None, 'high': None}]
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Row = dict[str, Any]
FIGURES = "figures"
"""The view that is meant where none is named."""
_FOR_PROGRAMS = ("signature", "signatures", "schema_version")
_NAMED_BY = {"by": ("feature", "group")}
"""What the names are called of objects that are found by two of them."""


def tables(objects: Mapping[str, Mapping[str, Any]]) -> dict[str, list[Row]]:
    """The rows of every view of what was found, by measure; of several measures each row begins with its own."""
    found: dict[str, list[Row]] = {}
    for measure, told in objects.items():
        beside: Row = {"measure": measure} if len(objects) > 1 else {}
        found.setdefault(FIGURES, []).append({**beside, **_flat(told)})
        for name, value in told.items():
            if isinstance(value, Mapping) or _is_rows(value):
                _add(found, name, value, beside)
    return found


def columns(rows: Sequence[Row], *, printed: bool = False) -> dict[str, list[Any]]:
    """Rows as columns, in the order in which their names first occur; `printed` has no lists and no signatures.

    >>> rows = [{"a": 1}, {"a": 2, "items": ["x", "y"]}]
    >>> columns(rows), columns(rows, printed=True)
    ({'a': [1, 2], 'items': [None, ['x', 'y']]}, {'a': [1, 2]})
    """
    names = dict.fromkeys(name for row in rows for name in row)
    found = {name: [row.get(name) for row in rows] for name in names}
    if not printed:
        return found
    plain = {name: column for name, column in found.items() if not any(isinstance(one, list) for one in column)}
    return {name: column for name, column in plain.items() if name not in _FOR_PROGRAMS}


def _add(found: dict[str, list[Row]], view: str, value: Any, beside: Row) -> None:
    """Put what a field holds into the view of its name, and what is nested in it into others."""
    rows = found.setdefault(view, [])
    for named, one in _rows(view, value):
        row = {**named, **_flat(one)}
        if row:
            rows.append({**beside, **row})  # in this order, but its own name is its own
        outer = {**beside, **(named or _called(row))}
        for name, more in one.items():
            if _is_nested(more):
                _add(found, name, more, outer)


def _rows(view: str, value: Any) -> Iterator[tuple[Row, Mapping[str, Any]]]:
    """The objects of a field, each with what it is called."""
    if not isinstance(value, Mapping):
        yield from (({}, one) for one in value)
        return
    lists = [name for name, one in value.items() if _is_rows(one) and one]
    if len(lists) == 1 and not any(isinstance(one, Mapping) for one in value.values()):
        # An object around one list, as the cells of a profile over its axes.
        axes = value.get("axes", ())
        for one in value[lists[0]]:
            yield (
                dict(zip(axes, one.get("classes", ()), strict=False)),
                {name: part for name, part in one.items() if not axes or name != "classes"},
            )
        return
    upper, lower = _NAMED_BY.get(view, ("of", "name"))
    for name, one in value.items():
        if not isinstance(one, Mapping):
            if _is_rows(one):
                yield {}, {name: one}
            else:
                yield {"name": name}, {"interval" if _is_interval(name, one) else "value": one}
        elif one and all(isinstance(part, Mapping) for part in one.values()):
            yield from (({upper: name, lower: group}, part) for group, part in one.items())
        else:
            yield {"name": name}, one


def _flat(one: Mapping[str, Any], before: str = "") -> Row:
    """A row of an object: two ends of an interval, objects within it whose fields are plain, and all that is plain."""
    row: Row = {}
    for name, value in one.items():
        if _is_interval(name, value):
            start = before + name.removesuffix("interval")
            row |= dict(zip((f"{start}low", f"{start}high"), value or (None, None), strict=True))
        elif isinstance(value, Mapping) and not _is_nested(value):
            row |= _flat(value, f"{before}{name}_")
        elif not _is_nested(value) and value != []:
            row[before + name] = value
    return row


def _called(row: Row) -> Row:
    """The first text of a row with its column."""
    return next(({name: value} for name, value in row.items() if isinstance(value, str)), {})


def _is_interval(name: str, value: Any) -> bool:
    is_pair = isinstance(value, list | tuple) and len(value) == 2 and not any(isinstance(end, str) for end in value)
    return (name == "interval" or name.endswith("_interval")) and (value is None or is_pair)


def _is_rows(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(one, Mapping) for one in value)


def _is_nested(value: Any) -> bool:
    """Whether it holds objects, so that it is no cell of a row."""
    if isinstance(value, Mapping):
        return any(isinstance(one, Mapping) or (_is_rows(one) and one) for one in value.values())
    return bool(value) and _is_rows(value)

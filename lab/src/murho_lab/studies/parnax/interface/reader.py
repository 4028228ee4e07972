"""From what the ATN found to what is asked: each analysis becomes one question, or several where it is ambiguous."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, product

from murho_lab.atn.values import Value, items_of
from murho_lab.studies.parnax.interface.conditions import MOST_READINGS
from murho_lab.studies.parnax.interface.dialogue import after
from murho_lab.studies.parnax.interface.items import names_in
from murho_lab.studies.parnax.interface.joining import together
from murho_lab.studies.parnax.interface.meanings import meanings_of
from murho_lab.studies.parnax.interface.query import COUNT
from murho_lab.studies.parnax.interface.reading import NotReadableError, Reading
from murho_lab.studies.parnax.interface.repairs import put_right, shared
from murho_lab.studies.parnax.interface.setting import Setting
from murho_lab.studies.parnax.interface.sides import sides
from murho_lab.studies.parnax.interface.values import as_one


def readings(analysis: Value, setting: Setting) -> list[Reading]:
    """All readings of an analysis; none where what it says does not go together, of which `setting.refused` tells."""
    items = items_of(analysis)[1:]
    result = _of_items(items, setting)
    for left, right, operator in sides(items):
        for one in _of_items(left, setting):
            result += _beside(one, right, operator, setting)
    return result


def _of_items(items: Sequence[Value], setting: Setting) -> list[Reading]:
    results: list[Reading] = []
    items = as_one(shared(put_right(items)))
    here = replace(setting, named=tuple(names_in(items)))
    try:
        choices = [list(meanings_of(item, items, here)) for item in items]
    except NotReadableError as error:
        setting.refused.extend(error.args)
        return []
    for chosen in islice(product(*choices), MOST_READINGS):
        try:
            results.append(together(chosen, items, here))
        except NotReadableError as error:
            setting.refused.extend(error.args)
    return results


def _beside(one: Reading, right: Sequence[Value], operator: str | None, setting: Setting) -> Iterator[Reading]:
    """The readings of two sides, of which the second goes on from the first as a question does in a dialogue."""
    if operator is not None:
        if one.kind not in ("exists", "figures"):
            return
        if one.kind == "exists" and any(one.people(setting.names)):
            return  # "was he hired before or after her?" compares no numbers of people
        if one.kind == "exists":
            one = replace(one, kind="figures", shows=(COUNT,))
    for other in _of_items(right, replace(setting, before=one)):
        if operator is not None and _fields(one) != _fields(other):
            other = replace(other, tables=one.tables, kind="figures", shows=one.shows)
        try:
            beside = after(one, replace(other, again=True), setting.names)
        except NotReadableError:
            continue
        if operator is not None or _can_stand_beside(one, beside, setting):
            yield replace(one, beside=beside, operator=operator, cost=one.cost + other.cost + 2)


def _fields(reading: Reading) -> set[str]:
    return {one.field for group in reading.where for one in group}


def _can_stand_beside(one: Reading, other: Reading, setting: Setting) -> bool:
    """Whether both give as much, and one row each: a figure, or what somebody has who is named."""
    figures = one.kind == other.kind == "figures" and not (one.each or other.each)
    named = one.kind == other.kind and any(one.people(setting.names)) and any(other.people(setting.names))
    return (figures or named) and len(one.shows) == len(other.shows)

"""What small words say of a whole reading: all, nobody, else, the other, there; and whether it asks yes or no."""

from collections.abc import Sequence
from dataclasses import replace

from murho_lab.atn.values import Value, label
from murho_lab.studies.parnax.interface import refusals
from murho_lab.studies.parnax.interface.conditions import negated
from murho_lab.studies.parnax.interface.groups import of_each_compared
from murho_lab.studies.parnax.interface.items import name_first, refer_first
from murho_lab.studies.parnax.interface.people import last_two, like_the_one_before, without_people
from murho_lab.studies.parnax.interface.reading import NotReadableError, Reading
from murho_lab.studies.parnax.interface.setting import Setting, column_of
from murho_lab.studies.parnax.interface.sides import SAID_OF


def with_signs(reading: Reading, signs: Sequence[str], items: Sequence[Value], setting: Setting) -> Reading:
    """The reading with what its signs say, each by the category of its word.

    Raises:
        NotReadableError: they do not go together with the rest.
    """
    refusals.stray_signs(reading, signs, items, setting)
    reading = _of_others(reading, signs, setting)
    reading = _alike(reading, signs, setting)
    reading = _of_all_or_nobody(reading, signs, items)
    leaves_out = [label(item) for item in items[:2]] == ["not", "ent"]
    if setting.before is not None and leaves_out and not reading.shows:
        reading = replace(reading, refers=True, tables=(), asks_who=False)  # "leave out those above 50"
    if not reading.has_head and _says_of_somebody(reading, items):
        reading = replace(reading, kind="exists")
    if reading.kind == "exists" and reading.shows:
        return _shown_or_asked(reading)
    return reading


def _of_others(reading: Reading, signs: Sequence[str], setting: Setting) -> Reading:
    """Whom it is asked of, and in which order: there, the other, others than they, each of some."""
    if "SORT" in signs and reading.each:
        reading = replace(reading, order=tuple(reading.each.split(", ")), each=None)
    reading = replace(
        reading,
        refers=reading.refers or not {"THERE", "OTHER", "ONES"}.isdisjoint(signs),
        other=reading.other or "OTHER" in signs,
        ones=reading.ones or "ONES" in signs,
    )
    if "ELSE" in signs:
        reading = without_people(reading, setting)
    return of_each_compared(reading) if "COMPARE" in signs else reading


def _alike(reading: Reading, signs: Sequence[str], setting: Setting) -> Reading:
    """Whether those who were named have the same, or who has the same as they."""
    if reading.kind != "alike":
        return reading
    if reading.refers and not reading.where and (two := last_two(setting)):
        reading = replace(reading, where=(two,), refers=False)
    if setting.before is not None and ("ELSE" in signs or reading.asks_who):
        return like_the_one_before(reading, setting, alone="ELSE" in signs)
    return reading


def _of_all_or_nobody(reading: Reading, signs: Sequence[str], items: Sequence[Value]) -> Reading:
    if "NOBODY" in signs and reading.kind == "exists" and reading.where:
        *others, last = reading.where  # "does nobody there have one?"
        reading = replace(reading, kind="all", among=tuple(others), where=(tuple(map(negated, last)),))
    elif "NOBODY" in signs:
        if len(reading.shows) != 1 or reading.kind not in (None, "values"):
            raise NotReadableError
        reading = replace(reading, kind="nobody")
    if (reading.all_of or "ALL" in signs) and reading.kind == "exists":
        reading = _of_all_values(reading) or _of_all(reading, items)
    if reading.kind == "percent" and len(reading.where) > 1 and not reading.among:
        reading = replace(reading, among=reading.where[:-1], where=reading.where[-1:])
    return reading


def _of_all_values(reading: Reading) -> Reading | None:
    """Whether all values of a field have somebody: "does every department have a chemist"; None where they are none."""
    shown = {show[1:].replace("⟩", ".") for show in reading.shows}
    if len(shown) != 1 or not reading.where or shown & {one.field for group in reading.where for one in group}:
        return None
    return replace(reading, each=reading.shows[0], shows=())


def _of_all(reading: Reading, items: Sequence[Value]) -> Reading:
    """Whether all that some conditions hold for have the last; or the first, where they are named after it."""
    kinds = [label(item) for item in items if label(item) in (*SAID_OF, "ent")]
    first = "ent" in kinds[1:] and kinds[0] != "ent" and len(reading.where) > 1
    where = reading.where[:1] if first else reading.where[-1:]
    among = reading.where[1:] if first else reading.where[:-1]
    return replace(reading, kind="all", where=where, among=among, refers=reading.refers or not among)


def _says_of_somebody(reading: Reading, items: Sequence[Value]) -> bool:
    """Whether a sentence says something of somebody who is named first: is it so?"""
    his = refer_first(items) and reading.one and not reading.again
    return bool(name_first(items) or his) and not (reading.extreme or reading.having or reading.each)


def _shown_or_asked(reading: Reading) -> Reading:
    """Of a yes or no question with fields: about their values ("is his department sales?"), or for them after all."""
    about = {column_of(one.field) for group in reading.where for one in group}
    if set(reading.shows) & about:
        return replace(reading, shows=())
    return replace(reading, kind=None)

"""Amounts: a field, or the mean of one, compared with a number, a time, somebody's, or the average."""

import re
from collections.abc import Iterator, Sequence

from murho_lab.atn.values import Value, Word, features_of, items_of, label
from murho_lab.studies.parnax.interface import times
from murho_lab.studies.parnax.interface.people import somebody, value_of
from murho_lab.studies.parnax.interface.query import Condition
from murho_lab.studies.parnax.interface.reading import NotReadableError, is_whole
from murho_lab.studies.parnax.interface.setting import Setting, column_of, field_of, fields_of

MOST_YEARS = 150
"""Nobody is older: a number above it is a year."""


def compared(word: Value, said: Sequence[Value], setting: Setting) -> Iterator[Condition]:
    """A field compared with a number, a time, somebody's, the average."""
    word = _about(word, said[0], setting)
    operator, amount, in_years = features_of(said[0]).get("op"), said[1], len(said) > 2
    name, kind = field_of(word), label(amount)
    column, dated = column_of(name), setting.dated(name)
    since = "since" in features_of(word) or in_years or (dated and kind == "NUM" and label(word) == "COMP")
    turned = times.OPPOSITE.get(operator or "", "=") if since and label(word) != "COMP" else operator
    if kind == "time":
        text = times.on(column, _or_own(operator, word), items_of(amount)[1:]) if dated else None
        if text is None:
            raise NotReadableError
        yield Condition(name, text)
    elif kind == "NUM" and since and dated:
        number = features_of(amount)["number"]
        if not _is_of_years(number):
            raise NotReadableError
        whole = f"{times.years(column, setting.today)} = {number}"
        day = times.ago(float(number), setting.today)
        yield Condition(name, whole if operator in (None, "=") else f"{column} {turned} '{day}'")
    elif kind == "NUM":
        yield _with_number(word, features_of(amount)["number"], operator, setting)
    elif kind in ("NAME", "PRON"):
        for person in somebody(amount, setting):
            yield Condition(name, f"{column} {turned or '='} {value_of(column, person, setting)}", person.sql)
    else:
        if setting.is_a("text", column):
            raise NotReadableError  # "departments above the average": a text has no mean
        shown = times.years(column, setting.today) if dated else column
        opposite = times.OPPOSITE.get(operator or "", "=") if dated and not since else operator
        table = name.partition(".")[0]
        yield Condition(name, f"{shown} {opposite or '='} (SELECT AVG({shown}) FROM {table})")


def between(word: Value, said: Sequence[Value], setting: Setting) -> Condition:
    """A field from one number or time to another."""
    word = _about(word, said[2] if len(said) > 2 else None, setting)
    name = field_of(word)
    column = column_of(name)
    low, high = said[:2]
    if label(low) == "time" and label(high) == "time":
        return Condition(name, times.between(column, items_of(low)[1:], items_of(high)[1:]))
    if label(low) != "NUM" or label(high) != "NUM":
        raise NotReadableError
    numbers = [features_of(one)["number"] for one in (low, high)]
    dated = setting.dated(name)
    if dated and not all(map(_is_of_years, numbers)):
        raise NotReadableError
    shown, (least, most) = times.years(column, setting.today) if dated else column, sorted(numbers, key=float)
    return Condition(name, f"{shown} BETWEEN {least} AND {most}")


def one_of(word: Value, numbers: Sequence[str], setting: Setting) -> Condition:
    """A number that is one of several, or a date in one of several years."""
    name = features_of(word).get("when") or fields_of(word)[0]
    column = column_of(name)
    if not setting.dated(name):
        return Condition(name, f"{column} IN ({', '.join(numbers)})")
    if any(float(number) <= MOST_YEARS for number in numbers):
        raise NotReadableError
    years = [f"{column} LIKE '{year}-%'" for year in numbers]
    return Condition(name, f"({' OR '.join(years)})")


def means(word: Value, part: Value, setting: Setting) -> Iterator[str]:
    """What is said of the mean of groups: above 4, between 3 and 5."""
    kind, rest = label(part), items_of(part)[1:]
    numbers = [one for one in rest[kind == "amount" :] if label(one) == "NUM"]
    if len(numbers) != (1 if kind == "amount" else 2) or any(label(one) == "time" for one in rest):
        raise NotReadableError
    said = [features_of(number)["number"] for number in numbers]
    for name in fields_of(word):
        column = column_of(name)
        if not (setting.is_a("number", column) or (setting.dated(name) and "since" in features_of(word))):
            continue
        mean = f"AVG({setting.expression(name, word)})"
        if kind == "between":
            least, most = sorted(said, key=float)
            yield f"{mean} BETWEEN {least} AND {most}"
        else:
            yield f"{mean} {features_of(rest[0]).get('op', '=')} {said[0]}"


def _about(word: Value, said: Value, setting: Setting) -> Value:
    """The word that tells the field: where the one that was said tells none, that of a unit.

    Raises:
        NotReadableError: no unit is known either.
    """
    if "field" not in features_of(word):
        lasting = "lasts" in features_of(said) and "aged" not in features_of(word)
        word = setting.lasting if lasting else setting.usual
    if "field" not in features_of(word):
        raise NotReadableError
    return word


def _with_number(word: Value, number: str, operator: str | None, setting: Setting) -> Condition:
    """A field of numbers compared with one, or a day with a year that is said with two digits: "hired after 70"."""
    name = field_of(word)
    column, known = column_of(name), setting.database.fields.get(name)
    if setting.dated(name) and label(word) == "VERB" and re.fullmatch(r"[2-9]\d", number):
        year = Word(number, "YEAR", {"year": f"19{number}"})
        return Condition(name, times.on(column, _or_own(operator, word), [year, None, None]) or "")
    if known is not None and known.kind != "number":
        raise NotReadableError
    return Condition(name, f"{column} {operator or '='} {number}")


def _or_own(operator: str | None, word: Value) -> str | None:
    """The operator; where there is none, that of the word itself, as `since` has one."""
    return operator or features_of(word).get("op")


def _is_of_years(number: str) -> bool:
    return is_whole(number) and int(number) <= MOST_YEARS

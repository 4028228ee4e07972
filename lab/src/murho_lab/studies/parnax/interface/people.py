"""Who is named, or was named before, and what they have: conditions on names, and values to compare with."""

from collections.abc import Iterator
from dataclasses import replace

from murho_lab.atn.values import Value, features_of, label
from murho_lab.studies.parnax.interface.query import Column, Condition, quoted
from murho_lab.studies.parnax.interface.reading import NotReadableError, Reading
from murho_lab.studies.parnax.interface.setting import Setting, column_of, fields_of

MOST_CALLED = 20
"""So many people may be called alike before each of them is no reading of its own."""


def named(word: Value, setting: Setting) -> Condition:
    """The condition of those who are called so."""
    name = fields_of(word, list(setting.shown.values()))[0]
    likes = features_of(word)["like"].split(",")
    column = column_of(name)
    texts = [f"{column} {'LIKE' if '%' in like else '='} {quoted(like)}" for like in likes]
    return Condition(name, texts[0] if len(texts) == 1 else f"({' OR '.join(texts)})")


def somebody(word: Value, setting: Setting) -> Iterator[Condition]:
    """Somebody with whom others are compared: where several are called so, each is a reading."""
    if label(word) == "PRON":
        if "two" in features_of(word):
            raise NotReadableError  # "the older of the two" is one of them
        people = list(setting.before.people(setting.names)) if setting.before else []
        if not people and not setting.named:
            raise NotReadableError
        yield people[-1] if people else named(setting.named[-1], setting)
        return
    name = fields_of(word, list(setting.shown.values()))[0]
    likes = features_of(word)["like"].split(",")
    whole = [n for like in likes for n in _called(name, like, setting)]
    if len(whole) < 2 or len(likes) + len(whole) > MOST_CALLED:
        yield named(word, setting)
        return
    for fromkey in dict.fromkeys(whole):
        yield Condition(name, f"{column_of(name)} = {quoted(fromkey)}")


def value_of(column: Column, person: Condition, setting: Setting) -> str:
    """What somebody has in a column, which may be of another table."""
    table = column.partition("⟨")[2].partition("⟩")[0]
    home = person.field.partition(".")[0]
    way = setting.database.way(table, [home] if home != table else [])
    source = table + "".join(f" JOIN {to} ON ⟨{a}⟩{k} = ⟨{to}⟩{o}" for a, k, to, o in way or ())
    return f"(SELECT {column} FROM {source} WHERE {person.sql})"


def last_two(setting: Setting) -> tuple[Condition, ...]:
    """The two who were named last, where the question before was about one of them."""
    before = setting.before
    if before is None or len(set(before.people(setting.names))) != 1 or len(before.spoken) < 2:
        return ()
    return before.spoken[-2:]


def without_people(reading: Reading, setting: Setting) -> Reading:
    """Of others than those with whom they are compared: "who else lives where Rossi lives"."""
    said = {one.sql for group in reading.where for one in group}
    people = [person for person in reading.people(setting.names) if person.sql not in said]
    if not people and setting.before is not None:
        people = list(setting.before.people(setting.names))[-1:]
    others = tuple((_other_than(person),) for person in people)
    return replace(reading, where=(*reading.where, *others))


def like_the_one_before(reading: Reading, setting: Setting, *, alone: bool) -> Reading:
    """Who has the same as the one who was named last: "does anyone else have the same level"."""
    people = list(setting.before.people(setting.names)) if setting.before else []
    if not people or len(reading.shows) != 1:
        raise NotReadableError
    column, one = reading.shows[0], people[-1]
    name = column.partition("⟨")[2].partition(",")[0].replace("⟩", ".")
    same = (Condition(name, f"{column} = {value_of(column, one, setting)}", one.sql),)
    others = [group for group in reading.where if not group[0].sql.startswith("NOT")]
    left_out = [(_other_than(one),)] if alone else []
    kind = None if reading.asks_who else "exists"
    return replace(reading, shows=(), kind=kind, where=(*others, same, *left_out))


def _other_than(one: Condition) -> Condition:
    return Condition(one.field, f"NOT ({one.sql})", one.sql)


def _called(name: str, like: str, setting: Setting) -> list[str]:
    known = setting.database.fields.get(name)
    values = known.values if known is not None else ()
    if like.startswith("% "):
        return [value for value in values if value.partition(" ")[2] == like[2:]]
    if like.endswith(" %"):
        return [value for value in values if value.partition(" ")[0] == like[:-2]]
    return [value for value in values if value == like]

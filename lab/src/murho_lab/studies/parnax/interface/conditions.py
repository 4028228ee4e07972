"""Conditions: what the parts of a question say of those that are asked about, in SQL, each part with its readings."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product

from murho_lab.atn.values import Value, Word, features_of, items_of, label, plain
from murho_lab.studies.parnax.interface import amounts, times
from murho_lab.studies.parnax.interface.people import somebody, value_of
from murho_lab.studies.parnax.interface.query import Column, Condition, quoted
from murho_lab.studies.parnax.interface.reading import NotReadableError, Reading
from murho_lab.studies.parnax.interface.setting import Setting, column_of, fields_of
from murho_lab.studies.parnax.interface.values import completed

MOST_READINGS = 64
"""Of one analysis; where each of twenty names is two people there would be a million."""
NOT = "<>"

Said = tuple[tuple[Column, ...], tuple[Condition, ...]]
"""What a verb asks for, as *where* does of *live*, and what it says."""


def said_of(word: Value, said: Sequence[Value], setting: Setting) -> Iterator[Said]:
    """What is said of a verb, a field or a comparison; where it answers a question word, columns to show."""
    asked = [part for part in said if label(part) in ("ask", "alike")]
    if asked:
        columns = tuple(_asked(word, items_of(part)[1], label(part), setting) for part in asked)
        others = [list(part_of(word, part, setting)) for part in said if part not in asked]
        for chosen in islice(product(*others), MOST_READINGS):
            yield columns, chosen
        return
    also = [label(part) == "also" for part in said]
    if any(joined and label(said[at - 1]) == "among" for at, joined in enumerate(also)):
        raise NotReadableError  # "works in sales and is under 30": not since when
    said = [items_of(part)[1] if joined else part for part, joined in zip(said, also, strict=True)]
    either = [label(part) == "amount" and "either" in features_of(items_of(part)[1]) for part in said]
    together = [joined or added for joined, added in zip(either, also, strict=True)]
    for chosen in islice(product(*[list(part_of(word, part, setting)) for part in said]), MOST_READINGS):
        yield (), _joined(chosen, either, together)


def _joined(chosen: Sequence[Condition], either: Sequence[bool], together: Sequence[bool]) -> tuple[Condition, ...]:
    """The conditions; those of which any will do, or two times of which one will, are one."""
    conditions: list[Condition] = []
    for condition, joined, allowed in zip(chosen, either, together, strict=True):
        apart = bool(conditions) and times.are_apart(conditions[-1].sql, condition.sql)
        if apart and not allowed:
            raise NotReadableError  # nobody was hired in 1950 and in 1960
        if conditions and (joined or apart):
            conditions[-1] = any_of([conditions[-1], condition])
        else:
            conditions.append(condition)
    return tuple(conditions)


def _asked(verb: Value, word: Value, kind: str | None, setting: Setting) -> Column:
    about, ask = features_of(verb), features_of(word)
    if kind == "alike":
        return _in_common(verb, word, setting)[1]
    name = about.get("when") if ask["ask"] not in ("where", "what") else about["field"]
    if name is None:
        raise NotReadableError
    return setting.expression(name.split(",")[0], word)


def part_of(word: Value, part: Value, setting: Setting) -> Iterator[Condition]:
    """The readings of one part of what is said of a verb or a field."""
    kind, rest = label(part), items_of(part)[1:]
    if kind == "among":
        yield from _among(word, rest, setting)
    elif kind == "same":
        name, column = _in_common(word, rest[1] if len(rest) > 1 else word, setting)
        for person in somebody(rest[0], setting):
            yield Condition(name, f"{column} = {value_of(column, person, setting)}", person.sql)
    elif kind in ("own", "theirs", "unlike", "elsewhere"):
        yield from _as_another_field(word, kind, rest, setting)
    elif kind == "there":
        yield from _there(fields_of(word)[0], setting)
    elif kind == "any":
        yield amounts.one_of(word, [features_of(one)["number"] for one in rest], setting)
    elif kind == "between":
        yield amounts.between(word, rest, setting)
    elif kind in ("ask", "alike"):
        raise NotReadableError  # of two verbs at once: "are born and live in the same town"
    else:
        yield from amounts.compared(word, rest, setting)


def _as_another_field(word: Value, kind: str, rest: Sequence[Value], setting: Setting) -> Iterator[Condition]:
    """A field as another of the same row, "where they were born", or of somebody's; or not as any other."""
    if kind in ("unlike", "elsewhere"):
        for name in fields_of(word)[:1]:
            akin = _akin(name, setting)
            others = [other for other in fields_of(rest[0]) if other in akin] if rest else akin
            for other in others:
                if other != name:
                    yield Condition(name, f"{column_of(name)} <> {column_of(other)}")
        return
    for name in fields_of(word):
        for other in fields_of(rest[0]):
            if kind == "own" and other in _akin(name, setting):
                yield Condition(name, f"{column_of(name)} = {column_of(other)}")
            elif kind == "theirs" and (other == name or other in _akin(name, setting)):
                for person in somebody(rest[1], setting):
                    value = value_of(column_of(other), person, setting)
                    yield Condition(name, f"{column_of(name)} = {value}", person.sql)


def _in_common(word: Value, unit: Value, setting: Setting) -> tuple[str, Column]:
    """The field that a verb and what is the same of it are about, "born in the same town"; or its year."""
    about, said = fields_of(word), fields_of(unit)
    if not said:
        name = features_of(word).get("when") or about[0]
        return name, f"substr({column_of(name)}, 1, 4)"
    both = [name for name in about if name in said] or [name for name in said if name not in setting.cued] or said
    return both[0], setting.expression(both[0], unit)


def _akin(name: str, setting: Setting) -> list[str]:
    """Other fields of the table that have values of a field: where people live, and where they were born."""
    fields = setting.database.fields
    table, values = fields[name].table, set(fields[name].values)
    akin = (one for one in fields.items() if one[0] != name and one[1].table == table)
    return [other for other, field in akin if values & set(field.values)]


def _there(name: str, setting: Setting) -> Iterator[Condition]:
    """In the place that the question before was about: that of a condition, or that of somebody."""
    before, column = setting.before or Reading(), column_of(name)
    for other in (name, *_akin(name, setting)):
        there = column_of(other)
        said = [one for group in before.where for one in group if one.field == other]
        if said:
            yield Condition(name, said[-1].sql.replace(there, column))
            return
        people = [*before.people(setting.names)]
        if there in before.shows and people:
            yield Condition(name, f"{column} = {value_of(there, people[-1], setting)}", people[-1].sql)
            return
    for other in _akin(name, setting)[:1]:
        yield Condition(name, f"{column} = {column_of(other)}")


def _among(word: Value, said: Sequence[Value], setting: Setting) -> Iterator[Condition]:
    """Values of a field: joined by `or` and `and` any of them will do, side by side they are parts of one."""
    negated = any(label(answer) == "NOT" for answer in said)
    if any("but" in features_of(answer) for answer in said if label(answer) == "AND"):
        raise NotReadableError  # "no physicists but chemists"
    if negated and label(said[0]) != "NOT":
        raise NotReadableError  # "a doctor and no chemist": not neither
    groups: list[list[Word]] = [[]]
    for one in said:
        if label(one) in ("OR", "AND"):
            groups.append([])
        elif label(one) != "NOT":
            groups[-1].append(plain(one))  # type: ignore[arg-type]
    groups = [group for group in groups if group]
    if not groups:
        raise NotReadableError
    for name in _fields_in_common(word, groups, setting):
        text = _any_value(column_of(name), completed([_likes(group) for group in groups]))
        if not negated:
            yield Condition(name, text)
        else:
            yield Condition(name, f"NOT {text}" if len(groups) > 1 else f"NOT ({text})")


def _fields_in_common(word: Value, groups: Sequence[Sequence[Word]], setting: Setting) -> list[str]:
    """The fields that have all of these values; of a value that is said alone, rather one that is expected."""
    cue = fields_of(word)
    common = [n for n in cue if all(n in fields_of(w, cue) for group in groups for w in group)]
    if label(word) == "VALUE":
        common = [name for name in common if name in setting.expected] or common
        common = [name for name in common if name not in setting.cued] or common
    if not common:
        raise NotReadableError
    return common


def _any_value(column: Column, likes: Sequence[Sequence[str]]) -> str:
    """That a column is like any of these; like all that stand in one of them."""
    if any(sum("%" not in like for like in dict.fromkeys(group)) > 1 for group in likes):
        raise NotReadableError  # a row has one value
    texts = [" AND ".join(dict.fromkeys(_like(column, like) for like in group)) for group in likes]
    if len(texts) == 1:
        return texts[0]
    return f"({' OR '.join(f'({text})' if ' AND ' in text else text for text in texts)})"


def _like(column: Column, like: str) -> str:
    if like.startswith(NOT):
        return f"{column} <> {quoted(like.removeprefix(NOT))}"
    return f"{column} {'LIKE' if '%' in like else '='} {quoted(like)}"


def _likes(words: Sequence[Word]) -> list[str]:
    """What a value is like; a word that has another meaning alone (a degree is any but `none`) has it there."""
    if len(words) == 1 and "alone" in words[0].features:
        return [NOT + words[0].features["alone"]]
    return [like for w in words if (like := w.features.get("like", w.form)) != w.features.get("alone")]


def any_of(conditions: Iterable[Condition]) -> Condition:
    """The condition that any of them holds.

    >>> any_of([Condition("staff.level", "level = 3"), Condition("staff.level", "level = 5")]).sql
    '(level = 3 OR level = 5)'
    """
    results = list(conditions)
    if len(results) == 1:
        return results[0]
    texts = [
        result.sql[1:-1] if result.sql.startswith("(") and "(" not in result.sql[1:] else result.sql
        for result in results
    ]
    return Condition(results[0].field, f"({' OR '.join(texts)})")


def negated(condition: Condition) -> Condition:
    """The condition that it does not hold.

    >>> negated(Condition("staff.level", "level = 3")).sql
    'NOT (level = 3)'
    """
    return Condition(condition.field, f"NOT ({condition.sql})", condition.than)

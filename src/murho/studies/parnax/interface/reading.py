"""From what the ATN found to what is asked: each analysis becomes one question, or several where it is ambiguous."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import islice, product
from typing import Any

from murho.atn.values import Value, Word, features_of, items_of, label, plain
from murho.studies.parnax.interface import times
from murho.studies.parnax.interface.database import Database
from murho.studies.parnax.interface.query import Column, Condition, Extreme, Query, quoted
from murho.studies.parnax.interface.values import completed

Groups = tuple[tuple[Condition, ...], ...]


@dataclass(frozen=True)
class Reading:
    """One reading of a question, before what is open in it is taken from the question before it."""

    tables: tuple[str, ...] = ()
    shows: tuple[Column, ...] = ()
    kind: str | None = None
    where: Groups = ()
    extreme: Extreme | None = None
    each: Column | None = None
    most: bool | None = None
    adds: bool = False
    """It wants something shown beside what the question before showed: "with departments"."""
    again: bool = False
    """It goes on from the question before: "and ...", "what about ..."."""
    refers: bool = False
    """It speaks of those that the question before was about: "their ...", "of these ..."."""
    cost: int = 0
    """How much in it hangs together with nothing."""

    @property
    def has_head(self) -> bool:
        """Whether it says what is asked for."""
        return bool(self.tables or self.shows or self.kind)


MOST_YEARS = 150
"""Nobody is older: a number above it is a year."""
MOST_READINGS = 64
"""Of one analysis; where each of twenty names is two people there would be a million."""
NOT = "<>"
FREE = ("again", "add", "pron", "yn", "or", "not")
"""Items that hold the others together, and cost nothing."""


class NotReadableError(Exception):
    """What the words say does not go together."""


@dataclass(frozen=True)
class Reader:
    """Reads analyses, knowing the database and the fields that are meant only where they are said (`cued`)."""

    database: Database
    shown: dict[str, str]
    """By table the field that stands for its rows."""
    cued: frozenset[str]
    today: date
    usual: Value = None
    """The word for the unit of a number that stands alone: 45 are years of age."""
    before: "Reading | None" = None
    """The question before."""
    expected: frozenset[str] = frozenset()
    """The fields that the question before spoke of."""

    def readings(self, analysis: Value) -> list[Reading]:
        """All readings of an analysis; none where what it says does not go together."""
        found: list[Reading] = []
        items = items_of(analysis)[1:]
        try:
            choices = [list(self._item(item, items)) for item in items]
        except NotReadableError:
            return []
        for chosen in islice(product(*choices), MOST_READINGS):
            try:
                found.append(self._together(chosen, items))
            except NotReadableError:
                continue
        return found

    def _item(self, item: Value, items: Sequence[Value]) -> Iterator[Any]:
        """What an item of the question may say: a condition, an extreme, columns to show, or only its label."""
        kind, rest = label(item), items_of(item)[1:]
        if kind == "of":
            yield from self._of(rest[0], rest[1:])
        elif kind == "name":
            yield from [self._any(self._named(word) for word in rest)]
        elif kind == "when":
            dated = [name for name, one in self.database.fields.items() if one.kind == "date"]
            for name in [name for name in dated if name in self.expected] or dated:
                text = times.on(self._column(name), None, items_of(rest[0])[1:])
                if text is not None:
                    yield Condition(name, text)
        elif kind == "usual":
            yield from self._amount(self.usual, rest)
        elif kind == "extreme":
            word, about = features_of(rest[0]), features_of(rest[1])
            name = about.get("when") or about["field"]
            most = (word["to"] == "most") != ("since" in about)
            number = features_of(rest[2])["number"] if len(rest) > 2 else word.get("number")
            yield Extreme(self._column(name), most, None if number is None else int(number))
        elif kind == "each":
            yield ", ".join(self._expression(_fields(word)[-1], word) for word in rest)
        elif kind in ("show", "values", "different", "mean"):
            for name in self._narrowed(features_of(rest[0])["field"].split(","), items):
                yield self._expression(name, rest[0])
        else:
            yield kind

    def _narrowed(self, names: list[str], items: Sequence[Value]) -> list[str]:
        """Of the fields that a word may mean, those that a verb beside it may be about, or of rows that are named."""
        tables = {
            features_of(items_of(item)[1]).get("table")
            for item in items
            if label(item) in ("ent", "count") and len(items_of(item)) > 1
        }
        tables |= {n.partition(".")[0] for item in items if label(item) == "name" for n in _fields(items_of(item)[1])}
        if len({name.partition(".")[0] for name in names}) > 1:
            names = [name for name in names if name.partition(".")[0] in tables] or names
        verbs = [set(_fields(items_of(item)[1])) for item in items if label(item) == "bare"]
        left = [name for name in names if any(name in about for about in verbs)]
        return left or names

    def _of(self, word: Value, said: Sequence[Value]) -> Iterator[Any]:
        """The conditions of a verb, a field or a comparison; where it only answers a question word, columns to show."""
        asked = [part for part in said if label(part) == "ask"]
        if asked:
            columns = tuple(self._asked(word, items_of(part)[1]) for part in asked)
            others = [list(self._part(word, part)) for part in said if label(part) != "ask"]
            for chosen in islice(product(*others), MOST_READINGS):
                yield columns, chosen
            return
        either = [label(part) == "amount" and "either" in features_of(items_of(part)[1]) for part in said]
        for chosen in islice(product(*[list(self._part(word, part)) for part in said]), MOST_READINGS):
            conditions: list[Condition] = []
            for condition, joined in zip(chosen, either, strict=True):
                if joined and conditions:
                    conditions[-1] = self._any([conditions[-1], condition])
                else:
                    conditions.append(condition)
            yield tuple(conditions) if len(conditions) > 1 else conditions[0]

    def _asked(self, verb: Value, word: Value) -> Column:
        about, ask = features_of(verb), features_of(word)
        name = about.get("when") if ask["ask"] != "where" else about["field"]
        if name is None:
            raise NotReadableError
        return self._expression(name.split(",")[0], word)

    def _part(self, word: Value, part: Value) -> Iterator[Condition]:
        kind, rest = label(part), items_of(part)[1:]
        if kind == "among":
            yield from self._among(word, rest)
        elif kind == "same":
            fields = _fields(rest[1] if len(rest) > 1 else word)
            for name in fields:
                for person in self._one(rest[0]):
                    column = self._column(name)
                    yield Condition(name, f"{column} = {self._value_of(column, person)}")
        elif kind == "own":
            for name in _fields(word):
                others = [other for other in _fields(rest[0]) if other != name]
                yield from (Condition(name, f"{self._column(name)} = {self._column(other)}") for other in others)
        elif kind == "any":
            name = _fields(word)[0]
            numbers = ", ".join(features_of(one)["number"] for one in rest)
            yield Condition(name, f"{self._column(name)} IN ({numbers})")
        elif kind == "between":
            yield self._between(word, rest)
        else:
            yield from self._amount(word, rest)

    def _among(self, word: Value, said: Sequence[Value]) -> Iterator[Condition]:
        """Values of a field: joined by `or` and `and` any of them will do, side by side they are parts of one."""
        negated = any(label(one) == "NOT" for one in said)
        groups: list[list[Word]] = [[]]
        for one in said:
            if label(one) in ("OR", "AND"):
                groups.append([])
            elif label(one) != "NOT":
                groups[-1].append(plain(one))  # type: ignore[arg-type]
        groups = [group for group in groups if group]
        if not groups:
            raise NotReadableError
        cue = _fields(word)
        common = [n for n in cue if all(n in _fields(w, cue) for group in groups for w in group)]
        if label(word) == "VALUE":
            common = [name for name in common if name in self.expected] or common
            common = [name for name in common if name not in self.cued] or common
        if not common:
            raise NotReadableError
        for name in common:
            column = self._column(name)
            likes = completed([_likes(group) for group in groups])
            texts = [" AND ".join(dict.fromkeys(self._like(column, like) for like in group)) for group in likes]
            joined = " OR ".join(f"({t})" if " AND " in t and len(texts) > 1 else t for t in texts)
            if len(texts) > 1:
                joined = f"({joined})"
            yield Condition(name, f"NOT {joined if len(texts) > 1 else f'({joined})'}" if negated else joined)

    def _like(self, column: Column, like: str) -> str:
        if like.startswith(NOT):
            return f"{column} <> {quoted(like.removeprefix(NOT))}"
        return f"{column} {'LIKE' if '%' in like else '='} {quoted(like)}"

    def _amount(self, word: Value, said: Sequence[Value]) -> Iterator[Condition]:
        """A field compared with a number, a time, somebody's, the average."""
        word = word if "field" in features_of(word) else self.usual
        about = features_of(word)
        if "field" not in about:
            raise NotReadableError
        operator = features_of(said[0]).get("op")
        amount, in_years = said[1], len(said) > 2
        name = about.get("when") or about["field"].split(",")[0]
        column = self._column(name)
        known = self.database.fields.get(name)
        dated = known is not None and known.kind == "date"
        kind = label(amount)
        since = "since" in about or in_years or (dated and kind == "NUM" and label(word) == "COMP")
        turned = times.OPPOSITE.get(operator or "", "=") if since and label(word) != "COMP" else operator
        if kind == "time":
            text = times.on(column, operator, items_of(amount)[1:]) if dated else None
            if text is None:
                raise NotReadableError
            yield Condition(name, text)
        elif kind == "NUM":
            number = features_of(amount)["number"]
            if since and dated and float(number) > MOST_YEARS:
                raise NotReadableError
            if since and dated:
                whole = f"{times.years(column, self.today)} = {number}"
                day = times.ago(float(number), self.today)
                yield Condition(name, f"{column} {turned} '{day}'" if operator else whole)
            elif known is None or known.kind == "number":
                yield Condition(name, f"{column} {operator or '='} {number}")
            else:
                raise NotReadableError
        elif kind in ("NAME", "PRON"):
            for person in self._one(amount):
                yield Condition(name, f"{column} {turned or '='} {self._value_of(column, person)}")
        else:
            shown = times.years(column, self.today) if dated else column
            opposite = times.OPPOSITE.get(operator or "", "=") if dated and not since else operator
            table = name.partition(".")[0]
            yield Condition(name, f"{shown} {opposite or '='} (SELECT AVG({shown}) FROM {table})")

    def _between(self, word: Value, said: Sequence[Value]) -> Condition:
        about = features_of(word)
        name = about.get("when") or about["field"].split(",")[0]
        column = self._column(name)
        low, high = said
        if label(low) == "time" and label(high) == "time":
            first, last = times.span(items_of(low)[1:]), times.span(items_of(high)[1:])
            if first is None or last is None:
                raise NotReadableError
            return Condition(name, f"{column} BETWEEN '{first[0]}' AND '{last[1]}'")
        if label(low) != "NUM" or label(high) != "NUM":
            raise NotReadableError
        numbers = [features_of(one)["number"] for one in said]
        known = self.database.fields.get(name)
        shown = times.years(column, self.today) if known is not None and known.kind == "date" else column
        return Condition(name, f"{shown} BETWEEN {numbers[0]} AND {numbers[1]}")

    def _named(self, word: Value) -> Condition:
        name = _fields(word, list(self.shown.values()))[0]
        likes = features_of(word)["like"].split(",")
        column = self._column(name)
        texts = [f"{column} {'LIKE' if '%' in like else '='} {quoted(like)}" for like in likes]
        return Condition(name, texts[0] if len(texts) == 1 else f"({' OR '.join(texts)})")

    def _one(self, word: Value) -> Iterator[Condition]:
        """Somebody with whom others are compared: where several are called so, each is a reading."""
        if label(word) == "PRON":
            where = self.before.where if self.before else ()
            people = [one for group in where for one in group if one.field in self.shown.values()]
            if len(people) != 1:
                raise NotReadableError
            yield people[0]
            return
        name = _fields(word, list(self.shown.values()))[0]
        column = self._column(name)
        likes = features_of(word)["like"].split(",")
        whole = [n for like in likes for n in self._called(name, like)]
        if len(whole) < 2 or len(likes) + len(whole) > 20:
            yield self._named(word)
            return
        for one in dict.fromkeys(whole):
            yield Condition(name, f"{column} = {quoted(one)}")

    def _called(self, name: str, like: str) -> list[str]:
        known = self.database.fields.get(name)
        values = known.values if known is not None else ()
        if like.startswith("% "):
            return [value for value in values if value.partition(" ")[2] == like[2:]]
        if like.endswith(" %"):
            return [value for value in values if value.partition(" ")[0] == like[:-2]]
        return [value for value in values if value == like]

    def _value_of(self, column: Column, person: Condition) -> str:
        table = column[1:].partition("⟩")[0]
        home = person.field.partition(".")[0]
        way = self.database.way(table, [home] if home != table else [])
        source = table + "".join(f" JOIN {to} ON ⟨{a}⟩{k} = ⟨{to}⟩{o}" for a, k, to, o in way or ())
        return f"(SELECT {column} FROM {source} WHERE {person.sql})"

    def _any(self, conditions: Iterable[Condition]) -> Condition:
        found = list(conditions)
        if len(found) == 1:
            return found[0]
        return Condition(found[0].field, f"({' OR '.join(one.sql for one in found)})")

    def _column(self, name: str) -> Column:
        table, _, column = name.partition(".")
        return f"⟨{table}⟩{column}"

    def _expression(self, name: str, word: Value) -> Column:
        """What is shown of a field: years since the day, the year of it, or all of it."""
        features, column = features_of(word), self._column(name)
        if "since" in features:
            return times.years(column, self.today)
        if "part" in features:
            first, size = {"year": (1, 4), "month": (6, 2)}[features["part"]]
            return f"substr({column}, {first}, {size})"
        return column

    def _together(self, chosen: Sequence[Any], items: Sequence[Value]) -> Reading:
        """The reading that the items make up."""
        reading = Reading(cost=sum(label(item) not in FREE for item in items))
        either = negated = False
        for found, item in zip(chosen, items, strict=True):
            kind, rest = label(item), items_of(item)[1:]
            if kind == "or":
                either = True
            elif kind == "not":
                negated = not negated
            elif kind == "extreme":
                if reading.extreme is not None:
                    raise NotReadableError
                reading = replace(reading, extreme=found)
                if not reading.has_head and label(rest[1]) == "FIELD":
                    reading = replace(
                        reading, shows=(found.column,), kind="most" if found.most else "least", extreme=None
                    )
            elif kind in ("of", "name", "when", "usual"):
                columns, conditions = _parted(found)
                reading = replace(reading, shows=reading.shows + columns)
                for condition in conditions:
                    if negated:
                        condition = replace(condition, sql=f"NOT ({condition.sql})")
                    where = reading.where
                    same = where and {one.field for one in where[-1]} == {condition.field}
                    if (either or (same and condition.field in self.shown.values())) and where:
                        reading = replace(reading, where=(*where[:-1], (*where[-1], condition)))
                    else:
                        reading = replace(reading, where=(*where, (condition,)))
                either = negated = False
            else:
                reading = self._head(reading, kind, found, rest)
        if either or negated:
            raise NotReadableError
        if reading.kind == "exists" and reading.shows:
            return _shown_or_asked(reading)
        return reading

    def _head(self, reading: Reading, kind: str | None, found: Any, rest: Sequence[Value]) -> Reading:
        if kind == "ent":
            return replace(reading, tables=(*reading.tables, features_of(rest[0])["table"]))
        if kind in ("show", "values"):
            asked = reading.kind or ("values" if kind == "values" else None)
            return replace(reading, shows=(*reading.shows, found), kind=asked)
        if kind in ("count", "different", "mean", "percent", "yn"):
            if reading.kind not in (None, "exists", "values"):
                raise NotReadableError
            tables = tuple(features_of(word)["table"] for word in rest if kind == "count")
            shows = (found,) if kind in ("different", "mean") else ()
            asked = "exists" if kind == "yn" else kind
            return replace(reading, kind=asked, tables=reading.tables + tables, shows=reading.shows + shows)
        if kind == "each":
            return replace(reading, each=found)
        if kind == "most":
            return replace(reading, most=features_of(rest[0])["to"] == "most")
        if kind == "add":
            return replace(reading, again=True, adds=True)
        if kind == "idle":
            return replace(reading, cost=reading.cost + 1)
        if kind == "again":
            return replace(reading, again=True)
        if kind == "pron":
            early = not reading.where
            return replace(reading, refers=reading.refers or early)
        assert kind == "bare"
        return replace(reading, cost=reading.cost + 1)


def _shown_or_asked(reading: Reading) -> Reading:
    """Of a yes or no question with fields: about their values ("is his department sales?"), or for them after all."""
    about = {f"⟨{one.field.replace('.', '⟩', 1)}" for group in reading.where for one in group}
    if set(reading.shows) & about:
        return replace(reading, shows=())
    return replace(reading, kind=None)


def _parted(found: Any) -> tuple[tuple[Column, ...], tuple[Condition, ...]]:
    """What a verb asks for, and what it says."""
    if isinstance(found, Condition):
        return (), (found,)
    if found and isinstance(found[0], tuple):
        return found[0], found[1]
    return (), tuple(found)


def _fields(word: Value, otherwise: Sequence[str] = ()) -> list[str]:
    """The fields that a word may be about."""
    said = features_of(word).get("field")
    return said.split(",") if said else list(otherwise)


def _likes(words: Sequence[Word]) -> list[str]:
    """What a value is like; a word that has another meaning alone (a degree is any but `none`) has it there."""
    if len(words) == 1 and "alone" in words[0].features:
        return [NOT + words[0].features["alone"]]
    return [like for w in words if (like := w.features.get("like", w.form)) != w.features.get("alone")]


def query_of(reading: Reading, shown: dict[str, str]) -> Query | None:
    """The query of a reading that leaves nothing open; None where it says nothing of what it asks about."""
    said = [one.field.partition(".")[0] for group in reading.where for one in group]
    in_shows = [show.partition("⟨")[2].partition("⟩")[0] for show in (*reading.shows, reading.each or "") if show]
    by_extreme = [reading.extreme.column[1:].partition("⟩")[0]] if reading.extreme else []
    tables = [*reading.tables, *in_shows, *said, *by_extreme]
    if not tables:
        return None
    table = tables[0]
    kind, shows = reading.kind or "list", reading.shows
    name = shown.get(table)
    own = (f"⟨{table}⟩{name.partition('.')[2]}",) if name else ()
    if kind == "exists" and not reading.where and not reading.extreme:
        return None
    if kind == "list":
        if reading.each is not None and not shows and reading.extreme is None:
            kind = "count" if reading.kind == "count" else "list"
        kind = "values" if shows and not (reading.tables or reading.where or reading.extreme) else "list"
        shows = tuple(one for show in shows for one in ((show,) if show else own)) or own
    shows = tuple(dict.fromkeys(shows))
    if kind in ("most", "least", "mean", "different") and len(shows) != 1:
        return None
    if kind == "count" and reading.most is None and shows and reading.each is None:
        return None
    if not shows and kind == "list":
        return None
    joined = tuple(dict.fromkeys(one for one in reading.tables if one != table))
    return Query(table, shows, kind, reading.where, reading.extreme, reading.each, reading.most, joined)

"""Conditions: what the parts of a question say of those that are asked about, in SQL, each part with its readings."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import islice, product
from typing import Any

from murho.atn.values import Value, Word, features_of, items_of, label, plain
from murho.studies.parnax.interface import times
from murho.studies.parnax.interface.database import Database
from murho.studies.parnax.interface.query import Column, Condition, quoted
from murho.studies.parnax.interface.reading import NotReadableError, Reading, is_whole
from murho.studies.parnax.interface.values import completed

MOST_YEARS = 150
"""Nobody is older: a number above it is a year."""
MOST_READINGS = 64
"""Of one analysis; where each of twenty names is two people there would be a million."""
NOT = "<>"


@dataclass(frozen=True)
class Conditions:
    """Reads conditions, knowing the database and the fields that are meant only where they are said (`cued`)."""

    database: Database
    shown: dict[str, str]
    """By table the field that stands for its rows."""
    cued: frozenset[str]
    today: date
    usual: Value = None
    """The word for the unit of a number that stands alone: 45 are years of age."""
    lasting: Value = None
    """The word for the unit of how long somebody has been there: for ten years."""
    before: Reading | None = None
    """The question before."""
    refused: list[str] = field(default_factory=list, compare=False)
    """Why something was no reading, where there is more to say than that it does not go together."""
    named: tuple[Value, ...] = ()
    """Who is named in the sentence."""

    @property
    def expected(self) -> frozenset[str]:
        """The fields that the question before spoke of."""
        return frozenset(one.field for group in self.before.where for one in group) if self.before else frozenset()

    def _of(self, word: Value, said: Sequence[Value]) -> Iterator[Any]:
        """The conditions of a verb, a field or a comparison; where it only answers a question word, columns to show."""
        asked = [part for part in said if label(part) in ("ask", "alike")]
        if asked:
            columns = tuple(self._asked(word, items_of(part)[1], label(part)) for part in asked)
            others = [list(self._part(word, part)) for part in said if part not in asked]
            for chosen in islice(product(*others), MOST_READINGS):
                yield columns, chosen
            return
        also = [label(part) == "also" for part in said]
        if any(joined and label(said[at - 1]) == "among" for at, joined in enumerate(also)):
            raise NotReadableError  # "works in sales and is under 30": not since when
        said = [items_of(part)[1] if joined else part for part, joined in zip(said, also, strict=True)]
        either = [label(part) == "amount" and "either" in features_of(items_of(part)[1]) for part in said]
        for chosen in islice(product(*[list(self._part(word, part)) for part in said]), MOST_READINGS):
            conditions: list[Condition] = []
            for condition, joined, added in zip(chosen, either, also, strict=True):
                apart = bool(conditions) and times.are_apart(conditions[-1].sql, condition.sql)
                if apart and not (joined or added):
                    raise NotReadableError  # nobody was hired in 1950 and in 1960
                if conditions and (joined or apart):
                    conditions[-1] = self._any([conditions[-1], condition])
                else:
                    conditions.append(condition)
            yield tuple(conditions) if len(conditions) > 1 else conditions[0]

    def _asked(self, verb: Value, word: Value, kind: str | None) -> Column:
        about, ask = features_of(verb), features_of(word)
        if kind == "alike":
            return self._in_common(verb, word)[1]
        name = about.get("when") if ask["ask"] not in ("where", "what") else about["field"]
        if name is None:
            raise NotReadableError
        return self._expression(name.split(",")[0], word)

    def _part(self, word: Value, part: Value) -> Iterator[Condition]:
        kind, rest = label(part), items_of(part)[1:]
        if kind == "among":
            yield from self._among(word, rest)
        elif kind == "same":
            name, column = self._in_common(word, rest[1] if len(rest) > 1 else word)
            for person in self._one(rest[0]):
                yield Condition(name, f"{column} = {self._value_of(column, person)}", person.sql)
        elif kind == "own":
            for name in fields_of(word):
                others = [other for other in fields_of(rest[0]) if other in self._akin(name)]
                yield from (Condition(name, f"{self._column(name)} = {self._column(other)}") for other in others)
        elif kind == "theirs":
            for name in fields_of(word):
                for other in fields_of(rest[0]):
                    if other == name or other in self._akin(name):
                        for person in self._one(rest[1]):
                            value = self._value_of(self._column(other), person)
                            yield Condition(name, f"{self._column(name)} = {value}", person.sql)
        elif kind in ("unlike", "elsewhere"):
            for name in fields_of(word)[:1]:
                akin = self._akin(name)
                others = [other for other in fields_of(rest[0]) if other in akin] if rest else akin
                yield from (
                    Condition(name, f"{self._column(name)} <> {self._column(other)}")
                    for other in others
                    if other != name
                )
        elif kind == "there":
            yield from self._there(fields_of(word)[0])
        elif kind == "any":
            yield self._one_of(word, [features_of(one)["number"] for one in rest])
        elif kind == "between":
            yield self._between(word, rest)
        elif kind in ("ask", "alike"):
            raise NotReadableError  # of two verbs at once: "are born and live in the same town"
        else:
            yield from self._amount(word, rest)

    def _one_of(self, word: Value, numbers: Sequence[str]) -> Condition:
        """A number that is one of several, or a date in one of several years."""
        about = features_of(word)
        name = about.get("when") or fields_of(word)[0]
        column, known = self._column(name), self.database.fields.get(name)
        if known is None or known.kind != "date":
            return Condition(name, f"{column} IN ({', '.join(numbers)})")
        if any(float(number) <= MOST_YEARS for number in numbers):
            raise NotReadableError
        years = [f"{column} LIKE '{year}-%'" for year in numbers]
        return Condition(name, f"({' OR '.join(years)})")

    def _in_common(self, word: Value, unit: Value) -> tuple[str, Column]:
        """The field that a verb and what is the same of it are about, "born in the same town"; or its year."""
        about, said = fields_of(word), fields_of(unit)
        if not said:
            name = features_of(word).get("when") or about[0]
            return name, f"substr({self._column(name)}, 1, 4)"
        both = [name for name in about if name in said] or [name for name in said if name not in self.cued] or said
        return both[0], self._expression(both[0], unit)

    def _akin(self, name: str) -> list[str]:
        """Other fields of the table that have values of a field: where people live, and where they were born."""
        table, values = self.database.fields[name].table, set(self.database.fields[name].values)
        akin = (one for one in self.database.fields.items() if one[0] != name and one[1].table == table)
        return [other for other, field in akin if values & set(field.values)]

    def _there(self, name: str) -> Iterator[Condition]:
        """In the place that the question before was about: that of a condition, or that of somebody."""
        before, column = self.before or Reading(), self._column(name)
        for other in (name, *self._akin(name)):
            there = self._column(other)
            said = [one for group in before.where for one in group if one.field == other]
            if said:
                yield Condition(name, said[-1].sql.replace(there, column))
                return
            people = [*before.people(frozenset(self.shown.values()))]
            if there in before.shows and people:
                yield Condition(name, f"{column} = {self._value_of(there, people[-1])}", people[-1].sql)
                return
        for other in self._akin(name)[:1]:
            yield Condition(name, f"{column} = {self._column(other)}")

    def _among(self, word: Value, said: Sequence[Value]) -> Iterator[Condition]:
        """Values of a field: joined by `or` and `and` any of them will do, side by side they are parts of one."""
        negated = any(label(one) == "NOT" for one in said)
        if any("but" in features_of(one) for one in said if label(one) == "AND"):
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
        cue = fields_of(word)
        common = [n for n in cue if all(n in fields_of(w, cue) for group in groups for w in group)]
        if label(word) == "VALUE":
            common = [name for name in common if name in self.expected] or common
            common = [name for name in common if name not in self.cued] or common
        if not common:
            raise NotReadableError
        for name in common:
            column = self._column(name)
            likes = completed([_likes(group) for group in groups])
            if any(sum("%" not in like for like in dict.fromkeys(group)) > 1 for group in likes):
                raise NotReadableError  # a row has one value
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
        if "field" not in features_of(word):
            lasting = "lasts" in features_of(said[0]) and "aged" not in features_of(word)
            word = self.lasting if lasting else self.usual
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
            text = times.on(column, operator or about.get("op"), items_of(amount)[1:]) if dated else None
            if text is None:
                raise NotReadableError
            yield Condition(name, text)
        elif kind == "NUM":
            number = features_of(amount)["number"]
            if since and dated and not (is_whole(number) and int(number) <= MOST_YEARS):
                raise NotReadableError
            if dated and not since and label(word) == "VERB" and re.fullmatch(r"[2-9]\d", number):
                year = Word(number, "YEAR", {"year": f"19{number}"})  # "hired after 70"
                yield Condition(name, times.on(column, operator or about.get("op"), [year, None, None]) or "")
                return
            if since and dated:
                whole = f"{times.years(column, self.today)} = {number}"
                day = times.ago(float(number), self.today)
                yield Condition(name, f"{column} {turned} '{day}'" if operator not in (None, "=") else whole)
            elif known is None or known.kind == "number":
                yield Condition(name, f"{column} {operator or '='} {number}")
            else:
                raise NotReadableError
        elif kind in ("NAME", "PRON"):
            for person in self._one(amount):
                yield Condition(name, f"{column} {turned or '='} {self._value_of(column, person)}", person.sql)
        else:
            shown = times.years(column, self.today) if dated else column
            opposite = times.OPPOSITE.get(operator or "", "=") if dated and not since else operator
            table = name.partition(".")[0]
            yield Condition(name, f"{shown} {opposite or '='} (SELECT AVG({shown}) FROM {table})")

    def _between(self, word: Value, said: Sequence[Value]) -> Condition:
        lasting = len(said) > 2 and "lasts" in features_of(said[2]) and "aged" not in features_of(word)
        about = features_of(word if "field" in features_of(word) else self.lasting if lasting else self.usual)
        name = about.get("when") or about["field"].split(",")[0]
        column = self._column(name)
        low, high = said[:2]
        if label(low) == "time" and label(high) == "time":
            return Condition(name, times.between(column, items_of(low)[1:], items_of(high)[1:]))
        if label(low) != "NUM" or label(high) != "NUM":
            raise NotReadableError
        numbers = [features_of(one)["number"] for one in (low, high)]
        known = self.database.fields.get(name)
        dated = known is not None and known.kind == "date"
        if dated and not all(is_whole(number) and int(number) <= MOST_YEARS for number in numbers):
            raise NotReadableError
        shown, (least, most) = times.years(column, self.today) if dated else column, sorted(numbers, key=float)
        return Condition(name, f"{shown} BETWEEN {least} AND {most}")

    def _of_groups(self, word: Value, part: Value) -> Iterator[str]:
        """What is said of the mean of groups: above 4, between 3 and 5."""
        kind, rest = label(part), items_of(part)[1:]
        numbers = [one for one in rest[kind == "amount" :] if label(one) == "NUM"]
        if len(numbers) != (1 if kind == "amount" else 2) or any(label(one) == "time" for one in rest):
            raise NotReadableError
        said = [features_of(one)["number"] for one in numbers]
        for name in fields_of(word):
            known = self.database.fields.get(name)
            if known is None or (
                known.kind != "number" and not (known.kind == "date" and "since" in features_of(word))
            ):
                continue
            mean = f"AVG({self._expression(name, word)})"
            if kind == "between":
                least, most = sorted(said, key=float)
                yield f"{mean} BETWEEN {least} AND {most}"
            else:
                yield f"{mean} {features_of(rest[0]).get('op', '=')} {said[0]}"

    def _named(self, word: Value) -> Condition:
        name = fields_of(word, list(self.shown.values()))[0]
        likes = features_of(word)["like"].split(",")
        column = self._column(name)
        texts = [f"{column} {'LIKE' if '%' in like else '='} {quoted(like)}" for like in likes]
        return Condition(name, texts[0] if len(texts) == 1 else f"({' OR '.join(texts)})")

    def _one(self, word: Value) -> Iterator[Condition]:
        """Somebody with whom others are compared: where several are called so, each is a reading."""
        if label(word) == "PRON":
            if "two" in features_of(word):
                raise NotReadableError  # "the older of the two" is one of them
            people = list(self.before.people(frozenset(self.shown.values()))) if self.before else []
            if not people and not self.named:
                raise NotReadableError
            yield people[-1] if people else self._named(self.named[-1])
            return
        name = fields_of(word, list(self.shown.values()))[0]
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
        table = column.partition("⟨")[2].partition("⟩")[0]
        home = person.field.partition(".")[0]
        way = self.database.way(table, [home] if home != table else [])
        source = table + "".join(f" JOIN {to} ON ⟨{a}⟩{k} = ⟨{to}⟩{o}" for a, k, to, o in way or ())
        return f"(SELECT {column} FROM {source} WHERE {person.sql})"

    def _any(self, conditions: Iterable[Condition]) -> Condition:
        found = list(conditions)
        if len(found) == 1:
            return found[0]
        texts = [one.sql[1:-1] if one.sql.startswith("(") and "(" not in one.sql[1:] else one.sql for one in found]
        return Condition(found[0].field, f"({' OR '.join(texts)})")

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


def fields_of(word: Value, otherwise: Sequence[str] = ()) -> list[str]:
    """The fields that a word may be about."""
    said = features_of(word).get("field")
    return said.split(",") if said else list(otherwise)


def _likes(words: Sequence[Word]) -> list[str]:
    """What a value is like; a word that has another meaning alone (a degree is any but `none`) has it there."""
    if len(words) == 1 and "alone" in words[0].features:
        return [NOT + words[0].features["alone"]]
    return [like for w in words if (like := w.features.get("like", w.form)) != w.features.get("alone")]

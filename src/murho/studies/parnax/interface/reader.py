"""From what the ATN found to what is asked: each analysis becomes one question, or several where it is ambiguous."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from typing import Any

from murho.atn.values import Value, Word, features_of, items_of, label
from murho.studies.parnax.interface import times
from murho.studies.parnax.interface.conditions import MOST_READINGS, Conditions, fields_of
from murho.studies.parnax.interface.contrary import contradicts
from murho.studies.parnax.interface.dialogue import after, that_group
from murho.studies.parnax.interface.query import COUNT, Column, Condition, Extreme
from murho.studies.parnax.interface.reading import DIFFERENT, NotReadableError, Reading, whole
from murho.studies.parnax.interface.repairs import put_right, shared
from murho.studies.parnax.interface.sides import SAID_OF, sides
from murho.studies.parnax.interface.values import as_one

FREE = ("again", "add", "pron", "whichof", "yn", "or", "not", "order", "down")
"""Items that hold the others together, and cost nothing."""
COUNTED = ("extreme", "most", "show")
"""Items that a number before them counts."""
SHOWN = ""
"""The order by what is shown."""
COSTS = {
    "CMP": 3,
    "THAN": 1,
    "THERE": 0,
    "ALL": 0,
    "NOBODY": 0,
    "ELSE": 0,
    "OTHER": 0,
    "THAT": 0,
    "COMPARE": 2,
    "ONES": 0,
    "BETWEEN": 1,
    "SORT": 1,
}
"""What a sign costs that stands alone."""


@dataclass(frozen=True)
class Figures:
    """Figures that are asked for: functions, and the column, which may be open."""

    functions: tuple[str, ...]
    column: Column | None
    leading: bool = False
    """The group that has the highest mean, or the lowest."""


@dataclass(frozen=True)
class Having:
    """What is said of the size of groups."""

    text: str


@dataclass(frozen=True)
class Reader(Conditions):
    """Reads whole analyses."""

    def readings(self, analysis: Value) -> list[Reading]:
        """All readings of an analysis; none where what it says does not go together."""
        items = items_of(analysis)[1:]
        found = self._readings(items)
        for left, right, operator in sides(items):
            for one in self._readings(left):
                if operator is not None:
                    if one.kind not in ("exists", "figures"):
                        continue
                    if one.kind == "exists":
                        if any(one.people(self.names)):
                            continue  # "was he hired before or after her?" compares no numbers of people
                        one = replace(one, kind="figures", shows=(COUNT,))
                for other in replace(self, before=one)._readings(right):
                    if operator is not None and {c.field for g in one.where for c in g} != {
                        c.field for g in other.where for c in g
                    }:
                        other = replace(other, where=other.where, tables=one.tables, kind="figures", shows=one.shows)
                    try:
                        beside = after(one, replace(other, again=True), self.names)
                    except NotReadableError:
                        continue
                    if operator is None and not self._can_stand_beside(one, beside):
                        continue
                    cost = one.cost + other.cost + 2
                    found.append(replace(one, beside=beside, operator=operator, cost=cost))
        return found

    def _can_stand_beside(self, one: Reading, other: Reading) -> bool:
        """Whether both give as much, and one row each: a figure, or what somebody has who is named."""
        figures = one.kind == other.kind == "figures" and not (one.each or other.each)
        named = one.kind == other.kind and any(one.people(self.names)) and any(other.people(self.names))
        return (figures or named) and len(one.shows) == len(other.shows)

    @property
    def names(self) -> frozenset[str]:
        """The fields that are names."""
        return frozenset(self.shown.values())

    def _readings(self, items: Sequence[Value]) -> list[Reading]:
        found: list[Reading] = []
        items = as_one(shared(put_right(items)))
        here = replace(self, named=tuple(_names(items)))
        try:
            choices = [list(here._item(item, items)) for item in items]
        except NotReadableError as error:
            self.refused.extend(error.args)
            return []
        for chosen in islice(product(*choices), MOST_READINGS):
            try:
                found.append(self._together(chosen, items))
            except NotReadableError as error:
                self.refused.extend(error.args)
        return found

    def _item(self, item: Value, items: Sequence[Value]) -> Iterator[Any]:
        """What an item of the question may say: a condition, an extreme, columns to show, or only its label."""
        kind, rest = label(item), items_of(item)[1:]
        if kind == "of":
            yield from self._of(rest[0], rest[1:])
        elif kind == "both":
            yield from product(self._part(rest[0], rest[2]), self._part(rest[1], rest[2]))
        elif kind == "whose":
            yield from product([self._named(rest[0])], self._part(rest[1], rest[2]))
        elif kind == "name":
            yield from [self._any(self._named(word) for word in rest)]
        elif kind in ("when", "within"):
            tables = _tables(items)
            dated = [name for name, one in self.database.fields.items() if one.kind == "date"]
            dated = [name for name in dated if name.partition(".")[0] in tables] or dated
            verbs = {features_of(items_of(one)[1]).get("when") for one in items if label(one) in ("bare", "of")}
            dated = [name for name in dated if name in verbs] or dated
            for name in [name for name in dated if name in self.expected] or dated:
                if kind == "within":
                    yield Condition(name, times.between(self._column(name), *(items_of(one)[1:] for one in rest)))
                    continue
                operator = features_of(rest[1])["op"] if len(rest) > 1 else None
                text = times.on(self._column(name), operator, items_of(rest[0])[1:])
                if text is not None:
                    yield Condition(name, self._in_that_year(name, text))
        elif kind == "usual":
            grouped = self.before is not None and (self.before.each or self.before.having)
            if grouped and not (self.before and self.before.ranked):
                yield _having(rest)
            else:
                number = features_of(rest[1])["number"]
                yield from self._amount(self._asked_beside(item, items, number) or self._unit(number), rest)
        elif kind == "having":
            yield _having(rest)
        elif kind == "meaning":
            yield from map(Having, self._of_groups(rest[0], rest[1]))
        elif kind == "extreme":
            word, about = features_of(rest[0]), features_of(rest[1])
            name = about.get("when") or about["field"]
            most = (word["to"] == "most") != ("since" in about)
            said = features_of(rest[2]) if len(rest) > 2 else word
            yield _counted(Extreme(self._column(name), most), said if "number" in said else None)
        elif kind == "each":
            yield ", ".join(
                self._expression(fields_of(word)[-1], word) if fields_of(word) else self._year_of(items)
                for word in rest
            )
        elif kind == "unasked":
            yield tuple(self._column(name) for word in rest for name in fields_of(word))
        elif kind in ("order", "down"):
            down = " DESC" if kind == "down" else ""
            yield tuple(self._expression(fields_of(word)[0], word) + down for word in rest)
        elif kind == "sorted":
            yield self._sorted(rest[0], rest[1:])
        elif kind == "higher":
            if "than" in features_of(rest[1]):
                raise NotReadableError(f"behind {_form(rest[1])!r} nobody is named, nor a number")
            name = features_of(rest[0])["field"].split(",")[0]
            if name in self.database.fields and self.database.fields[name].kind == "text":
                raise NotReadableError  # "more than half of the departments"
            yield Extreme(self._column(name), features_of(rest[1])["op"] == ">")
        elif kind == "some" and label(rest[0]) == "ENT":
            yield features_of(rest[0])["table"]
        elif kind in ("show", "values", "different", "alike", "with", "beside", "some"):
            for name in self._narrowed(features_of(rest[0])["field"].split(","), items):
                yield self._expression(name, rest[0])
        elif kind == "figures":
            yield from self._figures(rest[0], items_of(rest[1]), items)
        else:
            yield kind

    def _unit(self, number: str) -> Value:
        """What a number that stands alone counts: what numbers counted in the question before, or else the usual.

        A number beyond all that there are counts something else.
        """
        for group in reversed(self.before.where if self.before else ()):
            known = self.database.fields.get(group[0].field)
            if known is not None and known.kind == "number" and float(number) <= known.most:
                return Word("", "FIELD", {"field": group[0].field})
        return self.usual

    def _asked_beside(self, item: Value, items: Sequence[Value], number: str) -> Value:
        """The field of numbers that is asked for before a number that stands alone: "which levels are above 5"."""
        before = [one for one in items[: items.index(item)] if label(one) != "not"][-1:]
        if not before or label(before[0]) not in ("values", "show", "different"):
            return None
        word = items_of(before[0])[1]
        known = self.database.fields.get(fields_of(word)[-1])
        return word if known is not None and known.kind == "number" and float(number) <= known.most else None

    def _year_of(self, items: Sequence[Value]) -> Column:
        """The year of what a verb beside it is about, or of the date that the question before spoke of."""
        verbs = (
            fields.get("when") for item in items if items_of(item)[1:] for fields in [features_of(items_of(item)[1])]
        )
        dated = (name for name in self.expected if self.database.fields[name].kind == "date")
        name = next(filter(None, verbs), None) or next(dated, None)
        if name is None:
            raise NotReadableError
        return f"substr({self._column(name)}, 1, 4)"

    def _narrowed(self, names: list[str], items: Sequence[Value]) -> list[str]:
        """Of the fields that a word may mean, those that a verb beside it may be about, or of rows that are named."""
        tables = _tables(items)
        tables |= {n.partition(".")[0] for item in items if label(item) == "name" for n in fields_of(items_of(item)[1])}
        if len({name.partition(".")[0] for name in names}) > 1:
            names = [name for name in names if name.partition(".")[0] in tables] or names
        verbs = [set(fields_of(items_of(item)[1])) for item in items if label(item) == "bare" or _asks(item)]
        left = [name for name in names if any(name in about for about in verbs)]
        shown = self.before.each if self.before is not None and self.before.each else ""
        return left or [name for name in names if self._column(name) in shown] or names

    def _sorted(self, word: Value, of: Sequence[Value]) -> tuple[Column, ...]:
        """In which order: by a field, by how many there are, or by the figure that is shown."""
        if not of:
            return (SHOWN,)
        most = features_of(word)["to"] == "most"
        if label(word) == "MOST":
            return (f"{COUNT} DESC" if most else COUNT,)
        about = features_of(of[0])
        column = self._column(about.get("when") or about["field"].split(",")[0])
        return (f"{column} DESC" if most != ("since" in about) else column,)

    def _figures(self, word: Value, said: Sequence[Value], items: Sequence[Value]) -> Iterator[Figures]:
        kinds = [label(one) for one in said]
        functions = tuple(
            "AVG" if kind == "MEAN" else "MAX" if features_of(one)["to"] == "most" else "MIN"
            for one, kind in zip(said, kinds, strict=True)
            if kind in ("MEAN", "EXTREME")
        )
        leading = "AND" not in kinds and "AVG" in functions and len(functions) == 2
        if "field" not in features_of(word):
            yield Figures(functions, None, leading)
        elif functions != ("AVG",) and len(functions) == 1:
            raise NotReadableError  # an extreme of the rows, which has an item of its own
        else:
            for name in self._narrowed(fields_of(word), items):
                known = self.database.fields.get(name)
                if known is not None and known.kind == "text":
                    continue
                yield Figures(functions, self._expression(name, word), leading)

    def _together(self, chosen: Sequence[Any], items: Sequence[Value]) -> Reading:
        """The reading that the items make up."""
        reading = Reading(cost=sum(_cost(item) for item in items))
        signs: list[str] = []
        figures: list[Figures] = []
        either = negated = of_none = False
        none_of: tuple[Condition, ...] = ()
        before: Value = None
        for at, (found, item) in enumerate(zip(chosen, items, strict=True)):
            kind, rest = label(item), items_of(item)[1:]
            if kind == "or":
                either = True
                if label(items[at + 1] if at + 1 < len(items) else None) in ("ent", "pron", "sign"):
                    behind = sum(label(one) in SAID_OF for one in items[at + 1 :])
                    if len(reading.where) > 1 or behind > 1:
                        raise NotReadableError("of two kinds of people each is asked about by itself")
            elif kind == "not":
                of_none = "none" in features_of(rest[0])
                negated = of_none or not negated  # "non ... nessun" is one negation
            elif kind == "yn" and "none" in features_of(rest[0]):
                signs.append("NOBODY")
                reading = self._head(reading, kind, found, rest)
            elif kind == "sign":
                signs.append(str(label(rest[0])))
            elif isinstance(found, Figures):
                figures.append(found)
            elif isinstance(found, Having):
                both = found.text if reading.having is None else f"{reading.having} AND {found.text}"
                reading = replace(reading, having=both)
                if kind == "having" and rest[2:]:
                    reading = replace(reading, tables=(*reading.tables, features_of(rest[2])["table"]))
            elif kind == "higher":
                if reading.extreme is not None:
                    raise NotReadableError
                reading = replace(reading, extreme=found, refers=True, cost=reading.cost + 2)
            elif kind == "extreme":
                if reading.extreme is not None:
                    raise NotReadableError
                if self._is_text(found.column):
                    raise NotReadableError("a text is neither more nor less than another")
                reading = replace(reading, extreme=found)
                if not reading.has_head and label(rest[1]) == "FIELD" and found.number is None:
                    best = "MAX" if found.most else "MIN"
                    reading = replace(reading, shows=(f"{best}({found.column})",), kind="figures", extreme=None)
            elif kind in SAID_OF:
                if kind == "usual" and _is_by_whom(items[at + 1 :]):
                    raise NotReadableError("by how much two differ is not asked")  # "one level above Rossi"
                if kind == "usual" and label(before) == "bare" and not _is_of_no_time(before):
                    raise NotReadableError  # "hired over 70"
                if negated and label(rest[-1]) == "same" and label(rest[0]) == "SAME":
                    raise NotReadableError("who is not as old is not said to be younger or older")
                if kind == "usual" and reading.shows and reading.kind in (None, "values"):
                    reading = replace(reading, cost=reading.cost + 2)  # the size of groups, rather
                columns, conditions = _parted(found)
                reading = replace(reading, shows=reading.shows + columns)
                if kind == "of" and label(rest[-1]) == "alike":
                    reading = replace(reading, kind="alike")
                if negated and of_none and reading.kind == "exists" and conditions:
                    none_of = (replace(conditions[-1], sql=f"NOT ({conditions[-1].sql})"),)
                negated = negated and not _is_negative(item)  # "non ha nessuna laurea" is one negation
                if kind == "of" and _lasts(rest, before) and any(map(_is_of_no_time, items[:at][-3:])):
                    raise NotReadableError("how long anybody has done so is not known")
                lacked = negated and kind == "of" and _follows_values(items, at)
                of_none, asked = of_none or lacked, replace(reading, where=(), tables=() if lacked else reading.tables)
                if negated and of_none and len(conditions) == 1 and self._counts_values(reading, conditions[0]):
                    columns, conditions, negated = (), (_lacking(reading.shows[0], conditions[0]),), False
                if negated and of_none and conditions and self._asks_for_values(asked):
                    if reading.where:
                        raise NotReadableError("what a group has and what it lacks are not asked at once")
                    reading, negated = replace(reading, kind="nobody"), False  # "which departments have no engineers"
                for condition in conditions:
                    if negated and not (_is_nor(item) and condition.sql.startswith("NOT ")):
                        condition = replace(condition, sql=f"NOT ({condition.sql})")
                    where = reading.where
                    no_verb = kind in ("when", "within")  # of two times side by side none is of another field
                    alike = [one for group in where for one in group if no_verb or one.field == condition.field]
                    if not either and any(times.are_apart(one.sql, condition.sql) for one in alike):
                        raise NotReadableError  # nobody was hired in 1950 and in 1960
                    if reading.kind == "nobody" and where and where[-1][0].field == condition.field:
                        raise NotReadableError("what a group has and what it lacks are not asked at once")
                    names = condition.field in self.names and not negated and not condition.than
                    same = where and {one.field for one in where[-1]} == {condition.field}
                    beside = (either or (same and names)) and where
                    if not beside and contradicts(condition, where):
                        raise NotReadableError("nobody is both at once; ask about each by itself")
                    if beside:
                        reading = replace(reading, where=(*where[:-1], (*where[-1], condition)))
                    else:
                        reading = replace(reading, where=(*where, (condition,)))
                either = negated = False
            else:
                reading = self._head(reading, kind, found, rest)
            if kind == "show" and label(before) == "extreme" and self._is_ranked_otherwise(reading, found):
                raise NotReadableError(f"{_form(rest[0])!r} have no such order; say of whom it is asked")
            if kind == "show" and label(before) == "pron" and at > 1 and _is_to_the_mean(items[at - 2]):
                raise NotReadableError("the mean with which is compared is that of all, and of no group")
            if kind == "show" and label(before) == "pron" and reading.asks_who and reading.one:
                raise NotReadableError  # "who in his department"
            if kind in COUNTED and label(before) == "pron" and "number" in features_of(items_of(before)[1]):
                # "the two oldest" are not "the oldest of the two"
                raise NotReadableError(f"{_form(items_of(before)[1])!r} may be so many, or some of so many")
            before = item
        if none_of and none_of in reading.where and reading.kind == "exists":
            others = tuple(group for group in reading.where if group != none_of)
            reading = replace(reading, kind="all", among=others, where=(none_of,))  # "is there no engineer in sales?"
        if negated and reading.asks_who and not reading.where:
            reading, negated = self._of_whom_not(reading), False
        if either or negated:
            raise NotReadableError
        reading = _without_unasked(reading, chosen, items)
        if reading.each and _shows_rows(reading):
            reading = replace(reading, each=None)  # "all of them, of every department"
        if any(_is_his(item) for item in items) and not reading.has_head:
            raise NotReadableError
        bare = [items_of(item)[1] for item in items if label(item) == "bare"]
        if reading.ranked and bare and not reading.shows:
            reading = replace(reading, shows=(self._expression(fields_of(bare[0])[0], bare[0]),))
        for found in figures:
            reading = self._with_figures(reading, found)
        if reading.ranked is not None and (reading.asks_who or reading.counts):
            reading = _in_the_group(reading)
        counted = reading.extreme is not None and reading.extreme.number is not None
        if counted and any(label(item) == "every" for item in items):
            raise NotReadableError  # "the five oldest per department"
        for item in items:
            if label(item) == "some":
                reading = self._of_so_many(reading, *items_of(item)[1:])
            elif label(item) == "ent" and len(items_of(item)) > 2 and reading.counts and not reading.each:
                reading = self._for_each(reading, items_of(item)[1])
        alone = self.before is None and not (reading.shows or reading.kind or reading.tells_rows)
        if reading.each and alone and not self._is_day(reading.each):
            reading = replace(reading, kind="figures", shows=(COUNT,))  # "employees per department"
        if reading.kind == "alike" and any("when" in features_of(verb) for verb in bare):
            raise NotReadableError("fields of one person are not compared so")
        if any(map(_is_whose, items)) and any(self._is_named(one) for group in reading.where for one in group):
            raise NotReadableError("whose colleagues they are is not known; say what they have in common")
        if _is_of_then(items):
            raise NotReadableError("ages are those of today")
        return _in_order(self._with_signs(reading, signs, items))

    def _is_named(self, one: Condition) -> bool:
        return one.field in self.names and not one.than and not one.sql.startswith("NOT ")

    def _for_each(self, reading: Reading, word: Value) -> Reading:
        """How many others each of some has: "how many orders did each customer place"."""
        table = features_of(word)["table"]
        name = self.shown.get(table)
        if name is None or set(reading.tables) == {table}:
            return reading
        return replace(reading, each=self._column(name))

    def _is_text(self, column: Column) -> bool:
        known = self.database.fields.get(column[1:].replace("⟩", "."))
        return known is not None and known.kind == "text"

    def _is_day(self, column: Column) -> bool:
        """Whether it is a day, by which nobody groups."""
        known = self.database.fields.get(column[1:].replace("⟩", "."))
        return known is not None and known.kind == "date"

    def _is_ranked_otherwise(self, reading: Reading, column: Column) -> bool:
        """Whether so many of a field are asked for that are ranked by another: "the 2 oldest departments"."""
        extreme, names = reading.extreme, {f"⟨{name.replace('.', '⟩', 1)}" for name in self.names}
        return extreme is not None and extreme.number is not None and column not in {extreme.column, *names}

    def _asks_for_values(self, reading: Reading) -> bool:
        """Whether it asks for the values of one field, and not for rows."""
        shown = {f"⟨{name.replace('.', '⟩', 1)}" for name in self.names}
        return (
            reading.kind in (None, "values")
            and len(reading.shows) == 1
            and not (reading.tables or reading.where or set(reading.shows) & shown)
        )

    def _counts_values(self, reading: Reading, lacked: Condition) -> bool:
        """Whether it asks how many values there are of which nobody is so: "how many departments have no doctors"."""
        counted = reading.shows[:1] and reading.shows[0].startswith(DIFFERENT)
        return bool(counted and f"⟨{lacked.field.replace('.', '⟩', 1)}" not in reading.shows[0])

    def _head(self, reading: Reading, kind: str | None, found: Any, rest: Sequence[Value]) -> Reading:
        if kind == "ent":
            who = reading.asks_who or "asks" in features_of(rest[0])
            return replace(reading, tables=(*reading.tables, features_of(rest[0])["table"]), asks_who=who)
        if kind == "beside" and reading.extreme is None:
            raise NotReadableError  # "look up those in sales, and tell me their levels" wants the levels
        if kind in ("with", "beside"):
            return replace(reading, shows=(*(reading.shows or ("",)), found))
        if kind == "values" and label(rest[1]) == "PRON":
            reading = replace(reading, refers=True)
        if kind == "values" and reading.asks_who and not reading.shows:
            return replace(reading, shows=("", found))  # "who, and in which department"
        if kind in ("show", "values"):
            asked = reading.kind or ("values" if kind == "values" else None)
            return replace(reading, shows=(*reading.shows, found), kind=asked)
        if kind == "alike":
            return replace(reading, shows=(*reading.shows, found), kind="alike")
        if kind in ("count", "different", "percent", "yn"):
            if reading.kind not in (None, "exists", "values") and not (kind == "different" and reading.counts):
                raise NotReadableError
            tables = tuple(features_of(word)["table"] for word in rest if kind == "count")
            shows = {"count": (COUNT,), "different": (f"COUNT(DISTINCT {found})",)}.get(str(kind), ())
            asked = {"yn": "exists", "percent": "percent"}.get(str(kind), "figures")
            if kind == "yn" and "all" in features_of(rest[0]):
                reading = replace(reading, all_of=True)
            if kind == "yn" and "refers" in features_of(rest[0]):
                reading = replace(reading, refers=True)
            own = {self._column(name) for name in self.names} & set(reading.shows)
            listed = reading.kind is None and reading.shows and not (own or reading.where or reading.tables)
            if (reading.kind == "values" or listed) and kind == "count" and not reading.each:
                reading = replace(
                    reading, each=", ".join(reading.shows), shows=()
                )  # "departments and how many in each"
            return replace(reading, kind=asked, tables=reading.tables + tables, shows=reading.shows + shows)
        if kind == "each":
            return replace(reading, each=found)
        if kind == "most":
            ranked = Extreme(COUNT, features_of(rest[0])["to"] == "most")
            return replace(reading, ranked=_counted(ranked, features_of(rest[1]) if len(rest) > 1 else None))
        if kind == "some" and label(rest[0]) == "ENT":
            return replace(reading, tables=(*reading.tables, found))
        if kind == "some":
            return replace(reading, shows=(*reading.shows, found), kind=reading.kind or "values")
        if kind in ("order", "down", "sorted"):
            return replace(reading, order=(*reading.order, *found))
        if kind == "unasked":
            return reading
        if kind == "add":
            return replace(reading, again=True, adds=True)
        if kind == "again":
            return replace(reading, again=True)
        if kind in ("whichof", "pron") and (two := self._two(rest[0])):
            return replace(reading, where=(*reading.where, two), asks_who=reading.asks_who or kind == "whichof")
        if kind == "whichof":
            return replace(reading, refers=True, asks_who=True)
        if kind == "pron":
            early = not reading.where
            one = early and "one" in features_of(rest[0])
            return replace(reading, refers=reading.refers or early, one=reading.one or one)
        return replace(reading, cost=reading.cost + 2)  # `idle`, `every` and `bare`

    def _with_figures(self, reading: Reading, found: Figures) -> Reading:
        """The reading with figures of a column; one that is open is that of the question before, or beside them."""
        column, before = found.column, self.before
        said = re.fullmatch(r"(?:AVG|MAX|MIN)\((.*)\)", reading.shows[-1]) if reading.shows else None
        if column is None and said:
            column = said[1]  # "the oldest hiring date and the most recent one"
        if column is None and reading.extreme is not None and found.functions == ("AVG",):
            return _leading_in_mean(reading, self)
        if column is None and len(reading.shows) == 1 and found.functions == ("AVG",):
            column, reading = reading.shows[0], replace(reading, shows=())  # "how old are they on average"
        if column is None and before is not None:
            figure = before.ranked.column if before.ranked else before.shows[-1] if before.shows else ""
            if before.beside is not None and len(found.functions) == 1:
                return _of_the_two(before, found)
            grouped = reading.shows and reading.kind in (None, "values")
            if grouped or (before.ranked and not reading.has_head):
                if len(found.functions) != 1 or found.functions == ("AVG",) or not figure:
                    raise NotReadableError
                return replace(reading, ranked=Extreme(figure, found.functions == ("MAX",)), again=True)
            column = re.sub(r"^(?:(?:AVG|MAX|MIN)\(|COUNT\(DISTINCT )(.*)\)$", r"\1", figure)
            best = found.functions in (("MAX",), ("MIN",))
            if best and before.extreme is not None and not (reading.has_head or figure):
                turned = replace(before.extreme, most=found.functions == ("MAX",))
                return replace(reading, extreme=turned, again=True)  # "and the lowest?"
            if reading.asks_who and column and best:
                refers = reading.refers or (not reading.where and any(before.people(self.names)))
                # "who has the highest?"
                return replace(reading, extreme=Extreme(column, found.functions == ("MAX",)), refers=refers)
            reading = replace(reading, refers=reading.refers or not reading.where, again=True)
        known = self.database.fields.get(str(column).lstrip("⟨").replace("⟩", "."))
        if not column or "COUNT" in column or (known is not None and known.kind == "text"):
            raise NotReadableError
        if found.leading and reading.shows and reading.kind in (None, "values"):
            most = "MAX" in found.functions
            return replace(reading, ranked=Extreme(f"AVG({column})", most), kind="values")
        if found.leading or reading.kind not in (None, "exists", "figures"):
            raise NotReadableError
        figures = tuple(f"{function}({column})" for function in found.functions)
        return replace(reading, shows=(*reading.shows, *figures), kind="figures")

    def _with_signs(self, reading: Reading, signs: Sequence[str], items: Sequence[Value]) -> Reading:
        """The reading with what small words say of it: all, nobody, else, the other, there."""
        if "THERE" in signs:
            reading = replace(reading, refers=True)
        counts = any(show.startswith(DIFFERENT) for show in reading.shows)
        if "BETWEEN" in signs and counts and any(reading.people(self.names)):
            raise NotReadableError("by how much two differ is not asked")
        ranges = any(" BETWEEN " in one.sql for group in reading.where for one in group)
        if any(map(_is_stray, items)):
            raise NotReadableError("what is more or less is not said")
        if "CMP" in signs and (ranges or any(reading.people(self.names))):
            raise NotReadableError  # "before 1950-1960", "did he get here before or after her"
        if "SORT" in signs and reading.each:
            reading = replace(reading, order=tuple(reading.each.split(", ")), each=None)
        if "OTHER" in signs:
            reading = replace(reading, other=True, refers=True)
        if "ONES" in signs:
            reading = replace(reading, ones=True, refers=True)
        if "ELSE" in signs:
            reading = self._without_people(reading)
        if "COMPARE" in signs:
            reading = _of_each_compared(reading)
        if reading.kind == "alike" and reading.refers and not reading.where and (two := self._last_two()):
            reading = replace(reading, where=(two,), refers=False)
        if reading.kind == "alike" and self.before is not None and ("ELSE" in signs or reading.asks_who):
            reading = self._like_the_one_before(reading, alone="ELSE" in signs)
        if "NOBODY" in signs and reading.kind == "exists" and reading.where:
            *others, last = reading.where
            none_of = tuple(replace(one, sql=f"NOT ({one.sql})") for one in last)
            reading = replace(
                reading, kind="all", among=tuple(others), where=(none_of,)
            )  # "does nobody there have one?"
        elif "NOBODY" in signs:
            if len(reading.shows) != 1 or reading.kind not in (None, "values"):
                raise NotReadableError
            reading = replace(reading, kind="nobody")
        if (reading.all_of or "ALL" in signs) and reading.kind == "exists":
            reading = _of_all_values(reading) or _of_all(reading, items)
        if reading.kind == "percent" and len(reading.where) > 1 and not reading.among:
            reading = replace(reading, among=reading.where[:-1], where=reading.where[-1:])
        if self.before is not None and [label(item) for item in items[:2]] == ["not", "ent"] and not reading.shows:
            reading = replace(reading, refers=True, tables=(), asks_who=False)  # "leave out those above 50"
        if not reading.has_head and _says_of_somebody(reading, items):
            reading = replace(reading, kind="exists")
        if reading.kind == "exists" and reading.shows:
            return _shown_or_asked(reading)
        return reading

    def _like_the_one_before(self, reading: Reading, *, alone: bool) -> Reading:
        """Who has the same as the one who was named last: "does anyone else have the same level"."""
        people = list(self.before.people(self.names)) if self.before else []
        if not people or len(reading.shows) != 1:
            raise NotReadableError
        column, one = reading.shows[0], people[-1]
        name = column.partition("⟨")[2].partition(",")[0].replace("⟩", ".")
        same = (Condition(name, f"{column} = {self._value_of(column, one)}", one.sql),)
        others = [group for group in reading.where if not group[0].sql.startswith("NOT")]
        left_out = [(Condition(one.field, f"NOT ({one.sql})", one.sql),)] if alone else []
        kind = None if reading.asks_who else "exists"
        return replace(reading, shows=(), kind=kind, where=(*others, same, *left_out))

    def _of_so_many(self, reading: Reading, word: Value, number: Value) -> Reading:
        """So many groups or rows, of those that have the most of something; else groups that have so many rows."""
        said = features_of(number)
        if reading.ranked is not None:
            return replace(reading, ranked=_counted(reading.ranked, said))
        if label(word) == "ENT" and reading.extreme is not None:
            return replace(reading, extreme=_counted(reading.extreme, said))
        groups = reading.shows and (reading.kind in (None, "values") or reading.shows[-1].startswith(DIFFERENT))
        groups = groups and not (reading.having or reading.extreme)
        if label(word) != "ENT" or "nth" in said or not groups:
            raise NotReadableError
        if set(reading.shows) & {self._column(name) for name in self.names}:
            raise NotReadableError("which of them is not said")  # "name two people"
        return replace(reading, having=f"{COUNT} = {whole(said['number'])}")

    def _two(self, word: Value) -> tuple[Condition, ...]:
        """The two who were named last, where the word speaks of two and the question before of one of them."""
        return self._last_two() if "two" in features_of(word) else ()

    def _last_two(self) -> tuple[Condition, ...]:
        """The two who were named last, where the question before was about one of them."""
        if self.before is None or len(set(self.before.people(self.names))) != 1 or len(self.before.spoken) < 2:
            return ()
        return self.before.spoken[-2:]

    def _of_whom_not(self, reading: Reading) -> Reading:
        """Who those are of whom what was asked of all, or of anybody, does not hold: "who isn't?"."""
        if self.before is None or self.before.kind not in ("all", "exists") or not self.before.where:
            raise NotReadableError
        *kept, last = *self.before.among, *self.before.where
        against = tuple((replace(one, sql=f"NOT ({one.sql})"),) for one in last)
        return replace(reading, where=(*kept, *against))

    def _in_that_year(self, name: str, text: str) -> str:
        """A month without a year, in the year of which the question before spoke."""
        said = [one.sql for group in self.before.where for one in group if one.field == name] if self.before else []
        year = next((found[1] for one in said if (found := re.search(r"LIKE '(\d{4})-\d\d-%'", one))), None)
        return text.replace("____", year).replace("__'", "%'") if year else text

    def _without_people(self, reading: Reading) -> Reading:
        """Of others than those with whom they are compared: "who else lives where Rossi lives"."""
        people = [one for one in reading.people(self.names) if one.sql not in {c.sql for g in reading.where for c in g}]
        if not people and self.before is not None:
            people = list(self.before.people(self.names))[-1:]
        others = tuple((Condition(one.field, f"NOT ({one.sql})", one.sql),) for one in people)
        return replace(reading, where=(*reading.where, *others))


def _lacking(shown: Column, condition: Condition) -> Condition:
    """That nobody with a value, of those that are counted, is so."""
    column = shown.removeprefix(DIFFERENT).removesuffix(")")
    table, _, name = column[1:].partition("⟩")
    return Condition(f"{table}.{name}", f"{column} NOT IN (SELECT {column} FROM {table} WHERE {condition.sql})")


def _in_the_group(reading: Reading) -> Reading:
    """Who is in the group that has the most or least, and how many they are, rather than which group it is."""
    groups = [show for show in reading.shows if show not in ("", COUNT)]
    if len(groups) != 1 or "(" in groups[0] or reading.each or reading.having:
        return reading
    table = reading.tables[:1] or (groups[0][1:].partition("⟩")[0],)
    group = that_group(Reading(tables=table, shows=(groups[0],), ranked=reading.ranked))
    shows, kind = ((COUNT,), "figures") if reading.counts else ((), None)
    return replace(reading, ranked=None, shows=shows, kind=kind, where=(*reading.where, *group))


def _cost(item: Value) -> int:
    kind = label(item)
    if kind == "unasked":
        return 1
    if kind == "sign":
        return 2 * COSTS[str(label(items_of(item)[1]))]
    return 0 if kind in FREE else 1 if kind in ("with", "beside") else 2


def _without_unasked(reading: Reading, chosen: Sequence[Any], items: Sequence[Value]) -> Reading:
    """The reading without what is said not to be asked for; something else has to be."""
    unasked = {
        column for found, item in zip(chosen, items, strict=True) if label(item) == "unasked" for column in found
    }
    if not unasked:
        return reading
    shows = tuple(column for column in reading.shows if column not in unasked)
    if any(column.endswith("⟩*") for column in shows):
        raise NotReadableError("say which fields are asked for, rather than which are not")
    if not shows and (reading.kind or not reading.tables):
        raise NotReadableError
    return replace(reading, shows=shows, cost=reading.cost + (0 if shows else 4))


def _shows_rows(reading: Reading) -> bool:
    """Whether it shows fields of rows that conditions hold for, and no figures or groups."""
    of_groups = reading.having or reading.ranked or reading.order or any("(" in show for show in reading.shows)
    return bool(reading.kind is None and reading.shows and reading.where and not of_groups)


def _is_negative(item: Value) -> bool:
    """Whether it is a value as `nessuna laurea`, which is negated by itself."""
    parts = items_of(item)[2:] if label(item) == "of" else []
    return any("none" in features_of(word) for part in parts for word in items_of(part)[1:] if label(part) == "among")


def _is_nor(item: Value) -> bool:
    """Whether it has a value as `né in vendite`, which goes on with the negation before it."""
    parts = items_of(item)[2:] if label(item) == "of" else []
    return any("nor" in features_of(word) for part in parts for word in items_of(part)[1:] if label(part) == "among")


def _lasts(said: Sequence[Value], before: Value) -> bool:
    """Whether it is so many years, or from so many to so many, that may be how long something has lasted."""
    words = [*items_of(said[1])[1:], *(items_of(before)[1:] if label(before) == "sign" else [])]
    return label(said[0]) == "YEARS" and any("lasts" in features_of(word) for word in words)


def _asks(item: Value) -> bool:
    """Whether it is a verb that takes a question word: where they live."""
    return label(item) == "of" and any(label(part) == "ask" for part in items_of(item)[2:])


def _form(word: Value) -> str:
    """The word as it was said."""
    return getattr(word, "form", "they")


def _tables(items: Sequence[Value]) -> set[str | None]:
    """The tables whose rows are asked about."""
    asked = [item for item in items if label(item) in ("ent", "count") and len(items_of(item)) > 1]
    return {features_of(items_of(item)[1]).get("table") for item in asked}


def _is_whose(item: Value) -> bool:
    """Whether it asks for people as `colleagues`, who are those of somebody."""
    return label(item) in ("ent", "count") and any("whose" in features_of(word) for word in items_of(item)[1:2])


def _follows_values(items: Sequence[Value], at: int) -> bool:
    """Whether values are asked for, and then it is said what they have not: "which departments do not have ..."."""
    before = [label(item) for item in items[:at] if label(item) not in ("ent", "idle")]
    return before[-2:] in (["values", "not"], ["show", "not"]) and len(before) == 2


def _is_by_whom(behind: Sequence[Value]) -> bool:
    """Whether what comes next is a field of somebody with whom others are compared."""
    said = items_of(behind[0]) if behind else ()
    return (
        label(behind[0] if behind else None) == "of"
        and label(said[1]) == "FIELD"
        and any(label(one) == "NAME" for part in said[2:] if label(part) == "amount" for one in items_of(part)[1:])
    )


def _is_stray(item: Value) -> bool:
    """Whether it compares, more or less, and stands alone: "which is bigger"; "at least" may say nothing."""
    return label(item) == "sign" and features_of(items_of(item)[1]).get("op") in ("<", ">")


def _is_to_the_mean(item: Value) -> bool:
    """Whether something is compared with a mean."""
    return label(item) == "of" and any(label(one) == "average" for part in items_of(item)[2:] for one in items_of(part))


def _is_of_then(items: Sequence[Value]) -> bool:
    """Whether ages are asked of another day than today: "how old was he when he was hired"."""
    words = [items_of(item)[1] for item in items if len(items_of(item)) > 1]
    ages = {name for word in words if "then" in features_of(word) for name in fields_of(word)}
    verbs = {features_of(word).get("when") for word in words if label(word) == "VERB"} - {None}
    return bool(ages) and bool(verbs - ages)


def _of_each_compared(reading: Reading) -> Reading:
    """A figure of each of the groups that are named: "compare sales and legal by average level"."""
    groups = [group[0] for group in reading.where if len(group) > 1 or " OR " in group[0].sql]
    if reading.kind != "figures" or reading.each or len(groups) != 1:
        raise NotReadableError
    return replace(reading, each=f"⟨{groups[0].field.replace('.', '⟩', 1)}")


def _in_order(reading: Reading) -> Reading:
    """The reading with its order by the figure that is shown, where that is the order; only groups have a number."""
    if SHOWN in reading.order:
        figures = [show for show in reading.shows if "(" in show]
        if not figures:
            raise NotReadableError
        order = tuple(f"{figures[-1]} DESC" if column == SHOWN else column for column in reading.order)
        return replace(reading, order=order)
    if not reading.each and any(COUNT in column for column in reading.order):
        raise NotReadableError
    return reading


def _is_of_no_time(item: Value) -> bool:
    """Whether it is a verb of which no time is known: since when somebody lives there."""
    if label(item) not in ("of", "bare"):
        return False
    verb = items_of(item)[1]
    return label(verb) == "VERB" and "when" not in features_of(verb)


def _names(items: Sequence[Value]) -> Iterator[Value]:
    """Who is named, wherever it is."""
    for item in items:
        if label(item) == "NAME":
            yield item
        elif label(item) not in ("name",) or len(items_of(item)) > 1:
            yield from _names(items_of(item)[1:])


def _is_his(item: Value) -> bool:
    """Whether it is a condition as `in his department`."""
    said = items_of(item)
    return label(item) == "of" and label(said[1]) == "FIELD" and label(items_of(said[2])[-1]) == "PRON"


def _having(said: Sequence[Value]) -> Having:
    return Having(f"{COUNT} {features_of(said[0])['op']} {features_of(said[1])['number']}")


def _counted(extreme: Extreme, number: Mapping[str, str] | None) -> Extreme:
    """So many that have the most or least, or the one at that place."""
    if number is None:
        return extreme
    nth, many = "nth" in number, whole(number["number"])
    if extreme.number is not None or (nth and many < 1):
        raise NotReadableError
    return replace(extreme, number=many, nth=nth)


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
    kinds = [label(item) for item in items if label(item) not in ("sign", "yn", "again", "idle")]
    said = sum(kind in SAID_OF for kind in kinds)
    named = kinds[:1] == ["name"] and said > 1
    his = kinds[:1] == ["pron"] and reading.one and said and not reading.again
    return bool(named or his or kinds[:1] == ["whose"]) and not (reading.extreme or reading.having or reading.each)


def _of_the_two(before: Reading, found: Figures) -> Reading:
    """Which of two that were asked about beside each other has more."""
    assert before.beside is not None
    one, other = before.where, before.beside.where
    apart = [(a, b) for a in one for b in other if a != b and a[0].field == b[0].field]
    if len(apart) != 1 or len(before.shows) != 1:
        raise NotReadableError
    (left, right), kept = apart[0], tuple(group for group in one if group in other)
    table, _, name = left[0].field.partition(".")
    ranked = Extreme(before.shows[0], found.functions == ("MAX",))
    return Reading(shows=(f"⟨{table}⟩{name}",), kind="values", where=(*kept, (*left, *right)), ranked=ranked, cost=2)


def _leading_in_mean(reading: Reading, reader: Conditions) -> Reading:
    """The group whose people are the oldest on average."""
    extreme = reading.extreme
    if extreme is None or extreme.number is not None or not reading.shows:
        raise NotReadableError
    known = reader.database.fields.get(extreme.column[1:].replace("⟩", "."))
    dated = known is not None and known.kind == "date"
    column = times.years(extreme.column, reader.today) if dated else extreme.column
    return replace(
        reading, extreme=None, kind="values", ranked=Extreme(f"AVG({column})", extreme.most != dated), tables=()
    )


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

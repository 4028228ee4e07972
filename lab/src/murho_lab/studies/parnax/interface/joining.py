"""How what was said is put together: item by item, what each may say joins the reading of those before it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from murho_lab.atn.values import Value, features_of, items_of, label
from murho_lab.studies.parnax.interface import groups, refusals
from murho_lab.studies.parnax.interface import items as of
from murho_lab.studies.parnax.interface.conditions import negated
from murho_lab.studies.parnax.interface.figures import Figures, with_figures
from murho_lab.studies.parnax.interface.groups import Having
from murho_lab.studies.parnax.interface.heads import with_head
from murho_lab.studies.parnax.interface.query import COUNT, Condition, Extreme
from murho_lab.studies.parnax.interface.reading import NotReadableError, Reading
from murho_lab.studies.parnax.interface.setting import Setting, fields_of
from murho_lab.studies.parnax.interface.sides import SAID_OF
from murho_lab.studies.parnax.interface.signs import with_signs


@dataclass(frozen=True)
class Course:
    """How far a question is put together."""

    reading: Reading
    signs: tuple[str, ...] = ()
    """Small words that stand alone, by their categories: they speak of the whole."""
    figures: tuple[Figures, ...] = ()
    either: bool = False
    """An `or` waits for its second condition."""
    negated: bool = False
    """A `not` waits for its condition."""
    of_none: bool = False
    """The last of these was `no`, as in *no engineers*."""
    none_of: tuple[Condition, ...] = ()
    """What a question that asks whether there is anybody says of none."""


def together(chosen: Sequence[Any], items: Sequence[Value], setting: Setting) -> Reading:
    """The reading that the items make up, each with one of the things that it may say.

    Raises:
        NotReadableError: they make up none.
    """
    course = Course(Reading(cost=sum(map(of.cost, items))))
    for at, found in enumerate(chosen):
        course = _with_item(course, found, items, at, setting)
        refusals.order_of_words(course.reading, found, items, at, setting)
    reading = _without_unasked(_settled(course, setting), chosen, items)
    if any(map(of.is_his, items)) and not reading.has_head:
        raise NotReadableError
    reading = _with_groups(reading, course.figures, items, setting)
    refusals.whole_readings(reading, items, setting)
    return groups.in_order(with_signs(reading, course.signs, items, setting))


def _with_item(course: Course, found: Any, items: Sequence[Value], at: int, setting: Setting) -> Course:
    reading, kind, rest = course.reading, label(items[at]), items_of(items[at])[1:]
    if kind == "or":
        refusals.two_kinds_of_people(reading, items[at + 1 :])
        return replace(course, either=True)
    if kind == "not":
        of_none = "none" in features_of(rest[0])
        return replace(course, of_none=of_none, negated=of_none or not course.negated)  # "non ... nessun" is one
    if kind == "sign":
        return replace(course, signs=(*course.signs, str(label(rest[0]))))
    if isinstance(found, Figures):
        return replace(course, figures=(*course.figures, found))
    if isinstance(found, Having):
        return replace(course, reading=_with_having(reading, found, kind, rest))
    if kind in ("higher", "extreme"):
        return replace(course, reading=_with_extreme(reading, found, kind, rest, setting))
    if kind in SAID_OF:
        return _with_conditions(course, found, items, at, setting)
    if kind == "yn" and "none" in features_of(rest[0]):
        course = replace(course, signs=(*course.signs, "NOBODY"))
    return replace(course, reading=with_head(reading, kind, found, rest, setting))


def _with_having(reading: Reading, found: Having, kind: str | None, rest: Sequence[Value]) -> Reading:
    text = found.text if reading.having is None else f"{reading.having} AND {found.text}"
    tables = (features_of(rest[2])["table"],) if kind == "having" and rest[2:] else ()
    return replace(reading, having=text, tables=(*reading.tables, *tables))


def _with_extreme(
    reading: Reading, found: Extreme, kind: str | None, rest: Sequence[Value], setting: Setting
) -> Reading:
    """Those foremost; or, where nothing else is asked for, the highest or lowest of a field itself."""
    if reading.extreme is not None:
        raise NotReadableError
    if kind == "higher":
        return replace(reading, extreme=found, refers=True, cost=reading.cost + 2)
    if setting.is_a("text", found.column):
        raise NotReadableError("a text is neither more nor less than another")
    if not reading.has_head and label(rest[1]) == "FIELD" and found.number is None:
        return replace(reading, shows=(f"{'MAX' if found.most else 'MIN'}({found.column})",), kind="figures")
    return replace(reading, extreme=found)


def _with_conditions(course: Course, found: Any, items: Sequence[Value], at: int, setting: Setting) -> Course:
    """With what an item says of those that are asked about, and the columns that it asks for."""
    refusals.stray_comparisons(items, at, negated=course.negated)
    kind, rest, reading = label(items[at]), items_of(items[at])[1:], course.reading
    columns, conditions = found
    if kind == "usual" and reading.shows and reading.kind in (None, "values"):
        reading = replace(reading, cost=reading.cost + 2)  # the size of groups, rather
    if kind == "of" and label(rest[-1]) == "alike":
        reading = replace(reading, kind="alike")
    reading = replace(reading, shows=reading.shows + columns)
    none_of, of_none = course.none_of, course.of_none
    if course.negated and of_none and reading.kind == "exists" and conditions:
        none_of = (negated(conditions[-1]),)
    turned = course.negated and not of.is_negative(items[at])  # "non ha nessuna laurea" is one negation
    if turned:
        lacked = kind == "of" and of.follow_values(items, at)
        of_none = of_none or lacked
        if of_none:
            reading, conditions, turned = _of_those_without(reading, conditions, setting, lacked=lacked)
    for condition in conditions:
        if turned and not (of.is_nor(items[at]) and condition.sql.startswith("NOT ")):
            condition = negated(condition)
        alone = turned or condition.than or condition.field not in setting.names
        reading = _with_condition(reading, condition, kind, either=course.either, alone=bool(alone))
    return replace(course, reading=reading, either=False, negated=False, of_none=of_none, none_of=none_of)


def _of_those_without(
    reading: Reading, conditions: tuple[Condition, ...], setting: Setting, *, lacked: bool
) -> tuple[Reading, tuple[Condition, ...], bool]:
    """What is said of none: of values that lack somebody, or how many they are; and whether it is still to be negated.

    Where it is `lacked` it follows the values that are asked for: "which departments do not have ...".
    """
    if len(conditions) == 1 and groups.counts_values(reading, conditions[0]):
        return reading, (groups.lacking(reading.shows[0], conditions[0]),), False
    asked = replace(reading, where=(), tables=() if lacked else reading.tables)
    if not conditions or not groups.asks_for_values(asked, setting):
        return reading, conditions, True
    if reading.where:
        raise NotReadableError(refusals.NOT_AT_ONCE)
    return replace(reading, kind="nobody"), conditions, False  # "which departments have no engineers"


def _with_condition(reading: Reading, condition: Condition, kind: str | None, *, either: bool, alone: bool) -> Reading:
    """With one more condition: any of it and the last will do where one is said to, or both are names, not `alone`."""
    where = reading.where
    if not either:
        refusals.two_times(condition, reading, kind)
    if reading.kind == "nobody" and where and where[-1][0].field == condition.field:
        raise NotReadableError(refusals.NOT_AT_ONCE)
    same = bool(where) and {one.field for one in where[-1]} == {condition.field}
    if where and (either or (same and not alone)):
        return replace(reading, where=(*where[:-1], (*where[-1], condition)))
    refusals.contradictions(condition, reading)
    return replace(reading, where=(*where, (condition,)))


def _settled(course: Course, setting: Setting) -> Reading:
    """The reading once all has been said: nothing is left that an `or` or a `not` waits for."""
    reading, waits = course.reading, course.negated
    if course.none_of and course.none_of in reading.where and reading.kind == "exists":
        others = tuple(group for group in reading.where if group != course.none_of)
        reading = replace(
            reading, kind="all", among=others, where=(course.none_of,)
        )  # "is there no engineer in sales?"
    if waits and reading.asks_who and not reading.where:
        reading, waits = _of_whom_not(reading, setting), False
    if course.either or waits:
        raise NotReadableError
    return reading


def _of_whom_not(reading: Reading, setting: Setting) -> Reading:
    """Who those are of whom what was asked of all, or of anybody, does not hold: "who isn't?"."""
    before = setting.before
    if before is None or before.kind not in ("all", "exists") or not before.where:
        raise NotReadableError
    *kept, last = *before.among, *before.where
    return replace(reading, where=(*kept, *((negated(one),) for one in last)))


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


def _with_groups(reading: Reading, figures: Sequence[Figures], items: Sequence[Value], setting: Setting) -> Reading:
    """The reading with its figures, and with what is asked per group or of so many of them."""
    if reading.each and groups.shows_rows(reading):
        reading = replace(reading, each=None)  # "all of them, of every department"
    bare = [items_of(item)[1] for item in items if label(item) == "bare"]
    if reading.ranked and bare and not reading.shows:
        reading = replace(reading, shows=(setting.expression(fields_of(bare[0])[0], bare[0]),))
    for found in figures:
        reading = with_figures(reading, found, setting)
    if reading.ranked is not None and (reading.asks_who or reading.counts):
        reading = groups.in_the_group(reading)
    counted = reading.extreme is not None and reading.extreme.number is not None
    if counted and any(label(item) == "every" for item in items):
        raise NotReadableError  # "the five oldest per department"
    for item in items:
        if label(item) == "some":
            word, number = items_of(item)[1:]
            reading = groups.of_so_many(reading, word, number, setting)
        elif label(item) == "ent" and len(items_of(item)) > 2 and reading.counts and not reading.each:
            reading = groups.for_each(reading, items_of(item)[1], setting)
    alone = setting.before is None and not (reading.shows or reading.kind or reading.tells_rows)
    if reading.each and alone and not setting.is_a("date", reading.each):  # nobody groups by the day
        reading = replace(reading, kind="figures", shows=(COUNT,))  # "employees per department"
    return reading

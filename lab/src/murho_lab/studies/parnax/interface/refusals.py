"""What a reading must not be: what people would not mean by what they said, and why no query says it."""

from collections.abc import Sequence
from typing import Any

from murho_lab.atn.values import Value, features_of, items_of, label
from murho_lab.studies.parnax.interface import items as of
from murho_lab.studies.parnax.interface import times
from murho_lab.studies.parnax.interface.contrary import contradicts
from murho_lab.studies.parnax.interface.query import Column, Condition
from murho_lab.studies.parnax.interface.reading import DIFFERENT, NotReadableError, Reading
from murho_lab.studies.parnax.interface.setting import Setting
from murho_lab.studies.parnax.interface.sides import SAID_OF

COUNTED = ("extreme", "most", "show")
"""Items that a number before them counts."""
NOT_AT_ONCE = "what a group has and what it lacks are not asked at once"


def two_kinds_of_people(reading: Reading, behind: Sequence[Value]) -> None:
    """Refuse an `or` with other people behind it, where more is said of either.

    Raises:
        NotReadableError: they are of two kinds.
    """
    if label(behind[0] if behind else None) in ("ent", "pron", "sign"):
        said = sum(label(one) in SAID_OF for one in behind)
        if len(reading.where) > 1 or said > 1:
            raise NotReadableError("of two kinds of people each is asked about by itself")


def stray_comparisons(items: Sequence[Value], at: int, *, negated: bool) -> None:
    """Refuse a comparison that says otherwise than it seems to, or what no column tells.

    Raises:
        NotReadableError: it is such a comparison.
    """
    kind, rest, before = label(items[at]), items_of(items[at])[1:], items[at - 1] if at else None
    if kind == "usual" and of.are_by_whom(items[at + 1 :]):
        raise NotReadableError("by how much two differ is not asked")  # "one level above Rossi"
    if kind == "usual" and label(before) == "bare" and not of.is_of_no_time(before):
        raise NotReadableError  # "hired over 70"
    if negated and label(rest[-1]) == "same" and label(rest[0]) == "SAME":
        raise NotReadableError("who is not as old is not said to be younger or older")
    if kind == "of" and of.lasts(rest, before) and any(map(of.is_of_no_time, items[:at][-3:])):
        raise NotReadableError("how long anybody has done so is not known")


def two_times(condition: Condition, reading: Reading, kind: str | None) -> None:
    """Refuse two times that no day is in: nobody was hired in 1950 and in 1960.

    Raises:
        NotReadableError: there are two.
    """
    no_verb = kind in ("when", "within")  # of two times side by side none is of another field
    alike = [one for group in reading.where for one in group if no_verb or one.field == condition.field]
    if any(times.are_apart(one.sql, condition.sql) for one in alike):
        raise NotReadableError


def contradictions(condition: Condition, reading: Reading) -> None:
    """Refuse what never holds of one row together with what was said before.

    Raises:
        NotReadableError: it never does.
    """
    if contradicts(condition, reading.where):
        raise NotReadableError("nobody is both at once; ask about each by itself")


def order_of_words(reading: Reading, found: Any, items: Sequence[Value], at: int, setting: Setting) -> None:
    """Refuse what an item would say by what stands right before it.

    Raises:
        NotReadableError: it would say something else, or one of several things.
    """
    kind, rest, before = label(items[at]), items_of(items[at])[1:], items[at - 1] if at else None
    if kind == "show" and label(before) == "extreme" and _is_ranked_otherwise(reading, found, setting):
        raise NotReadableError(f"{of.form(rest[0])!r} have no such order; say of whom it is asked")
    if label(before) != "pron":
        return
    if kind == "show" and at > 1 and of.is_to_the_mean(items[at - 2]):
        raise NotReadableError("the mean with which is compared is that of all, and of no group")
    if kind == "show" and reading.asks_who and reading.one:
        raise NotReadableError  # "who in his department"
    if kind in COUNTED and "number" in features_of(items_of(before)[1]):
        # "the two oldest" are not "the oldest of the two"
        raise NotReadableError(f"{of.form(items_of(before)[1])!r} may be so many, or some of so many")


def whole_readings(reading: Reading, items: Sequence[Value], setting: Setting) -> None:
    """Refuse a question of fields of one person, of unnamed colleagues, of ages on another day.

    Raises:
        NotReadableError: it is such a question.
    """
    bare = [items_of(item)[1] for item in items if label(item) == "bare"]
    if reading.kind == "alike" and any("when" in features_of(verb) for verb in bare):
        raise NotReadableError("fields of one person are not compared so")
    named = any(_is_named(one, setting) for group in reading.where for one in group)
    if named and any(map(of.is_whose, items)):
        raise NotReadableError("whose colleagues they are is not known; say what they have in common")
    if of.are_of_then(items):
        raise NotReadableError("ages are those of today")


def stray_signs(reading: Reading, signs: Sequence[str], items: Sequence[Value], setting: Setting) -> None:
    """Refuse words of comparison that compare nothing, or somebody with nobody.

    Raises:
        NotReadableError: there is one.
    """
    people = any(reading.people(setting.names))
    if "BETWEEN" in signs and people and any(show.startswith(DIFFERENT) for show in reading.shows):
        raise NotReadableError("by how much two differ is not asked")
    if any(map(of.is_stray, items)):
        raise NotReadableError("what is more or less is not said")
    if "CMP" in signs and (people or any(" BETWEEN " in one.sql for group in reading.where for one in group)):
        raise NotReadableError  # "before 1950-1960", "did he get here before or after her"


def _is_ranked_otherwise(reading: Reading, column: Column, setting: Setting) -> bool:
    """Whether so many of a field are asked for that are ranked by another: "the 2 oldest departments"."""
    extreme = reading.extreme
    return extreme is not None and extreme.number is not None and column not in {extreme.column, *setting.name_columns}


def _is_named(one: Condition, setting: Setting) -> bool:
    return one.field in setting.names and not one.than and not one.sql.startswith("NOT ")

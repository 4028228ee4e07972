"""What is asked for: rows, fields, how many, whether there are any; and of whom, where that was said before."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from murho_lab.atn.values import Value, features_of, label
from murho_lab.studies.parnax.interface.groups import counted
from murho_lab.studies.parnax.interface.people import last_two
from murho_lab.studies.parnax.interface.query import COUNT, Extreme
from murho_lab.studies.parnax.interface.reading import NotReadableError, Reading
from murho_lab.studies.parnax.interface.setting import Setting


def with_head(reading: Reading, kind: str | None, found: Any, rest: Sequence[Value], setting: Setting) -> Reading:
    """The reading with an item that is no condition: `found` is what it says, `rest` the words of it.

    Raises:
        NotReadableError: something else is asked for already.
    """
    if kind in ("with", "beside", "show", "values", "alike") or (kind == "some" and label(rest[0]) != "ENT"):
        return _with_field(reading, kind, found, rest)
    if kind in ("count", "different", "percent", "yn"):
        return _with_figure(reading, kind, found, rest, setting)
    if kind in ("ent", "some"):
        asks_who = reading.asks_who or (kind == "ent" and "asks" in features_of(rest[0]))
        return replace(reading, tables=(*reading.tables, features_of(rest[0])["table"]), asks_who=asks_who)
    if kind == "each":
        return replace(reading, each=found)
    if kind == "most":
        ranked = Extreme(COUNT, features_of(rest[0])["to"] == "most")
        return replace(reading, ranked=counted(ranked, features_of(rest[1]) if len(rest) > 1 else None))
    if kind in ("order", "down", "sorted"):
        return replace(reading, order=(*reading.order, *found))
    if kind == "unasked":
        return reading
    if kind in ("add", "again"):
        return replace(reading, again=True, adds=reading.adds or kind == "add")
    if kind in ("whichof", "pron"):
        return _with_those(reading, kind, rest[0], setting)
    return replace(reading, cost=reading.cost + 2)  # `idle`, `every` and `bare`


def _with_field(reading: Reading, kind: str | None, found: Any, rest: Sequence[Value]) -> Reading:
    if kind == "beside" and reading.extreme is None:
        raise NotReadableError  # "look up those in sales, and tell me their levels" wants the levels
    if kind in ("with", "beside"):
        return replace(reading, shows=(*(reading.shows or ("",)), found))
    if kind == "values" and label(rest[1]) == "PRON":
        reading = replace(reading, refers=True)
    if kind == "values" and reading.asks_who and not reading.shows:
        return replace(reading, shows=("", found))  # "who, and in which department"
    shows = (*reading.shows, found)
    if kind == "alike":
        return replace(reading, shows=shows, kind="alike")
    return replace(reading, shows=shows, kind=reading.kind or (None if kind == "show" else "values"))


def _with_figure(reading: Reading, kind: str, found: Any, rest: Sequence[Value], setting: Setting) -> Reading:
    """How many rows, or different values; the share of them; or whether there are any, or all are so."""
    if reading.kind not in (None, "exists", "values") and not (kind == "different" and reading.counts):
        raise NotReadableError
    tables = tuple(features_of(word)["table"] for word in rest if kind == "count")
    shows = {"count": (COUNT,), "different": (f"COUNT(DISTINCT {found})",)}.get(kind, ())
    asked = {"yn": "exists", "percent": "percent"}.get(kind, "figures")
    if kind == "yn":
        said = features_of(rest[0])
        reading = replace(reading, all_of=reading.all_of or "all" in said, refers=reading.refers or "refers" in said)
    own = setting.name_columns & set(reading.shows)
    listed = reading.kind is None and reading.shows and not (own or reading.where or reading.tables)
    if (reading.kind == "values" or listed) and kind == "count" and not reading.each:
        # "departments and how many in each"
        reading = replace(reading, each=", ".join(reading.shows), shows=())
    return replace(reading, kind=asked, tables=reading.tables + tables, shows=reading.shows + shows)


def _with_those(reading: Reading, kind: str, word: Value, setting: Setting) -> Reading:
    """Of whom it is asked: of the two who were named last, of those that the question before was about."""
    if "two" in features_of(word) and (two := last_two(setting)):
        return replace(reading, where=(*reading.where, two), asks_who=reading.asks_who or kind == "whichof")
    if kind == "whichof":
        return replace(reading, refers=True, asks_who=True)
    early = not reading.where
    one = early and "one" in features_of(word)
    return replace(reading, refers=reading.refers or early, one=reading.one or one)

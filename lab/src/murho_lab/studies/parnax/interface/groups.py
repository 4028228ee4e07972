"""Groups: of which size they are, which come first, and in which order; what is asked per group."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from murho_lab.atn.values import Value, features_of, label
from murho_lab.studies.parnax.interface.dialogue import that_group
from murho_lab.studies.parnax.interface.query import COUNT, Column, Condition, Extreme
from murho_lab.studies.parnax.interface.reading import DIFFERENT, NotReadableError, Reading, whole
from murho_lab.studies.parnax.interface.setting import Setting, column_of

SHOWN = ""
"""The order by what is shown."""


@dataclass(frozen=True)
class Having:
    """What is said of the size of groups."""

    text: str


def counted(extreme: Extreme, number: Mapping[str, str] | None) -> Extreme:
    """So many that have the most or least, or the one at that place."""
    if number is None:
        return extreme
    nth, many = "nth" in number, whole(number["number"])
    if extreme.number is not None or (nth and many < 1):
        raise NotReadableError
    return replace(extreme, number=many, nth=nth)


def of_so_many(reading: Reading, word: Value, number: Value, setting: Setting) -> Reading:
    """So many groups or rows, of those that have the most of something; else groups that have so many rows."""
    said = features_of(number)
    if reading.ranked is not None:
        return replace(reading, ranked=counted(reading.ranked, said))
    if label(word) == "ENT" and reading.extreme is not None:
        return replace(reading, extreme=counted(reading.extreme, said))
    groups = reading.shows and (reading.kind in (None, "values") or reading.shows[-1].startswith(DIFFERENT))
    groups = groups and not (reading.having or reading.extreme)
    if label(word) != "ENT" or "nth" in said or not groups:
        raise NotReadableError
    if set(reading.shows) & setting.name_columns:
        raise NotReadableError("which of them is not said")  # "name two people"
    return replace(reading, having=f"{COUNT} = {whole(said['number'])}")


def for_each(reading: Reading, word: Value, setting: Setting) -> Reading:
    """How many others each of some has: "how many orders did each customer place"."""
    table = features_of(word)["table"]
    name = setting.shown.get(table)
    if name is None or set(reading.tables) == {table}:
        return reading
    return replace(reading, each=column_of(name))


def of_each_compared(reading: Reading) -> Reading:
    """A figure of each of the groups that are named: "compare sales and legal by average level"."""
    groups = [group[0] for group in reading.where if len(group) > 1 or " OR " in group[0].sql]
    if reading.kind != "figures" or reading.each or len(groups) != 1:
        raise NotReadableError
    return replace(reading, each=column_of(groups[0].field))


def in_the_group(reading: Reading) -> Reading:
    """Who is in the group that has the most or least, and how many they are, rather than which group it is."""
    groups = [show for show in reading.shows if show not in ("", COUNT)]
    if len(groups) != 1 or "(" in groups[0] or reading.each or reading.having:
        return reading
    table = reading.tables[:1] or (groups[0][1:].partition("⟩")[0],)
    group = that_group(Reading(tables=table, shows=(groups[0],), ranked=reading.ranked))
    shows, kind = ((COUNT,), "figures") if reading.counts else ((), None)
    return replace(reading, ranked=None, shows=shows, kind=kind, where=(*reading.where, *group))


def in_order(reading: Reading) -> Reading:
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


def asks_for_values(reading: Reading, setting: Setting) -> bool:
    """Whether it asks for the values of one field, and not for rows."""
    return (
        reading.kind in (None, "values")
        and len(reading.shows) == 1
        and not (reading.tables or reading.where or set(reading.shows) & setting.name_columns)
    )


def counts_values(reading: Reading, lacked: Condition) -> bool:
    """Whether it asks how many values there are of which nobody is so: "how many departments have no doctors"."""
    counted = reading.shows[:1] and reading.shows[0].startswith(DIFFERENT)
    return bool(counted and column_of(lacked.field) not in reading.shows[0])


def lacking(shown: Column, condition: Condition) -> Condition:
    """That nobody with a value, of those that are counted, is so."""
    column = shown.removeprefix(DIFFERENT).removesuffix(")")
    table, _, name = column[1:].partition("⟩")
    return Condition(f"{table}.{name}", f"{column} NOT IN (SELECT {column} FROM {table} WHERE {condition.sql})")


def shows_rows(reading: Reading) -> bool:
    """Whether it shows fields of rows that conditions hold for, and no figures or groups."""
    of_groups = reading.having or reading.ranked or reading.order or any("(" in show for show in reading.shows)
    return bool(reading.kind is None and reading.shows and reading.where and not of_groups)

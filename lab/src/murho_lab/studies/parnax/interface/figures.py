"""Figures that are asked for, the mean, the highest, the lowest: of which column, or of which group."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from murho_lab.atn.values import Value, features_of, label
from murho_lab.studies.parnax.interface import times
from murho_lab.studies.parnax.interface.query import Column, Extreme
from murho_lab.studies.parnax.interface.reading import NotReadableError, Reading
from murho_lab.studies.parnax.interface.setting import Setting, column_of

MEAN = ("AVG",)
BEST = (("MAX",), ("MIN",))


@dataclass(frozen=True)
class Figures:
    """Figures that are asked for: functions, and the column, which may be open."""

    functions: tuple[str, ...]
    column: Column | None
    leading: bool = False
    """The group that has the highest mean, or the lowest."""

    @property
    def most(self) -> bool:
        """Whether it is the highest that is asked for, and nothing else."""
        return self.functions == ("MAX",)


def figures_of(word: Value, said: Sequence[Value], names: Sequence[str], setting: Setting) -> Iterator[Figures]:
    """The figures that words say of each of some fields; of none where no field is said."""
    kinds = [label(answer) for answer in said]
    functions = tuple(
        "AVG" if kind == "MEAN" else "MAX" if features_of(answer)["to"] == "most" else "MIN"
        for answer, kind in zip(said, kinds, strict=True)
        if kind in ("MEAN", "EXTREME")
    )
    leading = "AND" not in kinds and "AVG" in functions and len(functions) == 2
    if "field" not in features_of(word):
        yield Figures(functions, None, leading)
    elif functions in BEST:
        raise NotReadableError  # an extreme of the rows, which has an item of its own
    else:
        for name in names:
            if not setting.is_a("text", column_of(name)):
                yield Figures(functions, setting.expression(name, word), leading)


def with_figures(reading: Reading, found: Figures, setting: Setting) -> Reading:
    """The reading with figures of a column; one that is open is that of the question before, or beside them."""
    if found.column is not None:
        return _of_column(reading, found, found.column, setting)
    said = re.fullmatch(r"(?:AVG|MAX|MIN)\((.*)\)", reading.shows[-1]) if reading.shows else None
    if said:
        return _of_column(reading, found, said[1], setting)  # "the oldest hiring date and the most recent one"
    if reading.extreme is not None and found.functions == MEAN:
        return _leading_in_mean(reading, setting)
    if len(reading.shows) == 1 and found.functions == MEAN:
        # "how old are they on average"
        return _of_column(replace(reading, shows=()), found, reading.shows[0], setting)
    return _of_what_was_asked(reading, found, setting)


def _of_column(reading: Reading, found: Figures, column: Column, setting: Setting) -> Reading:
    if not column or "COUNT" in column or setting.is_a("text", column):
        raise NotReadableError
    if found.leading and reading.shows and reading.kind in (None, "values"):
        return replace(reading, ranked=Extreme(f"AVG({column})", "MAX" in found.functions), kind="values")
    if found.leading or reading.kind not in (None, "exists", "figures"):
        raise NotReadableError
    figures = tuple(f"{function}({column})" for function in found.functions)
    return replace(reading, shows=(*reading.shows, *figures), kind="figures")


def _of_what_was_asked(reading: Reading, found: Figures, setting: Setting) -> Reading:
    """Figures of what the question before asked for: its column, its groups, or who comes first in it."""
    before = setting.before
    if before is None:
        raise NotReadableError
    if before.beside is not None and found.functions in BEST:
        return _of_the_two(before, found)
    figure = before.ranked.column if before.ranked else before.shows[-1] if before.shows else ""
    grouped = reading.shows and reading.kind in (None, "values")
    if grouped or (before.ranked and not reading.has_head):
        if found.functions not in BEST or not figure:
            raise NotReadableError
        return replace(reading, ranked=Extreme(figure, found.most), again=True)
    column = re.sub(r"^(?:(?:AVG|MAX|MIN)\(|COUNT\(DISTINCT )(.*)\)$", r"\1", figure)
    best = found.functions in BEST
    if best and before.extreme is not None and not (reading.has_head or figure):
        return replace(reading, extreme=replace(before.extreme, most=found.most), again=True)  # "and the lowest?"
    if reading.asks_who and column and best:
        refers = reading.refers or (not reading.where and any(before.people(setting.names)))
        return replace(reading, extreme=Extreme(column, found.most), refers=refers)  # "who has the highest?"
    reading = replace(reading, refers=reading.refers or not reading.where, again=True)
    return _of_column(reading, found, column, setting)


def _of_the_two(before: Reading, found: Figures) -> Reading:
    """Which of two that were asked about beside each other has more."""
    assert before.beside is not None
    one, other = before.where, before.beside.where
    apart = [(a, b) for a in one for b in other if a != b and a[0].field == b[0].field]
    if len(apart) != 1 or len(before.shows) != 1:
        raise NotReadableError
    (left, right), kept = apart[0], tuple(group for group in one if group in other)
    column, ranked = column_of(left[0].field), Extreme(before.shows[0], found.most)
    return Reading(shows=(column,), kind="values", where=(*kept, (*left, *right)), ranked=ranked, cost=2)


def _leading_in_mean(reading: Reading, setting: Setting) -> Reading:
    """The group whose people are the oldest on average."""
    extreme = reading.extreme
    if extreme is None or extreme.number is not None or not reading.shows:
        raise NotReadableError
    dated = setting.is_a("date", extreme.column)
    column = times.years(extreme.column, setting.today) if dated else extreme.column
    ranked = Extreme(f"AVG({column})", extreme.most != dated)
    return replace(reading, extreme=None, kind="values", ranked=ranked, tables=())

"""One reading of a question, and the query that it comes to."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from murho_lab.studies.parnax.interface.query import COUNT, Column, Condition, Extreme, Groups, Query

MOST_DIGITS = 18
"""Of a whole number: SQLite has no larger ones."""


DIFFERENT = "COUNT(DISTINCT "


class NotReadableError(Exception):
    """What the words say does not go together."""


@dataclass(frozen=True)
class Reading:
    """One reading of a question, before what is open in it is taken from the question before it."""

    tables: tuple[str, ...] = ()
    shows: tuple[Column, ...] = ()
    kind: str | None = None
    """As that of a query; None is a list."""
    where: Groups = ()
    among: Groups = ()
    extreme: Extreme | None = None
    each: Column | None = None
    having: Column | None = None
    ranked: Extreme | None = None
    order: tuple[Column, ...] = ()
    adds: bool = False
    """It wants something shown beside what the question before showed: "with departments"."""
    again: bool = False
    """It goes on from the question before: "and ...", "what about ..."."""
    refers: bool = False
    """It speaks of those that the question before was about: "their ...", "of these ..."."""
    one: bool = False
    """It speaks of the one who was named last: "his ...", "she ..."."""
    other: bool = False
    """It speaks of those that the question before left out: "the other one"."""
    asks_who: bool = False
    """It asks who they are, by a word that asks for people."""
    all_of: bool = False
    """It asks whether something holds for all."""
    ones: bool = False
    """It asks who or what they are: "which ones?"."""
    cost: int = 0
    """How much in it hangs together with nothing."""
    operator: str | None = None
    spoken: tuple[Condition, ...] = ()
    """Who was named in the dialogue so far, the last of them last."""
    beside: "Reading | None" = None
    """Another reading, of which it is asked beside this one, or by an operator, how the two compare."""

    @property
    def has_head(self) -> bool:
        """Whether it says what is asked for."""
        return bool(self.tables or self.shows or self.kind or self.asks_who)

    @property
    def tells_apart(self) -> bool:
        """Whether it says which rows or groups are asked about."""
        return bool(self.where or self.extreme or self.ranked or self.having or self.each)

    @property
    def tells_rows(self) -> bool:
        """Whether it says which rows or groups are foremost, or how large a group is."""
        return bool(self.extreme or self.ranked or self.having or self.order)

    @property
    def says_something(self) -> bool:
        """Whether it says more than that somebody is asked about."""
        return self.tells_apart or bool(self.shows)

    @property
    def counts(self) -> bool:
        """Whether it asks how many."""
        return self.kind == "figures" and COUNT in self.shows

    def names_itself(self, names: frozenset[str]) -> bool:
        """Whether it asks for nothing but a name, of somebody by that name: "who is Robert Miller?"."""
        said = [one for group in (*self.where, *self.among) for one in group]
        whole = [
            answer for answer in said if answer.field in names and re.fullmatch(r"\S+ = '(?:[^']|'')*'", answer.sql)
        ]
        asks = self.shows or self.kind or self.tells_rows or self.each or self.beside
        return len(said) == len(whole) == 1 and not asks and set(self.tables) <= {whole[0].field.partition(".")[0]}

    def people(self, names: frozenset[str]) -> Iterator[Condition]:
        """Who is named in it, in order: whom it is about, and with whom they are compared; by the fields of names."""
        for group in (*self.among, *self.where):
            for one in group:
                if one.field in names and not one.than:
                    yield one
                if one.than:
                    yield Condition(next(iter(names)), one.than)


def query_of(reading: Reading, shown: Mapping[str, str]) -> Query | None:
    """The query of a reading that leaves nothing open; None where it says nothing of what it asks about."""
    said = [one.field.partition(".")[0] for group in (*reading.where, *reading.among) for one in group]
    in_shows = [
        show.partition("⟨")[2].partition("⟩")[0] for show in (*reading.shows, reading.each or "") if "⟨" in show
    ]
    by_extreme = [reading.extreme.column[1:].partition("⟩")[0]] if reading.extreme else []
    tables = [*reading.tables, *in_shows, *said, *by_extreme]
    if not tables:
        return None
    table = tables[0]
    kind, shows, each = reading.kind or "list", tuple(dict.fromkeys(reading.shows)), reading.each
    name = shown.get(table)
    own = (f"⟨{table}⟩{name.partition('.')[2]}",) if name else ()
    about = reading.where or reading.extreme
    if kind in ("exists", "all", "nobody") and not about:
        return None
    if each and (kind in ("all", "alike", "nobody") or (kind == "exists" and "," in each)):
        return None  # "is everybody a graduate, by department?"
    if kind == "percent" and not (each or reading.where or reading.among):
        return None
    if reading.extreme is not None and reading.extreme.number is not None and kind not in ("list", "values"):
        return None  # "the average level of the five oldest"
    if each and reading.extreme is not None:
        if kind != "list" or reading.extreme.number is not None or reading.having or reading.ranked:
            return None  # "the five oldest of each department"
        shows = tuple(show for show in shows if show not in ("", each)) or own
        if not shows:
            return None
    elif kind == "list" and each and not (reading.having or reading.ranked or any(map(is_figure, shows))):
        if shows:  # "names, department by department": rows, in the order of their groups
            first = tuple(each.split(", "))
            return query_of(
                replace(
                    reading, shows=tuple(dict.fromkeys((*first, *shows))), each=None, order=(*first, *reading.order)
                ),
                shown,
            )
        shows, each = tuple(each.split(", ")), None  # "for each the degree": there is nothing to count
    if kind == "figures" and each is None and len({"(" in show for show in shows}) > 1:
        return None  # a figure of all beside what each has
    if each is None and reading.having and kind == "figures" and len(shows) == 1 and shows[0].startswith(DIFFERENT):
        kind, each, shows = "groups", shows[0].removeprefix(DIFFERENT).removesuffix(")"), ()
    elif each is None and (reading.having or reading.ranked):
        if kind not in ("list", "values") or not shows:
            return None
        each, shows = ", ".join(shows), ()
    if kind == "list" and each is None:
        if shows and not (reading.tables or about or reading.among):
            kind = "values"
        shows = tuple(dict.fromkeys(one for show in shows for one in ((show,) if show else own))) or own
    if kind in ("alike", "nobody") and len(shows) != 1:
        return None
    if not shows and kind in ("list", "values", "figures") and each is None:
        return None
    joined = tuple(dict.fromkeys(one for one in reading.tables if one != table))
    return Query(
        table,
        shows,
        kind,
        reading.where,
        reading.among,
        reading.extreme,
        each,
        reading.having,
        reading.ranked,
        reading.order,
        joined,
    )


def is_figure(show: Column) -> bool:
    """Whether it is one figure of many rows.

    >>> is_figure("AVG(job_level)"), is_figure("(19840630 - REPLACE(date_of_birth, '-', '')) / 10000")
    (True, False)
    """
    return show.startswith(("COUNT(", "AVG(", "MAX(", "MIN("))


def is_whole(number: str) -> bool:
    """Whether a number counts something or is a day: there are no 2.5 oldest.

    >>> is_whole("12"), is_whole("2.5")
    (True, False)
    """
    return number.isdecimal() and len(number) <= MOST_DIGITS


def whole(number: str) -> int:
    """A number that counts something or is a day.

    Raises:
        NotReadableError: it is broken, or too large.
    """
    if not is_whole(number):
        raise NotReadableError
    return int(number)

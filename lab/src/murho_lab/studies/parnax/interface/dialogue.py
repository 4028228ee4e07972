"""A question in a dialogue: what it leaves open is taken from the one before it."""

import re
from dataclasses import replace

from murho_lab.studies.parnax.interface.query import COUNT, Condition, Extreme, Groups, ranking
from murho_lab.studies.parnax.interface.reading import DIFFERENT, NotReadableError, Reading


def after(before: Reading, now: Reading, names: frozenset[str]) -> Reading:
    """A question that goes on from the one before it: what it leaves open is taken from there.

    A condition takes the place of that on the same field; of those whom the question before was about, it is one more.
    `names` are the fields by which somebody is named.
    """
    if now.again and not (now.asks_who or now.shows or now.kind):
        now = replace(now, tables=())  # "and those in sales?"
    if (
        now.asks_who
        and before.where
        and not (now.where or now.extreme or now.shows or now.kind or now.ranked or now.each)
    ):
        now = replace(now, refers=True)  # "who?"
    best = re.fullmatch(r"(MAX|MIN)\((.*)\)", before.shows[0]) if len(before.shows) == 1 and not before.each else None
    if best and now.asks_who and not (now.where or now.extreme or now.shows or now.kind or now.ranked or now.each):
        now = replace(
            now, refers=True, extreme=Extreme(best[2], best[1] == "MAX")
        )  # "the highest level?", "who has it?"
    of_nobody = now.has_head and not (now.tables or now.where or now.extreme or _is_about_values(now))
    if of_nobody and now.ranked is None and not now.having:
        now = replace(now, refers=True)
    if not (now.again or now.refers or not now.has_head):
        return now
    if before.beside is not None and not now.has_head and not now.refers:
        before = before.beside
    before = _turned(before) if now.other else _of_one(before, names) if now.one else before
    if now.has_head and now.refers and before.kind in ("exists", "all", "alike"):
        before = _without_what_was_asked(before, names)
    groups = before.each or (before.shows[0] if len(before.shows) == 1 else "")
    if now.refers and now.counts and before.having and groups and not (now.where or now.tables):
        return replace(before, shows=(f"{DIFFERENT}{groups})",), kind="figures", each=None, order=(), cost=now.cost)
    counted = before.extreme is not None and before.extreme.number is not None
    narrowed = counted and (now.where or now.kind or now.extreme)
    if now.refers and not now.other and before.extreme is not None and (before.each or narrowed):
        before = _those(before, names)
    of_groups = before.ranked is not None or (before.having is not None and not now.counts)
    if now.refers and of_groups and now.has_head and not (now.ranked or now.having or now.each):
        before = replace(
            before, where=(*before.where, *that_group(before)), each=None, having=None, ranked=None, shows=(), kind=None
        )
    of_values = (before.kind == "values" or before.each) and not list(before.people(names))
    if now.asks_who and now.refers and not now.tables and of_values:
        now = replace(now, asks_who=False)
    if now.ones:
        return _which(before, now)
    if (now.having or now.ranked or now.each) and not now.where:
        return _of_groups(before, now)
    if now.extreme and before.ranked and not now.has_head and now.extreme.column in before.ranked.column:
        most = now.extreme.most != ("REPLACE(" in before.ranked.column)  # who was born later is younger
        return replace(before, ranked=replace(before.ranked, most=most), cost=now.cost)
    said = {one.field for group in now.where for one in group}
    goes_on = now.refers or not now.has_head or now.adds
    kept = tuple(group for group in before.where if now.refers or not {one.field for one in group} & said)
    if now.refers and any(len(group) > 1 and group[0].field in names for group in now.where):
        kept = tuple(group for group in kept if group[0].field not in names)  # "which of the two", who are named
    among = tuple(next((new for new in now.where if new[0].field == group[0].field), group) for group in before.among)
    taken = [group for group in among if group not in before.among]
    counts_on = now.again and now.counts and not now.tables
    if not now.refers and not counts_on and now.where and (now.has_head or _about_one(now, names)):
        kept = ()
    new = tuple(tuple(_of_same_kind(one, before.where) for one in group) for group in now.where if group not in taken)
    if taken:
        kept = before.where
    where = tuple(dict.fromkeys((*kept, *new)))
    instead = now.again and not (now.has_head or _about_one(now, names))  # the oldest in sales, "and in research?"
    extreme = now.extreme or (before.extreme if goes_on and (instead or now.refers or not now.where) else None)
    tables = now.tables or before.tables
    if now.adds and now.shows:
        shows = (*(before.shows or ("",)), *now.shows)
        return replace(before, shows=shows, where=where, extreme=extreme, kind=_listed(before), cost=now.cost)
    if now.has_head:
        if now.kind == "percent" and not now.where:
            return replace(now, tables=tables, where=before.where)
        if now.kind in ("all", "percent") and now.refers and not now.among:
            return replace(now, tables=tables, among=(*before.among, *before.where))
        return replace(now, tables=tables, where=(*before.among, *where) if now.refers else where, extreme=extreme)
    if before.kind in ("exists", "all") and (now.extreme or (now.refers and not now.where)):
        before = replace(before, kind=None)
    order = now.order or before.order
    having, ranked = now.having or before.having, now.ranked or before.ranked
    return replace(
        before,
        where=where,
        among=among,
        extreme=extreme,
        each=now.each or before.each,
        order=order,
        having=having,
        ranked=ranked,
        refers=False,
        again=False,
        cost=now.cost,
    )


def _is_about_values(now: Reading) -> bool:
    """Whether it asks of the values of a field, whoever has them: how many departments there are."""
    return bool(now.shows) and all(show.startswith("COUNT(DISTINCT") for show in now.shows)


def _turned(before: Reading) -> Reading:
    """Of the others: of those at the other end, or those of whom what was said last does not hold."""
    if before.extreme is not None:
        return replace(before, extreme=replace(before.extreme, most=not before.extreme.most))
    if not before.where:
        return before
    last = tuple(replace(one, sql=f"NOT ({one.sql})") for one in before.where[-1])
    return replace(before, where=(*before.where[:-1], *((one,) for one in last)))


def _of_one(before: Reading, names: frozenset[str]) -> Reading:
    """Of the one who was named last, if somebody was."""
    people = list(before.people(names))
    if not people or before.extreme is not None:
        return before
    return replace(before, where=((people[-1],),), among=(), tables=before.tables)


def _without_what_was_asked(before: Reading, names: frozenset[str]) -> Reading:
    """Those of whom it was asked whether something is so, if they were named."""
    named = tuple(group for group in before.where if {one.field for one in group} <= names)
    return replace(before, where=named) if named else before


def _which(before: Reading, now: Reading) -> Reading:
    """Which they are, of whom or of what it was asked how many there are, or whether there are any."""
    different = [re.fullmatch(r"COUNT\(DISTINCT (.*)\)", show) for show in before.shows]
    shows = tuple(found[1] for found in different if found)
    return replace(
        before,
        shows=now.shows or shows,
        kind="values" if shows else None,
        where=(*before.where, *now.where),
        extreme=now.extreme or before.extreme,
        cost=now.cost,
    )


def _of_groups(before: Reading, now: Reading) -> Reading:
    """Groups as in the question before: those with so many, the largest, or the same figure of other groups."""
    tables = now.tables or before.tables
    each = now.each
    if each is None and before.each and (not now.shows or set(now.shows) <= {before.each} or now.refers):
        each = before.each
    if each is None and now.shows and not now.counts:
        return replace(now, tables=tables, where=before.where if now.refers or now.again else ())
    if each is None and len(before.shows) == 1 and before.kind in ("values", None):
        each = before.shows[0]
    if each is None and now.ranked and len(before.shows) == 1 and before.shows[0].startswith(DIFFERENT):
        each = before.shows[0].removeprefix(DIFFERENT).removesuffix(")")
    shows = tuple(show for show in now.shows if show != each)
    kind = now.kind if now.has_head and now.kind != "values" else before.kind
    if not shows and not now.ranked and not (now.having and now.kind == "values"):
        shows = tuple(show for show in before.shows if show != each)
    if now.each and not before.each and kind != "figures" and not (before.having or before.ranked):
        shows, kind = (COUNT,), "figures"
    kept = before if not now.has_head or now.refers or not now.tables or now.having else now
    return replace(
        kept,
        tables=tables,
        shows=shows,
        kind=kind,
        where=before.where,
        each=each,
        having=now.having or (None if now.ranked else before.having),
        ranked=now.ranked or (None if now.having else before.ranked),
        again=False,
        refers=False,
        cost=now.cost,
    )


def that_group(before: Reading) -> Groups:
    """That somebody is in the group that is asked for, or one of them: the largest department, those with over 30.

    Raises:
        NotReadableError: what is ranked is no field.
    """
    column = before.each or (before.shows[0] if before.shows else "")
    column = column.removeprefix(DIFFERENT).removesuffix(")")  # of how many groups it was asked
    table, _, name = column[1:].partition("⟩")
    if not name.isidentifier():
        raise NotReadableError
    several = before.ranked is None or (before.ranked.number is not None and not before.ranked.nth)
    having = f" HAVING {before.having}" if before.having else ""
    best = f"SELECT {column} FROM {_rows(table, before)} GROUP BY {column}{having}{ranking(before.ranked)}"
    return ((Condition(f"{table}.{name}", f"{column} {'IN' if several else '='} ({best})"),),)


def _those(before: Reading, names: frozenset[str]) -> Reading:
    """Of those foremost that were asked for: which of the three oldest, or of the oldest of each group."""
    extreme = before.extreme
    assert extreme is not None
    table, _, column = extreme.column[1:].partition("⟩")
    name = next((name for name in names if name.partition(".")[0] == table), None)
    if before.each:
        of_each = f"{before.each}, {'MAX' if extreme.most else 'MIN'}({extreme.column})"
        inner = f"SELECT {of_each} FROM {_rows(table, before)} GROUP BY {before.each}"
        text = f"({before.each}, {extreme.column}) IN ({inner})"
    elif name is None:
        return before
    else:
        shown = f"⟨{table}⟩{name.partition('.')[2]}"
        text = f"{shown} IN (SELECT {shown} FROM {_rows(table, before)}{ranking(extreme)})"
    foremost = (Condition(f"{table}.{column}", text),)
    where = (*before.where, foremost) if before.each else (foremost,)
    return replace(before, where=where, among=(), each=None, extreme=None)


def _rows(table: str, before: Reading) -> str:
    where = " AND ".join(f"({' OR '.join(one.sql for one in group)})" for group in (*before.among, *before.where))
    return f"{table} WHERE {where}" if where else table


def _listed(before: Reading) -> str | None:
    return None if before.kind in ("exists", "all") else before.kind


def _of_same_kind(one: Condition, where: Groups) -> Condition:
    """A part of a value, with what the value before began with: "and in law?" after a doctorate in physics."""
    part = re.fullmatch(r"(\S+) LIKE '% (\w+) ([^']+)'", one.sql)
    if part is None:
        return one
    column, link, rest = part.groups()
    whole = rf"{re.escape(column)} = '([^']+?) {link} [^']+'"
    begun = next((found[1] for group in where for old in group if (found := re.fullmatch(whole, old.sql))), None)
    return one if begun is None else replace(one, sql=f"{column} = '{begun} {link} {rest}'")


def _about_one(now: Reading, names: frozenset[str]) -> bool:
    """Whether somebody is named now: then nothing that was said of others holds."""
    return any(one.field in names and not one.than for group in now.where for one in group)

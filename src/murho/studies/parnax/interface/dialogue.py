"""A question in a dialogue: what it leaves open is taken from the one before it."""

import re
from dataclasses import replace

from murho.studies.parnax.interface.query import Condition
from murho.studies.parnax.interface.reading import Groups, Reading


def after(before: Reading, now: Reading) -> Reading:
    """A question that goes on from the one before it: what it leaves open is taken from there.

    A condition takes the place of that on the same field; of those whom the question before was about, it is one more.
    """
    of_nobody = now.has_head and not (now.tables or now.where or now.extreme or now.kind == "different")
    if of_nobody and now.most is None:
        now = replace(now, refers=True)
    if not (now.again or now.refers or not now.has_head):
        return now
    said = {one.field for group in now.where for one in group}
    goes_on = now.refers or not now.has_head or now.adds
    kept = tuple(group for group in before.where if now.refers or not {one.field for one in group} & said)
    counts_on = now.again and now.kind == "count" and not now.tables
    if not now.refers and not counts_on and now.where and (now.has_head or _about_one(now)):
        kept = ()
    new = tuple(tuple(_of_same_kind(one, before.where) for one in group) for group in now.where)
    where = tuple(dict.fromkeys((*kept, *new)))
    extreme = now.extreme or (before.extreme if goes_on and not (now.where and not now.refers) else None)
    tables = now.tables or before.tables
    if now.adds and now.shows:
        return replace(
            before, shows=(*(before.shows or ("",)), *now.shows), where=where, extreme=extreme, cost=now.cost
        )
    if now.most is not None and not now.shows:
        shows = (before.each,) if before.each else before.shows
        return replace(now, tables=tables, shows=shows, where=where, kind=None)
    if now.has_head:
        return replace(now, tables=tables, where=where, extreme=extreme)
    each = now.each or before.each
    if now.refers and before.kind == "exists" and not now.where:
        before = replace(before, kind=None)
    return replace(before, where=where, extreme=extreme, each=each, refers=False, again=False, cost=now.cost)


def _of_same_kind(one: Condition, where: Groups) -> Condition:
    """A part of a value, with what the value before began with: "and in law?" after a doctorate in physics."""
    part = re.fullmatch(r"(\S+) LIKE '% (\w+) ([^']+)'", one.sql)
    if part is None:
        return one
    column, link, rest = part.groups()
    whole = rf"{re.escape(column)} = '([^']+?) {link} [^']+'"
    begun = next((found[1] for group in where for old in group if (found := re.fullmatch(whole, old.sql))), None)
    return one if begun is None else replace(one, sql=f"{column} = '{begun} {link} {rest}'")


def _about_one(now: Reading) -> bool:
    """Whether somebody is named now: then nothing that was said of others holds."""
    return any(one.sql.lstrip("(").startswith(f"⟨{one.field.partition('.')[0]}⟩name") for g in now.where for one in g)

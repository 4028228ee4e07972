"""Dates and years of the questions, as conditions of SQL on columns that hold 1941-03-27."""

import re
from collections.abc import Sequence
from datetime import date

from murho_lab.atn.values import Value, features_of
from murho_lab.studies.parnax.interface.reading import NotReadableError, whole

OPPOSITE = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
"""Who is older was born earlier."""


def span(time: Sequence[Value]) -> tuple[str, str] | None:
    """The first and the last day of a time (day, month and year or decade); None where the year is open.

    Raises:
        NotReadableError: the day is a broken number.
    """
    year, month, day = map(features_of, time)
    if "date" in year:
        return year["date"], year["date"]
    if "decade" in year:
        return f"{year['decade']}0-01-01", f"{year['decade']}9-12-31"
    if "year" not in year:
        return None
    if not month:
        return f"{year['year']}-01-01", f"{year['year']}-12-31"
    if not day:
        return f"{year['year']}-{month['month']}-01", f"{year['year']}-{month['month']}-31"
    one = f"{year['year']}-{month['month']}-{whole(day['number']):02}"
    return one, one


def on(column: str, operator: str | None, time: Sequence[Value]) -> str | None:
    """The condition that a column is in, before or after a time; None where that cannot be said.

    Raises:
        NotReadableError: the day is a broken number.
    """
    days = span(time)
    if days is None:
        _, month, day = map(features_of, time)
        number = f"{whole(day['number']):02}" if day else "__"
        return None if operator else f"{column} LIKE '____-{month['month']}-{number}'"
    first, last = days
    if operator is None:
        if first == last:
            return f"{column} = '{first}'"
        if first[:4] != last[:4]:
            return f"{column} BETWEEN '{first}' AND '{last}'"
        return f"{column} LIKE '{first[:4] if first[5:] == '01-01' and last[5:] == '12-31' else first[:7]}-%'"
    return f"{column} {operator} '{first if operator in ('<', '>=') else last}'"


def between(column: str, low: Sequence[Value], high: Sequence[Value]) -> str:
    """The condition that a column is from one time to another, both included; a month may have the year of the second.

    Raises:
        NotReadableError: the year is open, or a day is a broken number.
    """
    last = span(high)
    first = span(low) or span([high[0], *low[1:]])
    if first is None or last is None:
        raise NotReadableError
    first, last = sorted((first, last))
    return f"{column} BETWEEN '{first[0]}' AND '{last[1]}'"


def in_year_of(said: Sequence[str], text: str) -> str:
    """A condition of a month without a year, in the year of months that were spoken of before, if there was one.

    >>> in_year_of(["hired LIKE '1975-03-%'"], "hired LIKE '____-05-__'"), in_year_of([], "hired LIKE '____-05-__'")
    ("hired LIKE '1975-05-%'", "hired LIKE '____-05-__'")
    """
    year = next((found[1] for answer in said if (found := re.search(r"LIKE '(\d{4})-\d\d-%'", answer))), None)
    return text.replace("____", year).replace("__'", "%'") if year else text


def are_apart(one: str, other: str) -> bool:
    """Whether two conditions on a date, neither of which compares, cannot hold of the same day.

    >>> are_apart("hired LIKE '1950-%'", "hired LIKE '1960-%'"), are_apart("born LIKE '1950-%'", "born > '1960-12-31'")
    (True, False)
    """
    first, last = (_spans(sql) for sql in (one, other))
    return bool(first and last) and all(a[1] < b[0] or b[1] < a[0] for a in first for b in last)


def _spans(sql: str) -> list[tuple[str, str]]:
    """The first and last days that a condition names; none where it compares, or leaves the year open."""
    results = []
    for text in sql.strip("()").split(" OR "):
        said = re.search(
            r" (?:LIKE '(\d{4}-(?:\d\d-)?)%'|= '(\d{4}-\d\d-\d\d)'|BETWEEN '([\d-]+)' AND '([\d-]+)')$", text
        )
        if said is None:
            return []
        begun, day, first, last = said.groups()
        results.append((f"{begun}00", f"{begun}99") if begun else (day or first, day or last))
    return results


def years(column: str, today: date) -> str:
    """The whole years from the day in a column to today."""
    return f"({today:%Y%m%d} - REPLACE({column}, '-', '')) / 10000"


def ago(number: float, today: date) -> str:
    """The day so many years ago.

    >>> ago(40, date(1984, 6, 30))
    '1944-06-30'
    """
    return f"{today.year - int(number):04}-{today:%m-%d}"

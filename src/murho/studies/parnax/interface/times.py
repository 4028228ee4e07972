"""Dates and years of the questions, as conditions of SQL on columns that hold 1941-03-27."""

from collections.abc import Sequence
from datetime import date

from murho.atn.values import Value, features_of
from murho.studies.parnax.interface.reading import whole

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


def years(column: str, today: date) -> str:
    """The whole years from the day in a column to today."""
    return f"({today:%Y%m%d} - REPLACE({column}, '-', '')) / 10000"


def ago(number: float, today: date) -> str:
    """The day so many years ago.

    >>> ago(40, date(1984, 6, 30))
    '1944-06-30'
    """
    return f"{today.year - int(number):04}-{today:%m-%d}"

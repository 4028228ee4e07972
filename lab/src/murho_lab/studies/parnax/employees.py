"""The EMPLOYEE table: eight fields, as many rows as are wanted, others for each seed; the values are the same for all.

The table is made up. Thirty employees, `KNOWN`, are there under every seed, so that questions may name them: their
first names belong to nobody else, and so do their surnames but Rossi, which two of them have. All else about them
changes with the seed. Towns, departments, levels and degrees are dealt from decks, so that none is ever missing.

>>> table = rows(seed=1)
>>> len(table), len({row.name for row in table}), {row.department for row in table} == set(DEPARTMENTS)
(300, 300, True)
>>> table == rows(seed=1), table == rows(seed=2)
(True, False)
"""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import date, timedelta
from importlib import resources
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeVar

Value = TypeVar("Value")

TODAY = date(1984, 6, 30)
"""The day on which all questions are asked."""

KNOWN = (
    *("Robert Miller", "Giulia Bianchi", "Mario Rossi", "Anna Rossi", "Paolo Ferrari", "Sarah Collins"),
    *("David Harris", "Elena Conti", "Marco Galli", "Francesca Ricci", "John Parker", "Emily Watson"),
    *("Luca Moretti", "Chiara Fontana", "Peter Baker", "Helen Turner", "Stefano Greco", "Laura Villa"),
    *("Thomas Reed", "Margaret Hughes", "Andrea Colombo", "Silvia Marini", "Giorgio Barbieri", "Alice Morgan"),
    *("Matteo Costa", "Carla De Luca", "Henry Foster", "Lucia Ferri", "George Mason", "Roberta Serra"),
)
"""The employees that are there under every seed."""

FIRST_NAMES = (
    *("Alberto", "Aldo", "Antonio", "Arthur", "Barbara", "Bruno", "Catherine", "Cesare", "Claudia", "Daniela"),
    *("Dario", "Diana", "Edward", "Enrico", "Fabio", "Federica", "Frank", "Gianni", "Grace", "Irene"),
    *("Jane", "Kevin", "Lorenzo", "Luisa", "Maria", "Martin", "Michele", "Monica", "Nicola", "Oliver"),
    *("Patricia", "Piero", "Rachel", "Renato", "Rita", "Sergio", "Simon", "Susan", "Teresa", "William"),
)
SURNAMES = (
    *("Adams", "Allen", "Amato", "Bassi", "Bell", "Bellini", "Bennett", "Brown", "Bruno", "Caruso"),
    *("Clarke", "Cook", "D'Angelo", "Evans", "Fabbri", "Gatti", "Gentile", "Green", "Grassi", "Hill"),
    *("Johnson", "King", "Leone", "Lombardi", "Longo", "Mancini", "Martini", "Monti", "Moore", "Neri"),
    *("O'Brien", "Orlando", "Palmieri", "Pellegrini", "Price", "Riva", "Romano", "Sala", "Testa", "Wright"),
)
TOWNS = {
    "Milano": 12,
    "Torino": 5,
    "Bergamo": 4,
    "Pavia": 4,
    "Como": 4,
    "Monza": 4,
    "Roma": 4,
    "London": 5,
    "Bologna": 3,
    "Genova": 3,
    "Firenze": 3,
    "Napoli": 3,
    "Venezia": 2,
    "Padova": 2,
    "Brescia": 3,
    "Palermo": 2,
    "Manchester": 3,
    "Leeds": 2,
    "Bristol": 2,
    "Dublin": 2,
}
"""The towns in which employees were born and live, with how many cards of a deck each has."""
DEPARTMENTS = {
    "accounting": 3,
    "administration": 4,
    "data processing": 3,
    "legal": 2,
    "logistics": 3,
    "marketing": 3,
    "personnel": 2,
    "production": 6,
    "purchasing": 2,
    "research": 5,
    "sales": 5,
}
SUBJECTS = (
    *("biology", "chemistry", "computer science", "economics", "engineering", "history", "law", "mathematics"),
    *("modern languages", "philosophy", "physics", "psychology"),
)
DEGREES = {
    "none": 30,
    **{f"bachelor in {subject}": 2 for subject in SUBJECTS},
    **{f"master in {subject}": 3 for subject in SUBJECTS},
    **{f"doctorate in {subject}": 1 for subject in SUBJECTS},
}
LEVELS = {1: 4, 2: 6, 3: 8, 4: 8, 5: 6, 6: 4, 7: 3, 8: 1}
"""The job levels, the highest last."""


class Employee(NamedTuple):
    """A row; the fields are those of `material/employee.sql`, in its order."""

    name: str
    date_of_birth: str
    place_of_birth: str
    place_of_residence: str
    hiring_date: str
    department: str
    job_level: int
    degree: str


def rows(seed: int, number: int = 300) -> list[Employee]:
    """The employees of a seed, in the order of their names.

    Raises:
        ValueError: `number` is less than a deck of degrees, or more than there are names.
    """
    others = [f"{first} {last}" for first in FIRST_NAMES for last in SURNAMES]
    low, high = sum(DEGREES.values()), len(KNOWN) + len(others)
    if not low <= number <= high:
        raise ValueError(f"{number} employees: there can be {low} to {high}")
    random = Random(seed)
    names = [*KNOWN, *random.sample(others, number - len(KNOWN))]
    born, lives = (_dealt(random, TOWNS, number) for _ in range(2))
    # Every third one stays where they were born.
    lives = [birth if random.random() < 1 / 3 else home for birth, home in zip(born, lives, strict=True)]
    births = [_day(random, date(1920, 1, 1), date(1963, 12, 31)) for _ in names]
    hired = [_day(random, max(date(1950, 1, 2), birth.replace(day=1, year=birth.year + 19)), TODAY) for birth in births]
    others_of_row = zip(
        map(date.isoformat, births),
        born,
        lives,
        map(date.isoformat, hired),
        _dealt(random, DEPARTMENTS, number),
        _dealt(random, LEVELS, number),
        _dealt(random, DEGREES, number),
        strict=True,
    )
    return sorted(Employee(name, *fields) for name, fields in zip(names, others_of_row, strict=True))


def database(path: Path, seed: int, number: int = 300) -> Path:
    """Write the table of a seed as a new SQLite file, and return where it is.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, closing(sqlite3.connect(database(Path(folder) / "db", 7))) as opened:
    ...     opened.execute("SELECT COUNT(*), MIN(job_level), MAX(job_level) FROM employee").fetchall()
    [(300, 1, 8)]

    Raises:
        FileExistsError: there is such a file.
    """
    if path.exists():
        raise FileExistsError(path)
    with closing(sqlite3.connect(path)) as opened, opened:
        opened.executescript(schema())
        opened.executemany("INSERT INTO employee VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows(seed, number))
    return path


def schema() -> str:
    """What the fields are, as the statement that creates the table."""
    return (resources.files("murho_lab.studies.parnax") / "material" / "employee.sql").read_text("utf-8")


def _dealt(random: Random, deck: dict[Value, int], number: int) -> list[Value]:
    """So many values, from shuffled decks one after the other."""
    cards = [value for value, copies in deck.items() for _ in range(copies)]
    dealt: list[Value] = []
    while len(dealt) < number:
        dealt += random.sample(cards, len(cards))
    return _shuffled(random, dealt[:number])


def _shuffled(random: Random, values: Sequence[Value]) -> list[Value]:
    return random.sample(values, len(values))


def _day(random: Random, first: date, last: date) -> date:
    """A day between two days, both included."""
    return first + timedelta(days=random.randint(0, (last - first).days))

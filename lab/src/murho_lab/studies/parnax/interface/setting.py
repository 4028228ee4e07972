"""In what a question is asked: the database, the words of its language, the day, and the question before it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from murho_lab.atn.values import Value, features_of
from murho_lab.studies.parnax.interface import times
from murho_lab.studies.parnax.interface.database import Database, Field
from murho_lab.studies.parnax.interface.query import Column
from murho_lab.studies.parnax.interface.reading import Reading


@dataclass(frozen=True)
class Setting:
    """What is known where a question is read."""

    database: Database
    shown: dict[str, str]
    """By table the field that stands for its rows."""
    cued: frozenset[str]
    """The fields that are meant only where they are said."""
    today: date
    usual: Value = None
    """The word for the unit of a number that stands alone: 45 are years of age."""
    lasting: Value = None
    """The word for the unit of how long somebody has been there: for ten years."""
    before: Reading | None = None
    """The question before."""
    refused: list[str] = field(default_factory=list, compare=False)
    """Why something was no reading, where there is more to say than that it does not go together."""
    named: tuple[Value, ...] = ()
    """Who is named in the sentence."""

    @property
    def names(self) -> frozenset[str]:
        """The fields that are names."""
        return frozenset(self.shown.values())

    @property
    def name_columns(self) -> frozenset[Column]:
        """The columns of names."""
        return frozenset(map(column_of, self.names))

    @property
    def expected(self) -> frozenset[str]:
        """The fields that the question before spoke of."""
        return frozenset(one.field for group in self.before.where for one in group) if self.before else frozenset()

    def field_of(self, column: Column) -> Field | None:
        """The field that a column is; None where it is an expression of columns."""
        return self.database.fields.get(column.removeprefix("⟨").replace("⟩", "."))

    def is_a(self, kind: str, column: Column) -> bool:
        """Whether a column is of that kind: `text`, `number` or `date`."""
        known = self.field_of(column)
        return known is not None and known.kind == kind

    def dated(self, name: str) -> bool:
        """Whether a field holds days."""
        return self.is_a("date", column_of(name))

    def expression(self, name: str, word: Value) -> Column:
        """What is shown of a field: years since the day, the year of it, or all of it."""
        features, column = features_of(word), column_of(name)
        if "since" in features:
            return times.years(column, self.today)
        if "part" in features:
            first, size = {"year": (1, 4), "month": (6, 2)}[features["part"]]
            return f"substr({column}, {first}, {size})"
        return column


def column_of(name: str) -> Column:
    """The column of a field.

    >>> column_of("staff.level")
    '⟨staff⟩level'
    """
    table, _, column = name.partition(".")
    return f"⟨{table}⟩{column}"


def fields_of(word: Value, otherwise: Sequence[str] = ()) -> list[str]:
    """The fields that a word may be about."""
    said = features_of(word).get("field")
    return said.split(",") if said else list(otherwise)


def field_of(word: Value) -> str:
    """The field that a verb or a word of a field is about: of a verb the time of what it says, if it has one.

    Raises:
        KeyError: it is about none.
    """
    about = features_of(word)
    return about.get("when") or about["field"].split(",")[0]

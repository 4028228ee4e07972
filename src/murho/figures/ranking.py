"""The leaderboard of several systems: the best first, with the places that each may have."""

from typing import TYPE_CHECKING

from murho.figures import ComparedSubject, FigureKind
from murho.sheets import Column, Sheet, SheetRow

if TYPE_CHECKING:
    from murho.pipeline.comparing.result import Comparison


def ranked(subject: ComparedSubject) -> "Comparison | None":
    """The comparison, where it ranks its systems: of more than two."""
    return subject.found if subject.found.ranking else None


def sheet(found: "Comparison") -> Sheet:
    """A line for each system; systems that share a letter cannot be told apart.

    >>> from murho.core.several import Ranked
    >>> from murho.pipeline.comparing.result import Comparison
    >>> ranking = [Ranked("new", 0.25, (1, 2), ("a",)), Ranked("old", 0.5, (1, 2), ("a",))]
    >>> [row.cells for row in sheet(Comparison("labels", [], "murho|", ranking)).rows][0]
    ('new', 0.25, (1, 2), 'a')
    """
    rows = [(one.system, one.value, one.rank_interval, " ".join(one.groups)) for one in found.ranking]
    return Sheet(
        "Leaderboard",
        "the best first",
        (Column("system", "name"), Column("π", "fraction"), Column("rank", "range"), Column("not told apart")),
        [SheetRow(row) for row in rows],
        explanation="π is a loss: lower is better. A rank interval holds the places that the system may have; systems "
        "that share a letter cannot be told apart.",
        terms=("rank interval",),
    )


FIGURE = FigureKind(make=ranked, name="ranking", title="Leaderboard", sheet=sheet, of="comparison", place=100)

"""A profile in the terminal: a matrix of shares for two axes where the terminal is wide enough, else a list with π."""

from typing import TYPE_CHECKING

from murho.sheets.console import escape, table
from murho.sheets.names import Name
from murho.sheets.numbers import fraction
from murho.views.profile import Matrix, Shares, shares

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from murho.core.profile import Profile

NARROWEST = 6
"""Places that a column of a matrix takes at least; more columns than have room need not be measured."""


def show_profile(profile: "Profile", console: "Console") -> None:
    """Print the share of the expressions that each cell of a profile holds."""
    shown = shares(profile)
    console.print(f"\n[bold]profile[/]  share of expressions by {escape(' × '.join(shown.axes))}", soft_wrap=True)
    console.print(_matrix_that_fits(shown.matrix, console) or _list(shown))


def _matrix_that_fits(matrix: Matrix | None, console: "Console") -> "Table | None":
    if matrix is None or len(matrix.columns) >= console.width / NARROWEST:
        return None
    made = _matrix(matrix)
    needed = console.measure(made, options=console.options.update(width=10_000)).minimum
    return made if needed <= console.width else None


def _matrix(matrix: Matrix) -> "Table":
    made = table([matrix.down], matrix.columns, gap=2, whole=True)
    for name, row in matrix.rows:
        made.add_row(escape(name), *(f"{share:.3f}" if share else "·" for share in row))
    return made


def _list(shown: Shares) -> "Table":
    made = table(shown.axes, ["share", "n", "π"], gap=2)
    for cell in shown.cells:
        made.add_row(*map(Name, cell.names), f"{cell.share:.3f}", str(cell.cases), fraction(cell.performance))
    return made

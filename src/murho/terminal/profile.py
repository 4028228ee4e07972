"""A profile in the terminal: a matrix of shares for two axes where the terminal is wide enough, else a list with π."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from murho.core.ledger import group_name
from murho.terminal.console import escape, table
from murho.terminal.names import Name
from murho.views.numbers import fraction

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from murho.core.profile import Profile

NARROWEST = 6
"""Places that a column of a matrix takes at least; more columns than have room need not be measured."""


def show_profile(profile: "Profile", console: "Console") -> None:
    """Print the share of the expressions that each cell of a profile holds."""
    console.print(f"\n[bold]profile[/]  share of expressions by {escape(' × '.join(profile.axes))}", soft_wrap=True)
    console.print(_matrix_that_fits(profile, console) or _list(profile))


def _matrix_that_fits(profile: "Profile", console: "Console") -> "Table | None":
    columns = min(len(profile.classes(axis)) for axis in profile.axes)
    if len(profile.axes) != 2 or columns >= console.width / NARROWEST:
        return None
    matrix = _matrix(profile)
    needed = console.measure(matrix, options=console.options.update(width=10_000)).minimum
    return matrix if needed <= console.width else None


def _matrix(profile: "Profile") -> "Table":
    down, across = sorted(profile.axes, key=lambda axis: -len(profile.classes(axis)))  # the longer one downwards
    made = table([down], [_class_name(name) for name in profile.classes(across)], gap=2, whole=True)
    for row in profile.classes(down):
        shares = [profile.share(_cell(profile, {down: row, across: name})) for name in profile.classes(across)]
        made.add_row(escape(_class_name(row)), *(f"{float(share):.3f}" if share else "·" for share in shares))
    return made


def _cell(profile: "Profile", classes: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(classes[axis] for axis in profile.axes)


def _list(profile: "Profile") -> "Table":
    made = table(profile.axes, ["share", "n", "π"], gap=2)
    rank = [{name: place for place, name in enumerate(profile.classes(axis))} for axis in profile.axes]
    for key in sorted(profile.cells, key=lambda key: [rank[axis][name] for axis, name in enumerate(key)]):
        tally, share = profile.cells[key], f"{float(profile.share(key)):.3f}"
        names = (Name(_class_name(value)) for value in key)
        made.add_row(*names, share, str(tally.cases), fraction(tally.performance))
    return made


def _class_name(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else group_name(value)

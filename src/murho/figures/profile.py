"""A profile of any axes: the share of the expressions that each cell holds, as a matrix or as a list with π.

>>> import numpy as np
>>> from murho.core.judgement import Judgements
>>> from murho.core.profile import profile
>>> judged = Judgements.of([0, 1, 1, 0])
>>> shown = sheet(profile(judged, np.ones(4), {"loss": judged.loss, "day": ["mon", "mon", "tue", "mon"]}))
>>> [column.heading for column in shown.columns], [row.cells for row in shown.rows]
(['loss', 'mon', 'tue'], [('0', 0.5, 0.0), ('1', 0.25, 0.25)])
>>> [row.cells for row in shown.narrow.rows]
[('0', 'mon', 0.5, 2, 0.0), ('1', 'mon', 0.25, 1, 1.0), ('1', 'tue', 0.25, 1, 1.0)]
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from murho.figures import FigureKind, Subject
from murho.plugs import Option
from murho.sheets import Column, Sheet, SheetRow

if TYPE_CHECKING:
    from murho.core.profile import Profile

WIDEST = 200
"""Columns of a matrix, at most."""


def profile_of(subject: Subject, profile: Sequence[str]) -> "Profile":
    """The profile over these axes: `loss` is that of μ, `weight` that of ρ, others are features.

    Raises:
        InputError: the cases do not have a feature, or cannot be judged.
    """
    from murho.pipeline.runs.show import profiled

    return profiled(subject.run, subject.measure, profile, subject.reading.weight, subject.missing)


def sheet(found: "Profile") -> Sheet:
    """A matrix of two axes, the one with more classes downwards; of others, and where there is no room, a list."""
    listed = _listed(found)
    if len(found.axes) != 2:
        return listed
    classes = {axis: found.classes(axis) for axis in found.axes}
    down, across = sorted(found.axes, key=lambda axis: -len(classes[axis]))
    if len(classes[across]) > WIDEST:  # which nobody could look at
        return listed
    turned = down != found.axes[0]
    rows = []
    for row in classes[down]:
        keys = [(column, row) if turned else (row, column) for column in classes[across]]
        rows.append(SheetRow((class_name(row), *(float(found.share(key)) for key in keys))))
    columns = [Column(down, "name"), *(Column(class_name(name), "thousandths") for name in classes[across])]
    return replace(listed, columns=tuple(columns), rows=rows, narrow=listed)


def _listed(found: "Profile") -> Sheet:
    ranks = [{name: place for place, name in enumerate(found.classes(axis))} for axis in found.axes]
    ordered = sorted(found.cells, key=lambda key: [rank[name] for rank, name in zip(ranks, key, strict=True)])
    rows = []
    for key in ordered:
        cell = found.cells[key]
        rows.append(SheetRow((*map(class_name, key), float(found.share(key)), cell.cases, cell.performance)))
    columns = [Column(axis, "name") for axis in found.axes]
    columns += [Column("share", "thousandths"), Column("n", "count"), Column("π", "fraction")]
    return Sheet("Profile", f"share of expressions by {' × '.join(found.axes)}", tuple(columns), rows)


def class_name(value: Any) -> str:
    """What a class of an axis is called.

    >>> class_name(0.30000000000000004), class_name(None)
    ('0.3', '(none)')
    """
    from murho.core.ledger import group_name

    return f"{value:.4g}" if isinstance(value, float) else group_name(value)


FIGURE = FigureKind(
    make=profile_of,
    name="profile",
    title="Profile",
    sheet=sheet,
    options=(Option("profile", "names", (), "Profile over these axes: loss, weight, or any feature.", metavar="AXIS"),),
    place=420,
)

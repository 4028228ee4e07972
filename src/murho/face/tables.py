"""One table that holds references, answers and what there is besides, as columns with roles (`formats.roles`).

>>> import pyarrow as pa
>>> said = {"gold": ["travel", "greet"], "said": ["travel", None], "day": [3, 4]}
>>> table = pa.table({"text": ["to bonn", "hello"], **said})
>>> references, answers, beside, note = parted(table, {"answer": "said"})
>>> references, answers, beside
(['travel', 'greet'], ['travel', None], {'expressions': ['to bonn', 'hello'], 'features': {'day': [3, 4]}})
>>> note
"the table: took 'text' as the expression, 'gold' as the reference"
"""

from typing import Any

from murho.formats.tables import ROLES, mapping, roles
from murho.pipeline.scoring.as_lists import as_columns, columns_of
from murho.pipeline.sources import Columns

_ARGUMENTS = {"expression": "expressions", "cluster": "clusters", "weight": "sample_weight"}
"""What the roles of a case are called as arguments of `murho.score`."""


def is_table(value: Any) -> bool:
    """Whether it is a table of several columns, of Arrow, Polars, pandas, NumPy or Hugging Face."""
    return len(columns_of(value) or ()) > 1


def parted(table: Any, columns: Columns | None) -> tuple[list[Any], list[Any], dict[str, Any], str]:
    """References, answers, what else `murho.score` takes of a table, and what was guessed.

    Raises:
        UsageError: `columns` is no mapping.
        InputError: a column is not there, or could be two things.
    """
    named = as_columns(table, "references", rows=True)
    of = roles(list(named), mapping(columns or ""), ROLES, "the table")
    nothing: list[Any] = [None] * max(map(len, named.values()), default=0)
    own = {role: named[column] for role, column in of.columns.items()}
    taken = set(of.columns.values())
    features = {name: column for name, column in named.items() if name not in taken}
    beside: dict[str, Any] = {argument: own[role] for role, argument in _ARGUMENTS.items() if role in own}
    return own.get("reference", nothing), own.get("answer", nothing), {**beside, "features": features}, of.note

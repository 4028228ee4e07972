"""All cases of a page as data that its script searches: nothing in it is markup.

>>> from murho.views.searchable import searchable
>>> found = searchable(["a"], ["</script><b>"], [1.0], [("correct", [("N",)])], [])
>>> str(blob(("", found)))
'[{"name":"","rule":"","sides":["correct"],"facets":[],"rows":[[1,"a","\\\\u003c/script\\\\u003e\\\\u003cb\\\\u003e",1.0,["N"],[]]]}]'
"""

import json
from typing import TYPE_CHECKING, Any

from murho.sheets.legible import legible
from murho.views.searchable import Row, Searchable

if TYPE_CHECKING:
    from markupsafe import Markup

_SAFE = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026"}


def blob(*sets: tuple[str, Searchable]) -> "Markup":
    """Sets of cases, each with its name, as JSON without any sign that HTML would act on; a reader chooses the set."""
    from markupsafe import Markup

    data = [
        {
            "name": legible(name),
            "rule": found.rule,
            "sides": found.sides,
            "facets": [[facet.name, facet.values] for facet in found.facets],
            "rows": [_row(row) for row in found.rows],
        }
        for name, found in sets
    ]
    return Markup(json.dumps(data, ensure_ascii=False, separators=(",", ":")).translate(_SAFE))


def _row(row: Row) -> list[Any]:
    return [row.place, row.id, row.expression, row.cost, row.sides, row.groups]

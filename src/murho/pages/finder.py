"""All cases of a page as data that its script searches: nothing in it is markup.

>>> from murho.views.searchable import searchable
>>> found = searchable(["a"], ["</script><b>"], [1.0], [("correct", [("N",)])], [])
>>> str(blob(("", found)))
'[{"name":"","rule":"","sides":["correct"],"facets":[],"rows":[[1,"a","\\\\u003c/script\\\\u003e\\\\u003cb\\\\u003e",1.0,["N"],[]]]}]'
>>> asked([("scenario", "a&b"), ("correct", "c")])
'scenario=a%26b&correct=c'
"""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

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


def asked(chosen: Sequence[tuple[str, str]]) -> str:
    """What stands behind `#cases?` in an address that filters by features or sides, or searches (`q`)."""
    return "&".join(f"{quote(legible(name), safe='')}={quote(legible(value), safe='')}" for name, value in chosen)

"""A view as JSON: whatever is shown on a page or in the terminal can be had as plain objects too.

>>> from dataclasses import dataclass
>>> @dataclass(frozen=True)
... class Line:
...     name: str
...     ends: tuple[float, float] | None
>>> as_json({"lines": (Line("a", (0.5, float("inf"))), Line("b", None))})
{'lines': [{'name': 'a', 'ends': [0.5, None]}, {'name': 'b', 'ends': None}]}
"""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from math import isfinite
from typing import Any

import numpy as np

from murho.core.columns import Deferred
from murho.core.competence import Chosen


def as_json(view: Any) -> Any:
    """The plain JSON value of a view: objects, lists, texts, numbers, true, false and null.

    What has an `as_json` of its own, as figures have, says itself what it is; any other frozen dataclass is the object
    of its fields, as is a tuple with names; any other tuple and an array are lists. A number that JSON cannot hold (an
    infinite rate) is null.

    Raises TypeError for a value of any other kind: a view holds none.
    """
    if hasattr(view, "as_json"):
        return view.as_json()
    if is_dataclass(view) and not isinstance(view, type):
        return {field.name: as_json(getattr(view, field.name)) for field in fields(view)}
    if isinstance(view, tuple) and hasattr(view, "_asdict"):
        return {name: as_json(value) for name, value in view._asdict().items()}
    if isinstance(view, Mapping):
        return {str(name): as_json(value) for name, value in view.items()}
    if isinstance(view, list | tuple | Deferred | Chosen):
        return [as_json(value) for value in view]
    if isinstance(view, np.ndarray | np.generic):
        return as_json(view.tolist())
    if isinstance(view, float):
        return view if isfinite(view) else None
    if view is None or isinstance(view, str | int):
        return str(view) if isinstance(view, str) else view
    raise TypeError(f"{type(view).__name__} is no part of a view: {view!r}; give it fields, or as_json()")

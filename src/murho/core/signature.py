"""The signature: one line that says how a figure was made, to be pasted beside it.

>>> signature({"measure": "words", "weight": "given", "level": 0.95, "cluster": None}, version="1.0")
'murho|measure:words|weight:given|level:0.95|version:1.0'
"""

from collections.abc import Mapping
from typing import Any

SCHEMA_VERSION = 1
"""The version of all JSON that murho writes; it rises when a field changes its meaning or goes away."""


def signature(settings: Mapping[str, Any], version: str) -> str:
    """The line for these settings, in the order given; those that are None are left out."""
    parts = [f"{name}:{value}" for name, value in settings.items() if value is not None]
    return "|".join(["murho", *parts, f"version:{version}"])

"""Weightings by what is typed: names, features, products.

>>> weighting("domain * price"), weighting("length((6, 16), (0.1, 1, 0.5))")
(domain * column('price'), length(cuts=(6, 16), weights=(0.1, 1, 0.5)))
"""

from collections.abc import Callable
from typing import Any

from murho.core import notation
from murho.core.errors import UsageError
from murho.plugs import Plug, import_attribute, is_name
from murho.weighting.column import column
from murho.weighting.interface import SHELF, Weighting
from murho.weighting.product import Product

EXAMPLE = "given or length((6, 16), (0.1, 1, 0.5))"


def weighting(text: str) -> Weighting:
    """The weighting that `text` denotes; a bare word that is no weighting names a numeric feature."""
    parts = [_one(part.strip()) for part in notation.split(text, "*")]
    product = parts[0]
    for part in parts[1:]:
        product = Product(product, part)
    return product


def _one(text: str) -> Weighting:
    if text and "(" not in text and not is_name(text) and SHELF.find(text) is None:
        return column(text.strip("'\""))
    value = notation.read(text, {}, what="weighting", others=_make, example=EXAMPLE)
    if not isinstance(value, Weighting):
        raise UsageError(f"{text} is not a weighting, derived from murho.weighting.Weighting; write it like {EXAMPLE}")
    return value


def _make(name: str) -> Callable[..., Any]:
    if not is_name(name):
        return SHELF.named(name).make
    found = import_attribute(name)
    if isinstance(found, Weighting):
        return lambda: found
    make = found.make if isinstance(found, Plug) else found
    if not callable(make):
        todo = "name a class derived from murho.weighting.Weighting, or its record"
        raise UsageError(f"{name} is no weighting, but of type {type(found).__name__}; {todo}")
    return make

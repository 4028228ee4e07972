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
_MOST = 100
"""Factors of a product, each of which stands inside the next."""


def weighting(text: str) -> Weighting:
    """The weighting that `text` denotes; a bare word that is no weighting names a numeric feature."""
    texts = notation.split(text, "*")
    if len(texts) > _MOST:
        raise UsageError(f"a weighting of {len(texts)} factors; give at most {_MOST}, or their product as a feature")
    parts = [_factor(part.strip()) for part in texts]
    product = parts[0]
    for part in parts[1:]:
        product = Product(product, part)
    return product


def _factor(text: str) -> Weighting:
    """The weighting that one factor of a product denotes."""
    if text and "(" not in text and not is_name(text) and SHELF.find(text) is None:
        return column(text.strip("'\""))
    value = notation.read(text, {}, what="weighting", others=_make, example=EXAMPLE)
    if not isinstance(value, Weighting):
        raise UsageError(f"{text} is not a weighting, derived from murho.weighting.Weighting; write it like {EXAMPLE}")
    return value


def _make(name: str) -> Callable[..., Any]:
    """What makes the weighting of this name, or of this `module:attribute`; UsageError where nothing does."""
    if not is_name(name):
        return SHELF.named(name).make
    named = import_attribute(name)
    if isinstance(named, Weighting):
        return lambda: named  # a value, its options chosen already
    make = named.make if isinstance(named, Plug) else named
    if not callable(make):
        todo = "name a class derived from murho.weighting.Weighting, or its record"
        raise UsageError(f"{name} is no weighting, but of type {type(named).__name__}; {todo}")
    return make

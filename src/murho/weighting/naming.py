"""Weightings as they are written: names as they are typed, products, and what a record of a run names.

Weightings by what is typed: names, features, products.

>>> weighting("domain * price"), weighting("length((6, 16), (0.1, 1, 0.5))")
(domain * column('price'), length(cuts=(6, 16), weights=(0.1, 1, 0.5)))

Weightings as a record of a run names them: what comes with murho, or is installed, and nothing else, is made.

>>> recorded("domain * price")
domain * column('price')
>>> recorded("shop:revenue").weigh(Cases(["1"], ["a"], [("b",)]))
Traceback (most recent call last):
murho.core.errors.UsageError: shop:revenue: code that a record names is not imported by itself; to allow it, type \
weight='shop:revenue'
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from murho.core import notation
from murho.core.case import Cases
from murho.core.errors import UsageError
from murho.core.notation import module_names
from murho.core.spelling import setting
from murho.plugs import Plug, import_attribute, is_name
from murho.weighting.given import column
from murho.weighting.interface import SHELF, Floats, Weighting

# Several importances at once: their product.


@dataclass(frozen=True)
class Product(Weighting):
    """The product of two weightings."""

    left: Weighting
    right: Weighting

    def __repr__(self) -> str:
        return f"{self.left} * {self.right}"

    @property
    def whole_suite(self) -> bool:
        """Whether one of the factors looks at the whole suite."""
        return self.left.whole_suite or self.right.whole_suite

    @property
    def reads_expressions(self) -> bool:
        """Whether one of the factors looks at what was said."""
        return self.left.reads_expressions or self.right.reads_expressions

    @property
    def files(self) -> tuple[str, ...]:
        """The paths of the files that its factors read."""
        return (*self.left.files, *self.right.files)

    @property
    def phrase(self) -> str:
        """Both factors in a few words: `in the domain × by price`."""
        return f"{self.left.phrase} × {self.right.phrase}"

    def weigh(self, cases: Cases) -> Floats:
        """ρ of each case (cases,): the product of what its factors give it."""
        return self.left.weigh(cases) * self.right.weigh(cases)


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


def recorded(text: str) -> Weighting:
    """The weighting that a record names.

    Raises:
        UsageError: there is no such weighting.
    """
    return Unopened(text) if module_names(text) else weighting(text)


def written(value: Weighting) -> str:
    """The notation of a weighting, for a record.

    Raises:
        UsageError: it cannot be read back.
    """
    text = repr(value)
    try:
        # What is `__main__` here will be another module when the record is read.
        modules = {name.partition(":")[0] for name in module_names(text)}
        same = weighting(text) == value and "__main__" not in modules
    except UsageError:
        same = False
    if same:
        return text
    found = f"{text} cannot be read back, so that a run could not be weighed again"
    todo = "put it into a module of its own, as a frozen dataclass derived from murho.weighting.Weighting"
    raise UsageError(f"{found}; {todo} (docs/extending.md), and name it module:name")


def is_brought(weighting: Weighting) -> bool:
    """Whether a weighting, or a factor of it, does not come with murho: nobody knows whether its code is what it was.

    >>> is_brought(weighting("domain * price"))
    False
    """
    if isinstance(weighting, Product):
        return is_brought(weighting.left) or is_brought(weighting.right)
    return type(weighting).__module__.partition(".")[0] != "murho"


@dataclass(frozen=True)
class Unopened(Weighting):
    """A weighting whose code is not imported."""

    notation: str
    whole_suite = True

    def __repr__(self) -> str:
        return self.notation

    @property
    def phrase(self) -> str:
        """The weighting in a few words: its notation, since its code is not asked."""
        return f"by {self.notation}"

    def weigh(self, cases: Cases) -> Floats:
        """Raise UsageError: to weigh takes the code, which is imported only where somebody types its name."""
        todo = f"to allow it, type {setting('weight')}{self.notation!r}"
        raise UsageError(f"{self.notation}: code that a record names is not imported by itself; {todo}")

"""Weightings as a record of a run names them: what comes with murho, or is installed, and nothing else, is made.

>>> recorded("domain * price")
domain * column('price')
>>> recorded("shop:revenue").weigh(Cases(["1"], ["a"], [("b",)]))
Traceback (most recent call last):
murho.core.errors.UsageError: shop:revenue: code that a record names is not imported by itself; to allow it, type \
--weight 'shop:revenue'
"""

from dataclasses import dataclass

from murho.core.case import Cases
from murho.core.errors import UsageError
from murho.core.notation import module_names
from murho.weighting.interface import Floats, Weighting
from murho.weighting.naming import weighting as weighting_named
from murho.weighting.product import Product


def recorded(text: str) -> Weighting:
    """The weighting that a record names.

    Raises:
        UsageError: there is no such weighting.
    """
    return Unopened(text) if module_names(text) else weighting_named(text)


def written(weighting: Weighting) -> str:
    """The notation of a weighting, for a record.

    Raises:
        UsageError: it cannot be read back.
    """
    text = repr(weighting)
    try:
        # What is `__main__` here will be another module when the record is read.
        same = weighting_named(text) == weighting and "__main__" not in {
            name.partition(":")[0] for name in module_names(text)
        }
    except UsageError:
        same = False
    if same:
        return text
    found = f"{text} cannot be read back, so that a run could not be weighed again"
    todo = "put it into a module of its own, as a frozen dataclass derived from murho.weighting.Weighting"
    raise UsageError(f"{found}; {todo} (docs/extending.md), and name it module:name")


def is_brought(weighting: Weighting) -> bool:
    """Whether a weighting, or a factor of it, does not come with murho: nobody knows whether its code is what it was.

    >>> is_brought(weighting_named("domain * price"))
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
        todo = f"to allow it, type --weight {self.notation!r}"
        raise UsageError(f"{self.notation}: code that a record names is not imported by itself; {todo}")

"""Several importances at once: their product."""

from dataclasses import dataclass

from murho.core.case import Cases
from murho.weighting.interface import Floats, Weighting


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

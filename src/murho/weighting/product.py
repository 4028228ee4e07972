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
        """As its factors."""
        return self.left.whole_suite or self.right.whole_suite

    @property
    def reads_expressions(self) -> bool:
        """As its factors."""
        return self.left.reads_expressions or self.right.reads_expressions

    @property
    def files(self) -> tuple[str, ...]:
        """Those of its factors."""
        return (*self.left.files, *self.right.files)

    @property
    def said(self) -> str:
        """What its factors say."""
        return f"{self.left.said} × {self.right.said}"

    def weigh(self, cases: Cases) -> Floats:
        """The product of both importances."""
        return self.left.weigh(cases) * self.right.weigh(cases)

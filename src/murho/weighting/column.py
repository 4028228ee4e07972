"""Any numeric feature as the importance.

>>> column("price").weigh(Cases(["1", "2"], ["a", "b"], [("m",), ()], features={"price": [0.5, 1]})).tolist()
[0.5, 1.0]
"""

from dataclasses import dataclass

from murho.core.case import Cases
from murho.core.errors import InputError
from murho.plugs import option
from murho.weighting.bounds import checked
from murho.weighting.given import given
from murho.weighting.interface import Floats, Record, Weighting


@dataclass(frozen=True)
class column(Weighting):  # noqa: N801  a weighting is typed and printed in lower case
    """Any numeric feature with values in [0,1]."""

    name: str = option(help="The feature; a bare word that is no weighting is one, too.")

    @property
    def phrase(self) -> str:
        """The weighting in a few words: `by price`."""
        return f"by {self.name}"

    def weigh(self, cases: Cases) -> Floats:
        """The feature's values; a missing, non-numeric or outlying one is an error that names its case."""
        # `weight` is a field of cases and no feature; who names it means that.
        if self.name == "weight" and "weight" not in cases.features:
            return given().weigh(cases)
        try:
            values = cases.feature(self.name)
        except InputError as error:
            todo = f"{error.todo}; for other weightings see docs/theory.md"
            raise InputError(error.found, todo, path=error.path) from None
        return checked(cases, self.name, values)


WEIGHTING = Record(
    make=column,
    name="column",
    title="A feature",
    phrase="by a feature",
    example="column('price')",
)

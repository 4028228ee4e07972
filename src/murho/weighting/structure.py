"""ρ4: by structure.

>>> cases = Cases(["1", "2"], ["a b c", "a b c d e f"], [("m",), ()], features={"type": ["D", "G"]})
>>> structure("type").weigh(cases).tolist()
[0.5, 0.5]
>>> cases = Cases(["1", "2", "3"], ["Who is it?", "Where is it?", "Tell me."], [("m",), (), ()])
>>> structure("structure_en").weigh(cases).round(2).tolist()
[0.67, 0.67, 0.33]
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from murho.core.case import IN_TEXTS, Cases
from murho.core.meaning import canonical
from murho.plugs import option
from murho.weighting.bounds import in_unit
from murho.weighting.interface import Floats, Record, Weighting


@dataclass(frozen=True)
class structure(Weighting):  # noqa: N801  a weighting is typed and printed in lower case
    """ρ4: by structural class, a feature of the cases; without weights, the share of the cases in the class.

    The class may be a set of features that the expression shows, as in `["T", "M"]`: its name is then `M+T`. Of
    English, Spanish and Italian texts classes are found where nobody gave any: they are the features `structure_en`,
    `structure_es` and `structure_it`, or `finer_structure_en`, `finer_structure_es` and `finer_structure_it`.
    """

    feature: str = option("structure", positional=True, always=True, help="The feature that holds the class.")
    weights: Mapping[str, float] | None = option(
        None, type="weights by class", positional=True, help="By default the share of the cases in the class."
    )

    @property
    def whole_suite(self) -> bool:
        """Whether shares are counted over the whole suite: they are where no weights are given."""
        return self.weights is None

    @property
    def reads_expressions(self) -> bool:
        """Whether the classes are found in what was said."""
        return self.feature in IN_TEXTS

    def __post_init__(self) -> None:
        if self.weights is not None:
            in_unit(self, tuple(self.weights.values()))

    def __hash__(self) -> int:
        # A mapping has no hash of its own.
        return hash((self.feature, None if self.weights is None else frozenset(self.weights.items())))

    def weigh(self, cases: Cases) -> Floats:
        """ρ of each case (cases,): the weight of its class, or the share of cases in it.

        Raises:
            InputError: a class has no weight; the first case of such a class is named.
        """
        classes = [_class(value) for value in cases.feature(self.feature)]
        if self.weights is None:
            share = Counter(classes)
            return np.array([share[name] / len(cases) for name in classes], np.float64)
        for i, name in enumerate(classes):
            if name not in self.weights:
                raise cases.error(i, f"{self.feature} {name!r} has no weight", "give every class a weight")
        return np.array([self.weights[name] for name in classes], np.float64)


def _class(value: Any) -> Any:
    """A class that can be counted: a list is the set of what it holds, in no order; an object is its text."""
    if isinstance(value, list | tuple):
        return "+".join(sorted({str(_class(item)) for item in value}))
    return canonical(value) if isinstance(value, dict) else value


WEIGHTING = Record(
    make=structure,
    name="structure",
    title="Structure",
    phrase="by structure",
    example="structure('type', {'D': 0.5, 'G': 1})",
)

"""Importance by what is meant: the size of the correct meanings, over the largest of the suite.

Guida and Mauri (1984, section 4) sketch semantic complexity, defined on the representation.

>>> meant = [("n",), ({"a": 1, "b": [2, 3]}, "c")]
>>> semantic().weigh(Cases(["1", "2"], ["no", "renew the atlas by Sunday"], meant)).tolist()
[0.25, 1.0]
"""

from collections.abc import Callable
from dataclasses import dataclass

from murho.core.case import Cases
from murho.core.errors import UsageError
from murho.core.meaning import Meaning
from murho.plugs import option
from murho.weighting.bounds import scaled
from murho.weighting.interface import Floats, Record, Weighting


def leaves(meaning: Meaning) -> int:
    """The number of atoms in a JSON value: texts, numbers, truth values, nulls.

    >>> leaves({"act": "renew", "items": [1, 2]})
    3
    """
    if isinstance(meaning, dict):
        return sum(leaves(value) for value in meaning.values())
    if isinstance(meaning, list | tuple):
        return sum(leaves(value) for value in meaning)
    return 1


SIZES: dict[str, Callable[[Meaning], int]] = {
    "leaves": leaves,
    "units": lambda meaning: len(meaning) if isinstance(meaning, list | tuple | dict) else 1,
    "words": lambda meaning: len(meaning.split()) if isinstance(meaning, str) else leaves(meaning),
    "meanings": lambda _: 1,
}


@dataclass(frozen=True)
class semantic(Weighting):  # noqa: N801  a weighting is typed and printed in lower case
    """Size of the correct meanings; `size` is leaves (of the JSON), units (of lists), words (of texts) or meanings."""

    size: str = option("leaves", choices=tuple(SIZES), positional=True, help="What is counted.")
    whole_suite = True

    def __post_init__(self) -> None:
        if self.size not in SIZES:
            raise UsageError(f"semantic: size {self.size!r}; known: {', '.join(SIZES)}")

    def weigh(self, cases: Cases) -> Floats:
        """The size of ĝ(e), all its meanings together, over the largest."""
        size = SIZES[self.size]
        # `itself`: the importance belongs to the expression, whichever stage of a chain is looked at.
        return scaled([sum(size(meaning) for meaning in reference) for reference in cases.itself.meant])


WEIGHTING = Record(
    make=semantic,
    name="semantic",
    title="Size of the meaning",
    phrase="by size of the meaning",
    example="semantic('units')",
)

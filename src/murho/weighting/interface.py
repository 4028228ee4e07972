"""What a weighting is, and the record that stands beside it.

A weighting gives each case of a suite its ρ in [0,1]. It is a frozen value that prints as it is typed. Whoever writes
one derives it from `Weighting` and says what differs from the defaults here.

    @dataclass(frozen=True)
    class recent(Weighting):
        year: int = option(2000, help="What is older weighs nothing.")

        def weigh(self, cases):
            return np.array([float(year >= self.year) for year in cases.feature("year")])

    WEIGHTING = Record(make=recent, name="recent", title="Recent", phrase="what is recent")
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from numbers import Real
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Cases
from murho.core.errors import UsageError
from murho.plugs import Notated, Option, Plug, Shelf, options_of

Floats = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Record(Plug):
    """What a weighting says of itself beside its code."""

    phrase: str = ""
    """The weighting in a few words, after "weighed": `by frequency`."""


SHELF: Shelf[Record] = Shelf("weighting", "murho.weighting", "WEIGHTING", "murho.weightings", Record)


class Weighting(Notated, ABC):
    """What every weighting offers; its repr is its notation."""

    shelf = SHELF

    @abstractmethod
    def weigh(self, cases: Cases) -> Floats:
        """ρ of each case, shape (cases,); the cases are the whole suite if it is `whole_suite`."""

    @property
    def whole_suite(self) -> bool:
        """Whether ρ of one case depends on the others, as a relative frequency does: no part is weighed alone then, and
        scoring holds the suite in memory; with all other weightings it streams.
        """
        return False

    @property
    def reads_expressions(self) -> bool:
        """Whether the weighting looks at what was said, not only at features."""
        return False

    @property
    def files(self) -> tuple[str, ...]:
        """The paths of the files that the weighting reads, whose content belongs in a signature."""
        return ()

    @property
    def phrase(self) -> str:
        """The weighting in a few words: `by frequency`."""
        record = self.record()
        return (isinstance(record, Record) and record.phrase) or f"by {self!r}"

    @property
    def options(self) -> tuple[Option, ...]:
        """The options that can be chosen, with their help."""
        return options_of(type(self))

    def having(self, **chosen: Any) -> Self:
        """This weighting with other values of these options. Raises UsageError for one that does not fit."""
        return replace(self, **chosen)  # type: ignore[type-var]


# Importances lie in [0,1]: what weightings share that check numbers, or make them so.


def checked(cases: Cases, name: str, values: Sequence[object]) -> Floats:
    """Values of the cases as importances; the first that is none is an error that names its case."""
    if set(map(type, values)) <= {float, int}:  # as nearly always, and then all are looked at together
        with suppress(OverflowError):
            array = np.array(values, np.float64)
            if ((array >= 0) & (array <= 1)).all():
                return array
    for i, value in enumerate(values):
        # A truth value is a Real, too; and NaN is not equal to itself.
        if not isinstance(value, Real) or isinstance(value, bool) or value != value:
            raise cases.error(i, f"{name} is {value!r}, not a number", "give every case a number in [0, 1]")
        if not 0 <= float(value) <= 1:
            todo = f"an importance lies in [0, 1]: divide by the largest, or weigh by frequency({name!r})"
            raise cases.error(i, f"{name} is {value}", todo)
    return np.array(values, np.float64)


def in_unit(owner: object, weights: tuple[float, ...]) -> None:
    """Refuse weights that are no importances.

    Raises:
        UsageError: a weight is outside [0, 1]; `owner` is named.
    """
    if not all(0 <= w <= 1 for w in weights):
        raise UsageError(f"{owner}: weights lie in [0, 1]")


def scaled(sizes: list[int]) -> Floats:
    """Sizes (cases,) divided by the largest, which makes importances of them."""
    values = np.array(sizes, np.float64)
    return values / max(float(values.max(initial=0.0)), 1.0)  # 1, where all are 0: they stay 0

"""ρ2: how often an expression is said, relative to the others.

`z(e) = m(e) / Σ m` on the expressions with a meaning in the domain, 0 on others (Guida and Mauri 1984, section 4). Σ m
runs over all that was said, outside the domain too: z sums to 1 over E, and ρ to the share of what is said that the
domain has. π is the same by any Σ m; what is divided by |E|, and what exceeds a bound λ, is not. The multiplicities m
come from a numeric feature, from a separate bag of collected texts, or, with neither, from the suite itself. ρ is a
function of expressions: one that stands in the suite k times must not weigh k times. Counted from a bag, its importance
is divided among the copies; from a feature it is not clear what was meant, and murho refuses unless told
(`duplicates='split'`: every copy states m(e); `'sum'`: the copies' numbers add up).

>>> cases = Cases(["1", "2", "3"], ["open?", "open?", "poem"], [("h",), ("h",), ()], features={"count": [3, 3, 9]})
>>> frequency(bag=("open?", "open?", "fees?", "open?")).weigh(cases).tolist()
[0.375, 0.375, 0.0]
>>> frequency("count", duplicates="split").weigh(cases).tolist()
[0.125, 0.125, 0.0]
>>> frequency("count").weigh(cases)
Traceback (most recent call last):
murho.core.errors.InputError: case '2': says the same as case '1'; merge them, or give duplicates='split' or 'sum'
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real

import numpy as np

from murho.core.case import Cases
from murho.core.errors import InputError, UsageError
from murho.plugs import option
from murho.weighting.interface import Floats, Record, Weighting


@dataclass(frozen=True)
class frequency(Weighting):  # noqa: N801  a weighting is typed and printed in lower case
    """Relative frequency; `column` names a feature of multiplicities, `bag` is a file of texts or the texts."""

    column: str | None = option(None, positional=True, help="A feature: how often each expression is said.")
    bag: str | tuple[str, ...] | None = option(None, type="file", help="Texts that were collected, one a line.")
    duplicates: str = option(
        "refuse", choices=("refuse", "split", "sum"), help="Equal expressions share one number, or add theirs up."
    )
    whole_suite = True
    reads_expressions = True

    def __post_init__(self) -> None:
        if self.duplicates not in ("refuse", "split", "sum"):
            raise UsageError(f"frequency: duplicates={self.duplicates!r}; known: refuse, split, sum")
        if self.column is not None and self.bag is not None:
            raise UsageError("frequency: give a column or a bag of texts, not both")

    @property
    def files(self) -> tuple[str, ...]:
        """The file that the bag of texts is read from, if it is."""
        return (self.bag,) if isinstance(self.bag, str) else ()

    def weigh(self, cases: Cases) -> Floats:
        """z(e) of each case (cases,); the z of equal expressions add up to that of the expression.

        Raises:
            InputError: a multiplicity is no number of 0 or more, an expression stands there twice (unless told what to
                do about it), or none of the domain was ever heard.
        """
        copies = Counter(cases.texts)
        if self.column is None:
            heard = Counter(filter(str.strip, _texts(self.bag))) if self.bag is not None else copies
            said = float(heard.total())
            # Divided among the copies: an expression that stands there k times must not weigh k times.
            mass = np.array([heard[e] / copies[e] for e in cases.texts], np.float64)
        else:
            mass = np.array(self._multiplicities(cases), np.float64)
            self._refuse_copies(cases, copies)
            if self.duplicates == "split":
                mass = mass / np.array([copies[e] for e in cases.texts], np.float64)
            said = float(mass.sum())
        mass = np.where(cases.in_domain, mass, 0.0)
        if not mass.any():
            found = "no expression of the domain was ever heard"
            raise InputError(found, "check the counts and the bag of texts", path=cases.path)
        return mass / said

    def _multiplicities(self, cases: Cases) -> list[float]:
        """m(e) of each case, as its feature has it; InputError for the first that is no multiplicity."""
        values = cases.feature(str(self.column))
        for i, value in enumerate(values):
            number = isinstance(value, Real) and not isinstance(value, bool)
            if not number or not 0 <= value < float("inf"):
                raise cases.error(i, f"{self.column} is {value!r}", "a multiplicity is a finite number, 0 or more")
        return list(values)

    def _refuse_copies(self, cases: Cases, copies: Counter[str]) -> None:
        """Refuse equal expressions, unless `duplicates` says what their numbers mean."""
        if self.duplicates != "refuse":
            return
        first: dict[str, str] = {}
        for i, expression in enumerate(cases.texts):
            if copies[expression] > 1 and first.setdefault(expression, cases.ids[i]) != cases.ids[i]:
                raise cases.error(
                    i,
                    f"says the same as case {first[expression]!r}",
                    "merge them, or give duplicates='split' or 'sum'",
                )


def _texts(bag: str | tuple[str, ...]) -> Sequence[str]:
    """The texts of a bag: the lines of a file, or the texts themselves."""
    if not isinstance(bag, str):
        return bag
    from murho.formats.opening import text_lines

    return [text for _, text in text_lines(bag)]


WEIGHTING = Record(
    make=frequency,
    name="frequency",
    title="Frequency",
    phrase="by frequency",
    example="frequency('count')",
)

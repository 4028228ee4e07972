"""Classes for the axes of a profile: few enough to read, in an order that makes sense.

An axis is a column of class numbers and the names they stand for. μ has its own classes: the relations of sets where
the measure knows them, else values of the loss, the finer ones binned; ⊥ is always apart. ρ and features with few
values keep them; many numbers are binned by quantiles, many names are cut to the most frequent.

>>> axis = of_values([3, 1, 2, 1], "count")
>>> axis.codes.tolist(), axis.names
([2, 0, 1, 0], ('1', '2', '3'))
>>> of_values(list(range(100)), "count", most=4).names
('0–24', '25–49', '50–74', '75–99')
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.judgement import Judgements
from murho.core.ledger import NO_VALUE, group_name, group_order
from murho.core.profile import encode
from murho.core.shifting import RELATIONS
from murho.views import legible
from murho.views.names import RELATIONS as SAID

OTHERS = "(others)"


@dataclass(frozen=True, eq=False)
class Axis:
    """A column of classes."""

    name: str
    codes: NDArray[np.int64]
    """The class of each row, 0..len(names)-1."""
    names: tuple[str, ...]
    notes: tuple[str, ...] = ()
    """One for each class: its value or its meaning; empty where there is nothing to add."""


def of_values(column: Sequence[Any], name: str, most: int = 12) -> Axis:
    """An axis of any column; a list is one class of its own, named by its members."""
    number_of: dict[str, int] = {}
    numbers = (number_of.setdefault(_text(value), len(number_of)) for value in column)
    codes = np.fromiter(numbers, np.int64, len(column))
    class_of = {text: text for text in number_of}
    if len(number_of) > most:
        if all(v is None or _is_number(v) for v in column):
            return _binned(column, name, most)
        counts = dict(zip(number_of, np.bincount(codes).tolist(), strict=True))
        frequent = {text for text, _ in Counter(counts).most_common(most - 1)}
        class_of = {text: text if text in frequent else OTHERS for text in number_of}
    names = sorted(set(class_of.values()), key=lambda text: (text == OTHERS, *group_order(text)))
    place_of = {text: place for place, text in enumerate(names)}
    places = np.array([place_of[class_of[text]] for text in number_of], np.int64)
    return Axis(name, places[codes], tuple(names))


def _text(value: Any) -> str:
    return (", ".join(map(group_name, value)) or NO_VALUE) if isinstance(value, list) else group_name(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value == value


def _binned(column: Sequence[Any], name: str, most: int) -> Axis:
    """Classes of about equal size between quantiles, 0 apart where it is frequent; None is a class of its own."""
    of_rows = np.fromiter((np.nan if v is None else float(v) for v in column), np.float64, len(column))
    has_value = ~np.isnan(of_rows)
    values = of_rows[has_value]
    bins = min(most, 5)
    cuts = np.unique(np.quantile(values, np.linspace(0, 1, bins + 1)[1:-1], method="inverted_cdf"))
    codes = np.where(has_value, np.searchsorted(cuts, of_rows), len(cuts) + 1)
    present = np.unique(codes)
    names = []
    for code in present.tolist():
        inside = of_rows[(codes == code) & has_value]
        names.append(between(float(inside.min()), float(inside.max())) if len(inside) else NO_VALUE)
    return Axis(name, np.searchsorted(present, codes).astype(np.int64), tuple(names))


def between(low: float, high: float) -> str:
    """The name of a class of numbers."""
    if low == high:
        return _number(low)
    return f"{_number(low)}–{_number(high)}"


def _number(value: float) -> str:
    return f"{value:.0f}" if value.is_integer() and abs(value) < 1e15 else f"{value:.3g}"


def of_weights(rho: NDArray[np.float64], judgements: Judgements, most: int = 8) -> Axis:
    """The axis of ρ: its values where they are few, else bins."""
    axis = of_values(rho, "weight", most)  # type: ignore[arg-type]
    return Axis("weight", axis.codes[judgements.case], axis.names)


def of_losses(judgements: Judgements) -> Axis:
    """The axis of μ: relations of the sets where each has one value, else values of the loss per unit."""
    rate = np.round(judgements.loss / np.where(judgements.units > 0, judgements.units, 1), 12)
    relations = judgements.labels.get("relation")
    if relations is not None:
        codes, occurring = encode(relations)
        lowest, highest = (np.full(len(occurring), start) for start in (np.inf, -np.inf))
        np.minimum.at(lowest, codes, rate)
        np.maximum.at(highest, codes, rate)
        if (lowest == highest).all():
            delta = dict(zip(occurring, lowest.tolist(), strict=True))
            names = [name for name in RELATIONS if name in delta]
            codes = np.array([names.index(name) for name in occurring], np.int64)[codes]
            titles = tuple(SAID[name][0] for name in names)
            return Axis("loss", codes, titles, tuple(f"μ = {delta[name]:g}" for name in names))
    return _of_rates(rate, judgements.undefined)


_EDGES = np.array([0.0, 0.25, 0.5, 0.75, np.nextafter(1.0, 0.0), 1.0])
_BETWEEN = ("0 right", "up to ¼", "¼ to ½", "½ to ¾", "¾ to 1", "1 wrong", "more than 1")


def _of_rates(rate: NDArray[np.float64], undefined: NDArray[np.bool_]) -> Axis:
    plain = np.unique(rate[~undefined])
    if len(plain) <= 6:
        names = [_rate_name(value) for value in plain.tolist()]
        codes = np.searchsorted(plain, rate)
    else:
        names = list(_BETWEEN)
        codes = np.searchsorted(_EDGES, rate)
    codes = np.where(undefined, len(names), codes)
    names.append(SAID["undefined"][0])
    present, codes = np.unique(codes, return_inverse=True)
    return Axis("loss", codes.astype(np.int64), tuple(names[i] for i in present.tolist()))


def _rate_name(value: float) -> str:
    return {0.0: "0 right", 1.0: "1 wrong"}.get(value, legible.amount(value))

"""Thinning: of a collected sample one expression is kept for each meaning, and how often that was said is kept with it.

In the case study of Guida and Mauri (1984, section 7) sample A' is A with "only one query for each request", and one of
those that differ in the values of attributes only.

>>> cases = Cases(["1", "2", "3"], ["in rome?", "rome?", "in bonn?"], [({"city": "rome"},), ({"city": "rome"},),
...               ({"city": "bonn"},)])
>>> [(thin.ids, thin.features["m"]) for how in THINNINGS for thin in [thinned(cases, how, Chance(1))]]
[(['1', '3'], [2, 1]), (['1'], [3])]
"""

from typing import Any, Final

from murho.core.case import Cases
from murho.core.errors import UsageError
from murho.core.meaning import canonical
from murho.sampling.chance import Chance

THINNINGS: Final = ("meanings", "values")
MULTIPLICITY = "m"
"""The feature that says how many cases an expression stands for; `frequency('m')` weighs by it."""


def thinned(cases: Cases, how: str, chance: Chance) -> Cases:
    """One case of those that mean the same (`meanings`), or the same but for values in it (`values`), drawn by chance.

    An open case, of which nobody has said what it means, stays.

    Raises:
        UsageError: there is no such way to thin, or the cases have a feature `m` already.
    """
    if how not in THINNINGS:
        raise UsageError(f"thinning by {how!r}; known: {', '.join(THINNINGS)}")
    if MULTIPLICITY in cases.features:
        raise UsageError(
            f"the cases have a feature {MULTIPLICITY!r} already; rename it, thinning writes multiplicities there"
        )
    alike: dict[Any, list[int]] = {}
    for place, reference in enumerate(cases.references):
        if reference is None:
            alike[place] = [place]
            continue
        plain = reference if how == "meanings" else [_without_values(meaning) for meaning in reference]
        alike.setdefault(frozenset(map(canonical, plain)), []).append(place)
    kept = sorted((group[chance.below(len(group))], len(group)) for group in alike.values())
    return cases.take([place for place, _ in kept]).with_feature(MULTIPLICITY, [times for _, times in kept])


def _without_values(meaning: Any) -> Any:
    """A meaning with its names and its shape: what stands under a name is left out, a text by itself stays."""
    if isinstance(meaning, dict):
        return {name: _shape(value) for name, value in meaning.items()}
    return [_without_values(part) for part in meaning] if isinstance(meaning, list) else meaning


def _shape(value: Any) -> Any:
    return _without_values(value) if isinstance(value, dict | list) else None

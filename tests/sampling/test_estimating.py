"""What a sample says where its own variance cannot be trusted: few units of a heavy stratum that all came out alike."""

from collections.abc import Mapping, Sequence

import numpy as np
import pytest

from murho.core.estimate import Estimate, estimate
from murho.core.judgement import Judgements
from murho.core.tally import tally
from murho.sampling import stratified
from murho.sampling.estimating import Unit, Units


def told(losses: Mapping[str, Sequence[float]], sizes: Mapping[str, int]) -> Estimate:
    """π of all cases by those that were drawn of each stratum."""
    units, said, expansion = Units(), list[float](), list[float]()
    for name, drawn in losses.items():
        inclusion = len(drawn) / sizes[name]
        units |= {f"{name}{i}": Unit(name, inclusion, 1) for i in range(len(drawn))}
        said += drawn
        expansion += [1 / inclusion] * len(drawn)
    found = tally(Judgements.of(said), np.array(expansion), clusters=list(units), complete=False)
    drawn_by = units.by_design(found, stratified(100, by="part"))
    return estimate(found.close().closed, n=len(said), effect=drawn_by.effect, flags=drawn_by.flags)


def design_flags(found: Estimate) -> list[str]:
    return [flag for flag in found.flags if "importance rests on" in flag]


MIXED = [1.0] * 4 + [0.0] * 16
SIZES = {"heavy": 500, "light": 500}
ALIKE = (
    "stratum 'heavy': 50 % of all importance rests on 2 units, which all came out alike, so the interval may be far "
    "too narrow"
)


def test_two_alike_cases_of_a_heavy_stratum_are_told() -> None:
    for loss in (0.0, 1.0, 0.3):
        assert design_flags(told({"heavy": [loss] * 2, "light": MIXED}, SIZES)) == [ALIKE]
    assert design_flags(told({"heavy": [0, 1], "light": MIXED}, SIZES)) == []
    assert design_flags(told({"heavy": [0.0] * 40, "light": MIXED}, SIZES)) == []
    assert design_flags(told({"heavy": [0.0] * 2, "light": MIXED}, {"heavy": 60, "light": 940})) == []
    assert design_flags(told({"heavy": [0.0] * 2, "light": MIXED}, {"heavy": 2, "light": 500})) == []  # all of it


def test_a_single_case_of_a_stratum_is_told() -> None:
    (flag,) = design_flags(told({"heavy": [0.0], "light": MIXED}, {"heavy": 300, "light": 700}))
    assert flag.startswith("stratum 'heavy': 30 % of all importance rests on one unit, which cannot vary")
    sizes = {"one": 200, "other": 200, "light": 600}
    (flag,) = design_flags(told({"one": [0.0], "other": [0.0], "light": MIXED}, sizes))
    assert flag.startswith("strata of one unit each (2): 40 % of all importance rests on 2 units")
    assert design_flags(told({"one": [0.0], "other": [1.0], "light": MIXED}, sizes)) == []


@pytest.mark.slow
def test_where_nothing_is_told_the_interval_holds() -> None:
    """Strata of many weights, of 1 to 20 units: told and untold samples, 200 of each."""
    rng = np.random.default_rng(5)
    for weight, count, rate in [(0.2, 2, 0.3), (0.3, 3, 0.3), (0.5, 5, 0.1), (0.7, 20, 0.1), (0.2, 20, 0.2)]:
        sizes = {"heavy": int(2000 * weight), **{f"s{i}": int(500 * (1 - weight)) for i in range(4)}}
        cases = {name: np.arange(size) < size * (rate if name == "heavy" else 0.2) for name, size in sizes.items()}
        truth = sum(map(np.sum, cases.values())) / sum(sizes.values())
        held: dict[bool, list[bool]] = {False: [], True: []}
        for _ in range(200):
            drawn = {
                name: rng.choice(losses, count if name == "heavy" else 15, replace=False).astype(float).tolist()
                for name, losses in cases.items()
            }
            found = told(drawn, sizes)
            held[bool(design_flags(found))].append(bool(found.low <= truth <= found.high))
        assert np.mean(held[False]) >= 0.93, (weight, count, rate)
        assert len(held[True]) < 5 or np.mean(held[True]) < 0.9, (weight, count, rate)

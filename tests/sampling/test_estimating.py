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
        units |= {f"{name}-{i}": Unit(name, inclusion, 1) for i in range(len(drawn))}
        said += drawn
        expansion += [1 / inclusion] * len(drawn)
    found = tally(Judgements.of(said), np.array(expansion), clusters=list(units), complete=False)
    drawn_by = units.by_design(found, stratified(100, by="part"))
    return estimate(found.close().closed, n=len(said), effect=drawn_by.effect, unseen=drawn_by.unseen, level=0.95)


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


def test_even_strata_are_not_told_where_the_interval_reaches_far_enough() -> None:
    sizes = dict.fromkeys("abcd", 250)
    for wrong in (1, 2):
        drawn = {name: [0.0] * 15 for name in "bcd"} | {"a": [1.0] * wrong + [0.0] * (15 - wrong)}
        assert design_flags(told(drawn, sizes)) == []


def test_a_single_case_of_a_stratum_is_told() -> None:
    (flag,) = design_flags(told({"heavy": [0.0], "light": MIXED * 3}, {"heavy": 300, "light": 700}))
    assert flag.startswith("stratum 'heavy': 30 % of all importance rests on one unit, which cannot vary")
    sizes = {"one": 200, "other": 200, "light": 600}
    (flag,) = design_flags(told({"one": [0.0], "other": [0.0], "light": MIXED}, sizes))
    assert flag.startswith("strata of one unit each (2): 40 % of all importance rests on 2 units")
    assert design_flags(told({"one": [0.0], "other": [1.0], "light": MIXED}, sizes)) == []


HEAVY = [(0.2, 2, 0.3), (0.3, 3, 0.3), (0.4, 10, 0.2), (0.5, 2, 0.5), (0.5, 10, 0.1), (0.7, 20, 0.1), (0.2, 20, 0.2)]
"""Share of a stratum, of which so many cases are drawn, and its error rate; four others have 0.2, and 15 drawn each."""
EVEN = [(4, 15, 0.032), (4, 15, 0.052), (18, 4, 0.05), (18, 27, 0.1), (50, 2, 0.2)]
"""How many alike strata, of which so many cases are drawn each, and their error rate."""


@pytest.mark.slow
def test_where_nothing_is_told_the_interval_holds() -> None:
    """Counted as docs/sampling.md has it; `-s` prints the cells."""
    rng = np.random.default_rng(5)

    def counted(sizes: Mapping[str, int], drawn: Mapping[str, int], rates: Mapping[str, float]) -> list[list[bool]]:
        """Whether intervals held π, of 400 samples: where nothing was told, and where something was."""
        cases = {name: np.arange(size) < round(size * rates[name]) for name, size in sizes.items()}
        truth = sum(map(np.sum, cases.values())) / sum(sizes.values())
        held: list[list[bool]] = [[], []]
        for _ in range(400):
            sample = {
                name: rng.choice(wrong, drawn[name], replace=False).astype(float).tolist()
                for name, wrong in cases.items()
            }
            found = told(sample, sizes)
            held[bool(design_flags(found))].append(bool(found.low <= truth <= found.high))
        print(*([len(one), f"{np.mean(one):.1%}"] if one else [0] for one in held), end=" ")
        return held

    for weight, count, rate in HEAVY:
        sizes = {"heavy": int(2000 * weight), **{f"s{i}": int(500 * (1 - weight)) for i in range(4)}}
        light = [name for name in sizes if name != "heavy"]
        untold, flagged = counted(
            sizes, dict.fromkeys(light, 15) | {"heavy": count}, dict.fromkeys(light, 0.2) | {"heavy": rate}
        )
        print(weight, count, rate)
        assert np.mean(untold) >= 0.93, (weight, count, rate)
        assert len(flagged) < 5 or np.mean(flagged) < 0.9, (weight, count, rate)
    for strata, count, rate in EVEN:
        names = [f"s{i}" for i in range(strata)]
        untold, flagged = counted(
            dict.fromkeys(names, 2000 // strata), dict.fromkeys(names, count), dict.fromkeys(names, rate)
        )
        print(strata, count, rate)
        assert not flagged, (strata, count, rate)
        assert np.mean(untold) >= 0.93, (strata, count, rate)

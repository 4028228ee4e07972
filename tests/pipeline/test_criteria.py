"""Criteria beside the value: weighed, sliced and with intervals, as the value is."""

from typing import Any

import numpy as np
import pytest

from murho.measures import measure
from murho.measures.phrasing.breaks import breaks
from murho.pipeline.columns import score
from murho.pipeline.criteria import Criteria

RIGHT = [list("0101"), list("0010"), list("11"), list("0001")]
SAID = [list("0100"), list("1010"), list("01"), list("0001")]
PRINTED = [
    "breaks_correct",
    "non_breaks_correct",
    "junctures_correct",
    "insertions_per_juncture",
    "insertions_per_break",
]


def scored(**more: Any) -> dict[str, Any]:
    found: dict[str, Any] = score("breaks", RIGHT, SAID, **more).as_json()
    return found


def test_beside_the_value() -> None:
    found = scored()
    assert found["value"] == 3 / 14
    assert [found[name] for name in PRINTED] == pytest.approx(
        [100 * 4 / 6, 100 * 13 / 14, 100 * 11 / 14, 100 * 1 / 14, 100 * 1 / 6]
    )
    for name, (low, high) in found["intervals"].items():
        assert low < found[name] < high, name
    assert set(found["floors"]) == {"never a break", "always a break"}


def test_weighed_by_importance() -> None:
    found = scored(sample_weight=[1, 0.5, 0.5, 0])
    assert found["counts"]["deletions"] == 2
    assert found["breaks_correct"] == pytest.approx(100 * (1 + 0.5 + 0.5) / (2 + 0.5 + 1))
    assert found["junctures_correct"] == pytest.approx(100 * (1 - found["value"]))
    assert found["floors"]["never a break"]["junctures_correct"] == pytest.approx(100 * (1 - 3.5 / 7))


def test_by_slice() -> None:
    groups = scored(features={"reader": ["a", "a", "b", "b"]})["by"]["reader"]
    assert [groups[name]["breaks_correct"] for name in "ab"] == pytest.approx([100 * 2 / 3, 100 * 2 / 3])
    assert [groups[name]["insertions_per_break"] for name in "ab"] == pytest.approx([100 / 3, 0])
    assert set(groups["a"]["intervals"]) == set(scored()["intervals"])
    assert "floors" not in groups["a"]


def test_whole_clusters() -> None:
    alone, together = scored(), scored(clusters=["x", "x", "y", "y"])
    assert alone["breaks_correct"] == together["breaks_correct"]
    assert alone["intervals"]["breaks_correct"] != together["intervals"]["breaks_correct"]


@pytest.mark.parametrize("method", ["linearised", "korn-graubard", "bootstrap"])
def test_intervals_are_made_as_that_of_the_value(method: str) -> None:
    found = scored(method=method, clusters=["x", "y", None, None])
    assert found["intervals"]["junctures_correct"] == pytest.approx(
        [100 * (1 - end) for end in reversed(found["interval"])], abs=1e-6
    )


def test_nothing_to_divide_by() -> None:
    found = score("breaks", [["0"]], [["1"]]).as_json()
    assert (found["breaks_correct"], found["intervals"]["breaks_correct"]) == (None, None)
    assert found["floors"]["never a break"]["f1"] is None
    assert found["junctures_correct"] == 0


def test_measures_without_criteria_report_none() -> None:
    found = score("labels", ["a"], ["a"], features={"x": [1]})
    assert (found.also, found.also_by) == ({}, {"x": {}} if found.also_by else {})
    assert not Criteria(measure("labels"), ("x",)).read_slices()


def test_batches_add_up() -> None:
    from murho.core.case import Cases

    how, whole, parts = breaks(), Criteria(breaks()), Criteria(breaks())
    cases = Cases(["1", "2", "3", "4"], [""] * 4, [(labels,) for labels in RIGHT])
    said = [(labels,) for labels in SAID]
    rho = np.array([1, 0.3, 0.1, 0.7])
    whole.add(cases, how.judge(cases.references, said), rho)
    for i in range(4):
        one = cases.take([i])
        parts.add(one, how.judge(one.references, said[i : i + 1]), rho[i : i + 1])
    assert whole.read() == parts.read()

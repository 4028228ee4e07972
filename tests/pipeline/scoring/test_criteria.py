"""Criteria beside the value: weighed, sliced and with intervals, as the value is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED, Answered, Meanings
from murho.face.score import score
from murho.measures import measure
from murho.measures.interface import Counts, Criterion
from murho.measures.phrasing.breaks import breaks
from murho.pipeline.scoring.criteria import Criteria

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
    found: dict[str, Any] = score("breaks", RIGHT, SAID, **more, level=0.95).as_json()
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
    found = score("breaks", [["0"]], [["1"]], level=0.95).as_json()
    assert (found["breaks_correct"], found["intervals"]["breaks_correct"]) == (None, None)
    assert found["floors"]["never a break"]["f1"] is None
    assert found["junctures_correct"] == 0


def test_measures_without_criteria_report_none() -> None:
    found = score("labels", ["a"], ["a"], features={"x": [1]}, level=0.95)
    assert (found.also, found.also_by) == ({}, {"x": {}} if found.also_by else {})
    assert not Criteria(measure("labels"), ("x",)).read_slices()


def test_a_criterion_of_some_batches_has_the_groups_of_these() -> None:
    from murho.core.case import Cases
    from murho.measures.text.words import words

    class Sparing(words):
        """Gives each of two criteria only where there is something to count."""

        def criteria(self, counts: Any) -> dict[str, Criterion]:
            return {name: Criterion(column, column + 1) for name, column in counts.items()}

    found = Criteria(Sparing(), ("topic",))
    for topic, name in (("fees", "first"), ("hours", "second")):
        cases = Cases([topic], [""], [("a",)], features={"topic": [topic]})
        found.add(cases, Judgements.of([0.0], [1], {name: np.ones(1, np.int64)}), np.ones(1))
    slices = found.read_slices(level=0.95)["topic"]
    assert {group: sorted(set(one) - {"intervals"}) for group, one in slices.items()} == {
        "fees": ["first"],
        "hours": ["second"],
    }
    assert (slices["fees"]["first"], slices["hours"]["second"]) == (50, 50)


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
    assert whole.read(level=0.95) == parts.read(level=0.95)


@dataclass(frozen=True)
class halves:  # noqa: N801
    """A measure whose criteria have names in two parts; one of them wants no interval."""

    bounded, fixed_units, kind = True, True, "text"

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        right = np.array([a is not UNDEFINED and a == r for r, a in zip(references, answers, strict=True)], np.int64)
        size = np.array([len(r[0]) for r in references], np.int64)
        return Judgements.of(1 - right, counts={"right": right * size, "size": size})

    def criteria(self, counts: Counts) -> Mapping[str, Criterion]:
        nothing = 0 * counts["size"]
        return {
            "signs.share": Criterion(counts["right"], counts["size"], interval=False),
            "signs.f1": Criterion(counts["right"], counts["size"]),
            "signs.none": Criterion(nothing, nothing, interval=False),
            "whole": Criterion(counts["right"], counts["size"]),
        }


def test_names_in_two_parts_are_objects_and_sums_without_interval_agree() -> None:
    said = ["aa", "b", None, "dddd", "x"]
    for weights in (None, [1, 0.5, 0.25, 0.1, 0.7]):
        options = {"features": {"kind": ["p", "p", "q", "q", ["p", "q"]]}, "sample_weight": weights}
        found = score(halves(), ["aa", "b", "ccc", "dddd", "eeeee"], said, **options, level=0.95)
        for one in (found.also, *found.also_by["kind"].values()):
            assert set(one) == {"signs", "whole", "intervals"}
            assert set(one["signs"]) == {"share", "f1", "interval", "none"}
            assert one["signs"]["share"] == one["signs"]["f1"] == one["whole"]
            assert one["signs"]["none"] is None
            assert one["signs"]["interval"][0] < one["signs"]["f1"] < one["signs"]["interval"][1]
            assert one["intervals"] == {"whole": one["signs"]["interval"]}
        if weights is None:
            assert found.also_by["kind"]["p"]["whole"] == 100 * 3 / 8

"""Slices: which features, which groups."""

from collections.abc import Callable
from pathlib import Path

import pytest

from murho.core.case import Answers, Cases
from murho.store import Run
from murho.views.evidence import Evidence, gather
from murho.views.slices import default_features, slices


def test_features_to_slice_by_are_chosen_by_their_number_of_groups(plain: Run) -> None:
    chosen, skipped = default_features(gather(plain, None, None))
    assert chosen == ["topic", "tags", "count", "length"]
    assert skipped == [("name", 60)]


def test_numbers_with_many_values_are_cut_into_classes(plain: Run) -> None:
    table = slices(gather(plain, None, None), ["count"], []).tables[0]
    assert 2 <= len(table.groups) <= 8
    assert sum(group.cases for group in table.groups) == 60
    lows = [float(group.name.split("–")[0]) for group in table.groups]
    assert lows == sorted(lows)


def test_labels_of_rows_are_no_numbers_to_cut_and_what_follows_them_is(plain: Run) -> None:
    found = slices(gather(plain, None, None), ["relation", "count", "topic"], []).tables
    by_feature = {table.feature: table for table in found}
    assert set(by_feature) == {"relation", "count", "topic"}
    assert len(by_feature["count"].groups) <= 8
    assert [(group.name, group.cases) for group in by_feature["topic"].groups] == [("fees", 30), ("hours", 30)]
    assert sum(group.importance for group in by_feature["topic"].groups) == pytest.approx(1)


def test_of_too_many_groups_the_heaviest_are_listed(record: Callable[..., Run], tmp_path: Path) -> None:
    """Of 205 names the five without weight are left out; the others stand in their own order."""
    n = 205
    ids = [f"n{i:03}" for i in range(n)]
    light = set(range(0, 50, 10))
    weights = [0.0 if i in light else 1.0 for i in range(n)]
    cases = Cases(ids, ids, [("a",)] * n, weights=weights, features={"name": ids, "half": ["x", "y"] * 102 + ["x"]})
    kept = record(tmp_path / "run", cases, Answers(ids, [("a",)] * n))
    evidence = gather(kept, None, None)
    chosen, skipped = default_features(evidence)
    assert (chosen, skipped) == (["half"], [("name", n)])
    (table,) = slices(evidence, ["name"], skipped).tables
    assert [group.name for group in table.groups] == [name for i, name in enumerate(ids) if i not in light]
    assert table.left_out == 5


def test_the_numbers_of_groups_that_are_worth_a_table(record: Callable[..., Run], tmp_path: Path) -> None:
    def of(groups: int) -> Evidence:
        ids = [str(i) for i in range(62)]
        column = [f"g{i % groups}" for i in range(62)]
        features = {"one": column, "cause": column, "n": list(range(62))}
        cases = Cases(ids, ["x"] * 62, [("a",)] * 62, features=features)
        return gather(record(tmp_path / str(groups), cases, Answers(ids, [("a",)] * 62)), None, None)

    assert default_features(of(1)) == (["n"], [])
    assert default_features(of(2)) == (["one", "n"], [])
    assert default_features(of(30)) == (["one", "n"], [])
    assert default_features(of(31)) == (["n"], [("one", 31)])

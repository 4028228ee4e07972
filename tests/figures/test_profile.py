"""A profile as shares: the order of cells, and which axis of a matrix stands where."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from murho.core.judgement import Judgements
from murho.core.profile import profile
from murho.figures.profile import WIDEST, sheet
from murho.measures import measure
from murho.sheets.terminal import show_sheet

Seen = Callable[..., str]

LOSSES = [1, 0, 0, 1, 0]
DAYS = ["tue", "mon", None, "mon", "mon"]


def test_cells_are_in_the_order_of_their_classes() -> None:
    judged = Judgements.of(LOSSES)
    shown = sheet(profile(judged, np.ones(5), {"day": DAYS, "loss": judged.loss})).narrow
    assert shown is not None
    assert [row.cells for row in shown.rows] == [
        ("mon", "0", 0.4, 2, 0.0),
        ("mon", "1", 0.2, 1, 1.0),
        ("tue", "1", 0.2, 1, 1.0),
        ("(none)", "0", 0.2, 1, 0.0),
    ]


def test_the_axis_of_more_classes_stands_down_whichever_comes_first() -> None:
    judged = Judgements.of(LOSSES)
    axes = {"loss": judged.loss, "day": DAYS}
    turned, straight = (sheet(profile(judged, np.ones(5), {name: axes[name] for name in names}))
                        for names in (("loss", "day"), ("day", "loss")))  # fmt: skip
    assert (turned.columns, turned.rows) == (straight.columns, straight.rows)
    assert [column.heading for column in straight.columns] == ["day", "0", "1"]
    assert [row.cells for row in straight.rows] == [("mon", 0.4, 0.2), ("tue", 0.0, 0.2), ("(none)", 0.2, 0.0)]


def test_only_two_axes_make_a_matrix() -> None:
    judged = Judgements.of(LOSSES)
    assert sheet(profile(judged, np.ones(5), {"day": DAYS})).narrow is None
    three = {"day": DAYS, "loss": judged.loss, "weight": np.ones(5)}
    assert sheet(profile(judged, np.ones(5), three)).narrow is None


def test_more_columns_than_anybody_looks_at_are_no_matrix() -> None:
    for count, is_shown in ((WIDEST, True), (WIDEST + 1, False)):
        judged = Judgements.of([0] * count)
        ids = list(map(str, range(count)))
        assert (sheet(profile(judged, np.ones(count), {"id": ids, "text": ids})).narrow is not None) == is_shown


def profiled(axes: dict[str, list[Any]], count: int) -> Any:
    judged = measure("meanings").judge([("a",)] * count, [("a",) if i % 3 else ("b",) for i in range(count)])
    return profile(judged, [1] * count, {**{name: column[:count] for name, column in axes.items()}})


def test_a_profile_that_fits_is_a_matrix(seen: Seen) -> None:
    cells = profiled({"topic": ["u", "v", None] * 3, "size": [1, 2, 3] * 3}, 9)
    lines = seen(show_sheet, sheet(cells)).splitlines()
    assert lines[1].strip() == "profile  share of expressions by topic × size"
    assert lines[2].split() == ["topic", "1", "2", "3"]
    assert [line.split() for line in lines[3:]] == [
        ["u", "0.333", "·", "·"],
        ["v", "·", "0.333", "·"],
        ["(none)", "·", "·", "0.333"],
    ]


def test_a_profile_that_does_not_fit_is_a_list(seen: Seen) -> None:
    cells = profiled(
        {"one": [f"class {i % 13}" for i in range(500)], "two": [f"kind {i % 17}" for i in range(500)]}, 500
    )
    text = seen(show_sheet, sheet(cells))
    assert "…" not in text
    lines = text.splitlines()
    assert lines[2].split() == ["one", "two", "share", "n", "π"]
    assert len(lines) == 3 + 13 * 17
    assert sum(int(line.split()[-2]) for line in lines[3:]) == 500


def test_a_profile_of_one_and_of_three_axes(seen: Seen) -> None:
    one = seen(show_sheet, sheet(profiled({"topic": ["v", "u"] * 3}, 6))).splitlines()
    assert [line.split()[0] for line in one[3:]] == ["u", "v"]
    three = seen(show_sheet, sheet(profiled({"a": [1, 2] * 3, "b": ["x"] * 6, "c": [None, True] * 3}, 6))).splitlines()
    assert three[2].split() == ["a", "b", "c", "share", "n", "π"]
    assert three[3].split()[:3] == ["1", "x", "(none)"]


@pytest.mark.slow
def test_a_profile_with_a_class_for_each_case_is_quick(seen: Seen) -> None:
    count = 3000
    cells = profiled({"id": [str(i) for i in range(count)], "text": [f"text {i}" for i in range(count)]}, count)
    assert len(seen(show_sheet, sheet(cells)).splitlines()) == 3 + count

"""A profile in a terminal: a matrix where it has room, else a list, and never half of one."""

from collections.abc import Callable
from typing import Any

import pytest

from murho.core.profile import profile
from murho.measures import measure
from murho.terminal.profile import show_profile

Seen = Callable[..., str]


def shares(axes: dict[str, list[Any]], count: int) -> Any:
    judged = measure("meanings").judge([("a",)] * count, [("a",) if i % 3 else ("b",) for i in range(count)])
    return profile(judged, [1] * count, {**{name: column[:count] for name, column in axes.items()}})


def test_a_profile_that_fits_is_a_matrix(seen: Seen) -> None:
    cells = shares({"topic": ["u", "v", None] * 3, "size": [1, 2, 3] * 3}, 9)
    lines = seen(show_profile, cells).splitlines()
    assert lines[1].strip() == "profile  share of expressions by topic × size"
    assert lines[2].split() == ["topic", "1", "2", "3"]
    assert [line.split() for line in lines[3:]] == [
        ["u", "0.333", "·", "·"],
        ["v", "·", "0.333", "·"],
        ["(none)", "·", "·", "0.333"],
    ]


def test_a_profile_that_does_not_fit_is_a_list(seen: Seen) -> None:
    cells = shares({"one": [f"class {i % 13}" for i in range(500)], "two": [f"kind {i % 17}" for i in range(500)]}, 500)
    text = seen(show_profile, cells)
    assert "…" not in text
    lines = text.splitlines()
    assert lines[2].split() == ["one", "two", "share", "n", "π"]
    assert len(lines) == 3 + 13 * 17
    assert sum(int(line.split()[-2]) for line in lines[3:]) == 500


def test_a_profile_of_one_and_of_three_axes(seen: Seen) -> None:
    one = seen(show_profile, shares({"topic": ["v", "u"] * 3}, 6)).splitlines()
    assert [line.split()[0] for line in one[3:]] == ["u", "v"]
    three = seen(show_profile, shares({"a": [1, 2] * 3, "b": ["x"] * 6, "c": [None, True] * 3}, 6)).splitlines()
    assert three[2].split() == ["a", "b", "c", "share", "n", "π"]
    assert three[3].split()[:3] == ["1", "x", "(none)"]


@pytest.mark.slow
def test_a_profile_with_a_class_for_each_case_is_quick(seen: Seen) -> None:
    count = 3000
    cells = shares({"id": [str(i) for i in range(count)], "text": [f"text {i}" for i in range(count)]}, count)
    assert len(seen(show_profile, cells).splitlines()) == 3 + count

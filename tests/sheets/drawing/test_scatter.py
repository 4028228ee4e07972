"""The scatter: a drawing that is well formed, holds every point, and says what it shows."""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.regression import fit
from murho.sheets.drawing.scatter import HEIGHT, WIDTH, Plot, Point, fitted, scatter

SVG = "{http://www.w3.org/2000/svg}"
PLOT = Plot("Some points", "words", "concepts")


def drawn(points: list[Point], plot: Plot = PLOT, fitted: bool = True) -> ElementTree.Element:
    line = fit([p.x for p in points], [p.y for p in points], level=0.95) if fitted and len(points) > 1 else None
    return ElementTree.fromstring(scatter(points, plot, line))


def texts(root: ElementTree.Element, kind: str) -> list[str]:
    return ["".join(one.itertext()) for one in root.iter(f"{SVG}text") if one.get("class") == kind]


values = st.floats(-1000, 1000).map(lambda value: round(value, 3))
ends = st.none() | st.tuples(values, values).map(sorted).map(tuple)
POINTS = st.lists(
    st.builds(Point, values, values, st.text(max_size=8), st.integers(1, 9999), ends, ends), min_size=1, max_size=50
)


@given(POINTS, st.none() | st.just(-100.0))
def test_every_point_is_in_the_drawing(points: list[Point], least: float | None) -> None:
    root = drawn(points, Plot("t", "x", "y", least=least))
    circles, beyond = (
        list(root.iter(f"{SVG}circle")),
        [p for p in root.iter(f"{SVG}path") if p.get("class") == "beyond"],
    )
    assert len(circles) + len(beyond) == len(points)
    if least is None:
        assert not beyond
    for one in circles:
        assert 0 <= float(one.get("cx") or -1) <= WIDTH
        assert 0 <= float(one.get("cy") or -1) <= HEIGHT
    for one in root.iter(f"{SVG}line"):
        for name in ("x1", "x2", "y1", "y2"):
            assert 0 <= float(one.get(name) or -1) <= WIDTH


def test_texts_are_texts() -> None:
    hostile = '<script>alert("1")</script>&amp;\x00\u202e'
    root = drawn([Point(1, 2, hostile), Point(2, 3, "b")], Plot(hostile, hostile, hostile))
    assert not list(root.iter(f"{SVG}script"))
    assert texts(root, "title") == ['<script>alert("1")</script>&amp;⟨U+0000⟩⟨U+202E⟩']


def test_it_says_what_it_shows() -> None:
    points = [Point(10, 20, "a"), Point(20, 27, "b"), Point(40, 55, "c"), Point(60, 61, "d")]
    root = drawn(points)
    line = fit([p.x for p in points], [p.y for p in points], level=0.95)
    assert line is not None
    assert texts(root, "note") == [fitted(line)]
    assert sorted(texts(root, "label")) == ["a", "b", "c", "d"]
    assert root.get("aria-label") == f"Some points: concepts against words, 4 points; fitted line: {fitted(line)}"
    assert texts(root, "name") == ["words, %", "concepts, %"]
    hints = [one.findtext(f"{SVG}title") for one in root.iter(f"{SVG}circle")]
    assert "a: 10.0, 20.0" in hints
    assert {one.get("class") for one in root.iter(f"{SVG}polygon")} == {"band"}


def places(root: ElementTree.Element) -> list[tuple[float, float]]:
    return [(float(one.get("cx") or 0), float(one.get("cy") or 0)) for one in root.iter(f"{SVG}circle")]


def test_points_keep_a_twentieth_of_the_way_from_the_frame() -> None:
    """The frame is 560 by 416 behind margins of 62 and 46; around 100 there is room for 5 on each side."""
    root = drawn([Point(0, 0), Point(100, 100), Point(50, 20)], fitted=False)
    assert places(root) == [(87.5, 443.1), (596.5, 64.9), (342.0, 367.5)]
    assert texts(root, "tick")[:6] == ["0", "20", "40", "60", "80", "100"]


@pytest.mark.parametrize(
    ("value", "ticks"), [(50, ["46", "48", "50", "52", "54"]), (0, ["−1", "−0.5", "0", "0.5", "1"])]
)
def test_a_point_alone_stands_in_the_middle(value: float, ticks: list[str]) -> None:
    """With a tenth of itself on each side, or with 1 where that is nothing."""
    root = drawn([Point(value, value)], fitted=False)
    assert places(root) == [(342.0, 254.0)]
    assert texts(root, "tick")[:5] == ticks


def test_a_line_of_the_grid_stands_at_every_tick() -> None:
    root = drawn([Point(0, 0), Point(100, 100)], fitted=False)
    grid = [one.attrib for one in root.iter(f"{SVG}line") if one.get("class") == "grid"]
    down = [(one["x1"], one["x2"], one["y1"], one["y2"]) for one in grid[:6]]
    assert down == [(x, x, "46", "462") for x in ("87.5", "189.3", "291.1", "392.9", "494.7", "596.5")]
    across = [(one["x1"], one["x2"], one["y1"], one["y2"]) for one in grid[6:]]
    assert across == [("62", "622", y, y) for y in ("443.1", "367.5", "291.8", "216.2", "140.5", "64.9")]


def test_the_area_of_a_dot_is_its_weight() -> None:
    root = drawn([Point(0, 0, weight=100), Point(50, 50, weight=400), Point(99, 1, weight=1)], fitted=False)
    radii = sorted(float(one.get("r") or 0) for one in root.iter(f"{SVG}circle"))
    assert radii[2] == 2 * radii[1]
    assert radii[0] == 3.5


def test_names_do_not_cover_each_other() -> None:
    root = drawn([Point(k % 3, k / 500, f"name {k}") for k in range(30)] + [Point(2, 9)], fitted=False)
    labels = [one for one in root.iter(f"{SVG}text") if one.get("class") == "label"]
    assert 5 < len(labels) < 30
    boxes = []
    for one in labels:
        x, y, wide = float(one.get("x") or 0), float(one.get("y") or 0), 6.2 * len("".join(one.itertext()))
        left = x if one.get("text-anchor") == "start" else x - wide
        boxes.append((left, y - 10, left + wide, y + 3))
    for i, a in enumerate(boxes):
        for b in boxes[:i]:
            assert a[0] >= b[2] or b[0] >= a[2] or a[1] >= b[3] or b[1] >= a[3]


def test_a_crowd_is_not_named() -> None:
    root = drawn([Point(k, k * k % 17, f"name {k}") for k in range(60)])
    assert not texts(root, "label")
    assert len(list(root.iter(f"{SVG}circle"))) == 60


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ([(0, 0), (1, 1)], "slope 1.00, r 1.000 [−1.000, 1.000]"),
        ([(0, 3), (1, 3), (2, 3)], "slope 0.00 [0.00, 0.00]"),
        ([(0, 5.1), (1, 3.9), (2, 3), (3, 2)], "slope −1.02 [−1.20, −0.84], r −0.998 [−0.99997, −0.917]"),
    ],
)
def test_the_line_in_words(points: list[tuple[float, float]], expected: str) -> None:
    line = fit(*zip(*points, strict=True), level=0.95)
    assert line is not None
    assert fitted(line) == expected


def test_it_stands_alone_and_dresses_for_the_dark() -> None:
    text = scatter([Point(1, 1), Point(2, 2)], PLOT)
    assert "prefers-color-scheme:dark" in text
    assert not re.search(r"(?:href|src|url)\b", text.replace("http://www.w3.org/2000/svg", ""))
    assert "equal" in text
    assert "equal" not in scatter([Point(1, 1), Point(2, 2)], Plot("t", "x", "y", diagonal=False))

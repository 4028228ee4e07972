"""What a newcomer reads in a terminal of 80 columns: figures whole, data inert, nothing unexplained."""

import contextlib
import io
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text

import murho
from murho.core.comparison import compare
from murho.core.profile import profile
from murho.measures import measure
from murho.pipeline.compare import Compared, Comparison
from murho.pipeline.score import Score
from murho.report.terminal import (
    bar,
    console,
    escape,
    fraction,
    inert,
    number,
    printed,
    show_comparison,
    show_profile,
    show_score,
)

WIDTH = 80
HOSTILE = ["[red]", "[/]", "[bold]x", "\x1b[31mred", "\x1b]8;;http://x\x07", "a\nb\r\tc", "\\", "x\\[red]", "\udc80",
           "[link=file:///x]", ":boom:", "\x9b31m", "\u202eabc", "[", "]]"]  # fmt: skip


def seen(show: Any, *what: Any, width: int = WIDTH) -> str:
    """What stands in the terminal, escape sequences and all."""
    file = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(file):
        patch.setenv("COLUMNS", str(width))
        show(*what, console())
    return file.getvalue()


def long(groups: list[str], how: str = "labels") -> Score:
    rng = np.random.default_rng(7)
    names = [groups[i % len(groups)] for i in range(40 * len(groups))]
    said = np.where(rng.random(len(names)) < 0.7, "x", "y").tolist()
    return murho.score(how, ["x"] * len(names), said, features={"topic": names})


def test_a_whole_score() -> None:
    score = murho.score(
        "labels", ["a", "b", "b", "c"], ["a", "a", None, "c"], features={"day": ["mo", "mo", "tu", None]}
    )
    lines = seen(show_score, score).splitlines()
    assert lines[0].startswith("labels  π = 0.5000  95 % [0.")
    assert "accuracy 1 − π = 50.00 %; 2 / 4 over 4 cases" in lines[1]
    assert lines[2].strip() == "correct 2, total 4, undefined 1"
    assert any("1 undefined (⊥)" in line for line in lines)
    assert lines[-1] == score.signature, "on a line of its own, to be copied whole"
    header = next(line for line in lines if line.startswith("day"))
    assert header.split() == ["day", "n", "π", "interval", "⊥"]
    assert [line.split()[0] for line in lines if line.startswith(("mo ", "tu ", "(none) "))] == ["mo", "tu", "(none)"]


def test_every_figure_is_whole_at_80_columns() -> None:
    groups = ["short", "a group whose name is much longer than the screen is wide, and goes on", "無" * 50, "x" * 200]
    score = long(groups)
    text = seen(show_score, score)
    assert "…" not in text
    for figure in score.by["topic"].values():
        assert f"  {figure.n}  {fraction(figure.value)}  [{fraction(figure.low)}, {fraction(figure.high)}]" in text
    for line in text.splitlines()[4:-1]:
        assert Text(line).cell_len <= WIDTH, line
    assert (text.count("x"), text.count("無")) == (200, 50), "names are folded, not cut"


def test_unbounded_figures_are_whole_too() -> None:
    score = murho.score(
        "words", ["a", "b c"], ["x y z " * 50, "b"], features={"topic": ["insertions", "some other topic"]}
    )
    text = seen(show_score, score)
    assert "…" not in text
    for figure in (score.figure, *score.by["topic"].values()):
        assert f"[{fraction(figure.low)}, {fraction(figure.high)}]" in text


def test_nothing_to_divide_by() -> None:
    text = seen(show_score, murho.score("words", [""], [""]))
    assert "words  π = –  95 % –" in text
    assert "nan" not in text
    assert "inf" not in text
    assert "nothing to estimate: the denominator is 0" in text


@pytest.mark.parametrize("hostile", HOSTILE)
def test_data_is_inert(hostile: str) -> None:
    """In names of features, groups, and runs; nothing is acted on, and something of it is to be seen."""
    score = murho.score("labels", ["a"] * 4, ["a", "b"] * 2, features={hostile: [hostile, "x"] * 2})
    shares = profile(
        measure("labels").judge([("a",)] * 2, [("a",), ("b",)]), [1, 1], {hostile: [hostile, "x"], "y": [1, 2]}
    )
    found = compare([1, 0, 1], [1, 1, 1], [0, 0, 1], [1, 1, 1])
    one = Compared(hostile, hostile, found, None, {hostile: {hostile: (found, 1.0)}}, 1, 2, 9, 0, 0)
    for text in (
        seen(show_score, score),
        seen(show_profile, shares),
        seen(show_profile, shares, width=20),
        seen(show_comparison, Comparison("labels", [one], "signature")),
    ):
        assert all(sign.isprintable() or sign == "\n" for sign in text)
        flat = "".join(text.split())
        for part in (inert(hostile), hostile):
            if part.isascii() and part.isprintable() and "\\" not in part:
                assert "".join(part.split()) in flat


@given(text=st.text(max_size=12))
def test_inert_text_is_one_printable_line_and_markup_shows_itself(text: str) -> None:
    plain = inert(text)
    assert plain.isprintable() or not plain
    if text.isprintable():
        assert plain == text
    shown = Text.from_markup(escape(text), emoji=False).plain
    assert shown.rstrip("\\") == plain.rstrip("\\")


def test_small_things() -> None:
    assert printed(0.12004) == 0.12
    assert fraction(None) == "–"
    assert number(12.0) == "12"
    assert number(10**20) == "1" + "0" * 20
    assert number(0.1 + 0.2) == "0.3"
    assert bar(0) == ""
    assert bar(0.5) == "█" * 10
    assert bar(7.0) == bar(1) == "█" * 20
    assert bar(None) == ""


# --- profiles


def shares(axes: dict[str, list[Any]], count: int) -> Any:
    judged = measure("meanings").judge([("a",)] * count, [("a",) if i % 3 else ("b",) for i in range(count)])
    return profile(judged, [1] * count, {**{name: column[:count] for name, column in axes.items()}})


def test_a_profile_that_fits_is_a_matrix() -> None:
    cells = shares({"topic": ["u", "v", None] * 3, "size": [1, 2, 3] * 3}, 9)
    lines = seen(show_profile, cells).splitlines()
    assert lines[1].strip() == "profile  share of expressions by topic × size"
    assert lines[2].split() == ["topic", "1", "2", "3"]
    assert [line.split() for line in lines[3:]] == [
        ["u", "0.333", "·", "·"],
        ["v", "·", "0.333", "·"],
        ["(none)", "·", "·", "0.333"],
    ]


def test_a_profile_that_does_not_fit_is_a_list() -> None:
    cells = shares({"one": [f"class {i % 13}" for i in range(500)], "two": [f"kind {i % 17}" for i in range(500)]}, 500)
    text = seen(show_profile, cells)
    assert "…" not in text
    lines = text.splitlines()
    assert lines[2].split() == ["one", "two", "share", "n", "π"]
    assert len(lines) == 3 + 13 * 17
    assert sum(int(line.split()[-2]) for line in lines[3:]) == 500


def test_a_profile_of_one_and_of_three_axes() -> None:
    one = seen(show_profile, shares({"topic": ["v", "u"] * 3}, 6)).splitlines()
    assert [line.split()[0] for line in one[3:]] == ["u", "v"]
    three = seen(show_profile, shares({"a": [1, 2] * 3, "b": ["x"] * 6, "c": [None, True] * 3}, 6)).splitlines()
    assert three[2].split() == ["a", "b", "c", "share", "n", "π"]
    assert three[3].split()[:3] == ["1", "x", "(none)"]


def test_a_profile_with_a_class_for_each_case_is_quick() -> None:
    count = 3000
    cells = shares({"id": [str(i) for i in range(count)], "text": [f"text {i}" for i in range(count)]}, count)
    assert len(seen(show_profile, cells).splitlines()) == 3 + count


# --- comparisons


def test_a_comparison_at_80_columns() -> None:
    rng = np.random.default_rng(3)
    columns = [rng.integers(0, 2, 2000), np.ones(2000), rng.integers(0, 2, 2000), np.ones(2000)]
    found = compare(*columns)
    name = "runs/of-a-system-with-a-rather-long-name/2026-11-20T09-40-00/baseline-with-everything-on"
    groups = {f"a scenario with a long name {i}": (found, 0.5) for i in range(3)}
    one = Compared(name, "b", found, 0.25, {"scenario": groups}, 0, 3, 9, 2, 1)
    text = seen(show_comparison, Comparison("labels", [one, one], "murho|signature"))
    assert "…" not in text
    assert name in text
    assert f"{found.value:+.4f} [{found.low:+.4f}, {found.high:+.4f}] {found.p_value:.4f} 0.2500" in text
    assert "p Holm" in text
    assert "3 cases without an answer in B: UNDEFINED there" in text
    assert "2 cases that A alone was asked, 1 that B alone was asked" in text
    tables = [line for line in text.splitlines() if "[" in line]
    assert len(tables) == 2 * 4
    assert all(Text(line).cell_len <= WIDTH for line in tables)


def test_a_comparison_without_a_denominator() -> None:
    found = compare([0, 0], [0, 0], [0, 0], [0, 0], bounded=False)
    one = Compared("a", "b", found, None, {}, 0, 0, 2, 0, 0)
    text = seen(show_comparison, Comparison("words", [one], "signature"))
    assert "inf" not in text
    assert "nothing to compare: a denominator is 0" in text

"""What a newcomer reads of a score in a terminal of 80 columns: figures whole, nothing unexplained."""

from collections.abc import Callable

import numpy as np
from rich.text import Text

import murho
from murho.pipeline.scoring.score import Score
from murho.sheets.numbers import fraction, interval, interval_of
from murho.terminal.score import show_failures, show_score

Seen = Callable[..., str]
WIDTH = 80


def long(groups: list[str], how: str = "labels") -> Score:
    rng = np.random.default_rng(7)
    names = [groups[i % len(groups)] for i in range(40 * len(groups))]
    said = np.where(rng.random(len(names)) < 0.7, "x", "y").tolist()
    return murho.score(how, ["x"] * len(names), said, features={"topic": names})


def test_a_whole_score(seen: Seen) -> None:
    score = murho.score(
        "labels", ["a", "b", "b", "c"], ["a", "a", None, "c"], features={"day": ["mo", "mo", "tu", None]}
    )
    lines = seen(show_score, score).splitlines()
    assert lines.pop(0) == "right 2 of 4 cases, no answer 1, wrong 1"
    assert lines[0] == f"accuracy 50.00 % [{100 - 100 * score.high:.2f}, {100 - 100 * score.low:.2f}], higher is better"
    assert lines[1].startswith("labels  π = 0.5000  95 % [0.")
    assert lines[1].endswith("], lower is better")
    assert lines[2].strip().startswith("2 / 4 over 4 cases")
    assert lines[3].strip() == "correct 2, total 4, undefined 1"
    told = "  note  1 undefined (⊥): π would be 0.2500 if all of them had been right, 0.5000 if wrong"
    assert told in lines
    assert lines[-1] == score.signature, "on a line of its own, to be copied whole"
    header = next(line for line in lines if line.startswith("day"))
    assert header.split() == ["day", "n", "π", "interval", "simultaneous", "⊥"]
    assert [line.split()[0] for line in lines if line.startswith(("mo ", "tu ", "(none) "))] == ["mo", "tu", "(none)"]
    (both,) = (figure for day, figure in score.by["day"].items() if day == "mo")
    assert interval(both) in header_of(lines, "mo ")
    assert interval_of(both.simultaneous_interval) in header_of(lines, "mo ")
    assert "simultaneous: 95 % for all 3 groups at once" in [line.strip() for line in lines]


def test_one_group_alone_has_no_second_interval(seen: Seen) -> None:
    text = seen(show_score, murho.score("labels", ["a", "b"], ["a", "a"], features={"day": ["mo", "mo"]}))
    assert "simultaneous" not in text


def header_of(lines: list[str], start: str) -> str:
    return next(line for line in lines if line.startswith(start))


def test_every_figure_is_whole_at_80_columns(seen: Seen) -> None:
    groups = ["short", "a group whose name is much longer than the screen is wide, and goes on", "無" * 50, "x" * 200]
    score = long(groups)
    text = seen(show_score, score)
    assert "…" not in text
    for figure in score.by["topic"].values():
        assert f"  {figure.n}  {fraction(figure.value)}  [{fraction(figure.low)}, {fraction(figure.high)}]" in text
    for line in text.splitlines()[5:-1]:
        assert Text(line).cell_len <= WIDTH, line
    assert (text.count("x"), text.count("無")) == (200, 50), "names are folded, not cut"


def test_unbounded_figures_are_whole_too(seen: Seen) -> None:
    score = murho.score(
        "words", ["a", "b c"], ["x y z " * 50, "b"], features={"topic": ["insertions", "some other topic"]}
    )
    text = seen(show_score, score)
    assert "…" not in text
    assert text.startswith("right 1 of 3 words, wrong 2, inserted 149\n")
    assert text.splitlines()[1].startswith(f"word error rate {100 * score.value:.2f} % [")
    assert f"[{fraction(score.figure.low)}, {fraction(score.figure.high)}]" in text
    assert [figure.interval for figure in score.by["topic"].values()] == [None, None], "of one case each"


def test_nothing_to_divide_by(seen: Seen) -> None:
    text = seen(show_score, murho.score("words", [""], [""]))
    assert "words  π = –  95 % –" in text
    assert "nan" not in text
    assert "inf" not in text
    assert "nothing to estimate: the denominator is 0" in text


def test_five_kinds_of_failure_are_shown_each_cut_to_a_line(seen: Seen) -> None:
    kinds = [(9 - i, f"[{i}] " + "x" * 300) for i in range(7)]
    lines = seen(show_failures, kinds, width=400).splitlines()
    assert [line.split()[:4] for line in lines[:-1]] == [["undefined", str(9 - i), "×", f"[{i}]"] for i in range(5)]
    assert {line.count("x") for line in lines[:-1]} == {196}
    assert lines[-1].split() == ["undefined", "2", "more", "kinds", "of", "failure"]
    assert len(seen(show_failures, kinds[:5], width=400).splitlines()) == 5

"""Alignments in the terminal: legible without colour, within the width, worst first."""

import io

import pytest
from rich.console import Console

from murho.measures import measure
from murho.pipeline.align import Alignment
from murho.report.alignment import chosen, lines, none, show


def alignment(said: str, heard: str, name: str = "u1", **more: object) -> Alignment:
    (steps,) = measure("words").aligned([(said,)], [(heard,)])
    return Alignment(name, steps, **more)  # type: ignore[arg-type]


def drawn(one: Alignment, width: int = 80, errors_only: bool = False) -> list[str]:
    return ["".join(text for text, _ in line) for line in lines(one, width, errors_only)]


def test_word_stands_under_word() -> None:
    assert drawn(alignment("i want to go to berlin", "want two go to bonn now")) == [
        "u1  4 of 6 wrong, 66.7 %: S 2, D 1, I 1",
        "ref  i   want to  go to ***  berlin",
        "hyp  *** want two go to bonn now",
        "     D        S         I    S",
    ]


def test_blocks_are_labelled_and_set_off() -> None:
    assert drawn(alignment("one two three four five six", "one two three for five six"), 20) == [
        "u1  1 of 6 wrong, 16.7 %: S 1",
        "ref  one two three",
        "hyp  one two three",
        "",
        "ref  four five six",
        "hyp  for  five six",
        "     S",
    ]


def test_long_stretches_without_an_error_are_summed_up() -> None:
    said = " ".join(["right"] * 30 + ["wrong"] + ["right"] * 30)
    found = drawn(alignment(said, said.replace("wrong", "off")), 30, errors_only=True)
    assert found[1] == "     … 28 right …"
    assert found[-1] == "     … 29 right …"
    assert len(found) == 6


def test_no_line_is_wider_than_the_terminal() -> None:
    said = "a bb ccc dddd " * 20 + "x" * 200
    for width in (20, 40, 79):
        assert max(map(len, drawn(alignment(said, "bb ccc " * 30), width))) <= max(width, 45)


def test_nothing_said_and_nothing_to_say() -> None:
    assert drawn(alignment("", "")) == ["u1  nothing wrong"]
    assert drawn(alignment("", "uh"))[0] == "u1  1 of 0 wrong: I 1"
    assert drawn(alignment("ja", "", undefined=True, failure="time-out\x1b[2J"))[0] == (
        "u1  1 of 1 wrong, 100.0 %: D 1  ⊥ no answer, time-out\\x1b[2J"
    )


def test_groups_are_named() -> None:
    assert (
        drawn(alignment("a", "a", groups={"speaker": ("anna", "otto")}))[0] == "u1  nothing wrong  speaker anna, otto"
    )


SOME = [
    alignment("a b c d e f", "a b x y z f", "three of six"),
    alignment("a", "b", "one of one"),
    alignment("a b", "a b", "right"),
    alignment("a b c", "x y z", "three of three"),
    alignment("", "x", "one of none"),
]


def test_worst_first() -> None:
    assert [one.id for one in chosen(SOME, worst=3)] == ["three of three", "three of six", "one of none"]
    assert [one.id for one in chosen(SOME, worst=9, rank="rate")] == [
        "one of none",
        "three of three",
        "one of one",
        "three of six",
    ]
    assert [one.id for one in chosen(SOME, errors_only=True)] == [one.id for one in SOME if one.id != "right"]
    assert len(list(chosen(SOME))) == 5
    passing = iter(SOME)
    assert list(none(passing)) == []
    assert next(passing, None) is None


def test_a_silent_failure_is_an_error_to_look_at() -> None:
    failed = alignment("", "", "failed", undefined=True)
    assert [one.id for one in chosen([failed], errors_only=True)] == ["failed"]
    assert [one.id for one in chosen([failed], worst=1)] == ["failed"]


@pytest.mark.parametrize("colour", [False, True])
def test_colour_adds_nothing_but_colour(colour: bool) -> None:
    file = io.StringIO()
    console = Console(file=file, width=60, force_terminal=colour, color_system="standard" if colour else None)
    show([alignment("to [bold]berlin[/bold] now", "to bonn now")], console)
    text = file.getvalue()
    assert ("\x1b[" in text) == colour
    while "\x1b[" in text:
        before, _, behind = text.partition("\x1b[")
        text = before + behind[behind.index("m") + 1 :]
    assert text.splitlines() == [
        "u1  1 of 3 wrong, 33.3 %: S 1",
        "ref  to [bold]berlin[/bold] now",
        "hyp  to bonn                now",
        "        S",
        "",
    ]

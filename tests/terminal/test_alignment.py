"""Alignments in the terminal: legible without colour, within the width."""

import io

import pytest
from rich.console import Console

from murho.measures import measure
from murho.pipeline.scoring.alignment import Alignment
from murho.terminal.alignment import lines, show_alignments
from murho.views.utterances import utterance


def alignment(said: str, heard: str, name: str = "u1", **more: object) -> Alignment:
    (steps,) = measure("words").aligned([(said,)], [(heard,)])
    return Alignment(name, steps, **more)  # type: ignore[arg-type]


def drawn(one: Alignment, width: int = 80, errors_only: bool = False) -> list[str]:
    return ["".join(text for text, _ in line) for line in lines(utterance(one), width, errors_only)]


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


@pytest.mark.parametrize("colour", [False, True])
def test_colour_adds_nothing_but_colour(colour: bool) -> None:
    file = io.StringIO()
    console = Console(file=file, width=60, force_terminal=colour, color_system="standard" if colour else None)
    show_alignments([alignment("to [bold]berlin[/bold] now", "to bonn now")], console)
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

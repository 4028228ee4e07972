"""The notation reads known names and literals, and nothing that could do harm."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from murho.core.errors import UsageError
from murho.core.notation import DEEPEST, module_names, read, shown, split


def pair(left: object, right: object = None) -> tuple[object, object]:
    return left, right


NAMES: dict[str, Callable[..., Any]] = {"pair": pair, "one": lambda: 1}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("one", 1),
        ("one()", 1),
        ("  one ", 1),
        ("pair(2)", (2, None)),
        ("pair(right='x', left=-0.5)", (-0.5, "x")),
        ("pair(one, pair(one(), None))", (1, (1, None))),
        ("pair((1, 2), {'a': [True]})", ((1, 2), {"a": [True]})),
        ("7", 7),
    ],
)
def test_calls_names_and_literals(text: str, value: object) -> None:
    assert read(text, NAMES, what="thing") == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        "pair(",
        "one.__class__",
        "pair(one.real)",
        "one()()",
        "[one]",
        "pair(*[1])",
        "pair(**{'left': 1})",
        "one * one",
        "one if one else one",
        "lambda: 1",
        "pair(x := 1)",
        "f'{one}'",
        "one\0",
        "one; one",
        "import os",
        "pair(" + "9" * 5000 + ")",
        "(" * 500,
        "-" * 100_000 + "1",
        "one + " * 5_000 + "one",
        "pair(" * 300 + "1" + ")" * 300,
    ],
)
def test_everything_else_cannot_be_read(text: str) -> None:
    with pytest.raises(UsageError, match=r"cannot be read; write it like pair or pair\(\.\.\.\)"):
        read(text, NAMES, what="thing")


def test_an_error_shows_no_more_of_a_text_than_can_be_read() -> None:
    with pytest.raises(UsageError) as error:
        read("pair(" * 50_000, NAMES, what="thing")
    text = ("pair(" * 40) + "..."
    assert str(error.value) == f"thing {text!r} cannot be read; write it like pair or pair(...)"


def test_a_long_dotted_name_is_looked_at_once() -> None:
    """It took minutes, by the square of its length."""
    began = time.process_time()
    assert module_names("pair(" + "a." * 50_000 + "a, b.c:d)") == ["b.c:d"]
    assert split("a*" * 50_000, "*") == ["a"] * 50_000 + [""]
    assert time.process_time() - began < 5


@pytest.mark.parametrize("text", ["two", "__import__('os')", "pair(open('/etc/passwd'))", "eval('1')"])
def test_only_known_names_are_called(text: str) -> None:
    with pytest.raises(UsageError, match=r"no thing '\w+'; known: pair, one"):
        read(text, NAMES, what="thing")


@pytest.mark.parametrize("text", ["pair", "pair(1, 2, 3)", "one(5)", "pair(middle=1)"])
def test_a_call_that_does_not_fit_says_so(text: str) -> None:
    with pytest.raises(UsageError, match=r"^thing (pair|one): "):
        read(text, NAMES, what="thing")


@dataclass(frozen=True, repr=False)
class Thing:
    name: str
    size: int = 1
    parts: tuple[str, ...] = field(default_factory=tuple)

    def __repr__(self) -> str:
        return shown(self)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Thing("a"), "Thing('a')"),
        (Thing("a|b", 1, ()), "Thing('a|b')"),
        (Thing("", size=2), "Thing('', size=2)"),
        (Thing("a", parts=("b",)), "Thing('a', parts=('b',))"),
    ],
)
def test_what_differs_from_the_defaults_is_shown_and_reads_back(value: Thing, text: str) -> None:
    assert repr(value) == text
    assert read(text, {"Thing": Thing}, what="thing") == value


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", [""]),
        ("a", ["a"]),
        ("a|b | c", ["a", "b ", " c"]),
        ("a('b|c')|d", ["a('b|c')", "d"]),
        ('a("it\'s|b")|c', ['a("it\'s|b")', "c"]),
        ("a((1|2), [3|4])|{5|6}", ["a((1|2), [3|4])", "{5|6}"]),
        ("a||b", ["a", "", "b"]),
    ],
)
def test_a_sign_divides_outside_brackets_and_quotes(text: str, parts: list[str]) -> None:
    assert split(text, "|") == parts


def test_what_is_nested_too_deeply_is_refused() -> None:
    value = read("pair(" * DEEPEST + "7" + ")" * DEEPEST, NAMES, what="thing")
    for _ in range(DEEPEST):
        value, _ = value
    assert value == 7
    assert read("pair(pair(1), pair(pair(2)))", NAMES, what="thing") == ((1, None), ((2, None), None))
    for deeper in (1, 60, 200, 100_000):
        times = DEEPEST + deeper
        with pytest.raises(UsageError, match=r"nested more than 50 deep|cannot be read"):
            read("pair(" * times + ")" * times, NAMES, what="thing")

"""What is told of a plug."""

import pytest

from murho.measures import SHELF
from murho.plugs import Option
from murho.views.plugs import default_of, plug_line


def test_a_plug_tells_its_options_and_an_example_that_is_more_than_its_name() -> None:
    words = plug_line(SHELF.named("words"))
    assert (words.name, words.source, words.help) == ("words", "murho", SHELF.named("words").help)
    assert [one.name for one in words.options] == [one.name for one in SHELF.named("words").options]
    examples = {one.name: (one.example, plug_line(one).example) for one in SHELF.all()}
    assert all(shown == ("" if example == name else example) for name, (example, shown) in examples.items())
    assert {shown == "" for _, shown in examples.values()} == {True, False}


@pytest.mark.parametrize(
    ("default", "text"),
    [(None, ""), ("", ""), ((), ""), (True, "yes"), (False, "no"), (0, "0"), (("a", "b"), "a, b"), ("a", "a")],
)
def test_defaults_are_read_aloud(default: object, text: str) -> None:
    assert default_of(Option("x", "text", default, "")) == text

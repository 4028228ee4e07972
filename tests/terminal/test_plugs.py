"""Plugs in the terminal: options with what is chosen where nothing is said."""

from collections.abc import Callable

from murho.measures import SHELF
from murho.terminal.plugs import show_plugs

Seen = Callable[..., str]


def test_options_stand_below_their_plug(seen: Seen) -> None:
    def show(options: bool) -> list[str]:
        made = seen(lambda console: show_plugs("measures", [SHELF.named("meanings")], console, options), width=200)
        return [" ".join(line.split()) for line in made.splitlines()]

    title, heads, line, *rest = show(True)
    assert (title, heads) == ("measures", "name also from")
    assert line.startswith("meanings ")
    assert line.endswith(" murho")
    assert rest[0] == SHELF.named("meanings").help
    assert any(one.startswith("shifting ") and one.endswith("(mu1())") for one in rest)
    assert show(False) == [title, heads, line, ""]

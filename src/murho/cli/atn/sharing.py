"""Options that several of the commands of `murho atn` share."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from murho.atn import Grammar, Lexicon, Order

FILE = click.Path(dir_okay=False, allow_dash=True)


def bounds(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that bound a search."""
    command = click.option(
        "--depth", type=click.IntRange(min=1), default=10_000, show_default=True, help="Levels of PUSH at most."
    )(command)
    return click.option(
        "--steps",
        type=click.IntRange(min=1),
        default=1_000_000,
        show_default=True,
        help="Attempts at most, a sentence.",
    )(command)


lexicon = click.option(
    "--lexicon", "lexicon_file", required=True, type=FILE, help="form<TAB>CATEGORY[<TAB>f=v|...], a line for each."
)
unknown = click.option(
    "--unknown", multiple=True, metavar="CATEGORY[:f=v|...]", help="A reading of words not in the lexicon; repeatable."
)
strategies = click.option("--strategies", "strategies_file", type=FILE, help="Try arcs in the order learned there.")


def read_words(path: str, unknown: tuple[str, ...]) -> "Lexicon":
    """The lexicon, with readings for unknown words as they were typed."""
    from murho.atn.lexicon import read_lexicon, reading

    return read_lexicon(path, unknown=[reading(text.split(":", 1)) for text in unknown])


def read_order(grammar: "Grammar", path: str | None) -> "Order | None":
    """The order of saved strategies; None where there are none."""
    from murho.atn.strategy_files import read_strategies

    return None if path is None else read_strategies(grammar, path).order()

"""Options that several of the commands of `murho atn` share."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from murho_lab.atn import Grammar, Lexicon, Order

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


def _found(context: click.Context, parameter: click.Parameter, named: str) -> str:
    from murho_lab.atn import grammar_file

    return grammar_file(named)


# Those that come with murho are given by name, and are files all the same.
grammar_argument = click.argument("grammar", type=FILE, callback=_found)
lexicon = click.option(
    "--lexicon", "lexicon_file", type=FILE,
    help="form<TAB>CATEGORY[<TAB>f=v|...], a line for each; by default GRAMMAR's name with .tsv.",
)  # fmt: skip
unknown = click.option(
    "--unknown", multiple=True, metavar="CATEGORY[:f=v|...]", help="A reading of words not in the lexicon; repeatable."
)
strategies = click.option("--strategies", "strategies_file", type=FILE, help="Try arcs in the order learned there.")


def read_words(path: str | None, unknown: tuple[str, ...], grammar: str = "") -> "Lexicon":
    """The lexicon, by default that beside the grammar, with readings for unknown words as they were typed."""
    from pathlib import Path

    from murho_lab.atn.lexicon import read_lexicon, reading

    if path is None:
        path = str(Path(grammar).with_suffix(".tsv"))
        if not Path(path).exists():
            raise click.UsageError(f"no lexicon beside {grammar}; give --lexicon FILE", click.get_current_context())
    return read_lexicon(path, unknown=[reading(text.split(":", 1)) for text in unknown])


def read_order(grammar: "Grammar", path: str | None) -> "Order | None":
    """The order of saved strategies; None where there are none."""
    from murho_lab.atn.strategy_files import read_strategies

    return None if path is None else read_strategies(grammar, path).order()

"""A robust chart parser over a lexicalised unification grammar; lab/docs/chart.md teaches how to write one.

>>> from murho_lab.chart import bundled
>>> bundled("greetings").parse("hello not via kassel").structure
[{'not': {'via': {'city': 'kassel'}}}]
"""

from pathlib import Path

from murho_lab.chart.engine import Link, TooLargeError
from murho_lab.chart.grammar import Grammar, read_grammar
from murho_lab.chart.parsing import Parsed, Parser, read_parser
from murho_lab.chart.partial import Piece, Weights

__all__ = [
    "Grammar", "Link", "Parsed", "Parser", "Piece", "TooLargeError", "Weights", "bundled", "grammar_file",
    "read_grammar", "read_parser",
]  # fmt: skip


def bundled(name: str) -> Parser:
    """The parser of a grammar that comes with murho: `greetings`."""
    return read_parser(grammar_file(name))


def grammar_file(named: str) -> str:
    """The path of a grammar: a file, or else one that comes with murho, by its name.

    >>> grammar_file("my.chart"), grammar_file("greetings").endswith("greetings.chart")
    ('my.chart', True)
    """
    inside = Path(__file__).parent / "grammars" / f"{named}.chart"
    return str(inside) if named.isidentifier() and not Path(named).exists() and inside.exists() else named

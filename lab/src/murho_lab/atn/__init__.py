"""Augmented transition networks: a parser to write grammars for, which learns in which order to try its arcs.

Woods' networks (CACM 13, 1970) with the strategies of Ferrari and Stock ("Strategy selection for an ATN syntactic
parser", 1980). lab/docs/atn.md teaches how to write a grammar.

>>> from murho_lab.atn import bundled, parse
>>> toy, lexicon = bundled("english")
>>> parse(toy, lexicon.sentence("the man saw the dog")).structures
('(S DCL (NP the man) (VP saw (NP the dog)))',)
"""

from importlib import resources
from pathlib import Path

from murho_lab.atn.analysis import Analysis
from murho_lab.atn.engine import Bounds
from murho_lab.atn.grammar import grammar, read_grammar
from murho_lab.atn.lexicon import Lexicon, Reading, Sentence, Token, read_lexicon
from murho_lab.atn.network import Grammar, Order
from murho_lab.atn.parsing import Parsed, parse

__all__ = [
    "Analysis", "Bounds", "Grammar", "Lexicon", "Order", "Parsed", "Reading", "Sentence", "Token", "bundled", "grammar",
    "grammar_file", "parse", "read_grammar", "read_lexicon",
]  # fmt: skip


def bundled(name: str) -> tuple[Grammar, Lexicon]:
    """A grammar that comes with murho and its lexicon, which may be empty: `english`, `ud`, `italian`, `spanish`."""
    folder = resources.files("murho_lab.atn") / "grammars"
    with resources.as_file(folder) as on_disk:
        words = on_disk / f"{name}.tsv"
        return read_grammar(on_disk / f"{name}.atn"), read_lexicon(words) if words.exists() else Lexicon({})


def grammar_file(named: str) -> str:
    """The path of a grammar: a file, or else one that comes with murho, by its name.

    >>> grammar_file("my.atn"), grammar_file("english").endswith("english.atn")
    ('my.atn', True)
    """
    inside = Path(__file__).parent / "grammars" / f"{named}.atn"
    return str(inside) if named.isidentifier() and not Path(named).exists() and inside.exists() else named

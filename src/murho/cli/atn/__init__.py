"""murho atn: a group of commands, one small module each."""

import click

from murho.cli.atn.check import check
from murho.cli.atn.compare import compare
from murho.cli.atn.costs import costs
from murho.cli.atn.cover import cover
from murho.cli.atn.draw import draw
from murho.cli.atn.learn import learn
from murho.cli.atn.parse import parse
from murho.cli.atn.trace import trace


@click.group(no_args_is_help=True)
def atn() -> None:
    """Parse with an augmented transition network (ATN).

    \b
    murho atn check english
    murho atn parse english "the man saw the dog"
    murho atn learn ud --treebank text.conllu -o text.strategies
    murho atn cover ud treebank.conllu --longest 15
    murho atn compare ud news.conllu wiki.conllu

    docs/atn.md teaches how to write a grammar, docs/strategies.md what learning is worth.
    """


for command in (check, compare, costs, cover, draw, learn, parse, trace):
    atn.add_command(command)

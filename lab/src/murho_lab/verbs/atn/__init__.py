"""Parse with a network that learns in which order to try its arcs.

A group of commands, one small module each.
"""

import click

from murho_lab.verbs.atn.check import check
from murho_lab.verbs.atn.compare import compare
from murho_lab.verbs.atn.costs import costs
from murho_lab.verbs.atn.cover import cover
from murho_lab.verbs.atn.draw import draw
from murho_lab.verbs.atn.learn import learn
from murho_lab.verbs.atn.parse import parse
from murho_lab.verbs.atn.trace import trace


@click.group(no_args_is_help=True)
def atn() -> None:
    """Parse with an augmented transition network (ATN).

    \b
    murho atn check english
    murho atn parse english "the man saw the dog"
    murho atn learn ud --treebank text.conllu -o text.strategies
    murho atn cover ud treebank.conllu --longest 15
    murho atn compare ud news.conllu wiki.conllu

    lab/docs/atn.md teaches how to write a grammar, lab/docs/strategies.md what learning is worth.
    """


for command in (check, compare, costs, cover, draw, learn, parse, trace):
    atn.add_command(command)

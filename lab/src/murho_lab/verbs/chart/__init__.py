"""Parse what was said by a grammar of typed words, as far as it goes.

A group of commands, one small module each.
"""

import click

from murho_lab.verbs.chart.check import check
from murho_lab.verbs.chart.parse import parse


@click.group(no_args_is_help=True)
def chart() -> None:
    """Parse what was said with a grammar of typed words, as far as it goes.

    \b
    murho chart check greetings
    murho chart parse greetings "uh to bonn no to berlin tomorrow"

    lab/docs/chart.md teaches how to write a grammar.
    """


for command in (check, parse):
    chart.add_command(command)

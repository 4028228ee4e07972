"""murho atn cover"""

import click

from murho.cli import options
from murho_lab.verbs.atn.sharing import FILE, bounds, grammar_argument, read_order, strategies


@click.command()
@grammar_argument
@click.argument("treebank", type=FILE)
@click.option(
    "--longest", type=click.IntRange(min=1), default=15, show_default=True, help="Leave out longer sentences."
)
@strategies
@click.option(
    "--failed", is_flag=True, help="Show the sentences without an analysis, each with the reason and its tags."
)
@bounds
@options.as_json
def cover(
    grammar: str,
    treebank: str,
    longest: int,
    strategies_file: str | None,
    failed: bool,
    steps: int,
    depth: int,
    as_json: bool,
) -> None:
    """Say how much of TREEBANK the grammar analyses with gold tags, and how well against the gold trees.

    \b
    murho atn cover ud treebank.conllu --longest 15
    """
    import json

    from murho_lab.atn import Bounds, read_grammar
    from murho_lab.atn.coverage import cover as measure
    from murho_lab.atn.treebank import read_treebank

    nets = read_grammar(grammar)
    limits = Bounds(steps=steps, depth=depth)
    coverage = measure(
        nets, read_treebank(treebank, longest=longest), order=read_order(nets, strategies_file), bounds=limits
    )
    if as_json:
        click.echo(json.dumps(coverage.as_json(), ensure_ascii=False))
        return
    for line in coverage.lines(failed=failed):
        click.echo(line)

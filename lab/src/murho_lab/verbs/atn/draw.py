"""murho atn draw"""

import click

from murho.cli import written
from murho_lab.verbs.atn.sharing import grammar_argument, strategies


@click.command()
@grammar_argument
@click.option("-o", "--out", default="-", type=written.FILE, help="A .dot file, or a .svg that Graphviz draws.")
@strategies
def draw(grammar: str, out: str, strategies_file: str | None) -> None:
    """Draw GRAMMAR as a graph, arcs by their learned weight where strategies are given.

    \b
    murho atn draw english -o english.dot
    murho atn draw english --strategies text.strategies -o english.svg
    """
    from murho.formats.saving import writing
    from murho_lab.atn import drawing
    from murho_lab.atn.grammar import read_grammar
    from murho_lab.atn.strategy_files import read_strategies

    nets = read_grammar(grammar, check=False)
    learned = read_strategies(nets, strategies_file) if strategies_file else None
    drawn = drawing.svg(nets, learned) if out.endswith(".svg") else f"{drawing.dot(nets, learned)}\n".encode()
    with writing(out) as file:
        file.write(drawn)

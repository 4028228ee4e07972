"""murho atn trace"""

import click

from murho_lab.verbs.atn.sharing import bounds, grammar_argument, lexicon, read_order, read_words, strategies, unknown


@click.command()
@grammar_argument
@click.argument("sentence")
@lexicon
@unknown
@strategies
@click.option("--all", "everything", is_flag=True, help="Go on to all analyses.")
@bounds
def trace(
    grammar: str,
    sentence: str,
    lexicon_file: str | None,
    unknown: tuple[str, ...],
    strategies_file: str | None,
    everything: bool,
    steps: int,
    depth: int,
) -> None:
    """Show the search step by step, with every attempt and every going back.

    \b
    murho atn trace english "who saw the dog"
    """
    from murho_lab.atn import Bounds, read_grammar, tracing

    nets = read_grammar(grammar)
    words = read_words(lexicon_file, unknown, grammar).sentence(sentence)
    limits = Bounds(steps=steps, depth=depth)
    order = read_order(nets, strategies_file)
    tracing.trace(nets, words, click.echo, order=order, wanted=None if everything else 1, bounds=limits)

"""murho atn parse"""

from typing import Any

import click

from murho.cli import options
from murho_lab.verbs.atn.sharing import bounds, grammar_argument, lexicon, read_words, strategies, unknown


@click.command()
@grammar_argument
@click.argument("sentence")
@lexicon
@unknown
@click.option("--all", "everything", is_flag=True, help="All analyses, not the first.")
@click.option("-n", "--first", type=click.IntRange(min=1), default=1, help="The first so many.")
@strategies
@click.option("--best", is_flag=True, help="Of all analyses the most probable, by --strategies.")
@click.option("--memory", is_flag=True, help="Remember constituents; the same analyses, sooner; no penetrance.")
@click.option("--partial", is_flag=True, help="Without an analysis: the best sequence of partial ones.")
@click.option(
    "--output", type=click.Choice(["tree", "units", "conllu"]), default="tree", show_default=True,
    help="Structures, attribute:value units, or dependencies.",
)  # fmt: skip
@bounds
@options.as_json
def parse(
    grammar: str,
    sentence: str,
    lexicon_file: str | None,
    unknown: tuple[str, ...],
    everything: bool,
    first: int,
    strategies_file: str | None,
    best: bool,
    memory: bool,
    partial: bool,
    output: str,
    steps: int,
    depth: int,
    as_json: bool,
) -> None:
    """Parse SENTENCE, words parted by spaces, with GRAMMAR.

    \b
    murho atn parse english "who saw the dog"
    murho atn parse english "who saw the dog" --all --json

    No analysis is an answer too: the exit status is 0.
    """
    import json
    from dataclasses import replace

    from murho_lab import atn as network
    from murho_lab.atn.dependencies import conllu, tree
    from murho_lab.atn.partial import pieces
    from murho_lab.atn.strategy_files import read_strategies
    from murho_lab.atn.values import units

    if best and strategies_file is None:
        raise click.UsageError(
            "--best needs --strategies FILE, which says what is probable", click.get_current_context()
        )
    nets = network.read_grammar(grammar)
    words = read_words(lexicon_file, unknown, grammar).sentence(sentence)
    limits = network.Bounds(steps=steps, depth=depth)
    learned = read_strategies(nets, strategies_file) if strategies_file else None
    order = learned.order() if learned else None
    wanted = None if everything or best else first  # None is all of them: the best is chosen from all
    result = network.parse(nets, words, wanted=wanted, order=order, memory=memory, bounds=limits)
    if best and learned is not None and result.analyses:
        result = replace(result, analyses=tuple(filter(None, [learned.best(result.analyses)])))
    shown: list[Any] = list(dict.fromkeys(result.structures))
    if output == "units":
        shown = [units(analysis.value) for analysis in result.analyses]
    elif output == "conllu":
        shown = [conllu(words, tree(analysis, len(words.words))) for analysis in result.analyses]
    # Pieces stand in for an analysis, never beside one.
    rest = pieces(nets, words, order=order, bounds=limits) if partial and not result.analyses else None
    if as_json:
        fields = {**result.as_json(), **({} if output == "tree" else {output: shown})}
        if rest is not None:
            fields |= {"partial": [piece.as_json() for piece in rest.pieces], "partial_undefined": rest.undefined}
        click.echo(json.dumps(fields, ensure_ascii=False))
        return
    for structure in shown:
        click.echo(" ".join(structure) if output == "units" else structure, nl=output != "conllu")
    for piece in rest.pieces if rest else ():
        click.echo(f"partial {piece.start + 1}-{piece.end}: {piece.as_json()['structure']}")
    _remark(result)


def _remark(result: Any) -> None:
    """Print what the search took on standard error, so that structures can be piped."""
    count = len(result.analyses)
    remark = f"{count or 'no'} {'analysis' if count <= 1 else 'analyses'}, {result.choices:,} choices"
    if result.penetrance is not None:
        remark += f", penetrance {result.penetrance:.4f}"
    if result.unknown:
        remark += f"; not in the lexicon: {', '.join(result.unknown)}"
    click.echo(f"{remark}; UNDEFINED: {result.undefined}" if result.undefined else remark, err=True)

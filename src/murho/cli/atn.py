"""murho atn"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from murho.cli import options

if TYPE_CHECKING:
    from murho.atn import Grammar, Lexicon, Order, Sentence

FILE = click.Path(dir_okay=False, allow_dash=True)


@click.group(no_args_is_help=True)
def atn() -> None:
    """Parse with an augmented transition network (ATN).

    \b
    murho atn check english.atn
    murho atn parse english.atn --lexicon english.tsv "the man saw the dog"
    murho atn learn english.atn --treebank text.conllu -o text.strategies
    murho atn cover ud.atn treebank.conllu --longest 15

    docs/atn.md teaches how to write a grammar.
    """


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


lexicon = click.option(
    "--lexicon", "lexicon_file", required=True, type=FILE, help="form<TAB>CATEGORY[<TAB>f=v|...], a line for each."
)
unknown = click.option(
    "--unknown", multiple=True, metavar="CATEGORY[:f=v|...]", help="A reading of words not in the lexicon; repeatable."
)
strategies = click.option("--strategies", "strategies_file", type=FILE, help="Try arcs in the order learned there.")


def _lexicon(path: str, unknown: tuple[str, ...]) -> "Lexicon":
    from murho.atn.lexicon import read_lexicon, reading

    return read_lexicon(path, unknown=[reading(text.split(":", 1)) for text in unknown])


def _order(grammar: "Grammar", path: str | None) -> "Order | None":
    from murho.atn.strategy_files import read_strategies

    return None if path is None else read_strategies(grammar, path).order()


@atn.command()
@click.argument("grammar", type=FILE)
def check(grammar: str) -> int:
    """Check GRAMMAR: undefined and unreachable states, PUSH without POP, JUMP cycles, left recursion.

    \b
    murho atn check english.atn

    The exit status is 1 if it cannot be used.
    """
    from murho.atn.checks import findings
    from murho.atn.grammar import read_grammar

    read = read_grammar(grammar, check=False)
    found = findings(read)
    for one in found:
        click.echo(one)
    click.echo(f"{grammar}: {len(read.states)} states, {len(read.arcs)} arcs, {len(found)} findings")
    return int(any(one.error for one in found))


@atn.command()
@click.argument("grammar", type=FILE)
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
    lexicon_file: str,
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
    murho atn parse english.atn --lexicon english.tsv "who saw the dog"
    murho atn parse english.atn --lexicon english.tsv "who saw the dog" --all --json

    No analysis is an answer too: the exit status is 0.
    """
    import json
    from dataclasses import replace

    from murho import atn as network
    from murho.atn.dependencies import conllu, tree
    from murho.atn.partial import pieces
    from murho.atn.strategy_files import read_strategies
    from murho.atn.values import units

    if best and strategies_file is None:
        raise click.UsageError(
            "--best needs --strategies FILE, which says what is probable", click.get_current_context()
        )
    nets = network.read_grammar(grammar)
    words = _lexicon(lexicon_file, unknown).sentence(sentence)
    limits = network.Bounds(steps=steps, depth=depth)
    learned = read_strategies(nets, strategies_file) if strategies_file else None
    order = learned.order() if learned else None
    wanted = None if everything or best else first
    found = network.parse(nets, words, wanted=wanted, order=order, memory=memory, bounds=limits)
    if best and learned is not None and found.analyses:
        found = replace(found, analyses=tuple(filter(None, [learned.best(found.analyses)])))
    shown: list[Any] = list(dict.fromkeys(found.structures))
    if output == "units":
        shown = [units(one.value) for one in found.analyses]
    elif output == "conllu":
        shown = [conllu(words, tree(one, len(words.words))) for one in found.analyses]
    rest = pieces(nets, words, order=order, bounds=limits) if partial and not found.analyses else None
    if as_json:
        fields = {**found.as_json(), **({} if output == "tree" else {output: shown})}
        if rest is not None:
            fields |= {"partial": [piece.as_json() for piece in rest.pieces], "partial_undefined": rest.undefined}
        click.echo(json.dumps(fields, ensure_ascii=False))
        return
    for one in shown:
        click.echo(" ".join(one) if output == "units" else one, nl=output != "conllu")
    for piece in rest.pieces if rest else ():
        click.echo(f"partial {piece.start + 1}-{piece.end}: {piece.as_json()['structure']}")
    _remark(found)


def _remark(found: Any) -> None:
    """What the search took, on standard error, so that structures can be piped."""
    count = len(found.analyses)
    said = f"{count or 'no'} {'analysis' if count <= 1 else 'analyses'}, {found.choices:,} choices"
    if found.penetrance is not None:
        said += f", penetrance {found.penetrance:.4f}"
    if found.unknown:
        said += f"; not in the lexicon: {', '.join(found.unknown)}"
    click.echo(f"{said}; UNDEFINED: {found.undefined}" if found.undefined else said, err=True)


@atn.command()
@click.argument("grammar", type=FILE)
@click.option("-o", "--out", default="-", type=FILE, help="A .dot file, or a .svg that Graphviz draws.")
@strategies
def draw(grammar: str, out: str, strategies_file: str | None) -> None:
    """Draw GRAMMAR as a graph, arcs by their learned weight where strategies are given.

    \b
    murho atn draw english.atn -o english.dot
    murho atn draw english.atn --strategies text.strategies -o english.svg
    """
    from murho.atn import drawing
    from murho.atn.grammar import read_grammar
    from murho.atn.strategy_files import read_strategies
    from murho.formats.saving import writing

    nets = read_grammar(grammar, check=False)
    learned = read_strategies(nets, strategies_file) if strategies_file else None
    drawn = drawing.svg(nets, learned) if out.endswith(".svg") else f"{drawing.dot(nets, learned)}\n".encode()
    with writing(out) as file:
        file.write(drawn)


@atn.command()
@click.argument("grammar", type=FILE)
@click.argument("sentence")
@lexicon
@unknown
@strategies
@click.option("--all", "everything", is_flag=True, help="Go on to all analyses.")
@bounds
def trace(
    grammar: str,
    sentence: str,
    lexicon_file: str,
    unknown: tuple[str, ...],
    strategies_file: str | None,
    everything: bool,
    steps: int,
    depth: int,
) -> None:
    """Show the search step by step, with every attempt and every going back.

    \b
    murho atn trace english.atn --lexicon english.tsv "who saw the dog"
    """
    from murho.atn import Bounds, read_grammar, tracing

    nets = read_grammar(grammar)
    words = _lexicon(lexicon_file, unknown).sentence(sentence)
    limits = Bounds(steps=steps, depth=depth)
    order = _order(nets, strategies_file)
    tracing.trace(nets, words, click.echo, order=order, wanted=None if everything else 1, bounds=limits)


@atn.command()
@click.argument("grammar", type=FILE)
@click.option("--treebank", type=FILE, help="A CoNLL-U file: its words with their own tags and features.")
@click.option("--text", type=FILE, help="A file with a sentence on every line, for --lexicon.")
@click.option("--lexicon", "lexicon_file", type=FILE, help="form<TAB>CATEGORY[<TAB>f=v|...], a line for each.")
@unknown
@click.option("-o", "--out", required=True, type=FILE, help="Where to write the strategies.")
@click.option("--add", multiple=True, type=FILE, help="Strategies to add; may be repeated.")
@click.option("--passages", is_flag=True, help="Count every crossing, not only those of accepted ways.")
@click.option("-n", "--first", type=click.IntRange(min=1), default=1, help="Learn from the first so many analyses.")
@click.option("--longest", type=click.IntRange(min=1), help="Leave out longer sentences.")
@bounds
def learn(
    grammar: str,
    treebank: str | None,
    text: str | None,
    lexicon_file: str | None,
    unknown: tuple[str, ...],
    out: str,
    add: tuple[str, ...],
    passages: bool,
    first: int,
    longest: int | None,
    steps: int,
    depth: int,
) -> None:
    """Learn from a text in which order to try the arcs of GRAMMAR.

    \b
    murho atn learn ud.atn --treebank news.conllu -o news.strategies
    murho atn learn english.atn --text a.txt --lexicon english.tsv -o a.strategies
    """
    from murho.atn import Bounds, read_grammar, strategy_files
    from murho.atn import strategies as learning

    nets = read_grammar(grammar)
    if (treebank is None) == (text is None) or (text is not None and lexicon_file is None):
        raise click.UsageError("give --treebank FILE, or --text FILE with --lexicon FILE", click.get_current_context())
    sentences = _treebank(treebank, longest) if treebank else _lines(str(text), _lexicon(str(lexicon_file), unknown))
    limits = Bounds(steps=steps, depth=depth)
    learned = learning.learn(nets, sentences, passages=passages, wanted=first, bounds=limits)
    total = learned
    for path in add:
        total = total + strategy_files.read_strategies(nets, path)
    strategy_files.save_strategies(total, out)
    click.echo(f"learned from {learned.accepted} of {learned.sentences} sentences; wrote {out}", err=True)


def _treebank(path: str, longest: int | None) -> "list[Sentence]":
    from murho.atn.treebank import read_treebank

    return [tree.sentence for tree in read_treebank(path, longest=longest)]


def _lines(path: str, words: "Lexicon") -> "list[Sentence]":
    from murho.formats.opening import text_lines

    return [words.sentence(line) for _, line in text_lines(path) if line.strip()]


@atn.command()
@click.argument("grammar", type=FILE)
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
    murho atn cover ud.atn treebank.conllu --longest 15
    """
    import json

    from murho.atn import Bounds, read_grammar
    from murho.atn.coverage import cover as measure
    from murho.atn.treebank import read_treebank

    nets = read_grammar(grammar)
    limits = Bounds(steps=steps, depth=depth)
    found = measure(nets, read_treebank(treebank, longest=longest), order=_order(nets, strategies_file), bounds=limits)
    if as_json:
        click.echo(json.dumps(found.as_json(), ensure_ascii=False))
        return
    for line in found.lines(failed=failed):
        click.echo(line)

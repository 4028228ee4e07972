"""murho atn learn"""

from typing import TYPE_CHECKING

import click

from murho.cli import written
from murho_lab.verbs.atn.sharing import FILE, bounds, grammar_argument, read_words, unknown

if TYPE_CHECKING:
    from murho_lab.atn import Lexicon, Sentence


@click.command()
@grammar_argument
@click.option("--treebank", type=FILE, help="A CoNLL-U file: its words with their own tags and features.")
@click.option("--text", type=FILE, help="A file with a sentence on every line, for --lexicon.")
@click.option("--lexicon", "lexicon_file", type=FILE, help="form<TAB>CATEGORY[<TAB>f=v|...], a line for each.")
@unknown
@click.option("-o", "--out", required=True, type=written.FILE, help="Where to write the strategies.")
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
    murho atn learn ud --treebank news.conllu -o news.strategies
    murho atn learn english.atn --text a.txt --lexicon english.tsv -o a.strategies
    """
    from murho_lab.atn import Bounds, read_grammar, strategy_files
    from murho_lab.atn import strategies as learning

    written.refuse_what_is_read(out, grammar, treebank, text, lexicon_file)  # FILE of --add may grow in its place
    nets = read_grammar(grammar)
    if (treebank is None) == (text is None) or (text is not None and lexicon_file is None):
        raise click.UsageError("give --treebank FILE, or --text FILE with --lexicon FILE", click.get_current_context())
    sentences = _treebank(treebank, longest) if treebank else _lines(str(text), read_words(str(lexicon_file), unknown))
    limits = Bounds(steps=steps, depth=depth)
    learned = learning.learn(nets, sentences, passages=passages, wanted=first, bounds=limits)
    total = learned
    # Counts add up: what is learned of several texts is what one text made of them would teach.
    for path in add:
        total = total + strategy_files.read_strategies(nets, path)
    strategy_files.save_strategies(total, out)
    click.echo(f"learned from {learned.accepted} of {learned.sentences} sentences; wrote {out}", err=True)


def _treebank(path: str, longest: int | None) -> "list[Sentence]":
    from murho_lab.atn.treebank import read_treebank

    return [tree.sentence for tree in read_treebank(path, longest=longest)]


def _lines(path: str, words: "Lexicon") -> "list[Sentence]":
    from murho.formats.opening import text_lines

    return [words.sentence(line) for _, line in text_lines(path) if line.strip()]

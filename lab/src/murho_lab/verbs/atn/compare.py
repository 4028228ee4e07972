"""murho atn compare"""

import click

from murho.cli import options, written
from murho_lab.verbs.atn.sharing import FILE, bounds, grammar_argument, read_words, unknown


@click.command()
@grammar_argument
@click.argument("texts", nargs=-1, required=True, metavar="TEXT_A TEXT_B [TEXT...]")
@click.option("--lexicon", "lexicon_file", type=FILE, help="The texts are plain lines, with the words of this lexicon.")
@unknown
@click.option(
    "--longest", type=click.IntRange(min=1), default=15, show_default=True, help="Leave out longer sentences."
)
@click.option("--limit", type=click.IntRange(min=1), help="Only the first so many sentences of each text.")
@click.option("--covered", is_flag=True, help="Leave out sentences without an analysis; else they count with 0.")
@click.option(
    "--sentences", type=click.IntRange(min=1), default=11, show_default=True, help="Columns of the table of orders."
)
@click.option("--nodes", type=click.IntRange(min=0), default=12, show_default=True, help="Rows of the table of orders.")
@click.option("-o", "--out", type=written.PAGE, help="Write the comparison as an HTML page.")
@bounds
@options.level
@options.as_json
def compare(
    grammar: str,
    texts: tuple[str, ...],
    lexicon_file: str | None,
    unknown: tuple[str, ...],
    longest: int,
    limit: int | None,
    covered: bool,
    sentences: int,
    nodes: int,
    out: str | None,
    steps: int,
    depth: int,
    level: float,
    as_json: bool,
) -> None:
    """Compare texts by the strategies that they teach: penetrance of each under those of each, discrepancy, distance.

    \b
    murho atn compare ud news.conllu wiki.conllu
    murho atn compare ud "en_pud.conllu:n*" "en_pud.conllu:w*" --json
    murho atn compare english.atn a.txt b.txt --lexicon english.tsv -o compared.html

    A text is a CoNLL-U file, or FILE:PATTERN with a pattern for ids of sentences or documents. lab/docs/strategies.md
    says how to read the figures.
    """
    import json

    from murho.core.signature import SCHEMA_VERSION
    from murho.sheets.console import console
    from murho_lab.atn import Bounds, read_grammar
    from murho_lab.atn.texts.comparison import compare_texts
    from murho_lab.atn.texts.course import course
    from murho_lab.atn.texts.terminal import show_course, show_texts
    from murho_lab.atn.texts.text import read_text

    if len(texts) < 2:
        raise click.UsageError("name two texts or more", click.get_current_context())
    nets = read_grammar(grammar)
    words = read_words(lexicon_file, unknown) if lexicon_file else None
    read = [read_text(spec, longest=longest, limit=limit, lexicon=words) for spec in texts]
    if not as_json:  # programs are told the texts as they were typed
        read = [text.take(range(len(text)), name) for text, name in zip(read, _short(texts), strict=True)]
    limits = Bounds(steps=steps, depth=depth)
    compared = compare_texts(nets, read, covered=covered, bounds=limits, level=level)
    settings = {
        "grammar": grammar,
        "longest": longest,
        "limit": limit,
        "covered": covered,
        "steps": steps,
        "level": level,
    }
    if as_json:
        fields = {**compared.as_json(), "settings": settings, "schema_version": SCHEMA_VERSION}
        click.echo(json.dumps(fields, ensure_ascii=False))
        return
    # The course sets two texts side by side: the first two.
    orders = course(nets, read[0], read[1], sentences=sentences, most=nodes)
    screen = console()
    if nodes:
        show_course(orders, screen)
    show_texts(compared, screen)
    if out:
        from murho_lab.atn.texts.page import write_texts

        write_texts(out, compared, orders, settings)
        click.echo(f"wrote {out}", err=True)


def _short(specs: tuple[str, ...]) -> list[str]:
    """File names without their folders, where that leaves them distinct."""
    names = [spec.rsplit("/", 1)[-1] for spec in specs]
    return names if len(set(names)) == len(set(specs)) else list(specs)

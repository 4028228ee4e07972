"""murho suite build"""

import click

from murho.cli import options

FILE = click.Path(dir_okay=False)


@click.command()
@click.option("--treebank", "treebanks", multiple=True, type=FILE, help="Dependency trees in CoNLL-U; may be repeated.")
@click.argument("more", metavar="[FILE.conllu]...", nargs=-1, type=FILE)
@click.option(
    "-o", "--out", required=True, type=click.Path(file_okay=False), help="The folder to write to; made if need be."
)
@click.option("--language", "code", help="es, ca, it, en...; by default what the names of the treebanks begin with.")
@click.option("--review", "reviews", multiple=True, type=FILE, help="A table that was edited; may be repeated.")
@click.option("--suite", type=FILE, metavar="FILE.xml", help="Write this suite with its frequencies filled in.")
@click.option("--keep-null", is_flag=True, help="With --suite: leave null what is null.")
@click.option("--corpus", metavar="NAME", help="What the suite calls the treebanks; by default their file names.")
@click.option("--parser", metavar="SYSTEM", help="Parse the test sentences, as in spacy:es_core_news_sm.")
@click.option("--force", is_flag=True, help="Write over files that are there already.")
@options.as_json
def build(
    treebanks: tuple[str, ...],
    more: tuple[str, ...],
    out: str,
    code: str | None,
    reviews: tuple[str, ...],
    suite: str | None,
    keep_null: bool,
    corpus: str | None,
    parser: str | None,
    force: bool,
    as_json: bool,
) -> None:
    """Build a suite from treebanks: how frequent its phenomena are, which orders of arguments it should have.

    \b
    murho suite build --treebank es_gsd-ud-test.conllu es_pud-ud-test.conllu -o es
    murho suite build --review es/schemas.tsv --parser spacy:es_core_news_sm --language es -o draft
    murho suite build --review es/schemas.tsv --review draft/trees.tsv --language es -o suite
    murho suite build --treebank es_gsd-ud-test.conllu -o es2 --suite mine.xml

    First it writes links.tsv and schemas.tsv, which you edit in a spreadsheet: keep or drop, your own test sentence.
    From those it writes suite.xml, and, with a parser, trees.tsv, in which you correct heads and relations; from that
    suite.conllu. docs/building-suites.md goes through all of it.
    """
    import json

    from murho.pipeline.suites.build import build as run
    from murho.sheets.console import console
    from murho.terminal.suite_build import show_built

    # Arguments are what a shell makes of `--treebank *.conllu`: the files behind the first.
    if more and not treebanks:
        raise click.UsageError("name treebanks after --treebank", click.get_current_context())
    built = run(
        out,
        treebanks=(*treebanks, *more),
        code=code,
        reviews=reviews,
        suite=suite,
        parser=parser,
        corpus=corpus,
        keep_null=keep_null,
        force=force,
    )
    if as_json:
        click.echo(json.dumps(built.as_json(), ensure_ascii=False))
    else:
        show_built(built, console())

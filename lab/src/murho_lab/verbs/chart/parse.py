"""murho chart parse"""

import click

from murho.cli import options
from murho_lab.verbs.chart.sharing import grammar_argument


@click.command()
@grammar_argument
@click.argument("text")
@click.option(
    "--map",
    "map_file",
    type=click.Path(dir_okay=False),
    help="How structures become units, instead of the grammar's own.",
)
@options.as_json
def parse(grammar: str, text: str, map_file: str | None, as_json: bool) -> None:
    """Parse TEXT, words parted by spaces, with GRAMMAR; the units that were understood, each on a line.

    \b
    murho chart parse greetings "uh to bonn no to berlin tomorrow"
    murho chart parse greetings "not via kassel" --json

    A grammar that says nothing of units shows structures. Words that no piece covers are told on standard error.
    """
    import json

    from murho.measures.units.mapping import mapping
    from murho_lab.chart import read_parser

    parsed = read_parser(grammar, mapping=mapping(map_file) if map_file else None).parse(text)
    if as_json:
        click.echo(json.dumps(parsed.as_json(), ensure_ascii=False))
        return
    for shown in parsed.structure if parsed.units is None else parsed.units:
        click.echo(shown if isinstance(shown, str) else json.dumps(shown, ensure_ascii=False))
    uncovered = [" ".join(piece.words) for piece in parsed.pieces if piece.type is None]
    if uncovered:
        click.echo(f"not understood: {', '.join(uncovered)}", err=True)

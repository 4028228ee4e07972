"""murho explain"""

import click

from murho.cli import options


@click.command()
@click.argument("term", nargs=-1)
@options.as_json
def explain(term: tuple[str, ...], as_json: bool) -> None:
    """Explain a TERM of the reports, or a measure, in plain words; without one list all terms.

    \b
    murho explain π
    murho explain effective n
    murho explain slots
    """
    import json
    from dataclasses import asdict

    from murho.core.errors import UsageError
    from murho.figures import terms
    from murho.measures import SHELF
    from murho.sheets.glossary import explain as explained
    from murho.sheets.terms import Term

    if not term:
        if as_json:
            click.echo(json.dumps([asdict(one) for one in terms()], ensure_ascii=False))
        else:
            click.echo("\n".join(", ".join((one.term, *one.also)) for one in terms()))
        return
    word = " ".join(term)
    record = SHELF.find(word.casefold())
    try:
        found = explained(word, terms(), plural=record is None)
    except UsageError:
        if record is None:
            raise
        plain = f"A measure. {record.help} π is the {record.loss}, 1 − π the {record.accuracy}."
        found = Term(record.name, plain, "", "docs/measures.md", tuple(record.aliases))
    if as_json:
        click.echo(json.dumps(asdict(found), ensure_ascii=False))
        return
    also = f"  (also: {', '.join(found.also)})" if found.also else ""
    click.echo(f"{found.term}{also}\n{found.plain}")
    if found.formula:
        click.echo(f"  {found.formula}")
    if found.page:
        click.echo(f"More: {found.page}")

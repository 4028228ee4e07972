"""murho chart check"""

import click

from murho.cli import options
from murho_lab.verbs.chart.sharing import grammar_argument


@click.command()
@grammar_argument
@click.option(
    "--task", type=click.Path(dir_okay=False), help="A task model: units of a class that is not in it are errors."
)
@options.as_json
def check(grammar: str, task: str | None, as_json: bool) -> int:
    """Check GRAMMAR: types and rules that serve for nothing or can never be found, words given twice, circles.

    \b
    murho chart check greetings
    murho chart check trains.chart --task task.txt

    The exit status is 1 if it cannot be used.
    """
    import json

    from murho_lab.chart import read_parser
    from murho_lab.chart.checks import findings
    from murho_lab.studies.trains.task import read_classes

    compiled = read_parser(grammar).compiled
    result = findings(compiled, read_classes(task) if task else None)
    read = compiled.grammar
    counts = {"types": len(read.places), "entries": len(read.entries), "rules": len(read.rules)}
    if as_json:
        told = [{"kind": each.kind, "error": each.error, "text": str(each)} for each in result]
        click.echo(json.dumps({**counts, "findings": told}, ensure_ascii=False))
    else:
        for each in result:
            click.echo(each)
        counted = ", ".join(f"{number:,} {what}" for what, number in counts.items())
        click.echo(f"{grammar}: {counted}, {len(result)} finding{'s' * (len(result) != 1)}")
    return int(any(each.error for each in result))

"""murho study"""

from importlib import import_module

import click

from murho.cli import options

STUDIES = {
    "parnax": "Italian questions to an employee file (Guida and Mauri 1984): the four published cases.",
}


@click.command()
@click.argument("name", type=click.Choice(list(STUDIES)))
@options.as_json
def study(name: str, as_json: bool) -> None:
    """Reproduce the experiment of a source paper.

    \b
    murho study parnax
    murho study parnax --json
    """
    import json

    from murho.report.terminal import console

    module = import_module(f"murho.studies.{name}")
    found = module.run()
    if as_json:
        click.echo(json.dumps(found.as_json(), ensure_ascii=False))
    else:
        module.show(found, console())

"""murho study"""

from importlib import import_module

import click

from murho.cli import options

STUDIES = {
    "parnax": "Italian questions to an employee file (Guida and Mauri 1984): the four published cases.",
    "slurp": "Spoken commands (Bastianelli and others 2020): real systems under every μ and ρ; needs --data.",
}
NEED_DATA = {"slurp"}


@click.command()
@click.argument("name", type=click.Choice(list(STUDIES)))
@click.option("--data", default=None, help="Folder of the real data that the study needs, where it needs any.")
@options.as_json
def study(name: str, data: str | None, as_json: bool) -> None:
    """Reproduce the experiment of a source paper, or of real data.

    \b
    murho study parnax
    murho study parnax --json
    murho study slurp --data data/slurp
    """
    import json

    from murho.report.terminal import console

    module = import_module(f"murho.studies.{name}")
    if name in NEED_DATA and data is None:
        raise click.UsageError(f"{name} needs its data: give --data FOLDER", click.get_current_context())
    found = module.run(data) if name in NEED_DATA else module.run()
    if as_json:
        click.echo(json.dumps(found.as_json(), ensure_ascii=False))
    else:
        module.show(found, console())

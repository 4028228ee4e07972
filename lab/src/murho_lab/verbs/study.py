"""Reproduce the experiment of a source paper."""

from importlib import import_module
from typing import Any

import click

from murho.cli import options

STUDIES = {
    "differences": "How often a difference of two systems is found, where there is one and where there is none.",
    "gates": "How often a gate on a comparison fails where nothing got worse; 3 minutes.",
    "intervals": "How often intervals hold the truth, murho's and others, over many shapes, or of --data; 10 minutes.",
    "parnax": "Italian questions to an employee file (Guida and Mauri 1984): the published cases; --live, --ask.",
    "partes": "Test suites before parsers (Lloberes and others 2014): phenomena of Spanish, Catalan, Italian.",
    "people": "People who err: how often intervals of π hold, with and without their errors; 10 minutes.",
    "sampling": "Designs of sampling on SLURP's runs: judgements for ±2 points, coverage; 5 minutes; needs --data.",
    "slopes": "How often intervals of a slope hold the truth, murho's and others, over many shapes of points.",
    "slurp": "Spoken commands (Bastianelli and others 2020): real systems under every μ and ρ; needs --data.",
    "stopping": "Ways to stop judging, and machines that people correct: what they cost and cover; 10 minutes.",
    "structures": "Structural classes found in texts: how often they are those that people give, and of treebanks.",
    "strategies": "Learned orders of arcs (Ferrari and Stock 1980): penetrance, discrepancy; better with --data.",
    "trains": "Spoken time-table information: what is said, heard and understood; 20 CPU minutes, or --quick.",
}
NEED_DATA = {"sampling", "slurp"}
TAKE_DATA = {"intervals", "sampling", "slurp", "strategies", "structures", "trains"}
DRAWN_AT_RANDOM = {"differences", "gates", "intervals", "people", "sampling", "slopes", "stopping"}
QUICK = {"differences", "gates", "intervals", "people", "sampling", "slopes", "stopping", "trains"}
LIVE = {"parnax"}
DRAW = {
    "differences",
    "gates",
    "intervals",
    "parnax",
    "partes",
    "people",
    "sampling",
    "slopes",
    "slurp",
    "stopping",
    "strategies",
    "trains",
}


@click.command()
@click.argument("name", type=click.Choice(list(STUDIES)))
@click.option("--data", default=None, help="Folder of the real data that the study needs, where it needs any.")
@click.option(
    "-o",
    "--out",
    default=None,
    metavar="FOLDER",
    help="Leave the study's drawings, and a page of them, here; parnax: a page, which may also be named PAGE.html.",
)
@click.option("--quick", is_flag=True, help="Fewer and smaller samples; trains: few dialogues, heard at few settings.")
@click.option("--seed", type=int, default=0, show_default=True, help="Studies that draw: of the random numbers.")
@click.option("--repetitions", type=click.IntRange(20), default=None, help="Studies that draw: samples of each cell.")
@click.option("--live", is_flag=True, help="parnax: systems of today, too, on questions of today; a minute.")
@click.option(
    "--ask", multiple=True, metavar="TEXT", help="parnax: answer this; repeat it for the turns of a dialogue."
)
@click.option("--page", is_flag=True, help="parnax: serve a page to type questions into, to this machine alone.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8765, show_default=True, help="Of --page; 0 is a free one."
)
@options.as_json
def study(
    name: str,
    data: str | None,
    out: str | None,
    quick: bool,
    seed: int,
    repetitions: int | None,
    live: bool,
    ask: tuple[str, ...],
    page: bool,
    port: int,
    as_json: bool,
) -> None:
    """Reproduce the experiment of a source paper, or of real data.

    \b
    murho study parnax
    murho study parnax --json
    murho study parnax --live -o parnax.html
    murho study parnax --ask "Where does Robert live?" --ask "And Rossi?"
    murho study parnax --page
    murho study partes -o report
    murho study slurp --data data/slurp --out drawings
    murho study strategies --data data/ud -o report
    murho study structures --data data/ud
    murho study trains --data data/trains -o report
    murho study intervals --quick --seed 1
    murho study intervals --data data
    murho study differences --quick --seed 1
    murho study gates --quick
    murho study people --quick --seed 1
    murho study slopes --quick --seed 1
    murho study stopping --quick --seed 1
    murho study sampling --data data/slurp --quick --seed 1
    """
    import json

    from murho.sheets.console import console

    # Only this study, with what it alone needs: parsers, treebanks, drawings.
    module = import_module(f"murho_lab.studies.{name}")
    if name in NEED_DATA and data is None:
        raise click.UsageError(f"{name} needs its data: give --data FOLDER", click.get_current_context())
    if data is not None and name not in TAKE_DATA:
        raise click.UsageError(f"{name} takes no data; leave --data away", click.get_current_context())
    if out is not None and name not in DRAW:
        raise click.UsageError(f"{name} has no drawings; leave --out away", click.get_current_context())
    random = name in DRAWN_AT_RANDOM
    if not random and (seed or repetitions is not None):
        raise click.UsageError(
            f"{name} draws nothing at random; leave --seed and --repetitions away", click.get_current_context()
        )
    if quick and name not in QUICK:
        raise click.UsageError(f"{name} is quick as it is; leave --quick away", click.get_current_context())
    if (live or ask or page) and name not in LIVE:
        raise click.UsageError(
            f"{name} has no live systems; leave --live, --ask and --page away", click.get_current_context()
        )
    if page:
        if live or ask or as_json or out is not None:
            raise click.UsageError(
                "--page is served alone; leave --live, --ask, --out and --json away", click.get_current_context()
            )
        module.serve(port)
        return
    if live and ask:
        raise click.UsageError("--live asks its own questions; leave --ask away", click.get_current_context())
    if ask and out is not None:
        raise click.UsageError("an answer has no page; leave --out away", click.get_current_context())
    if any(not text.strip() for text in ask):
        raise click.UsageError("--ask without a question; type one", click.get_current_context())
    how: dict[str, Any] = {"seed": seed, "repetitions": repetitions} if random else {}
    how |= {"quick": quick} if name in QUICK else {}
    how |= {"data": data} if name in TAKE_DATA else {}
    how |= {"live": live, "ask": ask} if name in LIVE else {}
    result = module.run(**how)
    # Drawn before the tables are printed, so that the names of the files can stand below them.
    written = module.draw(result, out) if out is not None else []
    if as_json:
        click.echo(json.dumps(result.as_json(), ensure_ascii=False))
    else:
        module.show(result, console())
        for path in written:
            click.echo(f"wrote {path}")

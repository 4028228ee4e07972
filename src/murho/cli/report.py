"""murho report"""

from typing import TYPE_CHECKING

import click

from murho.cli import completion, options, written

if TYPE_CHECKING:
    from murho.core.scale import Grades


@click.command()
@click.argument("run", type=click.Path(file_okay=False))
@click.option("-o", "--out", required=True, type=written.PAGE, help="The page to write.")
@options.measures
@options.with_options
@click.option(
    "--weight",
    "weights",
    multiple=True,
    metavar="WEIGHT",
    shell_complete=completion.weighting_names,
    help="Importance ρ; may be repeated.",
)
@options.scale
@options.by
@click.option(
    "--worst", type=click.IntRange(min=0), default=20, show_default=True, help="How many of the worst items to show."
)
@click.option("--title", default="", metavar="TEXT", help="What the page is called; the name of the run by default.")
@options.bound
@options.users
@options.config
def report(
    run: str,
    out: str,
    measure_names: tuple[str, ...],
    typed: tuple[str, ...],
    weights: tuple[str, ...],
    scale: "Grades | None",
    by: tuple[str, ...],
    worst: int,
    title: str,
    bound: float | None,
    users: str | None,
) -> None:
    """Write a saved RUN as one HTML page that needs no network.

    \b
    murho report my-run -o report.html
    murho report my-run -m meanings -m graded --weight constant --weight "frequency('count')" -o report.html
    """
    from murho.pages.report import write_report
    from murho.pipeline.runs.competence import users_of
    from murho.store import open_run
    from murho.weighting import weighting

    saved_run = open_run(run)
    write_report(
        saved_run,
        out,
        measures=options.measures_of(saved_run, measure_names, typed) or None,
        # Where none is typed that of the run holds, which only the run knows.
        weights=[weighting(text) for text in weights] or None,
        by=list(by) or None,
        worst=worst,
        title=title,
        scale=scale,
        bound=bound or 0.0,
        users=None if users is None else users_of(users),
    )
    click.echo(f"wrote {out}")

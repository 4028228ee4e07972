"""murho plan"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from murho.cli import options, plug_options, written

if TYPE_CHECKING:
    from murho.sampling.planning import Planned


@click.command()
@click.argument("cases")
@click.option("--margin", type=float, required=True, metavar="X", help="Half the width that the interval should have.")
@click.option("--stratify", default=None, metavar="FEATURE", help="Plan strata by this feature, too.")
@click.option(
    "--pilot",
    "pilots",
    multiple=True,
    type=click.Path(file_okay=False),
    metavar="RUN",
    help="A judged run of some of the cases. Two of them: their difference is planned, too.",
)
@options.measures
@options.agreement
@options.told
@options.weight
@click.option(
    "--expect",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.5,
    show_default=True,
    metavar="X",
    help="Without a pilot: the π that is expected.",
)
@options.level
@plug_options.format_option(before="Format of the cases: ")
@plug_options.columns
@options.table
@options.as_json
@options.config
def plan(
    cases: str,
    margin: float,
    stratify: str | None,
    pilots: tuple[str, ...],
    measure_names: tuple[str, ...],
    agreement: tuple[str, ...],
    told_by: tuple[str, ...],
    weight: str,
    expect: float,
    level: float,
    format_name: str | None,
    columns: str | None,
    encoding: str | None,
    asked_tables: "options.Asked",
    as_json: bool,
) -> None:
    """Say how many judgements of CASES each design takes for an interval of a given width.

    \b
    murho plan cases.jsonl --margin 0.02 --expect 0.2
    murho plan cases.jsonl --margin 0.02 --stratify scenario --pilot my-run
    murho plan cases.jsonl --margin 0.02 --pilot run-a --pilot run-b --json

    The saving is beside a simple sample. A pilot of few cases says little of rare errors, so plan with some room. The
    ways of the source take all cases for equally important: what their intervals hold is told beside them.
    """
    from murho.pipeline.runs.planning import plan as needed
    from murho.pipeline.sources import read_cases, with_columns
    from murho.store import open_run
    from murho.weighting import weighting

    for _, path in asked_tables:
        written.refuse_what_is_read(path, cases)
    format_name = with_columns(format_name, columns, cases, encoding=encoding)
    runs = [open_run(run) for run in pilots]
    found = needed(
        options.telling(read_cases(cases, format_name)),
        margin,
        stratify=stratify,
        pilots=[(run, options.measures_of(run, measure_names)[0]) for run in runs],
        agreement=[open_run(run) for run in agreement],
        told=options.told_of(told_by),
        weight=weighting(weight),
        level=level,
        expect=expect,
    )
    options.write_tables(asked_tables, found.as_json, usual="designs")
    if as_json:
        import json

        click.echo(json.dumps(found.as_json()))
        return
    click.echo(f"judgements for ±{margin:g} at {100 * level:g} %, of {found.population} cases")
    _show(found.designs)
    for way in found.source:
        told = f"holds π in {100 * way.covers:.1f} %, under these weights in {100 * way.covers_weighted:.1f} %"
        click.echo(f"  {way.n:>8}  {way.name} (source): {told}")
    if found.difference is not None:
        click.echo(f"for the difference of both pilots, whose losses correlate by {found.correlation:.2f}")
        _show(found.difference)


def _show(designs: "Sequence[Planned]") -> None:
    for one in designs:
        saved = "" if one is designs[0] else f"  saves {100 * one.saving:.0f} %"
        note = f"  ({one.note})" if one.note else ""
        click.echo(f"  {one.n:>8}  {one.design}{saved}{note}")
        if one.by_stratum is not None:
            click.echo(" " * 12 + ", ".join(f"{name} {n}" for name, n in one.by_stratum.items()))

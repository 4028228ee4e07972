"""murho sample"""

import click

from murho.cli import options, plug_options, written


@click.command()
@click.argument("cases")
@click.option(
    "--design",
    "design_text",
    required=True,
    metavar="DESIGN",
    help="simple(500), simple(500, replace=True), proportional(500), stratified(500, by='scenario'), "
    "poststratified(500, by='scenario'), systematic(500), clusters(40).",
)
@click.option("-o", "--out", required=True, type=written.FILE, help="The file of the sample.")
@options.weight
@options.seed
@click.option(
    "--pilot",
    default=None,
    type=click.Path(file_okay=False),
    metavar="RUN",
    help="A judged run of some of the cases: how much strata differ, for allocation='neyman' and 'adaptive'.",
)
@options.measures
@options.agreement
@options.told
@click.option(
    "--thin",
    type=click.Choice(["meanings", "values"]),
    default=None,
    help="First keep one case for each meaning, or one of those that differ in values only; how many it stands for is "
    "the feature `m`.",
)
@plug_options.format_option(before="Format of the cases: ")
@plug_options.columns
@options.as_json
@options.config
def sample(
    cases: str,
    design_text: str,
    out: str,
    weight: str,
    seed: int,
    pilot: str | None,
    measure_names: tuple[str, ...],
    agreement: tuple[str, ...],
    told_by: tuple[str, ...],
    thin: str | None,
    format_name: str | None,
    columns: str | None,
    encoding: str | None,
    as_json: bool,
) -> None:
    """Draw a sample of CASES by a design, each case with the probability that it is in it.

    \b
    murho sample cases.jsonl --design 'simple(500)' -o sample.jsonl
    murho sample cases.jsonl --design 'proportional(500)' --weight length -o sample.jsonl
    murho sample cases.jsonl --design "stratified(500, by='scenario')" -o sample.jsonl
    murho sample cases.jsonl --design "stratified(500, by='agreement')" --agreement run-a --agreement run-b -o s.jsonl
    murho sample log.csv --columns reference=true_intent --design 'simple(500)' -o sample.jsonl
    murho run sample.jsonl --system nlu:understand -o my-run

    Lines carry `inclusion`, with replacement `draws` and `expected_draws`, of strata `stratum` and `stratum_size`; the
    record of the design is beside the file, as sample.design.json. Where it is, figures of the sample are estimates of
    π of all CASES, with the variance of the design (docs/sampling.md). Importance is as it was: inclusion is not in it.
    """
    from murho.measures import measure
    from murho.pipeline.runs.generating import sample as drawn_sample
    from murho.pipeline.runs.generating import writer_of
    from murho.pipeline.sources import data_of, read_cases, usual_measure, with_columns
    from murho.sampling import design
    from murho.store import open_run
    from murho.weighting import weighting

    asked = design(design_text)
    written.refuse_what_is_read(out, cases)
    writer_of(out, "sample.jsonl")  # a name that tells no format costs nobody the drawing
    format_name = with_columns(format_name, columns, cases, encoding=encoding)
    told = None if pilot is None else open_run(pilot)
    found = drawn_sample(
        options.telling(read_cases(cases, format_name)),
        asked,
        seed=seed,
        weight=weighting(weight),
        pilot=None if told is None else (told, options.measures_of(told, measure_names)[0]),
        agreement=[open_run(run) for run in agreement],
        told=options.told_of(told_by),
        thin=thin,
        data=data_of(cases, format_name, measure(usual_measure(cases, format_name)), []),
    )
    found.save(out)
    if as_json:
        import json

        click.echo(json.dumps(found.as_json()))
        return
    click.echo(f"{len(found.cases)} of {found.record['population']} cases by {asked!r}, saved in {out}")
    for name, stratum in found.record.get("strata", {}).items():
        click.echo(f"  {name}: {stratum['n']} of {stratum['size']}")
    click.echo(f"next: murho run {out} --system SYSTEM -o RUN")

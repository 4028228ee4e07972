"""murho score"""

import click

from murho.cli import options


@click.command()
@click.argument("measure_name", metavar="MEASURE")
@click.argument("references")
@click.argument("answers")
@click.option(
    "--format", "format_name", default=None, help="jsonl, parquet, text, slurp; by default told by the files' names."
)
@click.option("--shifting", default=None, help="μ for `meanings`: mu1, mu2(0.5), mu3(...).")
@options.weight
@options.by
@options.missing
@options.extra
@options.level
@options.method
@options.seed
@click.option("--per-case", is_flag=True, help="With --json: every case with its loss and counts.")
@options.as_json
@options.gate
@options.config
def score(
    measure_name: str,
    references: str,
    answers: str,
    format_name: str | None,
    shifting: str | None,
    weight: str,
    by: tuple[str, ...],
    missing: str,
    extra: str,
    level: float,
    method: str,
    seed: int,
    per_case: bool,
    as_json: bool,
    fail_above: float | None,
    confident: bool,
) -> int:
    """Score the file ANSWERS against the file REFERENCES by MEASURE.

    \b
    murho score words reference.txt recognised.txt
    murho score labels cases.jsonl answers.jsonl --by scenario
    murho score meanings cases.jsonl answers.jsonl --shifting 'mu2(0.5)' --json
    murho score words cases.jsonl answers.jsonl --fail-above 0.12
    zcat recognised.txt.gz | murho score words reference.txt -

    The value is π, a weighted loss: word error rate for words, 1 − accuracy for labels, 1 − F1 for slots.
    """
    import json

    from murho.measures import measure
    from murho.pipeline.sources import score_files
    from murho.report.terminal import console, show_score
    from murho.weighting import weighting

    if shifting is not None:
        if measure_name != "meanings":
            raise click.UsageError("--shifting goes with the measure meanings", click.get_current_context())
        measure_name = f"meanings(shifting={shifting})"
    found = score_files(
        measure(measure_name),
        references,
        answers,
        format_name=format_name,
        weight=weighting(weight),
        by=by,
        missing=missing,
        extra=extra,
        level=level,
        method=method,
        seed=seed,
        per_case=per_case,
    )
    if as_json:
        click.echo(json.dumps(found.as_json()))
    else:
        show_score(found, console())
    return options.gate_status(found.value, found.figure.low, fail_above, confident)

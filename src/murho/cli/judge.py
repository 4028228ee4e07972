"""murho judge"""

import click

from murho.cli import options


@click.command()
@click.argument("run", type=click.Path(file_okay=False))
@options.measures
@options.with_options
@options.weight
@click.option("--causes", metavar="FILE", help='Tag items: JSON lines {"id": "q1", "cause": "linguistic/ellipsis"}.')
@options.engine
@options.scheduler
@options.as_json
@options.config
def judge(
    run: str,
    measure_names: tuple[str, ...],
    typed: tuple[str, ...],
    weight: str,
    causes: str | None,
    engine_name: str | None,
    scheduler: str | None,
    as_json: bool,
) -> None:
    """Judge the saved answers of RUN under further measures, without running the system again.

    \b
    murho judge my-run -m 'meanings(shifting=mu3())' -m graded
    murho judge my-run --causes tags.jsonl    (then: murho show my-run --causes)

    Causes of failure start with conceptual, linguistic or implementational; show and report count and weigh them. What
    is not said is as in the record of the run.
    """
    import json
    from contextlib import nullcontext

    from murho.core.signature import SCHEMA_VERSION
    from murho.measures import measure as measure_named
    from murho.pipeline.runs.run import judge_again, tag_again
    from murho.sheets.console import console
    from murho.store import open_run
    from murho.terminal.score import show_scores
    from murho.weighting import weighting

    if not measure_names and causes is None:
        raise click.UsageError("name at least one measure, as in -m graded", click.get_current_context())
    saved_run = open_run(run)
    if causes is not None:
        tagged = tag_again(saved_run, causes)
        click.echo(f"tagged {tagged} items", err=True)
        if as_json and not measure_names:
            click.echo(json.dumps({"tagged": tagged, "schema_version": SCHEMA_VERSION}))
    if not measure_names:
        return
    wanted = options.chosen([measure_named(name) for name in measure_names], typed)
    rho = None if options.is_default("weight") else weighting(weight)  # None is the run's own; its figures are kept
    engine = options.engine_of(engine_name, scheduler)
    with nullcontext() if engine is None or engine.here else engine.open() as running:
        if running is not None and running.address is not None:
            options.tell_where(running.address)
        scores = [judge_again(saved_run, measure, rho, running) for measure in wanted]
    if as_json:
        options.print_json({score.measure: score.as_json() for score in scores})
    else:
        show_scores(scores, console())

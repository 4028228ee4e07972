"""murho judge"""

import click

from murho.cli import options


@click.command()
@click.argument("run", type=click.Path(file_okay=False))
@options.measures
@options.as_json
@options.config
def judge(run: str, measure_names: tuple[str, ...], as_json: bool) -> None:
    """Judge the saved answers of RUN under further measures, without running the system again.

    \b
    murho judge my-run -m 'meanings(shifting=mu3())' -m graded
    """
    import json

    from murho.measures import measure
    from murho.pipeline.run import judge_again
    from murho.report.terminal import console, show_score
    from murho.store import open_run

    if not measure_names:
        raise click.UsageError("name at least one measure, as in -m graded", click.get_current_context())
    kept = open_run(run)
    for name in measure_names:
        score = judge_again(kept, measure(name))
        if as_json:
            click.echo(json.dumps(score.as_json()))
        else:
            show_score(score, console())

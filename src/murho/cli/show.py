"""murho show"""

from collections.abc import Callable
from typing import Any

import click

from murho.cli import options


@click.command()
@click.argument("run", type=click.Path(file_okay=False))
@options.measures
@options.with_options
@options.by
@click.option(
    "--profile", "axes", multiple=True, metavar="AXIS", help="Profile over these axes: loss, weight, or any feature."
)
@options.classes
@options.weight
@options.divide_by
@click.option("--competence", is_flag=True, help="Coverage, competence, habitability and completeness, with the items.")
@options.bound
@options.users
@click.option("--causes", is_flag=True, help="Causes of failure, counted and weighed (see `murho judge --causes`).")
@options.level
@options.method
@options.seed
@click.option("--per-case", is_flag=True, help="With --json: every case with its loss and counts.")
@options.as_json
@options.gate
@options.config
def show(
    run: str,
    measure_names: tuple[str, ...],
    typed: tuple[str, ...],
    by: tuple[str, ...],
    axes: tuple[str, ...],
    classes: bool,
    weight: str,
    divide_by: str,
    competence: bool,
    bound: float | None,
    users: str | None,
    causes: bool,
    level: float,
    method: str,
    seed: int,
    per_case: bool,
    as_json: bool,
    fail_above: float | None,
    confident: bool,
) -> int:
    """Show the figures of a saved RUN under any measure and weighting, sliced by any feature.

    \b
    murho show my-run --by scenario --by length
    murho show my-run -m 'meanings(shifting=mu2(0.5))' --weight "frequency('count')"
    murho show my-run --profile relation --profile scenario
    murho show my-run --competence --weight "frequency('count')" --bound 0.001 --users heard.txt
    murho show my-run --causes
    murho show my-run --fail-above 0.12 --confident

    What is not said is as in the record of the run.
    """
    from dataclasses import replace

    from murho.pipeline.ability import ability, users_of
    from murho.pipeline.causes import causes_of
    from murho.pipeline.reading import Reading
    from murho.pipeline.score import refuse_open
    from murho.pipeline.show import failures, figures, profiled
    from murho.report.ability import show_ability, show_causes
    from murho.report.classes import show_classes
    from murho.report.terminal import console, show_failures, show_profile, show_score
    from murho.store import open_run

    if not competence and (bound is not None or users is not None):
        raise click.UsageError("--bound and --users go with --competence", click.get_current_context())
    kept = open_run(run)
    settings = kept.record["settings"]
    given = options.recorded(settings, level=level, method=method, seed=seed)
    rho, missing = options.weight_of(settings, weight), settings["missing"]
    reading = Reading(rho, by, divide_by=divide_by, classes=classes, per_case=per_case, **given)
    wanted = options.measures_of(kept, measure_names, typed)
    if fail_above is not None:
        refuse_open(wanted, kept.cases())
    scores = [figures(kept, how, reading, missing=missing) for how in wanted]
    said = None if users is None else users_of(users)
    views: dict[str, Callable[..., None]] = {"profile": show_profile, "competence": show_ability, "causes": show_causes}
    parts: list[dict[str, Any]] = [{} for _ in wanted]
    for part, how in zip(parts, wanted, strict=True):
        if axes:
            part["profile"] = profiled(kept, how, axes, rho, missing)
        if competence:
            part["competence"] = ability(kept, how, weight=rho, bound=bound or 0.0, users=said, missing=missing)
        if causes:
            part["causes"] = causes_of(kept, how, rho, missing)
    if as_json:
        pairs = list(zip(scores, parts, strict=True))
        objects = [replace(s, also={**s.also, **{name: p.as_json() for name, p in more.items()}}) for s, more in pairs]
        options.print_json({score.measure: score.as_json() for score in objects})
    else:
        out = console()
        for place, (score, more) in enumerate(zip(scores, parts, strict=True)):
            if place:
                out.print()
            show_score(score, out)
            if classes:
                show_classes(score.also, out)
            for name, part in more.items():
                views[name](part, out)
        show_failures(failures(kept), out)
    if kept.record.get("state") != "complete":
        click.echo(f"{run}: not complete, see the cases without an answer; `murho run` goes on with it", err=True)
    return options.gate_status(scores, fail_above, confident)

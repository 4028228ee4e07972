"""murho run"""

import sys
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from murho.cli import options, plug_options, service_options, tree_options
from murho.cli.aside import printed_aside

if TYPE_CHECKING:
    from collections.abc import Iterator

    from murho.core.case import Cases
    from murho.measures import Measure
    from murho.pipeline.runs.plan import Plan
    from murho.store import Run
    from murho.systems import System


@click.command()
@click.argument("cases")
@plug_options.system_option()
@click.option(
    "--then",
    multiple=True,
    metavar="SYSTEM",
    help="A further stage that gets the answers of the one before; may be repeated. A stage has a name as NAME=SYSTEM: "
    "its answers are saved by it, and judged as in -m words@NAME.",
)
@options.carry
@options.on_references
@options.measures
@options.with_options
@options.weight
@options.kept_in
@plug_options.format_option(before="Format of the cases (and of recorded answers): ")
@plug_options.columns
@click.option("--by", multiple=True, metavar="FEATURE", help="Slice the figures that are printed at the end.")
@options.scale
@click.option(
    "--workers", type=click.IntRange(min=1), default=1, show_default=True, help="Processes (or calls) at a time."
)
@click.option("--timeout", type=float, default=None, metavar="SECONDS", help="Time for a case; then it is UNDEFINED.")
@click.option(
    "--batch", type=click.IntRange(min=1), default=None, help="Call the function with lists of this many expressions."
)
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=None,
    help="Only so many cases, drawn at random by --seed. A larger number goes on with a run of fewer.",
)
@click.option(
    "--stop",
    default=None,
    metavar="RULE",
    help="Ask cases in random order until RULE stops: fixed(500), width(0.04), sequence(0.04).",
)
@click.option(
    "--repeat",
    type=click.IntRange(min=1),
    default=1,
    help="Ask every case so often, of a system that answers differently each time; a larger number goes on with a run.",
)
@options.missing
@options.extra
@options.level
@options.method
@options.seed
@click.option("--goal", default=None, help="For the record: what the evaluation is for.")
@click.option("--domain", default=None, help="For the record: the domain D.")
@click.option("--representation", default=None, help="For the record: the representation language R.")
@click.option("--sample", default=None, help="For the record: how the sample was collected.")
@options.files
@click.option("--overwrite", is_flag=True, help="Begin anew in a folder that holds another run.")
@options.accept_changed
@options.retry
@service_options.of_services
@options.engine
@options.scheduler
@options.as_json
@options.gate
@options.config
def run(
    cases: str,
    out: str,
    as_json: bool,
    by: tuple[str, ...],
    fail_above: Any,
    confident: bool,
    **given: Any,
) -> int:
    """Put the suite CASES before a system and measure how well it understands.

    \b
    murho run cases.jsonl --system nlu:understand -o my-run
    murho run cases.jsonl --system 'cmd:./parser --json' --workers 2 --timeout 10 -o my-run
    murho run cases.jsonl --system answers.jsonl -m words -m concepts -o my-run
    murho run speech.jsonl --system asr:recognise --then nlu:parse -m meanings -o my-run
    murho run speech.jsonl --system heard=asr:recognise --then nlu:parse -m words@heard -m concepts -o my-run
    murho run cases.jsonl --system nlu:understand --engine dask --scheduler tcp://10.0.0.1:8786 -o my-run
    murho run cases.jsonl --system nlu:understand --stop 'sequence(0.04)' -o my-run
    murho run cases.jsonl --system https://nlu.example/parse --request body.json --response '$.intent.name' -o my-run
    murho run cases.jsonl --system openai:MODEL --base-url URL --prompt prompt.md --workers 8 -o my-run
    murho run --config murho.toml

    A function gets the expression and returns a meaning, a list of meanings, or None if it fails. A command reads
    {"id", "expression"} a line and writes {"id", "answer": [...]} or {"id", "answer": null}. Whatever crashes, hangs or
    prints rubbish is UNDEFINED for that case and counted. A run that was killed goes on with the same command; with
    --retry undefined it also asks once more what failed. A run in which every case failed exits with 1.

    What a function takes as `before`, or a command 'cmd:before=yes COMMAND' as the field of that name, is what went
    before in the dialogue. Cases without a reference are open: asked and counted, in no figure; a gate refuses them.
    """
    from murho.core.stopping_rules import stopping_rule
    from murho.face.progress import progress_bar
    from murho.figures import Subject, choose, sheets_of, values_of
    from murho.figures import as_json as values_as_json
    from murho.measures import measure as measure_named
    from murho.pipeline.runs.plan import Plan
    from murho.pipeline.runs.recorded import score_of
    from murho.pipeline.runs.run import Terms, Workers
    from murho.pipeline.runs.run import run as start
    from murho.pipeline.runs.show import failures, figures
    from murho.pipeline.runs.stopped import run_until
    from murho.pipeline.scoring.reading import Reading
    from murho.pipeline.sources import data_of, read_cases, recorded, usual_measure, with_columns
    from murho.sheets.console import console
    from murho.sheets.terminal import show_sheets
    from murho.store import Seen
    from murho.systems.naming import stage
    from murho.terminal.score import show_failures, show_scores
    from murho.weighting import weighting

    stages = service_options.written([stage(spec) for spec in (given["system_name"], *given["then"])], given)
    kept = next(filter(None, (recorded(spec) for _, spec in stages)), None)
    given["format_name"] = with_columns(given["format_name"], given["columns"], cases, kept, given["encoding"])
    usual = usual_measure(cases, given["format_name"])
    named = [measure_named(name) for name in given["measure_names"] or (usual,)]
    measures = [tree_options.suited(measure, cases, cases, given["format_name"]) for measure in named]
    measures = options.chosen(measures, given["typed"])
    # Before anything is read or asked: a mistake in the call costs nobody minutes.
    options.check_carry(given["carry"], given["then"])
    seen = Seen(out)
    plan = Plan(
        measures=measures,
        reading=Reading(weighting(given["weight"]), level=given["level"], method=given["method"], seed=given["seed"]),
        missing=given["missing"],
        limit=given["limit"],
        about={k: given[k] for k in ("goal", "domain", "representation", "sample") if given[k]},
        data=data_of(cases, given["format_name"], measures[0], [spec for _, spec in stages], seen.digest),
        files=given["files"],
        repeat=given["repeat"],
    )
    engine = options.engine_of(given["engine_name"], given["scheduler"])
    asked = {
        name: given[name] for name in ("workers", "timeout", "batch", "extra", "format_name", "carry", "on_references")
    }
    make = partial(_system, stages, cases, measures[0], asked)
    if given["repeat"] > 1 and given["stop"] is not None:
        raise click.UsageError("--repeat does not go with --stop; leave one away", click.get_current_context())
    rule = None if given["stop"] is None else stopping_rule(given["stop"])

    def cases_anew() -> "Iterator[Cases]":
        return read_cases(cases, given["format_name"], measures[0])

    with printed_aside(), progress_bar(sys.stderr.isatty()) as progress:

        def ask(its: "Plan", overwrite: bool) -> "Run":
            return start(
                cases_anew(),
                make(),
                out,
                its,
                Terms(overwrite, given["retry"] is not None, fail_above is not None, given["accept_changed"]),
                workers=Workers(engine, make, options.tell_where),
                progress=progress,
                seen=seen,
            )

        if rule is None:
            saved_run = ask(plan, given["overwrite"])
        else:
            saved_run = run_until(rule, cases_anew(), out, plan, ask, overwrite=given["overwrite"])
    # Slices are no part of a run: `murho show` cuts the same answers by any other feature.
    reading = replace(plan.reading, by=by, scale=given["scale"])
    # A gate decides by what is counted now, never by what is written down.
    anew = by or reading.scale or fail_above is not None or confident
    scores = [
        (None if anew else score_of(saved_run, measure)) or figures(saved_run, measure, reading, missing=plan.missing)
        for measure in measures
    ]
    subjects = [Subject(saved_run, measure, reading, plan.missing) for measure in measures]
    choices = choose(saved_run, measures)
    found = [values_of(choices, subject, main=not number) for number, subject in enumerate(subjects)]
    before, total = saved_run.record["answered_before"], saved_run.record["counts"]["cases"]
    is_open = saved_run.record["counts"].get("open", 0)
    if as_json:
        import json

        from murho.core.signature import SCHEMA_VERSION

        figures_of = {
            score.measure: score.as_json() | values_as_json(values, of_run=False)
            for score, values in zip(scores, found, strict=True)
        }
        result = {"run": out, "figures": figures_of, "schema_version": SCHEMA_VERSION}
        more = {"open": is_open} if is_open else {}
        took = values_as_json(found[0], of_run=True)
        click.echo(json.dumps({**result, **more, **took, **options.retried(saved_run)}))
    else:
        show_scores(scores, console())
        for values in found:
            show_sheets(sheets_of(values), console())
        show_failures(failures(saved_run), console())
        options.show_retried(saved_run)
        staged = any(name for name, _ in stages[:-1]) and given["on_references"]
        chained = f", murho show {out} --shares" if staged else ""
        people = f"murho evaluate {out}, " if is_open else ""
        show = f"murho show {out} --by FEATURE{chained}"
        click.echo(f"saved in {out}; next: {people}{show}, murho report {out} -o report.html")
    for note in saved_run.record.get("notes", ()):
        click.echo(f"note: {note}", err=True)
    if before and rule is None:
        click.echo(f"{before} of {total} cases had been answered before; --overwrite asks again", err=True)
    return options.undefined_status(saved_run, options.gate_status(scores, fail_above, confident))


def _system(stages: list[tuple[str | None, str]], cases: str, measure: "Measure", given: dict[str, Any]) -> "System":
    from murho.pipeline.sources import system_of
    from murho.systems import compose

    chosen = {name: given[name] for name in ("workers", "timeout", "batch", "extra")}
    systems = [system_of(spec, cases, given["format_name"], measure, **chosen) for _, spec in stages]
    names = [name for name, _ in stages]
    # A single stage that has a name is a chain all the same: measures of a stage ask for it by that name.
    if len(systems) == 1 and not any(names):
        return systems[0]
    return compose(*systems, carry=given["carry"], names=names, on_references=given["on_references"])

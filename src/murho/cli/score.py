"""murho score"""

import shlex
import sys
from os.path import basename
from typing import TYPE_CHECKING, Any

import click

from murho.cli import completion, options, plug_options, tree_options, written

if TYPE_CHECKING:
    from murho.core.scale import Grades
    from murho.pipeline.sources import Extra, Missing


@click.command()
@click.argument("measure_name", metavar="MEASURE", shell_complete=completion.measure_names)
@click.argument("references")
@click.argument("answers", required=False)
@plug_options.format_option("REFERENCES", "ANSWERS")
@plug_options.columns
@click.option("--shifting", default=None, help="For `meanings`, `sql`, `verdict`: μ, as in mu1, mu2(0.5), mu3(...).")
@click.option(
    "--final",
    type=click.Choice(["keep", "skip"]),
    default=None,
    help="For `breaks`: the end of an utterance is a juncture (keep, the default) or not.",
)
@click.option(
    "--map",
    "map_file",
    default=None,
    metavar="FILE",
    help="A file that says where labels stand in what an engine answers and what they are called here, or how "
    "structures become concepts, slots, frames (docs/concepts.md).",
)
@click.option(
    "--map-side",
    type=click.Choice(["answers", "references", "both"]),
    default=None,
    help="What --map is applied to; the answers by default.",
)
@options.costs
@options.database
@options.normalize
@tree_options.rules
@tree_options.punctuation
@tree_options.subtypes
@tree_options.parse_score
@options.with_options
@click.option("--tiers", default=None, metavar="WORDS,BREAKS", help="For TextGrids: the names of the tiers.")
@click.option(
    "--annotator",
    "annotators",
    multiple=True,
    metavar="FILE",
    help="For `breaks`: answers of a further annotator, whose agreement is the ceiling; may be repeated.",
)
@options.weight
@options.divide_by
@options.scale
@options.by
@options.classes
@options.missing
@options.extra
@options.level
@options.method
@options.seed
@options.population
@click.option("--per-case", is_flag=True, help="With --json: every case with its loss and counts.")
@options.engine
@options.scheduler
@click.option(
    "-o",
    "--out",
    type=written.PAGE,
    default=None,
    help="Write the report, too: the page that `murho report` makes of a run; a name with .pdf is printed by Chromium.",
)
@click.option("--title", default="", metavar="TEXT", help="What the page of -o is called; the answers by default.")
@options.table
@options.as_json
@options.gate
@options.config
def score(
    measure_name: str,
    references: str,
    answers: str | None,
    format_name: str | None,
    columns: str | None,
    encoding: str | None,
    shifting: str | None,
    final: str | None,
    map_file: str | None,
    map_side: str | None,
    costs: str | None,
    database: str | None,
    normalize: str | None,
    rules: str | None,
    punctuation: str | None,
    subtypes: str | None,
    parse_score: str | None,
    typed: tuple[str, ...],
    tiers: str | None,
    annotators: tuple[str, ...],
    weight: str,
    divide_by: str,
    scale: "Grades | None",
    by: tuple[str, ...],
    classes: bool,
    missing: "Missing",
    extra: "Extra | None",
    level: float,
    method: str,
    seed: int,
    population: str,
    per_case: bool,
    engine_name: str | None,
    scheduler: str | None,
    out: str | None,
    title: str,
    asked_tables: "options.Asked",
    as_json: bool,
    fail_above: float | None,
    confident: bool,
) -> int:
    """Score the file ANSWERS against the file REFERENCES by MEASURE; one table may hold both.

    \b
    murho score words reference.txt recognised.txt
    murho score labels cases.jsonl answers.jsonl --by scenario --classes
    murho score labels log.csv --columns reference=true_intent,answer=predicted_intent --by channel
    murho score meanings cases.jsonl answers.jsonl --shifting 'mu2(0.5)' --json
    murho score labels cases.jsonl answers.jsonl -o report.html
    murho score words cases.jsonl answers.jsonl --fail-above 0.12
    murho score words cases.jsonl answers.jsonl --scale 'good<0.1<fair<0.3<poor'
    murho score words reference.trn recognised.trn --costs sclite --normalize 'nfkc|no_punctuation'
    murho score concepts cases.jsonl parses.jsonl --map time-table.map --by attribute
    murho score labels cases.csv replies.jsonl --columns answer=reply --map engine.map
    murho score breaks reference.tsv system.tsv --format lines --final skip
    murho score sql gold.sql predicted.sql --database databases --json
    murho score dependencies gold.conllu system.conllu --by deprel --by length
    murho score labels s3://bucket/cases.jsonl s3://bucket/answers.jsonl --engine dask
    zcat recognised.txt.gz | murho score words reference.txt -

    The value is π, a weighted loss: word error rate for words, 1 − accuracy for labels, 1 − F1 for slots, 1 − LAS for
    dependencies.
    """
    # Imported when the verb runs, here as in every verb: --help and completion answer without numpy.
    from murho.measures import measure as measure_named
    from murho.pipeline.scoring.files import score_files
    from murho.pipeline.scoring.reading import Reading
    from murho.pipeline.sources import of_one_file, with_columns
    from murho.weighting import weighting

    for path in (out, *(table for _, table in asked_tables)):
        written.refuse_what_is_read(path, references, answers)
    measure = measure_named(measure_name)
    if answers is None:
        answers, format_name = references, of_one_file(references, format_name, columns, measure, encoding)
    else:
        format_name = with_columns(format_name, columns, references, answers, encoding, measure)
    if map_file is not None:
        from murho.measures.wrapping import mapped

        measure = mapped(measure, map_file, side=map_side or "answers")
    elif map_side is not None:
        raise click.UsageError("--map-side goes with --map", click.get_current_context())
    measure = tree_options.suited(measure, references, answers, format_name)
    # None was not typed: the default of the measure holds, which its notation and the signature leave out.
    flags = {"shifting": shifting, "final": final, "costs": costs, "database": database}
    flags |= {"normalize": normalize, "rules": rules, "punctuation": punctuation, "subtypes": subtypes}
    flags |= {"score": parse_score}
    (measure,) = options.chosen([measure], typed, **flags)
    reading = Reading(
        weighting(weight), by, level, method, seed, divide_by, classes, per_case, scale=scale, population=population
    )
    result = score_files(
        measure,
        references,
        answers,
        reading,
        format_name=format_name,
        missing=missing,
        extra=extra,
        tiers=tiers,
        annotators=annotators,
        engine=options.engine_of(engine_name, scheduler),
        tell=options.tell,
    )
    if out is not None:
        from murho.pages.report import write_report
        from murho.pipeline.runs.of_files import run_of_files

        pairing: dict[str, Any] = {"format_name": format_name, "missing": missing, "extra": extra, "tiers": tiers}
        command = shlex.join(["murho", *sys.argv[1:]])
        with run_of_files(measure, references, answers, reading, **pairing, made_by=command) as made:
            write_report(
                made, out, weights=[reading.weight], by=by or None, scale=scale, title=title or basename(answers)
            )
        click.echo(f"wrote {out}", err=as_json)  # standard output then holds the JSON alone
    options.write_figures(asked_tables, [result], result.as_json)
    if as_json:
        options.print_json({result.measure: result.as_json()})
    else:
        from murho.sheets.console import console
        from murho.terminal.classes import show_classes
        from murho.terminal.score import show_score

        show_score(result, console())
        if classes:
            show_classes(result.also, console())
    # Last, so that a log has the figure before the verdict on it.
    return options.gate_status([result], fail_above, confident)

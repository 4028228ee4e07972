"""murho align"""

from typing import TYPE_CHECKING

import click

from murho.cli import completion, options, plug_options, tree_options, written

if TYPE_CHECKING:
    from murho.measures import Measure
    from murho.measures.dependencies.dependencies import dependencies
    from murho.pipeline.sources import Extra, Missing


@click.command()
@click.argument("references", metavar="REF")
@click.argument("answers", metavar="[HYP]", required=False)
@click.option(
    "-m",
    "--measure",
    "measure_name",
    default="words",
    show_default=True,
    shell_complete=completion.measure_names,
    help="What is aligned: words, characters, concepts, concept_bag, slots; with options, as in words(split='cjk'). "
    "Files of trees: dependencies. What differs in words: sql, graded, meanings(mu4('json')).",
)
@plug_options.format_option("REF", "HYP")
@plug_options.columns
@options.costs
@options.normalize
@options.with_options
@click.option("--errors-only", is_flag=True, help="Only utterances, and of long ones only lines, with an error.")
@click.option("--worst", type=click.IntRange(1), metavar="N", help="Only the N worst, the worst first.")
@click.option(
    "--rank",
    type=click.Choice(["errors", "rate"]),
    default="errors",
    show_default=True,
    help="What is worst: most errors, or most errors by token.",
)
@click.option("--confusions", is_flag=True, help="What is taken for what; deleted and inserted words.")
@click.option("--most", type=click.IntRange(0), default=20, show_default=True, help="Entries of a list; 0 for all.")
@click.option(
    "--keywords", type=click.Path(dir_okay=False), metavar="FILE", help="Hits, misses, false alarms of these words."
)
@click.option("--rare", is_flag=True, help="Error by frequency of the words in the references.")
@click.option(
    "--frequencies", type=click.Path(dir_okay=False), metavar="FILE", help="For --rare: frequencies, word and number."
)
@click.option(
    "--layout",
    type=click.Choice(["pra", "prf", "sys", "raw"]),
    default=None,
    help="Write one of sclite's files instead.",
)
@click.option("-o", "--out", "output", type=written.FILE, default="-", help="For --layout: the file to write.")
@click.option("--html", type=written.PAGE, default=None, metavar="FILE", help="Write all this as one HTML page.")
@options.by
@options.missing
@options.extra
@options.level
@options.table
@options.as_json
@options.config
def align(
    references: str,
    answers: str | None,
    measure_name: str,
    format_name: str | None,
    columns: str | None,
    encoding: str | None,
    costs: str | None,
    normalize: str | None,
    typed: tuple[str, ...],
    errors_only: bool,
    worst: int | None,
    rank: str,
    confusions: bool,
    most: int,
    keywords: str | None,
    rare: bool,
    frequencies: str | None,
    layout: str | None,
    output: str,
    html: str | None,
    by: tuple[str, ...],
    missing: "Missing",
    extra: "Extra | None",
    level: float,
    asked_tables: "options.Asked",
    as_json: bool,
) -> None:
    """Show what was said beside what was heard, word under word; one table may hold both.

    \b
    murho align reference.txt recognised.txt
    murho align reference.trn recognised.trn --costs sclite --worst 10 --rank rate
    murho align log.csv --columns reference=said,answer=heard
    murho align reference.txt recognised.txt --errors-only | less
    murho align reference.txt recognised.txt --confusions --most 10
    murho align reference.txt recognised.txt --keywords cities.txt --rare
    murho align reference.trn recognised.trn --costs sclite --layout pra -o out.pra
    murho align reference.jsonl units.jsonl -m concepts --html alignments.html
    murho align gold.conllu system.conllu --worst 5
    murho align gold.sql predicted.sql -m sql --errors-only
    """
    from murho.formats import by_name
    from murho.measures import measure as measure_named
    from murho.pipeline.aligning.alignment_counts import look_through
    from murho.pipeline.sources import formats_of, of_one_file, whole_trees, with_columns
    from murho.sheets.console import console
    from murho.views.choice import chosen, none_of
    from murho.views.speakers import SPEAKER

    context = click.get_current_context()
    if frequencies is not None and not rare:
        raise click.UsageError("--frequencies goes with --rare", context)
    if output != "-" and layout is None:
        raise click.UsageError("-o goes with --layout; for a page give --html FILE", context)
    if html is not None and as_json:
        raise click.UsageError("--html or --json, not both", context)
    if asked_tables and (html is not None or layout is not None):
        raise click.UsageError("--table, --html or --layout, one of them", context)
    if layout is not None and (html is not None or as_json or errors_only or worst or confusions or keywords or rare):
        raise click.UsageError("--layout writes all utterances and nothing else; leave the others out", context)
    for path in (html, output, *(table for _, table in asked_tables)):
        written.refuse_what_is_read(path, references, answers)
    if answers is None:
        answers, format_name = (
            references,
            of_one_file(references, format_name, columns, measure_named(measure_name), encoding),
        )
    else:
        format_name = with_columns(format_name, columns, references, answers, encoding, measure_named(measure_name))
    # What is usual in the format, unless a measure was typed.
    if options.is_default("measure_name"):
        measure_name = by_name(formats_of(references, answers, format_name)[0]).usual or measure_name
    measure = tree_options.suited(measure_named(measure_name), references, answers, format_name)
    (measure,) = options.chosen([measure], typed, costs=costs, normalize=normalize)
    if measure.over_files is measure and (trees := whole_trees(measure, references, answers, format_name)) is not None:
        asked = {"by": by, "confusions": confusions, "keywords": keywords, "rare": rare, "layout": layout}
        if others := [name for name, value in asked.items() if value]:
            raise click.UsageError(f"--{others[0]} is not for trees; see `murho score dependencies --by`", context)
        _trees(*trees, references, answers, errors_only, worst, rank, html, asked_tables, as_json, level)
        return
    if measure.explaining:
        unfit = {"by": by, "confusions": confusions, "keywords": keywords, "rare": rare, "layout": layout, "html": html}
        if others := [name for name, value in unfit.items() if value]:
            raise click.UsageError(f"--{others[0]} is not for what is told in words", context)
        shown_in = (errors_only, worst, rank, asked_tables, as_json)
        _explained(measure, references, answers, format_name, missing, extra, *shown_in)
        return
    known = (SPEAKER,) if layout and not by else ()
    passing, findings = look_through(
        measure,
        references,
        answers,
        format_name=format_name,
        by=by,
        by_if_known=known,
        missing=missing,
        extra=extra,
        keywords=keywords,
        rare=rare,
        frequencies=frequencies,
        level=level,
    )
    if layout is not None:
        from murho.terminal.sclite import write
        from murho.views.speakers import by_speaker

        # All in memory: these files begin with the speakers, and count them.
        speaker = (*by, *known)[0]
        sheet = by_speaker(list(passing), speaker, references, answers, measure.folds_case, findings.unit)
        write(layout, sheet, output)
        return
    if html is not None:
        from murho.pages.alignments import write_alignments

        write_alignments(html, passing, findings, answers, errors_only=errors_only, worst=worst, rank=rank, most=most)
        click.echo(f"wrote {html}")
        return
    # Whoever asks for lists alone gets no utterances; but these have to pass, for they are counted as they do.
    wanted = errors_only or worst is not None or not (confusions or keywords or rare)
    shown = chosen(passing, errors_only, worst, rank) if wanted else none_of(passing)
    if as_json or asked_tables:
        kept = list(shown)
        alignments = {"alignments": [one.as_json() for one in kept]} if wanted else {}
        told = {**findings.as_json(most or None, confusions), **alignments}
        options.write_tables(asked_tables, lambda: told)
        if as_json:
            options.print_json({findings.measure: told})
            return
        shown = iter(kept)
    from murho.terminal.alignment import show_alignments
    from murho.terminal.alignment_counts import show_findings

    show_alignments(shown, console(), errors_only)
    given = frequencies is not None
    show_findings(findings, console(), most=most or None, confusions=confusions, frequencies_given=given)


def _trees(
    measure: "dependencies",
    format_name: str,
    references: str,
    answers: str,
    errors_only: bool,
    worst: int | None,
    rank: str,
    html: str | None,
    asked_tables: "options.Asked",
    as_json: bool,
    level: float,
) -> None:
    """Trees side by side, as they stand in whole files."""
    from murho.pipeline.aligning.tree_alignment import stretches
    from murho.views.choice import chosen

    shown = chosen(stretches(measure, references, answers, format_name), errors_only, worst, rank)
    if html is not None:
        from murho.pages.trees import write_trees
        from murho.pipeline.scoring.files import score_files
        from murho.pipeline.scoring.reading import Reading

        score = score_files(measure, references, answers, Reading(level=level), format_name=format_name)
        write_trees(html, shown, score, answers, worst)
        click.echo(f"wrote {html}")
        return
    kept = list(shown) if asked_tables or as_json else []
    told = {"measure": repr(measure), "alignments": [stretch.as_json() for stretch in kept]}
    options.write_tables(asked_tables, lambda: told, usual="alignments")
    if as_json:
        options.print_json({repr(measure): told})
    else:
        from murho.sheets.console import console
        from murho.terminal.trees import show_trees

        show_trees(kept or shown, console(), errors_only)


def _explained(
    measure: "Measure",
    references: str,
    answers: str,
    format_name: str | None,
    missing: "Missing",
    extra: "Extra | None",
    errors_only: bool,
    worst: int | None,
    rank: str,
    asked_tables: "options.Asked",
    as_json: bool,
) -> None:
    """Answers beside references, with what differs in words."""
    from murho.pipeline.aligning.explanation import explain_files
    from murho.views.choice import chosen

    passing = explain_files(measure, references, answers, format_name=format_name, missing=missing, extra=extra)
    shown = chosen(passing, errors_only, worst, rank)
    kept = list(shown) if asked_tables or as_json else []
    told = {"measure": repr(measure), "alignments": [one.as_json() for one in kept]}
    options.write_tables(asked_tables, lambda: told, usual="alignments")
    if as_json:
        options.print_json({repr(measure): told})
        return
    from murho.sheets.console import console
    from murho.terminal.explanation import show_explanations

    show_explanations(kept or shown, console())

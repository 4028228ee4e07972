"""murho align"""

from typing import TYPE_CHECKING

import click

from murho.cli import completion, options, plug_options, tree_options

if TYPE_CHECKING:
    from murho.measures.dependencies.dependencies import dependencies
    from murho.pipeline.sources import Extra, Missing


@click.command()
@click.argument("references", metavar="REF")
@click.argument("answers", metavar="HYP")
@click.option(
    "-m",
    "--measure",
    "measure_name",
    default="words",
    show_default=True,
    shell_complete=completion.measure_names,
    help="What is aligned: words, characters, concepts, concept_bag, slots; with options, as in words(split='cjk'). "
    "Files of trees: dependencies.",
)
@plug_options.format_option("REF", "HYP")
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
@click.option("-o", "--out", "output", type=click.Path(), default="-", help="For --layout: the file to write.")
@click.option("--html", type=click.Path(), default=None, metavar="FILE", help="Write all this as one HTML page.")
@options.by
@options.missing
@options.extra
@options.level
@options.as_json
@options.config
def align(
    references: str,
    answers: str,
    measure_name: str,
    format_name: str | None,
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
    as_json: bool,
) -> None:
    """Show what was said beside what was heard, word under word.

    \b
    murho align reference.txt recognised.txt
    murho align reference.trn recognised.trn --costs sclite --worst 10 --rank rate
    murho align reference.txt recognised.txt --errors-only | less
    murho align reference.txt recognised.txt --confusions --most 10
    murho align reference.txt recognised.txt --keywords cities.txt --rare
    murho align reference.trn recognised.trn --costs sclite --layout pra -o out.pra
    murho align reference.jsonl units.jsonl -m concepts --html alignments.html
    murho align gold.conllu system.conllu --worst 5
    """
    from murho.formats import by_name
    from murho.measures import measure
    from murho.pipeline.findings import look_through
    from murho.pipeline.sources import formats_of, whole_trees
    from murho.report import alignment
    from murho.report.terminal import console

    context = click.get_current_context()
    if frequencies is not None and not rare:
        raise click.UsageError("--frequencies goes with --rare", context)
    if output != "-" and layout is None:
        raise click.UsageError("-o goes with --layout; for a page give --html FILE", context)
    if html is not None and as_json:
        raise click.UsageError("--html or --json, not both", context)
    if layout is not None and (html is not None or as_json or errors_only or worst or confusions or keywords or rare):
        raise click.UsageError("--layout writes all utterances and nothing else; leave the others out", context)
    if options.is_default("measure_name"):
        measure_name = by_name(formats_of(references, answers, format_name)[0]).usual or measure_name
    how = tree_options.suited(measure(measure_name), references, answers, format_name)
    (how,) = options.chosen([how], typed, costs=costs, normalize=normalize)
    if how.over_files is how and (trees := whole_trees(how, references, answers, format_name)) is not None:
        asked = {"by": by, "confusions": confusions, "keywords": keywords, "rare": rare, "layout": layout}
        if others := [name for name, value in asked.items() if value]:
            raise click.UsageError(f"--{others[0]} is not for trees; see `murho score dependencies --by`", context)
        _trees(*trees, references, answers, errors_only, worst, rank, html, as_json, level)
        return
    known = ("speaker",) if layout and not by else ()
    passing, found = look_through(
        how,
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
        from murho.report import sclite

        sheet = sclite.Sheet.of(list(passing), (*by, *known)[0], references, answers, how.folds_case, found.unit)
        sclite.write(layout, sheet, output)
        return
    if html is not None:
        from murho.report.html.alignments import write_alignments

        write_alignments(html, passing, found, answers, errors_only=errors_only, worst=worst, rank=rank, most=most)
        click.echo(f"wrote {html}")
        return
    wanted = errors_only or worst is not None or not (confusions or keywords or rare)
    chosen = alignment.chosen(passing, errors_only, worst, rank) if wanted else alignment.none(passing)
    if as_json:
        rows = [one.as_json() for one in chosen]
        alignments = {"alignments": rows} if wanted else {}
        options.print_json({found.measure: {**found.as_json(most or None, confusions), **alignments}})
        return
    alignment.show(chosen, console(), errors_only)
    alignment.show_findings(found, console(), most or None, confusions, given=frequencies is not None)


def _trees(
    how: "dependencies",
    format_name: str,
    references: str,
    answers: str,
    errors_only: bool,
    worst: int | None,
    rank: str,
    html: str | None,
    as_json: bool,
    level: float,
) -> None:
    """Trees side by side, as they stand in whole files."""
    from murho.pipeline.beside import stretches
    from murho.report import trees
    from murho.report.terminal import console

    chosen = trees.chosen(stretches(how, references, answers, format_name), errors_only, worst, rank)
    if html is not None:
        from murho.pipeline.reading import Reading
        from murho.pipeline.score_files import score_files
        from murho.report.html.tree_page import write_trees

        score = score_files(how, references, answers, Reading(level=level), format_name=format_name)
        write_trees(html, chosen, score, answers, worst)
        click.echo(f"wrote {html}")
    elif as_json:
        options.print_json({repr(how): {"measure": repr(how), "alignments": [one.as_json() for one in chosen]}})
    else:
        trees.show(chosen, console(), errors_only)

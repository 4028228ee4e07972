"""murho check"""

import click

from murho.cli import options, plug_options


@click.command()
@click.argument("cases")
@click.argument("answers", required=False)
@plug_options.format_option("CASES", "ANSWERS")
@plug_options.columns
@options.as_json
def check(
    cases: str, answers: str | None, format_name: str | None, columns: str | None, encoding: str | None, as_json: bool
) -> None:
    """Check a suite CASES (and the ANSWERS to it) before anyone runs it.

    \b
    murho check cases.jsonl
    murho check cases.jsonl answers.jsonl
    murho check log.csv --columns reference=true_intent

    Errors name file and line, and end with status 1. What is no error but deserves a look is noted.
    """
    import json

    from murho.pipeline.check import check as look
    from murho.pipeline.sources import with_columns
    from murho.sheets.console import console, escape

    facts = look(cases, answers, with_columns(format_name, columns, cases, answers, encoding))
    if as_json:
        click.echo(json.dumps(facts, ensure_ascii=False))
        return
    out = console()
    notes, features, labels = facts.pop("notes"), facts.pop("features"), facts.pop("labels", {})
    if classes := facts.pop("unit_classes", {}):
        facts["unit classes"] = f"{len(classes)}: " + ", ".join(f"{name} {count}" for name, count in classes.items())
    for name, value in facts.items():
        if name != "schema_version":  # which is for programs
            out.print(f"[bold]{escape(name.replace('_', ' '))}[/]  {escape(value)}", soft_wrap=True)
    for name, described in features.items():
        out.print(f"[bold]feature {escape(name)}[/]  {escape(described)}", soft_wrap=True)
    for name, described in labels.items():
        out.print(f"[bold]labels of words {escape(name)}[/]  {escape(described)}", soft_wrap=True)
    for note in notes:
        out.print(f"[yellow]note[/]  {escape(note)}", soft_wrap=True)

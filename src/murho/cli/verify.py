"""murho verify"""

import click

from murho.cli import options


@click.command()
@click.argument("run")
@options.as_json
def verify(run: str, as_json: bool) -> int:
    """Verify that the files of the saved RUN are what they were when they were written.

    \b
    murho verify my-run
    murho verify my-run --json

    What is damaged is named, with what to do about it; then the exit status is 1. Nothing is changed.
    """
    import json

    from murho.sheets.console import console, escape
    from murho.sheets.numbers import several
    from murho.store import open_run
    from murho.store.verify import verify as look

    verified = look(open_run(run))
    if as_json:
        click.echo(json.dumps(verified.as_json(), ensure_ascii=False))
    else:
        out = console()
        for damage in verified.damaged:
            out.print(
                f"[red]damaged[/]  {escape(damage.file)}: {escape(damage.found)}; {escape(damage.todo)}", soft_wrap=True
            )
        missing = f", {several(verified.missing, 'case')} without an answer" if verified.missing else ""
        state = f"{len(verified.damaged)} damaged" if verified.damaged else "all sound"
        out.print(f"{several(verified.parts, 'part')} of answers, {state}{missing}", soft_wrap=True)
    return 1 if verified.damaged else 0

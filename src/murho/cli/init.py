"""murho init"""

import sys
from pathlib import Path
from typing import Any

import click

QUESTIONS = {
    "folder": "In which folder",
    "measure": "What does your system answer: labels, words, or whole meanings",
    "system": "What is it: a python function, or a command that is asked line by line",
}


@click.command()
@click.argument("folder", required=False, type=click.Path(file_okay=False))
@click.option("--measure", type=click.Choice(["labels", "words", "meanings"]), default=None, help="What it answers.")
@click.option("--system", type=click.Choice(["python", "command"]), default=None, help="What it is.")
def init(folder: str | None, measure: str | None, system: str | None) -> None:
    """Begin in FOLDER: three questions, then a suite, a system and settings that run as they are.

    \b
    murho init
    murho init desk --measure labels --system python
    """
    from murho.pipeline.skeleton import SUITES, SYSTEMS, write_skeleton

    if folder is None:
        folder = _asked("folder", default="my-suite")
    if measure is None:
        measure = _asked("measure", type=click.Choice(list(SUITES)), default="labels")
    if system is None:
        system = _asked("system", type=click.Choice(SYSTEMS), default="python")
    for path in write_skeleton(Path(folder), measure, system):
        click.echo(f"wrote {path}")
    click.echo(f"next: cd {folder} && murho run --config murho.toml && murho report my-run -o report.html")


def _asked(question: str, **more: Any) -> str:
    """The answer to a question.

    Raises:
        click.UsageError: nobody is there to answer.
    """
    try:
        if sys.stdin is not None:  # it is None where it was closed
            return str(click.prompt(QUESTIONS[question], **more))
    except click.Abort as abort:
        if not isinstance(abort.__context__, EOFError):  # Ctrl-C, and not the end of the input
            raise
        click.echo(err=True)  # behind the question, which has no end of line
    todo = "say all of it: murho init FOLDER --measure labels --system python"
    raise click.UsageError(f"nobody answers the question for the {question}; {todo}")

"""murho judge"""

from typing import TYPE_CHECKING

import click

from murho.cli.arguments import SCHEDULER
from murho.cli.verb import Given, Verb, with_scheduler

if TYPE_CHECKING:
    from murho.face.judge import Judged

EXAMPLES = """
murho judge my-run -m 'meanings(shifting=mu3())' -m graded
murho judge my-run --causes tags.jsonl    (then: murho show my-run --causes)
"""


def draw(judged: "Judged", given: Given) -> None:
    """The figures."""
    from murho.sheets.console import console
    from murho.terminal.score import show_scores

    if len(judged):
        show_scores(list(judged), console())


def save(judged: "Judged", given: Given) -> int:
    """Say how many items were tagged."""
    if judged.tagged is not None:
        click.echo(f"tagged {judged.tagged} items", err=True)
    return 0


judge = Verb(
    "judge", EXAMPLES, draw, only={"scheduler": SCHEDULER}, before=with_scheduler, save=save, tables=False
).command()

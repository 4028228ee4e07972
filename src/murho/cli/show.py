"""murho show"""

from typing import TYPE_CHECKING

import click

from murho import figures
from murho.cli import options
from murho.cli.arguments import FIGURES, GATE, Typed
from murho.cli.verb import Given, Verb

if TYPE_CHECKING:
    from murho.face.score import Scores
    from murho.plugs import Option

EXAMPLES = """
murho show my-run --by scenario --by length
murho show my-run -m 'meanings(shifting=mu2(0.5))' --weight "frequency('count')"
murho show my-run --profile relation --profile scenario
murho show my-run --competence --weight "frequency('count')" --bound 0.001 --users heard.txt
murho show my-run --causes
murho show my-run --shares --content units
murho show my-run --fail-above 0.12 --confident
"""
TYPES = {figures.FLAG: bool, "number": float, "whole number": int}


def typed(option: "Option") -> Typed:
    """How an option of a figure is typed, as its record says it."""
    several = option.type == "names"
    kind = click.Choice(option.choices) if option.choices else TYPES.get(option.type, str)
    metavar = None if kind is bool or option.choices else option.metavar or option.type.upper()
    return Typed(metavar=metavar, help=option.help, type=kind, several=several, group=FIGURES)


OF_FIGURES = {name: typed(option) for name, (_, option) in figures.options().items()}
FIRST = ("measures", "by", "weight", "classes", "scale", "tables", "as_json", "fail_above")


def draw(scores: "Scores", given: Given) -> None:
    """The figures under each measure, and what was asked for besides."""
    from murho.figures import sheets_of, values_of_score
    from murho.pipeline.runs.show import failures
    from murho.sheets.console import console
    from murho.sheets.terminal import show_sheets
    from murho.terminal.score import show_failures, show_score

    out = console()
    for place, score in enumerate(scores):
        if place:
            out.print()
        show_score(score, out)
        show_sheets(sheets_of(values_of_score(score) | dict(score.values)), out)
    if scores.run is not None:
        show_failures(failures(scores.run), out)


def gate(given: Given) -> None:
    """Open cases are in no figure: a gate would pass what nobody has judged."""
    given["gated"] = given["fail_above"] is not None


def status(scores: "Scores", given: Given) -> int:
    """100 where the gate failed."""
    return options.gate_status(list(scores), given["fail_above"], given["confident"])


show = Verb(
    "show", EXAMPLES, draw, typed={"gated": Typed(computed=True)}, only={**OF_FIGURES, **GATE}, first=FIRST,
    as_options=tuple(OF_FIGURES), before=gate, after=status,
).command()  # fmt: skip

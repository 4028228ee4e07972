"""murho report"""

from typing import TYPE_CHECKING

import click

from murho.cli import completion, written
from murho.cli.arguments import COUNTED, Typed
from murho.cli.verb import Given, Verb

if TYPE_CHECKING:
    from murho.face.report import Report

EXAMPLES = """
murho report my-run -o report.html
murho report my-run -m meanings -m graded --weight constant --weight "frequency('count')" -o report.html
"""
TYPED = {
    "path": Typed(("-o", "--out"), "FILE", type=written.PAGE),
    "weights": Typed(
        ("--weight",), "WEIGHT", several=True, group=COUNTED, more={"shell_complete": completion.weighting_names}
    ),
}


def draw(report: "Report", given: Given) -> None:
    """Where the page is."""
    click.echo(f"wrote {report.path}")


report = Verb("report", EXAMPLES, draw, typed=TYPED, first=("path",), tables=False).command()

"""murho generate"""

from typing import TYPE_CHECKING

import click

from murho.cli import written
from murho.cli.arguments import Typed
from murho.cli.verb import Given, Verb

if TYPE_CHECKING:
    from murho.face.generate import Generated

EXAMPLES = """
murho generate birth-dates -n 5000 -o cases.jsonl
murho generate birth-dates -n 500 --lengths even --classes 'E 3, G 1' -o cases.jsonl
murho generate my-request.templates -n 1000 --seed 4 -o cases.jsonl
murho run cases.jsonl --system nlu:understand --weight structure -o my-run

TEMPLATES is a text file (docs/sampling.md), or `birth-dates`, which is bundled: "Tell me the birth-date of all
employees who have a master degree in mathematics", in the lengths and classes of the source's sample B.
"""
TYPED = {"n": Typed(("-n",)), "classes": Typed(metavar="SHARES"), "lengths": Typed(metavar="SHARES")}
ONLY = {"out": Typed(("-o", "--out"), "FILE", "The file of the cases.", type=written.FILE, required=True)}


def refuse_unknown(given: Given) -> None:
    """Refuse a file whose name tells no format: it costs nobody the drawing."""
    from murho.pipeline.runs.generating import writer_of

    writer_of(given["out"], "cases.jsonl")


def save(generated: "Generated", given: Given) -> int:
    """Write the cases."""
    generated.save(given["out"])
    return 0


def draw(generated: "Generated", given: Given) -> None:
    """How many there are of each class and length."""
    from murho.pipeline.runs.expressions import STRUCTURE

    counts = generated.as_json()
    click.echo(f"{len(generated)} expressions, saved in {given['out']}")
    click.echo(f"  {STRUCTURE}: " + ", ".join(f"{name} {count}" for name, count in counts["classes"].items()))
    click.echo("  words: " + ", ".join(f"{length} {count}" for length, count in counts["lengths"].items()))


generate = Verb(
    "generate", EXAMPLES, draw, typed=TYPED, only=ONLY, before=refuse_unknown, save=save, tables=False
).command()

"""murho sample"""

from typing import TYPE_CHECKING

import click

from murho.cli import written
from murho.cli.arguments import FOLDER, Typed, formats
from murho.cli.verb import Given, Verb

if TYPE_CHECKING:
    from murho.face.sample import Sample

EXAMPLES = """
murho sample cases.jsonl --design 'simple(500)' -o sample.jsonl
murho sample cases.jsonl --design 'proportional(500)' --weight length -o sample.jsonl
murho sample cases.jsonl --design "stratified(500, by='scenario')" -o sample.jsonl
murho sample cases.jsonl --design "stratified(500, by='agreement')" --agreement run-a --agreement run-b -o s.jsonl
murho sample log.csv --columns reference=true_intent --design 'simple(500)' -o sample.jsonl
murho run sample.jsonl --system nlu:understand -o my-run

Lines carry `inclusion`, with replacement `draws` and `expected_draws`, of strata `stratum` and `stratum_size`; the
record of the design is alongside the file, as sample.design.json. Where it is, figures of the sample are estimates of
π of all CASES, with the variance of the design (docs/sampling.md). Importance is as it was: inclusion is not in it.
"""
TYPED = {
    "design": Typed(
        ("--design",),
        "DESIGN",
        "simple(500), simple(500, replace=True), proportional(500), stratified(500, by='scenario'), "
        "poststratified(500, by='scenario'), systematic(500), clusters(40).",
    ),
    "pilot": Typed(metavar="RUN", type=FOLDER),
    "format": formats("Format of the cases: "),
}
ONLY = {"out": Typed(("-o", "--out"), "FILE", "The file of the sample.", type=written.FILE, required=True)}


def refuse_unknown(given: Given) -> None:
    """Refuse a file whose name tells no format: it costs nobody the drawing."""
    from murho.pipeline.runs.generating import writer_of

    writer_of(given["out"], "sample.jsonl")


def save(sample: "Sample", given: Given) -> int:
    """Write the cases, and the record of the design."""
    sample.save(given["out"])
    return 0


def draw(sample: "Sample", given: Given) -> None:
    """How many were drawn, of which stratum."""
    out, population = given["out"], sample.record["population"]
    click.echo(f"{len(sample)} of {population} cases by {sample.design}, saved in {out}")
    for name, stratum in sample.record.get("strata", {}).items():
        click.echo(f"  {name}: {stratum['n']} of {stratum['size']}")
    click.echo(f"next: murho run {out} --system SYSTEM -o RUN")


sample = Verb(
    "sample", EXAMPLES, draw, typed=TYPED, only=ONLY, before=refuse_unknown, save=save, tables=False
).command()

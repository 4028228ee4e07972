"""murho generate"""

from collections.abc import Mapping

import click

from murho.cli import options, written


@click.command()
@click.argument("templates")
@click.option("-n", "n", type=click.IntRange(1), default=500, show_default=True, help="How many expressions.")
@click.option("-o", "--out", required=True, type=written.FILE, help="The file of the cases.")
@click.option(
    "--classes",
    default=None,
    metavar="SHARES",
    help="Of each structural class, as in 'E 3, G 1'; `even`: as many of each. By default as the templates say.",
)
@click.option(
    "--lengths",
    default=None,
    metavar="SHARES",
    help="Of each length in words, as in '8 1, 9 2'; `even`: of each class as many of each. By default as the "
    "templates say.",
)
@options.seed
@options.as_json
def generate(
    templates: str, n: int, out: str, classes: str | None, lengths: str | None, seed: int, as_json: bool
) -> None:
    """Write one request in many words: expressions of TEMPLATES, no two alike, with their structural class.

    \b
    murho generate birth-dates -n 5000 -o cases.jsonl
    murho generate birth-dates -n 500 --lengths even --classes 'E 3, G 1' -o cases.jsonl
    murho generate my-request.templates -n 1000 --seed 4 -o cases.jsonl
    murho run cases.jsonl --system nlu:understand --weight structure -o my-run

    TEMPLATES is a text file (docs/sampling.md), or `birth-dates`, which is bundled: "Tell me the birth-date of all
    employees who have a master degree in mathematics", in the lengths and classes of the source's sample B.
    """
    from murho.pipeline.runs.expressions import STRUCTURE
    from murho.pipeline.runs.expressions import generate as generated
    from murho.pipeline.runs.generating import writer_of

    written.refuse_what_is_read(out, templates)
    writer_of(out, "cases.jsonl")  # a name that tells no format costs nobody the drawing
    wanted = _shares(lengths, "lengths")
    found = generated(
        templates,
        n,
        seed=seed,
        classes=_shares(classes, "classes"),
        lengths=None if wanted is None else {int(length): share for length, share in wanted.items()},
    )
    found.save(out)
    told = found.as_json()
    if as_json:
        import json

        click.echo(json.dumps(told))
        return
    click.echo(f"{n} expressions, saved in {out}")
    click.echo(f"  {STRUCTURE}: " + ", ".join(f"{name} {count}" for name, count in told["classes"].items()))
    click.echo("  words: " + ", ".join(f"{length} {count}" for length, count in told["lengths"].items()))


def _shares(text: str | None, kind: str) -> Mapping[str, float] | None:
    from murho.core.errors import UsageError
    from murho.sampling.templates import example_of, shares

    if text is None or text == "even":
        return None if text is None else {}
    try:
        return shares(text, kind)
    except ValueError as error:
        raise UsageError(f"--{kind}: {error}; {example_of(kind)}") from None

"""Print the cases of a saved run that cost the most."""

import click

import murho


@click.command()
@click.argument("run", metavar="RUN")
@click.option("-n", "number", type=click.IntRange(min=1), default=5, show_default=True, help="How many cases.")
def worst(run, number):
    """Print the cases of RUN, a folder, that cost the most: ρ·loss, expression, answer."""
    cases = [case for case in murho.open(run).frame().to_pylist() if case["loss"]]
    cases.sort(key=lambda case: case["weight"] * case["loss"], reverse=True)
    for case in cases[:number]:
        answer = "⊥" if case["answer"] is None else case["answer"]
        click.echo(f"{case['weight'] * case['loss']:.2f}  {case['expression']}  {answer}")
    return 0

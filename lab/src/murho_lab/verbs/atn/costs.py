"""murho atn costs"""

import click

from murho.cli import options
from murho_lab.verbs.atn.sharing import grammar_argument


@click.command()
@grammar_argument
@click.argument("treebank")
@click.option(
    "--longest", type=click.IntRange(min=1), default=15, show_default=True, help="Leave out longer sentences."
)
@options.level
@options.seed
@options.as_json
def costs(grammar: str, treebank: str, longest: int, level: float, seed: int, as_json: bool) -> None:
    """Measure what an attempt of each type of arc of GRAMMAR costs on this machine, on sentences of TREEBANK.

    \b
    murho atn costs ud treebank.conllu
    """
    import json

    from murho_lab.atn import read_grammar
    from murho_lab.atn.efficiency.costs import calibrate
    from murho_lab.atn.texts.text import read_text

    nets = read_grammar(grammar)
    calibration = calibrate(nets, read_text(treebank, longest=longest).sentences, level=level, seed=seed)
    if as_json:
        click.echo(json.dumps(calibration.as_json()))
        return
    for name, cost in [*calibration.types.items(), ("word", calibration.word), ("sentence", calibration.sentence)]:
        ends = f"[{1e6 * cost.low:.3f}, {1e6 * cost.high:.3f}]"
        many = f"  {cost.attempts:,} attempts" if name in calibration.types else ""
        click.echo(f"{name:8} {1e6 * cost.value:8.3f} µs  {ends}{many}")
    click.echo(
        f"explains {100 * calibration.explained:.1f} % of the variance of {calibration.searches:,} searches of "
        f"{calibration.sentences:,} sentences",
        err=True,
    )

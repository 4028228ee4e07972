"""murho atn check"""

import click

from murho_lab.verbs.atn.sharing import grammar_argument


@click.command()
@grammar_argument
def check(grammar: str) -> int:
    """Check GRAMMAR: undefined and unreachable states, PUSH without POP, JUMP cycles, left recursion.

    \b
    murho atn check english

    The exit status is 1 if it cannot be used.
    """
    from murho_lab.atn.checks import findings
    from murho_lab.atn.grammar import read_grammar

    read = read_grammar(grammar, check=False)
    problems = findings(read)
    for problem in problems:
        click.echo(problem)
    counted = "1 finding" if len(problems) == 1 else f"{len(problems)} findings"
    click.echo(f"{grammar}: {len(read.states)} states, {len(read.arcs)} arcs, {counted}")
    return int(any(problem.error for problem in problems))

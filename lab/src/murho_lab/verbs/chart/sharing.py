"""The argument that the commands of `murho chart` share."""

import click


def _found(context: click.Context, parameter: click.Parameter, named: str) -> str:
    from murho_lab.chart import grammar_file

    return grammar_file(named)


# Those that come with murho are given by name, and are files all the same.
grammar_argument = click.argument("grammar", type=click.Path(dir_okay=False), callback=_found)

"""What a shell completes: names of measures and weightings, read off files, so that nothing is imported for it."""

import click
from click.shell_completion import CompletionItem

from murho.plugs import Plug, Shelf

MEASURES: Shelf[Plug] = Shelf("measure", "murho.measures", "MEASURE", "murho.measures")
WEIGHTINGS: Shelf[Plug] = Shelf("weighting", "murho.weighting", "WEIGHTING", "murho.weightings")


def measure_names(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Measures, inside of others too: `oracle(wo` becomes `oracle(words`."""
    return _completed(MEASURES, incomplete, "(")


def weighting_names(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Weightings, the last of a product: `domain*fre` becomes `domain*frequency`."""
    return _completed(WEIGHTINGS, incomplete, "*")


def _completed(shelf: Shelf[Plug], incomplete: str, sign: str) -> list[CompletionItem]:
    before, found, last = incomplete.rpartition(sign)
    blanks = last[: len(last) - len(last.lstrip())]
    names = (name for name in shelf.names() if name.startswith(last.strip()))
    return [CompletionItem(f"{before}{found}{blanks}{name}") for name in names]

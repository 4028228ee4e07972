"""What a shell completes: names of measures and weightings, read off files so that nothing is imported; their options.

Commands are made with these functions, and whoever does not press the key pays nothing for them.
"""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def measure_names(_: click.Context, __: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """Measures, inside of others too: `oracle(wo` becomes `oracle(words`."""
    return _completed(("measure", "murho.measures", "MEASURE", "murho.measures"), incomplete, "(")


def weighting_names(_: click.Context, __: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """Weightings, the last of a product: `domain*fre` becomes `domain*frequency`."""
    return _completed(("weighting", "murho.weighting", "WEIGHTING", "murho.weightings"), incomplete, "*")


def option_names(_: click.Context, __: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """Options of measures, for `--with`: `norm` becomes `normalize=`."""
    from click.shell_completion import CompletionItem

    from murho.measures import SHELF

    names = {option.name for record in SHELF.all() for option in record.options}
    return [CompletionItem(f"{name}=") for name in sorted(names) if name.startswith(incomplete)]


def _completed(address: tuple[str, str, str, str], incomplete: str, sign: str) -> "list[CompletionItem]":
    from click.shell_completion import CompletionItem

    from murho.plugs import Plug, Shelf

    shelf: Shelf[Plug] = Shelf(*address)
    before, separator, last = incomplete.rpartition(sign)
    # A shell replaces the whole word, so that what stands before the name has to be given back, blanks and all.
    blanks = last[: len(last) - len(last.lstrip())]
    names = (name for name in shelf.names() if name.startswith(last.strip()))
    return [CompletionItem(f"{before}{separator}{blanks}{name}") for name in names]

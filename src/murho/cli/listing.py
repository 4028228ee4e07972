"""murho list"""

from importlib import import_module
from typing import Any

import click

from murho.cli import options

ROOMS = {
    "measures": "murho.measures",
    "weightings": "murho.weighting",
    "formats": "murho.formats",
    "systems": "murho.systems",
    "engines": "murho.engines",
    "figures": "murho.figures",
}
"""What can be plugged in, and the package whose shelf has it."""


@click.command("list")
@click.argument(
    "rooms",
    nargs=-1,
    type=click.Choice(tuple(ROOMS)),
    metavar=f"[{'|'.join(ROOMS)}]...",
)
@options.as_json
def listing(rooms: tuple[str, ...], as_json: bool) -> None:
    """List measures, weightings, formats, systems, engines and figures, with their options and where they come from.

    \b
    murho list
    murho list measures
    murho list weightings formats
    murho list --json

    One kind by itself is listed with its options, which are typed in brackets, words(costs='sclite'), or given with
    --with costs=sclite. What others have installed stands at the end; docs/extending.md says how to write one's own.
    """
    shelves = {room: _records(ROOMS[room]) for room in rooms or ROOMS}
    if as_json:
        import json

        click.echo(json.dumps({room: [record.as_json() for record in records] for room, records in shelves.items()}))
        return
    from murho.sheets.console import console
    from murho.terminal.plugs import show_plugs

    out = console()
    for room, records in shelves.items():
        show_plugs(room, records, out, options=len(shelves) == 1)


def _records(package: str) -> tuple[Any, ...]:
    shelf = getattr(import_module(package), "SHELF", None)
    return () if shelf is None else tuple(shelf.all())

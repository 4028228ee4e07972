"""The options of figures, as `murho show` has them: each figure brings its own."""

from collections.abc import Callable
from typing import Any

import click

from murho.figures import FLAG, options

_TYPES = {"number": float, "whole number": int}


def figure_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The command with an option for each of those of the figures."""
    # Decorators apply from the inside: what comes last here stands first in --help.
    for name, (_, option) in reversed(options().items()):
        metavar = option.metavar or option.type.upper()
        more: dict[str, Any] = {"is_flag": True} if option.type == FLAG else {"metavar": metavar}
        if option.choices:
            more["type"] = click.Choice(option.choices)
        elif option.type in _TYPES:
            more["type"] = _TYPES[option.type]
        if option.type == "names":
            more["multiple"] = True
        elif option.type != FLAG:
            more["default"] = None
        command = click.option(typed_option(name), name, help=option.help, **more)(command)
    return command


def typed_option(name: str) -> str:
    """How an option is typed.

    >>> typed_option("answer_lengths")
    '--answer-lengths'
    """
    return "--" + name.replace("_", "-")

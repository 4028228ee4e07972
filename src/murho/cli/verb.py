"""A verb made of the function of murho that does its work: the command line and Python cannot differ.

The function's signature and docstring say which arguments there are, what they may be and what they are for
(`murho.cli.signature`); `murho.cli.arguments` says how they are typed. The module of a verb adds its examples, what the
command line alone has, and how the result is drawn on a terminal:

    trust = Verb("trust", EXAMPLES, draw).command()

What is typed is given to the function, and an error of its names arguments as they are typed. The result is written as
tables, printed as JSON, or drawn.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any

import click

import murho
from murho.cli import options
from murho.cli.arguments import ARGUMENTS, FILE, FLAGS, GROUPS, JSON, OPTIONS, READ, TABLE, Typed
from murho.cli.signature import REQUIRED, Argument, Signature, signature
from murho.cli.written import Table, Written, refuse_what_is_read
from murho.core.spelling import written_as

Given = dict[str, Any]
"""What was typed, by the names of arguments and of the options that only the command line has."""
_TABLES, _WITH, _JSON = "tables", "typed_options", "as_json"
FIGURES = "figures"
KINDS = {"bool": bool, "int": int, "float": float, "Path": FILE}
METAVARS = {int: "N", float: "X", FILE: "FILE"}


class Command(click.Command):
    """The command of a verb; its help lists options by what they are for."""

    def __init__(self, verb: "Verb", params: Sequence[click.Parameter], help: str):
        super().__init__(verb.name, params=list(params), callback=verb.obey, help=help)
        self.verb = verb

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, group by group."""
        groups: dict[str, list[tuple[str, str]]] = {name: [] for name in GROUPS}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None and isinstance(param, click.Option):
                groups[getattr(param, "group", GROUPS[0])].append(record)
        for name, records in groups.items():
            if records:
                with formatter.section(name):
                    formatter.write_dl(records)


@dataclass(frozen=True)
class Verb:
    """What the command line alone knows of a verb."""

    name: str
    """Of the verb, and of its function in `murho`."""
    examples: str
    """Commands, a line each; then paragraphs that only the command line needs."""
    draw: Callable[[Any, Given], None]
    """Draws a result on the terminal."""
    typed: Mapping[str, Typed | None] = field(default_factory=dict)
    """How some arguments are typed here alone."""
    only: Mapping[str, Typed] = field(default_factory=dict)
    """Options that only the command line has, by their names."""
    as_options: Sequence[str] = ()
    """Those of them that the function takes among its `**options`."""
    first: Sequence[str] = ()
    """Options that stand first in the help, in this order."""
    before: Callable[[Given], None] = lambda given: None
    """Looks at what was typed, and may change it, before the function is called."""
    around: Callable[[], AbstractContextManager[object]] = nullcontext
    """What the function is called in."""
    save: Callable[[Any, Given], object] = lambda result, given: None
    """Writes what was asked for besides, before the result is printed: what fails leaves no half of an output."""
    after: Callable[[Any, Given], int] = lambda result, given: 0
    """The exit status; what is printed last, so that a log has the figures before the verdict on them."""
    tables: bool = True
    explained: bool = True
    """The paragraphs of the function's docstring are for the command line, too."""

    def command(self) -> Command:
        """The command."""
        function = signature(self.name)
        parameters = {param.name: param for param in self._parameters(function)}
        lead = [parameters.pop(name) for name in self.first]
        for parameter in lead:
            parameter.group = GROUPS[0]
        commands, _, more = self.examples.strip().partition("\n\n")
        explanation = function.explanation if self.explained else ()
        paragraphs = [function.summary, f"\b\n{commands}", *explanation, more]
        return Command(self, [*lead, *parameters.values()], "\n\n".join(paragraphs).strip())

    def _parameters(self, function: Signature) -> list[Any]:
        """What click reads, in the order of the signature; then what is on the command line alone."""
        found = [_parameter(argument, how) for argument, how in self.typable(function) if not how.computed]
        own = dict(self.only)
        if function.options:
            own[_WITH] = OPTIONS
        if self.tables:
            own[_TABLES] = TABLE
        own[_JSON] = JSON
        found += [_option(name, how, how.type or str, how.help, needed=how.required) for name, how in own.items()]
        return [*found, _config()]

    def typable(self, function: Signature) -> list[tuple[Argument, Typed]]:
        """The arguments that can be typed, and how."""
        known = {**ARGUMENTS, **self.typed}
        each = [(argument, known.get(argument.name, Typed())) for argument in function.arguments]
        return [(argument, how) for argument, how in each if how is not None]

    def obey(self, **given: Any) -> int:
        """Call the function with what was typed, and show its result; the exit status."""
        function = signature(self.name)
        parameters = click.get_current_context().command.params
        _refuse_to_lose(parameters, given)
        self.before(given)
        measured = _measured(given)
        for name in self.as_options:
            if given[name] is not None and given[name] is not False and given[name] != ():  # 0 is a value
                measured[name] = given[name]
        by_with = {name: f"--with {name}" for name in measured if given.get(name) is None}
        spelling = {**_spelling(parameters), **by_with}
        places, named = list[Any](), dict[str, Any]()
        for argument, how in self.typable(function):
            value = _value(given[argument.name], argument, how)
            if argument.several:
                places += value
            elif argument.positional:
                places.append(value)
            else:
                named[argument.name] = value
        with written_as(spelling):
            with self.around():
                result = getattr(murho, self.name)(*places, **named, **measured)
            for view, path in given.get(_TABLES) or ():
                view = view or result.usual
                result.save(path, None if view in ("", FIGURES) and not result.usual else view)
            self.save(result, given)
            if given[_JSON]:
                import json

                click.echo(json.dumps(result.as_json()))
            else:
                self.draw(result, given)
            return self.after(result, given)


def _parameter(argument: Argument, how: Typed) -> click.Parameter:
    """What click reads for an argument: an option, or a place where the function has one."""
    needed = argument.default is REQUIRED and not how.optional
    kind = how.type or _kind(argument)
    if not argument.positional or any(name.startswith("-") for name in how.names):
        typable = argument.default is not REQUIRED and not how.several and (how.type is None or argument.default)
        default = argument.default if typable else None
        return _option(argument.name, how, kind, how.help or argument.help, default, needed or how.required)
    shown = (how.names[0] if how.names else argument.name).upper() + ("..." if argument.several else "")
    metavar = how.metavar or (shown if needed else f"[{shown}]")
    places = -1 if argument.several else 1
    return click.Argument([argument.name], metavar=metavar, type=kind, required=needed, nargs=places, **how.more)


def _kind(argument: Argument) -> Any:
    """The type that the function asks for, as click has it."""
    if argument.choices:
        return click.Choice(argument.choices)
    return next((kind for name, kind in KINDS.items() if name in argument.types), str)


def _option(name: str, how: Typed, kind: Any, text: str, default: Any = None, needed: bool = False) -> click.Option:
    names = how.names or (f"--{name.replace('_', '-')}",)
    if kind is bool and default is True:
        names = (f"{names[0]}/--no-{names[0].removeprefix('--')}",)
    option: click.Option = how.made_by(
        [*names, name],
        show_default=default not in (None, False, ""),
        required=needed,
        type=kind,
        is_flag=True if kind is bool else None,  # False would let an option stand without its value
        metavar=how.metavar or METAVARS.get(kind),
        multiple=how.several,
        help=text,
        **({} if default is None else {"default": default}),  # for click None is a value, too
        **how.more,
    )
    option.group = how.group  # type: ignore[attr-defined]
    return option


def _config() -> click.Option:
    # Eager, before all others, for it changes their defaults.
    more = {"is_eager": True, "expose_value": False, "callback": options.load}
    help = "A TOML file with settings; the command line wins."
    return _option("config", Typed(group=READ, more=more), FILE, help)


def with_scheduler(given: Given) -> None:
    """The engine that was named, with the scheduler that goes with it."""
    given["engine"] = options.engine_of(given["engine"], given["scheduler"])


def save_page(result: Any, given: Given) -> None:
    """Write the page that -o names."""
    if given["out"] is not None:
        result.save(given["out"], title=given["title"] or "")
        click.echo(f"wrote {given['out']}", err=given[_JSON])  # standard output then holds the JSON alone


def _value(typed: Any, argument: Argument, how: Typed) -> Any:
    """What the function takes of what was typed."""
    if how.several:
        typed = list(typed) or None
    if typed is None:
        return None if argument.default is REQUIRED else argument.default
    return typed if how.read is None else how.read(typed)


def _measured(given: Given) -> dict[str, Any]:
    """The options of measures that were typed: by flags of their own, and by `--with`.

    Raises:
        click.UsageError: one of them is no option with a value, or is given twice and differently.
    """
    context = click.get_current_context()
    found = {name: given[name] for name in FLAGS if given.get(name) is not None}
    for setting in given.get(_WITH) or ():
        name, sign, value = setting.partition("=")
        # As it stands in help, with hyphens, or in the notation of a measure.
        name = name.strip().replace("-", "_")
        if not sign or not name:
            raise click.UsageError(
                f"--with {setting}: write an option and its value, as in --with costs=sclite", context
            )
        if (before := found.get(name, value)) != value:
            raise click.UsageError(f"--with {setting}: {name} is {before!r} already; give it once", context)
        found[name] = value
    return found


def _spelling(parameters: Sequence[click.Parameter]) -> dict[str, str]:
    """How arguments are called in an error."""
    return {
        str(one.name): max(one.opts, key=len) if isinstance(one, click.Option) else str(one.metavar).strip("[].")
        for one in parameters
    }


def _refuse_to_lose(parameters: Sequence[click.Parameter], given: Given) -> None:
    """Refuse to write over a file that is read."""
    written: list[str] = []
    read: list[str] = []
    for one in parameters:
        typed = given.get(str(one.name))
        values: Sequence[Any] = [typed] if isinstance(typed, str) else typed if isinstance(typed, list | tuple) else []
        if isinstance(one.type, Table):
            written += [path for _, path in values]
        elif isinstance(one.type, Written):
            written += values
        elif isinstance(one, click.Argument) or isinstance(one.type, click.Path):
            read += values
    for path in written:
        refuse_what_is_read(path, *read)

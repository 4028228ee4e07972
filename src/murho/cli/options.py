"""Options that several verbs share, and settings from a TOML file.

A file given with `--config` holds a table for each verb; its keys are the option names. What stands on the command line
wins.

    [run]
    cases = "cases.jsonl"
    system = "desk:understand"
    measure = ["meanings", "meanings(shifting=mu3())"]
"""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


def _load(ctx: click.Context, _: click.Parameter, path: str | None) -> None:
    if path is None:
        return
    try:
        settings = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise click.UsageError(f"{path}: {error}", ctx) from None
    verb = ctx.info_name or ""
    table = {key.replace("-", "_"): value for key, value in settings.get(verb, {}).items()}
    known = {name for parameter in ctx.command.params for name in _names(parameter)}
    for key in table:
        if key not in known:
            raise click.UsageError(f"{path}: no option {key!r} for {verb}; known: {', '.join(sorted(known))}", ctx)
    by_name = {name: str(parameter.name) for parameter in ctx.command.params for name in _names(parameter)}
    ctx.default_map = {**(ctx.default_map or {}), **{by_name[key]: value for key, value in table.items()}}


def _names(parameter: click.Parameter) -> set[str]:
    return {str(parameter.name), *(option.lstrip("-").replace("-", "_") for option in parameter.opts)}


config = click.option(
    "--config",
    type=click.Path(dir_okay=False),
    is_eager=True,
    expose_value=False,
    callback=_load,
    help="A TOML file with settings; the command line wins.",
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
weight = click.option(
    "--weight",
    default="given",
    show_default=True,
    help="Importance ρ: constant, domain, frequency('count'), length(...), a numeric feature, or a product a*b.",
)
level = click.option(
    "--level", type=click.FloatRange(0, 1, min_open=True, max_open=True), default=0.95, show_default=True,
    help="Confidence level of the intervals.",
)  # fmt: skip
method = click.option(
    "--method",
    default="auto",
    show_default=True,
    type=click.Choice(["auto", "score", "linearised", "korn-graubard", "bootstrap"]),
    help="Kind of interval; the result names the one used.",
)
seed = click.option("--seed", type=int, default=0, show_default=True, help="Seed of everything drawn at random.")
missing = click.option(
    "--missing",
    type=click.Choice(["undefined", "skip"]),
    default="undefined",
    show_default=True,
    help="A case without an answer: judge it as UNDEFINED, or leave it out. It is counted either way.",
)
extra = click.option(
    "--extra",
    type=click.Choice(["error", "ignore"]),
    default="error",
    show_default=True,
    help="An answer without a case: an error, or ignored and counted.",
)
by = click.option("--by", multiple=True, metavar="FEATURE", help="Slice by a feature; may be repeated.")
measures = click.option(
    "-m",
    "--measure",
    "measure_names",
    multiple=True,
    metavar="MEASURE",
    help="words, concepts, labels, meanings(shifting=mu3()), graded, slots...; may be repeated.",
)


def gate(command: Command) -> Command:
    """The options of a gate: --fail-above and --confident."""
    command = click.option(
        "--confident", is_flag=True, help="Fail only if the interval's lower end is above, so that chance does not."
    )(command)
    return click.option(
        "--fail-above", type=float, metavar="X", help="Exit with status 100 if the printed figure is above X."
    )(command)


def gate_status(value: float | None, low: float, fail_above: float | None, confident: bool) -> int:
    """0, or 100 where the figure (rounded as it is printed) or the interval's lower end is above the limit."""
    from murho.cli import GATE_FAILED
    from murho.report.terminal import printed

    if fail_above is None:
        return 0
    if value is None or printed(low if confident else value) > fail_above:
        click.echo(f"gate failed: {'lower end ' if confident else ''}above {fail_above}", err=True)
        return GATE_FAILED
    return 0

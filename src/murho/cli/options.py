"""Options that several verbs share, and settings from a TOML file.

A file given with `--config` holds a table for each verb; its keys are the option names. What stands on the command line
wins.

    [run]
    cases = "cases.jsonl"
    system = "desk:understand"
    measure = ["meanings", "meanings(shifting=mu3())"]
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from murho.measures import Measure
    from murho.pipeline.score import Score

Command = TypeVar("Command", bound=Callable[..., Any])


def _load(ctx: click.Context, _: click.Parameter, path: str | None) -> None:
    if path is None:
        return
    import tomllib
    from pathlib import Path

    from murho.cli import VERBS

    def wrong(found: str) -> click.UsageError:
        return click.UsageError(f"{path}: {found}", ctx)

    try:
        settings = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise wrong(f"cannot be read ({error.strerror}); check the name") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise wrong(f"is not TOML: {error}") from None
    for table, content in settings.items():
        if table not in VERBS or not isinstance(content, dict):
            raise wrong(f"{table!r} is not a table for a verb; write settings below [VERB]: {', '.join(VERBS)}")
    verb = ctx.info_name or ""
    by_name = {name: parameter for parameter in ctx.command.params for name in _names(parameter)}
    chosen = {}
    for key, value in settings.get(verb, {}).items():
        parameter = by_name.get(key.replace("-", "_"))
        if parameter is None:
            known = sorted({name.replace("_", "-") for name in by_name} - {"help", "config"})
            raise wrong(f"no option {key!r} for {verb}; known: {', '.join(known)}")
        several = isinstance(parameter, click.Option) and parameter.multiple
        chosen[str(parameter.name)] = [value] if several and not isinstance(value, list) else value
    ctx.default_map = {**(ctx.default_map or {}), **chosen}


def _names(parameter: click.Parameter) -> set[str]:
    """What a setting may be called in the file: as `--help` has it."""
    shown = parameter.metavar if isinstance(parameter, click.Argument) and parameter.metavar else ""
    return {option.lstrip("-").replace("-", "_") for option in (*parameter.opts, shown.lower()) if option}


def is_default(name: str) -> bool:
    """Nobody gave this option."""
    return click.get_current_context().get_parameter_source(name) == click.core.ParameterSource.DEFAULT


def recorded(settings: Mapping[str, Any], **given: Any) -> dict[str, Any]:
    """These options, those that nobody gave as the record of a run has them."""
    source = click.get_current_context().get_parameter_source
    absent = click.core.ParameterSource.DEFAULT
    return {name: settings[name] if source(name) == absent else value for name, value in given.items()}


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
divide_by = click.option(
    "--divide-by",
    type=click.Choice(["importance", "expressions"]),
    default="importance",
    show_default=True,
    help="What π is divided by: Σρ, or the number of expressions |E|; for measures with one loss for each expression.",
)
level = click.option(
    "--level", type=click.FloatRange(0, 1, min_open=True, max_open=True), default=0.95, show_default=True,
    help="Confidence level of the intervals.",
)  # fmt: skip
method = click.option(
    "--method",
    default="auto",
    show_default=True,
    type=click.Choice(["auto", "score", "wilson", "linearised", "korn-graubard", "bootstrap"]),
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
    default=None,
    help="An answer without a case: an error, or ignored and counted; by default what is usual in its format.",
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

classes = click.option(
    "--classes", is_flag=True, help="For labels: precision, recall and F1 of each, and what is taken for what."
)
bound = click.option(
    "--bound",
    type=click.FloatRange(0, 1, max_open=True),
    default=None,
    metavar="λ",
    help="For competence: covered is what has an importance above this; 0 by default.",
)
users = click.option(
    "--users",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="For competence: what users say, one expression a line; the share that is covered is the completeness.",
)


costs = click.option(
    "--costs",
    type=click.Choice(["equal", "sclite"]),
    default=None,
    help="For words, characters, sentences, mer, wil: what errors cost: all the same (the default), or as in sclite, "
    "4, 3, 3, with words in lower case and { a / b / @ } read as alternatives.",
)
normalize = click.option(
    "--normalize",
    default=None,
    metavar="CHAIN",
    help="For the same measures: steps for both sides, as in 'lower|no_punctuation' (docs/words.md); none by default.",
)


def with_text_options(how: "Measure", **given: str | None) -> "Measure":
    """The measure with these options where they were given; UsageError for one that does not compare texts."""
    from dataclasses import replace

    from murho.measures.text.options import Texts

    chosen = {name: value for name, value in given.items() if value is not None}
    if not chosen:
        return how
    if not isinstance(how, Texts):
        names = " and ".join(f"--{name}" for name in chosen)
        fitting = "words, characters, sentences, mer, wil"
        raise click.UsageError(f"{names}: only for the measures {fitting}, not {how!r}", click.get_current_context())
    return replace(how, **chosen)  # type: ignore[arg-type]


def print_json(objects: Mapping[str, Mapping[str, Any]]) -> None:
    """One JSON object: that of the one measure asked for, or `figures` with one for each."""
    import json

    from murho.core.signature import SCHEMA_VERSION

    one = next(iter(objects.values()))
    click.echo(json.dumps(one if len(objects) == 1 else {"figures": objects, "schema_version": SCHEMA_VERSION}))


def gate(command: Command) -> Command:
    """The options of a gate: --fail-above and --confident."""
    command = click.option(
        "--confident", is_flag=True, help="Fail only if the interval's lower end is above X, too: not by chance."
    )(command)
    return click.option(
        "--fail-above", type=float, metavar="X", help="Exit with status 100 if a printed figure is above X."
    )(command)


def gate_status(scores: "Sequence[Score]", fail_above: float | None, confident: bool) -> int:
    """0, or 100 where a figure (rounded as it is printed) or its interval's lower end is above the limit."""
    if fail_above is None:
        return 0
    from murho.cli import GATE_FAILED
    from murho.report.terminal import fraction, printed

    status = 0
    for score in scores:
        value = score.figure.low if confident and score.value is not None else score.value
        if value is None or printed(value) > fail_above:
            what = "the interval's lower end, " if confident else ""
            click.echo(f"gate failed: {score.measure} is {fraction(value)}, {what}above {fail_above:g}", err=True)
            status = GATE_FAILED
    return status

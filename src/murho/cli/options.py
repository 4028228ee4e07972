"""Options that several verbs share, and settings from a TOML file.

A file given with `--config` holds a table for each verb; its keys are the option names. What stands on the command line
wins.

    [run]
    cases = "cases.jsonl"
    system = "desk:understand"
    measure = ["meanings", "meanings(shifting=mu3())"]
"""

from collections.abc import Callable, Mapping, Sequence
from math import isfinite, nan
from typing import TYPE_CHECKING, Any, TypeVar

import click

from murho.cli import completion, written

if TYPE_CHECKING:
    from murho.engines import Engine
    from murho.measures import Measure
    from murho.pipeline.scoring.limits import Limits
    from murho.pipeline.scoring.score import Score
    from murho.store import Run

Command = TypeVar("Command", bound=Callable[..., Any])


def load(ctx: click.Context, _: click.Parameter, path: str | None) -> None:
    """Take settings from a file as defaults.

    Raises:
        click.UsageError: it cannot be read, or sets what the verb has not.
    """
    if path is None:
        return
    import tomllib
    from pathlib import Path

    from murho.cli import VERBS

    def wrong(problem: str) -> click.UsageError:
        return click.UsageError(f"{path}: {problem}", ctx)

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
    ctx.default_map = {**(ctx.default_map or {}), **chosen}  # above the defaults of options, below what is typed


def _names(parameter: click.Parameter) -> set[str]:
    """The names by which a file of settings may call a parameter: those that `--help` shows."""
    shown = parameter.metavar if isinstance(parameter, click.Argument) and parameter.metavar else ""
    return {option.lstrip("-").replace("-", "_") for option in (*parameter.opts, shown.lower()) if option}


def is_default(name: str) -> bool:
    """Whether nobody gave this option, on the command line or in a file of settings."""
    return click.get_current_context().get_parameter_source(name) == click.core.ParameterSource.DEFAULT


def recorded(settings: Mapping[str, Any], **given: Any) -> dict[str, Any]:
    """The values of these options by name; where nobody gave one, it is as the record of a run has it."""
    source = click.get_current_context().get_parameter_source
    absent = click.core.ParameterSource.DEFAULT
    return {name: settings[name] if source(name) == absent else value for name, value in given.items()}


config = click.option(
    "--config",
    type=click.Path(dir_okay=False),
    # Before all others, for it changes their defaults.
    is_eager=True,
    expose_value=False,
    callback=load,
    help="A TOML file with settings; the command line wins.",
)
table = click.option(
    "--table",
    "asked_tables",
    type=written.TABLE,
    multiple=True,
    metavar="[VIEW=]FILE",
    help="Write the figures as a table, too: .csv, .tex (LaTeX, with booktabs) or .parquet, by the name. VIEW is any "
    "other list that --json has, by its name there; may be repeated.",
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
weight = click.option(
    "--weight",
    default="given",
    show_default=True,
    shell_complete=completion.weighting_names,
    help="Importance ρ: constant, domain, frequency('count'), length(...), a numeric feature, or a product a*b; "
    "`murho list weightings` shows all.",
)


def _level(_context: click.Context, _parameter: click.Parameter, level: float) -> float:
    from murho.core.estimate import check_level

    check_level(level)
    return level


level = click.option(
    "--level", type=click.FloatRange(0, 1, min_open=True, max_open=True), default=0.95, show_default=True,
    callback=_level, help="Confidence level of the intervals.",
)  # fmt: skip
method = click.option(
    "--method",
    default="auto",
    show_default=True,
    type=click.Choice(["auto", "score", "wilson", "linearised", "korn-graubard", "bootstrap"]),
    help="Kind of interval; the result names the one used.",
)
told = click.option(
    "--told",
    "told_by",
    multiple=True,
    metavar="NAME=RUN[:FIELD]",
    help="A feature for strata: what RUN answered, as a machine that judges, or a FIELD beside its answers, as their "
    "confidence. Numbers are cut into fifths.",
)
seed = click.option("--seed", type=int, default=0, show_default=True, help="Seed of everything drawn at random.")
extra = click.option(
    "--extra",
    type=click.Choice(["error", "ignore"]),
    default=None,
    help="An answer without a case: an error, or ignored and counted; by default what is usual in its format.",
)
carry = click.option(
    "--carry",
    type=click.Choice(["best", "all"]),
    default="best",
    show_default=True,
    help="Which answers of a stage go on to the next: the first, or all.",
)
kept_in = click.option(
    "-o",
    "--out",
    required=True,
    type=click.Path(file_okay=False),
    help="The folder in which the run is kept, and from which the same command goes on, as in -o my-run.",
)
retry = click.option(
    "--retry",
    type=click.Choice(["undefined"]),
    default=None,
    help="In a run that goes on, ask once more what was UNDEFINED before; the earlier reasons are kept.",
)
files = click.option(
    "--files",
    multiple=True,
    metavar="PATH",
    type=click.Path(),
    help="A file or folder that the system is made of, such as a model: once it changes it is another system. May be "
    "repeated; code and what a command names are found without. !PATH is no part of it, such as a log that it writes "
    "(docs/systems.md).",
)
accept_changed = click.option(
    "--accept-changed",
    is_flag=True,
    help="Go on with a run though its system has changed since; the record, and every figure, says so.",
)
scheduler = click.option(
    "--scheduler",
    default=None,
    metavar="URL",
    help="For --engine dask: the address of a scheduler, tcp://HOST:PORT; without it processes are started here.",
)
measures = click.option(
    "-m",
    "--measure",
    "measure_names",
    multiple=True,
    metavar="MEASURE",
    shell_complete=completion.measure_names,
    help="words, concepts, labels, meanings(shifting=mu3()), graded, slots...; may be repeated. `murho list measures` "
    "shows all; code of one's own is module:name; words@heard judges the stage of a chain that is called so.",
)


with_options = click.option(
    "--with",
    "typed",
    multiple=True,
    metavar="OPTION=VALUE",
    shell_complete=completion.option_names,
    help="An option of a measure, as in --with n=3; it goes to all that have it, around others or inside. May be "
    "repeated; `murho list measures` shows them.",
)


def chosen(wanted: "Sequence[Measure]", typed: Sequence[str] = (), **flags: str | None) -> "list[Measure]":
    """The measures, each once, with the options of `--with` and of flags, those of them that were given.

    Raises:
        click.UsageError: none of the measures has an option, or it is given twice and differently.
    """
    given = {name: value for name, value in flags.items() if value is not None}
    if not given and not typed:  # what reads options need not be imported
        from murho.measures.interface import each_once

        return each_once(wanted)
    from murho.core.errors import UsageError
    from murho.core.spelling import written_as
    from murho.measures.naming import all_configured

    context = click.get_current_context()
    more: dict[str, str] = {}
    for setting in typed:
        name, sign, value = setting.partition("=")
        if not sign or not name.strip():
            raise click.UsageError(
                f"--with {setting}: write an option and its value, as in --with costs=sclite", context
            )
        # As it stands in help, with hyphens, or in the notation of a measure.
        name = name.strip().replace("-", "_")
        if (before := {**given, **more}.get(name, value)) != value:
            raise click.UsageError(f"--with {setting}: {name} is {before!r} already; give it once", context)
        more[name] = value
    try:
        # An error cites the option as it was typed: --costs, or --with costs.
        with written_as({name: f"--with {name}" for name in more}):
            return all_configured(wanted, {**given, **more})
    except UsageError as error:
        raise click.UsageError(str(error), context) from None


def engine_of(name: str | None, scheduler: str | None) -> "Engine | None":
    """The engine that was asked for; None where nobody asked for one."""
    if name is None and scheduler is None:
        return None
    from murho.engines import engine as engine_named

    return engine_named(name or "dask", **({} if scheduler is None else {"scheduler": scheduler}))


def check_carry(carry: str, then: Sequence[str]) -> None:
    """Refuse --carry where there is no further stage."""
    if carry != "best" and not then:
        raise click.UsageError("--carry goes with --then", click.get_current_context())


def measures_of(run: "Run", names: Sequence[str], typed: Sequence[str] = (), **flags: str | None) -> "list[Measure]":
    """The measures that are named, or else those that a run was judged by, with the options that were chosen."""
    from murho.measures import measure
    from murho.pipeline.runs.recorded import measures_of as judging

    return chosen(judging(run, [measure(name) for name in names]), typed, **flags)


def one_object(objects: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Any]:
    """The object of the one measure asked for, or `figures` with an object for each measure."""
    from murho.core.signature import SCHEMA_VERSION

    first = next(iter(objects.values()))
    return first if len(objects) == 1 else {"figures": objects, "schema_version": SCHEMA_VERSION}


def print_json(objects: Mapping[str, Mapping[str, Any]]) -> None:
    """Print one JSON object: that of the one measure asked for, or `figures` with an object for each measure."""
    import json

    click.echo(json.dumps(one_object(objects)))


def limit(text: str) -> float:
    """A finite number: nothing is above NaN, so that a gate held against it would let everything pass."""
    try:
        number = float(text)
    except ValueError:
        number = nan
    if not isfinite(number):
        raise click.BadParameter(f"{text} is no limit; give a number, such as 0.01")
    return number


Asked = Sequence[tuple[str, str]]
"""Tables that --table asks for: a view, or nothing, and the file."""


def write_tables(asked: Asked, told: Callable[[], Mapping[str, Any]], usual: str = "figures") -> None:
    """Write views of what `--json` prints; `usual` is the one that is meant where none is named.

    Raises:
        UsageError: there is no such view.
    """
    if not asked:
        return
    from murho.sheets.frame import of_view, write_table

    found = told()
    for view, path in asked:
        write_table(path, of_view(found, view or usual, printed=path.casefold().endswith(".tex")))


LIMIT = "[FEATURE=GROUP:]X"
FAIL_ABOVE = (
    "Exit with status 100 if a printed figure is above X, of the whole or of a group; FEATURE=GROUP:X is the limit of "
    "one group. May be repeated."
)


def limits(_context: click.Context, _parameter: click.Parameter, texts: Sequence[str]) -> "Limits | None":
    """The limits that were typed; None where there are none."""
    if not texts:
        return None
    from murho.core.errors import UsageError
    from murho.pipeline.scoring.limits import Limits

    try:
        return Limits.read(texts)
    except UsageError as error:
        raise click.UsageError(f"--fail-above: {error}", click.get_current_context()) from None


def gate(command: Command) -> Command:
    """The options of a gate: --fail-above and --confident."""
    # Decorators apply from the inside: what comes last here stands first in --help.
    command = click.option(
        "--confident", is_flag=True, help="Fail only if the interval's lower end is above X, too: not by chance."
    )(command)
    return click.option("--fail-above", multiple=True, metavar=LIMIT, callback=limits, help=FAIL_ABOVE)(command)


def retried(run: "Run") -> dict[str, int]:
    """How many cases were asked once more, and how many of them are answered now, where --retry asked for it."""
    return {name: run.record[name] for name in ("retried", "retried_answered") if name in run.record}


def show_retried(run: "Run") -> None:
    """Print how many cases were asked once more, in a line, where --retry asked for it."""
    if counts := retried(run):
        click.echo(
            f"retried {counts['retried']} undefined cases, {counts['retried_answered']} of them are answered now"
        )


def undefined_status(run: "Run", status: int) -> int:
    """The exit status of a run: where every case failed, which is told, at least 1."""
    from murho.pipeline.runs.show import failures

    counts = run.record["counts"]
    if counts["undefined"] < counts["cases"]:
        return status
    why = [text for _, text in failures(run)] or ["it gave no reason"]
    recorded = run.record["system"].get("kind") == "recorded"
    todo = "check the ids and the answers" if recorded else "mend it, then ask again with --retry undefined"
    click.echo(f"{run.path}: none of {counts['cases']} cases was answered ({why[0]}); {todo}", err=True)
    # A gate that failed as well has the last word.
    return status or 1


def gate_status(scores: "Sequence[Score]", limits: "Limits | None", confident: bool) -> int:
    """0, or 100 where the whole or a group is above its limit; what is found is said on standard error.

    1 where the lower end of an interval is wanted, and there is none.
    """
    if limits is None:
        return 0
    from murho.cli import GATE_FAILED
    from murho.pipeline.scoring.limits import gate

    status = 0
    for score in scores:
        result = gate(score, limits, confident)
        if result.unknown:
            click.echo(f"--confident: {result.unknown}", err=True)
            return 1
        for sentence in result.passed_over:
            click.echo(f"gate: {sentence}", err=True)
        for sentence in result.failures:
            click.echo(f"gate failed: {sentence}", err=True)
            status = GATE_FAILED
    return status

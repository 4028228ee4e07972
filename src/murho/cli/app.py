"""The verbs as commands, and their errors as lines with an exit status."""

import os
import sys
from importlib import import_module
from typing import Any

import click

from murho.cli import INTERRUPTED, VERBS, help_text, plugged, version_text
from murho.cli.help import COLUMNS
from murho.core.errors import InputError, MurhoError, UsageError
from murho.core.spelling import written_as
from murho.installed import LABORATORY_VERBS, WITHOUT_LABORATORY

HOMES = {"list": "listing"}
"""The modules of verbs that cannot have one of their name: `list` would hide Python's own."""


class Verbs(click.Group):
    """The verbs, each imported when it is used, so that `murho --help` starts at once."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: D102
        return [*VERBS, *(name for brought in plugged.headings(VERBS).values() for name in brought)]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:  # noqa: D102
        if name not in VERBS:
            if (brought := plugged.command(name)) is not None:
                return brought
            if name in LABORATORY_VERBS:
                raise click.UsageError(f"murho {name}: {WITHOUT_LABORATORY}", ctx)
            from murho.plugs import close_to

            near = close_to(name, VERBS)
            raise click.UsageError(f"No such command {name!r}.{f' Did you mean {near}?' if near else ''}", ctx)
        # The system under test may want its threads; murho's sums do not, and starting them takes time.
        if name != "run":
            os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        home = HOMES.get(name, name)
        command = getattr(import_module(f"murho.cli.{home}"), home)
        assert isinstance(command, click.Command)
        return command

    def get_help(self, ctx: click.Context) -> str:  # noqa: D102
        return help_text().rstrip("\n")


def _version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(version_text(), nl=False)
        ctx.exit()


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": COLUMNS})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version.")
def app() -> None:
    """Measure how well a system understands language."""


def obey(arguments: list[str]) -> int:
    """Run a verb and return its exit status; errors are printed and not raised, but for faults in murho."""
    try:
        with written_as({}):  # options are called as arguments are; a verb that knows better says so itself
            result: Any = app.main(arguments, prog_name="murho", standalone_mode=False)
        return result if isinstance(result, int) else 0  # a verb that returns nothing is done
    except click.exceptions.Abort as abort:
        return interrupted(abort.__context__)
    except click.exceptions.NoArgsIsHelpError as error:  # a UsageError, too: but all its help is the message
        print(error.format_message(), file=sys.stderr)
        return error.exit_code
    except click.UsageError as error:
        hint = f" (see {error.ctx.command_path} --help)" if error.ctx else ""
        return _complain(f"{_in_one_line(_told(error))}{hint}", 2)  # it may quote what was typed
    except click.ClickException as error:
        return _complain(error.format_message(), error.exit_code)
    except (InputError, UsageError) as error:  # one line, also where it quotes a library or what was typed
        return _complain(_in_one_line(str(error)), error.exit_status)
    except MurhoError as error:
        return _complain(str(error), error.exit_status)
    except KeyboardInterrupt as error:
        return interrupted(error)
    except OSError as error:
        prefix = f"{error.filename}: " if error.filename else ""
        found = " ".join(map(str.strip, str(error.strerror or error).splitlines()))
        return _complain(f"{prefix}{found}; check the place and the space left there", 1)


def interrupted(error: BaseException | None) -> int:
    """Tell that the work was stopped; the exit status."""
    told = getattr(error, "told", "what was finished is kept")
    return _complain(f"interrupted; {told}, the same command goes on with it", INTERRUPTED)


def _told(error: click.UsageError) -> str:
    """What is wrong with the call; of an option that is missing also what it is, in the first sentence of its help."""
    message = error.format_message()
    param = error.param if isinstance(error, click.MissingParameter) else None
    if not isinstance(param, click.Option) or not param.help:
        return message
    first = param.help.partition(". ")[0].rstrip(".")
    return f"{message.rstrip('.')}: {first[0].lower()}{first[1:]}"


def _in_one_line(message: str) -> str:
    return " ".join(map(str.strip, message.splitlines()))


def _complain(message: str, exit_status: int) -> int:
    from murho.sheets.console import inert

    print("\n".join(map(inert, message.splitlines())), file=sys.stderr)
    return exit_status

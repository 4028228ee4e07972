"""The command line: one small module per verb, each of which only parses and calls.

Exit status: 0 done, 1 an error, 2 wrong usage, 100 a gate failed, 130 interrupted. Errors are one line on stderr,
`FILE:LINE: what was found; what to do`, neither boxed nor wrapped.
"""

import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from typing import Any

import click

from murho.core.errors import InputError, MurhoError
from murho.core.stopping import SIGNALS, end_once

VERBS = {
    "run": "Put a suite before a system and measure how well it understands.",
    "score": "Score a file of answers against a file of references.",
    "show": "Show a saved run by any feature, weighting or measure.",
    "align": "Show what was said beside what was heard, word under word.",
    "compare": "Say whether one saved run is better than another, pairwise.",
    "judge": "Judge the saved answers of a run under further measures.",
    "report": "Write a saved run as one HTML page.",
    "atn": "Parse with an augmented transition network, which learns in which order to try its arcs.",
    "check": "Check a suite before anyone runs it.",
    "verify": "Verify that the files of a saved run are what they were.",
    "suite": "Hierarchical test suites: what a parser covers, what it gets right, and how much that matters.",
    "list": "List measures, weightings, formats and systems, and where they come from.",
    "study": "Reproduce the experiment of a source paper.",
}
HOMES = {"list": "listing"}
"""The modules of verbs that cannot have one of their name: `list` would hide Python's own."""
GATE_FAILED = 100
INTERRUPTED = 130


class Verbs(click.Group):
    """The verbs, each imported when it is used, so that `murho --help` starts at once."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: D102
        return list(VERBS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:  # noqa: D102
        if name not in VERBS:
            return None
        # The system under test may want its threads; murho's sums do not, and starting them takes time.
        if name != "run":
            os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        home = HOMES.get(name, name)
        command = getattr(import_module(f"murho.cli.{home}"), home)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: D102
        with formatter.section("Verbs"):
            formatter.write_dl(list(VERBS.items()))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: D102
        from murho.cli.pages import folder

        if (pages := folder()) is not None:
            formatter.write_paragraph()
            formatter.write_text(f"Pages that help names, as docs/words.md, are in {pages}")


def _version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from murho import __version__
        from murho.measures.alignment import implementation

        click.echo(f"murho {__version__} (alignment: {implementation()})")
        ctx.exit()


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version.")
def app() -> None:
    """Measure how well a system understands language.

    \b
    murho run cases.jsonl --system mypackage.nlu:understand -o my-run
    murho show my-run --by scenario
    murho report my-run -o report.html
    murho score words references.txt recognised.txt

    Every figure is a weighted loss with its interval: 0 is perfect, 1 (or more) is everything wrong.
    `murho VERB --help` teaches each verb by example.
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit status."""
    for number in SIGNALS:  # told to end, or left by its terminal, it ends as it does by Ctrl-C
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, end_once)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a stream that cannot say π still gets the figures
    ended = status(list(sys.argv[1:] if arguments is None else arguments))
    if ended == INTERRUPTED:
        for number in SIGNALS:  # Python takes its own handlers away before it has ended
            signal.signal(number, signal.SIG_IGN)
    sys.exit(ended)


def status(arguments: list[str]) -> int:
    """Run the command line and return its exit status; errors are printed and not raised, but for faults in murho."""
    try:
        result: Any = app.main(arguments, prog_name="murho", standalone_mode=False)
        return result if isinstance(result, int) else 0  # a verb that returns nothing is done
    except click.exceptions.Abort as abort:
        return _interrupted(abort.__context__)
    except click.exceptions.NoArgsIsHelpError as error:  # a UsageError, too: but all its help is the message
        print(error.format_message(), file=sys.stderr)
        return error.exit_code
    except click.UsageError as error:
        hint = f" (see {error.ctx.command_path} --help)" if error.ctx else ""
        return _complain(f"{error.format_message()}{hint}", 2)
    except click.ClickException as error:
        return _complain(error.format_message(), error.exit_code)
    except InputError as error:  # one line, also where it tells what a library found
        return _complain(" ".join(map(str.strip, str(error).splitlines())), error.exit_status)
    except MurhoError as error:
        return _complain(str(error), error.exit_status)
    except KeyboardInterrupt as error:
        return _interrupted(error)
    except OSError as error:
        prefix = f"{error.filename}: " if error.filename else ""
        return _complain(f"{prefix}{error.strerror or error}; check the place and the space left there", 1)


def _interrupted(error: BaseException | None) -> int:
    told = getattr(error, "told", "what was finished is kept")
    return _complain(f"interrupted; {told}, the same command goes on with it", INTERRUPTED)


def _complain(message: str, exit_status: int) -> int:
    from murho.terminal.console import inert

    print("\n".join(map(inert, message.splitlines())), file=sys.stderr)
    return exit_status

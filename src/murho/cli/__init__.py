"""The command line: one small module per verb, each of which only parses and calls.

Exit status: 0 done, 1 an error, 2 wrong usage, 100 a gate failed, 130 interrupted. Errors are one line on stderr,
`FILE:LINE: what was found; what to do`, neither boxed nor wrapped.

What `murho --help` and `murho --version` say stands here, as it is printed, and the help of verbs beside it
(`murho.cli.help`), so that they start nothing else; verbs are parsed in `murho.cli.app`, but for a score of two small
texts (`murho.cli.small`).
"""

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper

VERBS = {
    "run": "Put a suite before a system and measure how well it understands.",
    "score": "Score a file of answers against a file of references.",
    "show": "Show a saved run by any feature, weighting or measure.",
    "align": "Show what was said beside what was heard, word under word.",
    "compare": "Say whether one saved run is better than another, pairwise.",
    "trust": "Say how often the interval of a run holds, on data like its own.",
    "plan": "Say how many judgements a margin takes, by design.",
    "sample": "Draw a sample of a suite by a design, with inclusions.",
    "generate": "Write one request in many words, by templates.",
    "judge": "Judge the saved answers of a run under further measures.",
    "evaluate": "Let people judge a saved run in a browser.",
    "report": "Write a saved run as one HTML page.",
    "check": "Check a suite before anyone runs it.",
    "verify": "Verify that the files of a saved run are what they were.",
    "suite": "Test suites of phenomena: what a parser covers and gets right.",
    "explain": "Explain a term of the reports in plain words.",
    "init": "Begin: three questions, and a suite and a system that run.",
    "list": "List measures, weightings, formats and systems, and their origin.",
}
_HELP = """Usage: murho [OPTIONS] COMMAND [ARGS]...

  Measure how well a system understands language.

  murho run cases.jsonl --system mypackage.nlu:understand -o my-run
  murho show my-run --by scenario
  murho report my-run -o report.html
  murho score words references.txt recognised.txt

  Every figure is a weighted loss with its interval: 0 is perfect, 1 (or more)
  is everything wrong. `murho VERB --help` teaches each verb by example.

Options:
  --version   Show the version.
  -h, --help  Show this message and exit.

Verbs:
"""
GATE_FAILED = 100
INTERRUPTED = 130


def help_text() -> str:
    """What `murho --help` prints."""
    from murho.cli.pages import folder
    from murho.cli.plugged import headings

    verbs = _listed(VERBS)
    for distribution, brought in headings(VERBS).items():
        verbs += f"\nVerbs of {distribution}:\n{_listed(brought)}"
    pages = folder()
    return f"{_HELP}{verbs}" + (f"\nPages that help names, as docs/words.md, are in {pages}\n" if pages else "")


def _listed(verbs: dict[str, str]) -> str:
    return "".join(f"  {verb:<8}  {text}\n" for verb, text in verbs.items())


def version_text() -> str:
    """What `murho --version` prints: the version, and whether alignment is compiled."""
    from importlib.machinery import EXTENSION_SUFFIXES

    from murho import __path__
    from murho.version import __version__

    # As `murho.measures.kernel` chooses it, which is not imported for this.
    kernels = [f"{__path__[0]}/measures/kernel/_kernel{suffix}" for suffix in EXTENSION_SUFFIXES]
    compiled = os.environ.get("MURHO_KERNEL") != "python" and any(map(os.path.exists, kernels))
    return f"murho {__version__} (alignment: {'compiled' if compiled else 'python'})\n"


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit status."""
    own = sys.argv[1:] if arguments is None else arguments
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by who started murho: what is printed is read by nobody
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a stream that cannot say π still gets the figures
    ended = 0 if _is_told(own) else _watched_status(own)
    if arguments is None and "pyarrow" in sys.modules:
        _leave(ended)
    sys.exit(ended)


def _leave(ended: int) -> None:
    """End this process as Python does, but without taking the interpreter apart.

    Arrow's threads may still be about to give Python's objects back. An interpreter that is taken apart ends whoever
    waits for its lock, which within C++ ends the process: `terminate called without an active exception`.
    """
    import atexit

    try:
        sys.stdout.flush()
    except OSError:
        return  # which Python tells when it ends by itself
    sys.stderr.flush()
    atexit._run_exitfuncs()
    os._exit(ended)


def _is_told(arguments: Sequence[str]) -> bool:
    """Print what is known before anything is imported, where that is asked for; whether it was."""
    text: str | None = None
    match list(arguments):
        case ["--help" | "-h"]:
            text = help_text()
        case ["--version"]:
            text = version_text()
        case [verb, *rest, "--help" | "-h"] if verb in VERBS:
            from murho.cli.help import page

            text = page([verb, *rest])
    if text is None:
        return False
    try:
        print(text, end="", flush=True)
    except OSError:  # a full disk, a pipe that nobody reads: `murho.cli.app` meets it as well, and says so
        return False
    return True


def _watched_status(arguments: Sequence[str]) -> int:
    """Run the command line as a process of its own, which is told to end by signals."""
    import atexit
    import signal

    from murho.core.stopping import SIGNALS, end_once

    def ignore_signals() -> None:
        for number in SIGNALS:
            signal.signal(number, signal.SIG_IGN)

    # Python takes its own handlers away before it has ended; what is done by then did not die of a signal.
    atexit.register(ignore_signals)
    for number in SIGNALS:  # told to end, or left by its terminal, it ends as it does by Ctrl-C
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, end_once)
    ended = _parsed_status(arguments)
    if ended == INTERRUPTED:
        ignore_signals()
    return ended


def status(arguments: Sequence[str]) -> int:
    """Run the command line and return its exit status; errors are printed and not raised, but for faults in murho."""
    return 0 if _is_told(arguments) else _parsed_status(arguments)


def _parsed_status(arguments: Sequence[str]) -> int:
    if list(arguments[:2]) == ["score", "words"]:
        from murho.cli import small

        try:
            ended = small.obey(arguments)
        except KeyboardInterrupt as error:
            from murho.cli.app import interrupted

            return interrupted(error)
        if ended is not None:
            return ended
    from murho.cli.app import obey

    return obey(list(arguments))

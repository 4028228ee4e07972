"""Systems by what is written on the command line: `my_parser:parse`, `cmd:./parser --fast`, `said.jsonl`.

What comes before the colon is a kind of system (`murho.systems.kinds`) or the module of a function; docs/systems.md has
the table of all kinds. A file of answers needs no kind.

>>> system("json:dumps").describe()
{'kind': 'function', 'spec': 'json:dumps', 'async': False, 'batch': None}
>>> system("cmd:./parser --fast", workers=4).describe()
{'kind': 'command', 'spec': './parser --fast', 'workers': 4, 'timeout': 60.0}
>>> system("./parser --fast")
Traceback (most recent call last):
murho.core.errors.UsageError: './parser --fast' looks like a command; write 'cmd:./parser --fast'
"""

import os

from murho.core.errors import UsageError
from murho.formats import SHELF as FORMATS
from murho.systems import recorded
from murho.systems.interface import System
from murho.systems.kinds import named
from murho.systems.recorded import Extra


def system(
    spec: str, *, workers: int = 1, timeout: float | None = None, batch: int | None = None, extra: Extra = "error"
) -> System:
    """The system that a specification names.

    Args:
        spec: `KIND:what it has to know`, a function as `module:attribute`, or a file of answers.
        workers: processes of a command, or of a function that is then taken out of this process.
        timeout: seconds for a case; a function is taken out of this process for it. A command has 60 by default.
        batch: call the function with lists of up to this many expressions.
        extra: recorded answers without a case are an `error`, or `ignore` them.

    Raises:
        UsageError: nothing is called that, or the options do not fit it.
    """
    named_kind = named(spec)
    # A file comes last: what names a kind or a function never depends on what lies in the working directory.
    if named_kind is None and (os.path.exists(spec) or FORMATS.told_by(spec) is not None):
        named_kind = recorded.SYSTEM, spec
    if named_kind is None:
        raise UsageError(_advice(spec))
    kind, rest = named_kind
    return kind.system(rest, workers=workers, timeout=timeout, batch=batch, extra=extra)


def stage(spec: str) -> tuple[str | None, str]:
    """The name of a stage and its system, of `NAME=SYSTEM`; None where it has no name.

    A file of answers may well have such a name, and is taken as a file.

    >>> stage("heard=asr:recognise"), stage("cmd:./parser --beam=8"), stage("heard=cmd:./asr --beam=8")
    (('heard', 'asr:recognise'), (None, 'cmd:./parser --beam=8'), ('heard', 'cmd:./asr --beam=8'))
    """
    name, sign, rest = spec.partition("=")
    if sign and rest.strip() and name.strip().isidentifier() and not os.path.exists(spec):
        return name.strip(), rest.strip()
    return None, spec


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

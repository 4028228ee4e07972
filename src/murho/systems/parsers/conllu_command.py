"""Any command that reads sentences and writes CoNLL-U, as a system.

    conllu:COMMAND [ARGUMENTS]                  plain text on standard input, one sentence a line
    conllu:input=words COMMAND [ARGUMENTS]      CoNLL-U with the gold words, nothing else filled in
    conllu:input=tagged COMMAND [ARGUMENTS]     the same with lemmas, tags and features, but no trees

The command is started once for many sentences, so that loading its model is paid once. If it crashes, hangs or
writes what is no parse of what it was given, the sentences are given again in halves, down to the ones at fault:
those are UNDEFINED, with the reason, and no other is lost.

>>> from murho.systems.interface import gather
>>> awk = '''awk '{print "1\\\\t"$1"\\\\t_\\\\tINTJ\\\\t_\\\\t_\\\\t0\\\\troot\\\\t_\\\\t_\\\\n"}' '''
>>> with Piped(awk) as parser:
...     print(gather(cases := Cases(["a"], ["Hello"], [()]), parser.answer(cases)).answers)
[('1\\tHello\\t_\\tINTJ\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n',)]
"""

import os
import shlex
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from murho.core.case import Cases
from murho.core.errors import UsageError, shortened
from murho.core.meaning import UNDEFINED
from murho.plugs import Option
from murho.systems.interface import AlwaysOpen, Answer, together
from murho.systems.kinds import Kind
from murho.systems.parsers.split_output import AstrayError, divided, sentences, surface
from murho.systems.parsers.validity import no_tree

if TYPE_CHECKING:
    from murho.systems.closure import Sources

INPUTS = ("text", "words", "tagged")
INPUT = Option("input", "text", "text", "What the parser is given: text, the gold words, or the gold tags too.", INPUTS)
TIMEOUT = 60.0
"""Seconds that the command has by default to load, and again for every hundred sentences."""
_AT_ONCE = 2000
SHOWN = {"text": 0, "words": 2, "tagged": 6}
"""How many columns of the gold tree the parser is shown."""


class FailedError(Exception):
    """The command did not give what it was asked for; the text says how."""


class Piped(AlwaysOpen):
    """A command that reads sentences on standard input and writes their trees in CoNLL-U. POSIX only.

    Args:
        spec: the command, split as a shell splits words; no shell is involved. `input=` may stand before it.
        timeout: seconds to load, and again for every hundred sentences given at once.

    Raises:
        UsageError: there is no command, an input of that name, or a time-out above 0.
    """

    def __init__(self, spec: str, *, timeout: float | None = None):
        try:
            words = shlex.split(spec)
        except ValueError as error:
            raise UsageError(f"conllu:{spec}: {error}; quote the command as in a shell") from None
        self._input = words.pop(0).removeprefix("input=") if words and words[0].startswith("input=") else "text"
        if self._input not in INPUTS:
            raise UsageError(f"conllu: input={self._input}; known: {', '.join(INPUTS)}")
        if not words:
            raise UsageError("conllu: name a command that writes CoNLL-U; write 'conllu:udpipe --parse model'")
        self._words, self._spec = words, spec
        self._timeout = TIMEOUT if timeout is None else timeout
        if not self._timeout > 0:
            raise UsageError(f"a time-out of {timeout} s; give more than 0")

    def describe(self) -> dict[str, Any]:
        """The settings for the record of a run."""
        return {"kind": "conllu", "spec": self._spec, "input": self._input, "timeout": self._timeout}

    def answer(self, cases: Cases) -> Iterator[Answer]:
        """Every case in order.

        Raises:
            UsageError: the command cannot be started.
        """
        for start in range(0, len(cases), _AT_ONCE):
            yield from self._some(cases, range(start, min(start + _AT_ONCE, len(cases))))

    def _some(self, cases: Cases, these: range) -> Iterator[Answer]:
        began = time.perf_counter()
        try:
            trees = self._parsed(cases, these)
        except (FailedError, AstrayError) as error:
            if len(these) == 1:
                yield Answer(these[0], UNDEFINED, time.perf_counter() - began, f"the command {error}")
                return
            # Nothing tells which sentence led it astray, and its answers to the others are not to be lost.
            middle = len(these) // 2
            yield from self._some(cases, these[:middle])
            yield from self._some(cases, these[middle:])
            return
        share = (time.perf_counter() - began) / len(these)
        wrong = [no_tree(tree, tagged=True) for tree in trees]
        yield from together(
            Answer(position, UNDEFINED if why else (tree,) if tree else (), share, why)
            for position, tree, why in zip(these, trees, wrong, strict=True)
        )

    def _parsed(self, cases: Cases, these: range) -> list[str]:
        shown = [cases.texts[i] for i in these]
        if self._input == "text":
            given = "".join(" ".join(text.split()) + "\n" for text in shown)
        else:
            trees = [(cases.references[i] or ("",))[0] for i in these]
            given = "".join(bare(str(tree), SHOWN[self._input]) for tree in trees)
            shown = ["".join(form for lines in sentences(str(tree)) for form in surface(lines)) for tree in trees]
        return divided(shown, self._run(given, self._timeout * (1 + len(these) // 100)))

    def _run(self, given: str, seconds: float) -> str:
        try:
            process = subprocess.Popen(
                self._words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise UsageError(f"{self._words[0]}: {error.strerror}; is the command installed?") from None
        with process:
            try:
                output, errors = process.communicate(given.encode(), seconds)
            except subprocess.TimeoutExpired:
                raise FailedError(f"took more than {seconds:g} s") from None
            finally:  # it, and whatever it started
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(process.pid, signal.SIGKILL)
        if process.returncode:
            last = errors.decode(errors="replace").strip().splitlines()[-1:]
            ended = f"exited with status {process.returncode}"
            if process.returncode < 0:
                ended = f"was killed by {signal.Signals(-process.returncode).name}"
            raise FailedError(": ".join([ended, *(shortened(line, 200) for line in last)]))
        try:
            return output.decode()
        except UnicodeDecodeError as error:
            raise FailedError(f"wrote what is no UTF-8 at byte {error.start}") from None


def bare(tree: str, columns: int) -> str:
    """A sentence of CoNLL-U in which only so many columns, and the spaces, are filled in; a blank line ends it.

    >>> bare("1\\tGo\\tgo\\tVERB\\t_\\tMood=Imp\\t0\\troot\\t_\\tSpaceAfter=No\\n", 2)
    '1\\tGo\\t_\\t_\\t_\\t_\\t_\\t_\\t_\\tSpaceAfter=No\\n\\n'
    """
    lines: list[str] = []
    for line in tree.split("\n"):
        cells = line.split("\t")
        if line.startswith("#") or len(cells) != 10:
            continue
        if "." not in cells[0]:
            lines.append("\t".join([*cells[:columns], *"_" * (9 - columns), cells[9]]))
    return "\n".join([*lines, "", ""])


def _made(spec: str, *, timeout: float | None) -> Piped:
    """A program that reads sentences and writes their trees."""
    return Piped(spec, timeout=timeout)


def _files(spec: str) -> "Sources":
    from murho.systems.command_files import of_command

    first, _, rest = spec.strip().partition(" ")
    return of_command(rest if first.startswith("input=") else spec)


SYSTEM = Kind(
    make=_made,
    name="conllu",
    title="Command that writes CoNLL-U",
    options=(INPUT,),
    takes=("timeout",),
    why="one process at a time",
    code=_files,
    example="conllu:udpipe --tokenize --tag --parse model",
)

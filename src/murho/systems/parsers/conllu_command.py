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

Which part of the output belongs to which expression is found by characters, as scorers align words. A parser that was
given many sentences at once may have cut them otherwise. White space does not count.

>>> one = "1\\tGo\\tgo\\tVERB\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n"
>>> two = "1\\tStay\\tstay\\tVERB\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n"
>>> divided(["Go", "Stay"], one + two) == [one, two], divided(["Go Stay"], one + two) == [one + two]
(True, True)
>>> divided(["Go now", "Stay"], one + two)
Traceback (most recent call last):
murho.systems.parsers.conllu_command.AstrayError: wrote 'Stay' where the expression goes on with 'now'

`fault` says why an answer of a parser is no analysis of its expression, if it is none.

>>> tree = "1\\tGo\\tgo\\tVERB\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n"
>>> fault("Go", tree), fault("Go on", tree)
(None, "the tree is of another text: 'Go'")
>>> fault("Go", tree.replace("\\t0\\t", "\\t1\\t"))
'no tree: the heads go round in a circle: 1 → 1'
"""

import os
import shlex
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from murho.core.case import Cases
from murho.core.errors import InputError, UsageError, shortened
from murho.core.meaning import UNDEFINED
from murho.formats import conllu
from murho.plugs import Option
from murho.systems.interface import AlwaysOpen, Answer, together
from murho.systems.kinds import Kind

if TYPE_CHECKING:
    from murho.systems.closure import Sources


class AstrayError(Exception):
    """The output is not a parse of the expressions; the text says where it departs from them."""


def divided(expressions: Sequence[str], output: str) -> list[str]:
    """The sentences of CoNLL-U that were made of each expression, each with the blank line that ends it.

    Raises:
        AstrayError: the words are not those of the expressions, or a sentence goes across two of them.
    """
    rest = sentences(output)
    outputs: list[str] = []
    for expression in expressions:
        left, parts = "".join(expression.split()), []
        while left:
            lines = next(rest, None)
            if lines is None:
                raise AstrayError(f"ended before {_shown(left)}")
            written = "".join(surface(lines))
            if not left.startswith(written):
                if written.startswith(left):
                    raise AstrayError(f"made one sentence of two expressions at {_shown(written)}")
                raise AstrayError(f"wrote {_shown(written)} where the expression goes on with {_shown(left)}")
            left = left[len(written) :]
            parts.append("\n".join([*lines, "", ""]))
        outputs.append("".join(parts))
    for lines in rest:
        if any(surface(lines)):
            raise AstrayError(f"wrote {_shown(''.join(surface(lines)))} after the last expression")
    return outputs


def sentences(output: str) -> Iterator[list[str]]:
    """The lines of each sentence."""
    lines: list[str] = []
    for line in [*output.replace("\r\n", "\n").split("\n"), ""]:
        if line.strip():
            lines.append(line)
        elif lines:
            yield lines
            lines = []


def surface(lines: Sequence[str]) -> Iterator[str]:
    """The forms as they stand in the text: of multiword tokens the whole, not the words; no empty nodes."""
    covered = 0
    for line in lines:
        if line.startswith("#"):
            continue
        columns = line.split("\t")
        if len(columns) != 10:
            raise AstrayError(f"wrote {_shown(line)}, which is no line of CoNLL-U")
        number = columns[0]
        first, _, last = number.partition("-")
        if last.isdigit():
            covered = int(last)
        elif not first.isdigit() or int(first) <= covered:
            continue
        yield "".join(columns[1].split())


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")


def no_tree(answer: object, *, tagged: bool = False) -> str | None:
    """Why an answer is no tree, if it is none; if `tagged`, words without any heads will do, as a tagger gives them.

    Several roots are nothing wrong: scorers take them.
    """
    if not isinstance(answer, str):
        return f"no tree: {shortened(repr(answer), 80)}"
    try:
        conllu.parse(answer, shape="forest")
    except InputError as error:
        if tagged and _headless(answer):
            return None
        return f"no tree: {shortened(error.found, 200)}"
    return None


def _headless(text: str) -> bool:
    try:
        return all(word.head is None for tree in conllu.parse(text, shape="any") for word in tree.words)
    except InputError:
        return False


def fault(expression: str, answer: object) -> str | None:
    """What is wrong with an answer, if something is: it is no tree, or one of another text; spaces do not count."""
    if wrong := no_tree(answer):
        return wrong
    written = " ".join(tree.surface for tree in conllu.parse(str(answer), shape="any"))
    if "".join(written.split()) != "".join(expression.split()):
        return f"the tree is of another text: {shortened(repr(written), 80)}"
    return None


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

"""A command as a system: a program in any language that answers JSON lines; see `murho.systems.protocol`.

It is started once and kept alive, in as many processes as there are workers. Whatever it does to one case costs that
case only: a crash, a time-out, a line that is no answer make it UNDEFINED, with a failure that says why, and the
process is killed with everything it started and replaced. A line that is no answer may also belong to the case before,
which was answered; so the case in hand is asked again, of the new process, and is blamed only for what that one writes.

>>> substitution = 's/"expression":.*/"answer": ["hours"]}/'
>>> with Command(["sed", "-u", substitution], timeout=10) as system:
...     [(answer.answer, answer.failure) for answer in system.answer(Cases(["q1"], ["open?"], [()]))]
[(('hours',), None)]

A Python function in processes of its own, with a time-out, several at a time, and safe from its crashes, goes by the
same machinery, with `murho.systems.serve` as the command (`Isolated`). The function is asked one expression at a time,
also where it takes batches.

>>> with Isolated("builtins:len", timeout=30) as system:
...     [answer.answer for answer in system.answer(Cases(["q1"], ["open today?"], [()]))]
[(11,)]
"""

import os
import selectors
import shlex
import sys
import time
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from murho.core import stopping
from murho.core.case import Cases
from murho.core.errors import MurhoError, UsageError
from murho.core.meaning import UNDEFINED
from murho.core.turns import says_before, went_before, with_order
from murho.plugs import Option
from murho.systems.coerce import describe_error
from murho.systems.interface import Answer, together
from murho.systems.kinds import Kind
from murho.systems.process import Process
from murho.systems.protocol import Said, write_case
from murho.systems.worker import Dealing, Lost, Outcome, Worker, clock

if TYPE_CHECKING:
    from murho.systems.closure import Sources
TIMEOUT = 60.0
"""Seconds a case has by default."""
GIVE_UP = 5
"""Processes that may end in a row before any has answered; then the command itself is wrong."""
_DECLARED = "before=yes"
BEFORE = Option("before", "text", None, "With `yes` it is told what went before in the dialogue.", ("yes",))
_TICK = 0.25
"""Seconds between looks whether a silent process still lives."""
_GRACE = 2.0
"""Seconds to end by itself once its standard input is closed."""


class Command:
    """A command that answers JSON lines, as a system: started once and kept alive. POSIX only.

    Args:
        command: split as a shell splits words where it is one string; no shell is involved.
        workers: processes that work at a time.
        timeout: seconds a case has, 60 by default. Without `startup` the first case of a process pays for its
            loading too.
        startup: seconds the command has to announce that it is loaded, by the line `{"ready": true}`; None if it
            makes no announcement.
        give_up: how many processes may end in a row before any has answered.

    The word `before=yes` in front of the command says that it takes what went before, in the field `before`: the cases
    of a cluster then stay with one process, in their order.

    Raises:
        UsageError: the command cannot be split, or a number makes no sense.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        workers: int = 1,
        timeout: float | None = None,
        startup: float | None = None,
        give_up: int = GIVE_UP,
    ):
        words = _split(command)
        self._declared = words[0] == _DECLARED
        self._words = words[1:] if self._declared else words
        if not self._words:
            raise UsageError("an empty command; write the program and its arguments, as in cmd:./parser --fast")
        self._spec = command if isinstance(command, str) else shlex.join(command)
        self._timeout = TIMEOUT if timeout is None else timeout
        if not self._timeout > 0:
            raise UsageError(f"a time-out of {timeout} s; give more than 0")
        if workers < 1:
            raise UsageError(f"{workers} workers; give 1 or more")
        self._count, self._startup, self._give_up = workers, startup, give_up
        self._selector: selectors.BaseSelector | None = None
        self._workers: list[Worker] = []
        self._homes: dict[str, Hashable] = {}
        self._is_answering = False
        self._has_answered = False
        self._held: list[Answer] = []
        """Cases that ended a process while none had answered yet: theirs or the command's fault, who knows?"""
        self._ended_in_vain = 0
        self._doubled: Counter[str] = Counter()
        """How often cases were answered that had been answered before."""
        self._strays: list[str] = []
        self._most_memory: int | None = None

    @property
    def memory(self) -> int | None:
        """The most memory, in bytes, that a process of it has had since it was entered; None where nobody can tell."""
        for worker in self._workers:
            worker.look()
        known = [worker.most_memory for worker in self._workers if worker.most_memory is not None]
        return max(known, default=self._most_memory)

    @property
    def notes(self) -> list[str]:
        """What it wrote that was no answer to what it had been asked, in a line each."""
        notes = []
        if self._doubled:
            all_in_all = f" (and so {times} times in all)" if (times := self._doubled.total()) > 1 else ""
            notes.append(f"answered {next(iter(self._doubled))!r} twice{all_in_all}; the first answer to a case counts")
        if self._strays:
            all_in_all = f" (and so {len(self._strays)} times in all)" if len(self._strays) > 1 else ""
            notes.append(f"{self._strays[0]}{all_in_all}; it belonged to no case in hand, which was asked again")
        return [f"{self._spec}: {note}" for note in notes]

    @property
    def takes_before(self) -> bool | None:
        """Whether it takes what went before; None if only its processes can tell, when they are loaded."""
        return True if self._declared else None if self._startup is not None else False

    def describe(self) -> dict[str, Any]:
        """The settings for the record of a run."""
        return {"kind": "command", "spec": self._spec, "workers": self._count, "timeout": self._timeout}

    def __enter__(self) -> Self:
        if os.name != "posix":
            raise UsageError("a command as a system needs a POSIX system; name a Python function instead")
        self._selector = selector = selectors.DefaultSelector()
        self._doubled, self._strays, self._most_memory = Counter(), [], None
        self._workers = [
            Worker(self._words, selector, self._timeout, self._startup, lambda name: self._doubled.update([name]))
            for _ in range(self._count)
        ]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._most_memory = self.memory  # while they are there
        try:
            if kind is None:
                _part_from([worker.process for worker in self._workers if worker.process is not None])
                for worker in self._workers:
                    worker.hear_out()
        finally:
            for worker in self._workers:
                worker.stop()
            self._workers, self._homes = [], {}
            if self._selector is not None:
                self._selector.close()
                self._selector = None

    def answer(self, cases: Cases) -> Iterator[Answer]:
        """Every case of the batch once, as it is finished, in any order; batches one after the other.

        Raises:
            UsageError: the command cannot be started.
            MurhoError: it ended again and again without ever answering; its standard error is shown.
        """
        if self._selector is None:
            raise UsageError("a command answers only inside `with`; write `with Command(...) as system:`")
        if self._is_answering:
            raise UsageError("a command answers one batch after the other; close the iterator of the one before")
        self._is_answering = True
        cases = with_order(cases)
        todo = Dealing(cases, self._homes)
        try:
            while todo or any(worker.position is not None or worker.again is not None for worker in self._workers):
                with stopping.uncut():  # but for the waiting: what was heard is not lost
                    finished = self._hand_out(cases, todo)
                    finished += self._listen(self._selector, todo, 0.0 if finished else self._patience())
                if finished:
                    left = clock()
                    yield from together(finished)
                    for worker in self._workers:  # they could not be heard meanwhile
                        worker.deadline += clock() - left
            yield from together(self._held)
        finally:
            self._is_answering, self._held = False, []
            for worker in self._workers:
                worker.again = worker.doubt = None
                if worker.position is not None:  # left early: its answer would come to the wrong question
                    worker.stop()
                    worker.position = None

    def _hand_out(self, cases: Cases, todo: Dealing) -> list[Answer]:
        """Give every idle worker a case, and first a process if it has none; what failed at once."""
        finished: list[Answer] = []
        wanted = len(todo)
        for worker in self._workers:
            if worker.position is not None or not (wanted or worker.again is not None):
                continue
            if worker.process is not None and worker.is_ready and worker.process.has_ended:
                worker.stop()  # between two cases, so it is no case's failure
            if worker.process is None:
                if worker.not_before > clock():
                    continue
                self._start(worker)
            if not worker.is_ready:
                wanted -= worker.again is None
                continue
            takes = self._declared or worker.takes_before
            position = todo.next(worker, together=takes) if worker.again is None else worker.again
            if position is None:  # what is left belongs to others
                continue
            wanted -= worker.again is None
            worker.again = None
            before = went_before(cases, position) if takes or says_before(cases, position) else None
            try:
                line = self._line(cases, position, before)
            except UnicodeEncodeError as error:
                finished.append(Answer(position, UNDEFINED, 0.0, describe_error(error)))
            else:
                outcome = worker.ask(position, cases.ids[position], line)
                finished += self._settle(worker, outcome, todo)
        return finished

    def _line(self, cases: Cases, position: int, before: Sequence[str] | None) -> bytes:
        """What asks for the case at this position."""
        return write_case(cases.ids[position], cases.expressions[position], before)

    def _start(self, worker: Worker) -> None:
        try:
            worker.start()
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise UsageError(f"{self._spec}: cannot be started: {why}; check the command and its rights") from None

    def _listen(self, selector: selectors.BaseSelector, todo: Dealing, patience: float) -> list[Answer]:
        """Wait until something happens, and take it in."""
        finished: list[Answer] = []
        with stopping.abandonable():
            events = selector.select(patience)
        for key, _ in events:
            finished += self._settle(key.data, key.data.attend(key.fd), todo)
        for worker in self._workers:
            finished += self._settle(worker, worker.check(), todo)
        return finished

    def _patience(self) -> float:
        """Seconds until something must be done even if nothing happens."""
        now = clock()
        until = now + _TICK
        for worker in self._workers:
            if worker.process is None:
                until = min(until, worker.not_before) if worker.not_before > now else until
            elif worker.position is not None and worker.process.has_line:
                return 0.0
            elif worker.position is not None or not worker.is_ready:
                until = min(until, worker.deadline)
        return max(0.0, until - now)

    def _settle(self, worker: Worker, outcome: Outcome, todo: Dealing) -> list[Answer]:
        """The answers that are certain now that this has come of a worker's case."""
        if outcome is None:
            return []
        position, worker.position = worker.position, None
        seconds = clock() - worker.began
        if isinstance(outcome, Said):
            assert position is not None
            held, self._held = self._held, []
            self._has_answered, self._ended_in_vain = True, 0
            self._strays += [] if worker.doubt is None else [worker.doubt]
            worker.doubt = None
            # One answer shows that the command is right: what ended its processes before was the cases' own doing.
            return [*held, Answer(position, outcome.answer, seconds, outcome.failure, outcome.extras)]
        if position is None:
            if worker.is_ready:
                return []  # ended between two cases
        elif outcome.status == 0 and outcome.had_answered:
            todo.put_back(worker, position)  # it had done its work and went: the case goes to the next process
            return []
        elif outcome.in_doubt:
            # Asked again at once, of a process that has answered nothing else.
            worker.again, worker.doubt = position, outcome.ended
            return []
        else:
            worker.doubt = None  # the case does it to every process
            failed = Answer(position, UNDEFINED, seconds, outcome.reason)
            if self._has_answered or not outcome.ended_by_itself:
                return [failed]
            self._held.append(failed)
        self._ended_in_vain += 1
        # One that says when it is loaded, and ends before that, will not load the next time either.
        was_ready = self._startup is None or any(worker.was_ever_ready for worker in self._workers)
        if self._ended_in_vain >= (self._give_up if was_ready else 1):
            raise self._verdict(outcome)
        return []

    def _verdict(self, last: Lost) -> MurhoError:
        """The error that ends a run whose command is wrong."""
        times = f"{self._ended_in_vain} times in a row " if self._ended_in_vain > 1 else ""
        by_hand = (
            f"""echo '{{"id": "q1", "expression": "open today?"}}' | {self._spec.removeprefix(_DECLARED).strip()}"""
        )
        wrote = "".join(f"\n    {line}" for line in last.last_lines) or " nothing"
        return MurhoError(
            f"{self._spec}: ended {times}without ever answering; try it by hand: {by_hand}\n"
            f"the last time it {last.ended}, having written on standard error:{wrote}"
        )


def _split(command: str | Sequence[str]) -> list[str]:
    try:
        words = shlex.split(command) if isinstance(command, str) else list(command)
    except ValueError as error:
        raise UsageError(f"command {command!r}: {error}; close the quotation") from None
    if not words:
        raise UsageError("an empty command; write the program and its arguments, as in cmd:./parser --fast")
    return words


def _part_from(processes: list[Process]) -> None:
    """Let processes end by themselves, then ask them to."""
    for process in processes:
        process.close_input()
    for process in _still_there(processes, _GRACE):
        process.terminate()
    _still_there(processes, _GRACE / 4)


def _still_there(processes: list[Process], seconds: float) -> list[Process]:
    """Those that have not ended after that time; what they write on standard error is taken meanwhile."""
    until = clock() + seconds
    while (left := [process for process in processes if not process.has_ended]) and clock() < until:
        for process in left:
            process.drain()
        time.sleep(0.002)
    return left


def _made(spec: str, *, workers: int, timeout: float | None) -> Command:
    """A program that reads a case and writes its answer, as a line of JSON each."""
    return Command(spec.strip(), workers=workers, timeout=timeout)


def _files(spec: str) -> "Sources":
    from murho.systems.command_files import of_command

    return of_command(spec.strip().removeprefix(_DECLARED))


SYSTEM = Kind(
    make=_made,
    name="cmd",
    aliases=("command",),
    title="Command",
    options=(BEFORE,),
    takes=("workers", "timeout"),
    code=_files,
    example="cmd:./parser --fast",
)


STARTUP = 600.0
"""Seconds to import the module and all it loads."""


class Isolated(Command):
    """A function, called `module:attribute`, in `workers` processes; a case has `timeout` seconds.

    Importing its module is not counted to any case.
    """

    def __init__(self, spec: str, *, workers: int = 1, timeout: float | None = None, startup: float = STARTUP):
        command = [sys.executable, "-m", "murho.systems.serve", spec]
        super().__init__(command, workers=workers, timeout=timeout, startup=startup)
        self._function = spec

    def describe(self) -> dict[str, Any]:
        """The settings for the record of a run."""
        return super().describe() | {"kind": "function", "spec": self._function, "isolated": True}

    def _verdict(self, last: Lost) -> MurhoError:
        if last.status == UsageError.exit_status and last.last_lines:
            return UsageError(last.last_lines[-1])  # as it would be said in this process
        return super()._verdict(last)

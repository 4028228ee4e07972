"""The place of one process among the workers of a command, and how cases are dealt out to them.

A worker never waits. It is told when there is something to read or write, and looked at from time to time; what
comes of that is an answer, or the loss of the process with the reason, or nothing yet.

Each case goes to whoever is free, or whole clusters stay with one worker. A system that looks at what went before in a
dialogue may remember it as well, so the cases of a cluster go to one worker, in their order; also those of a later
batch.

>>> cases = Cases(list("abcd"), [""] * 4, [()] * 4, clusters=["x", "y", "x", None])
>>> dealing = Dealing(cases, homes := {})
>>> [dealing.next(worker, together=True) for worker in (1, 2, 2, 1, 2)], homes
([0, 1, 3, 2, None], {'x': 1, 'y': 2})
"""

import os
import selectors
import time
from collections import deque
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf

from murho.core.case import Cases
from murho.core.errors import shortened
from murho.systems.process import ClosedError, EndlessLineError, Process
from murho.systems.protocol import OutOfStepError, Said, excerpt, id_of, read_answer, read_ready


class Dealing:
    """The cases of a batch that are still to be done; `homes` tells, and learns, which worker has which cluster."""

    def __init__(self, cases: Cases, homes: dict[str, Hashable]):
        self._clusters, self._homes = cases.clusters, homes
        self._todo = deque(range(len(cases)))
        self._groups: deque[deque[int]] | None = None
        self._own: dict[Hashable, deque[deque[int]]] = {}
        self._left = len(cases)

    def __len__(self) -> int:
        return self._left

    def next(self, worker: Hashable, *, together: bool) -> int | None:
        """The position of the case that this worker gets; None if there is none for it."""
        # Whether clusters stay together, a process may tell only when it is loaded.
        if self._groups is None and together and self._clusters is not None:
            self._groups = self._grouped(self._clusters)
        if self._groups is None:
            position = self._todo.popleft() if self._todo else None
        else:
            position = self._of_own_group(worker, self._groups)
        self._left -= position is not None
        return position

    def put_back(self, worker: Hashable, position: int) -> None:
        """The worker did not come to it: it is the next one again, where clusters stay together for this worker."""
        self._left += 1
        if self._groups is None:
            self._todo.appendleft(position)
        else:
            self._own.setdefault(worker, deque()).appendleft(deque([position]))

    def _of_own_group(self, worker: Hashable, groups: deque[deque[int]]) -> int | None:
        own = self._own.setdefault(worker, deque())
        if not own and groups:
            own.append(groups.popleft())
            cluster = self._cluster(own[0][0])
            if cluster is not None:
                self._homes[cluster] = worker
        if not own:
            return None
        position = own[0].popleft()
        if not own[0]:
            own.popleft()
        return position

    def _grouped(self, clusters: Sequence[str | None]) -> deque[deque[int]]:
        """The cases by cluster, in order; those whose cluster has a worker already are its own at once."""
        groups: dict[Hashable, deque[int]] = {}
        for position in self._todo:
            cluster = clusters[position]
            groups.setdefault(position if cluster is None else ("cluster", cluster), deque()).append(position)
        waiting: deque[deque[int]] = deque()
        for group in groups.values():
            home = self._homes.get(self._cluster(group[0]) or "")
            if home is None:
                waiting.append(group)
            else:
                self._own.setdefault(home, deque()).append(group)
        return waiting

    def _cluster(self, position: int) -> str | None:
        return None if self._clusters is None else self._clusters[position]


_SLOWEST_RESTART = 0.5
"""Seconds between two starts, at most, of a process that ends without a single answer."""
_FAREWELL = 2.0
"""Seconds given to one that has closed its output to exit, so that its status can be told."""
_LOOK = 0.25
"""Seconds between two looks at the memory of a process that works: a look takes some 0.1 ms."""
_UNASKED = 1000
"""Lines that are read after the last case, at most, so that one who writes for ever does not hold up the end."""

clock = time.monotonic


@dataclass(frozen=True)
class Lost:
    """The process is gone: it ended, or was killed because it could not be talked to any more."""

    ended: str
    """What became of the process, as in `exited with status 3`."""
    reason: str
    """The same with the last words of its standard error."""
    ended_by_itself: bool
    status: int | None
    """How it exited, if by itself."""
    had_answered: bool
    last_lines: list[str]
    """The end of what it wrote on standard error."""
    in_doubt: bool = False
    """What it wrote last may have been about the case before: nobody can tell."""


Outcome = Said | Lost | None


class Worker:
    """A place for a process; processes come and go.

    Args:
        command: what to start, as words.
        selector: told which descriptors to watch, with this worker as their data.
        timeout: seconds a case has.
        startup: seconds for the announcement that it is loaded; None if it makes none.
        doubled: told the id of each case that is answered once more.
    """

    def __init__(
        self,
        command: Sequence[str],
        selector: selectors.BaseSelector,
        timeout: float,
        startup: float | None,
        doubled: Callable[[str], None],
    ):
        self._command, self._selector, self._timeout, self._startup = command, selector, timeout, startup
        self._tell_doubled = doubled
        self.process: Process | None = None
        self.is_ready = False
        self.was_ever_ready = False
        self.takes_before = False
        self._answered: set[str] = set()
        """The cases that this process has answered."""
        self._is_watched = False
        self.position: int | None = None
        self.again: int | None = None
        """A case to be asked once more, of a new process, since the case before it may be to blame."""
        self.doubt: str | None = None
        """What had been written when it was asked for the first time."""
        self.began = 0.0
        self.deadline = inf
        self.not_before = 0.0
        self._name = ""
        self._ended_in_vain = 0
        self.most_memory: int | None = None
        """The most memory, in bytes, that a process has had that sat here; None where nobody can tell."""
        self._look_at = 0.0

    @property
    def has_answered(self) -> bool:
        """Whether the process that sits here, or did last, has answered a case."""
        return bool(self._answered)

    def start(self) -> None:
        """Put a process here.

        Raises:
            OSError: it cannot be started.
        """
        # Python's own buffer keeps short answers back from a pipe, and many a command is written in Python.
        self.process = Process(self._command, {"PYTHONUNBUFFERED": "1"} | os.environ)
        self.is_ready, self._answered = self._startup is None, set()
        self.deadline = inf if self._startup is None else clock() + self._startup
        self._look_at = clock() + _LOOK
        self._selector.register(self.process.output, selectors.EVENT_READ, self)
        self._selector.register(self.process.errors, selectors.EVENT_READ, self)
        self._is_watched = True

    def ask(self, position: int, name: str, line: bytes) -> Outcome:
        """Give the case at this position in the batch, with this id, to the process."""
        assert self.process is not None
        self.position, self._name, self.began = position, name, clock()
        self.deadline = self.began + self._timeout
        if not self._is_watched:
            self._selector.register(self.process.output, selectors.EVENT_READ, self)
            self._is_watched = True
        try:
            # What it said unasked is no answer to this; the pipe is looked into where the id would not tell.
            while self.has_answered and (self.process.has_line or (name in self._answered and self.process.listen())):
                if not self._is_doubled(unasked := self.process.next_line()):
                    return self._lose(self.process, f"wrote a line unasked: {excerpt(unasked)}", in_doubt=True)
            self.process.send(line)
        except ClosedError as error:
            return self._lose(self.process, str(error), ended_by_itself=True)
        except EndlessLineError as error:
            return self._lose(self.process, str(error), in_doubt=True)
        if self.process.is_sending:
            self._selector.register(self.process.input, selectors.EVENT_WRITE, self)
        return None

    def attend(self, descriptor: int) -> Outcome:
        """Read or write where that is possible now."""
        process = self.process
        if process is None:  # lost on account of another of its pipes
            return None
        if descriptor == process.output:
            return self._hear(process)
        if descriptor == process.errors:
            if not process.drain():
                self._selector.unregister(process.errors)
            return None
        try:
            process.flush()
        except ClosedError as error:
            return self._lose(process, str(error), ended_by_itself=True)
        if not process.is_sending:
            self._selector.unregister(process.input)
        return None

    def check(self) -> Outcome:
        """Look after what no pipe tells: a process that is gone while its children hold its pipes; the time."""
        process = self.process
        if process is None or (self.position is None and self.is_ready):
            return None
        if clock() >= self._look_at:
            self.look()
        # What is in the pipe counts also where the time was spent on waiting for another one to end.
        if process.has_line or process.has_ended or clock() >= self.deadline:
            if (outcome := self._hear(process)) is not None:
                return outcome
            if process.has_ended:
                return self._lose(process, "", ended_by_itself=True)
        if clock() < self.deadline:
            return None
        if not self.is_ready:
            return self._lose(process, f"was not ready within {self._startup:g} s")
        first = "" if self.has_answered or self._startup is not None else ", its start included"
        return self._lose(process, f"no answer within {self._timeout:g} s{first}")

    def _hear(self, process: Process) -> Outcome:
        try:
            if not process.listen():
                return None
            if not self.is_ready:
                if (ready := read_ready(line := process.next_line())) is None:
                    raise OutOfStepError(f"was to say that it is ready and wrote {shortened(repr(line), 80)}")
                self.is_ready = self.was_ever_ready = True
                self.takes_before = ready.before
                self.deadline = inf
                return None
            if self.position is None:  # unasked; it counts as its answer to the next case
                self._selector.unregister(process.output)
                self._is_watched = False
                return None
            line = process.next_line()
            try:
                answer = read_answer(line, self._name)
            except OutOfStepError:
                if self._is_doubled(line):
                    return None
                raise
        except ClosedError as error:
            return self._lose(process, str(error), ended_by_itself=True)
        except (EndlessLineError, OutOfStepError) as error:
            return self._lose(process, str(error), in_doubt=self.has_answered)
        if process.is_sending:
            return self._lose(process, "answered before it had read the whole case")
        if not self._answered or clock() >= self._look_at:  # it may end by itself at any time
            self.look()
        self._answered.add(self._name)
        return answer

    def look(self) -> None:
        """See how much memory the process has had so far."""
        self._look_at = clock() + _LOOK
        if self.process is not None and (found := self.process.most_memory) is not None:
            self.most_memory = max(found, self.most_memory or 0)

    def hear_out(self) -> None:
        """Take what it has still said, which nobody has asked for."""
        with suppress(ClosedError, EndlessLineError):
            for _ in range(_UNASKED):
                if self.process is None or not self.process.listen():
                    break
                self._is_doubled(self.process.next_line())

    def _is_doubled(self, line: bytes) -> bool:
        """Whether the line answers a case that this process has answered before; if so, it is told."""
        name = id_of(line)
        if name is None or name not in self._answered:
            return False
        self._tell_doubled(name)
        return True

    def _lose(self, process: Process, reason: str, *, ended_by_itself: bool = False, in_doubt: bool = False) -> Lost:
        status = None
        if ended_by_itself and process.wait(_FAREWELL):
            status, reason = process.status, process.how_it_ended()
        self.stop()
        self._ended_in_vain = 0 if self.has_answered or not ended_by_itself else self._ended_in_vain + 1
        # Ending over and over without an answer it would otherwise be started as fast as the machine can.
        pause = 0.05 * 2.0 ** min(self._ended_in_vain - 2, 10) if self._ended_in_vain > 1 else 0.0
        self.not_before = clock() + min(pause, _SLOWEST_RESTART)
        lines = process.last_lines()
        return Lost(
            ended=reason,
            reason=": ".join([reason, " | ".join(lines[-3:])] if lines else [reason]),
            ended_by_itself=ended_by_itself,
            status=status,
            had_answered=self.has_answered,
            last_lines=lines,
            in_doubt=in_doubt,
        )

    def stop(self) -> None:
        """Kill the process, if there is one, and everything it started."""
        self.look()
        process, self.process = self.process, None
        if process is None:
            return
        watched = self._selector.get_map()
        for descriptor in (process.input, process.output, process.errors):
            if descriptor in watched:
                self._selector.unregister(descriptor)
        process.end()

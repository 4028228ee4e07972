"""A process spoken to line by line, none of whose ways of misbehaving can hold up the one who speaks to it.

Its pipes never block: what it does not read waits here, what it writes is taken when it is there, its standard
error is drained always and only the end of it kept. It runs in a session of its own, so that Ctrl-C in the terminal
does not reach it and everything it started can be killed with it.

A guardian, a small process, ends what murho started when murho itself was ended without ceremony. A system's processes
are killed when the work is over, but nothing can be done in a process that is killed (SIGKILL, out of memory). So their
groups are told to a guardian through a pipe. When the pipe closes, whatever closed it, the guardian kills the groups
that are left, and ends. It works where the kernel has no signal for the death of a parent, and reaches processes that
hang, and their children.

>>> import subprocess
>>> process = subprocess.Popen(["sleep", "60"], start_new_session=True)
>>> with_guardian = Guardian()
>>> with_guardian.watch(process.pid)
>>> with_guardian.close()  # as the system does when this process dies
>>> process.wait()
-9

`most_memory` is what a machine needs for a process, whether it is a model's or an interpreter's.

>>> import os
>>> (most_memory(os.getpid()) or 2**20) >= 2**20
True
>>> most_memory(2**30) is None
True
"""

import atexit
import os
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from murho.core.errors import shortened

_GUARD = """
import os, signal, sys
groups = set()
for line in sys.stdin.buffer:
    (groups.add if line[:1] == b"+" else groups.discard)(int(line[1:]))
for group in groups:
    try:
        os.killpg(group, signal.SIGKILL)
    except OSError:
        pass
"""


class Guardian:
    """Watches over process groups while there are any."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._groups: set[int] = set()
        self._lock = threading.Lock()

    def start(self) -> None:
        """Start the guardian if it is not there, before what it is to watch: that may be left alone at any moment."""
        with self._lock:
            if self._process is None:
                atexit.register(self.close)
                # Isolated and without site: it needs nothing, and starts in a few milliseconds. A session of its own,
                # or Ctrl-C in the terminal would end it first.
                command = [sys.executable, "-I", "-S", "-c", _GUARD]
                nowhere = subprocess.DEVNULL
                self._process = subprocess.Popen(
                    command, stdin=subprocess.PIPE, stdout=nowhere, stderr=nowhere, start_new_session=True, bufsize=0
                )

    def watch(self, group: int) -> None:
        """Kill this group of processes when this process is gone."""
        self.start()
        with self._lock:
            self._groups.add(group)
            self._tell(f"+{group}\n")

    def forget(self, group: int) -> None:
        """The group has been ended; without any left the guardian ends, too."""
        with self._lock:
            if group not in self._groups:
                return
            self._groups.discard(group)
            self._tell(f"-{group}\n")
        self.rest()

    def rest(self) -> None:
        """End the guardian if there is nothing to watch."""
        if not self._groups:
            self.close()

    def close(self) -> None:
        """Close the pipe: the guardian kills the groups that are left, and ends."""
        with self._lock:
            process, self._process, self._groups = self._process, None, set()
        if process is not None and process.stdin is not None:
            atexit.unregister(self.close)
            process.stdin.close()
            process.wait()

    def _tell(self, line: str) -> None:
        # Where it was killed itself, there is nobody to tell.
        if self._process is not None and self._process.stdin is not None:
            with suppress(OSError):
                os.write(self._process.stdin.fileno(), line.encode())


GUARDIAN = Guardian()
"""That of this process."""


PROCESSES = Path("/proc")
"""Where the kernel tells of processes; elsewhere than under Linux nobody does, and nothing is known."""


def most_memory(process: int) -> int | None:
    """The most memory that a process has had, in bytes, with what it has started and what runs still.

    It is the high-water mark of what was resident, `VmHWM`, so that one look late tells of all the time before. What
    `wait4` tells of a process that has ended is none: it begins with the memory of the process that started it. Pages
    that processes share count in each of them. None where nothing is told: the process has ended, or this is no Linux.
    """
    own = _resident(process)
    if own is None:
        return None
    return own + sum(most_memory(child) or 0 for child in _children(process))


def _resident(process: int) -> int | None:
    try:
        told = (PROCESSES / str(process) / "status").read_bytes()
    except OSError:
        return None
    _, result, rest = told.partition(b"\nVmHWM:")  # a zombie has none
    return 1024 * int(rest.split(None, 1)[0]) if result else None


def _children(process: int) -> list[int]:
    """What the threads of a process have started; none where the kernel does not list them."""
    results: list[int] = []
    try:
        for thread in (PROCESSES / str(process) / "task").iterdir():
            results += map(int, (thread / "children").read_bytes().split())
    except OSError:  # it has ended meanwhile, or no kernel of this kind
        return results
    return results


LONGEST_LINE = 16 * 2**20
"""Bytes; a longer line is a failure."""
_CHUNK = 2**16
_TAIL = 2**13
"""Bytes of standard error kept."""
_LAST_WORDS = 2**20
"""Bytes of standard error read after the end; more can only come from a process that escaped the session."""


class ClosedError(Exception):
    """It has closed a pipe, most often by ending."""


class EndlessLineError(Exception):
    """It wrote a line longer than `LONGEST_LINE`."""


class Process:
    """A started command. `end` must be called, also when it has ended by itself.

    Raises:
        OSError: the command cannot be started: not found, not permitted.
    """

    def __init__(self, command: Sequence[str], environment: Mapping[str, str] | None = None):
        GUARDIAN.start()
        try:
            self._popen = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,  # what a buffer holds back, `select` does not tell of
                start_new_session=True,
                env=environment,
            )
        except BaseException:
            GUARDIAN.rest()
            raise
        GUARDIAN.watch(self._popen.pid)
        pipes = (self._popen.stdin, self._popen.stdout, self._popen.stderr)
        self._pipes = [pipe for pipe in pipes if pipe is not None]
        self.input, self.output, self.errors = (pipe.fileno() for pipe in self._pipes)
        for descriptor in (self.input, self.output, self.errors):
            os.set_blocking(descriptor, False)
        self._unsent = memoryview(b"")
        self._lines: deque[bytes] = deque()
        self._pieces: list[bytes] = []
        self._length = 0
        self._tail = b""
        self._is_over = False

    # --- speaking

    def send(self, line: bytes) -> None:
        """Give it a line, as much of it as it takes now; `flush` gives the rest."""
        self._unsent = memoryview(line)
        self.flush()

    def flush(self) -> None:
        """Give it what is left of the line."""
        try:
            while self._unsent:
                self._unsent = self._unsent[os.write(self.input, self._unsent) :]
        except BlockingIOError:
            pass
        except OSError:
            raise ClosedError("closed its standard input") from None

    @property
    def is_sending(self) -> bool:
        """Whether a part of the line is still to be given."""
        return bool(self._unsent)

    # --- listening

    @property
    def has_line(self) -> bool:
        """Whether a whole line is here."""
        return bool(self._lines)

    def listen(self) -> bool:
        """Take what it wrote on standard output until a line is here or nothing more; whether a line is here."""
        while not self._lines:
            try:
                chunk = os.read(self.output, _CHUNK)
            except BlockingIOError:
                return False
            if not chunk:
                raise ClosedError("closed its standard output")
            self._take(chunk)
        return True

    def next_line(self) -> bytes:
        """The line that is here, without its end. Blank lines do not count."""
        return self._lines.popleft()

    def _take(self, chunk: bytes) -> None:
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            line = b"".join([*self._pieces, end]).strip()
            self._pieces, self._length = [], 0
            if line:
                self._lines.append(line)
        if rest:
            self._pieces.append(rest)
            self._length += len(rest)
            if self._length > LONGEST_LINE:
                raise EndlessLineError(f"wrote a line of more than {LONGEST_LINE >> 20} MB")

    def drain(self) -> bool:
        """Take some of what it wrote on standard error; False once that is closed."""
        return self._overhear() != b""

    def _overhear(self) -> bytes | None:
        try:
            chunk = os.read(self.errors, _CHUNK)
        except BlockingIOError:
            return None
        self._tail = (self._tail + chunk)[-_TAIL:]
        return chunk

    # --- ending

    @property
    def most_memory(self) -> int | None:
        """The most memory that it and what it has started had, in bytes; None once it has ended."""
        if self.status is not None:  # its number may be another's by now
            return None
        return most_memory(self._popen.pid)

    @property
    def has_ended(self) -> bool:
        """Whether it has exited or was killed."""
        return self._popen.poll() is not None

    @property
    def status(self) -> int | None:
        """The exit status; negative the signal that ended it; None while it runs."""
        return self._popen.returncode

    def wait(self, seconds: float) -> bool:
        """Whether it ends by itself in that time."""
        try:
            self._popen.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def close_input(self) -> None:
        """Let it know that no more comes."""
        self._pipes[0].close()

    def terminate(self) -> None:
        """Ask it and what it started to end (SIGTERM)."""
        self._signal(signal.SIGTERM)

    def end(self) -> None:
        """Kill it and everything it started, hear its last words, free everything. It may be called again."""
        if self._is_over:
            return
        self._is_over = True
        self._signal(signal.SIGKILL)
        self.wait(5.0)
        # Bounded, because one that left the session may hold the pipe and write for ever.
        for _ in range(0, _LAST_WORDS, _CHUNK):
            if not self._overhear():
                break
        for pipe in self._pipes:
            pipe.close()
        GUARDIAN.forget(self._popen.pid)

    def _signal(self, number: int) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._popen.pid, number)

    def how_it_ended(self) -> str:
        """What became of it, as in `exited with status 3` or `was killed by SIGSEGV`."""
        status = self.status
        if status is None:
            return "is still running"
        if status >= 0:
            return f"exited with status {status}"
        try:
            return f"was killed by {signal.Signals(-status).name}"
        except ValueError:
            return f"was killed by signal {-status}"

    def last_lines(self) -> list[str]:
        """The end of what it wrote on standard error."""
        lines = self._tail.decode(errors="replace").splitlines()
        return [shortened(line, 200) for line in lines if line.strip()][-20:]

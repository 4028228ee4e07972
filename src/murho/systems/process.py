"""A process spoken to line by line, none of whose ways of misbehaving can hold up the one who speaks to it.

Its pipes never block: what it does not read waits here, what it writes is taken when it is there, its standard
error is drained always and only the end of it kept. It runs in a session of its own, so that Ctrl-C in the terminal
does not reach it and everything it started can be killed with it.
"""

import os
import signal
import subprocess
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress

from murho.core.errors import shortened
from murho.systems.guardian import GUARDIAN
from murho.systems.memory import most_memory

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

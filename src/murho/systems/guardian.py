"""The guardian: a small process that ends what murho started when murho itself was ended without ceremony.

A system's processes are killed when the work is over, but nothing can be done in a process that is killed (SIGKILL, out
of memory). So their groups are told to a guardian through a pipe. When the pipe closes, whatever closed it, the
guardian kills the groups that are left, and ends. It works where the kernel has no signal for the death of a parent,
and reaches processes that hang, and their children.

>>> import subprocess
>>> process = subprocess.Popen(["sleep", "60"], start_new_session=True)
>>> with_guardian = Guardian()
>>> with_guardian.watch(process.pid)
>>> with_guardian.close()  # as the system does when this process dies
>>> process.wait()
-9
"""

import atexit
import os
import subprocess
import sys
import threading
from contextlib import suppress

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

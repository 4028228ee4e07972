"""How much memory a process has had: what a machine needs for it, whether it is a model's or an interpreter's.

>>> import os
>>> (most_memory(os.getpid()) or 2**20) >= 2**20
True
>>> most_memory(2**30) is None
True
"""

from pathlib import Path

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
    _, found, rest = told.partition(b"\nVmHWM:")  # a zombie has none
    return 1024 * int(rest.split(None, 1)[0]) if found else None


def _children(process: int) -> list[int]:
    """What the threads of a process have started; none where the kernel does not list them."""
    found: list[int] = []
    try:
        for thread in (PROCESSES / str(process) / "task").iterdir():
            found += map(int, (thread / "children").read_bytes().split())
    except OSError:  # it has ended meanwhile, or no kernel of this kind
        return found
    return found

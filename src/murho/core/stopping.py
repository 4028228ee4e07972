"""Stopping: Ctrl-C, `kill` and a closed terminal end the work between two things that must not be cut.

While `watched` is open, the signals INT, TERM and HUP set a flag. Only where the work is `abandonable`, inside a call
of the system, the first of them also ends that call, by a `Stopped`; while answers are written nothing is cut, however
many signals come (`timeout` sends two). A function that swallows the exception is asked nothing more all the same: who
asks it looks at the flag.

>>> import os, signal
>>> try:
...     with watched():
...         os.kill(os.getpid(), signal.SIGTERM)  # now, when nothing may be cut
...         print("written")
...         with abandonable():
...             print("not asked any more")
... except Stopped as stopped:
...     print(f"stopped by {stopped.signal.name}")
written
stopped by SIGTERM
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""What ends the work in good order. HUP comes when a terminal is closed or its connection lost; Windows has none."""


class Stopped(KeyboardInterrupt):
    """The work was told to end. It is no Exception, so that user code which catches all of these lets it pass."""

    def __init__(self, number: signal.Signals):
        super().__init__(f"stopped by {number.name}")
        self.signal = number
        self.told = "what was finished is kept"
        """What became of the work, as far as whoever let it through knows."""


class _State:
    """What the handler knows; there is one for each process, as there is one handler."""

    requested: signal.Signals | None = None
    cuttable = 0
    """How many `abandonable` blocks are open."""
    watching = False
    """`watched` is open."""
    ending = False
    """A signal has come to this process at some time."""


_state = _State()


def _note(number: int, _: FrameType | None) -> None:
    """The handler: remember, and cut only what may be cut."""
    _state.requested, _state.ending = _state.requested or signal.Signals(number), True
    if _state.cuttable:
        raise Stopped(_state.requested)


def end_once(_number: int, _: FrameType | None) -> None:
    """A handler for a program as a whole: the first signal ends it as Ctrl-C does, and further ones change nothing.

    Without it the second of two signals would break into what the first one has written down and told.
    """
    if not _state.ending:
        _state.ending = True
        raise KeyboardInterrupt


@contextmanager
def watched() -> Iterator[None]:
    """Take the signals; in the end whoever handled them before does so again.

    In a thread other than the main one, where Python lets nobody handle signals, and inside another `watched`, it
    changes nothing.

    Raises:
        Stopped: a signal came, and nothing that it could cut came after it.
    """
    if threading.current_thread() is not threading.main_thread() or _state.watching:
        yield
        return
    _state.requested, _state.cuttable, _state.watching = None, 0, True
    # None stands for a handler that Python did not install, and could not put back.
    before = {number: handler for number in SIGNALS if (handler := signal.getsignal(number)) is not None}
    # One that is ignored, as HUP is under nohup, stays so.
    taken = [number for number, handler in before.items() if handler is not signal.SIG_IGN]
    for number in taken:
        signal.signal(number, _note)
    try:
        yield
        check()  # one that came when all was done but for ending it ends what would come next
    finally:
        for number in taken:
            signal.signal(number, before[number])
        _state.requested, _state.cuttable, _state.watching = None, 0, False


@contextmanager
def abandonable() -> Iterator[None]:
    """Inside, a signal ends the work at once; one that came before ends it here.

    Raises:
        Stopped: there was, or is now, such a signal.
    """
    _state.cuttable += 1
    try:
        check()
        yield
    finally:
        _state.cuttable -= 1


@contextmanager
def uncut() -> Iterator[None]:
    """Inside an `abandonable` block, what must not be cut; a signal that comes meanwhile ends the work after it."""
    before, _state.cuttable = _state.cuttable, 0
    try:
        yield
    finally:
        _state.cuttable = before


def check() -> None:
    """End here if a signal has come.

    Raises:
        Stopped: it has.
    """
    if _state.requested is not None:
        raise Stopped(_state.requested)


def is_the_users(error: KeyboardInterrupt) -> bool:
    """Whether it is Ctrl-C, or a signal: while signals are `watched`, nothing but `Stopped` is.

    >>> is_the_users(KeyboardInterrupt())
    True
    >>> with watched():
    ...     is_the_users(KeyboardInterrupt())
    False
    """
    return isinstance(error, Stopped) or not _state.watching

"""Python's garbage collector, held back while very many values are made that all stay.

It looks for cycles by going through what is there, again and again as there is more; the columns of a suite are
millions of values without a cycle. Held back, it passes over what was there before, and comes more seldom to what is
new, so that the cycles of a function under evaluation do not pile up.

>>> with collecting_seldom():
...     gc.get_threshold()
(100000, 50, 100)
"""

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_SELDOM = (100_000, 50, 100)
"""The thresholds of the three generations; Python's own are (700, 10, 10)."""

_OF_PYTHON_ITSELF = 1000
"""More values than an interpreter freezes at its own start: 3.12 some 400, the others none."""


class _Held:
    """How many blocks are open, in all threads, and what was set before the first of them."""

    lock = threading.Lock()
    blocks = 0
    before = gc.get_threshold()
    froze = False


@contextmanager
def collecting_seldom() -> Iterator[None]:
    """Hold the collector back; one inside another changes nothing, and a collector that is off stays so.

    It is a decorator, too.
    """
    with _Held.lock:
        _Held.blocks += 1
        if _Held.blocks == 1:
            _Held.before = gc.get_threshold()
            _Held.froze = gc.get_freeze_count() < _OF_PYTHON_ITSELF  # what somebody else froze stays so
            if _Held.froze:
                gc.freeze()
            gc.set_threshold(*_SELDOM)
    try:
        yield
    finally:
        with _Held.lock:
            _Held.blocks -= 1
            if not _Held.blocks:
                gc.set_threshold(*_Held.before)
                if _Held.froze:
                    gc.unfreeze()


@contextmanager
def collector_at_rest() -> Iterator[None]:
    """Switch the collector off for a short while in which nothing with a cycle is made: where JSON is decoded."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()

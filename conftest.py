"""Every test, and every example in the code, has a time-out: what hangs ends as a failing test, and the others go on.

pytest-timeout does not do: what it raises by a signal is caught by hypothesis, which takes it for a failure, tries the
same again and hangs, now for good; and its other way ends all tests at once. What is raised here passes through both.
"""

import os
import signal
import threading
from collections.abc import Iterator
from types import FrameType

import pytest
from _pytest.outcomes import OutcomeException

SECONDS = float(os.environ.get("MURHO_TEST_SECONDS", "300"))
SLOW_SECONDS = 6 * SECONDS
"""For those marked `slow`."""
AGAIN = 10.0
"""Seconds after which what cleans up is interrupted too."""


class TimedOut(OutcomeException):
    """No `Exception`, lest code that is tested takes it for one of its own."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    return (yield from _timed(item))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    return (yield from _timed(item))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    return (yield from _timed(item))


def _timed(item: pytest.Item) -> Iterator[None]:
    """The alarm around one of these; there is none on Windows, nor in a thread."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        return (yield)
    seconds = SLOW_SECONDS if item.get_closest_marker("slow") else SECONDS

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TimedOut(f"not over after {seconds:g} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds, min(seconds, AGAIN))
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

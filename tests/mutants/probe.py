"""Put beside murho in a copy: writes down which probes are passed, by test; also the plugin of pytest that tells it."""

import os
from collections.abc import Iterator
from typing import ClassVar

import pytest

FOLDER = os.environ["MURHO_PROBES"]
"""Each process has a file in it."""


class _Now:
    passed: ClassVar[set[int]] = set()
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
    """In a process that a test has started, this one; none while tests are collected."""
    process = 0
    file = -1
    row: str | None = None
    """The test of which the row tells that is being written."""


def executed(probe: int) -> None:
    """Called by each probe."""
    if probe not in _Now.passed:
        _Now.passed.add(probe)
        _write(_Now.test, str(probe))


def _write(test: str, told: str) -> None:
    """At once: nobody tells a process that it is to end."""
    if _Now.process != os.getpid():
        _Now.process = os.getpid()
        _Now.file = os.open(f"{FOLDER}/{_Now.process}", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        _Now.row = None
    begin, _Now.row = f"\n{test}\t" if test != _Now.row else " ", test
    os.write(_Now.file, f"{begin}{told}".encode())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Its seconds are those of the processor, its own and of what it starts, however busy the machine is."""
    _Now.test = item.nodeid
    _Now.passed.clear()
    before = sum(os.times()[:4])
    try:
        return (yield)
    finally:
        _write(item.nodeid, f"{sum(os.times()[:4]) - before:.4f}s")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Whether it failed."""
    if report.failed:
        _write(report.nodeid, "failed")

"""Signals: what they cut, and what they leave whole."""

import os
import signal
import threading
from collections.abc import Iterator

import pytest

from murho.core.case import Cases
from murho.core.stopping import Stopped, abandonable, check, uncut, watched
from murho.systems import Answer, parts


def send(number: signal.Signals = signal.SIGTERM) -> None:
    os.kill(os.getpid(), number)


def test_what_may_not_be_cut_is_done_first() -> None:
    done = []
    with pytest.raises(Stopped, match="stopped by SIGTERM"), watched():  # noqa: PT012
        send()
        send(signal.SIGINT)
        done.append("written")
        with abandonable():
            done.append("asked")
    assert done == ["written"]
    check()


def test_a_call_is_cut_at_once() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), watched(), abandonable():  # noqa: PT012
        send(signal.SIGHUP)
        done.append("on")
    assert done == []


def test_one_that_comes_at_the_very_end_counts() -> None:
    with pytest.raises(Stopped), watched():
        send()


def test_uncut_inside_a_call() -> None:
    done = []
    with pytest.raises(Stopped), watched(), abandonable():  # noqa: PT012
        with uncut():
            send()
            done.append("noted down")
        with abandonable():
            done.append("asked")
    assert done == ["noted down"]


def test_handlers_are_those_of_before_again() -> None:
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]
    ignored = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with watched():
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN, "as under nohup"
            send(signal.SIGHUP)
            with watched():
                check()
    finally:
        signal.signal(signal.SIGHUP, ignored)
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)] == before


def test_in_another_thread_nothing_is_watched() -> None:
    seen = []

    def work() -> None:
        with watched(), abandonable():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [signal.getsignal(signal.SIGINT)]


def test_what_is_handed_over_is_handed_over_whole() -> None:
    """A system that has several answers ready gives all of them, though a signal comes between two."""

    def answers() -> Iterator[Answer]:
        ready = [Answer(position, ("x",)) for position in range(4)]
        for number, answer in enumerate(ready):
            try:
                yield answer
            except Stopped:
                yield from ready[number + 1 :]
                raise

    def advance(_: int) -> None:
        advanced.append(1)
        if len(advanced) == 2:
            send()

    advanced: list[int] = []
    cases = Cases(list("abcd"), list("abcd"), [()] * 4)
    kept: list[str] = []
    batches = []
    with pytest.raises(Stopped), watched():
        batches += parts(cases, answers(), advance=advance, keep=lambda answer: kept.append(cases.ids[answer.position]))
    assert kept == ["a", "b", "c", "d"]
    assert [list(batch.ids) for batch in batches] == [["a", "b", "c", "d"]], "and comes as a last part"

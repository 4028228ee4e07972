"""The garbage collector is what it was, whoever held it back and however that ended."""

import gc
import threading
import weakref

import pytest

from murho.core.collecting import collecting_seldom, collector_at_rest


class Knot:
    """A value that holds itself."""

    def __init__(self) -> None:
        self.itself = self


def test_it_is_restored_after_an_error_too() -> None:
    before = gc.get_threshold()

    @collecting_seldom()
    def fail() -> None:
        with collecting_seldom():
            assert gc.get_threshold() > before
            assert gc.get_freeze_count() > 1000, "what was there is passed over"
        assert gc.get_threshold() > before
        _ = 1 / 0

    with pytest.raises(ZeroDivisionError):
        fail()
    assert (gc.get_threshold(), gc.get_freeze_count()) == (before, 0)


def test_what_somebody_else_froze_stays_frozen() -> None:
    gc.freeze()
    try:
        frozen = gc.get_freeze_count()
        with collecting_seldom():
            kept = [[] for _ in range(10)]
            assert abs(gc.get_freeze_count() - frozen) < 100, "nothing is added"
        assert abs(gc.get_freeze_count() - frozen) < 100, "nothing is let go"
        assert len(kept) == 10
    finally:
        gc.unfreeze()


def test_one_thread_does_not_let_go_what_another_holds() -> None:
    before = gc.get_threshold()
    holds, done = threading.Event(), threading.Event()

    def other() -> None:
        with collecting_seldom():
            holds.set()
            done.wait(10)

    thread = threading.Thread(target=other)
    with collecting_seldom():
        thread.start()
        assert holds.wait(10)
    assert gc.get_threshold() > before
    done.set()
    thread.join()
    assert gc.get_threshold() == before


def test_cycles_are_found_all_the_same() -> None:
    with collecting_seldom():
        first = weakref.ref(Knot())
        kept = [[] for _ in range(300_000)]
        assert first() is None
    assert len(kept) == 300_000


@pytest.mark.parametrize("on", [True, False])
def test_a_collector_that_was_off_stays_off(on: bool) -> None:
    was = gc.isenabled()
    try:
        gc.enable() if on else gc.disable()
        with collector_at_rest():
            assert not gc.isenabled()
        assert gc.isenabled() is on
    finally:
        gc.enable() if was else gc.disable()

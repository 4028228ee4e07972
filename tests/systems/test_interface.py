"""Streams of answers cut into parts."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.case import Cases
from murho.core.errors import MurhoError
from murho.core.meaning import UNDEFINED
from murho.systems import Answer, gather, parts


def numbered(count: int) -> Cases:
    return Cases([f"q{i}" for i in range(count)], [""] * count, [()] * count)


@given(st.permutations(range(12)), st.integers(1, 15))
def test_parts_hold_every_answer_once_in_order(order: list[int], size: int) -> None:
    cases = numbered(12)
    cut = list(parts(cases, (Answer(i, (i,)) for i in order), size=size))
    assert all(len(part) <= size for part in cut)
    for part in cut:
        positions = [int(name[1:]) for name in part.ids]
        assert positions == sorted(positions)
        assert [answer[0] for answer in part.answers] == positions
    assert sorted(name for part in cut for name in part.ids) == sorted(cases.ids)


def test_time_ends_a_part() -> None:
    cut = list(parts(numbered(3), (Answer(i, ()) for i in range(3)), seconds=0.0))
    assert [len(part) for part in cut] == [1, 1, 1]


def test_nothing_gives_no_part() -> None:
    assert list(parts(numbered(0), iter([]))) == []


@pytest.mark.parametrize("stop", [KeyboardInterrupt(), MurhoError("the disk is full"), SystemExit(1)])
def test_what_is_finished_comes_before_the_stop(stop: BaseException) -> None:
    def work() -> Iterator[Answer]:
        yield Answer(2, ("c",))
        yield Answer(0, ("a",))
        raise stop

    kept, told = [], []
    with pytest.raises(type(stop)):  # noqa: PT012
        for part in parts(numbered(3), work(), advance=told.append):
            kept += list(part.ids)
    assert kept == ["q0", "q2"]
    assert told == [1, 1]


def test_gather_unites_extras_and_keeps_undefined() -> None:
    answers = gather(numbered(2), [Answer(1, UNDEFINED, 0.5, "crash"), Answer(0, (), extras={"cost": 1})])
    assert answers.answers == [(), UNDEFINED]
    assert answers.seconds == [None, 0.5]
    assert answers.failures == [None, "crash"]
    assert answers.extras == {"cost": [1, None]}

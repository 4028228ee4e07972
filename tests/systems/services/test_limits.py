"""How many requests go at a time, and when: a pace without a service."""

import asyncio

import pytest

from murho.systems.services.limits import Pace


def test_it_grows_while_it_is_answered_and_halves_where_it_is_too_much() -> None:
    async def course() -> list[int]:
        pace, allowed = Pace(8, None, None, asyncio.sleep), list[int]()
        for _ in range(30):
            pace.took(0)
        allowed.append(pace.allowed)
        for _ in range(5):  # sent before the first was refused: they count as one
            pace.too_much(None)
        allowed.append(pace.allowed)
        for _ in range(4):
            pace.took(0)
        return [*allowed, pace.allowed]

    assert asyncio.run(course()) == [8, 4, 5]


def test_tokens_that_were_taken_are_paid_off_first() -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        await asyncio.sleep(0)
        raise TimeoutError

    async def ask() -> None:
        pace = Pace(1, None, 6000, sleep)
        await pace.turn()
        pace.took(200)
        await pace.done()
        with pytest.raises(TimeoutError):
            await pace.turn()
        assert pace._under_way == 0, "who gives up waiting frees the place"

    asyncio.run(ask())
    assert waits == [pytest.approx(2.0, abs=0.1)]

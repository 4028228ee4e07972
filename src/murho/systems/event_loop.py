"""An event loop in a thread of its own, for functions that are async.

In a thread, because the caller may have a loop running already (a notebook does), and because calls under way go
on while the caller writes to disk. What a stranger's coroutine raises, or does to its task, ends neither the thread nor
the calls of others (`apart`).

>>> async def double(number):
...     return 2 * number
>>> loop = EventLoop()
>>> sorted(number for numbers in loop.run(map(double, range(4)), concurrency=2) for number in numbers)
[0, 2, 4, 6]
>>> loop.close()
"""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

from murho.core.errors import MurhoError
from murho.systems.interface import SLOW

Result = TypeVar("Result")
_END = object()
_PATIENCE = 5.0
"""Seconds that cancelled calls have to come to an end; the thread is a daemon and does not hold up the exit."""
_LOOK = 1.0
"""Seconds between looks whether the thread still lives."""


class Raised(NamedTuple):
    """That a call raised something instead of giving a value."""

    error: BaseException


class _Finished(NamedTuple):
    """What a call gave."""

    result: Any
    taken: asyncio.Event | None
    """Set when the result has been taken; None where nobody waits for that."""


class EventLoop:
    """A running loop; `close` ends it."""

    def __init__(self) -> None:
        started: SimpleQueue[asyncio.AbstractEventLoop] = SimpleQueue()
        self._is_closing = False
        self._thread = threading.Thread(target=self._live, args=(started,), name="murho-async", daemon=True)
        self._thread.start()
        self._loop = started.get()

    def _live(self, started: SimpleQueue[asyncio.AbstractEventLoop]) -> None:
        runner = asyncio.Runner()
        loop = runner.get_loop()
        loop.call_soon(started.put, loop)
        while not (self._is_closing or loop.is_closed()):
            # A task that a call has left behind can stop the loop, or raise what asyncio lets through (SystemExit,
            # KeyboardInterrupt); all that was under way is still there, and goes on.
            with suppress(BaseException):
                loop.run_forever()
        with suppress(BaseException):
            runner.close()

    def run(self, work: Iterable[Coroutine[Any, Any, Result]], concurrency: int) -> Iterator[list[Result]]:
        """The results as they come, those that are there at once together; left early, it cancels what is under way.

        At most `concurrency` are under way at a time. In the place of one that was slow the next begins when its result
        has been taken and the following ones are asked for. An exception of one ends all and is raised here.
        """
        results: SimpleQueue[Any] = SimpleQueue()
        running = asyncio.run_coroutine_threadsafe(_run(work, concurrency, results), self._loop)
        running.add_done_callback(lambda _: results.put(_END))
        try:
            while ready := self._ready(results):
                yield [finished.result for finished in ready]
                for finished in ready:
                    if finished.taken is not None:
                        self._loop.call_soon_threadsafe(finished.taken.set)
            running.result()
        except CancelledError:
            todo = "let it cancel only tasks that it has started"
            raise MurhoError(f"the async function cancelled every task of its event loop; {todo}") from None
        finally:
            running.cancel()

    def _ready(self, results: SimpleQueue[Any]) -> list["_Finished"]:
        """All that is there, and at least one; nothing where nothing more will come."""
        ready = [self._next(results)]
        while ready[-1] is not _END and not results.empty():
            ready.append(results.get())
        if ready[-1] is _END:
            ready.pop()
            if ready:
                results.put(_END)
        return ready

    def _next(self, results: SimpleQueue[Any]) -> Any:
        """What comes next; not waited for where nobody is left to send it."""
        while True:
            try:
                return results.get(timeout=_LOOK)
            except Empty:
                if not self._thread.is_alive():
                    raise MurhoError("the async function ended its event loop; let it leave the loop alone") from None

    def close(self) -> None:
        """Cancel what is left and end the thread."""
        self._is_closing = True
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_PATIENCE)


async def _run(work: Iterable[Coroutine[Any, Any, Result]], concurrency: int, results: SimpleQueue[Any]) -> None:
    remaining = iter(work)

    async def one_after_the_other() -> None:
        for coroutine in remaining:
            began = time.perf_counter()
            result = await coroutine
            taken = asyncio.Event() if time.perf_counter() - began >= SLOW else None
            results.put(_Finished(result, taken))
            if taken is not None:  # a quick one is not worth a way there and back between two threads
                await taken.wait()

    async with asyncio.TaskGroup() as group:
        for _ in range(concurrency):
            group.create_task(one_after_the_other())


async def apart(call: Callable[[], Awaitable[Result]]) -> Result | Raised:
    """What a stranger's call gives, or what it raised, whatever that is.

    It is awaited in a task of its own: a call that cancels its task would else cancel the one that asks, and with that
    the next call.

    Raises:
        asyncio.CancelledError: the task that asks was cancelled.
    """
    asking = asyncio.current_task()
    try:
        outcome = await asyncio.create_task(_caught(call))
    except asyncio.CancelledError as error:
        outcome = Raised(error)
    if asking is not None and asking.cancelling():
        raise asyncio.CancelledError
    return outcome


async def _caught(call: Callable[[], Awaitable[Result]]) -> Result | Raised:
    try:
        return await call()
    except BaseException as error:
        return Raised(error)

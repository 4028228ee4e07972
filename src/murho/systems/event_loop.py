"""An event loop in a thread of its own, for functions that are async.

In a thread, because the caller may have a loop running already (a notebook does), and because calls under way go
on while the caller writes to disk.

>>> async def double(number):
...     return 2 * number
>>> loop = EventLoop()
>>> sorted(loop.run(map(double, range(4)), concurrency=2))
[0, 2, 4, 6]
>>> loop.close()
"""

import asyncio
import threading
from collections.abc import Coroutine, Iterable, Iterator
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, TypeVar

Result = TypeVar("Result")
_END = object()
_PATIENCE = 5.0
"""Seconds that cancelled calls have to come to an end; the thread is a daemon and does not hold up the exit."""


class EventLoop:
    """A running loop; `close` ends it."""

    def __init__(self) -> None:
        started: SimpleQueue[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = SimpleQueue()

        async def live() -> None:
            stop = asyncio.Event()
            started.put((asyncio.get_running_loop(), stop))
            await stop.wait()

        self._thread = threading.Thread(target=lambda: asyncio.run(live()), name="murho-async", daemon=True)
        self._thread.start()
        self._loop, self._stop = started.get()

    def run(self, work: Iterable[Coroutine[Any, Any, Result]], concurrency: int) -> Iterator[Result]:
        """The results as they come, of at most `concurrency` at a time; left early, it cancels what is under way.

        An exception of one ends all and is raised here.
        """
        results: SimpleQueue[Any] = SimpleQueue()
        running = asyncio.run_coroutine_threadsafe(_run(work, concurrency, results), self._loop)
        running.add_done_callback(lambda _: results.put(_END))
        try:
            while (result := results.get()) is not _END:
                yield result
            running.result()
        finally:
            running.cancel()

    def close(self) -> None:
        """Cancel what is left and end the thread."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(_PATIENCE)


async def _run(work: Iterable[Coroutine[Any, Any, Result]], concurrency: int, results: SimpleQueue[Any]) -> None:
    remaining = iter(work)

    async def one_after_the_other() -> None:
        for coroutine in remaining:
            results.put(await coroutine)

    async with asyncio.TaskGroup() as group:
        for _ in range(concurrency):
            group.create_task(one_after_the_other())


def is_stopping(error: BaseException) -> bool:
    """Whether the exception is our own cancelling of the task it came up in, not one of the user's."""
    task = asyncio.current_task()
    return isinstance(error, asyncio.CancelledError) and task is not None and task.cancelling() > 0

"""What a worker process makes once and keeps for the partitions that come: a system, with its model and its processes.

>>> from contextlib import contextmanager
>>> @contextmanager
... def opened():
...     print("opened")
...     yield "a system"
...     print("closed")
>>> for _ in range(2):
...     with kept("some run", opened) as system:
...         print(system)
opened
a system
a system
>>> put_away()
closed
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any, TypeVar

Thing = TypeVar("Thing")


class _Kept:
    """One thing at a time; that of another piece of work takes its place."""

    key: str | None = None
    thing: Any = None
    stack = ExitStack()
    lock = threading.Lock()
    """Held while the thing is in use: a worker with several threads uses it for one partition after the other."""


_kept = _Kept()


@contextmanager
def kept(key: str, make: Callable[[], AbstractContextManager[Thing]]) -> Iterator[Thing]:
    """The thing of this key, entered when it is first asked for, for this thread alone until the block ends."""
    with _kept.lock:
        if _kept.key != key:
            _put_away()
            _kept.thing = _kept.stack.enter_context(make())
            _kept.key = key
        yield _kept.thing


def put_away() -> None:
    """End what is kept, once it is not in use."""
    with _kept.lock:
        _put_away()


def _put_away() -> None:
    stack, _kept.stack, _kept.key, _kept.thing = _kept.stack, ExitStack(), None, None
    stack.close()

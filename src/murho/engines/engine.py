"""What an engine is: it does one function over many partitions, and gives each result as it is finished.

An engine is a frozen value that prints as it is typed, `dask(processes=2)`. It is opened for a piece of work; what is
open maps. A function may be done more than once for a partition, on a worker that died or hung and on another: it has
to be harmless to do it again, and one of the results is given.

Results added up in a fixed tree, in whichever order they come: so many neighbours, from left to right, then these.

>>> tree = Tree(lambda left, right: f"({left}{right})", wide=3)
>>> for index in (3, 0, 4, 2, 1):
...     tree.add(index, "abcde"[index])
>>> tree.whole()
'(((ab)c)(de))'

What a worker process makes once and keeps for the partitions that come: a system, with its model and its processes.

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
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from murho.core import notation
from murho.core.errors import UsageError
from murho.plugs import Notated, Plug, Shelf, import_attribute, is_name

EXAMPLE = "dask or dask(processes=4)"
Partition = TypeVar("Partition")
Result = TypeVar("Result")
Tell = Callable[[Any], None]
"""What a function calls to tell, while it is at work, how far it is: numbers, texts and lists of these."""


@dataclass(frozen=True, kw_only=True)
class Record(Plug):
    """What an engine says of itself beside its code."""


SHELF: Shelf[Record] = Shelf("engine", "murho.engines", "ENGINE", "murho.engines", Record)


class Running(Protocol):
    """An engine at work."""

    @property
    def address(self) -> str | None:
        """Where a person can watch it, as the address of a page; None where there is nothing to see."""
        ...

    @property
    def workers(self) -> int:
        """How many partitions are worked on at a time."""
        ...

    def map(
        self,
        function: Callable[[Partition, Tell], Result],
        partitions: Iterable[Partition],
        heard: Callable[[int, Any], None] | None = None,
    ) -> Iterator[tuple[int, Result]]:
        """The number of each partition, from 0, and what the function made of it, as they are finished.

        Args:
            function: can be pickled, and so can what it is given and what it returns.
            partitions: read on only as far as there are workers for them.
            heard: told what the function tells, with the number of the partition, before the next result is given.

        Raises:
            Exception: what the function raised.
            MurhoError: the workers of a partition died or hung again and again, or the engine is gone.
        """
        ...

    def everywhere(self, function: Callable[[], None]) -> None:
        """Do a function once in every process that is there now, for what is to be put away."""
        ...


class Engine(Notated, ABC):
    """Where work is done; its repr is its notation."""

    shelf = SHELF

    @property
    def here(self) -> bool:
        """Whether it is this process alone, so that nothing is gained by cutting the work into partitions."""
        return False

    @abstractmethod
    def open(self) -> AbstractContextManager[Running]:
        """Make it ready, or connect to it.

        Raises:
            UsageError: what it needs is not installed.
            MurhoError: it cannot be reached.
        """


def engine(text: str, **options: Any) -> Engine:
    """The engine that `text` denotes, as typed on the command line, with these options besides.

    Raises:
        UsageError: it denotes none, or has no such option.
    """
    made = notation.read(text, {}, what="engine", others=_make, example=EXAMPLE)
    if not isinstance(made, Engine):
        raise UsageError(f"{text} is not an engine, derived from murho.engines.Engine; write it like {EXAMPLE}")
    for name, value in options.items():
        if not hasattr(made, name):
            raise UsageError(f"{name}: the engine {made.typed_name()} has no such option; leave it out")
        made = type(made)(**{**vars(made), name: value})
    return made


def _make(name: str) -> Callable[..., Any]:
    if not is_name(name):
        return SHELF.named(name).make
    named = import_attribute(name)
    make = named.make if isinstance(named, Plug) else named
    if not callable(make):
        raise UsageError(f"{name} is no engine, but of type {type(named).__name__}; name a class derived from Engine")
    return make


Value = TypeVar("Value")
WIDE = 64
"""Neighbours that add up to one. To add costs what the right one holds: so it is paid once for each level of the tree,
of which there are few."""


class Tree(Generic[Value]):
    """The sum so far. Of values that came in order one for each level is held, and none is added twice on a level.

    Args:
        add: makes one value of two neighbours; it may use up the left one.
        wide: how many neighbours make one, at least 2.
    """

    def __init__(self, add: Callable[[Value, Value], Value], wide: int = WIDE):
        self._add, self._wide = add, wide
        self._begun: dict[tuple[int, int], tuple[int, Value]] = {}
        """By height and place of what they will be: the place of the next neighbour, and the sum of those before it."""
        self._early: dict[tuple[int, int], Value] = {}
        """By height and place: values on whose left something is not there yet."""

    def __len__(self) -> int:
        """How many values are held."""
        return len(self._begun) + len(self._early)

    def add(self, index: int, value: Value) -> None:
        """Take in the value of leaf `index`, counted from 0."""
        self._take(0, index, value)

    def _take(self, height: int, place: int, value: Value) -> None:
        self._early[height, place] = value
        above = place // self._wide
        end = (above + 1) * self._wide
        following, total = self._begun.pop((height, above), (above * self._wide, None))
        while following < end and (height, following) in self._early:
            more = self._early.pop((height, following))
            total = more if total is None else self._add(total, more)
            following += 1
        if total is not None and following == end:
            self._take(height + 1, above, total)
        elif total is not None:
            self._begun[height, above] = following, total

    def whole(self) -> Value | None:
        """The sum of all leaves from 0 on; None without any. What has too few neighbours is added as it is."""
        held = [(above * self._wide ** (height + 1), sum_of[1]) for (height, above), sum_of in self._begun.items()]
        held += [(place * self._wide**height, value) for (height, place), value in self._early.items()]
        last: Value | None = None
        for _, value in sorted(held, key=lambda placed: placed[0]):  # from the left, where the most is
            last = value if last is None else self._add(last, value)
        self._begun, self._early = {}, {} if last is None else {(0, 0): last}
        return last


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

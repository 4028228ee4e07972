"""What an engine is: it does one function over many partitions, and gives each result as it is finished.

An engine is a frozen value that prints as it is typed, `dask(processes=2)`. It is opened for a piece of work; what is
open maps. A function may be done more than once for a partition, on a worker that died or hung and on another: it has
to be harmless to do it again, and one of the results is given.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

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

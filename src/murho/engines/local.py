"""This process: one partition after the other."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from murho.engines.engine import Engine, Partition, Record, Result, Running, Tell, put_away


@dataclass(frozen=True, repr=False)
class local(Engine):  # noqa: N801  named as it is typed
    """This process, one partition after the other."""

    @property
    def here(self) -> bool:
        """It is this process."""
        return True

    @contextmanager
    def open(self) -> Iterator[Running]:
        """Nothing has to be made ready."""
        try:
            yield Here()
        finally:
            put_away()


class Here:
    """Work that is done when it is asked for."""

    address = None
    workers = 1

    def map(
        self,
        function: Callable[[Partition, Tell], Result],
        partitions: Iterable[Partition],
        heard: Callable[[int, Any], None] | None = None,
    ) -> Iterator[tuple[int, Result]]:
        """What the function makes of each partition, in order."""
        for index, partition in enumerate(partitions):

            def tell(value: Any, index: int = index) -> None:
                if heard is not None:
                    heard(index, value)

            yield index, function(partition, tell)

    def everywhere(self, function: Callable[[], None]) -> None:
        """Do it here."""
        function()


ENGINE = Record(make=local, name="local", title="This process", example="murho run ... --engine local")

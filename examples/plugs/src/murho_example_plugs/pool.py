"""An engine of processes on this machine, with what Python brings: `pool(size=4)`."""

from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass

from murho.engines import Engine, Record
from murho.plugs import option


def silent(how_far):
    """Nobody is told how far a partition is."""


@dataclass(frozen=True, repr=False)
class pool(Engine):  # noqa: N801
    """Processes of this machine; where one dies, the work ends."""

    size: int = option(2, help="How many processes.")

    @contextmanager
    def open(self):
        """Here is the place to connect to a cluster."""
        with ProcessPoolExecutor(self.size) as processes:
            yield Running(processes, self.size)


class Running:
    """The engine at work."""

    address = None

    def __init__(self, processes, workers):
        self.processes, self.workers = processes, workers

    def map(self, function, partitions, heard=None):
        """The number of each partition with what the function made of it, as they are finished."""
        numbers = {self.processes.submit(function, part, silent): n for n, part in enumerate(partitions)}
        yield from ((numbers[done], done.result()) for done in as_completed(numbers))

    def everywhere(self, function):
        """The processes end with the work, and what they keep ends with them."""


ENGINE = Record(make=pool, name="pool", title="Process pool", example="--engine 'pool(size=4)'")

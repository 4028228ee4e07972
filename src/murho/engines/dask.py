"""Dask: worker processes on this machine, or a scheduler with workers on many.

Scheduling, restarting of workers that die or take too much memory, and giving their work to others is Dask's. What is
added here: a partition that takes too long has its worker restarted, since Dask knows nothing of a worker that hangs,
no more partitions are under way than there are workers for, and errors are one line.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from murho.core.errors import UsageError
from murho.engines.engine import Engine, Record, Running
from murho.plugs import option


@dataclass(frozen=True, repr=False)
class dask(Engine):  # noqa: N801  named as it is typed
    """Dask: processes of this machine, or the workers of a scheduler."""

    scheduler: str = option("", help="The address of a scheduler, tcp://HOST:PORT; without one processes are started.")
    processes: int = option(0, help="How many processes are started; 0 is one for each core.")
    memory: str = option("auto", help="What a process that is started may take, 4GiB; beyond it is started anew.")
    patience: float = option(0.0, help="Seconds for a partition; then its worker is started anew. 0 waits for ever.")
    client: Any = field(default=None, repr=False, compare=False)
    """A `distributed.Client` that is there already, from Python."""

    def __post_init__(self) -> None:
        if self.processes < 0 or self.patience < 0:
            raise UsageError("dask: processes and patience are 0 or more")

    @contextmanager
    def open(self) -> Iterator[Running]:
        """Connect to the scheduler, or start one here with its workers, which end with this process.

        Raises:
            UsageError: Dask is not installed.
            MurhoError: there is no scheduler at that address.
        """
        try:
            from murho.engines.dask_cluster import connected
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] == "murho":
                raise
            why = f"the engine dask lacks {error.name}"
            raise UsageError(f"{why}; install it with: pip install 'murho[dask]'") from None
        with connected(self.client, self.scheduler, self.processes, self.memory, self.patience) as running:
            yield running


ENGINE = Record(
    make=dask, name="dask", title="Dask", example="murho run ... --engine dask --scheduler tcp://10.0.0.1:8786"
)

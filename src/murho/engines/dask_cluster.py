"""Work on a Dask cluster; imported only where the engine is opened, since it needs Dask."""

import logging
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any
from uuid import uuid4

import dask
from distributed import Client, Future, KilledWorker, LocalCluster, WorkerPlugin, get_worker

from murho.core import stopping
from murho.core.errors import MurhoError, describe_error
from murho.engines.engine import Partition, Result, Tell, put_away
from murho.version import __version__

CONNECT = 20.0
"""Seconds in which a scheduler has to answer, and to come back when it has gone."""
TRIES = 4
"""How many workers may die over a partition, or hang, before it is given up; as Dask has it (`allowed-failures`)."""
ALONE = 300.0
"""Seconds without a single worker after which nobody is waited for; who asks for machines waits for minutes."""
_LOOK = 0.5
"""Seconds between two looks at what takes too long."""
_QUIET = 10.0
"""Seconds in which nothing came, before somebody looks whether there are workers at all."""
_TOLD = 0.5
"""Seconds between two messages of a worker about how far it is: a scheduler takes some thousand a second."""
_ON = {
    # A system may start processes of its own, which those that are daemons may not.
    "distributed.worker.daemon": False,
    "distributed.scheduler.allowed-failures": TRIES - 1,
    "distributed.comm.retry.count": 2,
    # A machine with much to do takes its time to start a process anew, which is not lost for that.
    "distributed.deploy.lost-worker-timeout": "120 s",
    # Looks at the whole machine, and at what each worker is about, many times a second, which take some of its time.
    "distributed.admin.system-monitor.interval": "2 s",
    "distributed.admin.system-monitor.disk": False,
    "distributed.worker.profile.enabled": False,
    # Dask has the C library give back memory at once, which each partition then takes again, page by page.
    "distributed.nanny.pre-spawn-environ.MALLOC_TRIM_THRESHOLD_": 1 << 28,
    "distributed.nanny.pre-spawn-environ.MALLOC_MMAP_THRESHOLD_": 1 << 25,
}


class Prepared(WorkerPlugin):
    """What a worker process needs before work comes, and has to end when it goes."""

    name = "murho"

    def __init__(self, started_here: bool):
        self.started_here = started_here

    def setup(self, worker: Any) -> None:
        """Let modules of the working directory be imported; of a process that murho started, keep out of its output."""
        if os.getcwd() not in sys.path:
            sys.path.insert(0, os.getcwd())
        if self.started_here:
            # Standard output is for the result; and Ctrl-C, which goes to all processes, is the first one's to handle.
            sys.stdout = sys.stderr
            with suppress(ValueError, OSError):
                os.dup2(2, 1)
                signal.signal(signal.SIGINT, signal.SIG_IGN)

    def teardown(self, worker: Any) -> None:
        """End the system that the process keeps."""
        put_away()


@contextmanager
def connected(
    client: Client | None, scheduler: str, processes: int, memory: str, patience: float
) -> Iterator["Cluster"]:
    """A cluster at work: that of a client, or of a scheduler, or one that is started here and ends with the block."""
    with ExitStack() as stack:
        local = None
        if client is None:
            logging.getLogger("distributed").setLevel(logging.CRITICAL)  # errors are told in one line, by murho
            stack.enter_context(dask.config.set(_ON))
            try:
                local = None if scheduler else stack.enter_context(_started(processes, memory))
                to = local or scheduler
                # What workers of this machine send need not pass through the scheduler; whether others can be reached
                # from here nobody knows.
                direct = local is not None
                client = stack.enter_context(
                    Client(to, set_as_default=False, timeout=CONNECT, direct_to_workers=direct)
                )
            except (OSError, ValueError, TimeoutError) as error:
                where = f"no scheduler at {scheduler}" if scheduler else "Dask does not start"
                raise MurhoError(f"{where} ({describe_error(error)}); check the address, and that it runs") from None
        _prepare(client, Prepared(local is not None))
        yield Cluster(client, patience, local)


def _prepare(client: Client, plugin: Prepared) -> None:
    """Have all workers prepared, those that come later, too; one that dies meanwhile is tried no more."""
    for tries_left in reversed(range(TRIES)):
        try:
            client.register_plugin(plugin)
            return
        except OSError as error:
            if not tries_left:
                raise MurhoError(f"the workers cannot be reached ({describe_error(error)}); look at them") from None


def _started(processes: int, memory: str) -> LocalCluster:
    return LocalCluster(
        n_workers=processes or os.cpu_count() or 1,
        threads_per_worker=1,
        memory_limit=memory,
        dashboard_address="127.0.0.1:0",
        silence_logs=logging.CRITICAL,
    )


class Cluster:
    """The workers of a client; if they are `local`, as many as there were in the beginning are kept up."""

    def __init__(self, client: Client, patience: float, local: LocalCluster | None):
        self.client, self.patience, self.local = client, patience, local
        self.wanted = 0 if local is None else len(local.workers)

    def keep_up(self) -> None:
        """Have workers started that are gone for good: Dask gives up one that dies while it starts, or is slow to."""
        if self.local is not None and len(self.local.workers) < self.wanted:
            self.local.scale(self.wanted)

    @property
    def address(self) -> str | None:
        """The page of the scheduler; its graphs need bokeh where the scheduler runs."""
        return str(self.client.dashboard_link) or None

    @property
    def workers(self) -> int:
        """The threads of all workers; at least 1, for some may be on their way."""
        threads: int = sum(self.client.nthreads().values())
        return max(1, threads)

    def everywhere(self, function: Callable[[], None]) -> None:
        """Do it in every worker that can be reached."""
        with suppress(Exception):
            self.client.run(function, on_error="ignore")

    def map(
        self,
        function: Callable[[Partition, Tell], Result],
        partitions: Iterable[Partition],
        heard: Callable[[int, Any], None] | None = None,
    ) -> Iterator[tuple[int, Result]]:
        """See `murho.engines.engine.Running.map`."""
        work = _Work(self, f"murho-{uuid4().hex}", heard)
        try:
            yield from work.results(function, partitions)
        finally:
            work.close()


class _Work:
    """The partitions that are under way."""

    def __init__(self, cluster: Cluster, topic: str, heard: Callable[[int, Any], None] | None):
        self.cluster, self.client, self.patience = cluster, cluster.client, cluster.patience
        self.topic, self.heard = topic, heard
        # Enough that no worker waits for the next, and not more: what waits is memory of the scheduler.
        self.room = 2 * cluster.workers + 2
        self.arrived: SimpleQueue[tuple[int, Future | None, Any]] = SimpleQueue()
        self.under_way: dict[int, Future] = {}
        self.began: dict[int, tuple[float, str]] = {}
        """When a worker, which is named, began with a partition."""
        self.hung: dict[int, int] = {}
        self.met = self.looked = time.monotonic()
        """When there was a worker, and when somebody looked last."""
        self.client.subscribe_topic(topic, lambda event: self.arrived.put((event[1]["partition"], None, event[1])))

    def results(
        self, function: Callable[[Partition, Tell], Result], partitions: Iterable[Partition]
    ) -> Iterator[tuple[int, Result]]:
        todo = enumerate(partitions)
        more = True
        while True:
            while more and len(self.under_way) < self.room:
                index, partition = next(todo, (-1, None))
                if more := index >= 0:
                    self._submit(index, partial(_do, __version__, self.topic, index, function, partition))
            if not self.under_way:
                return
            with stopping.abandonable(), suppress(Empty):
                index, future, told = self.arrived.get(timeout=_LOOK)
                self.met = self.looked = time.monotonic()
                if future is None:
                    self._hear(index, told)
                elif self.under_way.pop(index, None) is not None:
                    self.began.pop(index, None)
                    result = self._result(index, future)
                    # Nobody holds it any more, or it would be done again should its worker die before the next one.
                    future.release()
                    yield index, result
            self._restart_what_hangs()
            self.cluster.keep_up()
            self._look_for_workers()

    def close(self) -> None:
        """Have what is under way forgotten."""
        with suppress(Exception):
            self.client.unsubscribe_topic(self.topic)
            if self.under_way:
                self.client.cancel(list(self.under_way.values()), force=True)

    def _submit(self, index: int, do: Callable[[], Any]) -> None:
        future = self.client.submit(do, key=f"{self.topic}-{index}", pure=False, priority=-index)
        self.under_way[index] = future
        future.add_done_callback(lambda done: self.arrived.put((index, done, None)))

    def _hear(self, index: int, told: dict[str, Any]) -> None:
        if "worker" in told:
            self.began[index] = time.monotonic(), told["worker"]
        elif self.heard is not None and index in self.under_way:
            self.heard(index, told["told"])

    def _result(self, index: int, future: Future) -> Any:
        if future.status == "finished":
            return future.result()
        error = future.exception() if future.status == "error" else None
        if isinstance(error, KilledWorker):
            found = f"partition {index}: {TRIES} workers died over it"
            raise MurhoError(f"{found}; look at their memory, and what they have logged; then go on") from None
        if error is not None:
            raise error
        raise MurhoError("the scheduler is gone; start it again: the same command goes on where this one was")

    def _look_for_workers(self) -> None:
        """End a wait for workers that nobody starts any more, as nannies do not after some deaths."""
        now = time.monotonic()
        if now - self.looked < _QUIET:
            return
        self.looked = now
        with suppress(Exception):  # of a scheduler that is gone the futures tell, whatever asking it raises
            if self.client.nthreads():
                self.met = now
        if now - self.met >= ALONE:
            raise MurhoError(
                f"there has been no worker for {ALONE:g} s; start some: the same command goes on with them"
            )

    def _restart_what_hangs(self) -> None:
        if not self.patience:
            return
        for index, (began, worker) in list(self.began.items()):
            if time.monotonic() - began < self.patience:
                continue
            del self.began[index]
            self.hung[index] = self.hung.get(index, 0) + 1
            if self.hung[index] >= TRIES:
                found = f"partition {index}: {TRIES} workers did not finish it in {self.patience:g} s each"
                raise MurhoError(f"{found}; give more patience, or mend the system")
            try:
                self.client.restart_workers([worker], timeout=30, raise_for_error=False)
            except (OSError, RuntimeError, AttributeError):  # it is the scheduler that is gone
                continue
            except ValueError as error:  # it has gone by itself, or nobody can start it anew
                if "nanny" in str(error).lower():
                    raise MurhoError(f"worker {worker} hangs, and has no nanny to start it anew; end it") from None


def _do(version: str, topic: str, index: int, function: Callable[[Any, Tell], Any], partition: Any) -> Any:
    """What a worker does: the function, and telling who began it and how far it is."""
    if version != __version__:
        raise MurhoError(f"a worker has murho {__version__}, not {version}; install the same on all")
    worker = get_worker()
    worker.log_event(topic, {"partition": index, "worker": worker.address})
    last = time.monotonic()

    def tell(value: Any) -> None:
        nonlocal last
        if time.monotonic() - last >= _TOLD:
            last = time.monotonic()
            worker.log_event(topic, {"partition": index, "told": value})

    return function(partition, tell)

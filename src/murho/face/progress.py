"""The bar that is shown while a run goes on."""

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING

from murho.core.errors import UsageError

if TYPE_CHECKING:
    from murho.pipeline.runs.run import Progress


def watching(progress: "bool | Progress | None") -> "AbstractContextManager[Progress | None]":
    """What is told of a run: a function that is given, or a bar; for None on a terminal only.

    Raises:
        UsageError: it is neither of these.
    """
    if isinstance(progress, bool | None):
        return progress_bar(sys.stderr.isatty() if progress is None else progress)
    if not callable(progress):
        raise UsageError(f"progress={progress!r}; give True, False, or a function of three arguments")
    return nullcontext(progress)


@contextmanager
def progress_bar(shown: bool) -> "Iterator[Progress | None]":
    """A bar with rate and time left on a terminal; nothing elsewhere."""
    if not shown:
        yield None
        return
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    from murho.terminal.console import console
    from murho.views.numbers import fraction

    columns = (
        TextColumn("answering"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        TextColumn("π {task.fields[running]}"),
    )
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, rate="", running="–")

        def advance(seen: int, total: int, running: float | None) -> None:
            speed = bar.tasks[task].speed
            rate = "" if not speed else f"{speed:.0f}/s" if speed >= 1 else f"{1 / speed:.1f} s each"
            bar.update(task, completed=seen, total=total, rate=rate, running=fraction(running))

        yield advance

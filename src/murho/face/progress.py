"""The bar that is shown while a run goes on, or samples are drawn."""

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING

from murho.core.errors import UsageError
from murho.core.spelling import by_command

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from murho.pipeline.runs.plan import Progress


def say(sentence: str) -> None:
    """Print how the work goes, or what deserves a look, on standard error; in Python nobody asked for that."""
    if by_command():
        print(sentence, file=sys.stderr, flush=True)


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
    from murho.sheets.numbers import fraction

    with _bar("answering", "{task.fields[rate]}", "π {task.fields[running]}") as bar:
        task = bar.add_task("", total=None, rate="", running="–")

        def advance(seen: int, total: int, running: float | None) -> None:
            speed = bar.tasks[task].speed
            rate = "" if not speed else f"{speed:.0f}/s" if speed >= 1 else f"{1 / speed:.1f} s each"
            bar.update(task, completed=seen, total=total, rate=rate, running=fraction(running))

        yield advance


def counting(
    doing: str, progress: "bool | Callable[[int, int], None] | None"
) -> "AbstractContextManager[Callable[[int, int], None]]":
    """What is told how many are done, and of how many: a function that is given, or a bar; for None on a terminal only.

    Raises:
        UsageError: it is neither of these.
    """
    if isinstance(progress, bool | None):
        return counting_bar(doing, sys.stderr.isatty() if progress is None else progress)
    if not callable(progress):
        raise UsageError(f"progress={progress!r}; give True, False, or a function of two arguments")
    return nullcontext(progress)


@contextmanager
def counting_bar(doing: str, shown: bool) -> "Iterator[Callable[[int, int], None]]":
    """What is told how many are done, and of how many: a bar with the time left on a terminal; nothing elsewhere."""
    if not shown:
        yield lambda done, of: None
        return
    with _bar(doing) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)


def _bar(doing: str, rate: str = "", running: str = "") -> "Bar":
    """A bar that goes when it is done: what is done, how much of it, how fast, the time left, what came out so far."""
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    from murho.sheets.console import drawing

    return Bar(
        TextColumn(doing),
        BarColumn(),
        MofNCompleteColumn(),
        *([TextColumn(rate)] if rate else []),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        *([TextColumn(running)] if running else []),
        console=drawing(stderr=True),
        transient=True,
    )

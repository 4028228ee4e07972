"""Trees of gold and system as a page: every sentence to look at, the worst if there are too many."""

from collections.abc import Iterable
from heapq import nsmallest
from itertools import chain, islice
from typing import Any

from murho import __version__
from murho.formats.opening import Path
from murho.formats.saving import writing
from murho.pipeline.beside import Stretch
from murho.pipeline.score import Score
from murho.report.dependencies import metrics
from murho.report.html.legible import fold
from murho.report.html.rendering import render
from murho.report.html.trees import draw

MOST = 100
"""Sentences on a page unless another number is asked for."""


def write_trees(path: Path, passing: Iterable[Stretch], score: Score, title: str, worst: int | None = None) -> None:
    """Write one page that needs no network: the scores, and trees; of more than 100 (or `worst`) the worst.

    Raises OutputError where it cannot be written.
    """
    most = worst or MOST
    stream = iter(passing)
    first = list(islice(stream, most + 1))
    cut = len(first) > most
    if cut:
        first = nsmallest(most, chain(first, stream), key=lambda one: (-one.errors, -one.rate))
    text = render(
        "trees.html",
        name=title,
        score=score,
        metrics=list(metrics(score.also).items()),
        items=[_item(one) for one in first],
        cut=cut,
        level=f"{100 * score.figure.estimate.level:g} %",
        version=__version__,
    )
    with writing(path) as file:
        file.write(text.encode("utf-8", "backslashreplace"))


def _item(one: Stretch) -> dict[str, Any]:
    from markupsafe import Markup

    return {
        "id": fold(one.id, 80, 400),
        "errors": one.errors,
        "words": one.words,
        "rate": one.rate,
        "kinds": list(one.kinds.items()),
        "svg": Markup(draw(one.places, one.id)),
    }

"""`murho.judge`: the saved answers of a run are judged under further measures."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from murho.core.errors import UsageError
from murho.core.signature import SCHEMA_VERSION
from murho.core.spelling import argument
from murho.face.given import configured, engine_of, measures_of, path_of, weighting_of
from murho.face.progress import say
from murho.face.saved import kept_of
from murho.face.score import Score, Scores
from murho.pipeline.runs.finishing import judge_again, tag_again

if TYPE_CHECKING:
    from typing import Unpack

    from murho.face.given import Measures, Path, Weight
    from murho.face.names import MeasureOptions
    from murho.face.saved import Run


class Judged(Scores):
    """Figures of a run under further measures, none where items were only tagged; `tagged` is how many were."""

    def __init__(self, results: Iterable[Score], tagged: int | None = None):
        super().__init__(results)
        self.tagged = tagged

    def __repr__(self) -> str:
        return super().__repr__() or f"<Judged: {self.tagged} items tagged>"

    def as_json(self) -> dict[str, Any]:
        """The object that `murho judge --json` prints."""
        return super().as_json() if len(self) else {"tagged": self.tagged, "schema_version": SCHEMA_VERSION}


def judge(
    run: Run | Path,
    *,
    measures: Measures = None,
    weight: Weight | None = None,
    causes: Path | None = None,
    engine: Any = None,
    **options: Unpack[MeasureOptions],
) -> Judged:
    """Judge the saved answers of a run under further measures, without running the system again.

    Causes of failure start with conceptual, linguistic or implementational; show and report count and weigh them. What
    is not given is as in the record of the run.

    Args:
        run: a run, or the path of its folder.
        measures: one or several.
        weight: the importance ρ, or its name; under another than that of the run figures are not kept.
        causes: a file that tags items, JSON lines `{"id": "q1", "cause": "linguistic/ellipsis"}`.
        engine: where answers are judged: `"dask"`, `"dask(processes=4)"`, a `distributed.Client`; by default in this
            process.
        options: options of the measures, as `--with` takes them.

    Raises:
        UsageError: neither measures nor causes are given, or what is given is unknown.
        InputError: there is no run, or an answer or a reference cannot be judged by a measure.
    """
    judges = configured(measures_of(measures), options, judge)
    if not judges and causes is None:
        raise UsageError(f"name at least one measure, as in {argument('measures', 'graded')}")
    kept = kept_of(run)
    tagged = None if causes is None else tag_again(kept, path_of(causes, "causes"))
    rho = None if weight is None else weighting_of(weight)
    away = engine_of(engine) if judges else None
    with nullcontext() if away is None or away.here else away.open() as running:
        if running is not None and running.address is not None:
            say(f"watch the work at {running.address}")
        return Judged([Score.made(judge_again(kept, one, rho, running)) for one in judges], tagged)

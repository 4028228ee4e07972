"""The plugin of pytest: a fixture that runs a system and holds it against a limit or a baseline, without flapping.

    def test_understanding(murho_run):
        run = murho_run("suite.jsonl", "mypackage.nlu:understand", measures="labels")
        run.no_worse_than("baseline", by="scenario")
        run.at_most(0.2)

Both take the interval into account: they fail where it is clear, not by chance. A failure prints what got worse.
"""

import os
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from murho.face.saved import Run


class Held:
    """A run, and what it is held against."""

    def __init__(self, run: "Run", cases: Any):
        self.run = run
        self._cases = cases

    def __getattr__(self, name: str) -> Any:
        return getattr(self.run, name)

    def at_most(self, limit: float, measure: Any = None, *, by: Any = None, confident: bool = True) -> None:
        """Fail where π is above a limit, as a whole or in a slice; confident, where its whole interval is.

        Args:
            limit: what π must not exceed.
            measure: that of the run, unless given.
            by: features whose groups must not exceed it either.
            confident: fail only what is above it with its whole interval; of groups, with the one that holds for all
                of them at once.

        Raises:
            pytest.fail.Exception: it is, or nothing is known of it.
        """
        from murho.pipeline.scoring.limits import Limits, gate

        __tracebackhide__ = True
        score = self.run.show(measures=measure, by=by).main
        result = gate(score, Limits(limit), confident)
        if result.unknown or score.value is None:
            _fail(f"{score.measure}: nothing is known of it, in {score.figure.n} cases")
        if result.failures:
            _fail("\n".join([*result.failures, repr(score)]))

    def no_worse_than(
        self,
        baseline: Any,
        margin: float = 0.0,
        *,
        by: Any = None,
        measures: Any = None,
        confident: bool = True,
        level: float = 0.95,
    ) -> None:
        """Fail where π(run) − π(baseline) is above a margin, as a whole or in a slice.

        Args:
            baseline: a run or its folder, or a file of answers to the same file of cases.
            margin: how much π may grow.
            by: features to look at slice by slice, too.
            measures: one or several; by default those of the run.
            confident: fail only where the lower end of the interval is above the margin. A run that is no worse, or
                that answers differently each time, then fails in at most 1 − level of all tests (docs/ci.md).
            level: of the intervals.

        Raises:
            pytest.fail.Exception: it is worse; what got worse is printed.
        """
        from dataclasses import replace

        from murho.face.given import measures_of, names, path_of
        from murho.face.saved import kept_of
        from murho.figures.changes.finding import worsened
        from murho.pipeline.comparing.changes import changes
        from murho.pipeline.comparing.compare import compare
        from murho.pipeline.comparing.gate import gate
        from murho.pipeline.comparing.result import Comparison
        from murho.pipeline.comparing.sides import answer_file
        from murho.pipeline.runs import recorded
        from murho.pipeline.scoring.reading import Reading
        from murho.views.gate import stops, told

        __tracebackhide__ = True
        settings = self.run.kept.record["settings"]
        rho = recorded.weighting_of(settings, None)
        reading = Reading.recorded(settings, weight=rho, level=level, method=None, by=names(by, "by"))
        judges = recorded.measures_of(self.run.kept, measures_of(measures))
        is_file = isinstance(baseline, str | os.PathLike) and os.path.isfile(baseline)

        def sides(judge: Any) -> list[Any]:
            if is_file:
                cases = path_of(self._cases, "cases")
                return [answer_file(judge, cases, path_of(baseline, "baseline")), self.run.kept]
            return [kept_of(baseline), self.run.kept]

        def compared(at: float) -> list[Comparison]:
            wanted = replace(reading, level=at)
            return [compare(sides(judge), judge, wanted, tests=()) for judge in judges]

        # By its system: the folder of a run that nobody named is a temporary one.
        name = str(self.run.kept.record["system"].get("spec", self.run.kept.path))
        verdicts = [replace(one, b=name) for one in gate(compared(level), margin, compared if confident else None)]
        if not any(map(stops, verdicts)):
            return
        lines = [line.text for line in told(verdicts, margin, confident=confident)]
        for judge in judges:
            before, after = sides(judge)
            lines += ["", *worsened(changes(before, after, judge, reading))]
        _fail("\n".join(lines))


def _fail(message: str) -> NoReturn:
    __tracebackhide__ = True
    pytest.fail(message, pytrace=False)


@pytest.fixture
def murho_run() -> "Callable[..., Held]":
    """Run a system on a suite, with the arguments of `murho.run`; then ask `no_worse_than`, `at_most`, or the run."""

    def run(cases: Any, system: Any, **options: Any) -> Held:
        import murho

        return Held(murho.run(cases, system, **{"progress": False, **options}), cases)

    return run

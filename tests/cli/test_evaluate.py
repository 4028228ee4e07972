"""murho evaluate, where no page is opened: its status, and what is no run."""

from typing import Any


def test_the_status_of_a_run_that_nobody_has_judged(told: Any, suite: tuple[str, str]) -> None:
    assert told("run", suite[0], "--system", suite[1], "-m", "labels", "-o", "run").status == 0
    status = told("evaluate", "run", "--status", "--json").json
    assert (status["judged"], status["pi"], status["interval"]) == (0, None, None)


def test_no_run(told: Any) -> None:
    assert "absent" in told("evaluate", "absent", "--status").line()

"""People err: what two people per case, and settled disagreements, tell of it."""

from collections.abc import Callable

import numpy as np
import pytest

from murho.evaluator.judgement import Judgement
from murho.evaluator.status import erring
from murho.store import Run


def judged(n: int, people: int, seed: int, missed: float, invented: float) -> tuple[list[Judgement], np.ndarray]:
    """Two people for each case, who overlook a wrong answer, or call a right one wrong, so often; and the truth."""
    rng = np.random.default_rng(seed)
    truth, said = (rng.random(n) < 0.2) * 1, []
    for place in range(n):
        for one in rng.choice(people, 2, replace=False).tolist():
            errs = rng.random() < (missed if truth[place] else invented) * (1 + one)
            verdict = "disjoint" if truth[place] != errs else "equal"
            said.append(Judgement(place, f"q{place}", f"p{one}", verdict))
    return said, truth


def test_errors_are_found_and_taken_out(open_run: Callable[[int], Run]) -> None:
    said, truth = judged(600, 3, 3, 0.06, 0.06)
    found = erring(open_run(600), said, {})
    assert found is not None
    assert list(found.people.values()) == pytest.approx([0.06, 0.12, 0.18], abs=0.035)
    naive = np.mean([one.verdict == "disjoint" for one in said])
    assert naive - truth.mean() > 0.05
    assert abs(found.pi - truth.mean()) < 0.025
    assert found.interval[0] < truth.mean() < found.interval[1]
    assert found.flags[0].startswith("everybody is taken to err equally often")
    assert found.others is not None
    assert found.others[1] - found.others[0] > 0.06


@pytest.mark.slow
def test_settled_disagreements_tell_errors_of_two_kinds_apart(open_run: Callable[[int], Run]) -> None:
    said, truth = judged(600, 2, 5, 0.15, 0.02)
    by_place: dict[int, list[Judgement]] = {}
    for one in said:
        by_place.setdefault(one.place, []).append(one)
    right = ["equal", "disjoint"]
    settled = {
        place: next(one for one in both if one.verdict == right[truth[place]])
        for place, both in by_place.items()
        if both[0].verdict != both[1].verdict
    }
    run = open_run(600)
    blind, found = erring(run, said, {}), erring(run, said, settled)
    assert blind is not None
    assert found is not None
    assert found.flags == ()
    assert abs(found.pi - truth.mean()) < 0.02 < abs(blind.pi - truth.mean())


def test_too_few_cases_of_two_people_tell_nothing(open_run: Callable[[int], Run]) -> None:
    assert erring(open_run(60), judged(19, 2, 1, 0.1, 0.1)[0], {}) is None
    assert erring(open_run(30), judged(20, 2, 1, 0.1, 0.1)[0], {}) is not None

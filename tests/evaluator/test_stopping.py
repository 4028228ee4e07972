"""A rule says when enough was judged: then nobody gets a case, and the interval is the rule's."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from murho.core.confidence_sequence import Population, ends
from murho.core.errors import UsageError
from murho.evaluator import assigning, exchange, people, stopping
from murho.evaluator.judgement import Judgement
from murho.evaluator.opening import Evaluation, open_evaluation
from murho.evaluator.status import Status, status
from murho.store import Run


def judge(run: Run, evaluation: Evaluation, most: int, verdicts: str = "10000") -> int:
    """Anna judges as long as she gets cases, wrong (1), right (0) or unknown (?); returns how many."""
    anna = people.known(evaluation.storage, "anna")
    for done in range(most):
        given = assigning.next_case(evaluation.storage, anna)
        if given is None:
            return done
        verdict = {"1": "disjoint", "0": "equal", "?": "cannot say"}[verdicts[done % len(verdicts)]]
        case = evaluation.material.cases[given.place]
        assigning.keep(evaluation.storage, anna, Judgement(given.place, case.id, "anna", verdict))
        stopping.look(run, evaluation.storage)
    return most


def test_a_fixed_number_stops_there_and_shows_no_interval_before(open_run: Callable[[int], Run]) -> None:
    run = open_run(100)
    evaluation = open_evaluation(run)
    stopping.choose(evaluation.storage, "fixed(40)")
    assert judge(run, evaluation, 20, "1000?") == 20
    found = status(run, evaluation.storage)
    assert (found.pi, found.interval, found.n) == (4 / 16, None, 16)
    assert "no interval before fixed(40) stops" in found.method
    assert judge(run, evaluation, 80, "1000?") == 29  # 9 of the 49 could not be told
    found = status(run, evaluation.storage)
    assert (found.n, found.stop) == (40, {"rule": "fixed(40)", "met": True, "chosen_after": 0})
    assert found.interval is not None
    assert found.interval[1] - found.interval[0] > 0.2


def test_a_width_stops_when_it_is_narrow_enough(open_run: Callable[[int], Run]) -> None:
    run = open_run(200)
    evaluation = open_evaluation(run)
    stopping.choose(evaluation.storage, "width(0.2)")
    done = judge(run, evaluation, 200)
    assert 50 <= done < 120
    found = status(run, evaluation.storage)
    assert found.interval is not None
    assert found.interval[1] - found.interval[0] <= 0.2
    assert assigning.undo(evaluation.storage, people.known(evaluation.storage, "anna"))
    assert status(run, evaluation.storage).interval is not None  # it has stopped, and is not asked again


def test_a_sequence_speaks_at_every_moment_of_the_cases_to_judge(
    open_run: Callable[[int], Run], tmp_path: Path
) -> None:
    run = open_run(300)
    evaluation = open_evaluation(run)
    stopping.choose(evaluation.storage, "sequence(0.15)")
    judge(run, evaluation, 30, "1000?")
    losses = [1.0, 0.0, 0.0, 0.0] * 6
    low, high = ends(losses, [1.0] * 24, population=Population(294, 294.0), aim=0.15)
    assert status(run, evaluation.storage).interval == pytest.approx((low, high))
    done = judge(run, evaluation, 300, "1000?")
    found = status(run, evaluation.storage)
    assert done < 270
    assert found.interval is not None
    assert found.interval[1] - found.interval[0] <= 0.15
    assert "valid at every moment" in found.method


def test_a_rule_that_comes_late_is_told(open_run: Callable[[int], Run], tmp_path: Path) -> None:
    run = open_run(60)
    storage = open_evaluation(run).storage
    path = tmp_path / "said.jsonl"
    lines = [{"id": f"q{i}", "evaluator": "anna", "verdict": "equal" if i % 2 else "some"} for i in range(20)]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    exchange.read_judgements(storage, str(path))
    stopping.choose(storage, "fixed(20)")
    found: Status = status(run, storage)
    assert "chosen after 20 judgements" in found.flags[0]
    assert found.interval is not None
    with pytest.raises(UsageError, match="no stopping rule 'until'"):
        stopping.choose(storage, "until(3)")

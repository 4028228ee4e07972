"""Running from Python: any object with the few methods of a system, a plan, a folder."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from murho.core.case import Answers, Cases
from murho.core.errors import InputError, UsageError
from murho.core.meaning import UNDEFINED
from murho.measures import measure
from murho.pipeline.runs.finishing import judge_again
from murho.pipeline.runs.plan import Plan
from murho.pipeline.runs.run import run
from murho.pipeline.runs.show import figures
from murho.pipeline.scoring.reading import Reading
from murho.store import Run, open_run
from murho.systems import Answer, Function, Recorded
from murho.weighting import weighting

LABELS = measure("labels")


def suite(count: int = 20) -> Cases:
    names = [str(i) for i in range(count)]
    return Cases(names, [f"say {i}" for i in range(count)], [("even",)] * count, [str(i // 4) for i in range(count)])


def parity(expression: str) -> str | None:
    number = int(expression.split()[1])
    return None if number == 3 else "even" if number % 2 == 0 else "odd"


class Backwards:
    """Answers the last case first, and breaks down before the one at `until`."""

    def __init__(self, until: int = -1):
        self.until = until
        self.asked: list[str] = []

    def describe(self) -> dict[str, Any]:
        return {"kind": "backwards"}

    def answer(self, cases: Cases) -> Iterator[Answer]:
        for position in reversed(range(len(cases))):
            if cases.ids[position] == str(self.until):
                raise RuntimeError("broken down")
            self.asked.append(cases.ids[position])
            yield Answer(position, (parity(cases.expressions[position]) or "",), extras={"cost": position})

    def __enter__(self) -> "Backwards":
        return self

    def __exit__(self, *_: object) -> None:
        return None


def test_a_function(tmp_path: Path) -> None:
    kept = run(iter([suite()]), Function(parity), tmp_path / "run", Plan([LABELS], about={"goal": "parity"}))
    record = kept.record
    assert record["state"] == "complete"
    assert record["counts"] == {"cases": 20, "undefined": 1, "missing_answers": 0, "failures": {}}
    assert record["about"] == {"goal": "parity"}
    assert record["figures"]["labels"] == figures(kept, LABELS).as_json()
    assert record["figures"]["labels"]["value"] == 0.5
    assert record["figures"]["labels"]["clusters"] == 5


def test_a_record_says_when_it_began_and_ended(tmp_path: Path) -> None:
    before = datetime.now(UTC).replace(microsecond=0)
    record = run(iter([suite()]), Function(parity), tmp_path / "run", Plan([LABELS])).record
    assert before <= datetime.fromisoformat(record["started"]) <= datetime.fromisoformat(record["finished"])
    assert datetime.fromisoformat(record["finished"]) <= datetime.now(UTC)


def test_suites_in_batches_are_one_suite(tmp_path: Path) -> None:
    whole = suite()
    parts = [whole.take(range(7)), whole.take(range(7, 20))]
    kept = run(iter(parts), Function(parity), tmp_path / "run", Plan([LABELS]))
    assert list(kept.cases().ids) == whole.ids


def test_what_a_system_finished_before_it_broke_down_is_kept(tmp_path: Path) -> None:
    system = Backwards(until=11)
    with pytest.raises(RuntimeError, match="broken down"):
        run(iter([suite()]), system, tmp_path / "run", Plan([LABELS]))
    mended = Backwards()
    kept = run(iter([suite()]), mended, tmp_path / "run", Plan([LABELS]))
    assert [*system.asked, *mended.asked] == [str(i) for i in reversed(range(20))], "each case once"
    assert kept.answers().extras["cost"].count(19) == 1
    straight = run(iter([suite()]), Backwards(), tmp_path / "other", Plan([LABELS]))
    assert kept.record["figures"] == straight.record["figures"], "whatever the order in which the answers came"
    assert kept.record["answered_before"] == 8


def test_what_was_judged_halfway_is_judged_again(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError):
        run(iter([suite()]), Backwards(until=11), tmp_path / "run", Plan([LABELS]))
    half = open_run(tmp_path / "run")
    assert judge_again(half, measure("any_of")).figure.undefined == 12
    kept = run(iter([suite()]), Backwards(), tmp_path / "run", Plan([LABELS]))
    assert figures(kept, measure("any_of")).figure.undefined == 0
    assert kept.measures() == ["labels"]


def test_progress_tells_how_far_it_is_and_how_well_it_goes(tmp_path: Path) -> None:
    seen: list[tuple[int, int, float | None]] = []
    run(
        iter([suite()]), Function(parity), tmp_path / "run", Plan([LABELS]),
        progress=lambda *what: seen.append(what),
    )  # fmt: skip
    assert [done for done, _, _ in seen] == list(range(21))
    assert {total for _, total, _ in seen} == {20}


def test_what_cannot_be_weighed_is_refused_before_the_system_costs_anything(tmp_path: Path) -> None:
    def never(expression: str) -> None:
        raise AssertionError("asked")

    for how in ("price", "domain"):
        cases = Cases(["a"], ["x"], [()], path="c.jsonl")
        with pytest.raises(InputError, match=r"^c\.jsonl: "):
            run(iter([cases]), Function(never), tmp_path / "run", Plan([LABELS], Reading(weighting(how))))
    assert not (tmp_path / "run").exists()


def test_no_case(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no case to run; give at least one case"):
        run(iter([]), Function(parity), tmp_path / "run", Plan([LABELS]))
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(("limit", "seed"), [(1, 0), (5, 0), (5, 1), (20, 0), (99, 3)])
def test_limit(tmp_path: Path, limit: int, seed: int) -> None:
    kept = run(iter([suite()]), Function(parity), tmp_path / "run", Plan([LABELS], Reading(seed=seed), limit=limit))
    names = list(kept.cases().ids)
    assert len(names) == min(limit, 20)
    assert names == sorted(names, key=int), "in the order of the suite"
    assert kept.record["data"]["limit"] == limit
    assert kept.record["data"]["seed"] == seed
    if limit == 5:
        assert names != [str(i) for i in range(5)]


def recorded(extra: Any = "error", more: Callable[[], list[str]] = list) -> Recorded:
    names = [*(str(i) for i in range(18)), *more()]
    return Recorded(lambda: [Answers(names, [("even",)] * len(names))], "said.jsonl", extra=extra)


def test_recorded_answers(tmp_path: Path) -> None:
    kept = run(iter([suite()]), recorded(), tmp_path / "run", Plan([LABELS]))
    assert kept.record["counts"]["missing_answers"] == 2
    assert [given is UNDEFINED for given in kept.answers().answers] == [False] * 18 + [True] * 2
    figure = kept.record["figures"]["labels"]
    assert (figure["n"], figure["missing_answers"], figure["undefined"]) == (20, 2, 2)
    skipped = figures(kept, LABELS, missing="skip").as_json()
    assert (skipped["n"], skipped["missing_answers"], skipped["undefined"]) == (18, 2, 0)


def test_recorded_answers_without_a_case(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    for _ in range(2):
        with pytest.raises(InputError, match="answer 'x' has no case"):
            run(iter([suite()]), recorded(more=lambda: ["x", "y"]), folder, Plan([LABELS]))
    kept = run(iter([suite()]), recorded("ignore", lambda: ["x", "y"]), folder, Plan([LABELS]))
    assert kept.record["figures"]["labels"]["unmatched_answers"] == 2


def test_judge_again_keeps_to_the_settings_of_the_run(tmp_path: Path) -> None:
    plan = Plan([LABELS], Reading(weighting("length(cuts=(1,), weights=(0, 0.5))"), (), 0.8, "bootstrap", 5))
    kept = run(iter([suite()]), Function(parity), tmp_path / "run", plan)
    again = judge_again(kept, LABELS)
    assert again.as_json() == kept.record["figures"]["labels"]
    assert json.loads((tmp_path / "run" / "run.json").read_text())["figures"]["labels"] == again.as_json()
    assert (again.figure.estimate.level, again.figure.importance) == (0.8, 10)
    assert "bootstrap" in again.figure.estimate.method
    other = judge_again(kept, measure("any_of"))
    assert set(kept.record["figures"]) == {"labels", "any_of"}
    assert kept.judgements("any_of", kept.cases()) is not None
    assert other.value == 0.5


def test_a_run_of_something_else_is_refused(tmp_path: Path) -> None:
    run(iter([suite()]), Function(parity), tmp_path / "run", Plan([LABELS]))
    with pytest.raises(UsageError, match=r"another system \(kind was \"function\", now \"backwards\"\)"):
        run(iter([suite()]), Backwards(), tmp_path / "run", Plan([LABELS]))


def test_what_is_told_of_measures_of_ones_own_is_added_up(
    tmp_path: Path, record: Callable[..., Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A measure of murho needs nothing told; of two of one's own the second leaves what is told of the first."""
    monkeypatch.syspath_prepend(str(tmp_path))
    body = "bounded, fixed_units, kind = True, True, 'label'\n    def judge(self, references, answers):\n"
    judging = "        return Judgements.of([float(r != a) for r, a in zip(references, answers)])\n"
    classes = "".join(f"class {name}:\n    {body}{judging}" for name in ("first", "second"))
    (tmp_path / "my_two_measures.py").write_text(f"from murho.core.judgement import Judgements\n{classes}")
    cases = Cases(["a", "b"], ["a", "b"], [("x",), ("y",)])
    kept = record(tmp_path / "run", cases, Answers(["a", "b"], [("x",), ("z",)]), ("labels",))
    judge_again(kept, measure("any_of"))
    assert "measure_facts" not in open_run(kept.path).record
    for name in ("first", "second"):
        assert judge_again(open_run(kept.path), measure(f"my_two_measures:{name}")).figure.value == 0.5
    facts = open_run(kept.path).record["measure_facts"]
    assert list(facts) == ["my_two_measures:first", "my_two_measures:second"]

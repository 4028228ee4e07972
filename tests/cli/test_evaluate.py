"""murho evaluate, where no page is opened: its status, its files, and what is no run."""

import json
from pathlib import Path
from typing import Any


def test_the_status_of_a_run_that_nobody_has_judged(told: Any, suite: tuple[str, str]) -> None:
    assert told("run", suite[0], "--system", suite[1], "-m", "labels", "-o", "run").status == 0
    status = told("evaluate", "run", "--status", "--json").json
    assert (status["judged"], status["pi"], status["interval"]) == (0, None, None)


def test_no_run(told: Any) -> None:
    assert "absent" in told("evaluate", "absent", "--status").line()


def test_exported_verdicts_have_the_figure_of_the_status(told: Any, suite: tuple[str, str], tmp_path: Path) -> None:
    assert told("run", suite[0], "--system", suite[1], "-m", "labels", "-o", "run").status == 0
    names = [case["id"] for case in map(json.loads, Path(suite[0]).read_text().splitlines())]
    said = ("equal", "some", "disjoint", "cannot say")
    lines = [
        {"id": name, "evaluator": person, "verdict": said[(at + shift) % 4]}
        for person, shift in (("anna", 0), ("ben", 1))
        for at, name in enumerate(names)
    ]
    (tmp_path / "said.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    told("evaluate", "run", "--import", str(tmp_path / "said.jsonl"))
    status = told("evaluate", "run", "--status", "--json").json
    for file in ("out.jsonl", "out.csv"):
        assert told("evaluate", "run", "--export", file).status == 0
        found = told("score", "verdict", file, "--json").json
        assert found["value"] == status["pi"]
        assert found["agreement"] == status["agreement"]["percent"] == 0.0
        assert found["counts"]["cannot_say"] == sum(one["cannot_say"] for one in status["people"])

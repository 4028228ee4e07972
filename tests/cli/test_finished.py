"""A run that is finished, started again: its figures are those that are counted, whatever its record says by then."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from murho.face import saved
from murho.measures import Measure
from murho.pipeline.scoring.score import Score
from murho.store import Run

AGAIN = ("run", "cases.jsonl", "--system", "answers.jsonl", "-m", "labels", "-o", "r")
RECENT = """
import numpy as np
from dataclasses import dataclass
from murho.weighting import Weighting

@dataclass(frozen=True)
class recent(Weighting):
    half: float = 1.0

    def weigh(self, cases):
        return np.where(np.array(cases.feature("part")) == "a", 1.0, 0.5)
"""


@pytest.fixture(autouse=True)
def suite(here: Path) -> None:
    """Half of the cases are of the part `a`, and all of these wrong."""
    rows = [
        {"id": str(i), "expression": "e", "reference": ["x" if i % 2 else "y"], "part": "ba"[i % 2]} for i in range(60)
    ]
    Path("cases.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    Path("answers.jsonl").write_text("".join(json.dumps({"id": row["id"], "answer": ["y"]}) + "\n" for row in rows))


def edited(change: Callable[[dict[str, Any]], Any]) -> None:
    record = json.loads(Path("r/run.json").read_text())
    change(record)
    Path("r/run.json").write_text(json.dumps(record))


def test_an_edited_weighting_is_weighed_by_anew(told: Any) -> None:
    for name, late in (("whole", 0.5), ("part", 0.1)):
        Path("my_recent.py").write_text(RECENT.replace("0.5", str(late)))
        for weight in ("my_recent:recent()", "constant * my_recent:recent(half=2)"):
            found = told(*AGAIN[:-1], f"r-{len(weight)}", "--weight", weight, "--json").json["figures"]["labels"]
            assert found["value"] == pytest.approx(1 / (1 + late)), name
    assert told(*AGAIN[:-1], "r-18", "--weight", "my_recent:recent()", "--fail-above", "0.8").status == 100


@pytest.mark.parametrize(
    "change",
    [
        lambda record: record["figures"]["labels"].update(value=0.01, interval=[0.0, 0.02]),
        lambda record: record["figures"]["labels"].pop("n"),
        lambda record: record["figures"].update(labels=None),
        lambda record: record.pop("figures"),
        lambda record: record["counts"].update(undefined=60),
        lambda record: record.pop("counts"),
    ],
    ids=["value", "field", "figure", "figures", "count", "counts"],
)
def test_an_edited_record_is_not_believed(told: Any, change: Callable[[dict[str, Any]], Any]) -> None:
    first = told(*AGAIN, "--json")
    kept = json.loads(Path("r/run.json").read_text())
    edited(change)
    again = told(*AGAIN, "--json")
    assert (again.status, again.json, again.err) == (
        0,
        first.json,
        "60 of 60 cases had been answered before; --overwrite asks again\n",
    )
    healed = json.loads(Path("r/run.json").read_text())
    assert (healed["figures"], healed["counts"]) == (kept["figures"], kept["counts"])


def test_a_gate_counts_anew_and_others_print_what_is_recorded(told: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    told(*AGAIN)
    counted: list[str] = []
    figures = saved.score_of

    def counting(run: Run, measure: Measure, *more: Any, **named: Any) -> Score:
        counted.append(repr(measure))
        return figures(run, measure, *more, **named)

    monkeypatch.setattr(saved, "score_of", counting)
    assert told(*AGAIN).status == 0
    assert counted == []
    assert told(*AGAIN, "--fail-above", "0.1").status == 100
    assert told(*AGAIN, "--fail-above", "0.6", "--confident").status == 0
    assert counted == ["labels", "labels"]


def test_figures_of_other_measures_stay(told: Any) -> None:
    told(*AGAIN)
    told("judge", "r", "-m", "graded")
    edited(lambda record: record["figures"]["labels"].update(value=0.01))
    told(*AGAIN)
    found = json.loads(Path("r/run.json").read_text())["figures"]
    assert {name: figure["value"] for name, figure in found.items()} == {"labels": 0.5, "graded('json')": 0.5}

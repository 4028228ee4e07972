"""Reading a run from all sides, without running or judging it again where that was done."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from murho.core.case import Answers, Cases
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED
from murho.measures import measure
from murho.pipeline.runs.show import failures, figures, judged, profiled
from murho.pipeline.scoring.reading import Reading
from murho.store import Run, begin
from murho.weighting import weighting

RECORD: dict[str, Any] = {
    "state": "complete",
    "data": {"digest": "sha256:0123456789abcdef"},
    "settings": {
        "measures": ["meanings"], "weight": "given", "missing": "undefined", "level": 0.95, "method": "auto", "seed": 0,
    },
}  # fmt: skip
MEANINGS = measure("meanings(shifting=mu3(0.1, 0.2, 0.3, 0.4, 0.7))")


@pytest.fixture
def kept(tmp_path: Path) -> Run:
    """Eight cases, each answered in another way; the last has no answer."""
    references: list[tuple[Any, ...]] = [("a",), ("a", "b"), ("a",), ("a", "b"), ("a",), (), ("a",), ("a",)]
    said = [("a",), ("a",), ("a", "b"), ("b", "c"), (), (), UNDEFINED]
    features = {
        "list": [["u", "v"], ["u"], [], None, ["u", "v"], ["v"], ["v"], ["u"]],
        "object": [{"x": 1}, {"x": 1.0}, None, {"x": 2}, {"x": 1}, {"x": 1}, {"x": 1}, {"x": 1}],
        "size": [1, 2.5, None, True, "x", 1, 1, 1],
        "price": [0.5, 0.25, 1, 1, 0.5, 0.75, 1, 0],
    }
    cases = Cases([str(i) for i in range(8)], [f"{i}" for i in range(8)], references, features=features)
    run = begin(tmp_path / "run", RECORD, [cases])
    run.add_answers(Answers([str(i) for i in range(7)], said))
    return run


def test_the_profile_gives_the_performance_exactly(kept: Run) -> None:
    """π = Σ P_ij·δ_i·ω_j·|E| / Σ ρ, on the figure that `show` prints (Guida and Mauri 1984, section 4)."""
    how = weighting("price")
    cells = profiled(kept, MEANINGS, ["loss", "weight"], how)
    found = figures(kept, MEANINGS, Reading(weight=how))
    assert float(cells.performance()) == found.value
    assert sum(cells.share(key) for key in cells.cells) == 1
    assert sum(float(share) for row in cells.matrix() for share in row) == pytest.approx(1)


def test_features_of_all_kinds_are_axes(kept: Run) -> None:
    def shares(axis: str) -> dict[Any, Fraction]:
        cells = profiled(kept, MEANINGS, [axis])
        return {key[0]: cells.share(key) * 8 for key in cells.cells}

    assert shares("list") == {"u, v": 2, "u": 2, "v": 2, None: 2}
    assert shares("object") == {'{"x":1}': 6, '{"x":2}': 1, None: 1}
    assert shares("relation")["undefined"] == 2
    assert sum(shares("size").values()) == 8
    assert profiled(kept, MEANINGS, ["size", "list", "object"]).as_json()["axes"] == ["size", "list", "object"]


def test_slices_overlap_where_a_feature_is_a_list(kept: Run) -> None:
    found = figures(kept, MEANINGS, Reading(by=["list", "relation"]))
    assert {group: figure.n for group, figure in found.by["list"].items()} == {"u": 4, "v": 4, "(none)": 2}
    sizes = {group: figure.n for group, figure in found.by["relation"].items()}
    assert sizes == {"empty": 1, "equal": 2, "more": 1, "overlap": 1, "some": 1, "undefined": 2}


@pytest.mark.parametrize(("missing", "n"), [("undefined", 8), ("skip", 7)])
def test_missing(kept: Run, missing: str, n: int) -> None:
    found = figures(kept, MEANINGS, missing=missing)
    assert (found.figure.n, found.missing_answers) == (n, 1)
    assert found.figure.undefined == n - 6
    assert f"|missing:{missing}|" in found.signature
    assert "|data:sha256:0123456789ab|" in found.signature
    cells = profiled(kept, MEANINGS, ["relation"], missing=missing)
    assert cells.expressions == n


def test_saved_judgements_are_not_made_again(kept: Run) -> None:
    cases, rows = judged(kept, MEANINGS)
    assert rows.loss.tolist() == [0, 0.3, 0.4, 0.7, 0.2, 0, 0.1, 0.1]
    kept.write_judgements(repr(MEANINGS), np.arange(len(cases)), Judgements.of([1] * 8))
    assert figures(kept, MEANINGS).value == 1, "they are taken as they were saved"
    for part in kept.parts_of_answers():
        part.unlink()
    assert figures(kept, MEANINGS).value == 1
    assert figures(kept, measure("any_of")).figure.undefined == 8, "another measure has no answers to judge"


def test_failures_of_a_kind_are_counted_the_most_frequent_first(tmp_path: Path) -> None:
    said = ["missing", "no answer within 1 s", "killed: a", "killed: b", "killed: b", None, "killed: c", "missing"]
    ids = [str(i) for i in range(len(said))]
    run = begin(tmp_path / "run", {**RECORD, "counts": {"failures": 7}}, [Cases(ids, ids, [("a",)] * len(ids))])
    run.add_answers(Answers(ids, [UNDEFINED] * len(ids), failures=said))
    assert failures(run) == [(4, "killed: b"), (2, "no answer was recorded"), (1, "no answer within 1 s")]


def test_failures_are_not_looked_for_where_the_record_has_none(tmp_path: Path) -> None:
    run = begin(tmp_path / "run", RECORD, [Cases(["1"], ["a"], [("a",)])])
    run.add_answers(Answers(["1"], [UNDEFINED], failures=["killed"]))
    assert failures(run) == []


def test_per_case(kept: Run) -> None:
    rows = figures(kept, MEANINGS, Reading(weight=weighting("price"), per_case=True)).per_case or ()
    assert [row["id"] for row in rows] == [str(i) for i in range(8)]
    assert [row["weight"] for row in rows] == [0.5, 0.25, 1, 1, 0.5, 0.75, 1, 0]


def test_nothing_to_judge_has_no_value_and_says_how_much_is_open(record: Callable[..., Run], tmp_path: Path) -> None:
    ids = ["a", "b"]
    nobody_knows = Cases(ids, ids, [None, None])
    kept = record(tmp_path / "open", nobody_knows, Answers(ids, [("x",), ("y",)]), ("labels",))
    found = figures(kept, measure("labels"))
    assert (found.figure.value, found.figure.n, found.open) == (None, 0, 2)
    unanswered = Cases(ids, ids, [("x",), ("y",)])
    kept = record(tmp_path / "missing", unanswered, Answers([], []), ("labels",))
    assert figures(kept, measure("labels")).figure.value == 1
    skipped = figures(kept, measure("labels"), missing="skip")
    assert (skipped.figure.value, skipped.figure.n, skipped.open, skipped.missing_answers) == (None, 0, 0, 2)

"""The report as data: everything that the page shows, without a word of markup."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from murho.core.case import Answers, Cases
from murho.figures.course import course_of
from murho.figures.outcomes import outcomes_of
from murho.measures import measure
from murho.pipeline.runs.show import figures
from murho.store import Run
from murho.views.evidence import gather
from murho.views.report import report


def test_a_report_is_plain_values(plain: Run) -> None:
    evidence = gather(plain, None, ["given", "constant"])
    view, course = report(evidence), course_of(evidence).as_json()
    values = json.loads(json.dumps(view.as_json(), allow_nan=False))
    score = figures(plain, measure("meanings(shifting=mu3())"))
    assert values["name"] == plain.path.name
    assert values["complete"] is True
    assert (values["level"], values["measure"], values["bounded"]) == (
        0.95,
        "Meanings, μ3(0.1, 0.2, 0.3, 0.4, 0.7)",
        True,
    )
    assert values["whole"]["value"] == score.value
    assert values["headlines"][0]["figure"]["value"] == score.value
    assert [title for title, _ in values["others"]] == ["graded"]
    assert len(values["crossed"]["rows"]) == 2
    assert [name for name, _ in values["crossed"]["columns"]] == [title for title, _ in view.crossed.columns]  # type: ignore[union-attr]
    assert {table["feature"] for table in values["slices"]["tables"]} == {"topic", "tags", "count", "length"}
    assert sum(kind.cases for kind in outcomes_of(evidence).kinds) == 60
    assert course["running"]["points"][-1] == (59, pytest.approx(score.value, abs=1e-12))
    assert course["times"]["quantiles"]["longest"] == 0.12
    assert values["worst"]["wrong"] == 51
    assert len(values["worst"]["items"]) == 20
    assert values["command"][1].startswith("murho report run")
    assert "<" not in json.dumps({**values, "settings": []})


def test_an_item_has_its_numbers(record: Callable[..., Run], tmp_path: Path) -> None:
    folder = tmp_path / "run"
    cases = Cases(["1", "2", "3"], ["x", "y", "z"], [("a",), ("b", "c"), ("c",)], weights=[1.0, 0.5, 0.25])
    kept = record(
        folder,
        cases,
        Answers(["1", "2", "3"], [("z",), (), ("c",)]),
        ("meanings(shifting=mu3(0.1, 0.5, 0.3, 0.4, 0.7))",),
    )
    view = report(gather(kept, None, None))
    first, second = view.worst.items
    assert (first.id, first.loss, first.units, first.weight, first.loss_share) == ("1", 1.0, 1.0, 1.0, 0.8)
    assert (second.id, second.loss, second.weight, second.loss_share) == ("2", 0.5, 0.5, 0.2)
    assert [(shown.mark, shown.text) for shown in second.correct] == [("missing", "b"), ("missing", "c")]
    assert (second.answered, second.kind, second.kind_name) == ([], "empty", "∅ empty")
    assert [(shown.mark, shown.text) for shown in first.answered or ()] == [("wrong", "z")]


def test_views_import_neither_templates_nor_tables() -> None:
    code = "import sys, murho.views.report; sys.exit(bool({'jinja2', 'rich', 'markupsafe'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_record_that_counts_no_answers_of_others(plain: Run) -> None:
    evidence = gather(plain, None, None)
    bare = {name: value for name, value in evidence.record.items() if name not in ("unmatched_answers", "state")}
    view = report(replace(evidence, record=bare))
    assert (view.unmatched, view.complete) == (0, False)
    assert report(replace(evidence, record={**bare, "unmatched_answers": 3})).unmatched == 3

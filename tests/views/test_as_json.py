"""Every view as plain JSON: objects, lists, texts and numbers, and figures as they say themselves."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import murho
from murho.core.figure import Figure
from murho.measures import measure
from murho.pipeline.aligning.alignment_counts import look_through
from murho.pipeline.scoring.reading import Reading
from murho.views.alignment_counts import alignment_counts
from murho.views.as_json import as_json
from murho.views.utterances import utterances

SPOKEN = Path(__file__).resolve().parents[2] / "examples" / "spoken"


class Pair(NamedTuple):
    left: Any
    right: Any


@dataclass(frozen=True)
class Line:
    name: str
    figure: Figure | None
    ends: tuple[float, float] = (0.0, 1.0)


def test_fields_become_an_object_and_a_figure_says_what_it_is() -> None:
    figure = murho.score("labels", ["a", "b"], ["a", "a"]).figure
    assert as_json({"lines": [Line("a", figure), Line("b", None)]}) == {
        "lines": [
            {"name": "a", "figure": figure.as_json(), "ends": [0.0, 1.0]},
            {"name": "b", "figure": None, "ends": [0.0, 1.0]},
        ]
    }


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (float("inf"), None),
        (float("nan"), None),
        (np.float64(0.5), 0.5),
        (np.array([[1, 2]]), [[1, 2]]),
        ({1: ()}, {"1": []}),
        (Pair(1, Pair("x", None)), {"left": 1, "right": {"left": "x", "right": None}}),
        (True, True),
        ("a", "a"),
    ],
)
def test_values_are_those_of_json(value: Any, plain: Any) -> None:
    assert as_json(value) == plain
    json.dumps(as_json(value), allow_nan=False)


def test_what_is_no_view_is_refused() -> None:
    with pytest.raises(TypeError, match=r"set is no part of a view: \{1\}; give it fields, or as_json\(\)"):
        as_json(Line("a", None, {1}))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="type is no part of a view"):
        as_json(Line)


def test_a_page_of_alignments_as_json() -> None:
    files = [str(SPOKEN / name) for name in ("said.trn", "heard.trn")]
    passing, findings = look_through(
        measure("words"), *files, Reading(by=("speaker",)), keywords=str(SPOKEN / "cities.txt"), rare=True
    )
    shown = utterances(passing, findings, worst=2)
    page = as_json({"shown": shown, "counts": alignment_counts(findings, 1, by_group=True)})
    assert json.loads(json.dumps(page, allow_nan=False)) == page
    first = page["shown"]["folds"][0]["utterances"][0]
    assert (page["shown"]["ranked"], page["shown"]["shown"]) == ("errors", 2)
    assert first["errors"] == sum(count for _, count in first["counts"])
    assert [step for step in first["steps"] if step["operation"] != "="]
    assert page["counts"]["whole"]["errors"] == findings.whole.errors
    assert set(page["counts"]["groups"]["speaker"]) == set(page["counts"]["confusions_by"]["speaker"])
    assert page["counts"]["rare"][0]["value"] == findings.rarity.rows()[0].figure.value  # type: ignore[union-attr]

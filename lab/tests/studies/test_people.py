"""The study of people who err: what the docs say of it, in small."""

import json
from pathlib import Path

import pytest

from murho_lab.studies.people import CELLS, draw, study


@pytest.mark.slow
def test_errors_are_taken_out_where_they_can_be_told(tmp_path: Path) -> None:
    found = study(repetitions=20, seed=3, only=[str(cell) for cell in CELLS[:2]])
    alike, overlooked = found.cells
    assert alike.people[0] > 0.04 > 0.015 > abs(alike.without[0])
    assert alike.without[1] >= 0.8 > 0.5 > alike.people[1]
    assert overlooked.without[0] < -0.03  # nothing tells the two kinds of errors apart
    assert json.dumps(found.as_json())
    (path,) = draw(found, str(tmp_path))
    assert "| 2 people, 2 a case, errors alike |" in Path(path).read_text("utf-8")

"""The study of gates: what docs/ci.md says of it, in small."""

import json
from pathlib import Path

import pytest

from murho_lab.studies.gates import CELLS, draw, study


@pytest.mark.slow
def test_confident_gates_fail_seldom_where_nothing_got_worse(tmp_path: Path) -> None:
    found = study(repetitions=40, seed=2, only=[str(cell) for cell in (CELLS[1], CELLS[3])])
    several, itself = found.cells
    assert several.plain == 1.0
    assert several.confident <= 0.125 < several.single + 0.1
    assert itself.confident == itself.single <= 0.1 < itself.plain
    assert json.dumps(found.as_json())
    (path,) = draw(found, str(tmp_path))
    assert "| errs on other cases, the whole and 10 groups |" in Path(path).read_text("utf-8")

"""Maps: shares and values of their cells, with margins."""

from collections.abc import Callable
from pathlib import Path

from murho.core.case import Answers, Cases
from murho.measures import measure
from murho.pipeline.runs.show import profiled
from murho.store import Run
from murho.views.evidence import gather
from murho.views.maps import heat_map
from murho.weighting import weighting

Recorder = Callable[..., Run]
Suite = Callable[..., tuple[Cases, Answers]]


def test_a_map_has_cells_and_margins(record: Recorder, tmp_path: Path) -> None:
    groups = ["four"] * 4 + ["five"] * 5 + ["six"] * 6
    ids = [str(i) for i in range(len(groups))]
    cases = Cases(ids, ids, [("a",)] * len(ids), features={"group": groups, "same": ["x"] * len(ids)})
    said = [("b",) if group == "six" else ("a",) for group in groups]
    kept = record(tmp_path / "run", cases, Answers(ids, said))
    found = heat_map(gather(kept, ["meanings"], None), "group", "same")
    assert {row.name: (row.share, row.loss_share) for row in found.rows} == {
        "four": (4 / 15, 0.0),
        "five": (5 / 15, 0.0),
        "six": (6 / 15, 1.0),
    }
    assert (found.cases, found.values, found.value) == ([15], [0.4], 0.4)
    assert (found.rows_axis, found.columns_axis, found.columns, found.of_shares) == ("group", "same", ("x",), False)
    assert {row.name: [(cell.cases, cell.value, cell.lost) for cell in row.cells] for row in found.rows} == {
        "four": [(4, 0.0, False)],
        "five": [(5, 0.0, False)],
        "six": [(6, 1.0, True)],
    }
    of_shares = heat_map(gather(kept, ["meanings"], None), "loss", "group")
    assert of_shares.of_shares
    assert [(row.name, [cell.share for cell in row.cells]) for row in of_shares.rows] == [
        ("equal", [5 / 15, 4 / 15, 0.0]),
        ("disjoint", [0.0, 0.0, 6 / 15]),
    ]


def test_two_features_make_a_map_of_performance(plain: Run) -> None:
    found = heat_map(gather(plain, ["meanings"], ["constant"]), "tags", "topic")
    cells = profiled(plain, measure("meanings"), ["tags", "topic"], weighting("constant"))
    by_name = {
        (row.name, column): cell for row in found.rows for column, cell in zip(found.columns, row.cells, strict=True)
    }
    for (tags, topic), tally in cells.cells.items():
        cell = by_name[tags or "(none)", topic or "(none)"]
        assert (cell.value, cell.cases) == (tally.performance, tally.cases)

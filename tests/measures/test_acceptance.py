import numpy as np

from murho.core.meaning import UNDEFINED
from murho.measures import measure
from murho.measures.acceptance import acceptance


def test_coverage_and_overgeneration() -> None:
    references = [("good",)] * 3 + [()] * 3
    rows = acceptance().judge(references, [("a", "b"), (), UNDEFINED, ("x",), (), UNDEFINED])
    assert rows.loss.tolist() == [0, 1, 1, 1, 0, 1]
    found = acceptance().criteria({name: int(np.sum(column)) for name, column in rows.counts.items()})
    assert (found["coverage"].part, found["coverage"].whole) == (1, 3)
    assert (found["overgeneration"].part, found["overgeneration"].whole) == (1, 3)
    assert rows.labels["outcome"] == ["accepted", "missed", "undefined", "overgenerated", "rejected", "undefined"]


def test_notation() -> None:
    assert repr(measure("acceptance")) == "acceptance"

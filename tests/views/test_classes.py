"""Classes as they are shown: all labels, the heaviest confusions, and how many more there are."""

import pytest

from murho.views.classes import LISTED, Confusion, classes


@pytest.mark.parametrize(("count", "more"), [(0, 0), (LISTED - 1, 0), (LISTED, 0), (LISTED + 2, 2)])
def test_confusions_that_are_not_listed_are_counted(count: int, more: int) -> None:
    wrong = [{"gold": f"g{i}", "given": f"s{i}", "importance": 20.0 - i} for i in range(count)]
    shown = classes({"classes": [], "confusion": wrong})
    assert (len(shown.confusions), shown.more) == (min(count, LISTED), more)
    assert list(shown.confusions[:1]) == [Confusion("g0", "s0", 20.0)][:count]
